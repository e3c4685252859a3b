//! Domineering: Left covers two free squares above each other, Right two side by side.
//!
//! A board is `.` for free squares and `#` for covered or missing ones, rows separated by `/`; or a size, `4x3`.
//!
//! # References
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways*, 2nd edition, volume 1, 2001.
//! - M. Lachmann, C. Moore, I. Rapaport: *Who wins Domineering on rectangular boards?*, in More Games of No Chance, 2002.

use crate::grid::{Cell, Grid};
use crate::{BoardError, Ruleset};
use std::fmt;
use std::str::FromStr;
use yomikiri_game::{Partizan, Player};

/// A board of Domineering.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Domineering(Grid);

impl Ruleset for Domineering {
    const WORD: &'static str = "domineering";

    fn moves(&self, player: Player) -> Vec<(String, Self)> {
        let Self(grid) = self;
        let place = |square: usize| {
            let other = match player {
                Player::First => grid.south(square),
                Player::Second => grid.east(square),
            };
            let other =
                other.filter(|&other| [square, other].iter().all(|&at| grid.get(at) == Cell::Empty))?;
            let after = grid.with(square, Cell::Blocked).with(other, Cell::Blocked);
            Some((grid.name(square), Self(after)))
        };
        (0..grid.size()).filter_map(place).collect()
    }

    fn progress(&self) -> u32 {
        self.0.count(Cell::Blocked)
    }

    fn code(&self) -> u128 {
        self.0.code()
    }

    fn images(&self) -> Vec<Self> {
        // A quarter turn would exchange the players.
        (0..4).map(|way| Self(self.0.seen(way))).collect()
    }
}

impl Partizan for Domineering {
    fn parts(&self) -> Vec<Self> {
        // Nobody can move in a single square.
        self.0.parts(Cell::Blocked).into_iter().filter(|part| part.size() > 1).map(Self).collect()
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.moves(player).into_iter().map(|(_, after)| after).collect()
    }

    fn normal(&self) -> (Self, bool) {
        // A quarter turn exchanges the players: the value of what is seen then is the negative.
        let seen = (0..8).map(|way| (Self(self.0.seen(way)), way & 4 != 0));
        seen.min().unwrap_or_else(|| (self.clone(), false))
    }
}

impl FromStr for Domineering {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        Grid::read(text, ".#", |_| Cell::Empty).map(Self)
    }
}

impl fmt::Display for Domineering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
