//! The boards that games start from.
//!
//! Only 10×10 has a standard. The smaller ones follow its pattern as far as there is room: amazons on the
//! edge, those of the first player below. On 4×4 and 5×5 each player has two, so that there is a game left
//! to play.

use crate::board::Board;
use crate::position::Position;
use std::fmt;
use std::str::FromStr;
use yomikiri_game::Player;

/// The smallest board that has a start, and the largest.
const SIZES: std::ops::RangeInclusive<u8> = 4..=10;

/// A game from a named start: `amazons:10x10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    size: u8,
}

impl Start {
    /// The squares of the first player's amazons: columns and rows from the bottom, counted from 0. Those of
    /// the second player mirror them.
    fn squares(self) -> &'static [(u8, u8)] {
        match self.size {
            4 => &[(1, 0), (2, 0)],
            5 => &[(1, 0), (3, 0)],
            6 => &[(0, 1), (2, 0), (3, 0), (5, 1)],
            7 => &[(0, 2), (2, 0), (4, 0), (6, 2)],
            8 => &[(0, 2), (2, 0), (5, 0), (7, 2)],
            9 => &[(0, 3), (3, 0), (5, 0), (8, 3)],
            _ => &[(0, 3), (3, 0), (6, 0), (9, 3)],
        }
    }

    /// The starting position.
    #[must_use]
    pub fn position(self) -> Position {
        let size = self.size;
        let open = (1 << (u32::from(size) * u32::from(size))) - 1;
        let board = Board::from_sets(size, size, open, [0; 2]);
        let board = self.squares().iter().fold(board, |board, &(column, row)| {
            let below = (size - 1 - row) * size + column;
            let above = row * size + column;
            board.with_amazon(below, Player::First).with_amazon(above, Player::Second)
        });
        Position::new(board, Player::First)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "amazons:{0}x{0}", self.size)
    }
}

/// Why a text names no start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Not Amazons at all.
    #[error("`{0}` is not Amazons (known: amazons:4x4 to amazons:10x10)")]
    Kind(String),
    /// A board without a start.
    #[error("`{0}` is not a board that a game starts on: it must be square, from 4x4 to 10x10")]
    Size(String),
}

impl FromStr for Start {
    type Err = StartError;

    fn from_str(text: &str) -> Result<Self, StartError> {
        let size = match text.split_once(':') {
            Some(("amazons", size)) => size,
            None if text == "amazons" => "10x10",
            _ => return Err(StartError::Kind(text.to_owned())),
        };
        let starts = SIZES.map(|size| Self { size });
        starts
            .into_iter()
            .find(|start| size == format!("{0}x{0}", start.size))
            .ok_or_else(|| StartError::Size(size.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_have_names_and_are_even() {
        for size in SIZES {
            let start = Start { size };
            assert_eq!(start.to_string().parse(), Ok(start));
            let position = start.position();
            let board = position.board();
            let counts = Player::BOTH.map(|player| board.amazon_count(player));
            assert!(counts[0] == counts[1] && counts[0] >= 2, "{board}");
            // Turned upside down with the colours exchanged it is the same.
            assert!(board.swapped().images().contains(board));
        }
        assert_eq!("amazons".parse::<Start>(), Ok(Start { size: 10 }));
        for wrong in ["amazons:3x3", "amazons:4x5", "amazons:11x11", "amazon:4x4", "amazons:4"] {
            assert!(wrong.parse::<Start>().is_err(), "{wrong}");
        }
    }
}
