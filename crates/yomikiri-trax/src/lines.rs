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
    fn new(space: Cell, side: Side) -> Self {
        Self(space << 2 | side as u32)
    }

    /// The space that the line would go on in.
    #[inline]
    pub(crate) fn space(self) -> Cell {
        self.0 >> 2
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

/// The table of ends.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    other: Box<[End]>,
}

impl Lines {
    pub(crate) fn new(grid: &Grid) -> Self {
        Self {
            other: vec![End(0); 4 * grid.len()].into_boxed_slice(),
        }
    }

    /// The other end of the line that ends here.
    #[inline]
    pub(crate) fn other(&self, space: Cell, side: Side) -> End {
        self.other[End::new(space, side).0 as usize]
    }

    /// The end that the line through `tile` at `cell` has in the direction of `side`: the far end of the
    /// line that entered there, or just across the side if none did. Holds before and after the tile is
    /// placed, until the turn goes on.
    #[inline]
    fn end_beyond(&self, grid: &Grid, cell: Cell, rim: Rim, side: Side) -> End {
        if rim.sides() & side.bit() != 0 {
            self.other(cell, side)
        } else {
            End::new(grid.across(cell, side), side.opposite())
        }
    }

    /// What becomes of the line of a colour when `tile` is placed at `cell`, which has `rim`.
    #[inline]
    pub(crate) fn joined(
        &self,
        grid: &Grid,
        cell: Cell,
        tile: Tile,
        rim: Rim,
        colour: Colour,
    ) -> Joined {
        let (a, b) = tile.ends(colour);
        let both = a.bit() | b.bit();
        if rim.sides() & both == both && self.other(cell, a) == End::new(cell, b) {
            return Joined::Loop;
        }
        Joined::Open(
            self.end_beyond(grid, cell, rim, a),
            self.end_beyond(grid, cell, rim, b),
        )
    }

    /// Places `tile` at `cell`, whose rim was `rim`. Gives the set of colours that it closed a loop of.
    #[inline]
    pub(crate) fn join(&mut self, grid: &Grid, cell: Cell, tile: Tile, rim: Rim) -> u8 {
        let mut loops = 0;
        for colour in Colour::BOTH {
            match self.joined(grid, cell, tile, rim, colour) {
                Joined::Loop => loops |= colour.bit(),
                Joined::Open(a, b) => {
                    self.other[a.0 as usize] = b;
                    self.other[b.0 as usize] = a;
                }
            }
        }
        loops
    }

    /// Takes `tile` from `cell` again, which then has `rim`. Tiles must be taken in reverse order.
    #[inline]
    pub(crate) fn part(&mut self, cell: Cell, rim: Rim) {
        // Only the far ends of the lines that entered were overwritten; they led here.
        for side in Side::ALL {
            if rim.sides() & side.bit() != 0 {
                let far = self.other(cell, side);
                self.other[far.0 as usize] = End::new(cell, side);
            }
        }
    }
}
