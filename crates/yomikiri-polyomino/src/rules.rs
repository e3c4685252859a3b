//! The rule sets, and their names: `gttt:4x4,animal=tippy,p=2,q=1`, `torus:4x4,animal=el`, `gomoku:15x15,k=5`.

use crate::animal::{Animal, AnimalError};
use crate::board::{Board, Surface};
use std::fmt;
use std::str::FromStr;
use yomikiri_game::{FirstStone, Player, PositionalGame, Turn};

/// The most cells of a board.
pub const MOST_CELLS: usize = 384;
/// The most ways to place the stones of one turn: a search lists them all.
pub const MOST_TURNS: u64 = 100_000;

/// What a player has to own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// All cells of a copy of an animal.
    Animal(Animal),
    /// So many cells in a row, a column or a diagonal.
    Row(u16),
}

/// For whom the goal counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Winner {
    /// For both: who reaches it first wins.
    #[default]
    Either,
    /// For the first player only; the second can but prevent it ("Maker-Breaker").
    First,
}

/// A rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    board: Board,
    goal: Goal,
    stones: u8,
    first_stones: u8,
    turns: Option<u16>,
    winner: Winner,
}

impl Rules {
    /// One stone a turn on a board, and as many turns as the board has room for.
    ///
    /// # Errors
    /// If the board has no cells or too many.
    pub fn new(board: Board, goal: Goal) -> Result<Self, RulesError> {
        let (columns, rows) = (board.columns(), board.rows());
        if columns == 0 || rows == 0 || columns > 26 || rows > 26 || board.cells() > MOST_CELLS {
            return Err(RulesError::Size(format!("{columns}x{rows}")));
        }
        Ok(Self { board, goal, stones: 1, first_stones: 1, turns: None, winner: Winner::Either })
    }

    /// The same with `stones` a turn, but `first_stones` in the first one: GTTT(p, q).
    ///
    /// # Errors
    /// If one of them is 0, or there would be too many ways to place them.
    pub fn with_stones(self, stones: u8, first_stones: u8) -> Result<Self, RulesError> {
        let cells = self.board.cells() as u64;
        for (option, stones) in [("p", stones), ("q", first_stones)] {
            if stones == 0 || choices(cells, u64::from(stones)) > MOST_TURNS {
                return Err(RulesError::Stones { option, stones, cells });
            }
        }
        Ok(Self { stones, first_stones, ..self })
    }

    /// The same, ending after so many turns; `None`: when the board is full.
    #[must_use]
    pub fn with_turns(self, turns: Option<u16>) -> Self {
        Self { turns, ..self }
    }

