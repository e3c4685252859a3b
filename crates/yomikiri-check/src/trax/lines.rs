//! Lines, traced step by step: loops and victory lines.

use super::edge::{Cell, Edge};
use super::layout::{Extent, Layout};
use super::side::Side;
use super::tile::Tile;

/// Where a line leads when it is followed from a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leads {
    /// Back to the tile from which it was followed: it is closed.
    BackToStart,
    /// Out of the tile on `cell` across `edge`, where no tile lies.
    Out { cell: Cell, edge: Edge },
}

/// Follows the line that enters `tile`, which lies on `start`, across `entry`:
/// through that tile and on.
///
/// This ends: colours match on shared edges, so a line has only one way back
/// from any tile and cannot run into a circle that leaves out its start.
fn follow(layout: &Layout, start: Cell, tile: Tile, entry: Edge) -> Leads {
    let mut cell = start;
    let mut edge = tile.way_on(entry);
    loop {
        let next = edge.across(cell);
        // A line keeps its colour, and a tile has one line of each colour: back
        // on the first tile, this is the line with which it all began.
        if next == start {
            return Leads::BackToStart;
        }
        let Some(next_tile) = layout.tile_at(next) else {
            return Leads::Out { cell, edge };
        };
        cell = next;
        edge = next_tile.way_on(edge.opposite());
    }
}

/// Whether some line of `colour` is closed.
pub fn has_loop(layout: &Layout, colour: Side) -> bool {
    layout.tiles().any(|(cell, tile)| {
        let [entry, _] = tile.edges_of(colour);
        follow(layout, cell, tile, entry) == Leads::BackToStart
    })
}

/// Whether a line of `colour` connects opposite outermost edges of all tiles,
/// in a direction in which these span at least `least_span` rows or columns.
pub fn has_victory_line(layout: &Layout, colour: Side, least_span: u32) -> bool {
    let Some(extent) = layout.extent() else {
        return false;
    };
    let from_top = extent.height() >= least_span;
    let from_left = extent.width() >= least_span;
    from_top && connects(layout, extent, colour, Edge::North)
        || from_left && connects(layout, extent, colour, Edge::West)
}

/// Whether a line of `colour` leads from the outermost `edge` to the opposite.
fn connects(layout: &Layout, extent: Extent, colour: Side, edge: Edge) -> bool {
    layout.tiles().any(|(cell, tile)| {
        if !is_outermost(extent, cell, edge) || tile.colour_at(edge) != colour {
            return false;
        }
        match follow(layout, cell, tile, edge) {
            Leads::Out { cell: last, edge: exit } => {
                exit == edge.opposite() && is_outermost(extent, last, exit)
            }
            Leads::BackToStart => false,
        }
    })
}

/// Whether `cell` lies in the row or column that is outermost towards `edge`.
fn is_outermost(extent: Extent, (row, column): Cell, edge: Edge) -> bool {
    match edge {
        Edge::North => row == extent.top,
        Edge::East => column == extent.right,
        Edge::South => row == extent.bottom,
        Edge::West => column == extent.left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(tiles: &[(Cell, Tile)]) -> Layout {
        let mut layout = Layout::default();
        for &(cell, tile) in tiles {
            layout.put(cell, tile);
        }
        layout
    }

    #[test]
    fn the_smallest_loop() {
        let mut three = vec![
            ((0, 0), Tile::WhiteSouthEast),
            ((0, 1), Tile::WhiteSouthWest),
            ((1, 0), Tile::WhiteNorthEast),
        ];
        assert!(!has_loop(&layout(&three), Side::White));
        three.push(((1, 1), Tile::WhiteNorthWest));
        assert!(has_loop(&layout(&three), Side::White));
        assert!(!has_loop(&layout(&three), Side::Red));
    }

    #[test]
    fn a_straight_line_connects_if_the_span_suffices() {
        let row: Vec<_> = (0..4).map(|column| ((0, column), Tile::WhiteNorthSouth)).collect();
        let row = layout(&row);
        assert!(has_victory_line(&row, Side::Red, 4));
        assert!(!has_victory_line(&row, Side::Red, 5));
        // The white stubs cross the box from top to bottom, but it has one row.
        assert!(!has_victory_line(&row, Side::White, 2));
        assert!(has_victory_line(&row, Side::White, 1));
    }

    #[test]
    fn both_ends_must_leave_at_the_outermost_edges() {
        // Red runs west to east through three tiles, but a tile above the last
        // one and a tile right of that widen the box to four columns.
        let mut tiles: Vec<_> = (0..3).map(|column| ((0, column), Tile::WhiteNorthSouth)).collect();
        tiles.push(((-1, 2), Tile::WhiteNorthSouth));
        assert!(has_victory_line(&layout(&tiles), Side::Red, 3));
        tiles.push(((-1, 3), Tile::WhiteNorthSouth));
        assert!(!has_victory_line(&layout(&tiles), Side::Red, 3));
    }

    #[test]
    fn a_line_that_turns_to_an_adjacent_edge_does_not_connect() {
        // Red enters from the west and leaves at the bottom of the last column.
        let bent = layout(&[((0, 0), Tile::WhiteNorthSouth), ((0, 1), Tile::WhiteNorthEast)]);
        assert!(!has_victory_line(&bent, Side::Red, 1));
        // White crosses the left tile from top to bottom, but that is one row.
        assert!(has_victory_line(&bent, Side::White, 1));
        assert!(!has_victory_line(&bent, Side::White, 2));
    }
}
