//! Moves as text: `@0/`, `B12+`, `AA3\`.
//!
//! A move is a column, a row and the shape of a tile. Columns are `A B … Z AA AB …` and rows `1 2 …` from
//! the left and top of the current box; `@` and `0` are just outside of it, and so are the numbers after the
//! last. The box may grow with every turn, so the same text means different spaces at different times.
//! Forced tiles are not written. On a given space at most one of the two colourings of a shape fits, so the
//! shape is enough.

use crate::grid::Cell;
use crate::position::{Ending, Position, ThreeLines, Turn};
use crate::tile::{Rim, Sign};
use std::fmt;
use std::str::FromStr;
use yomikiri_game::Notation;

/// A move as written, without a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The column, `@` being 0.
    pub column: u16,
    /// The row.
    pub row: u16,
    /// The shape of the tile.
    pub sign: Sign,
}

/// A column as letters: `@`, `A`, …, `Z`, `AA`, …
struct Column(u16);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = self.0;
        if number == 0 {
            return f.write_str("@");
        }
        let mut letters = Vec::new();
        while number > 0 {
            number -= 1;
            letters.push(char::from(b'A' + (number % 26) as u8));
            number /= 26;
        }
        f.write_str(&letters.into_iter().rev().collect::<String>())
    }
}

/// The letters of a column, `@` for 0.
pub(crate) fn column_letters(column: u16) -> String {
    Column(column).to_string()
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", Column(self.column), self.row, self.sign.symbol())
    }
}

/// Why a text is no move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not of the form column, row, tile.
    #[error("expected {expected} at character {at}, found {found}")]
    Malformed {
        /// What should have come.
        expected: &'static str,
        /// Where, counted from 1.
        at: usize,
        /// What came instead.
        found: String,
    },
    /// A column or row number beyond any board.
    #[error("there is no {0} that far out")]
    TooFar(&'static str),
    /// Something else than the two first moves.
    #[error("the first move is @0/ or @0+")]
    FirstMove,
    /// There is a tile already.
    #[error("{0} already has a tile")]
    Occupied(String),
    /// No tile is next to the space.
    #[error("{0} is not next to any tile")]
    NotAdjacent(String),
    /// The box would become too large.
    #[error("a tile at {space} would make the board larger than {limit}x{limit}")]
    OutsideBox {
        /// The space.
        space: String,
        /// The limit on rows and columns.
        limit: u16,
    },
    /// The tile does not fit its neighbours.
    #[error("`{sign}` does not match the colours around {space}; {fitting} would")]
    Mismatch {
        /// The tile as written.
        sign: char,
        /// The space.
        space: String,
        /// The signs that do match.
        fitting: String,
    },
}

impl FromStr for MoveText {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let mut rest = text.chars().enumerate().peekable();
        let end = text.chars().count();
        let malformed = |expected, next: Option<(usize, char)>| MoveError::Malformed {
            expected,
            at: next.map_or(end, |(at, _)| at) + 1,
            found: next.map_or("the end".to_owned(), |(_, c)| format!("`{c}`")),
        };

        // A number too large for any board is looked at only once the rest is well-formed.
        let mut column = Some(0u16);
        if rest.next_if(|&(_, c)| c == '@').is_none() {
            let mut letters = 0;
            while let Some((_, letter)) = rest.next_if(|&(_, c)| c.is_ascii_alphabetic()) {
                letters += 1;
                let digit = letter.to_ascii_uppercase() as u16 - u16::from(b'A') + 1;
                column = column.and_then(|column| column.checked_mul(26)?.checked_add(digit));
            }
            if letters == 0 {
                return Err(malformed("a column (@, A, B, …)", rest.peek().copied()));
            }
        }

        let mut digits = String::new();
        while let Some((_, digit)) = rest.next_if(|&(_, c)| c.is_ascii_digit()) {
            digits.push(digit);
        }
        if digits.is_empty() {
            return Err(malformed("a row number", rest.peek().copied()));
        }

        let next = rest.next();
        let sign = next
            .and_then(|(_, c)| Sign::from_symbol(c))
            .ok_or_else(|| malformed("a tile (+, / or \\)", next))?;
        if let Some(next) = rest.next() {
            return Err(malformed("the end of the move", Some(next)));
        }
        let column = column.ok_or(MoveError::TooFar("column"))?;
        let row = digits.parse().map_err(|_| MoveError::TooFar("row"))?;
        Ok(Self { column, row, sign })
    }
}

impl Position {
    /// The name of a space in the coordinates of the current box.
    pub(crate) fn space_text(&self, cell: Cell) -> String {
        let (row, column) = self.coordinates(cell);
        format!("{}{row}", Column(column))
    }

    /// Row and column counted from the corner of the box; 0 is just outside. The empty board counts as a
    /// box that the first tile lies just outside of, hence `@0`.
    fn coordinates(&self, cell: Cell) -> (u16, u16) {
        let base = u16::from(!self.is_empty());
        (self.grid.row(cell) + base - self.extent.top, self.grid.column(cell) + base - self.extent.left)
    }

