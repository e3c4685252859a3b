//! Lines as pairs of open ends, joined tile by tile.
//!
//! A line on the board has two open ends, unless it is closed. For every open end the other end of its line is known, so a
//! tile joins lines by looking at their ends alone, however long they are. Rejected: following the line through every new tile, step
//! by step. On an 8×8 board that took more than half of the time of a check.
//!
//! Taking tiles back needs no memory of its own. What is known of the ends at a cell is not touched while a tile lies there, so
//! it still says which lines the tile has joined, if tiles are lifted in the opposite order.

use super::grid::Cell;
use super::tile::{EAST, Entering, NORTH, SOUTH, Sides, Tile, WEST, has_neighbour, line, opposite};

/// An open end of a line: it enters an empty cell by a side of that cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End(u32);

impl End {
    fn new(cell: Cell, side: Sides) -> End {
        End((cell as u32) << 2 | side.trailing_zeros())
    }

    fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell that it enters.
    pub(super) fn cell(self) -> Cell {
        (self.0 >> 2) as Cell
    }

    /// The side by which the line leaves its last tile.
    pub(super) fn leaves_by(self) -> Sides {
        opposite(1 << (self.0 & 3))
    }
}

/// What a tile has made of the line through it in one colour, when it was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// A line with these ends.
    Line(End, End),
    /// A closed line.
    Loop,
}

/// The open ends of all lines.
#[derive(Debug)]
pub(super) struct Lines {
    /// The other end of the line of each end, by cell and side; zero where there never was one (no line ends at the first cell, in
    /// the corner of the rim). These are plain numbers because a vector of zeros takes no memory before something is written.
    other: Vec<u32>,
    /// How far it is across each side, modulo the size of a number.
    steps: [usize; 16],
}

impl Clone for Lines {
    /// Copies the part that was ever used, since a board without a limit is large and mostly empty.
    fn clone(&self) -> Lines {
        let is_used = |&other: &u32| other != 0;
        let mut other = vec![0; self.other.len()];
        if let Some(first) = self.other.iter().position(is_used) {
            let last = self.other.iter().rposition(is_used).unwrap_or(first);
            other[first..=last].copy_from_slice(&self.other[first..=last]);
        }
        Lines { other, steps: self.steps }
    }
}

impl Lines {
    pub(super) fn new(cells: usize, steps: [usize; 16]) -> Lines {
        Lines { other: vec![0; 4 * cells], steps }
    }

    /// A tile is laid on a cell that these lines enter. Gives what it has joined in white and in red.
    pub(super) fn join(&mut self, cell: Cell, tile: Tile, entering: Entering) -> [Joined; 2] {
        [true, false].map(|white| {
            let (one, two) = two_sides(line(tile, white));
            let (first, second) = (self.end(cell, one, entering), self.end(cell, two, entering));
            if first == End::new(cell, two) {
                return Joined::Loop;
            }
            self.other[first.index()] = second.0;
            self.other[second.index()] = first.0;
            Joined::Line(first, second)
        })
    }

    /// The tile laid last is lifted from a cell that these lines enter.
    pub(super) fn part(&mut self, cell: Cell, entering: Entering) {
        for side in [NORTH, EAST, SOUTH, WEST] {
            if has_neighbour(entering, side) {
                let here = End::new(cell, side);
                let far = self.other_end(here);
                self.other[far.index()] = here.0;
            }
        }
    }

    fn other_end(&self, end: End) -> End {
        End(self.other[end.index()])
    }

    /// Where the line through a new tile on a cell ends in the direction of a side: at the far end of the line that enters there, or
    /// else right there.
    fn end(&self, cell: Cell, side: Sides, entering: Entering) -> End {
        if has_neighbour(entering, side) {
            self.other_end(End::new(cell, side))
        } else {
            End::new(cell.wrapping_add(self.steps[usize::from(side)]), opposite(side))
        }
    }
}

fn two_sides(sides: Sides) -> (Sides, Sides) {
    let one = sides & sides.wrapping_neg();
    (one, sides ^ one)
}
