//! The board as amazons and arrows on squares.

use crate::board::Square as Content;
use crate::moves::Move;
use crate::position::Position;
use yomikiri_game::{Laid, Layout, Piece, Player, Square};

impl Laid for Position {
    fn layout(&self) -> Layout {
        let board = self.board();
        let (width, height) = (board.width(), board.height());
        let squares = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let pieces = squares.filter_map(|(row, column)| {
            let piece = match board.square(row, column) {
                Content::Empty => return None,
                Content::Arrow => Piece::Arrow,
                Content::Amazon(player) => Piece::Amazon(player),
            };
            Some((Square { x: column.into(), y: row.into() }, piece))
        });
        Layout {
            corner: Square { x: 0, y: 0 },
            columns: (0..width).map(|column| char::from(b'a' + column).to_string()).collect(),
            rows: (0..height).map(|row| (height - row).to_string()).collect(),
            floats: None,
            wraps: false,
            any_order: false,
            pieces: pieces.collect(),
        }
    }

    fn squares(&self, m: Move) -> Vec<Square> {
        let width = self.board().width();
        let square = |number: u8| Square { x: (number % width).into(), y: (number / width).into() };
        [m.from, m.to, m.arrow].map(square).to_vec()
    }

    fn winning(&self) -> Vec<(Square, Player)> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::Start;
    use yomikiri_game::Notation;

    #[test]
    fn squares_are_where_the_names_say() {
        let start: Start = "amazons:4x4".parse().expect("a board");
        let position = start.position();
        let layout = position.layout();
        let name =
            |Square { x, y }: Square| format!("{}{}", layout.columns[x as usize], layout.rows[y as usize]);
        let text = "b1-a2-a1";
        let m = position.parse_move(text).expect("legal");
        let names: Vec<_> = position.squares(m).into_iter().map(name).collect();
        assert_eq!(names.join("-"), text);
        assert!(layout.pieces.contains(&(Square { x: 1, y: 3 }, Piece::Amazon(Player::First))));
    }
}
