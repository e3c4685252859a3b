//! Amazons as the checker of proofs sees it: squares in an array, moves found by walking.

use crate::referee::{Outcome, Played, Player, Referee, undescribed};

/// What is on a square. These are the bytes of the format.
const EMPTY: u8 = 0;
const ARROW: u8 = 3;

fn amazon(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

/// The ways a queen goes: columns to the right, rows down.
const WAYS: [(isize, isize); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// A position of Amazons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amazons {
    width: usize,
    height: usize,
    /// Row by row from the top.
    squares: Vec<u8>,
    to_move: Player,
    /// The moves played since the position was put up.
    played: Vec<Move>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    from: usize,
    to: usize,
    arrow: usize,
}

/// Where the first player's amazons stand at the start of the square boards that have one, as `docs/notation.md` says.
/// The second player's stand opposite.
fn start_of(size: usize) -> Option<&'static [&'static str]> {
    Some(match size {
        4 => &["b1", "c1"],
        5 => &["b1", "d1"],
        6 => &["a2", "c1", "d1", "f2"],
        7 => &["a3", "c1", "e1", "g3"],
        8 => &["a3", "c1", "f1", "h3"],
        9 => &["a4", "d1", "f1", "i4"],
        10 => &["a4", "d1", "g1", "j4"],
        _ => return None,
    })
}

impl Amazons {
    /// The square one step further, if there is one.
    fn step(&self, square: usize, (right, down): (isize, isize)) -> Option<usize> {
        let column = (square % self.width).checked_add_signed(right)?;
        let row = (square / self.width).checked_add_signed(down)?;
        (column < self.width && row < self.height).then_some(row * self.width + column)
    }

    /// The empty squares that a queen could go to, in any order. `left` counts as empty.
    fn reach(&self, from: usize, left: usize, into: &mut Vec<usize>) {
        for way in WAYS {
            let mut square = from;
            while let Some(next) = self.step(square, way) {
                if self.squares[next] != EMPTY && next != left {
                    break;
                }
                into.push(next);
                square = next;
            }
        }
    }

    fn decode(&self, code: u32) -> Option<Move> {
        let (code, count) = (code as usize, self.squares.len());
        let m = Move { from: code / count / count, to: code / count % count, arrow: code % count };
        let (mut steps, mut shots) = (Vec::new(), Vec::new());
        if self.squares.get(m.from) != Some(&amazon(self.to_move)) {
            return None;
        }
        self.reach(m.from, m.from, &mut steps);
        self.reach(m.to, m.from, &mut shots);
        (steps.contains(&m.to) && shots.contains(&m.arrow)).then_some(m)
    }

    /// Whether the player to move can: wherever an amazon can step, she can shoot back.
    fn can_move(&self) -> bool {
        let own = (0..self.squares.len()).filter(|&square| self.squares[square] == amazon(self.to_move));
        let is_free =
            |square: usize, way| self.step(square, way).is_some_and(|next| self.squares[next] == EMPTY);
        own.into_iter().any(|square| WAYS.into_iter().any(|way| is_free(square, way)))
    }

    fn name(&self, square: usize) -> String {
        let letter = char::from(b'a' + (square % self.width) as u8);
        format!("{letter}{}", self.height - square / self.width)
    }

    fn square(&self, name: &str) -> Option<usize> {
        (0..self.squares.len()).find(|&square| self.name(square) == name)
    }

    /// The squares of an image: rows and columns exchanged or not, then either or both in reverse.
    fn image(&self, exchanged: bool, upside_down: bool, back_to_front: bool) -> impl Iterator<Item = u8> {
        (0..self.squares.len()).map(move |square| {
            let (row, column) = (square / self.width, square % self.width);
            let row = if upside_down { self.height - 1 - row } else { row };
            let column = if back_to_front { self.width - 1 - column } else { column };
            self.squares[if exchanged { column * self.width + row } else { row * self.width + column }]
        })
    }

    fn mover_byte(&self) -> u8 {
        amazon(self.to_move) - 1
    }
}

impl Referee for Amazons {
    fn start(name: &str, definition: Option<&str>) -> Result<Self, String> {
        undescribed(definition)?;
        let sizes = 4..=10;
        let size = sizes.into_iter().find(|size| name == format!("amazons:{size}x{size}"));
        let size = size.ok_or("expected amazons:NxN, from 4x4 to 10x10")?;
        let squares = vec![EMPTY; size * size];
        let mut board =
            Amazons { width: size, height: size, squares, to_move: Player::First, played: Vec::new() };
        for name in start_of(size).unwrap_or_default() {
            let square = board.square(name).ok_or("a start outside of the board")?;
            let opposite = size * (size - 1 - square / size) + square % size;
            board.squares[square] = amazon(Player::First);
            board.squares[opposite] = amazon(Player::Second);
        }
        Ok(board)
    }

