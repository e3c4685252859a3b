//! Immediate wins, seen faster than by trying every move.
//!
//! **One move ahead.** Most moves cannot end the game, and that shows without playing them. A tile that
//! starts no chain changes two lines: it cannot close one (both ends would enter its space, which would have
//! been filled long ago), so it ends the game only if one of the two then spans the board, which the table of
//! ends tells, or if it fills the last space. Only moves that start a chain are tried.
//!
//! **Two moves ahead.** To know for each move whether the opponent can end the game next, it would seem
//! that after each move every reply has to be looked at. But a reply does the same after a move as it would
//! do before, unless the two meet. So every placement is tried once at the position itself, remembering which
//! spaces its course depended on; after a move, only the placements that depended on a space which the move
//! has touched are tried again, and those in spaces that had no neighbour before. In particular a threat of
//! the opponent refutes every move that does not touch it, without that move being played at all.
//!
//! What a placement depends on: the rims of the spaces it fills and of their neighbours, and the entries of
//! the table of ends for the spaces it fills. What a move touches: the rims of the spaces it fills and of
//! their neighbours, and the entries of the table of ends for the spaces where the lines it changes end. Two
//! more things matter that are not spaces: the box (for lines across it and for its limit) and the number of
//! tiles (for a full board). Where those could make a difference, every reply is looked at after all.
//!
//! Sets of spaces are 64-bit masks by row and column modulo 8. On larger boards different spaces may share
//! a bit, which only means that a placement is tried once more than needed.

use crate::grid::{Cell, Extent};
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

/// By row and column modulo 8: a space with its four neighbours.
const NEIGHBOURHOODS: [Spaces; 64] = {
    let mut table = [Spaces(0); 64];
    let mut at = 0;
    while at < 64 {
        let (row, column) = (at / 8, at % 8);
        let north = (row + 7) % 8 * 8 + column;
        let south = (row + 1) % 8 * 8 + column;
        let west = row * 8 + (column + 7) % 8;
        let east = row * 8 + (column + 1) % 8;
        table[at] = Spaces(1 << at | 1 << north | 1 << south | 1 << west | 1 << east);
        at += 1;
    }
    table
};

/// What a placement does, tried at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    turn: Turn,
    /// Whether it is legal; if not, only `depends_on` means anything.
    legal: bool,
    /// The colours that win by it.
    winners: u8,
    /// The number of tiles it places.
    tiles: u16,
    depends_on: Spaces,
    touches: Spaces,
}

/// What two moves of looking ahead work with at one position.
struct Survey<'a> {
    trials: &'a [Trial],
    /// The longest chain among them.
    most_tiles: u16,
    /// The player who may refute moves, and what he is after.
    opponent: Player,
    aim: Aim,
}

impl Position {
    fn space_number(&self, cell: Cell) -> usize {
        usize::from(self.grid.row(cell) % 8 * 8 + self.grid.column(cell) % 8)
    }

    fn neighbourhood(&self, cell: Cell) -> Spaces {
        NEIGHBOURHOODS[self.space_number(cell)]
    }

    /// The spaces where the lines through a tile end, which is or could be placed.
    fn line_ends(&self, cell: Cell, tile: Tile, rim: Rim) -> Spaces {
        let mut spaces = Spaces::default();
        for colour in Colour::BOTH {
            if let Joined::Open(a, b) = self.joined(cell, tile, rim, colour) {
                let bits = 1 << self.space_number(a.space()) | 1 << self.space_number(b.space());
                spaces = spaces.with(Spaces(bits));
            }
        }
        spaces
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
            .filter(|&colour| self.spans(extent, self.joined(cell, tile, rim, colour)))
            .fold(0, |colours, colour| colours | colour.bit())
    }

    /// Whether a turn may be played here as far as its own tile is concerned.
    pub(crate) fn is_pseudo_legal(&self, turn: Turn) -> bool {
        if self.is_empty() {
            return self.first_turns().contains(&turn);
        }
        let rim = self.rim(turn.cell());
        rim != Rim::default() && rim.admits(turn.tile()) && self.has_room_for(turn)
    }

    fn has_room_for(&self, turn: Turn) -> bool {
        self.extent_with(turn.cell())
            .fits(self.rules.largest_span())
    }

    /// Whether a pseudo-legal placement can end the game at all.
    #[inline]
    fn may_finish(&self, cell: Cell, rim: Rim, tile: Tile) -> bool {
        self.rules.capacity() == Some(self.progress() + 1)
            || self.starts_chain(cell, rim, tile)
            || self.completed_lines(cell, rim, tile) != 0
    }

    /// Tries a placement.
    fn try_placement(&mut self, cell: Cell, rim: Rim, tile: Tile) -> Trial {
        let turn = Turn::new(cell, tile);
        let neighbourhood = self.neighbourhood(cell);
        if !self.starts_chain(cell, rim, tile) {
            return Trial {
                turn,
                legal: true,
                winners: self.completed_lines(cell, rim, tile),
                tiles: 1,
                depends_on: neighbourhood,
                touches: neighbourhood.with(self.line_ends(cell, tile, rim)),
            };
        }
        let (before, extent) = (self.journal.len(), self.extent);
        let mut trial = Trial {
            turn,
            legal: false,
            winners: 0,
            tiles: 0,
            depends_on: Spaces::default(),
            touches: Spaces::default(),
        };
        let chain = self.lay_chain(turn);
        for &Placed { cell, tile, rim } in &self.journal[before..] {
            trial.depends_on = trial.depends_on.with(self.neighbourhood(cell));
            trial.touches = trial.touches.with(self.line_ends(cell, tile, rim));
        }
        trial.touches = trial.touches.with(trial.depends_on);
        if let Ok(loops) = chain {
            trial.legal = true;
            trial.winners = loops | self.victory_lines_since(before);
            trial.tiles = (self.journal.len() - before) as u16;
        }
        self.unplace_down_to(before);
        self.extent = extent;
        trial
    }

