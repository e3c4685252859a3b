//! m,n,k-games: k in a row on a board of m columns and n rows.
//!
//! The smallest game that the checker knows, here to keep the format of proofs honest: nothing in it may be
//! peculiar to Trax.

use crate::referee::{Outcome, Played, Player, Referee, undescribed};

/// No more cells than this.
const MOST_CELLS: usize = 60;

/// What lies on a cell. The stones are the bytes of the format.
const FREE: u8 = 0;

fn stone(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

/// A position of an m,n,k-game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mnk {
    width: usize,
    height: usize,
    /// How many in a row win.
    k: usize,
    to_move: Player,
    cells: Vec<u8>,
    /// The cells played on since the position was put up.
    played: Vec<usize>,
}

impl Mnk {
    /// The empty board, or what is wrong with these numbers.
    fn new(width: usize, height: usize, k: usize) -> Result<Self, String> {
        if width == 0 || height == 0 || width.saturating_mul(height) > MOST_CELLS {
            return Err(format!("the board must have from 1 to {MOST_CELLS} cells"));
        }
        if !(1..=MOST_CELLS).contains(&k) {
            return Err(format!("k must be from 1 to {MOST_CELLS}"));
        }
        let cells = vec![FREE; width * height];
        Ok(Self { width, height, k, to_move: Player::First, cells, played: Vec::new() })
    }

    /// Whether the stone on a cell is one of k in a row.
    fn wins(&self, cell: usize) -> bool {
        const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
        DIRECTIONS.into_iter().any(|(down, right)| {
            let one_way = self.run(cell, down, right);
            let other_way = self.run(cell, -down, -right);
            1 + one_way + other_way >= self.k
        })
    }

    /// How many stones like that on `cell` follow it in a direction.
    fn run(&self, cell: usize, down: isize, right: isize) -> usize {
        let (mut row, mut column) = (cell / self.width, cell % self.width);
        let mut count = 0;
        loop {
            let next = (row.checked_add_signed(down), column.checked_add_signed(right));
            let (Some(next_row), Some(next_column)) = next else {
                return count;
            };
            if next_row >= self.height || next_column >= self.width {
                return count;
            }
            (row, column) = (next_row, next_column);
            if self.cells[row * self.width + column] != self.cells[cell] {
                return count;
            }
            count += 1;
        }
    }

    fn is_full(&self) -> bool {
        !self.cells.contains(&FREE)
    }

    /// The cells of an image: rows and columns exchanged or not, then either or both in reverse.
    fn image(&self, exchanged: bool, upside_down: bool, back_to_front: bool) -> Vec<u8> {
        let mut image = Vec::with_capacity(self.cells.len());
        for row in 0..self.height {
            for column in 0..self.width {
                let row = if upside_down { self.height - 1 - row } else { row };
                let column = if back_to_front { self.width - 1 - column } else { column };
                let (row, column) = if exchanged { (column, row) } else { (row, column) };
                image.push(self.cells[row * self.width + column]);
            }
        }
        image
    }

    fn mover_byte(&self) -> u8 {
        stone(self.to_move) - 1
    }
}

impl Referee for Mnk {
    fn start(name: &str, definition: Option<&str>) -> Result<Self, String> {
        undescribed(definition)?;
        let numbers = || {
            let (board, k) = name.strip_prefix("mnk:")?.split_once(",k=")?;
            let (width, height) = board.split_once('x')?;
            Some((number(width)?, number(height)?, number(k)?))
        };
        let (width, height, k) = numbers().ok_or("expected mnk:WxH,k=K")?;
        Mnk::new(width, height, k)
    }

