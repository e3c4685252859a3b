//! Tiles on a board, what they send into their neighbours, and the box around them.

use super::lines::{End, Joined, Lines};
use super::tile::{self, Asked, EAST, Entering, NO_TILE, NORTH, NOTHING, SOUTH, Sides, Tile, WEST};

/// A cell's place in the arrays.
pub(super) type Cell = usize;

/// The box around the tiles: the outermost rows and columns of the arrays. Empty if `bottom < top`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) top: usize,
    pub(super) bottom: usize,
    pub(super) left: usize,
    pub(super) right: usize,
}

impl Extent {
    const NONE: Extent = Extent { top: usize::MAX, bottom: 0, left: usize::MAX, right: 0 };

    pub(super) fn height(self) -> usize {
        (self.bottom + 1).saturating_sub(self.top)
    }

    pub(super) fn width(self) -> usize {
        (self.right + 1).saturating_sub(self.left)
    }

    fn including(self, row: usize, column: usize) -> Extent {
        Extent {
            top: self.top.min(row),
            bottom: self.bottom.max(row),
            left: self.left.min(column),
            right: self.right.max(column),
        }
    }
}

/// The tiles.
///
/// The arrays are so large that a box of the greatest span can grow to all sides from where
/// [`Grid::origin`] puts it, and there is a rim around.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// The greatest height and width of the box.
    span: usize,
    /// The length of a row of the arrays is two to the power of this.
    row_bits: u32,
    /// How far it is across each side, modulo the size of a number.
    steps: [usize; 16],
    tiles: Vec<Tile>,
    entering: Vec<Entering>,
    /// How much a tile counts in the fingerprint: powers of two numbers by row and column.
    row_weights: Vec<u64>,
    column_weights: Vec<u64>,
    /// Their inverses, by which a box is moved to the corner.
    row_inverses: Vec<u64>,
    column_inverses: Vec<u64>,
    extent: Extent,
    /// The cells of all tiles, in the order in which they were laid,
    laid: Vec<u32>,
    /// and what each of them has joined.
    joined: Vec<[Joined; 2]>,
    lines: Lines,
    /// The weighted sum of the tiles, where they lie.
    sum: u64,
}

/// How the grid was at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Earlier {
    laid: usize,
    extent: Extent,
    sum: u64,
}

impl Earlier {
    pub(super) const EMPTY: Earlier = Earlier { laid: 0, extent: Extent::NONE, sum: 0 };
}

/// Odd, so that they have inverses modulo 2⁶⁴.
const ROW_BASE: u64 = 0xd134_2543_de82_ef95;
const COLUMN_BASE: u64 = 0xaf25_1af3_b0f0_25b5;

