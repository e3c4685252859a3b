//! Expanding a node: its moves, tried by a shallow search before they become children.
//!
//! With depth 0 every legal move becomes a child. With depth 1, moves that end the game are judged at once:
//! one that gives the player to move what he is after decides the node, others are dropped. With depth 2, a
//! move is also dropped if the opponent can end the game in his own favour with the next one. Positions that
//! the shallow search decides do not enter the table.
//!
//! At depth 2 a game may say about some moves only what it sees at a glance ([`Tactics::sift`]). What it
//! overlooks is found when the child's turn comes: the look one move ahead at the child belongs to the
//! shallow search of its parent, and if it ends the matter, the child does not count as a node.
//!
//! # References
//! - T. Kaneko et al., *df-pn with fixed-depth search at frontier nodes*, Game Programming Workshop 2005.
//! - K. Kuwabara and K. Hoki, 2017, section 4.4 (at every visit).

use crate::question::Question;
use crate::solve::Shallow;
use crate::watch::{Patience, StopReason, Watch};
use std::ops::ControlFlow;
use yomikiri_game::{Game, Outlook, Played, Player, Prospect, Sieve, Tactics};

/// What came of expanding a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expanded {
    /// The player to move ends the game at once as he likes, which answers the question.
    Finished(bool),
    /// What is known of the children answers it.
    Decided(bool),
    /// It is not answered: the children are left to search.
    Open,
}

impl Expanded {
    /// Whether this was a look ahead that the shallow search of the parent had left to do.
    pub(crate) fn belongs_to_parent(self, shallow: Shallow) -> bool {
        shallow == Shallow::Two && matches!(self, Self::Finished(_))
    }
}

/// A move that may become a child.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    /// The answer, if the move ends the game (at shallow depth 0 only: otherwise it was judged already).
    pub(crate) ended: Option<bool>,
    /// What is seen of the position after it (at shallow depth 2 only).
    pub(crate) outlook: Outlook,
}

/// Where the new children of a node go.
pub(crate) trait NewChildren<G: Game> {
    /// The position after `m` is on the board. If it was searched before, takes it in (or, if it is
    /// decided, need not) and says what is known of it.
    fn recall(&mut self, game: &mut G, m: G::Move) -> Recalled;

    /// Takes in a child that was not recalled, while it is on the board.
    fn add(&mut self, game: &mut G, candidate: Candidate<G::Move>);
}

/// What a [`NewChildren`] knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recalled {
    Nothing,
    Decided(bool),
    Undecided,
}

/// Tries the moves of `game` and gives the children that remain to `new_children`. The positions at which the shallow
/// search looked for an immediate end are counted.
///
/// A turn of several stones on a large board has thousands of moves, with thousands of replies each. So the limits are
/// looked at here, too, and not only from node to node.
pub(crate) fn expand<G: Tactics>(
    game: &mut G,
    question: Question,
    shallow: Shallow,
    new_children: &mut impl NewChildren<G>,
    watch: &mut Watch<'_>,
) -> Result<Expanded, StopReason> {
    let wanted = question.answer_in_favour_of(game.to_move());
    let mut judge = Judge {
        question,
        wanted,
        new_children,
        watch,
        patience: Patience::Much,
        stuck: true,
        none_left: true,
        finished: false,
        decided: false,
        stopped: None,
    };
    match shallow {
        Shallow::Two => {
            judge.watch.statistics.shallow_nodes += 1;
            game.sift(Player::BOTH.map(|player| question.aim(player)), &mut judge);
        }
        Shallow::One => {
            judge.watch.statistics.shallow_nodes += 1;
            try_all(game, |game, m, over| match over {
                Some(outcome) => judge.sees(game, m, Prospect::Over(outcome)),
                None => judge.meets(game, m).unwrap_or_else(|| judge.takes(game, Candidate::new(m))),
            });
        }
        Shallow::Off => try_all(game, |game, m, over| match over {
            // The key of a finished position may be that of an open one, so it is not looked up.
            Some(outcome) => {
                let ended = Some(question.answered_by(outcome));
                judge.takes(game, Candidate { ended, ..Candidate::new(m) })
            }
            None => judge.meets(game, m).unwrap_or_else(|| judge.takes(game, Candidate::new(m))),
        }),
    }
    let Judge { stuck, none_left, finished, decided, stopped, .. } = judge;
    if let Some(reason) = stopped {
        return Err(reason);
    }
    Ok(if finished {
        Expanded::Finished(wanted)
    } else if decided {
        Expanded::Decided(wanted)
    } else if stuck {
        Expanded::Decided(question.answered_by(game.outcome_when_stuck()))
    } else if none_left {
        Expanded::Decided(!wanted)
    } else {
        Expanded::Open
    })
}

