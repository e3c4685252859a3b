//! Which boards a database of a ruleset is about.

use super::description::{Description, shown};
use super::{DatabaseError, MOST_TABLES};
use crate::endgames::Subject;
use std::fmt;
use yomikiri_rulesets::{Board, Boards, Rules};

/// All boards that fit into a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxScope {
    /// The columns of the box.
    pub width: usize,
    /// Its rows.
    pub height: usize,
}

impl<R: Rules> Subject<Board<R>> for BoxScope {
    fn describe(&self) -> String {
        format!("box={}x{}\n", self.width, self.height)
    }

    fn parse(description: &Description<'_>) -> Result<Self, DatabaseError> {
        let (width, height) = parse_box(description.needed("box")?)?;
        Ok(Self { width, height })
    }

    fn memory(&self) -> Result<u64, DatabaseError> {
        // The box itself first: there could be very many smaller sizes.
        let largest = Boards::<R>::memory(self.width, self.height)?;
        let sizes = Boards::<R>::sizes(self.width, self.height);
        if sizes.len() > MOST_TABLES {
            return Err(DatabaseError::TooManyTables);
        }
        let memory = |&(width, height): &(usize, usize)| Boards::<R>::memory(width, height);
        let all = sizes.iter().map(memory).sum::<Result<u64, _>>()?;
        Ok(all.max(largest))
    }

    fn catalogues(&self) -> Result<Vec<Boards<R>>, DatabaseError> {
        Subject::<Board<R>>::memory(self)?;
        let sizes = Boards::<R>::sizes(self.width, self.height).into_iter();
        Ok(sizes.map(|(width, height)| Boards::new(width, height)).collect::<Result<_, _>>()?)
    }
}

impl fmt::Display for BoxScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Reads `4x4` as columns and rows.
///
/// # Errors
/// If it is not of that kind.
pub fn parse_box(text: &str) -> Result<(usize, usize), DatabaseError> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides.ok_or_else(|| DatabaseError::Box(shown(text)))
}
