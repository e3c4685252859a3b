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

/// What becomes of a line when a tile is placed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Joined {
    /// Its ends; those of a closed line are where it was closed.
    pub(crate) ends: (End, End),
    /// Whether it is closed.
    pub(crate) is_loop: bool,
}

/// The table of ends, by space and side.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// By the number of an end, the other end. (As plain numbers: zeroed memory is free until it is touched.)
    other: Box<[u32]>,
    /// What leads from the first end of a cell to the ends just across its sides.
    fresh: [u32; 4],
}

/// For each set of sides all ones at the sides in it.
const AT_SIDES: [[u32; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut sides = 0;
    while sides < 16 {
        let mut side = 0;
        while side < 4 {
            if sides & (1 << side) != 0 {
                masks[sides][side] = u32::MAX;
            }
            side += 1;
        }
        sides += 1;
    }
    masks
};

impl Lines {
    pub(crate) fn new(grid: &Grid) -> Self {
        let fresh = Side::ALL.map(|side| End::new(grid.across(0, side), side.opposite()).0);
        Self { other: vec![0; 4 * grid.len()].into_boxed_slice(), fresh }
    }

    /// The other end of the line that ends here.
    #[inline]
    pub(crate) fn other(&self, space: Cell, side: Side) -> End {
        End(self.other[End::new(space, side).0 as usize])
    }

    #[inline]
    fn set(&mut self, end: End, other: End) {
        self.other[end.0 as usize] = other.0;
    }

    /// The entries of a cell.
    #[inline]
    fn at(&self, cell: Cell) -> [u32; 4] {
        let first = 4 * cell as usize;
        let entries = &self.other[first..first + 4];
        [entries[0], entries[1], entries[2], entries[3]]
    }

    /// For each side of `cell`, which has `rim`, the end that a line leaving through it has there: the far
    /// end of the line that enters, or just across the side if none does. Holds before a tile is placed and
    /// after, until the turn goes on.
    #[inline]
    pub(crate) fn ends_beyond(&self, cell: Cell, rim: Rim) -> [End; 4] {
        // Without branches: all four sides are done at once.
        let (far, entered) = (self.at(cell), &AT_SIDES[rim.sides() as usize]);
        let mut ends = [End(0); 4];
        for side in 0..4 {
            let fresh = (cell << 2).wrapping_add(self.fresh[side]);
            ends[side] = End(far[side] & entered[side] | fresh & !entered[side]);
        }
        ends
    }

    /// What becomes of the lines, white and red, when `tile` is placed at `cell`, which has `rim`.
    #[inline]
    pub(crate) fn joined(&self, cell: Cell, tile: Tile, rim: Rim) -> [Joined; 2] {
        let beyond = self.ends_beyond(cell, rim);
        Colour::BOTH.map(|colour| {
            let (a, b) = tile.ends(colour);
            let (far_a, far_b) = (beyond[a as usize], beyond[b as usize]);
            // Only a line that entered at both sides leads back to this space.
            Joined { ends: (far_a, far_b), is_loop: far_a == End::new(cell, b) }
        })
    }

    /// Places `tile` at `cell`, whose rim was `rim`. Gives what becomes of the lines, white and red.
    #[inline]
    pub(crate) fn join(&mut self, cell: Cell, tile: Tile, rim: Rim) -> [Joined; 2] {
        let joined = self.joined(cell, tile, rim);
        for Joined { ends: (a, b), .. } in joined {
            // For a loop this writes what is there already.
            self.set(a, b);
            self.set(b, a);
        }
        joined
    }

    /// Takes the tile from `cell` again, which then has `rim`. Tiles must be taken in reverse order.
    #[inline]
    pub(crate) fn part(&mut self, cell: Cell, rim: Rim) {
        // Only the far ends of the lines that entered were overwritten; they led here.
        let far = self.at(cell);
        for side in Side::ALL {
            if rim.sides() & side.bit() != 0 {
                self.set(End(far[side as usize]), End::new(cell, side));
            }
        }
    }
}
