//! The rules of generalised tic-tac-toe, GTTT(p, q), written to be read beside the definition.
//!
//! > First places q stones on the first turn, then the players take turns with p stones each. Whoever first
//! > owns all cells of some copy of the animal, turned and flipped at will, wins. A turn needs all its stones:
//! > when fewer cells are empty, the game ends in a draw, and so it does after the last turn, if there is one.
//!
//! Nothing is prepared: after each turn, every way to turn, flip and place the animal is tried again.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// A cell: column and row, counted from 1 at the top left.
pub type Cell = (i32, i32);

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who begins.
    First,
    /// The other one.
    Second,
}

/// What is agreed before the game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The columns of the board.
    pub columns: i32,
    /// The rows of the board.
    pub rows: i32,
    /// Whether the board wraps around both ways.
    pub torus: bool,
    /// The cells of the animal.
    pub animal: Vec<Cell>,
    /// The stones of a turn.
    pub p: usize,
    /// The stones of the first turn.
    pub q: usize,
    /// The number of turns, if it is limited.
    pub turns: Option<usize>,
    /// Whether only the first player can win.
    pub only_first_wins: bool,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on.
    Open,
    /// This player owns the animal.
    Won(Side),
    /// Nobody can place a turn any more.
    Draw,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    stones: BTreeMap<Cell, Side>,
    turns_played: usize,
}

impl Game {
    /// The start of a game.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { rules, stones: BTreeMap::new(), turns_played: 0 }
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        if self.turns_played.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The stones on the board, in order of their cells.
    #[must_use]
    pub fn stones(&self) -> &BTreeMap<Cell, Side> {
        &self.stones
    }

    /// How the game stands.
    #[must_use]
    pub fn status(&self) -> Status {
        for side in [Side::First, Side::Second] {
            if self.owns_the_animal(side) && (side == Side::First || !self.rules.only_first_wins) {
                return Status::Won(side);
            }
        }
        let out_of_turns = self.rules.turns.is_some_and(|turns| self.turns_played >= turns);
        if out_of_turns || self.empty_cells().len() < self.stones_of_this_turn() {
            Status::Draw
        } else {
            Status::Open
        }
    }

    /// The turns that can be played, as sets of cells; none once the game is over.
    #[must_use]
    pub fn legal_turns(&self) -> Vec<BTreeSet<Cell>> {
        if self.status() != Status::Open {
            return Vec::new();
        }
        let mut turns = vec![BTreeSet::new()];
        for _ in 0..self.stones_of_this_turn() {
            let mut longer = BTreeSet::new();
            for turn in turns {
                for cell in self.empty_cells() {
                    let mut more = turn.clone();
                    if more.insert(cell) {
                        longer.insert(more);
                    }
                }
            }
            turns = longer.into_iter().collect();
        }
        turns
    }

    /// Plays a turn; `false`, and nothing happens, if it is not allowed.
    #[must_use]
    pub fn play(&mut self, turn: &BTreeSet<Cell>) -> bool {
        let empty = self.empty_cells();
        let fits = turn.len() == self.stones_of_this_turn() && turn.iter().all(|cell| empty.contains(cell));
        if !fits || self.status() != Status::Open {
            return false;
        }
        let side = self.to_move();
        for &cell in turn {
            self.stones.insert(cell, side);
        }
        self.turns_played += 1;
        true
    }

    fn stones_of_this_turn(&self) -> usize {
        if self.turns_played == 0 { self.rules.q } else { self.rules.p }
    }

    fn empty_cells(&self) -> Vec<Cell> {
        let cells =
            (1..=self.rules.rows).flat_map(|row| (1..=self.rules.columns).map(move |column| (column, row)));
        cells.filter(|cell| !self.stones.contains_key(cell)).collect()
    }

    fn owns_the_animal(&self, side: Side) -> bool {
        let Rules { columns, rows, torus, ref animal, .. } = self.rules;
        for quarter_turns in 0..4 {
            for flipped in [false, true] {
                for right in -columns..=2 * columns {
                    for down in -rows..=2 * rows {
                        let copy: BTreeSet<Cell> = animal
                            .iter()
                            .map(|&(mut x, mut y)| {
                                if flipped {
                                    x = -x;
                                }
                                for _ in 0..quarter_turns {
                                    (x, y) = (-y, x);
                                }
                                (x, y) = (x + right, y + down);
                                if torus {
                                    ((x - 1).rem_euclid(columns) + 1, (y - 1).rem_euclid(rows) + 1)
                                } else {
                                    (x, y)
                                }
                            })
                            .collect();
                        let whole = copy.len() == animal.len();
                        if whole && copy.iter().all(|cell| self.stones.get(cell) == Some(&side)) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}