    fn short_name(&self) -> String {
        format!("amazons:{}x{}", self.width, self.height)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn candidates(&self, codes: &mut Vec<u32>) {
        let count = self.squares.len();
        let (mut steps, mut shots) = (Vec::new(), Vec::new());
        let own = (0..count).filter(|&square| self.squares[square] == amazon(self.to_move));
        for from in own {
            steps.clear();
            self.reach(from, from, &mut steps);
            steps.sort_unstable();
            for &to in &steps {
                shots.clear();
                self.reach(to, from, &mut shots);
                shots.sort_unstable();
                codes.extend(shots.iter().map(|&arrow| ((from * count + to) * count + arrow) as u32));
            }
        }
    }

    fn play(&mut self, code: u32) -> Played {
        let Some(m) = self.decode(code) else {
            return Played::Illegal;
        };
        let mover = self.to_move;
        self.squares[m.from] = EMPTY;
        self.squares[m.to] = amazon(mover);
        self.squares[m.arrow] = ARROW;
        self.to_move = mover.opponent();
        self.played.push(m);
        if self.can_move() { Played::Open } else { Played::Over(Outcome::Win(mover)) }
    }

    fn undo(&mut self) {
        if let Some(m) = self.played.pop() {
            self.to_move = self.to_move.opponent();
            self.squares[m.arrow] = EMPTY;
            self.squares[m.to] = EMPTY;
            self.squares[m.from] = amazon(self.to_move);
        }
    }

    fn stuck(&self) -> Outcome {
        Outcome::Win(self.to_move.opponent())
    }

    fn position_text(&self) -> String {
        let symbol = |&square: &u8| ['.', 'x', 'o', '#'][usize::from(square)];
        let rows = self.squares.chunks(self.width);
        let rows: Vec<String> = rows.map(|row| row.iter().map(symbol).collect()).collect();
        format!("{} {}", rows.join("|"), ['x', 'o'][usize::from(self.mover_byte())])
    }

    fn position(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.mover_byte());
        bytes.extend(&self.squares);
    }

    fn canonical(&self, bytes: &mut Vec<u8>) {
        let square = self.width == self.height;
        let mut least = self.squares.clone();
        for exchanged in [false, true].into_iter().filter(|exchanged| square || !exchanged) {
            for (upside_down, back_to_front) in [(false, false), (false, true), (true, false), (true, true)] {
                let image = || self.image(exchanged, upside_down, back_to_front);
                if image().lt(least.iter().copied()) {
                    least = image().collect();
                }
            }
        }
        bytes.push(self.mover_byte());
        bytes.extend(least);
    }

    fn fingerprint(&self) -> u64 {
        self.squares.iter().fold(0, |sum: u64, &square| {
            (sum.rotate_left(5) ^ u64::from(square)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    fn longest_position(&self) -> usize {
        1 + self.squares.len()
    }

    fn set_position(&mut self, bytes: &[u8]) -> Result<(), String> {
        /// No board has more amazons of a player.
        const MOST_AMAZONS: usize = 8;
        let Some((&mover, squares)) = bytes.split_first() else {
            return Err("it is empty".to_owned());
        };
        if squares.len() != self.squares.len() {
            return Err(format!("it has {} squares instead of {}", squares.len(), self.squares.len()));
        }
        if let Some(&strange) = squares.iter().find(|&&square| square > ARROW) {
            return Err(format!("{strange} does not stand for a square"));
        }
        for player in Player::BOTH {
            let count = squares.iter().filter(|&&square| square == amazon(player)).count();
            if count > MOST_AMAZONS {
                return Err(format!("it has {count} amazons of the {player} player"));
            }
        }
        self.to_move = match mover {
            0 => Player::First,
            1 => Player::Second,
            _ => return Err(format!("{mover} does not stand for a player")),
        };
        self.squares = squares.to_vec();
        self.played.clear();
        Ok(())
    }

    fn parse_move(&self, text: &str) -> Result<u32, String> {
        let squares: Option<Vec<usize>> = text.split('-').map(|name| self.square(name)).collect();
        let Some([from, to, arrow]) = squares.as_deref() else {
            return Err("expected three squares of the board, such as b1-a1-a2".to_owned());
        };
        let count = self.squares.len();
        Ok(((from * count + to) * count + arrow) as u32)
    }

    fn move_text(&self, code: u32) -> String {
        let (code, count) = (code as usize, self.squares.len());
        [code / count / count, code / count % count, code % count]
            .map(|square| self.name(square.min(count)))
            .join("-")
    }
}
