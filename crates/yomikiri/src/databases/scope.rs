//! Which boards a database is about.

use super::DatabaseError;
use rustc_hash::FxHashMap;
use std::fmt;
use yomikiri_amazons::Endgames;
use yomikiri_store::graph::MOST_TABLES;

/// What a database is about: the boards of a box with so many amazons, or fewer.
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

    /// A catalogue of boards for every table.
    pub(super) fn catalogues(&self) -> Result<Vec<Endgames>, DatabaseError> {
        let catalogue = |amazons| Ok(Endgames::new(self.width, self.height, amazons, self.most_empty)?);
        self.amazons()?.into_iter().map(catalogue).collect()
    }

    /// The lines of a description.
    pub(super) fn describe(&self) -> String {
        let Self { width, height, left, right, most_empty } = self;
        let limit = most_empty.map_or(String::new(), |most| format!("max-empty={most}\n"));
        format!("game=amazons\nbox={width}x{height}\nleft={left}\nright={right}\n{limit}")
    }

    pub(super) fn parse(description: &str) -> Result<Self, DatabaseError> {
        let field = |name: &str| {
            let mut lines = description.lines().filter_map(|line| line.split_once('='));
            lines.find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let needed = |name: &'static str| field(name).ok_or(DatabaseError::NoField(name));
        let game = needed("game")?;
        if game != "amazons" {
            return Err(DatabaseError::OtherGame(shown(game)));
        }
        let (width, height) = parse_box(needed("box")?)?;
        Ok(Self {
            width,
            height,
            left: number(needed("left")?)?,
            right: number(needed("right")?)?,
            most_empty: field("max-empty").map(number).transpose()?,
        })
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

/// Reads `4x4` as columns and rows.
///
/// # Errors
/// If it is not of that kind.
pub fn parse_box(text: &str) -> Result<(usize, usize), DatabaseError> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides.ok_or_else(|| DatabaseError::Box(shown(text)))
}

pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, DatabaseError> {
    text.parse().map_err(|_| DatabaseError::Number(shown(text)))
}

/// The beginning of a text from a file, fit to be shown.
fn shown(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// Where in its table a representative lies: tables have room only for placements of representatives.
pub(super) struct Places {
    /// For every placement of a representative, how many came before.
    order: FxHashMap<usize, usize>,
    vacancies: usize,
}

impl Places {
    pub(super) fn new(catalogue: &Endgames) -> Self {
        let order = catalogue.representative_placements().into_iter().zip(0..).collect();
        Self { order, vacancies: catalogue.vacancies() }
    }

    pub(super) fn len(&self) -> usize {
        self.order.len() * self.vacancies
    }

    pub(super) fn of(&self, representative: usize) -> usize {
        let placement = self.order.get(&(representative / self.vacancies));
        let placement = placement.unwrap_or_else(|| unreachable!("the placement of a representative"));
        placement * self.vacancies + representative % self.vacancies
    }
}