    fn short_name(&self) -> String {
        format!("mnk:{}x{},k={}", self.width, self.height, self.k)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn candidates(&self, codes: &mut Vec<u32>) {
        codes.extend((0..).zip(&self.cells).filter(|&(_, &cell)| cell == FREE).map(|(code, _)| code));
    }

    fn play(&mut self, code: u32) -> Played {
        let cell = code as usize;
        if self.cells.get(cell) != Some(&FREE) {
            return Played::Illegal;
        }
        let mover = self.to_move;
        self.cells[cell] = stone(mover);
        self.played.push(cell);
        self.to_move = mover.opponent();
        if self.wins(cell) {
            Played::Over(Outcome::Win(mover))
        } else if self.is_full() {
            Played::Over(Outcome::Draw)
        } else {
            Played::Open
        }
    }

    fn undo(&mut self) {
        if let Some(cell) = self.played.pop() {
            self.cells[cell] = FREE;
            self.to_move = self.to_move.opponent();
        }
    }

    /// Nobody is ever stuck before the board is full.
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn position_text(&self) -> String {
        let symbol = |&cell: &u8| ['.', 'x', 'o'][usize::from(cell)];
        let rows: Vec<String> =
            self.cells.chunks(self.width).map(|row| row.iter().map(symbol).collect()).collect();
        format!("{} {}", rows.join("|"), ['x', 'o'][usize::from(self.mover_byte())])
    }

    fn position(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.mover_byte());
        bytes.extend_from_slice(&self.cells);
    }

    fn canonical(&self, bytes: &mut Vec<u8>) {
        let square = self.width == self.height;
        let mut least = self.cells.clone();
        for exchanged in [false, true] {
            for (upside_down, back_to_front) in [(false, false), (false, true), (true, false), (true, true)] {
                if !exchanged || square {
                    least = least.min(self.image(exchanged, upside_down, back_to_front));
                }
            }
        }
        bytes.push(self.mover_byte());
        bytes.extend(least);
    }

    fn fingerprint(&self) -> u64 {
        self.cells.iter().fold(0, |sum: u64, &cell| sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) + u64::from(cell))
    }

    fn longest_position(&self) -> usize {
        1 + self.cells.len()
    }

    fn set_position(&mut self, bytes: &[u8]) -> Result<(), String> {
        let Some((&mover, cells)) = bytes.split_first() else {
            return Err("it is empty".to_owned());
        };
        if cells.len() != self.cells.len() {
            return Err(format!("it has {} cells instead of {}", cells.len(), self.cells.len()));
        }
        if let Some(&strange) = cells.iter().find(|&&cell| cell > stone(Player::Second)) {
            return Err(format!("{strange} does not stand for a cell"));
        }
        let count = |player| cells.iter().filter(|&&cell| cell == stone(player)).count();
        let (first, second) = (count(Player::First), count(Player::Second));
        let to_move = match first.checked_sub(second) {
            Some(0) => Player::First,
            Some(1) => Player::Second,
            _ => return Err(format!("it has {first} stones of the first player, {second} of the second")),
        };
        if mover != stone(to_move) - 1 {
            return Err("the other player is to move".to_owned());
        }
        let put_up = Mnk { to_move, cells: cells.to_vec(), played: Vec::new(), ..*self };
        if (0..cells.len()).any(|cell| cells[cell] != FREE && put_up.wins(cell)) || put_up.is_full() {
            return Err("the game is over".to_owned());
        }
        *self = put_up;
        Ok(())
    }

    fn parse_move(&self, text: &str) -> Result<u32, String> {
        let codes = 0..self.cells.len() as u32;
        codes
            .into_iter()
            .find(|&code| self.move_text(code) == text)
            .ok_or_else(|| "expected a column (a, b, …) and a row (1, 2, …) of the board".to_owned())
    }

    fn move_text(&self, code: u32) -> String {
        let (row, mut column) = (code as usize / self.width, code as usize % self.width);
        let mut letters = Vec::new();
        loop {
            letters.push(char::from(b'a' + (column % 26) as u8));
            if column < 26 {
                break;
            }
            column = column / 26 - 1;
        }
        let letters: String = letters.iter().rev().collect();
        format!("{letters}{}", row + 1)
    }
}

