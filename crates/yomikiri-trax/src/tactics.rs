//! Immediate wins and threats, seen faster than by trying every pair of moves.
//!
//! Every placement is tried once at a position (`trial.rs`). That shows the wins of the player to move and,
//! as if he passed, the wins of his opponent: the threats that he must answer. For a move that ends nothing
//! the question is what the placements do after it: one that wins for the opponent refutes it; one that wins
//! for the mover himself is a threat, which makes it promising.
//!
//! A placement does the same after a move as before, unless the two meet. So a threat of the opponent refutes
//! every move that does not meet it, without that move being played at all; and after a move only the
//! placements that it meets have to be tried again, and those in spaces that had no neighbour before. Besides,
//! where a move makes the box larger, lines across it are looked at again.

use crate::grid::Cell;
use crate::hash::quick_player;
use crate::position::{Position, Turn};
use crate::tile::{Colour, Rim, Side, Tile};
use crate::trial::Trial;
use yomikiri_game::{Aim, Foreseen, Game, Outlook, Played, Player, Prospect, Sieve, Tactics};

impl Position {
    /// Whether a pseudo-legal placement can end the game at all.
    #[inline]
    fn may_finish(&self, cell: Cell, rim: Rim, tile: Tile) -> bool {
        self.rules.capacity() == Some(self.progress() + 1)
            || self.starts_chain(cell, rim, tile)
            || self.completed_lines(cell, rim, tile) != 0
    }

    /// Whether a turn may be played here as far as its own tile is concerned.
    #[inline]
    fn is_pseudo_legal(&self, turn: Turn) -> bool {
        if self.is_empty() {
            return self.first_turns().contains(&turn);
        }
        self.rim(turn.cell()).asks_for(turn.tile()) && self.has_room_for(turn.cell())
    }

    #[inline]
    fn has_room_for(&self, cell: Cell) -> bool {
        self.extent_with(cell).fits(self.rules.largest_span())
    }

    /// Whether a threat still stands after a move, which is not on the board yet, for certain.
    fn stands_after(&self, threat: &Trial, by: Player, trial: &Trial) -> bool {
        let extent = self.extent_with(trial.turn.cell());
        let still_fits = || {
            let cell = threat.turn.cell();
            extent.including(self.grid.row(cell), self.grid.column(cell)).fits(self.rules.largest_span())
        };
        !threat.meets(trial)
            && (extent == self.extent || threat.loops & Colour::of(by).bit() != 0 && still_fits())
    }

    /// What a look at the replies says about a move, which has just been played: whether the player to move
    /// can win at once, or else whether his opponent threatens to. `trials` were made before the move, and
    /// showed no win of the player who made it. `hint` is a reply that won after another move: what wins once often
    /// wins again.
    fn prospect_after(
        &mut self,
        trial: &Trial,
        trials: &[Trial],
        box_grew: bool,
        before: usize,
        hint: &mut Option<Turn>,
    ) -> Prospect {
        let next = self.to_move();
        let (wins, threatens) = (Colour::of(next).bit(), Colour::of(!next).bit());
        let mut seen = 0;
        if let Some(hint) = *hint
            && self.is_pseudo_legal(hint)
        {
            seen = self.winners_by(hint);
            if seen & wins != 0 {
                return Prospect::Settled(next);
            }
        }
        for reply in trials {
            let cell = reply.turn.cell();
            let may_differ = reply.meets(trial) || box_grew && self.is_wide_enough(self.extent_with(cell));
            let still_fits =
                || self.rim(cell).asks_for(reply.turn.tile()) && (!box_grew || self.has_room_for(cell));
            if may_differ && *hint != Some(reply.turn) && still_fits() {
                seen |= self.winners_by(reply.turn);
                if seen & wins != 0 {
                    *hint = Some(reply.turn);
                    return Prospect::Settled(next);
                }
            }
        }
        for at in before..self.journal.len() {
            for side in Side::ALL {
                let space = self.grid.across(self.journal[at].cell, side);
                if self.is_new_space(space, before) && self.has_room_for(space) {
                    for &tile in self.rim(space).choices() {
                        seen |= self.winners_by(Turn::new(space, tile));
                    }
                    if seen & wins != 0 {
                        return Prospect::Settled(next);
                    }
                }
            }
        }
        let mut replies = 0;
        self.find_space(|_, rim| {
            replies += rim.choices().len() as u32;
            None::<()>
        });
        Prospect::Open(Outlook { replies, left: self.left(), threatened: seen & threatens != 0 })
    }

