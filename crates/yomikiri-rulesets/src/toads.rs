//! Toads and Frogs: on a strip, a toad of Left moves one place to the right, or jumps over one frog there; a frog of Right
//! does the same to the left.
//!
//! A board is `T` and `F` for toads and frogs and `_` for empty places.
//!
//! # References
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways*, 2nd edition, volume 1, 2001, chapters 1 and 3.
//! - J. Erickson: *New Toads and Frogs results*, in Games of No Chance, 1996.

use crate::grid::MOST_CELLS;
use crate::{BoardError, Ruleset};
use std::fmt;
use std::str::FromStr;
use yomikiri_game::{Partizan, Player};

/// A strip of Toads and Frogs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Toads(Vec<u8>);

impl Toads {
    /// The strip from the other end, with toads and frogs exchanged.
    fn exchanged(&self) -> Self {
        let exchanged = |&place: &u8| match place {
            b'T' => b'F',
            b'F' => b'T',
            empty => empty,
        };
        Self(self.0.iter().rev().map(exchanged).collect())
    }

    /// Moves of toads: from, to.
    fn leaps(&self) -> Vec<(usize, usize)> {
        let place = |at: usize| self.0.get(at).copied();
        let leap = |from: usize| match (place(from + 1), place(from + 2)) {
            _ if self.0[from] != b'T' => None,
            (Some(b'_'), _) => Some((from, from + 1)),
            (Some(b'F'), Some(b'_')) => Some((from, from + 2)),
            _ => None,
        };
        (0..self.0.len()).filter_map(leap).collect()
    }
}

impl Ruleset for Toads {
    const WORD: &'static str = "toads";

    fn moves(&self, player: Player) -> Vec<(String, Self)> {
        let seen = if player == Player::First { self.clone() } else { self.exchanged() };
        let last = self.0.len() - 1;
        let moved = |(from, to): (usize, usize)| {
            let mut after = seen.clone();
            after.0.swap(from, to);
            match player {
                Player::First => (format!("{}-{}", from + 1, to + 1), after),
                Player::Second => (format!("{}-{}", last - from + 1, last - to + 1), after.exchanged()),
            }
        };
        seen.leaps().into_iter().map(moved).collect()
    }

    fn progress(&self) -> u32 {
        // How far all toads and frogs have come, from their own ends.
        let come = |(at, &place): (usize, &u8)| match place {
            b'T' => at,
            b'F' => self.0.len() - 1 - at,
            _ => 0,
        };
        self.0.iter().enumerate().map(come).sum::<usize>() as u32
    }

    fn code(&self) -> u128 {
        let digit = |place: u8| match place {
            b'T' => 1,
            b'F' => 2,
            _ => 0,
        };
        self.0.iter().fold(0, |code, &place| code << 2 | digit(place))
    }
}

impl Partizan for Toads {
    fn parts(&self) -> Vec<Self> {
        if self.is_open() { vec![self.clone()] } else { Vec::new() }
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.moves(player).into_iter().map(|(_, after)| after).collect()
    }

    fn normal(&self) -> (Self, bool) {
        let exchanged = self.exchanged();
        if exchanged < *self { (exchanged, true) } else { (self.clone(), false) }
    }
}

impl FromStr for Toads {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        if let Some(wrong) = text.chars().find(|symbol| !"TF_".contains(*symbol)) {
            return Err(BoardError::Cell(wrong, "TF_"));
        }
        match text.len() {
            0 => Err(BoardError::Shape),
            1..=MOST_CELLS => Ok(Self(text.as_bytes().to_vec())),
            more => Err(BoardError::TooLarge(more, MOST_CELLS)),
        }
    }
}

impl fmt::Display for Toads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}
