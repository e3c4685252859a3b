//! Hackenbush strings: stalks of edges that stand on the ground. A player cuts an edge of his colour, or a green one, and all
//! above it falls.
//!
//! A board is stalks from the ground up, `L` for Left's edges, `R` for Right's and `G` for green ones, separated by `.`:
//! `LRR.G`.
//!
//! # References
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways*, 2nd edition, volume 1, 2001, chapters 1 to 3.

use crate::grid::MOST_CELLS;
use crate::{BoardError, Ruleset};
use std::fmt;
use std::str::FromStr;
use yomikiri_game::{Partizan, Player};

/// Stalks of Hackenbush, each from the ground up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hackenbush(Vec<Vec<u8>>);

impl Ruleset for Hackenbush {
    const WORD: &'static str = "hackenbush";

    fn moves(&self, player: Player) -> Vec<(String, Self)> {
        let own = if player == Player::First { b'L' } else { b'R' };
        let mut moves = Vec::new();
        for (at, stalk) in self.0.iter().enumerate() {
            for (height, &edge) in stalk.iter().enumerate() {
                if edge == own || edge == b'G' {
                    let mut after = self.clone();
                    after.0[at].truncate(height);
                    moves.push((format!("{}-{}", at + 1, height + 1), after));
                }
            }
        }
        moves
    }

    fn progress(&self) -> u32 {
        let edges: usize = self.0.iter().map(Vec::len).sum();
        (MOST_CELLS - edges.min(MOST_CELLS)) as u32
    }

    fn code(&self) -> u128 {
        let digit = |edge: &u8| match edge {
            b'L' => 1,
            b'R' => 2,
            _ => 3,
        };
        // A 0 ends a stalk.
        let digits = self.0.iter().flat_map(|stalk| stalk.iter().map(digit).chain([0]));
        digits.fold(1, |code, digit| code << 2 | digit)
    }
}

impl Partizan for Hackenbush {
    fn parts(&self) -> Vec<Self> {
        self.0.iter().filter(|stalk| !stalk.is_empty()).map(|stalk| Self(vec![stalk.clone()])).collect()
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.moves(player).into_iter().map(|(_, after)| after).collect()
    }

    fn normal(&self) -> (Self, bool) {
        let exchanged = |&edge: &u8| match edge {
            b'L' => b'R',
            b'R' => b'L',
            green => green,
        };
        let other = Self(self.0.iter().map(|stalk| stalk.iter().map(exchanged).collect()).collect());
        if other < *self { (other, true) } else { (self.clone(), false) }
    }
}

impl FromStr for Hackenbush {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        if let Some(wrong) = text.chars().find(|symbol| !"LRG.".contains(*symbol)) {
            return Err(BoardError::Cell(wrong, "LRG."));
        }
        // With the ends of the stalks and a leading digit, two bits each.
        const MOST: usize = MOST_CELLS - 2;
        match text.len() {
            0 => Err(BoardError::Shape),
            1..=MOST => Ok(Self(text.split('.').map(|stalk| stalk.as_bytes().to_vec()).collect())),
            more => Err(BoardError::TooLarge(more, MOST)),
        }
    }
}

impl fmt::Display for Hackenbush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stalks: Vec<_> = self.0.iter().map(|stalk| String::from_utf8_lossy(stalk)).collect();
        f.write_str(&stalks.join("."))
    }
}