    /// Whether all lines that enter a space come from the tiles placed after the first `before`.
    fn is_new_space(&self, space: Cell, before: usize) -> bool {
        let rim = self.rim(space);
        let is_new = |cell| self.journal[before..].iter().any(|placed| placed.cell == cell);
        rim != Rim::default()
            && Side::ALL
                .into_iter()
                .filter(|side| rim.sides() & side.bit() != 0)
                .all(|side| is_new(self.grid.across(space, side)))
    }
}

impl Tactics for Position {
    fn left(&self) -> Option<u32> {
        self.rules.capacity().map(|capacity| capacity - self.progress())
    }

    /// The same game. Positions that are known to have the same future share a key (`future.rs`).
    fn narrowed(&self, _can_win: Player) -> Self {
        let mut position = self.clone();
        position.is_narrowed = true;
        position
    }

    /// Lines: unlike a loop, one wins only if it spans all tiles.
    fn overlooking(&self) -> Option<Self> {
        let fits = |line: u16| self.rules.limit().is_none_or(|limit| line <= limit);
        self.rules.line().filter(|&line| fits(line)).map(|_| {
            let mut position = self.clone();
            position.rules = self.rules.with_line(None);
            position
        })
    }

    fn is_hopeless_for(&self, player: Player) -> bool {
        self.is_lost_cause(player)
    }

    #[inline]
    fn exact_key(&self) -> Option<u64> {
        Some(self.quick_sum ^ quick_player(self.to_move()))
    }

    #[inline]
    fn foresee(&mut self, turn: Turn) -> Foreseen {
        self.foreseen(turn)
    }

    fn finishing_move(&mut self, aim: Aim, first: Option<Turn>) -> Option<Turn> {
        if let Some(hint) = first
            && self.is_pseudo_legal(hint)
            && self.finishes(hint, aim)
        {
            return Some(hint);
        }
        if self.is_empty() {
            return None;
        }
        let mut candidates = Vec::new();
        self.find_space(|cell, rim| {
            let tiles = rim.choices().iter();
            let tiles = tiles.filter(|&&tile| self.may_finish(cell, rim, tile));
            candidates.extend(tiles.map(|&tile| Turn::new(cell, tile)));
            None::<()>
        });
        candidates.into_iter().find(|&turn| self.finishes(turn, aim))
    }

    /// Played only if its chain is long.
    #[inline]
    fn finishes(&mut self, turn: Turn, aim: Aim) -> bool {
        let player = self.to_move();
        matches!(self.foreseen(turn), Foreseen::Over(outcome) if aim.is_met(player, outcome))
    }

