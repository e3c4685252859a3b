//! Where the cells are in memory.
//!
//! The board floats: its first tile lies in the middle of a grid so large that the limit on the span is
//! reached before the rim of the grid is. Rows are a power of two apart, so that row and column are a shift
//! and a mask, and as narrow as the limit allows: with rows of 512 cells a column would fall on a few cache
//! sets only.

use crate::rules::Rules;
use crate::tile::Side;

/// The number of a cell in the grid.
pub(crate) type Cell = u32;

/// The shape of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    shift: u32,
    origin: u16,
    steps: [Cell; 4],
}

impl Grid {
    pub(crate) fn new(rules: &Rules) -> Self {
        let span = rules.largest_span();
        // The span both ways from the middle, and one empty cell more on each side.
        let width = 2 * u32::from(span) + 1;
        let shift = width.next_power_of_two().trailing_zeros();
        let row: Cell = 1 << shift;
        Self { shift, origin: span, steps: [row.wrapping_neg(), 1, row, 1u32.wrapping_neg()] }
    }

    /// The number of cells.
    pub(crate) fn len(&self) -> usize {
        1 << (2 * self.shift)
    }

    /// The row and column of the first tile.
    pub(crate) fn origin(&self) -> u16 {
        self.origin
    }

    #[inline]
    pub(crate) fn cell(&self, row: u16, column: u16) -> Cell {
        (Cell::from(row) << self.shift) | Cell::from(column)
    }

    #[inline]
    pub(crate) fn row(&self, cell: Cell) -> u16 {
        (cell >> self.shift) as u16
    }

    #[inline]
    pub(crate) fn column(&self, cell: Cell) -> u16 {
        (cell & ((1 << self.shift) - 1)) as u16
    }

    /// The cell across a side.
    #[inline]
    pub(crate) fn across(&self, cell: Cell, side: Side) -> Cell {
        cell.wrapping_add(self.steps[side as usize])
    }
}

/// The box of all tiles: its outermost rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) top: u16,
    pub(crate) bottom: u16,
    pub(crate) left: u16,
    pub(crate) right: u16,
}

impl Extent {
    pub(crate) fn at(row: u16, column: u16) -> Self {
        Self { top: row, bottom: row, left: column, right: column }
    }

    /// The least box that holds this one and a cell.
    #[inline]
    pub(crate) fn including(self, row: u16, column: u16) -> Self {
        Self {
            top: self.top.min(row),
            bottom: self.bottom.max(row),
            left: self.left.min(column),
            right: self.right.max(column),
        }
    }

    #[inline]
    pub(crate) fn height(&self) -> u16 {
        self.bottom - self.top + 1
    }

    #[inline]
    pub(crate) fn width(&self) -> u16 {
        self.right - self.left + 1
    }

    /// Whether it fits a square of that size.
    #[inline]
    pub(crate) fn fits(&self, span: u16) -> bool {
        self.height() <= span && self.width() <= span
    }
}
