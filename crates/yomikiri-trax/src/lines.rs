//! Which open end of a line belongs to which.
//!
//! A line that is not closed has two ends. Each end leaves the last tile of the line into an empty space,
//! so an end is named by that space and the side at which the line enters it. For every end the table holds
//! the other end of the same line: placing a tile joins lines in constant time however long they are, a
//! loop is a comparison, and whether a line spans the board is a look at its two ends.
//!
//! Nothing has to be saved to undo a tile: an entry whose space has been filled is never written again, so
//! it still says what it said when the space was filled.
//!
//! Rejected: tracing the lines after each turn (as the reference rules do), which costs the length of the
//! line for every tile tried.

use crate::grid::{Cell, Grid};
use crate::tile::{Colour, Rim, Side, Tile};

/// An open end of a line: an empty space and the side at which the line enters it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End(u32);

impl End {
    #[inline]
    pub(crate) fn new(space: Cell, side: Side) -> Self {
        Self(space << 2 | side as u32)
    }

    /// The space that the line would go on in.
    #[inline]
    pub(crate) fn space(self) -> Cell {
        self.0 >> 2
    }

    /// The side at which the line enters that space.
    #[inline]
    pub(crate) fn side(self) -> Side {
        Side::ALL[self.0 as usize & 3]
    }
}

/// What became of a line when a tile was placed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joined {
    /// It is closed now.
    Loop,
    /// It has these ends.
    Open(End, End),
}

/// The table of ends, by space and side.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// Ends as plain numbers: zeroed memory is free until it is touched.
    other: Box<[[u32; 4]]>,
}

impl Lines {
    pub(crate) fn new(grid: &Grid) -> Self {
        Self { other: vec![[0; 4]; grid.len()].into_boxed_slice() }
    }

    /// The other end of the line that ends here.
    #[inline]
    pub(crate) fn other(&self, space: Cell, side: Side) -> End {
        End(self.other[space as usize][side as usize])
    }

    #[inline]
    fn set(&mut self, end: End, other: End) {
        self.other[end.space() as usize][end.side() as usize] = other.0;
    }

    /// For each side of `cell`, which has `rim`, the end that a line leaving through it has there: the far
    /// end of the line that enters, or just across the side if none does. Holds before a tile is placed and
    /// after, until the turn goes on.
    #[inline]
    pub(crate) fn ends_beyond(&self, grid: &Grid, cell: Cell, rim: Rim) -> [End; 4] {
        let mut ends = self.other[cell as usize].map(End);
        for side in Side::ALL {
            if rim.sides() & side.bit() == 0 {
                ends[side as usize] = End::new(grid.across(cell, side), side.opposite());
            }
        }
        ends
    }

    /// What becomes of the lines, white and red, when `tile` is placed at `cell`, which has `rim`.
    #[inline]
    pub(crate) fn joined(&self, grid: &Grid, cell: Cell, tile: Tile, rim: Rim) -> [Joined; 2] {
        let beyond = self.ends_beyond(grid, cell, rim);
        Colour::BOTH.map(|colour| {
            let (a, b) = tile.ends(colour);
            let (far_a, far_b) = (beyond[a as usize], beyond[b as usize]);
            // Only a line that entered at both sides leads back to this space.
            if far_a == End::new(cell, b) { Joined::Loop } else { Joined::Open(far_a, far_b) }
        })
    }

    /// Places `tile` at `cell`, whose rim was `rim`. Gives the set of colours that it closed a loop of.
    #[inline]
    pub(crate) fn join(&mut self, grid: &Grid, cell: Cell, tile: Tile, rim: Rim) -> u8 {
        let beyond = self.ends_beyond(grid, cell, rim);
        let mut loops = 0;
        for colour in Colour::BOTH {
            let (a, b) = tile.ends(colour);
            let (far_a, far_b) = (beyond[a as usize], beyond[b as usize]);
            loops |= u8::from(far_a == End::new(cell, b)) << colour as u8;
            // For a loop this writes what is there already.
            self.set(far_a, far_b);
            self.set(far_b, far_a);
        }
        loops
    }

    /// Takes the tile from `cell` again, which then has `rim`. Tiles must be taken in reverse order.
    #[inline]
    pub(crate) fn part(&mut self, cell: Cell, rim: Rim) {
        // Only the far ends of the lines that entered were overwritten; they led here.
        let far = self.other[cell as usize].map(End);
        for side in Side::ALL {
            if rim.sides() & side.bit() != 0 {
                self.set(far[side as usize], End::new(cell, side));
            }
        }
    }
}