    /// The same with another choice of who may win.
    #[must_use]
    pub fn with_winner(self, winner: Winner) -> Self {
        Self { winner, ..self }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// What a player has to own.
    #[must_use]
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The stones of a turn after the first.
    #[must_use]
    pub fn stones(&self) -> u8 {
        self.stones
    }

    /// The stones of the first turn.
    #[must_use]
    pub fn first_stones(&self) -> u8 {
        self.first_stones
    }

    /// The limit on turns.
    #[must_use]
    pub fn turns(&self) -> Option<u16> {
        self.turns
    }

    /// Who may win.
    #[must_use]
    pub fn winner(&self) -> Winner {
        self.winner
    }

    /// The game as cells, winning sets and turns.
    #[must_use]
    pub fn positional(&self) -> PositionalGame {
        let sets = match &self.goal {
            Goal::Animal(animal) => self.board.copies(animal),
            Goal::Row(length) => self.board.lines(*length),
        };
        let second = if self.winner == Winner::Either { sets.clone() } else { Vec::new() };
        let orbits = self.board.orbits();
        PositionalGame {
            cells: (0..self.board.cells() as u16).map(|cell| self.board.cell_name(cell)).collect(),
            winning_sets: [sets, second],
            owned: [Vec::new(), Vec::new()],
            turns: self.schedule(),
            first_stone: FirstStone::BestOf(orbits),
        }
    }

    /// The turns: a turn needs all its stones.
    fn schedule(&self) -> Vec<Turn> {
        let limit = usize::from(self.turns.unwrap_or(u16::MAX));
        let mut empty = self.board.cells();
        let mut turns = Vec::new();
        let mut player = Player::First;
        while turns.len() < limit {
            let stones = if turns.is_empty() { self.first_stones } else { self.stones };
            let Some(left) = empty.checked_sub(stones.into()) else {
                break;
            };
            turns.push(Turn { player, stones });
            empty = left;
            player = !player;
        }
        turns
    }
}

/// The number of ways to choose `k` of `n`, or [`u64::MAX`] if that is more than anybody wants to know.
pub(crate) fn choices(n: u64, k: u64) -> u64 {
    let k = k.min(n.saturating_sub(k));
    (0..k).try_fold(1_u64, |ways, i| Some(ways.checked_mul(n - i)? / (i + 1))).unwrap_or(u64::MAX)
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows) = (self.board.columns(), self.board.rows());
        match (&self.goal, self.board.surface()) {
            (Goal::Animal(animal), Surface::Flat) => write!(f, "gttt:{columns}x{rows},animal={animal}")?,
            (Goal::Animal(animal), Surface::Torus) => write!(f, "torus:{columns}x{rows},animal={animal}")?,
            (Goal::Row(length), _) => write!(f, "gomoku:{columns}x{rows},k={length}")?,
        }
        for (option, stones) in [("p", self.stones), ("q", self.first_stones)] {
            if stones != 1 {
                write!(f, ",{option}={stones}")?;
            }
        }
        if let Some(turns) = self.turns {
            write!(f, ",turns={turns}")?;
        }
        match self.winner {
            Winner::Either => Ok(()),
            Winner::First => f.write_str(",win=first"),
        }
    }
}

/// Why a text names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The name before the colon is wrong.
    #[error("`{0}` is not a game of this kind (known: gttt, torus, gomoku)")]
    Kind(String),
    /// A board that does not exist.
    #[error("`{0}` is not a board: expected COLUMNSxROWS, each from 1 to 26, at most {MOST_CELLS} cells")]
    Size(String),
    /// An animal that does not exist.
    #[error(transparent)]
    Animal(#[from] AnimalError),
    /// Nothing to build.
    #[error("the goal is missing: `animal=NAME` (gttt, torus) or `k=LENGTH` (gomoku)")]
    NoGoal,
    /// A number of stones that is none, or that can be placed in too many ways.
    #[error(
        "{option}={stones}: a turn has at least one stone, and at most {MOST_TURNS} ways to place them on {cells} cells"
    )]
    Stones {
        /// `p` or `q`.
        option: &'static str,
        /// What it was given.
        stones: u8,
        /// The cells of the board.
        cells: u64,
    },
    /// An option that does not exist, or not for this game.
    #[error(
        "unknown option `{0}` (known: animal=NAME, p=P, q=Q, turns=D, win=either|first; gomoku: k=K instead of animal)"
    )]
    Option(String),
    /// A value that the option does not have.
    #[error("`{value}` is not a value of `{option}` (known: {known})")]
    Value {
        /// The option.
        option: String,
        /// What it was given.
        value: String,
        /// What it takes.
        known: &'static str,
    },
    /// An option given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let surface = match kind {
            "gttt" | "gomoku" => Surface::Flat,
            "torus" => Surface::Torus,
            _ => return Err(RulesError::Kind(kind.to_owned())),
        };
        let mut parts = rest.split(',');
        let size = parts.next().unwrap_or_default();
        let bad_size = || RulesError::Size(size.to_owned());
        let (columns, rows) = size.split_once('x').ok_or_else(bad_size)?;
        let (columns, rows) = parse_number(columns).zip(parse_number(rows)).ok_or_else(bad_size)?;
        let (columns, rows) = u8::try_from(columns).ok().zip(u8::try_from(rows).ok()).ok_or_else(bad_size)?;

        let mut goal = None;
        let (mut stones, mut first_stones, mut turns, mut winner) = (1, 1, None, Winner::Either);
        let mut seen = Vec::new();
        for part in parts {
            let (option, value) = part.split_once('=').ok_or_else(|| RulesError::Option(part.to_owned()))?;
            if seen.contains(&option) {
                return Err(RulesError::Twice(option.to_owned()));
            }
            seen.push(option);
            let bad = |known| RulesError::Value { option: option.to_owned(), value: value.to_owned(), known };
            let stone = || {
                let number = parse_number(value).and_then(|number| u8::try_from(number).ok());
                number.ok_or_else(|| bad("a number from 1 to 255"))
            };
            match option {
                "animal" if kind != "gomoku" => goal = Some(Goal::Animal(value.parse()?)),
                "k" if kind == "gomoku" => {
                    let length = parse_number(value).filter(|length| (1..=26).contains(length));
                    goal = Some(Goal::Row(length.ok_or_else(|| bad("a number from 1 to 26"))?));
                }
                "p" => stones = stone()?,
                "q" => first_stones = stone()?,
                "turns" => turns = Some(parse_number(value).ok_or_else(|| bad("a number from 0 to 65535"))?),
                "win" => {
                    winner = match value {
                        "either" => Winner::Either,
                        "first" => Winner::First,
                        _ => return Err(bad("either, first")),
                    }
                }
                _ => return Err(RulesError::Option(option.to_owned())),
            }
        }
        let goal = goal.ok_or(RulesError::NoGoal)?;
        let rules = Self::new(Board::new(surface, columns, rows), goal)?;
        Ok(rules.with_stones(stones, first_stones)?.with_turns(turns).with_winner(winner))
    }
}

