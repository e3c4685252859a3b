//! Which boards a database of Amazons is about.

use super::description::{Description, number};
use super::{DatabaseError, parse_box};
use crate::endgames::Subject;
use std::fmt;
use yomikiri_amazons::{Board, Endgames};
use yomikiri_store::graph::MOST_TABLES;

/// The boards of a box with so many amazons, or fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The columns of the box.
    pub width: usize,
    /// Its rows.
    pub height: usize,
    /// The most amazons of Left.
    pub left: u32,
    /// The most amazons of Right.
    pub right: u32,
    /// The most empty squares; `None` for any number.
    pub most_empty: Option<u32>,
}

impl Scope {
    /// The numbers of amazons that have a table: all that can come up in a region with both colours, those that
    /// exchanging the colours makes equal once.
    ///
    /// # Errors
    /// If there are none, or too many.
    pub fn amazons(&self) -> Result<Vec<[u32; 2]>, DatabaseError> {
        // More are refused below, and need not be counted first.
        let (left, right) = (self.left.min(MOST_AMAZONS), self.right.min(MOST_AMAZONS));
        let pairs = (1..=left).flat_map(|left| (1..=right).map(move |right| [left, right]));
        let mirrored = |[left, right]: [u32; 2]| left < right && right <= self.left && left <= self.right;
        let amazons: Vec<_> = pairs.filter(|&pair| !mirrored(pair)).collect();
        if amazons.is_empty() {
            return Err(DatabaseError::NoAmazons);
        }
        if amazons.len() > MOST_TABLES {
            return Err(DatabaseError::TooManyTables);
        }
        Ok(amazons)
    }
}

impl Subject<Board> for Scope {
    fn describe(&self) -> String {
        let Self { width, height, left, right, most_empty } = self;
        let limit = most_empty.map_or(String::new(), |most| format!("max-empty={most}\n"));
        format!("box={width}x{height}\nleft={left}\nright={right}\n{limit}")
    }

    fn parse(description: &Description<'_>) -> Result<Self, DatabaseError> {
        let (width, height) = parse_box(description.needed("box")?)?;
        Ok(Self {
            width,
            height,
            left: number(description.needed("left")?)?,
            right: number(description.needed("right")?)?,
            most_empty: description.field("max-empty").map(number).transpose()?,
        })
    }

    fn memory(&self) -> Result<u64, DatabaseError> {
        let amazons = self.amazons()?.into_iter();
        Ok(amazons.map(|amazons| Endgames::memory(self.width, self.height, amazons)).sum())
    }

    fn catalogues(&self) -> Result<Vec<Endgames>, DatabaseError> {
        let catalogue = |amazons| Ok(Endgames::new(self.width, self.height, amazons, self.most_empty)?);
        self.amazons()?.into_iter().map(catalogue).collect()
    }
}

/// More amazons of one colour than any table has.
const MOST_AMAZONS: u32 = 9;

impl fmt::Display for Scope {
    /// What the database holds, in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, left, right, most_empty } = self;
        write!(f, "{width}x{height}, up to {left} + {right} amazons")?;
        most_empty.map_or(Ok(()), |most| write!(f, ", at most {most} empty squares"))
    }
}
