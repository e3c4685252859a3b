//! What a node of the search for a mate looks like: which moves attack, which replies are left.
//!
//! Everything that tells one way of seeing threats from another is here; the search itself asks for the moves
//! of a node and follows them.
//!
//! - [`Detector::Exact`] takes the look of [`Tactics::sift`]: for each move whether it ends the game, lets the
//!   opponent end it, or threatens.
//! - The paper's methods ask about one position at a time, for one player, whether he could win at once
//!   ([`Threats`]): by shape, by trying every move, or by shape and by trying the moves that shape had missed
//!   elsewhere.
//!
//! # References
//! T. Fujimoto, H. Kuroda, *Development and evaluation of a solver for mate problems in Trax*, section 3.

use std::ops::ControlFlow;
use yomikiri_game::{Aim, Game, Outcome, Player, Prospect, Status, Tactics, Threats, try_moves};

/// How threats are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detector {
    /// All that the game's own look at all moves of a node sees, which is all there are if the game takes such a
    /// look; one that relies on the provided [`Tactics::sift`] is told of none.
    Exact,
    /// By shape: the paper's method 1. Overlooks some.
    Shape,
    /// All of them, by trying every move at every position: the paper's method 2.
    Trial,
    /// The paper's combination: both down to this depth, counted in moves from the position asked about; below
    /// it by shape, and by trying the winning moves that shape had missed so far.
    Killer(u32),
}

impl Detector {
    /// Whether no threat is overlooked, if the game's own look is complete.
    #[must_use]
    pub fn is_complete(self) -> bool {
        matches!(self, Self::Exact | Self::Trial)
    }
}

/// A move after which the game goes on, and which does not lose to the next move as far as is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<M> {
    pub(crate) m: M,
    /// Whether whoever makes it threatens to win. (Of the defender's moves only [`Detector::Exact`] tells.)
    pub(crate) threatens: bool,
}

/// What the attacker can do at a node.
#[derive(Debug)]
pub(crate) enum Attacks<M> {
    /// Win at once.
    Win,
    /// These moves, in the order of the game.
    Moves(Vec<Step<M>>),
}

/// What the defender can do at a node.
#[derive(Debug)]
pub(crate) enum Defences<M> {
    /// End the game without losing it.
    Escape,
    /// He has no legal move.
    Stuck,
    /// Choose among moves that lose, the longest of them after so many plies, and others.
    Moves {
        /// How long he lasts with a move that loses at once or to the next move.
        longest_loss: u32,
        /// The other moves, in the order of the game.
        open: Vec<Step<M>>,
    },
}

/// A way of looking at nodes, with what it remembers.
#[derive(Debug)]
pub(crate) struct Sight<M> {
    detector: Detector,
    attacker: Player,
    /// Winning moves that shape had missed, the latest success first.
    killers: Vec<M>,
}

impl<M: Copy + Eq> Sight<M> {
    pub(crate) fn new(detector: Detector, attacker: Player) -> Self {
        Self { detector, attacker, killers: Vec::new() }
    }

    /// What each player is after: the attacker a win, the defender anything else.
    fn aims(&self) -> [Aim; 2] {
        Player::BOTH.map(|player| if player == self.attacker { Aim::Win } else { Aim::Hold })
    }

    /// Whether the attacker, who is to move, is seen to win with his next move.
    pub(crate) fn sees_win<G>(&mut self, game: &mut G, depth: u32) -> bool
    where
        G: Tactics<Move = M> + Threats,
    {
        match self.detector {
            Detector::Exact => game.finishing_move(Aim::Win, None).is_some(),
            _ => self.detect(game, self.attacker, depth).is_some(),
        }
    }

    /// Whether the attacker is seen to threaten a win while it is the defender's turn.
    pub(crate) fn threatens<G: Threats<Move = M>>(&mut self, game: &mut G, depth: u32) -> bool {
        self.detect(game, self.attacker, depth).is_some()
    }

