//! The tiles in play, their box, and the spaces around them.

use std::collections::{BTreeMap, BTreeSet};

use super::edge::{Cell, Edge};
use super::notation::Place;
use super::side::Side;
use super::tile::Tile;

/// The tiles in play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    tiles: BTreeMap<Cell, Tile>,
}

impl Layout {
    pub fn tile_count(&self) -> usize {
        self.tiles.len()
    }

    pub fn tile_at(&self, cell: Cell) -> Option<Tile> {
        self.tiles.get(&cell).copied()
    }

    /// All tiles with their cells, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Tile)> {
        self.tiles.iter().map(|(&cell, &tile)| (cell, tile))
    }

    pub fn put(&mut self, cell: Cell, tile: Tile) {
        self.tiles.insert(cell, tile);
    }

    /// The empty cells that share an edge with a tile, row by row.
    pub fn spaces(&self) -> BTreeSet<Cell> {
        let mut spaces = BTreeSet::new();
        for &cell in self.tiles.keys() {
            for edge in Edge::ALL {
                let neighbour = edge.across(cell);
                if self.tile_at(neighbour).is_none() {
                    spaces.insert(neighbour);
                }
            }
        }
        spaces
    }

    /// Whether a tile lies across some edge of `cell`.
    pub fn is_adjacent(&self, cell: Cell) -> bool {
        Edge::ALL.iter().any(|edge| self.tile_at(edge.across(cell)).is_some())
    }

    /// The colour of the line that enters `cell` from its neighbour across
    /// `edge`, if a tile lies there.
    pub fn entering(&self, cell: Cell, edge: Edge) -> Option<Side> {
        let neighbour = self.tile_at(edge.across(cell))?;
        Some(neighbour.colour_at(edge.opposite()))
    }

    /// The edges by which lines of `colour` enter `cell`.
    pub fn edges_entered(&self, cell: Cell, colour: Side) -> Vec<Edge> {
        Edge::ALL.into_iter().filter(|&edge| self.entering(cell, edge) == Some(colour)).collect()
    }

    /// Whether `tile` on `cell` has on every shared edge the colour of the
    /// neighbour.
    pub fn matches(&self, cell: Cell, tile: Tile) -> bool {
        Edge::ALL.into_iter().all(|edge| match self.entering(cell, edge) {
            Some(colour) => colour == tile.colour_at(edge),
            None => true,
        })
    }

    /// The box around all tiles; `None` while there are none.
    pub fn extent(&self) -> Option<Extent> {
        let mut cells = self.tiles.keys();
        let mut extent = Extent::of(*cells.next()?);
        for &cell in cells {
            extent = extent.including(cell);
        }
        Some(extent)
    }
}

/// The box around the tiles: its outermost rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub top: i32,
    pub bottom: i32,
    pub left: i32,
    pub right: i32,
}

impl Extent {
    fn of((row, column): Cell) -> Extent {
        Extent { top: row, bottom: row, left: column, right: column }
    }

    /// The box, grown to hold `cell` too.
    pub fn including(self, (row, column): Cell) -> Extent {
        Extent {
            top: self.top.min(row),
            bottom: self.bottom.max(row),
            left: self.left.min(column),
            right: self.right.max(column),
        }
    }

    /// The number of rows.
    pub fn height(self) -> u32 {
        self.top.abs_diff(self.bottom) + 1
    }

    /// The number of columns.
    pub fn width(self) -> u32 {
        self.left.abs_diff(self.right) + 1
    }

    /// How `cell` is written: row 1 is the top row, column 1 the leftmost.
    /// `None` for a cell more than one step above or to the left of the box,
    /// which notation cannot name.
    pub fn place_of(self, (row, column): Cell) -> Option<Place> {
        Some(Place {
            column: u32::try_from(column - self.left + 1).ok()?,
            row: u32::try_from(row - self.top + 1).ok()?,
        })
    }

    /// The cell written as `place`; `None` if it is more than one step outside
    /// the box, where no tile can be adjacent.
    pub fn cell_of(self, place: Place) -> Option<Cell> {
        if place.column > self.width() + 1 || place.row > self.height() + 1 {
            return None;
        }
        let column = i32::try_from(place.column).ok()?;
        let row = i32::try_from(place.row).ok()?;
        Some((self.top + row - 1, self.left + column - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tiles in a row, the right one at the origin; the edge they share is
    /// white.
    fn two_tiles() -> Layout {
        let mut layout = Layout::default();
        layout.put((0, 0), Tile::WhiteNorthWest);
        layout.put((0, -1), Tile::WhiteEastWest);
        layout
    }

    #[test]
    fn the_box_and_its_coordinates() {
        assert_eq!(Layout::default().extent(), None);
        let extent = two_tiles().extent().expect("there are tiles");
        assert_eq!((extent.height(), extent.width()), (1, 2));
        let place = Place { column: 0, row: 1 };
        assert_eq!(extent.cell_of(place), Some((0, -2)));
        assert_eq!(extent.place_of((0, -2)), Some(place));
        assert_eq!(extent.place_of((0, -3)), None);
        assert_eq!(extent.cell_of(Place { column: 3, row: 2 }), Some((1, 1)));
        assert_eq!(extent.cell_of(Place { column: 4, row: 1 }), None);
        assert_eq!(extent.cell_of(Place { column: 1, row: 3 }), None);
    }

    #[test]
    fn the_spaces_are_the_empty_neighbours() {
        let spaces: Vec<Cell> = two_tiles().spaces().into_iter().collect();
        let expected = [(-1, -1), (-1, 0), (0, -2), (0, 1), (1, -1), (1, 0)];
        assert_eq!(spaces, expected);
    }

    #[test]
    fn lines_enter_a_space_in_the_colour_of_the_neighbours_edge() {
        let layout = two_tiles();
        assert_eq!(layout.edges_entered((0, 1), Side::Red), [Edge::West]);
        assert_eq!(layout.edges_entered((0, 1), Side::White), []);
        assert_eq!(layout.edges_entered((-1, 0), Side::White), [Edge::South]);
        assert!(layout.matches((-1, 0), Tile::WhiteNorthSouth));
        assert!(!layout.matches((-1, 0), Tile::WhiteEastWest));
    }
}
