//! Configurations as cells in a grid, and the conditions as they are written.

use crate::census::Law;
use crate::tile::{Colour, Side, TILES, Tile};

/// The number of states of a cell: empty or one of six tiles.
pub const STATES: usize = TILES.len() + 1;

/// Some of the cells of a board.
#[derive(Clone, Debug)]
pub struct Configuration {
    rows: usize,
    columns: usize,
    cells: Vec<Option<Tile>>,
}

impl Configuration {
    /// An empty board.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: vec![None; rows * columns] }
    }

    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether no tile lies there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(Option::is_none)
    }

    /// Sets a cell, counted row by row, to one of the [`STATES`]: 0 is empty.
    pub fn set(&mut self, cell: usize, state: usize) {
        self.cells[cell] = state.checked_sub(1).map(|tile| TILES[tile]);
    }

    /// The cell across a side, if it is on the board.
    fn across(&self, cell: usize, side: Side) -> Option<usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        match side {
            Side::North => (row > 0).then(|| cell - self.columns),
            Side::South => (row + 1 < self.rows).then(|| cell + self.columns),
            Side::West => (column > 0).then(|| cell - 1),
            Side::East => (column + 1 < self.columns).then(|| cell + 1),
        }
    }

    /// The tile across a side.
    fn neighbour(&self, cell: usize, side: Side) -> Option<Tile> {
        self.across(cell, side).and_then(|beyond| self.cells[beyond])
    }

    /// Condition 4 for one cell and the cells before it.
    #[must_use]
    pub fn matches_earlier(&self, cell: usize) -> bool {
        self.cells[cell].is_none_or(|tile| {
            [Side::North, Side::West].into_iter().all(|side| {
                self.neighbour(cell, side)
                    .is_none_or(|other| other.colour_at(side.opposite()) == tile.colour_at(side))
            })
        })
    }

    /// The number of pairs of tiles side by side.
    fn pairs(&self) -> i32 {
        let with_earlier = |cell: usize| {
            [Side::North, Side::West].into_iter().filter(|&side| self.neighbour(cell, side).is_some()).count()
        };
        let tiles = (0..self.len()).filter(|&cell| self.cells[cell].is_some());
        tiles.map(|cell| with_earlier(cell) as i32).sum()
    }

    /// Condition 1.
    fn is_island(&self) -> bool {
        let Some(first) = self.cells.iter().position(Option::is_some) else {
            return false;
        };
        let mut seen = vec![false; self.len()];
        let mut open = vec![first];
        seen[first] = true;
        while let Some(cell) = open.pop() {
            for side in Side::ALL {
                if let Some(beyond) = self.across(cell, side)
                    && self.cells[beyond].is_some()
                    && !seen[beyond]
                {
                    seen[beyond] = true;
                    open.push(beyond);
                }
            }
        }
        (0..self.len()).all(|cell| seen[cell] || self.cells[cell].is_none())
    }

    /// Condition 2.
    fn touches_the_corner_sides(&self) -> bool {
        let has_tile = |cell: usize| self.cells[cell].is_some();
        (0..self.columns).any(has_tile) && (0..self.rows).any(|row| has_tile(row * self.columns))
    }

    /// Condition 3 for one cell. More tiles can only make it worse.
    fn may_stay_empty(&self, cell: usize) -> bool {
        self.cells[cell].is_some()
            || Colour::BOTH.into_iter().all(|colour| {
                let enters = |side: &Side| {
                    self.neighbour(cell, *side).is_some_and(|tile| tile.colour_at(side.opposite()) == colour)
                };
                Side::ALL.iter().filter(|side| enters(side)).count() < 2
            })
    }

    /// Condition 3.
    fn spaces_may_stay_empty(&self) -> bool {
        (0..self.len()).all(|cell| self.may_stay_empty(cell))
    }

    /// Condition 3 for one cell and the cells before it that touch it.
    #[must_use]
    pub fn leaves_earlier_empty(&self, cell: usize) -> bool {
        let before = [Side::North, Side::West].into_iter().filter_map(|side| self.across(cell, side));
        std::iter::once(cell).chain(before).all(|cell| self.may_stay_empty(cell))
    }

    /// What the configuration counts for: 0 if it violates a condition, else 1 ([`Law::Matching`]) or 2^−pairs.
    #[must_use]
    pub fn weight(&self, law: Law) -> f64 {
        let common = self.touches_the_corner_sides() && self.spaces_may_stay_empty() && self.is_island();
        match law {
            _ if !common => 0.0,
            Law::Matching => f64::from(u8::from((0..self.len()).all(|cell| self.matches_earlier(cell)))),
            Law::Halving => 0.5f64.powi(self.pairs()),
        }
    }
}
