//! What is where on a board.
//!
//! Three sets of squares as bits of a 128-bit word, which holds up to 10×10 squares. The text form is row by row from the
//! top, rows separated by `|`: `x` and `o` are amazons, `#` an arrow, `.` an empty square.

use crate::geometry::{Geometry, LARGEST};
use std::fmt;
use std::str::FromStr;
use yomikiri_game::Player;

/// The most amazons a player may have on a board. (The usual game has four.)
pub const MOST_AMAZONS: u32 = 8;

/// A board with arrows and amazons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    width: u8,
    height: u8,
    /// Squares that have not been shot, amazons or not. Square 0 is top left, the rest follow row by row.
    open: u128,
    amazons: [u128; 2],
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Nothing.
    Empty,
    /// An arrow.
    Arrow,
    /// An amazon of this player.
    Amazon(Player),
}

/// The squares of a set, by rising number.
pub(crate) fn squares(mut set: u128) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as u8;
            set &= set - 1;
            square
        })
    })
}

impl Board {
    /// An empty board without amazons.
    ///
    /// # Errors
    /// If it would have no squares, or more than 10 rows or columns.
    pub fn empty(width: usize, height: usize) -> Result<Self, BoardError> {
        let most = usize::from(LARGEST);
        if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
            return Err(BoardError::Size { width, height });
        }
        let open = if width * height == 128 { u128::MAX } else { (1 << (width * height)) - 1 };
        Ok(Self { width: width as u8, height: height as u8, open, amazons: [0; 2] })
    }

    /// From sets of squares that the caller knows to be in order.
    pub(crate) fn from_sets(width: u8, height: u8, open: u128, amazons: [u128; 2]) -> Self {
        debug_assert_eq!((amazons[0] | amazons[1]) & !open, 0);
        debug_assert_eq!(amazons[0] & amazons[1], 0);
        Self { width, height, open, amazons }
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// What is in a row and a column, counted from the top left.
    #[must_use]
    pub fn square(&self, row: u8, column: u8) -> Square {
        let bit = 1 << (row * self.width + column);
        if self.amazons[0] & bit != 0 {
            Square::Amazon(Player::First)
        } else if self.amazons[1] & bit != 0 {
            Square::Amazon(Player::Second)
        } else if self.open & bit != 0 {
            Square::Empty
        } else {
            Square::Arrow
        }
    }

    /// The number of empty squares.
    #[must_use]
    pub fn empty_squares(&self) -> u32 {
        self.vacant().count_ones()
    }

    /// The number of amazons of a player.
    #[must_use]
    pub fn amazon_count(&self, player: Player) -> u32 {
        self.amazons(player).count_ones()
    }

    pub(crate) fn open(&self) -> u128 {
        self.open
    }

    pub(crate) fn amazons(&self, player: Player) -> u128 {
        self.amazons[player as usize]
    }

    pub(crate) fn vacant(&self) -> u128 {
        self.open & !self.amazons[0] & !self.amazons[1]
    }

    pub(crate) fn geometry(&self) -> &'static Geometry {
        Geometry::of(self.width, self.height)
    }

    pub(crate) fn with_amazon(mut self, square: u8, player: Player) -> Self {
        self.amazons[player as usize] |= 1 << square;
        self
    }

    /// Moves an amazon and shoots, or the other way round: both are their own opposites.
    pub(crate) fn toggle(&mut self, player: Player, step: u128, arrow: u128) {
        self.amazons[player as usize] ^= step;
        self.open ^= arrow;
    }

    /// The board with the colours exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { amazons: [self.amazons[1], self.amazons[0]], ..*self }
    }

    /// The images under the eight symmetries of the square; half of them have rows and columns exchanged.
    #[must_use]
    pub fn images(&self) -> [Self; 8] {
        std::array::from_fn(|symmetry| self.image(symmetry))
    }

    fn image(&self, symmetry: usize) -> Self {
        let geometry = self.geometry();
        let moved = |set: u128| geometry.image(symmetry, set);
        let (width, height) =
            if symmetry & 4 != 0 { (self.height, self.width) } else { (self.width, self.height) };
        Self { width, height, open: moved(self.open), amazons: self.amazons.map(moved) }
    }

    /// The part of the board that a set of squares covers, everything else being shot, without the rows
    /// and columns around it that have nothing left.
    pub(crate) fn cropped(&self, set: u128) -> Self {
        if set == 0 {
            return Self { width: 1, height: 1, open: 0, amazons: [0; 2] };
        }
        let row = (1u128 << self.width) - 1;
        let top = (set.trailing_zeros() / u32::from(self.width)) as u8;
        let bottom = ((127 - set.leading_zeros()) / u32::from(self.width)) as u8;
        let columns = (top..=bottom).fold(0, |columns, y| columns | set >> (y * self.width) & row);
        let (left, right) = (columns.trailing_zeros() as u8, (127 - columns.leading_zeros()) as u8);
        let width = right - left + 1;
        let kept = (1u128 << width) - 1;
        let moved = |of: u128| {
            (top..=bottom).fold(0, |image, y| {
                image | ((of & set) >> (y * self.width + left) & kept) << ((y - top) * width)
            })
        };
        Self { width, height: bottom - top + 1, open: moved(self.open), amazons: self.amazons.map(moved) }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height {
            if row > 0 {
                f.write_str("|")?;
            }
            for column in 0..self.width {
                f.write_str(match self.square(row, column) {
                    Square::Empty => ".",
                    Square::Arrow => "#",
                    Square::Amazon(Player::First) => "x",
                    Square::Amazon(Player::Second) => "o",
                })?;
            }
        }
        Ok(())
    }
}

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Too small or too large.
    #[error("a board of {width}x{height} squares: it must have 1 to {LARGEST} columns and rows")]
    Size {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// A row of another length than the first.
    #[error("row {row} has {found} squares, but the first row has {expected}")]
    Ragged {
        /// The row, counted from 1 at the top.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A character that means nothing.
    #[error(
        "row {row}, column {column}: `{found}` is not a square (x and o are amazons, # an arrow, . empty)"
    )]
    Unknown {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The column, counted from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// More amazons than a player may have.
    #[error("{count} amazons of {colour}: at most {MOST_AMAZONS} are possible")]
    Amazons {
        /// Whose.
        colour: char,
        /// How many.
        count: u32,
    },
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let text = text.trim();
        let rows: Vec<&str> = text.split('|').collect();
        let width = rows[0].chars().count();
        let mut board = Self::empty(width, rows.len())?;
        for (y, row) in rows.iter().enumerate() {
            let found = row.chars().count();
            for (x, symbol) in row.chars().enumerate().take(width) {
                let bit = 1 << (y * width + x);
                match symbol {
                    'x' | 'X' => board.amazons[0] |= bit,
                    'o' | 'O' => board.amazons[1] |= bit,
                    '#' => board.open &= !bit,
                    '.' => {}
                    _ => {
                        let found = if symbol.is_control() { char::REPLACEMENT_CHARACTER } else { symbol };
                        return Err(BoardError::Unknown { row: y + 1, column: x + 1, found });
                    }
                }
            }
            if found != width {
                return Err(BoardError::Ragged { row: y + 1, found, expected: width });
            }
        }
        for (player, colour) in [(Player::First, 'x'), (Player::Second, 'o')] {
            let count = board.amazon_count(player);
            if count > MOST_AMAZONS {
                return Err(BoardError::Amazons { colour, count });
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_read_back() {
        for text in ["x..#|....|.#.o", "x", "#", "..........|.........x", "xo|ox|..|##"] {
            assert_eq!(text.parse::<Board>().map(|board| board.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("X.O".parse::<Board>(), "x.o".parse());
    }

    #[test]
    fn errors_name_the_place() {
        for (text, message) in [
            ("", "a board of 0x1 squares"),
            ("x..|..", "row 2 has 2 squares, but the first row has 3"),
            ("x..|....", "row 2 has 4"),
            ("x..|.y.", "row 2, column 2: `y`"),
            ("...........", "11x1"),
            (".|.|.|.|.|.|.|.|.|.|.", "1x11"),
            ("xxxxxxxxx", "9 amazons of x"),
        ] {
            match text.parse::<Board>() {
                Ok(_) => panic!("{text} was read"),
                Err(error) => assert!(error.to_string().contains(message), "{text}: {error}"),
            }
        }
    }

    #[test]
    fn symmetries_form_a_group() {
        let board: Board = "x..#|....|.#.o".parse().expect("a board");
        let mut images = board.images().to_vec();
        images.sort_unstable();
        for image in board.images() {
            let mut again = image.images().to_vec();
            again.sort_unstable();
            assert_eq!(again, images);
        }
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn cropping_keeps_a_part() {
        let board: Board = "####|#x.#|#.o#|####".parse().expect("a board");
        assert_eq!(board.cropped(board.open()).to_string(), "x.|.o");
    }
}
