//! Dots and boxes: draw a side of a square; whoever completes a box owns it and moves again.
//!
//! It is here because its players do not alternate: a method that silently assumes they do fails on it.

use crate::{Canonical, Game, Key, Notation, Outcome, Played, Player, Tactics};

/// A position of dots and boxes on at most 30 boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boxes {
    columns: u8,
    rows: u8,
    /// The drawn sides: first the horizontal ones row by row, then the vertical ones.
    drawn: u128,
    owned: [u8; 2],
    to_move: Player,
}

/// What it takes to take a side back.
#[derive(Debug)]
pub struct Erase {
    side: u8,
    owned: [u8; 2],
    to_move: Player,
}

impl Boxes {
    /// A sheet with nothing drawn.
    ///
    /// # Panics
    /// If there are no boxes or more than 30.
    #[must_use]
    pub fn new(columns: u8, rows: u8) -> Self {
        let boxes = u32::from(columns) * u32::from(rows);
        assert!((1..=30).contains(&boxes), "{columns}x{rows} boxes");
        Self { columns, rows, drawn: 0, owned: [0; 2], to_move: Player::First }
    }

    fn sides(&self) -> u8 {
        self.columns * (self.rows + 1) + (self.columns + 1) * self.rows
    }

    fn boxes(&self) -> u8 {
        self.columns * self.rows
    }

    /// The four sides of a box.
    fn around(&self, column: u8, row: u8) -> [u8; 4] {
        let top = row * self.columns + column;
        let left = self.columns * (self.rows + 1) + row * (self.columns + 1) + column;
        [top, top + self.columns, left, left + 1]
    }

    fn complete(&self) -> u8 {
        let is_complete = |at: u8| {
            self.around(at % self.columns, at / self.columns).iter().all(|side| self.drawn >> side & 1 == 1)
        };
        (0..self.boxes()).filter(|&at| is_complete(at)).count() as u8
    }
}

impl Game for Boxes {
    type Move = u8;
    type Undo = Erase;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self, into: &mut Vec<u8>) {
        into.extend((0..self.sides()).filter(|&side| self.drawn >> side & 1 == 0));
    }

    fn play(&mut self, side: u8) -> Played<Erase> {
        let erase = Erase { side, owned: self.owned, to_move: self.to_move };
        self.drawn |= 1 << side;
        let gained = self.complete() - self.owned[0] - self.owned[1];
        if gained == 0 {
            self.to_move = !self.to_move;
        } else {
            self.owned[self.to_move as usize] += gained;
        }
        if self.drawn.count_ones() < u32::from(self.sides()) {
            return Played::Open(erase);
        }
        let [first, second] = self.owned;
        let outcome = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        };
        Played::Over(outcome, erase)
    }

    fn undo(&mut self, erase: Erase) {
        self.drawn &= !(1 << erase.side);
        self.owned = erase.owned;
        self.to_move = erase.to_move;
    }

    fn outcome_when_stuck(&self) -> Outcome {
        unreachable!("the game is over when the last side is drawn")
    }

    fn progress(&self) -> u32 {
        self.drawn.count_ones()
    }
}

impl Canonical for Boxes {
    fn key(&mut self) -> Key {
        // Sides (at most 71 bits), the first player's boxes and the player to move: exact.
        let packed =
            |image: Self| image.drawn << 16 | u128::from(image.owned[0]) << 1 | image.to_move as u128;
        Key(self.images().into_iter().map(packed).min().unwrap_or(0))
    }

    fn images(&self) -> Vec<Self> {
        let image = |mirror_columns: bool, mirror_rows: bool| {
            let mut image = self.clone();
            image.drawn = 0;
            for row in 0..self.rows {
                for column in 0..self.columns {
                    let mut to = self.around(
                        if mirror_columns { self.columns - 1 - column } else { column },
                        if mirror_rows { self.rows - 1 - row } else { row },
                    );
                    if mirror_rows {
                        to.swap(0, 1);
                    }
                    if mirror_columns {
                        to.swap(2, 3);
                    }
                    for (from, to) in self.around(column, row).into_iter().zip(to) {
                        image.drawn |= (self.drawn >> from & 1) << to;
                    }
                }
            }
            image
        };
        [(false, false), (true, false), (false, true), (true, true)]
            .map(|(columns, rows)| image(columns, rows))
            .to_vec()
    }
}

impl Tactics for Boxes {}

impl Notation for Boxes {
    type Error = std::num::ParseIntError;

    fn move_text(&self, side: u8) -> String {
        side.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, Self::Error> {
        text.parse()
    }

    fn why_illegal(&self, _: u8) -> String {
        unreachable!("every pseudo-legal move of dots and boxes is legal")
    }

    fn ending(&mut self) -> &'static str {
        "full"
    }
}

crate::conformance! {
    two_by_two: Boxes = Boxes::new(2, 2), games 100;
    three_by_two: Boxes = Boxes::new(3, 2), games 50;
}