    /// The turn that a text stands for here.
    fn resolve(&self, text: MoveText) -> Result<Turn, MoveError> {
        if self.is_empty() {
            return self
                .first_turns()
                .into_iter()
                .find(|turn| text.column == 0 && text.row == 0 && turn.tile().sign() == text.sign)
                .ok_or(MoveError::FirstMove);
        }
        let MoveText { column, row, sign } = text;
        let space = || format!("{}{row}", Column(column));
        let (height, width) = (self.extent.height(), self.extent.width());
        if row > height + 1 || column > width + 1 {
            return Err(MoveError::NotAdjacent(space()));
        }
        let cell = self.grid.cell(self.extent.top + row - 1, self.extent.left + column - 1);
        let rim = self.rim(cell);
        let limit = self.rules.largest_span();
        if self.tile(cell).is_some() {
            Err(MoveError::Occupied(space()))
        } else if rim == Rim::default() {
            Err(MoveError::NotAdjacent(space()))
        } else if !self.extent_with(cell).fits(limit) {
            Err(MoveError::OutsideBox { space: space(), limit })
        } else {
            let tile = rim.choices().iter().find(|tile| tile.sign() == sign);
            tile.map(|&tile| Turn::new(cell, tile)).ok_or_else(|| {
                let fitting: Vec<_> =
                    rim.choices().iter().map(|tile| format!("`{}`", tile.sign().symbol())).collect();
                MoveError::Mismatch { sign: sign.symbol(), space: space(), fitting: fitting.join(" or ") }
            })
        }
    }
}

/// A move number and what follows it in the same word: `1`, `1.`, `1)`, `1.@0/`. No move begins with a digit.
pub(crate) fn split_number(word: &str) -> (Option<usize>, &str) {
    let (mut number, mut rest) = (None, word);
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (first, after) = rest.split_at(digits);
        let text = after.trim_start_matches(['.', ')', ':']);
        if digits == 0 || text.len() == after.len() && !after.is_empty() {
            return (number, rest);
        }
        // A number too long to count is one all the same.
        number = number.or(Some(first.parse().unwrap_or(usize::MAX)));
        rest = text;
    }
}

impl Notation for Position {
    type Error = MoveError;

    fn move_text(&self, turn: Turn) -> String {
        let (row, column) = self.coordinates(turn.cell());
        let sign = turn.tile().sign();
        MoveText { column, row, sign }.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Turn, MoveError> {
        self.resolve(text.parse()?)
    }

    /// Moves may be numbered: `1. @0/ 2. @1/`.
    fn split_moves(text: &str) -> Vec<&str> {
        text.split_whitespace().map(|word| split_number(word).1).filter(|word| !word.is_empty()).collect()
    }

    fn why_illegal(&self, turn: Turn) -> String {
        match self.clone().place_with_chain(turn) {
            Err(ThreeLines { space, colour }) => {
                format!("three {colour} lines would enter {}", self.space_text(space))
            }
            Ok(_) => "the move is legal".to_owned(),
        }
    }

    fn ending(&mut self) -> &'static str {
        match self.end_reason() {
            Some(Ending::Loop) => "loop",
            Some(Ending::Line) => "line",
            Some(Ending::Full) => "full",
            Some(Ending::Stuck) | None => "stuck",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_may_be_numbered() {
        let split = <Position as Notation>::split_moves;
        assert_eq!(split("1. @0/ 2.@1/ 3 A0+ 4) 5:B1\\ 6.7.@0/"), ["@0/", "@1/", "A0+", "B1\\", "@0/"]);
        // What only looks like a number is left as it is, to be refused as a move.
        assert_eq!(split("12x @0/"), ["12x", "@0/"]);
    }

    #[test]
    fn columns_count_like_a_spreadsheet() {
        for (column, letters) in
            [(0, "@"), (1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (53, "BA"), (702, "ZZ")]
        {
            assert_eq!(Column(column).to_string(), letters);
            let read: MoveText = format!("{letters}7+").parse().expect(letters);
            assert_eq!((read.column, read.row), (column, 7));
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, message) in [
            ("", "expected a column (@, A, B, …) at character 1, found the end"),
            ("7+", "expected a column (@, A, B, …) at character 1, found `7`"),
            ("@+", "expected a row number at character 2, found `+`"),
            ("A1", "expected a tile (+, / or \\) at character 3, found the end"),
            ("A1x", "expected a tile (+, / or \\) at character 3, found `x`"),
            ("A1//", "expected the end of the move at character 4, found `/`"),
            ("@@0/", "expected a row number at character 2, found `@`"),
            ("A99999999999999999999/", "there is no row that far out"),
            ("ZZZZZZZZZZZZZZZZ1/", "there is no column that far out"),
            ("Ä1/", "expected a column (@, A, B, …) at character 1, found `Ä`"),
        ] {
            let error = text.parse::<MoveText>().expect_err(text);
            assert_eq!(error.to_string(), message, "{text:?}");
        }
    }
}
