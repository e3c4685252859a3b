//! The board in characters.

use crate::board::{Board, Square};
use crate::position::Position;
use yomikiri_game::{Drawn, Ink, Picture, Player};

impl Board {
    fn glyph(&self, row: u8, column: u8) -> (char, Ink) {
        match self.square(row, column) {
            Square::Amazon(Player::First) => ('x', Ink::First),
            Square::Amazon(Player::Second) => ('o', Ink::Second),
            Square::Arrow => ('#', Ink::Faint),
            Square::Empty => ('·', Ink::Faint),
        }
    }
}

impl Drawn for Board {
    /// Two characters a square, rows numbered from the bottom, columns lettered.
    fn picture(&self) -> Picture {
        let (width, height) = (self.width(), self.height());
        let margin = 3;
        let mut picture = Picture::new(margin + 2 * usize::from(width), 1 + usize::from(height));
        for row in 0..height {
            let number = format!("{:>2}", height - row);
            picture.write(row.into(), 0, &number, Ink::Faint);
            for column in 0..width {
                let (symbol, ink) = self.glyph(row, column);
                picture.put(row.into(), margin + 2 * usize::from(column), symbol, ink);
            }
        }
        for column in 0..width {
            let letter = char::from(b'a' + column);
            picture.put(height.into(), margin + 2 * usize::from(column), letter, Ink::Faint);
        }
        picture
    }

    fn small_picture(&self) -> Picture {
        let mut picture = Picture::new(self.width().into(), self.height().into());
        for row in 0..self.height() {
            for column in 0..self.width() {
                let (symbol, ink) = self.glyph(row, column);
                picture.put(row.into(), column.into(), symbol, ink);
            }
        }
        picture
    }
}

impl Drawn for Position {
    fn picture(&self) -> Picture {
        self.board().picture()
    }

    fn small_picture(&self) -> Picture {
        self.board().small_picture()
    }
}
