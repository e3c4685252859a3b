//! m,n,k-games: put stones on a board of m columns and n rows; k of your own in a row win.
//!
//! Everything fits in two words, so the key is exact: the least of the images, stone by stone.

use crate::{
    Canonical, Drawn, Exact, Game, Ink, Key, Notation, Outcome, Picture, Played, Player, PositionError,
    PositionText, Tactics, Threats, fields,
};

/// A position of an m,n,k-game on at most 60 spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mnk {
    columns: u8,
    rows: u8,
    in_a_row: u8,
    stones: [u64; 2],
}

impl Mnk {
    /// An empty board.
    ///
    /// # Panics
    /// If the board has no space or more than 60.
    #[must_use]
    pub fn new(columns: u8, rows: u8, in_a_row: u8) -> Self {
        let spaces = u32::from(columns) * u32::from(rows);
        assert!((1..=60).contains(&spaces), "a board of {columns}x{rows}");
        Self { columns, rows, in_a_row, stones: [0; 2] }
    }

    fn spaces(&self) -> u8 {
        self.columns * self.rows
    }

    fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Whether `stones` has k in a row through the space `at`.
    fn wins(&self, stones: u64, at: u8) -> bool {
        let (column, row) = (at % self.columns, at / self.columns);
        let run = |dx: i8, dy: i8| {
            (1..)
                .map(|step: i8| (column as i8 + dx * step, row as i8 + dy * step))
                .take_while(|&(x, y)| {
                    (0..self.columns as i8).contains(&x)
                        && (0..self.rows as i8).contains(&y)
                        && stones >> (y as u8 * self.columns + x as u8) & 1 == 1
                })
                .count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|&(dx, dy)| 1 + run(dx, dy) + run(-dx, -dy) >= self.in_a_row as usize)
    }
}

impl Mnk {
    /// The same board with these stones and this player to move, if that can be.
    fn with_stones(&self, stones: [u64; 2], to_move: Player) -> Result<Self, PositionError> {
        let board = Self { stones, ..*self };
        let [first, second] = stones.map(u64::count_ones);
        if !matches!(first.checked_sub(second), Some(0 | 1)) {
            let reason = format!("{first} stones of x and {second} of o: x begins, and they take turns");
            return Err(PositionError::whole(reason));
        }
        if board.to_move() != to_move {
            return Err(PositionError::whole("the other player is to move"));
        }
        let won = |stones: u64| (0..self.spaces()).any(|at| stones >> at & 1 == 1 && self.wins(stones, at));
        if stones.into_iter().any(won) {
            return Err(PositionError::whole(format!("{} in a row: the game is over", self.in_a_row)));
        }
        Ok(board)
    }
}

impl Game for Mnk {
    type Move = u8;
    type Undo = u8;

    fn to_move(&self) -> Player {
        if self.taken().count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn moves(&self, into: &mut Vec<u8>) {
        into.extend((0..self.spaces()).filter(|&space| self.taken() >> space & 1 == 0));
    }

    fn play(&mut self, space: u8) -> Played<u8> {
        let player = self.to_move();
        let own = &mut self.stones[player as usize];
        *own |= 1 << space;
        let own = *own;
        if self.wins(own, space) {
            Played::Over(Outcome::Win(player), space)
        } else if self.taken().count_ones() == u32::from(self.spaces()) {
            Played::Over(Outcome::Draw, space)
        } else {
            Played::Open(space)
        }
    }

    fn undo(&mut self, space: u8) {
        for stones in &mut self.stones {
            *stones &= !(1 << space);
        }
    }

    fn outcome_when_stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn progress(&self) -> u32 {
        self.taken().count_ones()
    }
}

impl Canonical for Mnk {
    fn key(&mut self) -> Key {
        let packed = |image: Self| {
            let shape = u128::from(image.columns) << 120;
            shape | u128::from(image.stones[0]) << 60 | u128::from(image.stones[1])
        };
        Key(self.images().into_iter().map(packed).min().unwrap_or(0))
    }

