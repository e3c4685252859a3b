//! The four edges of a cell, and the way across each of them.

/// A cell of the plane: row (growing southwards), then column (growing
/// eastwards), counted from the first tile of the game, which lies on `(0, 0)`.
///
/// Row first, so that the natural order of cells is row by row.
pub type Cell = (i32, i32);

/// One edge of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    North,
    East,
    South,
    West,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    /// The same edge, as the cell on the other side of it calls it.
    pub fn opposite(self) -> Edge {
        match self {
            Edge::North => Edge::South,
            Edge::East => Edge::West,
            Edge::South => Edge::North,
            Edge::West => Edge::East,
        }
    }

    /// The cell reached from `cell` by crossing this edge.
    pub fn across(self, (row, column): Cell) -> Cell {
        match self {
            Edge::North => (row - 1, column),
            Edge::East => (row, column + 1),
            Edge::South => (row + 1, column),
            Edge::West => (row, column - 1),
        }
    }

    /// This edge's bit in the masks that the checker gives out.
    pub fn bit(self) -> u8 {
        match self {
            Edge::North => 1,
            Edge::East => 2,
            Edge::South => 4,
            Edge::West => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossing_an_edge_and_its_opposite_leads_back() {
        for edge in Edge::ALL {
            assert_ne!(edge.across((3, 5)), (3, 5));
            assert_eq!(edge.opposite().across(edge.across((3, 5))), (3, 5));
        }
    }
}
