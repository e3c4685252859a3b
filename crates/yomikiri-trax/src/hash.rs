//! Keys that are the same for all symmetric positions.
//!
//! A position is hashed as the sum, over its tiles, of value(tile) · R^row · C^column in a finite field
//! (`field.rs`), where R, C and the six values are fixed random elements. In this form moving the whole board is
//! one multiplication, so the sum for each of the eight rotations and reflections is kept over absolute
//! coordinates, a tile at a time, and moved to the corner only when the key is asked for. The key is the least
//! of the eight.
//!
//! Two different positions collide if (R, C) is a root of the polynomial that is their difference, of
//! degree at most 2·255: for random R and C, and two independent fields of 2⁶¹ − 1 elements, that has a chance
//! of about 2⁻¹⁰⁴.
//!
//! The sums are computed lazily and kept as a stack of prefix sums along the journal of tiles: a search tries
//! and takes back many moves for each key it asks for.
//!
//! Rejected: XOR of random words per cell and tile (Zobrist), as in the papers: it must be recomputed from
//! all tiles for all eight images whenever the box grows to the north or west of any image. Sums modulo 2⁶⁴:
//! cheaper, but the low bits see only the low bits of row and column.

use crate::diagram::{SYMMETRIES, Symmetry};
use crate::field::{Element, product};
use crate::grid::{Cell, Extent, Grid};
use crate::position::{Placed, Position};
use crate::rules::UNLIMITED_SPAN;
use crate::tile::{TILES, Tile};
use std::sync::LazyLock;
use yomikiri_game::{Canonical, Game, Key, Player, SplitMix64};

/// The powers with exponents from −`SPAN` to `SPAN`.
struct Powers(Vec<Element>);

const SPAN: i32 = UNLIMITED_SPAN as i32;

impl Powers {
    fn new(base: Element) -> Self {
        let lowest = base.inverse().power(SPAN as u64);
        let next = |&power: &Element| Some(power.times(base));
        Self(std::iter::successors(Some(lowest), next).take(2 * SPAN as usize + 1).collect())
    }

    #[inline]
    fn at(&self, exponent: i32) -> Element {
        self.0[(exponent + SPAN) as usize]
    }
}

struct Tables {
    rows: Powers,
    columns: Powers,
    /// By the white sides of a tile.
    values: [Element; 16],
    /// By place near the first tile (so near that small boards have no others) and tile: the terms of the
    /// eight images, side by side.
    near: Vec<[[Element; 8]; TILES.len()]>,
    second_to_move: u128,
}

/// How far from the first tile terms are looked up instead of multiplied.
const NEAR: i32 = 8;

/// The place of a tile in [`TILES`], by its white sides.
const TILE_NUMBERS: [u8; 16] = {
    let mut numbers = [0; 16];
    let mut number = 0;
    while number < TILES.len() {
        numbers[TILES[number].white() as usize] = number as u8;
        number += 1;
    }
    numbers
};

fn random_word(random: &mut SplitMix64) -> u128 {
    u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())
}

impl Tables {
    fn new() -> Self {
        let mut random = SplitMix64::new(0x7261_785F_7472_6178);
        let mut tables = Self {
            rows: Powers::new(Element::random(&mut random)),
            columns: Powers::new(Element::random(&mut random)),
            values: std::array::from_fn(|_| Element::random(&mut random)),
            near: Vec::new(),
            second_to_move: random_word(&mut random),
        };
        tables.near = (-NEAR..=NEAR)
            .flat_map(|row| (-NEAR..=NEAR).map(move |column| (row, column)))
            .map(|(row, column)| TILES.map(|tile| tables.multiplied_terms(tile, row, column)))
            .collect();
        tables
    }

    /// What a tile adds to the sum of each image.
    #[inline]
    fn terms(&self, tile: Tile, row: i32, column: i32) -> [Element; 8] {
        if row.abs().max(column.abs()) <= NEAR {
            let place = (row + NEAR) * (2 * NEAR + 1) + column + NEAR;
            self.near[place as usize][usize::from(TILE_NUMBERS[usize::from(tile.white())])]
        } else {
            self.multiplied_terms(tile, row, column)
        }
    }

    /// value(tile) · R^row · C^column for each image.
    fn multiplied_terms(&self, tile: Tile, row: i32, column: i32) -> [Element; 8] {
        SYMMETRIES.map(|symmetry| {
            let (row, column) = symmetry.point(row, column);
            let place = self.rows.at(row).times(self.columns.at(column));
            place.times(self.values[usize::from(symmetry.tile(tile).white())])
        })
    }

