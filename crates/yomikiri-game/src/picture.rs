//! A position as a picture made of characters.
//!
//! A picture says what each character belongs to, not how it is painted: colours are the business of
//! whoever prints it, and a game does not know whether there is a terminal.

use std::fmt;

/// The capability of being shown.
pub trait Drawn {
    /// The position drawn with box-drawing characters, as large as it needs to be.
    fn picture(&self) -> Picture;

    /// A picture of one character per space, for narrow terminals.
    fn small_picture(&self) -> Picture {
        self.picture()
    }
}

/// What a character of a picture belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Coordinates and empty spaces.
    Faint,
}

/// One character of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub symbol: char,
    /// What it belongs to.
    pub ink: Ink,
}

impl Glyph {
    const BLANK: Self = Self { symbol: ' ', ink: Ink::Faint };
}

/// A rectangle of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    glyphs: Vec<Glyph>,
}

impl Picture {
    /// A blank picture.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, glyphs: vec![Glyph::BLANK; width * height] }
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The rows from top to bottom, without trailing blanks.
    pub fn rows(&self) -> impl Iterator<Item = &[Glyph]> {
        self.glyphs.chunks(self.width.max(1)).map(|row| {
            let end = row.iter().rposition(|&g| g != Glyph::BLANK);
            &row[..end.map_or(0, |last| last + 1)]
        })
    }

    /// Writes one character.
    pub fn put(&mut self, row: usize, column: usize, symbol: char, ink: Ink) {
        self.glyphs[row * self.width + column] = Glyph { symbol, ink };
    }

    /// Writes a text from left to right.
    pub fn write(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
        for (offset, symbol) in text.chars().enumerate() {
            self.put(row, column + offset, symbol, ink);
        }
    }
}

impl fmt::Display for Picture {
    /// The bare characters, a line a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            writeln!(f, "{}", row.iter().map(|g| g.symbol).collect::<String>())?;
        }
        Ok(())
    }
}
