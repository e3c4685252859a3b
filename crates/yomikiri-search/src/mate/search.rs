//! The search for a mate within so many plies.
//!
//! Depth-first AND/OR search with a limit on the length, remembered in the table: how soon a position is known
//! to be won by the player to move, and up to which length it is known not to be. Asked with growing limits it
//! finds the shortest mate.
//!
//! There are two scopes. Under [`Scope::Threats`] every move of the attacker but the last must threaten to win at
//! once, which leaves the defender few replies: lines of eleven plies are nothing. Under [`Scope::Full`] he may
//! make quiet moves too. A node of the full search tries threats alone first: they cost next to nothing beside
//! it.
//!
//! Rejected: df-pn. It finds a mate of any length with less search, but the shortest length has to be shown by
//! refuting all shorter ones, which takes a limit on the length anyway.

use crate::mate::sight::{Attacks, Defences, Detector, Sight, Step, has_reply};
use crate::question::Question;
use crate::solve::SetupError;
use crate::table::{Handle, Payload, Table};
use crate::watch::{StopReason, Watch};
use yomikiri_game::{Aim, Canonical, Key, Played, Player, Status, Tactics, Threats, try_move};

/// Which moves of the attacker are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those that threaten to win at once.
    Threats,
    /// All.
    Full,
}

/// A game that mates can be searched for in.
pub trait Mateable: Canonical + Tactics + Threats {}

impl<G: Canonical + Tactics + Threats> Mateable for G {}

/// What is known of a position with the attacker to move, by scope. Lengths are in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Known {
    /// A mate of this length was found; 0 if none was.
    mate: [u8; 2],
    /// There is none up to this length.
    none: [u8; 2],
}

impl Payload for Known {
    fn to_bits(self) -> u64 {
        let ([threats, full], [no_threats, none]) = (self.mate, self.none);
        1 << 32 | u64::from(u32::from_be_bytes([threats, full, no_threats, none]))
    }

    fn from_bits(bits: u64) -> Self {
        let [threats, full, no_threats, none] = (bits as u32).to_be_bytes();
        Self { mate: [threats, full], none: [no_threats, none] }
    }
}

impl Known {
    /// What it says about a mate within `plies`: its length, none, or nothing.
    fn within(self, plies: u32, scope: Scope) -> Option<Option<u32>> {
        let mate = u32::from(self.mate[scope as usize]);
        if (1..=plies).contains(&mate) {
            Some(Some(mate))
        } else {
            (u32::from(self.none[scope as usize]) >= plies).then_some(None)
        }
    }

    fn learn(&mut self, plies: u32, scope: Scope, mate: Option<u32>) {
        match mate {
            // A mate by threats is one.
            Some(length) => {
                for known in &mut self.mate[scope as usize..] {
                    if *known == 0 || length < u32::from(*known) {
                        *known = length as u8;
                    }
                }
            }
            // Where there is none at all, there is none by threats.
            None => {
                for known in &mut self.none[..=scope as usize] {
                    *known = (*known).max(plies as u8);
                }
            }
        }
    }
}

/// The longest mate that is looked for: lengths are kept in bytes.
pub const LONGEST_MATE: u32 = 255;

/// The table of the search for mates. It may serve for many positions of one game, for either player: whoever
/// is to move attacks.
pub struct MateTable(Table<Known>);

impl MateTable {
    /// A table of that many bytes.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(memory: u64) -> Result<Self, SetupError> {
        Table::new(memory).map(Self)
    }
}

/// A search for mates of one player.
pub(crate) struct MateSearch<'a, 'w, M> {
    pub(crate) attacker: Player,
    pub(crate) sight: Sight<M>,
    table: Handle<'a, Known>,
    pub(crate) watch: &'a mut Watch<'w>,
    /// By depth, the moves that were best lately: the attacker's that mated, the defender's that refuted.
    favourites: Vec<[Option<M>; 2]>,
}

impl<'a, 'w, M: Copy + Eq> MateSearch<'a, 'w, M> {
    pub(crate) fn new(
        attacker: Player,
        detector: Detector,
        table: &'a MateTable,
        watch: &'a mut Watch<'w>,
    ) -> Self {
        let table = table.0.handle();
        Self { attacker, sight: Sight::new(detector, attacker), table, watch, favourites: Vec::new() }
    }

    /// Does a part of the search that may take at most so many nodes.
    pub(crate) fn within_nodes<T>(&mut self, nodes: Option<u64>, part: impl FnOnce(&mut Self) -> T) -> T {
        let limits = self.watch.allow(nodes);
        let result = part(self);
        self.watch.set_limits(limits);
        result
    }