    fn sift(&mut self, aims: [Aim; 2], sieve: &mut impl Sieve<Self>) {
        let mover = self.to_move();
        let is_wanted = |outcome| aims[mover as usize].is_met(mover, outcome);
        let mut trials = std::mem::take(&mut self.trials);
        let mut turns = Vec::with_capacity(trials.capacity());
        trials.clear();
        self.moves(&mut turns);
        let mut threats = Vec::new();
        for turn in turns {
            let trial = self.try_placement(turn);
            // A move that decides the matter need not wait for its turn.
            if trial.legal
                && let Some(outcome) = self.outcome_of(&trial, mover)
                && is_wanted(outcome)
                && sieve.sees(self, turn, Prospect::Over(outcome)).is_break()
            {
                self.trials = trials;
                return;
            }
            if trial.wins_for(!mover) {
                threats.push(trial);
            }
            trials.push(trial);
        }
        let mut hint = threats.first().map(|threat| threat.turn);
        for trial in trials.iter().filter(|trial| trial.legal) {
            let flow = if let Some(outcome) = self.outcome_of(trial, mover) {
                if is_wanted(outcome) {
                    continue;
                }
                sieve.sees(self, trial.turn, Prospect::Over(outcome))
            } else if threats.iter().any(|threat| self.stands_after(threat, !mover, trial)) {
                sieve.sees(self, trial.turn, Prospect::Settled(!mover))
            } else {
                let (before, extent) = (self.journal.len(), self.extent);
                let Played::Open(token) = self.play(trial.turn) else {
                    unreachable!("the trial did not end the game");
                };
                let flow = sieve.meets(self, trial.turn).unwrap_or_else(|| {
                    let box_grew = self.extent != extent;
                    let prospect = self.prospect_after(trial, &trials, box_grew, before, &mut hint);
                    sieve.sees(self, trial.turn, prospect)
                });
                self.undo(token);
                flow
            };
            if flow.is_break() {
                break;
            }
        }
        self.trials = trials;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use yomikiri_game::{Outcome, SplitMix64, playout};

    /// The quick verdict on a placement is what playing it shows, for both colours.
    #[test]
    fn winners_are_seen_without_playing() {
        for name in ["trax:3x3", "trax:5x5", "trax:6x6,line=4", "trax:8x8", "trax", "trax-loop:6x6"] {
            let start = Position::new(name.parse().expect(name));
            let mut found = 0;
            for seed in 0..300 {
                let mut position = start.clone();
                for m in playout(&start, &mut SplitMix64::new(seed), 60).moves {
                    let Played::Open(_) = position.play(m) else {
                        break;
                    };
                    let mut turns = Vec::new();
                    position.moves(&mut turns);
                    for turn in turns {
                        let quick = position.winners_by(turn);
                        let (before, extent) = (position.journal.len(), position.extent);
                        let plain = match position.place_with_chain(turn) {
                            Ok(won) => {
                                assert_eq!(won.lines, position.victory_lines());
                                won.loops | won.lines
                            }
                            Err(_) => 0,
                        };
                        position.unplace_down_to(before);
                        position.extent = extent;
                        assert_eq!(quick, plain, "{turn:?} at {position:?}");
                        found += u32::from(plain != 0);
                    }
                }
            }
            assert!(found > 1000, "{name}: only {found} wins came up");
        }
    }

    /// Everything that a look at the replies claims is true, and but for full boards it overlooks nothing.
    #[test]
    fn prospects_are_complete() {
        for name in ["trax:5x5", "trax:6x6,line=4", "trax:8x8", "trax"] {
            let start = Position::new(name.parse().expect(name));
            for seed in 0..40 {
                let mut position = start.clone();
                for m in playout(&start, &mut SplitMix64::new(seed), 50).moves {
                    let Played::Open(_) = position.play(m) else {
                        break;
                    };
                    let mover = position.to_move();
                    let can_win = position.finishing_move(Aim::Win, None).is_some();
                    position.sift(
                        [Aim::Win; 2],
                        &mut |child: &mut Position, turn: Turn, prospect: Prospect| {
                            if let Prospect::Over(Outcome::Win(winner)) = prospect
                                && winner == mover
                            {
                                // The look at the others may rely on there being no such move.
                                return ControlFlow::Break(());
                            }
                            if let Prospect::Open(outlook) = prospect
                                && !can_win
                            {
                                let mut turns = Vec::new();
                                child.moves(&mut turns);
                                assert_eq!(outlook.replies as usize, turns.len());
                                let winners =
                                    turns.iter().fold(0, |all, &reply| all | child.winners_by(reply));
                                let next = child.to_move();
                                assert_eq!(winners & Colour::of(next).bit(), 0, "{turn:?} then {child:?}");
                                let threatened = winners & Colour::of(!next).bit() != 0;
                                assert_eq!(outlook.threatened, threatened, "{turn:?} then {child:?}");
                            }
                            ControlFlow::Continue(())
                        },
                    );
                }
            }
        }
    }

    /// Exact keys tell apart what lies differently, and do not depend on the order of moves.
    #[test]
    fn exact_keys_are_of_the_position_as_it_lies() {
        let start = Position::new("trax:6x6".parse().expect("a rule set"));
        let mut seen = std::collections::HashMap::new();
        for seed in 0..200 {
            let mut position = start.clone();
            for m in playout(&start, &mut SplitMix64::new(seed), 12).moves {
                let Played::Open(_) = position.play(m) else {
                    break;
                };
                let key = position.exact_key().expect("Trax has exact keys");
                let known = seen.entry(key).or_insert_with(|| position.clone());
                assert!(*known == position, "{known:?} and {position:?}");
                assert_eq!(position.clone().exact_key(), Some(key));
            }
        }
    }
}
