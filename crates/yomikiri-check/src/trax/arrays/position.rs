//! Positions as bytes: writing them, finding the least image, and putting them up.

use super::grid::{Earlier, Extent, Grid};
use super::tile::{self, Asked, EAST, NO_TILE, NORTH, SOUTH, Sides, Tile, WEST};

/// The bytes before the cells: height, width, who is to move.
pub(super) const PREFIX: usize = 3;

/// Appends the cells of the box, row by row.
pub(super) fn append_cells(grid: &Grid, bytes: &mut Vec<u8>) {
    Image::new(grid, Symmetry::ALL[0]).append(grid, bytes);
}

/// Height, width and the symmetry of the least of the eight images.
pub(super) fn least_image(grid: &Grid) -> Image {
    let (height, width) = (grid.extent().height(), grid.extent().width());
    // The height comes first in the bytes.
    let mut images = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| height == width || symmetry.exchanges == (height > width))
        .map(|symmetry| Image::new(grid, symmetry));
    let first = images.next().unwrap_or_else(|| Image::new(grid, Symmetry::ALL[0]));
    images.fold(first, |least, image| if image.is_less(grid, &least) { image } else { least })
}

/// One of the eight symmetries: the first row or column of the image comes from the last or first of the
/// board, and they may be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry {
    /// Rows of the image are columns of the board.
    exchanges: bool,
    /// The rows of the board are taken from the last.
    upside_down: bool,
    /// The columns of the board are taken from the last.
    back_to_front: bool,
}

impl Symmetry {
    const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { exchanges: false, upside_down: false, back_to_front: false }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry {
                exchanges: index & 4 != 0,
                upside_down: index & 2 != 0,
                back_to_front: index & 1 != 0,
            };
            index += 1;
        }
        all
    };

    /// Where a side of a tile on the board lies in the image.
    const fn side(self, side: Sides) -> Sides {
        let side = match side {
            NORTH if self.upside_down => SOUTH,
            SOUTH if self.upside_down => NORTH,
            EAST if self.back_to_front => WEST,
            WEST if self.back_to_front => EAST,
            _ => side,
        };
        if !self.exchanges {
            return side;
        }
        match side {
            NORTH => WEST,
            WEST => NORTH,
            EAST => SOUTH,
            _ => EAST,
        }
    }

    /// The image of each tile, and of no tile.
    const fn tiles(self) -> [Tile; 16] {
        let mut images = [NO_TILE; 16];
        let mut tile = 0;
        while tile < 16 {
            let mut side = 1;
            while side < 16 {
                if tile & side != 0 {
                    images[tile] |= self.side(side as Sides);
                }
                side *= 2;
            }
            tile += 1;
        }
        images
    }

    const fn index(self) -> usize {
        (self.exchanges as usize) << 2 | (self.upside_down as usize) << 1 | self.back_to_front as usize
    }
}

static TILE_IMAGES: [[Tile; 16]; 8] = {
    let mut images = [[NO_TILE; 16]; 8];
    let mut index = 0;
    while index < 8 {
        images[index] = Symmetry::ALL[index].tiles();
        index += 1;
    }
    images
};

/// An image of the box, read straight from the grid.
pub(super) struct Image {
    pub(super) height: usize,
    pub(super) width: usize,
    /// The cell of the board that is first in the image, and the way to the next row and column of the image.
    first: usize,
    row_step: isize,
    column_step: isize,
    tiles: &'static [Tile; 16],
}

impl Image {
    fn new(grid: &Grid, symmetry: Symmetry) -> Image {
        let extent = grid.extent();
        let Extent { top, bottom, left, right } = extent;
        let row = if symmetry.upside_down { bottom } else { top };
        let column = if symmetry.back_to_front { right } else { left };
        let down = grid.row_step() as isize * if symmetry.upside_down { -1 } else { 1 };
        let onwards = if symmetry.back_to_front { -1 } else { 1 };
        let tiles = &TILE_IMAGES[symmetry.index()];
        let (height, width) = (extent.height(), extent.width());
        let first = if grid.is_empty() { 0 } else { grid.cell(row, column) };
        if symmetry.exchanges {
            Image { height: width, width: height, first, row_step: onwards, column_step: down, tiles }
        } else {
            Image { height, width, first, row_step: down, column_step: onwards, tiles }
        }
    }

