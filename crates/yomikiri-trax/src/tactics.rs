//! Immediate wins and threats, seen faster than by trying every move.
//!
//! **One move ahead.** Most moves cannot end the game, and that shows without playing them. A tile that
//! starts no chain changes two lines: it cannot close one (both ends would enter its space, which would have
//! been filled long ago), so it ends the game only if one of the two then spans the board, which the table of
//! ends tells, or if it fills the last space. Only moves that start a chain are tried.
//!
//! **Threats.** A placement wins or does not win whoever makes it, so one trial of all placements shows
//! the wins of the player to move and, as if he passed, those of his opponent: the threats that he must
//! answer. A threat does the same after a move as before, unless the two meet. So a threat refutes every move
//! that does not meet it, without that move being played at all; where they do meet, the threat is tried
//! again after the move. Threats that the move itself makes possible are left to the next look.
//!
//! What a placement depends on: the rims of the spaces it fills and of the empty spaces around them, and
//! the entries of the table of ends for the spaces it fills. What a move changes: the same rims, and the
//! entries of the table of ends for the spaces where the lines that it changes end. Besides, a move that makes
//! the box larger can make a line across it fall short.
//!
//! Sets of spaces are 64-bit masks by row and column modulo 8. On larger boards different spaces may share
//! a bit, which only means that a threat is tried once more than needed.
//!
//! Tried and dropped: looking also for the threats that each move makes possible, by trying again after it
//! all placements that it meets. Exact two moves ahead, and half as many nodes in df-pn on 5×5, but three
//! times the cost a node.

use crate::grid::Cell;
use crate::lines::Joined;
use crate::position::{Placed, Position, Turn};
use crate::tile::{Colour, Rim, Side, Tile};
use std::ops::ControlFlow;
use yomikiri_game::{Aim, Game, Outcome, Played, Player, Prospect, Tactics};

/// A set of spaces, by row and column modulo 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Spaces(u64);

impl Spaces {
    fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What a legal placement does, tried at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    turn: Turn,
    /// The colours that close a loop by it.
    loops: u8,
    /// The colours that complete a line across the board by it.
    lines: u8,
    /// The number of tiles it places.
    tiles: u16,
    /// The spaces it fills.
    fills: Spaces,
    /// Those and the empty spaces around them, whose rims it changes.
    rims: Spaces,
    /// The spaces where the lines it changes end.
    ends: Spaces,
}

impl Trial {
    fn wins_for(&self, player: Player) -> bool {
        (self.loops | self.lines) & Colour::of(player).bit() != 0
    }

    /// Whether this placement may do something else once another one has been made.
    fn meets(&self, other: &Self) -> bool {
        self.rims.meet(other.rims) || self.fills.meet(other.ends)
    }
}

impl Position {
    fn as_set(&self, cell: Cell) -> Spaces {
        Spaces(1 << (self.grid.row(cell) % 8 * 8 + self.grid.column(cell) % 8))
    }

    /// Adds to a trial what a tile, placed or about to be, depends on and changes.
    fn note(&self, trial: &mut Trial, Placed { cell, tile, rim }: Placed) {
        trial.fills = trial.fills.with(self.as_set(cell));
        trial.rims = trial.rims.with(self.as_set(cell));
        for side in Side::ALL {
            if rim.sides() & side.bit() == 0 {
                trial.rims = trial.rims.with(self.as_set(self.grid.across(cell, side)));
            }
        }
        for joined in self.joined(cell, tile, rim) {
            if let Joined::Open(a, b) = joined {
                trial.ends = trial.ends.with(self.as_set(a.space())).with(self.as_set(b.space()));
            }
        }
    }

    /// Whether a tile would bring a second line of one colour into a neighbouring space.
    #[inline]
    fn starts_chain(&self, cell: Cell, rim: Rim, tile: Tile) -> bool {
        let open = |side: &Side| rim.sides() & side.bit() == 0;
        Side::ALL.into_iter().filter(open).any(|side| {
            let beyond = self.rim(self.grid.across(cell, side));
            beyond.of(tile.colour_at(side)) != 0
        })
    }

    /// The colours that would complete a line across the board by a tile that starts no chain.
    #[inline]
    fn completed_lines(&self, cell: Cell, rim: Rim, tile: Tile) -> u8 {
        let extent = self.extent_with(cell);
        if !self.is_wide_enough(extent) {
            return 0;
        }
        Colour::BOTH
            .into_iter()
            .zip(self.joined(cell, tile, rim))
            .filter(|&(_, joined)| self.spans(extent, joined))
            .fold(0, |colours, (colour, _)| colours | colour.bit())
    }