/// A number in the one way in which it is written.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(rules: &str) -> Result<Mnk, String> {
        Mnk::start(&format!("mnk:{rules}"), None)
    }

    fn after(name: &str, moves: &str) -> (Mnk, Played) {
        let mut board = start(name).expect("a name");
        let mut last = Played::Open;
        for text in moves.split_whitespace() {
            assert_eq!(last, Played::Open, "before {text}");
            let code = board.parse_move(text).expect("a move");
            assert_eq!(board.move_text(code), text);
            last = board.play(code);
        }
        (board, last)
    }

    #[test]
    fn names_are_read_in_one_spelling() {
        for name in ["3x3,k=3", "60x1,k=4", "1x1,k=60"] {
            let board = start(name).expect(name);
            assert_eq!(board.short_name(), format!("mnk:{name}"));
        }
        for name in
            ["", "3x3", "3x3,k=", "03x3,k=3", "3x3,k=03", "3x3,k=+3", "0x3,k=3", "3x3,k=0", "3x3,k=61"]
        {
            assert!(start(name).is_err(), "{name}");
        }
        for name in ["61x1,k=3", "8x8,k=5", "99999999999999999999x1,k=1", "18446744073709551615x2,k=1"] {
            assert!(start(name).is_err(), "{name}");
        }
    }

    #[test]
    fn rows_columns_and_diagonals_win() {
        for moves in ["a1 b1 a2 b2 a3", "a1 a2 b1 b2 c1", "a1 a2 b2 b1 c3", "c1 a1 b2 b1 a3"] {
            assert_eq!(after("3x3,k=3", moves).1, Played::Over(Outcome::Win(Player::First)), "{moves}");
        }
        assert_eq!(after("3x3,k=3", "a1 b1 a2 b2 c1 b3").1, Played::Over(Outcome::Win(Player::Second)));
        assert_eq!(after("3x2,k=3", "a1 b1 b2 a2 c1 c2").1, Played::Over(Outcome::Draw));
        // A row does not go on from the end of one line to the beginning of the next.
        assert_eq!(after("3x3,k=3", "b1 a3 c1 b3 a2").1, Played::Open);
    }

    #[test]
    fn taken_back_moves_leave_nothing_behind() {
        let (mut board, _) = after("4x3,k=3", "a1 b1 a2");
        let before = board.clone();
        for code in 0..20 {
            if board.play(code) != Played::Illegal {
                board.undo();
            }
            assert_eq!(board, before);
        }
    }

    #[test]
    fn the_columns_after_z_have_two_letters() {
        let board = start("60x1,k=3").expect("a name");
        let texts = [(0, "a1"), (25, "z1"), (26, "aa1"), (27, "ab1"), (51, "az1"), (52, "ba1"), (59, "bh1")];
        for (code, text) in texts {
            assert_eq!(board.move_text(code), text);
            assert_eq!(board.parse_move(text), Ok(code));
        }
        for text in ["", "a", "a0", "a01", "A1", "a2", "bi1", "a1 ", "1a"] {
            assert!(board.parse_move(text).is_err(), "{text}");
        }
    }

    #[test]
    fn images_of_a_position_have_one_canonical_form() {
        let canonical = |name, moves| {
            let mut bytes = Vec::new();
            after(name, moves).0.canonical(&mut bytes);
            bytes
        };
        let corner = canonical("3x3,k=3", "a1 b1");
        for moves in ["c1 b1", "a1 a2", "a3 b3", "c3 c2", "c1 c2"] {
            assert_eq!(canonical("3x3,k=3", moves), corner);
        }
        assert_ne!(canonical("3x3,k=3", "a1 c1"), corner);
        assert_eq!(canonical("4x3,k=3", "a1 b1"), canonical("4x3,k=3", "d3 c3"));
        assert_ne!(canonical("4x3,k=3", "a1 b1"), canonical("4x3,k=3", "a1 a2"));
    }

    #[test]
    fn only_positions_of_open_games_are_put_up() {
        let mut board = start("3x2,k=3").expect("a name");
        let (played, _) = after("3x2,k=3", "a1 b2");
        assert_eq!(board.set_position(&[0, 1, 0, 0, 0, 2, 0]), Ok(()));
        assert_eq!(board.cells, played.cells);
        for bytes in [
            &[][..],
            &[0, 1, 0, 0, 0, 2],
            &[0, 1, 0, 0, 0, 2, 0, 0],
            &[1, 1, 0, 0, 0, 2, 0],
            &[2, 1, 0, 0, 0, 2, 0],
            &[0, 1, 0, 0, 0, 3, 0],
            &[0, 1, 0, 0, 0, 1, 0],
            &[0, 2, 0, 0, 0, 0, 0],
            &[1, 1, 1, 1, 2, 2, 0],
            &[0, 1, 2, 1, 2, 1, 2],
        ] {
            assert!(board.set_position(bytes).is_err(), "{bytes:?}");
        }
        assert_eq!(board.cells, played.cells);
    }
}