/// What each tile counts, before its place.
const TILE_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Grid {
    pub(super) fn new(span: usize) -> Self {
        let side = 2 * span + 1;
        let powers = |base: u64| -> Vec<u64> {
            std::iter::successors(Some(1u64), |power| Some(power.wrapping_mul(base))).take(side).collect()
        };
        let row_bits = side.next_power_of_two().trailing_zeros();
        let mut steps = [0; 16];
        steps[usize::from(EAST)] = 1;
        steps[usize::from(WEST)] = 1usize.wrapping_neg();
        steps[usize::from(SOUTH)] = 1 << row_bits;
        steps[usize::from(NORTH)] = (1usize << row_bits).wrapping_neg();
        Self {
            span,
            row_bits,
            steps,
            tiles: vec![NO_TILE; side << row_bits],
            entering: vec![NOTHING; side << row_bits],
            row_weights: powers(ROW_BASE),
            column_weights: powers(COLUMN_BASE),
            row_inverses: powers(inverse(ROW_BASE)),
            column_inverses: powers(inverse(COLUMN_BASE)),
            extent: Extent::NONE,
            laid: Vec::new(),
            joined: Vec::new(),
            lines: Lines::new(side << row_bits, steps),
            sum: 0,
        }
    }

    pub(super) fn span(&self) -> usize {
        self.span
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    pub(super) fn is_empty(&self) -> bool {
        self.laid.is_empty()
    }

    pub(super) fn tile_count(&self) -> usize {
        self.laid.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.laid.len() == self.span * self.span
    }

    pub(super) fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell]
    }

    pub(super) fn entering(&self, cell: Cell) -> Entering {
        self.entering[cell]
    }

    /// The cells of all tiles.
    pub(super) fn laid(&self) -> &[u32] {
        &self.laid
    }

    /// Whether tiles laid since some time have made a white or a red line that wins: it is closed, or it connects opposite
    /// outermost edges that are at least `least_span` apart.
    pub(super) fn has_won_since(&self, earlier: Earlier, white: bool, least_span: Option<usize>) -> bool {
        self.joined[earlier.laid..].iter().any(|joined| match joined[usize::from(!white)] {
            Joined::Loop => true,
            // If one of the ends is inside the box, this line may have become part of a longer one, made by a later tile.
            Joined::Line(one, two) => least_span.is_some_and(|least_span| {
                one.leaves_by() == tile::opposite(two.leaves_by())
                    && [one, two].into_iter().all(|end| self.is_outermost(end, least_span))
            }),
        })
    }

    /// Whether a line ends at the rim of the box, and the box is wide enough in that direction.
    fn is_outermost(&self, end: End, least_span: usize) -> bool {
        let Extent { top, bottom, left, right } = self.extent;
        let (row, column) = self.row_and_column(end.cell());
        match end.leaves_by() {
            NORTH => row + 1 == top && self.extent.height() >= least_span,
            SOUTH => row == bottom + 1 && self.extent.height() >= least_span,
            EAST => column == right + 1 && self.extent.width() >= least_span,
            WEST => column + 1 == left && self.extent.width() >= least_span,
            _ => false,
        }
    }

    pub(super) fn cell(&self, row: usize, column: usize) -> Cell {
        (row << self.row_bits) + column
    }

    pub(super) fn row_and_column(&self, cell: Cell) -> (usize, usize) {
        (cell >> self.row_bits, cell & (self.row_step() - 1))
    }

    /// How many cells the arrays have.
    pub(super) fn cell_count(&self) -> usize {
        self.tiles.len()
    }

    /// How far it is to the cell below.
    pub(super) fn row_step(&self) -> usize {
        1 << self.row_bits
    }

    /// Where a box of this height and width begins, so that it can grow to all sides: far enough from the first
    /// row and column that the rim is left at the greatest span.
    pub(super) fn origin(&self, height: usize, width: usize) -> (usize, usize) {
        (self.span + 1 - height, self.span + 1 - width)
    }

    /// The cell across a side. There must be one, as there is for every cell with a tile.
    pub(super) fn across(&self, cell: Cell, side: Sides) -> Cell {
        cell.wrapping_add(self.steps[usize::from(side & 15)])
    }

    /// Lays a tile that continues what enters an empty cell. What it asks of the neighbours is not looked at.
    pub(super) fn lay(&mut self, cell: Cell, tile: Tile) {
        let (row, column) = self.row_and_column(cell);
        self.extent = self.extent.including(row, column);
        self.tiles[cell] = tile;
        self.laid.push(cell as u32);
        self.joined.push(self.lines.join(cell, tile, self.entering[cell]));
        let weight = self.row_weights[row].wrapping_mul(self.column_weights[column]);
        self.sum = self.sum.wrapping_add(weight.wrapping_mul(count(tile)));
        for side in [NORTH, EAST, SOUTH, WEST] {
            let neighbour = self.across(cell, side);
            self.entering[neighbour] |= tile::sent(tile, tile::opposite(side));
        }
    }

    /// What the lines that enter a cell ask of it; nothing if there is a tile.
    pub(super) fn asked(&self, cell: Cell) -> Asked {
        if self.tiles[cell] == NO_TILE { tile::asked(self.entering[cell]) } else { Asked::Nothing }
    }

    pub(super) fn now(&self) -> Earlier {
        Earlier { laid: self.laid.len(), extent: self.extent, sum: self.sum }
    }

    /// Lifts the tiles laid since some time.
    pub(super) fn restore(&mut self, earlier: Earlier) {
        // Lines are parted in the opposite order.
        for index in (earlier.laid..self.laid.len()).rev() {
            let cell = self.laid[index] as Cell;
            self.tiles[cell] = NO_TILE;
            self.lines.part(cell, self.entering[cell]);
            for side in [NORTH, EAST, SOUTH, WEST] {
                let neighbour = self.across(cell, side);
                let opposite = tile::opposite(side);
                self.entering[neighbour] &= !(opposite | (opposite << 4));
            }
        }
        self.laid.truncate(earlier.laid);
        self.joined.truncate(earlier.laid);
        self.extent = earlier.extent;
        self.sum = earlier.sum;
    }

    /// Lifts all tiles.
    pub(super) fn clear(&mut self) {
        self.restore(Earlier::EMPTY);
    }

    /// A number that is the same for the same tiles in the same box, wherever the box lies.
    pub(super) fn fingerprint(&self) -> u64 {
        if self.is_empty() {
            return 0;
        }
        let Extent { top, left, .. } = self.extent;
        self.sum.wrapping_mul(self.row_inverses[top]).wrapping_mul(self.column_inverses[left])
    }
}

fn count(tile: Tile) -> u64 {
    TILE_FACTOR.wrapping_mul(u64::from(tile) * 2 + 1)
}

/// The inverse of an odd number modulo 2⁶⁴, by Newton's iteration: each step doubles the number of right bits, of
/// which an odd number as its own inverse has three.
fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_are_inverse() {
        for base in [ROW_BASE, COLUMN_BASE, TILE_FACTOR, 1] {
            assert_eq!(base.wrapping_mul(inverse(base)), 1);
        }
    }

    #[test]
    fn the_fingerprint_does_not_depend_on_where_the_box_lies() {
        let mut grid = Grid::new(5);
        let fingerprint = |grid: &mut Grid, row, column| {
            grid.clear();
            grid.lay(grid.cell(row, column), 5);
            grid.lay(grid.cell(row, column + 1), 9);
            grid.lay(grid.cell(row + 1, column + 1), 6);
            grid.fingerprint()
        };
        let here = fingerprint(&mut grid, 1, 1);
        assert_eq!(fingerprint(&mut grid, 6, 3), here);
        grid.lay(grid.cell(6, 2), 5);
        assert_ne!(grid.fingerprint(), here);
    }
}