    /// The attacker's moves at a position that is `depth` moves from the one asked about. Those that make no
    /// threat are of interest only if `with_quiet`.
    pub(crate) fn attacks<G>(&mut self, game: &mut G, depth: u32, with_quiet: bool) -> Attacks<M>
    where
        G: Tactics<Move = M> + Threats,
    {
        if self.detector == Detector::Exact {
            return self.sifted_attacks(game, with_quiet);
        }
        if self.detect(game, self.attacker, depth).is_some() {
            return Attacks::Win;
        }
        let mut attacks = Vec::new();
        let won = try_moves(game, |game, m, status| {
            match status {
                Status::Over(outcome) if outcome == Outcome::Win(self.attacker) => {
                    return ControlFlow::Break(());
                }
                Status::Over(_) => {}
                Status::Open => {
                    let threatens = self.detect(game, self.attacker, depth + 1).is_some();
                    if (threatens || with_quiet) && self.detect(game, !self.attacker, depth + 1).is_none() {
                        attacks.push(Step { m, threatens });
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if won.is_break() { Attacks::Win } else { Attacks::Moves(attacks) }
    }

    fn sifted_attacks<G: Tactics<Move = M>>(&self, game: &mut G, with_quiet: bool) -> Attacks<M> {
        let (mut wins, mut attacks) = (false, Vec::new());
        game.sift(self.aims(), &mut |_: &mut G, m: M, prospect: Prospect| {
            match prospect {
                Prospect::Over(outcome) if outcome == Outcome::Win(self.attacker) => {
                    wins = true;
                    return ControlFlow::Break(());
                }
                Prospect::Open(outlook) if outlook.threatened || with_quiet => {
                    attacks.push(Step { m, threatens: outlook.threatened });
                }
                Prospect::Over(_) | Prospect::Settled(_) | Prospect::Open(_) => {}
            }
            ControlFlow::Continue(())
        });
        if wins { Attacks::Win } else { Attacks::Moves(attacks) }
    }

    /// The defender's moves. If `enough` of them are open, the others are not looked for.
    pub(crate) fn defences<G>(&mut self, game: &mut G, depth: u32, enough: usize) -> Defences<M>
    where
        G: Tactics<Move = M> + Threats,
    {
        let mut found = Found { escape: false, longest_loss: 0, open: Vec::new() };
        let attacker = self.attacker;
        if self.detector == Detector::Exact {
            game.sift(self.aims(), &mut |_: &mut G, m: M, prospect: Prospect| {
                match prospect {
                    Prospect::Over(outcome) => found.end(outcome == Outcome::Win(attacker)),
                    Prospect::Settled(_) => found.loses_in(2),
                    Prospect::Open(outlook) => found.open.push(Step { m, threatens: outlook.threatened }),
                }
                found.go_on(enough)
            });
            return found.into();
        }
        let _broken_off = try_moves(game, |game, m, status| {
            match status {
                Status::Over(outcome) => found.end(outcome == Outcome::Win(attacker)),
                Status::Open => match self.detect(game, attacker, depth + 1) {
                    Some(_) => found.loses_in(2),
                    None => found.open.push(Step { m, threatens: false }),
                },
            }
            found.go_on(enough)
        });
        found.into()
    }

    /// A move with which `player` would win at once, as far as it is seen.
    fn detect<G: Threats<Move = M>>(&mut self, game: &mut G, player: Player, depth: u32) -> Option<M> {
        match self.detector {
            Detector::Shape => game.evident_win(player),
            Detector::Exact | Detector::Trial => game.winning_move(player),
            Detector::Killer(limit) => {
                let evident = game.evident_win(player);
                if evident.is_some() {
                    return evident;
                }
                if depth > limit {
                    let at = self.killers.iter().position(|&m| game.would_win(m, player))?;
                    self.killers[..=at].rotate_right(1);
                    return Some(self.killers[0]);
                }
                let missed = game.winning_move(player)?;
                if !self.killers.contains(&missed) {
                    self.killers.insert(0, missed);
                }
                Some(missed)
            }
        }
    }
}

/// What has been seen of the defender's moves so far.
struct Found<M> {
    escape: bool,
    longest_loss: u32,
    open: Vec<Step<M>>,
}

impl<M> Found<M> {
    fn end(&mut self, attacker_wins: bool) {
        if attacker_wins {
            self.loses_in(1);
        } else {
            self.escape = true;
        }
    }

    fn loses_in(&mut self, plies: u32) {
        self.longest_loss = self.longest_loss.max(plies);
    }

    fn go_on(&self, enough: usize) -> ControlFlow<()> {
        if self.escape || self.open.len() >= enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<M> From<Found<M>> for Defences<M> {
    fn from(found: Found<M>) -> Self {
        let Found { escape, longest_loss, open } = found;
        if escape {
            Self::Escape
        } else if longest_loss == 0 && open.is_empty() {
            Self::Stuck
        } else {
            Self::Moves { longest_loss, open }
        }
    }
}

/// Whether the player to move has a legal move.
pub(crate) fn has_reply<G: Game>(game: &mut G) -> bool {
    try_moves(game, |_, _, _| ControlFlow::Break(())).is_break()
}