    fn images(&self) -> Vec<Self> {
        let image = |symmetry: u8| {
            let mut image = Self { stones: [0; 2], ..*self };
            if symmetry & 4 != 0 {
                (image.columns, image.rows) = (self.rows, self.columns);
            }
            for space in 0..self.spaces() {
                let (mut x, mut y) = (space % self.columns, space / self.columns);
                if symmetry & 1 != 0 {
                    x = self.columns - 1 - x;
                }
                if symmetry & 2 != 0 {
                    y = self.rows - 1 - y;
                }
                if symmetry & 4 != 0 {
                    (x, y) = (y, x);
                }
                for (to, from) in image.stones.iter_mut().zip(self.stones) {
                    *to |= (from >> space & 1) << (y * image.columns + x);
                }
            }
            image
        };
        (0..8).map(image).collect()
    }
}

impl Exact for Mnk {
    fn spelt_out(&self) -> String {
        format!("mnk:{}x{},k={}", self.columns, self.rows, self.in_a_row)
    }

    fn write_cells(&self, into: &mut Vec<u8>) {
        into.push(self.to_move() as u8);
        into.extend((0..self.spaces()).map(|space| {
            let stone = |player: usize| (self.stones[player] >> space & 1) as u8;
            stone(0) + 2 * stone(1)
        }));
    }

    fn read_cells(&self, cells: &[u8]) -> Result<Self, PositionError> {
        let length = 1 + usize::from(self.spaces());
        if cells.len() != length {
            return Err(PositionError::whole(format!("{} bytes instead of {length}", cells.len())));
        }
        let to_move = match cells[0] {
            0 => Player::First,
            1 => Player::Second,
            _ => return Err(PositionError::byte(cells, 0, "expected a player, 0 or 1")),
        };
        let mut stones = [0; 2];
        for (space, &cell) in cells[1..].iter().enumerate() {
            match cell {
                0 => {}
                1 | 2 => stones[usize::from(cell - 1)] |= 1 << space,
                _ => return Err(PositionError::byte(cells, space + 1, "expected a cell, 0, 1 or 2")),
            }
        }
        self.with_stones(stones, to_move)
    }

    fn code(&self, space: u8) -> u32 {
        space.into()
    }

    fn canonical_image(&self) -> Self {
        // Rotations of a board that is not square are boards of another game.
        let images = self.images().into_iter().filter(|image| image.columns == self.columns);
        images.min_by_key(Self::cells).unwrap_or_else(|| self.clone())
    }
}

impl PositionText for Mnk {
    fn position_text(&self) -> String {
        let symbol = |space: u8| match (self.stones[0] >> space & 1, self.stones[1] >> space & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        let row = |row: u8| (0..self.columns).map(|column| symbol(row * self.columns + column)).collect();
        let rows: Vec<String> = (0..self.rows).map(row).collect();
        format!("{} {}", rows.join("|"), ["x", "o"][self.to_move() as usize])
    }

    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        let [board, player] = fields(text, ["the board", "the player to move"])?;
        let rows = board.board(Some((self.columns.into(), self.rows.into())))?;
        let mut stones = [0; 2];
        for (space, cell) in rows.into_iter().flatten().enumerate() {
            match cell.text {
                "." => {}
                "x" => stones[0] |= 1 << space,
                "o" => stones[1] |= 1 << space,
                _ => return Err(cell.error("expected x, o or .")),
            }
        }
        self.with_stones(stones, player.player(["x", "o"])?)
    }
}

impl Tactics for Mnk {
    fn left(&self) -> Option<u32> {
        Some(u32::from(self.spaces()) - self.progress())
    }
}

impl Threats for Mnk {
    fn winning_move(&mut self, player: Player) -> Option<u8> {
        (0..self.spaces()).find(|&space| self.would_win(space, player))
    }

    /// Four in a row and the like are all that there is to see, so nothing is overlooked.
    fn evident_win(&mut self, player: Player) -> Option<u8> {
        self.winning_move(player)
    }

    fn would_win(&mut self, space: u8, player: Player) -> bool {
        self.taken() >> space & 1 == 0 && self.wins(self.stones[player as usize] | 1 << space, space)
    }

