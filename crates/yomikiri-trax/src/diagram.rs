//! The exact position: its cells, from the corner of the box.
//!
//! A key is a hash; whatever must be beyond doubt (a proof, a book of positions) goes by the cells
//! themselves. A diagram is written row by row with one character a cell, rows separated by `|`: `.` for an
//! empty cell, a letter for a tile. See [`Diagram`]'s `Display`.

use crate::position::Position;
use crate::rules::Rules;
use crate::tile::{TILES, Tile};
use std::fmt;
use yomikiri_game::Player;

/// A rotation or reflection of the plane: first swap rows with columns (or not), then reverse each (or
/// not).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    reverse_rows: bool,
    reverse_columns: bool,
}

/// All eight, the identity first.
pub const SYMMETRIES: [Symmetry; 8] = {
    let mut all = [Symmetry { transpose: false, reverse_rows: false, reverse_columns: false }; 8];
    let mut number = 0;
    while number < 8 {
        all[number] = Symmetry {
            transpose: number & 4 != 0,
            reverse_rows: number & 2 != 0,
            reverse_columns: number & 1 != 0,
        };
        number += 1;
    }
    all
};

impl Symmetry {
    /// The image of a point, the symmetry fixing the origin.
    #[inline]
    pub(crate) fn point(self, row: i32, column: i32) -> (i32, i32) {
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        (if self.reverse_rows { -row } else { row }, if self.reverse_columns { -column } else { column })
    }

    /// The image of a tile.
    #[inline]
    pub(crate) fn tile(self, tile: Tile) -> Tile {
        TILE_IMAGES[self.number()][tile.white() as usize]
    }

    /// Its place among [`SYMMETRIES`].
    #[inline]
    const fn number(self) -> usize {
        4 * self.transpose as usize + 2 * self.reverse_rows as usize + self.reverse_columns as usize
    }

    const fn sides(self, sides: u8) -> u8 {
        let [mut north, mut east] = [sides & 1, sides >> 1 & 1];
        let [mut south, mut west] = [sides >> 2 & 1, sides >> 3 & 1];
        if self.transpose {
            (north, east, south, west) = (west, south, east, north);
        }
        if self.reverse_rows {
            (north, south) = (south, north);
        }
        if self.reverse_columns {
            (east, west) = (west, east);
        }
        north | east << 1 | south << 2 | west << 3
    }
}

/// By number of the symmetry and white sides of the tile. (What is no tile is not looked up.)
const TILE_IMAGES: [[Tile; 16]; 8] = {
    let mut table = [[TILES[0]; 16]; 8];
    let mut number = 0;
    while number < 8 {
        let mut tile = 0;
        while tile < 6 {
            let white = TILES[tile].white();
            if let Some(image) = Tile::from_white(SYMMETRIES[number].sides(white)) {
                table[number][white as usize] = image;
            }
            tile += 1;
        }
        number += 1;
    }
    table
};

/// The tiles of a position, box at the corner. Diagrams are ordered by height, width and then cells row by
/// row, so that the least of several images is well defined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Diagram {
    height: u16,
    width: u16,
    /// Row by row, 0 for an empty cell, else the white sides of its tile.
    cells: Vec<u8>,
}

impl Diagram {
    /// A diagram of these cells, row by row: 0 for an empty cell, else the white sides of a tile.
    pub(crate) fn new(height: u16, width: u16, cells: Vec<u8>) -> Self {
        Self { height, width, cells }
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The tile in a cell, counted from 0.
    #[must_use]
    pub fn tile(&self, row: u16, column: u16) -> Option<Tile> {
        Tile::from_white(self.cells[usize::from(row) * usize::from(self.width) + usize::from(column)])
    }

    /// The tiles with their cells, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = ((u16, u16), Tile)> + '_ {
        let columns = move |row| (0..self.width).map(move |column| (row, column));
        (0..self.height)
            .flat_map(columns)
            .filter_map(|(row, column)| self.tile(row, column).map(|tile| ((row, column), tile)))
    }

    /// The diagram under a symmetry.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Self {
            height: if symmetry.transpose { self.width } else { self.height },
            width: if symmetry.transpose { self.height } else { self.width },
            cells: vec![0; self.cells.len()],
        };
        for ((row, column), tile) in self.tiles() {
            let (mut row, mut column) = if symmetry.transpose { (column, row) } else { (row, column) };
            if symmetry.reverse_rows {
                row = image.height - 1 - row;
            }
            if symmetry.reverse_columns {
                column = image.width - 1 - column;
            }
            let at = usize::from(row) * usize::from(image.width) + usize::from(column);
            image.cells[at] = symmetry.tile(tile).white();
        }
        image
    }

    /// The diagram with the colours of all lines exchanged.
    #[must_use]
    pub fn recoloured(&self) -> Self {
        let cells = self.cells.iter().map(|&white| if white == 0 { 0 } else { white ^ 15 });
        Self { height: self.height, width: self.width, cells: cells.collect() }
    }

    /// The least of the eight images: equal for two positions exactly if they are the same up to rotation,
    /// reflection and translation.
    #[must_use]
    pub fn canonical(&self) -> Self {
        SYMMETRIES.into_iter().map(|symmetry| self.image(symmetry)).min().unwrap_or_else(|| self.clone())
    }
}

/// The letters of the tiles, by their white sides.
const LETTERS: [(u8, &str); 6] =
    [(0b0101, "v"), (0b1010, "h"), (0b1001, "J"), (0b0110, "r"), (0b0011, "L"), (0b1100, "7")];

/// The letter of a tile.
pub(crate) fn letter(tile: Tile) -> &'static str {
    LETTERS.into_iter().find(|&(white, _)| white == tile.white()).map_or("?", |(_, letter)| letter)
}

/// The tile that a letter stands for.
pub(crate) fn tile_of_letter(letter: &str) -> Option<Tile> {
    LETTERS.into_iter().find(|&(_, known)| known == letter).and_then(|(white, _)| Tile::from_white(white))
}

impl fmt::Display for Diagram {
    /// Row by row, rows separated by `|`. A tile is the letter for the sides that its white line joins:
    /// `v` north–south, `h` east–west, `J` north–west, `r` east–south, `L` north–east, `7` south–west (each
    /// looks a little like its white line); `.` is an empty cell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height {
            if row > 0 {
                f.write_str("|")?;
            }
            for column in 0..self.width {
                f.write_str(self.tile(row, column).map_or(".", letter))?;
            }
        }
        Ok(())
    }
}

impl Position {
    /// The exact position, box at the corner.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        let (height, width) =
            if self.is_empty() { (0, 0) } else { (self.extent.height(), self.extent.width()) };
        let mut cells = Vec::with_capacity(usize::from(height) * usize::from(width));
        for row in 0..height {
            for column in 0..width {
                let cell = self.grid.cell(self.extent.top + row, self.extent.left + column);
                cells.push(self.tile(cell).map_or(0, Tile::white));
            }
        }
        Diagram { height, width, cells }
    }

    /// The same tiles with this player to move, as if the other had passed.
    #[must_use]
    pub fn with_to_move(&self, player: Player) -> Self {
        Self::from_diagram(self.rules, &self.diagram(), player)
    }

    /// A position with the tiles of a diagram, which must have come from a position under the same rules.
    pub(crate) fn from_diagram(rules: Rules, diagram: &Diagram, to_move: Player) -> Self {
        Self::rebuilt(rules, to_move, diagram.tiles())
    }
}
