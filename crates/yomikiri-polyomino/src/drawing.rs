//! The board as characters.

use crate::position::Position;
use yomikiri_game::{Drawn, Ink, Picture, Player};

impl<const W: usize> Position<W> {
    fn symbol(&self, cell: u16) -> (char, Ink) {
        match self.owner(cell) {
            Some(Player::First) => ('X', Ink::First),
            Some(Player::Second) => ('O', Ink::Second),
            None => ('·', Ink::Faint),
        }
    }

    /// Without a board: the cells one below the other, with their names.
    fn list(&self) -> Picture {
        let names = &self.arena.names;
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut picture = Picture::new(widest + 2, names.len());
        for (cell, name) in names.iter().enumerate() {
            let (symbol, ink) = self.symbol(cell as u16);
            picture.put(cell, 0, symbol, ink);
            picture.write(cell, 2, name, Ink::Faint);
        }
        picture
    }
}

impl<const W: usize> Drawn for Position<W> {
    fn picture(&self) -> Picture {
        let Some(board) = self.arena.board else {
            return self.list();
        };
        let (columns, rows) = (usize::from(board.columns()), usize::from(board.rows()));
        let mut picture = Picture::new(2 * columns + 2, rows + 1);
        for column in 0..columns {
            picture.put(0, 2 * column + 3, char::from(b'a' + column as u8), Ink::Faint);
        }
        for row in 0..rows {
            picture.write(row + 1, 0, &format!("{:>2}", row + 1), Ink::Faint);
            for column in 0..columns {
                let (symbol, ink) = self.symbol((row * columns + column) as u16);
                picture.put(row + 1, 2 * column + 3, symbol, ink);
            }
        }
        picture
    }

    fn small_picture(&self) -> Picture {
        let Some(board) = self.arena.board else {
            return self.list();
        };
        let columns = usize::from(board.columns());
        let mut picture = Picture::new(columns, board.rows().into());
        for cell in 0..board.cells() {
            let (symbol, ink) = self.symbol(cell as u16);
            picture.put(cell / columns, cell % columns, symbol, ink);
        }
        picture
    }
}
