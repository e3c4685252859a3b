//! Boards: rectangles of cells, flat or closed to a torus, their symmetries, and where shapes fit.

use crate::animal::Animal;
use std::collections::BTreeSet;

/// Whether the board has edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// It has.
    Flat,
    /// It wraps around both ways.
    Torus,
}

/// A rectangle of cells, numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    surface: Surface,
    columns: u8,
    rows: u8,
}

impl Board {
    /// A board.
    #[must_use]
    pub fn new(surface: Surface, columns: u8, rows: u8) -> Self {
        Self { surface, columns, rows }
    }

    /// Whether it has edges.
    #[must_use]
    pub fn surface(self) -> Surface {
        self.surface
    }

    /// The width.
    #[must_use]
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// The height.
    #[must_use]
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// The name of a cell: a letter for the column and the number of the row, from the top left corner.
    #[must_use]
    pub fn cell_name(self, cell: u16) -> String {
        let columns = u16::from(self.columns);
        format!("{}{}", char::from(b'a' + (cell % columns) as u8), cell / columns + 1)
    }

    /// The cell at a place; `None` beyond an edge.
    fn cell(self, column: i32, row: i32) -> Option<u16> {
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        let (column, row) = match self.surface {
            Surface::Torus => (column.rem_euclid(columns), row.rem_euclid(rows)),
            Surface::Flat if (0..columns).contains(&column) && (0..rows).contains(&row) => (column, row),
            Surface::Flat => return None,
        };
        Some((row * columns + column) as u16)
    }

    /// The copies of an animal: every way to put it on the board with all its cells on different cells, each
    /// set of cells once.
    #[must_use]
    pub fn copies(self, animal: &Animal) -> Vec<Vec<u16>> {
        let shapes = animal.orientations();
        self.placed(shapes.iter().map(|shape| shape.iter().map(|&(x, y)| (x.into(), y.into())).collect()))
    }

    /// The rows, columns and diagonals of a length.
    #[must_use]
    pub fn lines(self, length: u16) -> Vec<Vec<u16>> {
        let line = |(dx, dy): (i32, i32)| (0..i32::from(length)).map(|step| (dx * step, dy * step)).collect();
        self.placed([(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().map(line))
    }

    fn placed(self, shapes: impl Iterator<Item = Vec<(i32, i32)>>) -> Vec<Vec<u16>> {
        let mut found = BTreeSet::new();
        for shape in shapes {
            for row in 0..i32::from(self.rows) {
                for column in 0..i32::from(self.columns) {
                    let cells = shape.iter().map(|&(x, y)| self.cell(column + x, row + y));
                    if let Some(cells) = cells.collect::<Option<BTreeSet<_>>>() {
                        // On a small torus a shape may meet itself.
                        if cells.len() == shape.len() {
                            found.insert(cells.into_iter().collect());
                        }
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    /// The symmetries, as what becomes of each cell: rotations and reflections (those that keep the sides, if
    /// they differ), and on a torus translations too. The identity comes first.
    #[must_use]
    pub fn symmetries(self) -> Vec<Vec<u16>> {
        let square = self.columns == self.rows;
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        let shifts: Vec<_> = match self.surface {
            Surface::Flat => vec![(0, 0)],
            Surface::Torus => (0..rows).flat_map(|dy| (0..columns).map(move |dx| (dx, dy))).collect(),
        };
        let mut found: Vec<Vec<u16>> = Vec::new();
        let mut seen = BTreeSet::new();
        for symmetry in 0..if square { 8 } else { 4 } {
            for &(dx, dy) in &shifts {
                let image = |cell: i32| {
                    let (mut x, mut y) = (cell % columns, cell / columns);
                    if symmetry & 1 != 0 {
                        x = columns - 1 - x;
                    }
                    if symmetry & 2 != 0 {
                        y = rows - 1 - y;
                    }
                    if symmetry & 4 != 0 {
                        (x, y) = (y, x);
                    }
                    ((y + dy) % rows * columns + (x + dx) % columns) as u16
                };
                let permutation: Vec<u16> = (0..columns * rows).map(image).collect();
                if seen.insert(permutation.clone()) {
                    found.push(permutation);
                }
            }
        }
        found
    }

    /// One cell of each class of cells that symmetry makes equal.
    #[must_use]
    pub fn orbits(self) -> Vec<u16> {
        let symmetries = self.symmetries();
        let least = |cell: u16| symmetries.iter().all(|image| image[usize::from(cell)] >= cell);
        (0..self.cells() as u16).filter(|&cell| least(cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copies(surface: Surface, columns: u8, rows: u8, animal: &str) -> usize {
        Board::new(surface, columns, rows).copies(&animal.parse().expect(animal)).len()
    }

    #[test]
    fn copies_are_counted() {
        assert_eq!(copies(Surface::Flat, 4, 4, "tippy"), 24);
        assert_eq!(copies(Surface::Torus, 4, 4, "tippy"), 64);
        assert_eq!(copies(Surface::Flat, 4, 4, "skinny"), 8);
        // All four rows of a torus of width 4 are the same four cells.
        assert_eq!(copies(Surface::Torus, 4, 4, "skinny"), 8);
        assert_eq!(copies(Surface::Torus, 3, 3, "skinny"), 0);
        assert_eq!(copies(Surface::Torus, 2, 2, "domino"), 4);
        assert_eq!(copies(Surface::Torus, 1, 1, "domino"), 0);
        assert_eq!(copies(Surface::Torus, 2, 2, "el"), 4);
        assert_eq!(copies(Surface::Flat, 3, 2, "snaky"), 0);
        assert_eq!(Board::new(Surface::Flat, 3, 3).lines(3).len(), 8);
    }

    #[test]
    fn symmetries_are_counted() {
        for (board, symmetries, orbits) in [
            (Board::new(Surface::Flat, 4, 4), 8, 3),
            (Board::new(Surface::Flat, 4, 3), 4, 4),
            (Board::new(Surface::Torus, 4, 4), 128, 1),
            (Board::new(Surface::Torus, 5, 3), 60, 1),
            (Board::new(Surface::Flat, 1, 3), 2, 2),
            (Board::new(Surface::Torus, 2, 2), 8, 1),
        ] {
            assert_eq!((board.symmetries().len(), board.orbits().len()), (symmetries, orbits), "{board:?}");
        }
    }
}