/// A number in its one usual spelling: digits only, no leading zero.
fn parse_number(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_as_written() {
        for name in [
            "gttt:4x4,animal=tippy",
            "gttt:4x4,animal=tippy,p=2",
            "gttt:3x5,animal=el,p=2,q=2,turns=8,win=first",
            "gttt:4x4,animal=#.#",
            "torus:26x14,animal=snaky",
            "gomoku:19x19,k=5,turns=0",
        ] {
            let rules: Rules = name.parse().expect(name);
            assert_eq!(rules.to_string(), name);
        }
        let spelled_out: Rules = "gttt:4x4,win=either,q=1,animal=##./.##,p=2".parse().expect("valid");
        assert_eq!(spelled_out.to_string(), "gttt:4x4,animal=tippy,p=2");
    }

    #[test]
    fn wrong_names_are_refused() {
        for name in [
            "",
            "gttt",
            "gttt:",
            "gttt:4x4",
            "gttt:4,animal=tippy",
            "gttt:0x4,animal=tippy",
            "gttt:27x4,animal=tippy",
            "gttt:20x20,animal=tippy",
            "gttt:04x4,animal=tippy",
            "gttt:4x4,animal=tipsy",
            "gttt:4x4,animal=",
            "gttt:4x4,k=3",
            "gttt:4x4,animal=el,animal=el",
            "gttt:4x4,animal=el,p=0",
            "gttt:4x4,animal=el,p=256",
            "gttt:16x16,animal=el,p=3",
            "gttt:4x4,animal=el,turns=-1",
            "gttt:4x4,animal=el,turns=65536",
            "gttt:4x4,animal=el,win=second",
            "gttt:4x4,animal=el,colour=blue",
            "gttt:4x4,animal=el,",
            "gomoku:4x4,animal=el",
            "gomoku:4x4,k=0",
            "gomoku:4x4",
            "tictactoe:3x3",
        ] {
            assert!(name.parse::<Rules>().is_err(), "{name:?} was accepted");
        }
    }
}
