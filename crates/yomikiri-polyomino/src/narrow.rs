//! Seeing one turn ahead: immediate wins, forced blocks, and positions that cannot be won any more.
//!
//! [`Tactics::narrowed`] gives a position whose tree is smaller and whose answer to "can this player win?" is
//! the same:
//!
//! - A player who can win with this turn does so, and only that.
//! - A player whose opponent threatens to win with the next turn takes a cell of every such set, or any
//!   turn if he cannot.
//! - A set is alive for a player if the opponent owns none of its cells and he has stones enough left. Cells
//!   of no living set are all the same, so only the first of them are tried; in keys only what belongs to
//!   living sets counts.
//! - The game is over when the player asked about cannot win any more: no set of his is alive, or the sum of
//!   Erdős and Selfridge (Beck's, for several stones a turn) over the living ones says that the opponent can
//!   break them all.
//!
//! The first turn of a game that says where one of its stones goes is not narrowed: blocks may be out of reach there.
//!
//! # References
//! - P. Erdős, J. L. Selfridge, *On a combinatorial game*, Journal of Combinatorial Theory A 14, 1973.
//! - J. Beck, *Remarks on positional games*, Acta Mathematica Academiae Scientiarum Hungaricae 40, 1982.

use crate::cells::Cells;
use crate::position::{Position, choose};
use yomikiri_game::{Aim, Game, Player, Tactics, Turn};

/// The sum must be below 1 by more than the arithmetic may be wrong.
const SAFE: f64 = 1.0 - 1e-9;

impl<const W: usize> Position<W> {
    /// What a player lacks of each set that is alive for him.
    fn lacking(&self, player: Player) -> impl Iterator<Item = Cells<W>> {
        let (own, other) = (self.stones[player as usize], self.stones[!player as usize]);
        let stones = self.arena.stones_from[player as usize][self.turn];
        let alive = move |set: &&Cells<W>| !set.meets(other);
        let sets = self.arena.sets[player as usize].iter().filter(alive);
        sets.map(move |set| set.without(own)).filter(move |lacking| lacking.len() <= stones)
    }

    /// What the player to move lacks of a set that this turn completes.
    fn within_reach(&self, turn: Turn) -> Option<Cells<W>> {
        let (own, other) = (self.stones[turn.player as usize], self.stones[!turn.player as usize]);
        let sets = &self.arena.sets[turn.player as usize];
        let reached = |set: &&Cells<W>| !set.meets(other) && set.without(own).len() <= u32::from(turn.stones);
        sets.iter().find(reached).map(|set| set.without(own))
    }

    /// Adds the first empty cells to make it a whole turn.
    fn filled(&self, cells: Cells<W>, turn: Turn) -> Cells<W> {
        cells | self.empty().without(cells).first(u32::from(turn.stones) - cells.len())
    }

    /// A turn that wins.
    fn winning_turn(&self) -> Option<Cells<W>> {
        let turn = self.next_turn()?;
        self.within_reach(turn).map(|cells| self.filled(cells, turn))
    }

    /// Whether a player certainly cannot win any more.
    pub(crate) fn is_hopeless(&self, player: Player) -> bool {
        let weights = &self.arena.weights[player as usize][self.turn];
        let sum: f64 = self.lacking(player).map(|lacking| weights[lacking.len() as usize]).sum();
        sum < SAFE
    }

    /// The stones of each player in sets alive for him, and the empty cells of living sets. Together they
    /// say which sets are alive and what each lacks.
    pub(crate) fn what_matters(&self) -> [Cells<W>; 3] {
        let own = self.stones;
        let empty = self.empty();
        let mut matters = [Cells::NONE; 3];
        for player in Player::BOTH {
            let other = own[!player as usize];
            let stones = self.arena.stones_from[player as usize][self.turn];
            for &set in &self.arena.sets[player as usize] {
                if !set.meets(other) && set.without(own[player as usize]).len() <= stones {
                    matters[player as usize] = matters[player as usize] | (set & own[player as usize]);
                    matters[2] = matters[2] | (set & empty);
                }
            }
        }
        matters
    }

    /// The turns of which one is among the best.
    pub(crate) fn promising_turns(&self, turn: Turn, into: &mut Vec<Cells<W>>) {
        if let Some(cells) = self.within_reach(turn) {
            into.push(self.filled(cells, turn));
            return;
        }
        let stones = u32::from(turn.stones);
        let reply = self.arena.turns.get(self.turn + 1).filter(|reply| reply.player != turn.player);
        let reach = reply.map_or(0, |reply| u32::from(reply.stones));
        let threats: Vec<_> = self.lacking(!turn.player).filter(|lacking| lacking.len() <= reach).collect();

        let [_, _, living] = self.what_matters();
        let dead = self.empty().without(living);
        let first = into.len();
        if stones == 1 {
            let blocks = threats.iter().fold(living | dead.first(1), |blocks, &threat| blocks & threat);
            into.extend(blocks.iter().map(Cells::one));
        } else {
            // Of the dead cells, always the first ones.
            for idle in 0..=stones.min(dead.len()) {
                choose(living, stones - idle, dead.first(idle), into);
            }
            let mut at = 0;
            into.retain(|&cells| {
                at += 1;
                at <= first || threats.iter().all(|&threat| threat.meets(cells))
            });
        }
        if into.len() == first {
            into.push(self.filled(Cells::NONE, turn));
        }
    }
}

impl<const W: usize> Tactics for Position<W> {
    fn narrowed(&self, can_win: Player) -> Self {
        Self { asked: Some(can_win), ..self.clone() }
    }

    /// Strategy stealing: an extra stone does no harm, so if the second player could win, the first would
    /// place a stone anywhere and win as he would. A limit on turns changes nothing: a win within the limit
    /// would be a win without it.
    fn cannot_win(&self, player: Player) -> bool {
        self.arena.fair && self.turn == 0 && player == Player::Second
    }

    fn finishing_move(&mut self, aim: Aim, _: Option<Cells<W>>) -> Option<Cells<W>> {
        if self.demanded().is_some() {
            let mut turns = Vec::new();
            self.moves(&mut turns);
            return turns.into_iter().find(|&cells| self.finishes(cells, aim));
        }
        if let Some(turn) = self.winning_turn() {
            return Some(turn);
        }
        let turn = self.next_turn()?;
        let last = self.turn + 1 == self.arena.turns.len();
        match (aim, self.asked) {
            (Aim::Win, _) => None,
            (Aim::Hold, None) => last.then(|| self.filled(Cells::NONE, turn)),
            // Some turn may make it hopeless; only trying them says which.
            (Aim::Hold, Some(_)) => {
                let mut turns = Vec::new();
                self.promising_turns(turn, &mut turns);
                turns.into_iter().find(|&cells| self.finishes(cells, aim))
            }
        }
    }
}
