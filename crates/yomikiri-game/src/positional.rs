//! Positional games: the players claim cells, and whoever first owns all cells of a winning set wins.
//!
//! This is the form in which a game crate hands such a game to a method that wants the whole of it at once
//! instead of playing it, such as a translation to a formula. Tic-tac-toe, polyomino achievement, k in a row
//! and Hex are positional games.

use crate::Player;

/// A positional game, from some position of it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionalGame {
    /// The names of the cells. A cell is its index in this list.
    pub cells: Vec<String>,
    /// The winning sets of the first and of the second player, each a sorted list of different cells.
    pub winning_sets: [Vec<Vec<u16>>; 2],
    /// The cells that each player owns already; nobody has won yet.
    pub owned: [Vec<u16>; 2],
    /// The turns that are left. When they are over and nobody has won, the game is a draw. There are cells
    /// enough for all of them.
    pub turns: Vec<Turn>,
    /// Where the first stone of the next turn goes.
    pub first_stone: FirstStone,
}

/// Where the first stone of a turn goes. The stones of a turn have no order, so this is about any one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstStone {
    /// To any empty cell.
    Anywhere,
    /// To one of these empty cells, by the rules of the game. The list is sorted and not empty.
    OneOf(Vec<u16>),
    /// To any empty cell; but one of these is among the best, as symmetry shows. The list is sorted.
    BestOf(Vec<u16>),
}

impl FirstStone {
    /// The cells that are worth trying; `None` if nothing is known.
    #[must_use]
    pub fn worth_trying(&self) -> Option<&[u16]> {
        match self {
            Self::Anywhere => None,
            Self::OneOf(cells) | Self::BestOf(cells) => Some(cells),
        }
    }

    /// The cells that the rules demand; `None` if they demand none.
    #[must_use]
    pub fn demanded(&self) -> Option<&[u16]> {
        match self {
            Self::OneOf(cells) => Some(cells),
            Self::Anywhere | Self::BestOf(_) => None,
        }
    }
}

/// One turn of a positional game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who claims.
    pub player: Player,
    /// How many cells, all of them or none.
    pub stones: u8,
}

impl PositionalGame {
    /// The same game cut after so many turns.
    #[must_use]
    pub fn within(mut self, turns: usize) -> Self {
        self.turns.truncate(turns);
        self
    }
}