    /// The outcome of a placement that `mover` makes, if it ends the game.
    fn outcome_of(&self, trial: &Trial, mover: Player) -> Option<Outcome> {
        if trial.winners & Colour::of(mover).bit() != 0 {
            Some(Outcome::Win(mover))
        } else if trial.winners != 0 {
            Some(Outcome::Win(!mover))
        } else {
            let full = self.rules.capacity() == Some(self.progress() + u32::from(trial.tiles));
            full.then(|| self.rules.outcome_when_full(mover))
        }
    }

    /// Whether a move makes the box larger where that can make or break a line across it, also one that the
    /// move does not touch.
    fn changes_lines_across(&self, trial: &Trial) -> bool {
        let extent = self.extent_with(trial.turn.cell());
        // One more, since the reply may make the box larger again.
        let longest = extent.height().max(extent.width()) + 1;
        extent != self.extent && self.rules.line().is_some_and(|line| longest >= line)
    }

    /// Whether, after a move, a reply that the move does not touch may fill the board.
    fn leaves_few_spaces(&self, survey: &Survey<'_>, trial: &Trial) -> bool {
        let tiles = self.progress() + u32::from(trial.tiles) + u32::from(survey.most_tiles);
        self.rules.capacity().is_some_and(|full| tiles >= full)
    }

    /// Whether a threat of the opponent is left alone by a move, which is not on the board yet.
    fn refuted_by_standing_threat(&self, survey: &Survey<'_>, trial: &Trial) -> bool {
        let wins = Colour::of(survey.opponent).bit();
        let extent = self.extent_with(trial.turn.cell());
        survey.trials.iter().any(|threat| {
            threat.legal
                && threat.winners & wins != 0
                && !threat.depends_on.meet(trial.touches)
                && self.still_has_room(extent, threat.turn)
        })
    }

    fn still_has_room(&self, extent: Extent, turn: Turn) -> bool {
        let (row, column) = (self.grid.row(turn.cell()), self.grid.column(turn.cell()));
        extent
            .including(row, column)
            .fits(self.rules.largest_span())
    }

    /// Whether the opponent can finish with a reply that the move `trial`, now on the board, has touched or
    /// made possible.
    fn touched_reply_finishes(
        &mut self,
        survey: &Survey<'_>,
        trial: &Trial,
        before: usize,
    ) -> bool {
        let touched = survey
            .trials
            .iter()
            .filter(|reply| reply.depends_on.meet(trial.touches));
        for reply in touched {
            let (cell, tile) = (reply.turn.cell(), reply.turn.tile());
            if self.is_pseudo_legal(reply.turn)
                && self.may_finish(cell, self.rim(cell), tile)
                && self.finishes(reply.turn, survey.aim)
            {
                return true;
            }
        }
        for at in before..self.journal.len() {
            for side in Side::ALL {
                let space = self.grid.across(self.journal[at].cell, side);
                if self.is_new_space(space, before)
                    && self.reply_in_space_finishes(space, survey.aim)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether all lines that enter a space come from the tiles placed after the first `before`.
    fn is_new_space(&self, space: Cell, before: usize) -> bool {
        let rim = self.rim(space);
        let is_new = |cell| {
            self.journal[before..]
                .iter()
                .any(|placed| placed.cell == cell)
        };
        rim != Rim::default()
            && Side::ALL
                .into_iter()
                .filter(|side| rim.sides() & side.bit() != 0)
                .all(|side| is_new(self.grid.across(space, side)))
    }

    fn reply_in_space_finishes(&mut self, space: Cell, aim: Aim) -> bool {
        let rim = self.rim(space);
        rim.choices().iter().any(|&tile| {
            let turn = Turn::new(space, tile);
            self.has_room_for(turn) && self.may_finish(space, rim, tile) && self.finishes(turn, aim)
        })
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
        candidates
            .into_iter()
            .find(|&turn| self.finishes(turn, aim))
    }

    fn sift(
        &mut self,
        aims: [Aim; 2],
        mut visit: impl FnMut(&mut Self, Turn, Prospect) -> ControlFlow<()>,
    ) {
        let mover = self.to_move();
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let mut trials = std::mem::take(&mut self.surveyed);
        trials.clear();
        for turn in moves {
            trials.push(self.try_placement(turn.cell(), self.rim(turn.cell()), turn.tile()));
        }
        let survey = Survey {
            trials: &trials,
            most_tiles: trials.iter().map(|trial| trial.tiles).max().unwrap_or(0),
            opponent: !mover,
            aim: aims[!mover as usize],
        };
        for trial in survey.trials.iter().filter(|trial| trial.legal) {
            let flow = if let Some(outcome) = self.outcome_of(trial, mover) {
                visit(self, trial.turn, Prospect::Over(outcome))
            } else if !self.changes_lines_across(trial)
                && self.refuted_by_standing_threat(&survey, trial)
            {
                visit(self, trial.turn, Prospect::Settled(survey.opponent))
            } else {
                let look_at_all =
                    self.changes_lines_across(trial) || self.leaves_few_spaces(&survey, trial);
                let before = self.journal.len();
                let Played::Open(token) = self.play(trial.turn) else {
                    unreachable!("the trial did not end the game");
                };
                let settled = if look_at_all {
                    self.finishing_move(survey.aim, None).is_some()
                } else {
                    self.touched_reply_finishes(&survey, trial, before)
                };
                let prospect = if settled {
                    Prospect::Settled(survey.opponent)
                } else {
                    Prospect::Open
                };
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