    /// Whether a pseudo-legal placement can end the game at all.
    #[inline]
    fn may_finish(&self, cell: Cell, rim: Rim, tile: Tile) -> bool {
        self.rules.capacity() == Some(self.progress() + 1)
            || self.starts_chain(cell, rim, tile)
            || self.completed_lines(cell, rim, tile) != 0
    }

    /// Whether a turn may be played here as far as its own tile is concerned.
    fn is_pseudo_legal(&self, turn: Turn) -> bool {
        if self.is_empty() {
            return self.first_turns().contains(&turn);
        }
        let rim = self.rim(turn.cell());
        rim != Rim::default() && rim.admits(turn.tile()) && self.has_room_for(turn)
    }

    fn has_room_for(&self, turn: Turn) -> bool {
        self.extent_with(turn.cell()).fits(self.rules.largest_span())
    }

    /// Tries a placement; `None` if it is illegal.
    fn try_placement(&mut self, turn: Turn) -> Option<Trial> {
        let mut trial = Trial {
            turn,
            loops: 0,
            lines: 0,
            tiles: 1,
            fills: Spaces::default(),
            rims: Spaces::default(),
            ends: Spaces::default(),
        };
        let (cell, tile) = (turn.cell(), turn.tile());
        let rim = self.rim(cell);
        if !self.starts_chain(cell, rim, tile) {
            trial.lines = self.completed_lines(cell, rim, tile);
            self.note(&mut trial, Placed { cell, tile, rim });
            return Some(trial);
        }
        let (before, extent) = (self.journal.len(), self.extent);
        trial.loops = self.place_with_chain(turn).ok()?;
        trial.lines = self.victory_lines_since(before);
        trial.tiles = (self.journal.len() - before) as u16;
        for &placed in &self.journal[before..] {
            self.note(&mut trial, placed);
        }
        self.unplace_down_to(before);
        self.extent = extent;
        Some(trial)
    }

    /// The outcome of a placement that `mover` makes, if it ends the game.
    fn outcome_of(&self, trial: &Trial, mover: Player) -> Option<Outcome> {
        if trial.wins_for(mover) {
            Some(Outcome::Win(mover))
        } else if trial.wins_for(!mover) {
            Some(Outcome::Win(!mover))
        } else {
            let tiles = self.progress() + u32::from(trial.tiles);
            (self.rules.capacity() == Some(tiles)).then(|| self.rules.outcome_when_full(mover))
        }
    }

    /// Whether a threat still stands after a move, which is not on the board yet, for certain.
    fn stands_after(&self, threat: &Trial, by: Player, trial: &Trial) -> bool {
        let extent = self.extent_with(trial.turn.cell());
        let threatened = (self.grid.row(threat.turn.cell()), self.grid.column(threat.turn.cell()));
        let still_fits = || {
            let (row, column) = threatened;
            extent.including(row, column).fits(self.rules.largest_span())
        };
        !threat.meets(trial)
            && (extent == self.extent || threat.loops & Colour::of(by).bit() != 0 && still_fits())
    }
}

impl Tactics for Position {
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

    fn sift(&mut self, aims: [Aim; 2], mut visit: impl FnMut(&mut Self, Turn, Prospect) -> ControlFlow<()>) {
        let mover = self.to_move();
        let mut trials = std::mem::take(&mut self.surveyed);
        let mut turns = Vec::with_capacity(trials.capacity());
        trials.clear();
        self.moves(&mut turns);
        for turn in turns {
            let Some(trial) = self.try_placement(turn) else {
                continue;
            };
            // A move that decides the matter need not wait for its turn.
            if let Some(outcome) = self.outcome_of(&trial, mover)
                && aims[mover as usize].is_met(mover, outcome)
                && visit(self, turn, Prospect::Over(outcome)).is_break()
            {
                self.surveyed = trials;
                return;
            }
            trials.push(trial);
        }
        let threats: Vec<Trial> = trials.iter().copied().filter(|t| t.wins_for(!mover)).collect();
        for trial in &trials {
            let flow = if let Some(outcome) = self.outcome_of(trial, mover) {
                if aims[mover as usize].is_met(mover, outcome) {
                    continue;
                }
                visit(self, trial.turn, Prospect::Over(outcome))
            } else if threats.iter().any(|threat| self.stands_after(threat, !mover, trial)) {
                visit(self, trial.turn, Prospect::Settled(!mover))
            } else {
                let Played::Open(token) = self.play(trial.turn) else {
                    unreachable!("the trial did not end the game");
                };
                let settled = threats
                    .iter()
                    .any(|threat| self.is_pseudo_legal(threat.turn) && self.finishes(threat.turn, Aim::Win));
                let prospect = if settled { Prospect::Settled(!mover) } else { Prospect::Open };
                let flow = visit(self, trial.turn, prospect);
                self.undo(token);
                flow
            };
            if flow.is_break() {
                break;
            }
        }
        self.surveyed = trials;
    }
}
