//! Clobber: a stone moves onto a neighbour of the other colour, which is removed.
//!
//! A board is `x` and `o` for the stones of Left and Right and `.` for empty squares, rows separated by `/`; or a size, `4x3`,
//! for a board on which the colours alternate.
//!
//! # References
//! - M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe: *An introduction to Clobber*, Integers 5(2), 2005.

use crate::grid::{Cell, Grid};
use crate::{BoardError, Ruleset};
use std::fmt;
use std::str::FromStr;
use yomikiri_game::{Partizan, Player};

/// A board of Clobber.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clobber(Grid);

impl Ruleset for Clobber {
    const WORD: &'static str = "clobber";

    fn moves(&self, player: Player) -> Vec<(String, Self)> {
        let Self(grid) = self;
        let own = match player {
            Player::First => Cell::Left,
            Player::Second => Cell::Right,
        };
        let mut moves = Vec::new();
        for square in (0..grid.size()).filter(|&square| grid.get(square) == own) {
            for to in grid.beside(square).filter(|&to| grid.get(to) == own.exchanged()) {
                let after = grid.with(square, Cell::Empty).with(to, own);
                moves.push((format!("{}{}", grid.name(square), grid.name(to)), Self(after)));
            }
        }
        moves
    }

    fn progress(&self) -> u32 {
        self.0.count(Cell::Empty)
    }

    fn code(&self) -> u128 {
        self.0.code()
    }

    fn images(&self) -> Vec<Self> {
        self.0.mirrors().into_iter().map(|way| Self(self.0.seen(way))).collect()
    }
}

impl Partizan for Clobber {
    fn parts(&self) -> Vec<Self> {
        let has_both = |part: &Grid| part.count(Cell::Left) > 0 && part.count(Cell::Right) > 0;
        self.0.parts(Cell::Empty).into_iter().filter(has_both).map(Self).collect()
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.moves(player).into_iter().map(|(_, after)| after).collect()
    }

    fn normal(&self) -> (Self, bool) {
        let (grid, is_exchanged) = self.0.normal();
        (Self(grid), is_exchanged)
    }
}

impl FromStr for Clobber {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        Grid::read(text, ".xo", |at| if at % 2 == 0 { Cell::Left } else { Cell::Right }).map(Self)
    }
}

impl fmt::Display for Clobber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