    /// The cells of a row of the image.
    fn row(&self, grid: &Grid, row: usize) -> impl Iterator<Item = Tile> {
        let first = self.first.wrapping_add_signed(self.row_step * row as isize);
        let cells =
            (0..self.width as isize).map(move |column| first.wrapping_add_signed(self.column_step * column));
        cells.map(|cell| self.tiles[usize::from(grid.tile(cell))])
    }

    fn is_less(&self, grid: &Grid, other: &Image) -> bool {
        // Most images differ in the first row.
        (0..self.height).map(|row| self.row(grid, row).cmp(other.row(grid, row))).find(|order| order.is_ne())
            == Some(std::cmp::Ordering::Less)
    }

    pub(super) fn append(&self, grid: &Grid, bytes: &mut Vec<u8>) {
        for row in 0..self.height {
            bytes.extend(self.row(grid, row));
        }
    }
}

/// Lays the tiles of a box on an empty grid, or says why they are no position of a game that goes on. Then the grid
/// holds some of them.
///
/// The other files take for granted that colours match where tiles meet (else lines could not be joined), that
/// the box is tight and within the limit (else a cell might lie outside the arrays), that no empty cell asks for a tile
/// (only what a new tile asks is looked at) and that nobody has won (only lines through new tiles are looked
/// at). That the tiles hang together and leave a space is asked because every position does.
pub(super) fn put_up(
    grid: &mut Grid,
    height: u8,
    width: u8,
    cells: &[u8],
    least_span: Option<usize>,
) -> Result<(), &'static str> {
    let (height, width) = (usize::from(height), usize::from(width));
    if height > grid.span() || width > grid.span() {
        return Err("the box is too large");
    }
    if cells.len() != height * width {
        return Err("the number of cells is not that of the box");
    }
    let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != NO_TILE);
    if tiles.clone().any(|(_, &tile)| !tile::is_tile(tile)) {
        return Err("a cell is not a tile");
    }
    if tiles.clone().count() == grid.span() * grid.span() {
        return Err("the board is full");
    }
    let (top, left) = grid.origin(height, width);
    for (index, &tile) in tiles {
        let cell = grid.cell(top + index / width, left + index % width);
        if !tile::continues(tile, grid.entering(cell)) {
            return Err("colours do not match");
        }
        grid.lay(cell, tile);
    }
    if (grid.extent().height(), grid.extent().width()) != (height, width) {
        return Err("the box is larger than the tiles");
    }
    for &cell in grid.laid() {
        for side in [NORTH, EAST, SOUTH, WEST] {
            if grid.asked(grid.across(cell as usize, side)) != Asked::Nothing {
                return Err("a forced tile is missing");
            }
        }
    }
    if !hang_together(grid) {
        return Err("the tiles do not hang together");
    }
    if [true, false].into_iter().any(|white| grid.has_won_since(Earlier::EMPTY, white, least_span)) {
        return Err("somebody has won");
    }
    Ok(())
}

/// Whether all tiles can be reached from one.
fn hang_together(grid: &Grid) -> bool {
    let laid = grid.laid();
    let mut seen = vec![false; grid.cell_count()];
    let mut count = 0;
    let mut waiting = Vec::with_capacity(4 * laid.len());
    waiting.extend(laid.first().map(|&cell| cell as usize));
    while let Some(cell) = waiting.pop() {
        if grid.tile(cell) != NO_TILE && !std::mem::replace(&mut seen[cell], true) {
            count += 1;
            waiting.extend([NORTH, EAST, SOUTH, WEST].map(|side| grid.across(cell, side)));
        }
    }
    count == laid.len()
}
