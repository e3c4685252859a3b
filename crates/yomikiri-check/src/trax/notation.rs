//! Trax notation: `@0/`, `A1+`, `AB12\`.
//!
//! A move is a column, a row and a sign. Both coordinates count from the box
//! of the board on which the move is played: 1 is the leftmost column and the
//! topmost row, 0 (written `@` for a column) is just outside, and so is one
//! more than the width or the height. A move has one spelling only: capital
//! letters, no leading zeros, no blanks.

use std::fmt;

/// The sign of a tile: its shape, without its colouring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`: both lines go straight on.
    Cross,
    /// `/`: one line joins north and west, the other south and east.
    Slash,
    /// `\`: one line joins north and east, the other south and west.
    Backslash,
}

impl Sign {
    pub const ALL: [Sign; 3] = [Sign::Cross, Sign::Slash, Sign::Backslash];

    fn from_char(sign: char) -> Option<Sign> {
        match sign {
            '+' => Some(Sign::Cross),
            '/' => Some(Sign::Slash),
            '\\' => Some(Sign::Backslash),
            _ => None,
        }
    }

    fn to_char(self) -> char {
        match self {
            Sign::Cross => '+',
            Sign::Slash => '/',
            Sign::Backslash => '\\',
        }
    }
}

/// A place as written: counted from the box of the board at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub column: u32,
    pub row: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.column), self.row)
    }
}

/// A move as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub place: Place,
    pub sign: Sign,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.place, self.sign.to_char())
    }
}

impl Move {
    /// Reads a move; `None` if the text is not one.
    ///
    /// Coordinates too great for a number are read as the greatest number:
    /// they are far beyond any board either way.
    pub fn parse(text: &str) -> Option<Move> {
        let (column, rest) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
        let (row, sign) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let mut sign = sign.chars();
        let (Some(sign), None) = (sign.next(), sign.next()) else {
            return None;
        };
        Some(Move {
            place: Place { column: parse_column(column)?, row: parse_row(row)? },
            sign: Sign::from_char(sign)?,
        })
    }
}

fn parse_row(digits: &str) -> Option<u32> {
    if digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    let mut row: u32 = 0;
    for digit in digits.chars() {
        row = row.saturating_mul(10).saturating_add(digit.to_digit(10)?);
    }
    Some(row)
}

/// `@` is 0, `A` to `Z` are 1 to 26, `AA` is 27, and so on: the digits are
/// worth 1 to 26, there is no digit for nought.
fn parse_column(letters: &str) -> Option<u32> {
    if letters == "@" {
        return Some(0);
    }
    if letters.is_empty() {
        return None;
    }
    let mut column: u32 = 0;
    for letter in letters.bytes() {
        if !letter.is_ascii_uppercase() {
            return None;
        }
        let worth = u32::from(letter - b'A') + 1;
        column = column.saturating_mul(26).saturating_add(worth);
    }
    Some(column)
}

fn column_name(column: u32) -> String {
    if column == 0 {
        return "@".to_owned();
    }
    let mut letters = Vec::new();
    let mut rest = column;
    while rest > 0 {
        // The lowest digit is worth 1 to 26: take that 1 off to have 0 to 25.
        let lowest = (rest - 1) % 26;
        letters.push(char::from(b'A' + lowest as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_names() {
        for (column, name) in [
            (0, "@"),
            (1, "A"),
            (26, "Z"),
            (27, "AA"),
            (28, "AB"),
            (52, "AZ"),
            (53, "BA"),
            (256, "IV"),
            (702, "ZZ"),
            (703, "AAA"),
        ] {
            assert_eq!(column_name(column), name);
            assert_eq!(parse_column(name), Some(column));
        }
    }

    #[test]
    fn a_move_is_written_as_it_is_read() {
        for text in ["@0/", "@0+", "A1\\", "Z10+", "AA255/", "@12\\", "B0/"] {
            let read = Move::parse(text).map(|m| m.to_string());
            assert_eq!(read.as_deref(), Some(text));
        }
    }

    #[test]
    fn the_parts_of_a_move() {
        let expected = Move { place: Place { column: 28, row: 12 }, sign: Sign::Backslash };
        assert_eq!(Move::parse("AB12\\"), Some(expected));
    }

    #[test]
    fn anything_else_is_not_a_move() {
        for text in [
            "",
            "@",
            "0",
            "/",
            "@0",
            "@/",
            "0/",
            "A1",
            "A/",
            "1/",
            "a1/",
            "A01/",
            "@00/",
            "A-1/",
            "A1//",
            "A1/ ",
            " A1/",
            "A 1/",
            "@A1/",
            "A@1/",
            "@@1/",
            "A1B/",
            "A1x",
            "A1/1",
            "Ä1/",
            "A1\u{2044}",
            "A\u{0661}/",
            "A1\u{0661}/",
            "A1/\0",
            "+1A",
            "A1+/",
        ] {
            assert_eq!(Move::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn absurd_coordinates_are_read_as_the_greatest_number() {
        let read = Move::parse("ZZZZZZZZ99999999999999/").map(|m| m.place);
        let greatest = Place { column: u32::MAX, row: u32::MAX };
        assert_eq!(read, Some(greatest));
        assert!(column_name(u32::MAX).len() > 1);
    }
}