/// Plays every legal move in turn, calling `visit` with how it ended the game if it did, until that breaks off.
fn try_all<G: Game>(
    game: &mut G,
    mut visit: impl FnMut(&mut G, G::Move, Option<yomikiri_game::Outcome>) -> ControlFlow<()>,
) {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for m in moves {
        let (over, token) = match game.play(m) {
            Played::Illegal => continue,
            Played::Open(token) => (None, token),
            Played::Over(outcome, token) => (Some(outcome), token),
        };
        let flow = visit(game, m, over);
        game.undo(token);
        if flow.is_break() {
            return;
        }
    }
}

impl<M> Candidate<M> {
    fn new(m: M) -> Self {
        Self { m, ended: None, outlook: Outlook::UNKNOWN }
    }
}

/// Decides what becomes of each move.
struct Judge<'a, 'w, N> {
    question: Question,
    /// The answer that the player to move is after.
    wanted: bool,
    new_children: &'a mut N,
    watch: &'a mut Watch<'w>,
    patience: Patience,
    stuck: bool,
    none_left: bool,
    finished: bool,
    decided: bool,
    /// Why nothing more was looked at.
    stopped: Option<StopReason>,
}

impl<N> Judge<'_, '_, N> {
    fn takes<G: Game>(&mut self, game: &mut G, candidate: Candidate<G::Move>) -> ControlFlow<()>
    where
        N: NewChildren<G>,
    {
        self.stuck = false;
        self.none_left = false;
        self.new_children.add(game, candidate);
        ControlFlow::Continue(())
    }
}

impl<G: Game, N: NewChildren<G>> Sieve<G> for Judge<'_, '_, N> {
    fn begins(&mut self, moves: usize) {
        /// So few that the clock, asked after each, would show in the time.
        const FEW: usize = 32;
        self.patience = if moves < FEW { Patience::Some } else { Patience::None };
    }

    fn meets(&mut self, game: &mut G, m: G::Move) -> Option<ControlFlow<()>> {
        self.stuck = false;
        if let Err(reason) = self.watch.child(self.patience) {
            self.stopped = Some(reason);
            return Some(ControlFlow::Break(()));
        }
        match self.new_children.recall(game, m) {
            Recalled::Nothing => None,
            Recalled::Undecided => {
                self.none_left = false;
                Some(ControlFlow::Continue(()))
            }
            Recalled::Decided(answer) if answer == self.wanted => {
                self.decided = true;
                Some(ControlFlow::Break(()))
            }
            Recalled::Decided(_) => Some(ControlFlow::Continue(())),
        }
    }

    fn sees(&mut self, game: &mut G, m: G::Move, prospect: Prospect) -> ControlFlow<()> {
        self.stuck = false;
        self.watch.statistics.shallow_nodes += 1;
        let answer = match prospect {
            Prospect::Open(outlook) => return self.takes(game, Candidate { outlook, ..Candidate::new(m) }),
            Prospect::Over(outcome) => {
                let answer = self.question.answered_by(outcome);
                self.finished = answer == self.wanted;
                answer
            }
            Prospect::Settled(player) => self.question.answer_in_favour_of(player),
        };
        if answer == self.wanted {
            self.decided = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
