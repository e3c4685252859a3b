//! The straight lines of a board.

use std::sync::OnceLock;

/// The largest number of rows and of columns.
pub(crate) const LARGEST: u8 = 10;

/// The eight directions of a queen: right, left, down, up, and the diagonals, as steps of column and row.
pub(crate) const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// For every square the squares that lie in each direction, the nearest first.
pub(crate) struct Geometry {
    rays: Vec<[Vec<u8>; 8]>,
    /// For every square the squares next to it.
    pub(crate) neighbours: Vec<u128>,
    /// For each symmetry the images of sets of squares, eight squares at a time.
    images: Vec<Vec<[u128; 256]>>,
}

impl Geometry {
    fn new(width: u8, height: u8) -> Self {
        let ray = |square: u8, (dx, dy): (i8, i8)| -> Vec<u8> {
            let (column, row) = ((square % width) as i8, (square / width) as i8);
            (1..)
                .map(|step| (column + dx * step, row + dy * step))
                .take_while(|&(x, y)| (0..width as i8).contains(&x) && (0..height as i8).contains(&y))
                .map(|(x, y)| y as u8 * width + x as u8)
                .collect()
        };
        let squares = 0..width * height;
        let rays: Vec<_> = squares.map(|square| DIRECTIONS.map(|direction| ray(square, direction))).collect();
        let near =
            |rays: &[Vec<u8>; 8]| rays.iter().filter_map(|ray| ray.first()).fold(0, |near, &s| near | 1 << s);
        let images = (0..8).map(|symmetry| image_tables(width, height, symmetry)).collect();
        Self { neighbours: rays.iter().map(near).collect(), rays, images }
    }

    /// The lines of a board of that size; neither side may be 0 or more than [`LARGEST`].
    pub(crate) fn of(width: u8, height: u8) -> &'static Self {
        const COUNT: usize = LARGEST as usize * LARGEST as usize;
        static ALL: [OnceLock<Geometry>; COUNT] = [const { OnceLock::new() }; COUNT];
        let place = usize::from(width - 1) * usize::from(LARGEST) + usize::from(height - 1);
        ALL[place].get_or_init(|| Self::new(width, height))
    }

    /// The squares that a queen on `from` can go to when `open` squares are free, direction by direction.
    pub(crate) fn reach(&self, from: u8, open: u128) -> impl Iterator<Item = u8> {
        let rays = self.rays[usize::from(from)].iter();
        rays.flat_map(move |ray| ray.iter().copied().take_while(move |&square| open >> square & 1 == 1))
    }

    /// The image of a set of squares under one of the eight symmetries; see [`image_of_square`].
    pub(crate) fn image(&self, symmetry: usize, set: u128) -> u128 {
        let tables = self.images[symmetry].iter().zip(set.to_le_bytes());
        tables.fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}

/// Where a symmetry takes a square: bit 0 mirrors columns, bit 1 rows, bit 2 then exchanges both.
fn image_of_square(width: u8, height: u8, symmetry: usize, square: u8) -> u8 {
    let (mut x, mut y) = (square % width, square / width);
    if symmetry & 1 != 0 {
        x = width - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = height - 1 - y;
    }
    if symmetry & 4 != 0 { x * height + y } else { y * width + x }
}

fn image_tables(width: u8, height: u8, symmetry: usize) -> Vec<[u128; 256]> {
    let squares = width * height;
    let table = |first: u8| {
        std::array::from_fn(|byte| {
            let bits = (0..8u8).filter(|bit| byte >> bit & 1 == 1 && first + bit < squares);
            bits.fold(0, |set, bit| set | 1u128 << image_of_square(width, height, symmetry, first + bit))
        })
    };
    (0..squares).step_by(8).map(table).collect()
}
