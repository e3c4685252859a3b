//! Positions and moves as proofs write them (`docs/proof-format.md`), and positions as text: the board and the
//! player to move, `.oo.|....|....|.xx. x`.
//!
//! Every board of the right size is a position, as long as no player has more amazons than boards can have. A player
//! without a move may be to move, and has lost.

use crate::board::{Board, MOST_AMAZONS, Square};
use crate::moves::{Move, colour};
use crate::position::Position;
use yomikiri_game::{Exact, Game, Player, PositionError, PositionText, fields, player_and_cells};

/// What the players are called.
const NAMES: [&str; 2] = ["x", "o"];

impl Position {
    fn squares(&self) -> usize {
        usize::from(self.board().width()) * usize::from(self.board().height())
    }

    /// A board of the same size with these squares.
    fn assembled(
        &self,
        squares: impl Iterator<Item = Square>,
        to_move: Player,
    ) -> Result<Self, PositionError> {
        let (mut open, mut amazons) = (0, [0; 2]);
        for (at, square) in squares.enumerate() {
            let bit = 1_u128 << at;
            if square != Square::Arrow {
                open |= bit;
            }
            if let Square::Amazon(player) = square {
                amazons[player as usize] |= bit;
            }
        }
        for player in Player::BOTH {
            let count = amazons[player as usize].count_ones();
            if count > MOST_AMAZONS {
                let reason =
                    format!("{count} amazons of {}: at most {MOST_AMAZONS} are possible", colour(player));
                return Err(PositionError::whole(reason));
            }
        }
        Ok(Self::new(Board::from_sets(self.board().width(), self.board().height(), open, amazons), to_move))
    }
}

impl Exact for Position {
    fn spelt_out(&self) -> String {
        format!("amazons:{}x{}", self.board().width(), self.board().height())
    }

    fn write_cells(&self, into: &mut Vec<u8>) {
        let board = self.board();
        into.push(self.to_move() as u8);
        for row in 0..board.height() {
            into.extend((0..board.width()).map(|column| match board.square(row, column) {
                Square::Empty => 0,
                Square::Amazon(Player::First) => 1,
                Square::Amazon(Player::Second) => 2,
                Square::Arrow => 3,
            }));
        }
    }

    fn read_cells(&self, bytes: &[u8]) -> Result<Self, PositionError> {
        let square = |byte| match byte {
            0 => Some(Square::Empty),
            1 => Some(Square::Amazon(Player::First)),
            2 => Some(Square::Amazon(Player::Second)),
            3 => Some(Square::Arrow),
            _ => None,
        };
        let (to_move, squares) =
            player_and_cells(bytes, self.squares(), square, "expected a square, 0 to 3")?;
        self.assembled(squares.into_iter(), to_move)
    }

    fn code(&self, Move { from, to, arrow }: Move) -> u32 {
        let squares = self.squares() as u32;
        (u32::from(from) * squares + u32::from(to)) * squares + u32::from(arrow)
    }

    fn canonical_image(&self) -> Self {
        // A board that is not square, turned, is a board of another game.
        let images = self.board().images().into_iter().filter(|image| image.width() == self.board().width());
        let images = images.map(|board| Self::new(board, self.to_move()));
        images.min_by_key(Self::cells).unwrap_or_else(|| self.clone())
    }
}

impl PositionText for Position {
    fn position_text(&self) -> String {
        format!("{} {}", self.board(), NAMES[self.to_move() as usize])
    }

    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        let [board, player] = fields(text, ["the board", "the player to move"])?;
        let size = (self.board().width().into(), self.board().height().into());
        let mut squares = Vec::with_capacity(self.squares());
        for cell in board.board(Some(size))?.into_iter().flatten() {
            squares.push(match cell.text {
                "." => Square::Empty,
                "#" => Square::Arrow,
                "x" | "X" => Square::Amazon(Player::First),
                "o" | "O" => Square::Amazon(Player::Second),
                _ => return Err(cell.error("expected x or o (amazons), # (an arrow) or . (nothing)")),
            });
        }
        self.assembled(squares.into_iter(), player.player(NAMES)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Start;

    #[test]
    fn what_is_no_position_is_refused() {
        let start = "amazons:4x4".parse::<Start>().expect("a start").position();
        assert_eq!(start.position_text(), ".oo.|....|....|.xx. x");
        for (text, expected) in [
            (".oo.|....|....|.xx.", "but found 1"),
            (".oo.|....|.xx. x", "3 rows, but the board has 4"),
            (".oo.|....|.....|.xx. x", "row 3 has 5 cells instead of 4"),
            (".oo.|..y.|....|.xx. x", "`y` at place 8"),
            (".oo.|....|....|.xx. black", "`black` at place 21"),
            ("xxxx|xxxx|x...|.... x", "9 amazons of x"),
        ] {
            let error = start.parse_position(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let mut cells = start.cells();
        cells[0] = 2;
        assert!(start.read_cells(&cells).is_err());
        cells[0] = 0;
        cells[5] = 4;
        let error = start.read_cells(&cells).expect_err("no square").to_string();
        assert!(error.contains("`4` at place 6"), "{error}");
        assert!(start.read_cells(&cells[1..]).is_err());
    }
}
