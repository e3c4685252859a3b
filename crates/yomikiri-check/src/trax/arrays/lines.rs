//! Loops and victory lines through a tile.

use super::grid::{Cell, Extent, Grid};
use super::tile::{EAST, NO_TILE, NORTH, SOUTH, Sides, WEST, has_neighbour, line, onwards, opposite};

/// Where a line leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leads {
    /// Back to the cell where it was followed from.
    Back,
    /// Out of the tile on the cell, by the side.
    Out(Cell, Sides),
}

/// Follows a line out of the tile on `start`, by `side`. Lines match where tiles meet, so it ends.
fn follow(grid: &Grid, start: Cell, side: Sides) -> Leads {
    let (mut cell, mut side) = (start, side);
    loop {
        let next = grid.across(cell, side);
        let tile = grid.tile(next);
        if tile == NO_TILE {
            return Leads::Out(cell, side);
        }
        if next == start {
            return Leads::Back;
        }
        cell = next;
        side = onwards(tile, side);
    }
}

/// Whether the white or the red line through the tile on `cell` wins: it is closed, or it connects opposite
/// outermost edges that are at least `least_span` apart.
pub(super) fn wins(grid: &Grid, cell: Cell, white: bool, least_span: Option<usize>) -> bool {
    let ends = line(grid.tile(cell), white);
    let one = ends & ends.wrapping_neg();
    let other = ends ^ one;
    // Begin with an end that leads nowhere, if there is one: mostly nothing more needs to be looked at.
    let (near, far) = if has_neighbour(grid.entering(cell), other) { (one, other) } else { (other, one) };
    let Leads::Out(near_end, near_side) = follow(grid, cell, near) else {
        return true;
    };
    let Some(least_span) = least_span.filter(|&span| is_outermost(grid, near_end, near_side, span)) else {
        return false;
    };
    match follow(grid, cell, far) {
        Leads::Out(end, side) => side == opposite(near_side) && is_outermost(grid, end, side, least_span),
        Leads::Back => true,
    }
}

/// Whether a side of a cell is at the rim of the box, and the box is wide enough in that direction.
fn is_outermost(grid: &Grid, cell: Cell, side: Sides, least_span: usize) -> bool {
    let extent = grid.extent();
    let Extent { top, bottom, left, right } = extent;
    let (row, column) = grid.row_and_column(cell);
    match side {
        NORTH => row == top && extent.height() >= least_span,
        SOUTH => row == bottom && extent.height() >= least_span,
        EAST => column == right && extent.width() >= least_span,
        WEST => column == left && extent.width() >= least_span,
        _ => false,
    }
}