    fn may_get_stuck(&self) -> bool {
        false
    }
}

/// Why a text is no move of an m,n,k-game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MnkMoveError {
    /// Not a letter and a number.
    #[error("expected a column letter and a row number, such as b2")]
    Malformed,
    /// No such space.
    #[error("there is no such space on a board of {columns}x{rows}")]
    OffBoard {
        /// The width of the board.
        columns: u8,
        /// The height of the board.
        rows: u8,
    },
    /// There is a stone already.
    #[error("the space is taken")]
    Taken,
}

impl Notation for Mnk {
    type Error = MnkMoveError;

    fn move_text(&self, space: u8) -> String {
        let column = char::from(b'a' + space % self.columns);
        format!("{column}{}", space / self.columns + 1)
    }

    fn parse_move(&self, text: &str) -> Result<u8, MnkMoveError> {
        let mut letters = text.chars();
        let column = letters.next().filter(char::is_ascii_lowercase).ok_or(MnkMoveError::Malformed)?;
        let column = column as u8 - b'a';
        let row: u8 = letters.as_str().parse().map_err(|_| MnkMoveError::Malformed)?;
        if column >= self.columns || !(1..=self.rows).contains(&row) {
            return Err(MnkMoveError::OffBoard { columns: self.columns, rows: self.rows });
        }
        let space = (row - 1) * self.columns + column;
        if self.taken() >> space & 1 == 1 {
            return Err(MnkMoveError::Taken);
        }
        Ok(space)
    }

    fn why_illegal(&self, _: u8) -> String {
        unreachable!("every pseudo-legal move of an m,n,k-game is legal")
    }

    fn ending(&mut self) -> &'static str {
        let won = |stones: u64| (0..self.spaces()).any(|at| stones >> at & 1 == 1 && self.wins(stones, at));
        if self.stones.into_iter().any(won) { "line" } else { "full" }
    }
}

impl Drawn for Mnk {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(2 * usize::from(self.columns), self.rows.into());
        for space in 0..self.spaces() {
            let (row, column) = (space / self.columns, 2 * (space % self.columns));
            let (symbol, ink) = match (self.stones[0] >> space & 1, self.stones[1] >> space & 1) {
                (1, _) => ('X', Ink::First),
                (_, 1) => ('O', Ink::Second),
                _ => ('·', Ink::Faint),
            };
            picture.put(row.into(), column.into(), symbol, ink);
        }
        picture
    }

    fn small_picture(&self) -> Picture {
        self.picture()
    }
}

crate::conformance! {
    tic_tac_toe: Mnk = Mnk::new(3, 3, 3), games 200;
    four_by_three: Mnk = Mnk::new(4, 3, 3), games 100;
}

crate::position_conformance! {
    tic_tac_toe_positions: Mnk = Mnk::new(3, 3, 3), games 100;
    four_by_three_positions: Mnk = Mnk::new(4, 3, 3), games 50;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_position_is_refused() {
        let start = Mnk::new(3, 3, 3);
        for (text, expected) in [
            ("...|...|...", "expected 2 words"),
            ("...|...|... x x", "`x` at place 15"),
            ("...|... x", "2 rows, but the board has 3"),
            ("...|..|... x", "`..` at place 5: row 2 has 2 cells"),
            ("...|..z|... x", "`z` at place 7: expected x, o or ."),
            ("...|...|... y", "`y` at place 13: no player"),
            ("x..|...|... x", "the other player"),
            ("xx.|...|... o", "2 stones of x and 0 of o"),
            ("xxx|oo.|... o", "the game is over"),
        ] {
            let error = start.parse_position(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        for (cells, expected) in [
            (&[0, 0, 0][..], "3 bytes instead of 10"),
            (&[2, 0, 0, 0, 0, 0, 0, 0, 0, 0], "`2` at place 1"),
            (&[0, 0, 3, 0, 0, 0, 0, 0, 0, 0], "`3` at place 3"),
            (&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0], "the other player"),
        ] {
            let error = start.read_cells(cells).expect_err(expected).to_string();
            assert!(error.contains(expected), "{cells:?}: {error}");
        }
    }
}