    /// The length of a mate of the attacker, who is to move, within `plies`; the shortest if there is none within
    /// `plies` − 1. `depth` is the number of moves since the position asked about.
    pub(crate) fn attack<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        plies: u32,
        scope: Scope,
        depth: u32,
    ) -> Result<Option<u32>, StopReason> {
        if plies == 0 {
            return Ok(None);
        }
        let key = game.key();
        let mut known = self.table.get(key).map_or(Known::default(), |(known, _)| known);
        if let Some(answer) = known.within(plies, scope) {
            return Ok(answer);
        }
        if scope == Scope::Full && plies > 1 {
            let by_threats = self.attack(game, plies, Scope::Threats, depth)?;
            if by_threats.is_some() {
                return Ok(by_threats);
            }
            known = self.table.get(key).map_or(known, |(known, _)| known);
        }
        self.watch.node()?;
        self.watch.reached(depth)?;
        let before = self.watch.statistics.nodes;
        let found = self.look_for_mate(game, plies, scope, depth)?;
        known = self.table.get(key).map_or(known, |(known, _)| known);
        known.learn(plies, scope, found);
        self.remember(key, known, self.watch.statistics.nodes - before);
        Ok(found)
    }

    fn remember(&mut self, key: Key, known: Known, nodes: u64) {
        self.table.put(key, known, nodes);
        self.table.rest();
        self.watch.show_table(self.table.table());
    }

    fn look_for_mate<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        plies: u32,
        scope: Scope,
        depth: u32,
    ) -> Result<Option<u32>, StopReason> {
        if plies == 1 {
            return Ok(self.wins_at_once(game, scope, depth).then_some(1));
        }
        let Some(attacks) = self.attacks(game, scope, depth) else {
            return Ok(Some(1));
        };
        for Step { m, .. } in attacks {
            let Played::Open(token) = game.play(m) else {
                unreachable!("the look ahead saw that the game goes on");
            };
            let mated = self.defend(game, plies - 1, scope, depth + 1);
            game.undo(token);
            if let Some(length) = mated? {
                self.favour(m, depth);
                return Ok(Some(length + 1));
            }
        }
        Ok(None)
    }

    /// The attacker's moves that a scope has, the best ones first; `None` if he wins at once.
    pub(crate) fn attacks<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        scope: Scope,
        depth: u32,
    ) -> Option<Vec<Step<M>>> {
        match self.sight.attacks(game, depth, scope == Scope::Full) {
            Attacks::Win => None,
            Attacks::Moves(mut attacks) => {
                attacks.sort_by_key(|step| !step.threatens);
                self.put_favourite_first(&mut attacks, depth);
                Some(attacks)
            }
        }
    }

    /// Whether the attacker, who is to move, wins with his next move.
    fn wins_at_once<G: Mateable<Move = M>>(&mut self, game: &mut G, scope: Scope, depth: u32) -> bool {
        self.sight.sees_win(game, depth) || scope == Scope::Full && self.stalemating_move(game).is_some()
    }

    /// A move after which the defender has no legal reply and loses by that.
    pub(crate) fn stalemating_move<G: Mateable<Move = M>>(&self, game: &mut G) -> Option<M> {
        if !game.may_get_stuck() {
            return None;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.into_iter().find(|&m| {
            let won = try_move(game, m, |game, status| {
                status == Status::Open
                    && self.question().answered_by(game.outcome_when_stuck())
                    && !has_reply(game)
            });
            won == Some(true)
        })
    }

    fn question(&self) -> Question {
        Question { can_win: self.attacker }
    }

    /// How long the defender, who is to move, lasts at most, if that is no more than `plies`.
    pub(crate) fn defend<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        plies: u32,
        scope: Scope,
        depth: u32,
    ) -> Result<Option<u32>, StopReason> {
        self.watch.node()?;
        self.watch.reached(depth)?;
        // With a single ply left after his move, only a player without a move is still lost.
        let enough = if plies <= 2 && !game.may_get_stuck() { 1 } else { usize::MAX };
        let (mut longest, mut open) = match self.sight.defences(game, depth, enough) {
            Defences::Escape => return Ok(None),
            Defences::Stuck => {
                return Ok(self.question().answered_by(game.outcome_when_stuck()).then_some(0));
            }
            Defences::Moves { longest_loss, open } => (longest_loss, open),
        };
        if longest > plies || !open.is_empty() && plies < 2 || open.len() >= enough {
            return Ok(None);
        }
        // What makes a threat of its own leaves the attacker least.
        open.sort_by_key(|step| !step.threatens);
        self.put_favourite_first(&mut open, depth);
        for Step { m, .. } in open {
            let Played::Open(token) = game.play(m) else {
                unreachable!("the look ahead saw that the game goes on");
            };
            let length = self.attack(game, plies - 1, scope, depth + 1);
            game.undo(token);
            match length? {
                Some(length) => longest = longest.max(length + 1),
                None => {
                    self.favour(m, depth);
                    return Ok(None);
                }
            }
        }
        Ok(Some(longest))
    }

    fn put_favourite_first(&self, steps: &mut [Step<M>], depth: u32) {
        let Some(favourites) = self.favourites.get(depth as usize) else {
            return;
        };
        for favourite in favourites.iter().rev().flatten() {
            if let Some(at) = steps.iter().position(|step| step.m == *favourite) {
                steps[..=at].rotate_right(1);
            }
        }
    }

    fn favour(&mut self, m: M, depth: u32) {
        let depth = depth as usize;
        if self.favourites.len() <= depth {
            self.favourites.resize(depth + 1, [None; 2]);
        }
        let [first, second] = &mut self.favourites[depth];
        if *first != Some(m) {
            *second = first.replace(m);
        }
    }

    /// The length of the shortest mate of the attacker, who is to move, within `plies`.
    pub(crate) fn shortest<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        plies: u32,
        scope: Scope,
        depth: u32,
    ) -> Result<Option<u32>, StopReason> {
        // A mate of even length is one by a defender who has to help: look for it when there is reason to.
        let mut limit = plies.min(1);
        loop {
            if let Some(length) = self.attack(game, limit, scope, depth)? {
                let shorter = self.attack(game, length - 1, scope, depth)?;
                return Ok(shorter.or(Some(length)));
            }
            if limit == plies {
                return Ok(None);
            }
            limit = (limit + 2).min(plies);
        }
    }

    /// A move that wins at once for the attacker, who is to move.
    pub(crate) fn winning_move<G: Mateable<Move = M>>(&self, game: &mut G) -> Option<M> {
        game.finishing_move(Aim::Win, None).or_else(|| self.stalemating_move(game))
    }
}