    /// What moves the image of a box to the corner.
    fn to_corner(&self, symmetry: Symmetry, extent: Extent, origin: u16) -> Element {
        let relative = |n: u16| i32::from(n) - i32::from(origin);
        let a = symmetry.point(relative(extent.top), relative(extent.left));
        let b = symmetry.point(relative(extent.bottom), relative(extent.right));
        let rows = self.rows.at(-a.0.min(b.0));
        rows.times(self.columns.at(-a.1.min(b.1)))
    }
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// What is known of the eight sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymmetricHash {
    /// The sums of the eight images over the first tiles of the journal: one, two, …
    prefixes: Vec<[Element; 8]>,
    /// What moves the eight images of a box to the corner, for boxes seen before: [`BOXES`] places, or none yet.
    corners: Vec<Option<(Extent, [Element; 8])>>,
}

/// How many boxes are kept, a power of two.
const BOXES: usize = 16;

/// The place of a box. A search goes to and fro between a box and those that a tile more makes of it: these five have
/// different places.
fn place_of(extent: Extent) -> usize {
    let Extent { top, bottom, left, right } = extent;
    let sum = [top, 2 * bottom, 4 * left, 8 * right].into_iter().fold(0, u16::wrapping_add);
    usize::from(sum) % BOXES
}

impl SymmetricHash {
    /// Drops what depends on more than the first `tiles` tiles.
    #[inline]
    pub(crate) fn forget_beyond(&mut self, tiles: usize) {
        self.prefixes.truncate(tiles);
    }

    /// Brings the sums up to date with the journal. Gives the least of the eight images at the corner, least
    /// by its first number; images that agree in that are taken to be the same.
    #[inline]
    fn least_image(&mut self, journal: &[Placed], grid: &Grid, extent: Extent) -> u128 {
        let tables = &*TABLES;
        for &Placed { cell, tile, .. } in &journal[self.prefixes.len()..] {
            let origin = i32::from(grid.origin());
            let row = i32::from(grid.row(cell)) - origin;
            let column = i32::from(grid.column(cell)) - origin;
            let mut sums = self.prefixes.last().copied().unwrap_or_default();
            for (sum, term) in sums.iter_mut().zip(tables.terms(tile, row, column)) {
                *sum = sum.plus(term);
            }
            self.prefixes.push(sums);
        }
        let Some(sums) = self.prefixes.last() else {
            return 0;
        };
        if self.corners.is_empty() {
            self.corners.resize(BOXES, None);
        }
        let known = &mut self.corners[place_of(extent)];
        let (_, corners) = match known {
            Some(known) if known.0 == extent => known,
            _ => {
                let corner = |symmetry| tables.to_corner(symmetry, extent, grid.origin());
                known.insert((extent, SYMMETRIES.map(corner)))
            }
        };
        let (mut least, mut image) = (u64::MAX, 0);
        for at in 0..8 {
            let first = product(sums[at].first, corners[at].first);
            if first < least {
                (least, image) = (first, at);
            }
        }
        u128::from(least) << 64 | u128::from(product(sums[image].second, corners[image].second))
    }
}

/// What a tile adds to the quick sum of a position. (Computed, not looked up: the grid of unlimited Trax is large.)
#[inline]
pub(crate) fn quick_term(cell: Cell, tile: Tile) -> u64 {
    let place = (u64::from(cell) << 4 | u64::from(tile.white())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (place ^ place >> 32).wrapping_mul(0xD1B5_4A32_D192_ED03)
}

/// What the player to move adds to it.
#[inline]
pub(crate) fn quick_player(to_move: Player) -> u64 {
    match to_move {
        Player::First => 0x8A5C_D789_635D_2DFF,
        Player::Second => 0x121F_D215_5C47_2F96,
    }
}

impl Canonical for Position {
    #[inline]
    fn quick_key(&mut self) -> u64 {
        self.quick_sum ^ quick_player(self.to_move())
    }

    fn key(&mut self) -> Key {
        let future = if self.is_narrowed { self.future_key() } else { None };
        let least = future.unwrap_or_else(|| self.hash.least_image(&self.journal, &self.grid, self.extent));
        Key(match self.to_move() {
            Player::First => least,
            Player::Second => least ^ TABLES.second_to_move,
        })
    }

    fn images(&self) -> Vec<Self> {
        let diagram = self.diagram();
        let rebuilt = |symmetry| Self::from_diagram(self.rules, &diagram.image(symmetry), self.to_move());
        SYMMETRIES.into_iter().map(rebuilt).collect()
    }
}
