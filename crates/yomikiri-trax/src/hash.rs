//! Keys that are the same for all symmetric positions.
//!
//! A position is hashed as the sum, over its tiles, of value(tile) · R^row · C^column in the field of
//! integers modulo the prime 2¹²⁷ − 1, where R, C and the six values are fixed random elements. In this form
//! moving the whole board is one multiplication, so the sum for each of the eight rotations and reflections
//! is kept over absolute coordinates, a tile at a time, and moved to the corner only when the key is asked
//! for. The key is the least of the eight.
//!
//! Two different positions collide if (R, C) is a root of the polynomial that is their difference, of
//! degree at most 2·255: for random R and C that has a chance of less than 2⁻¹¹⁷.
//!
//! The sums are computed lazily and kept as a stack of prefix sums along the journal of tiles: a search tries
//! and takes back many moves for each key it asks for.
//!
//! Rejected: XOR of random words per cell and tile (Zobrist), as in the papers: it must be recomputed from
//! all tiles for all eight images whenever the box grows to the north or west of any image. Sums modulo 2⁶⁴:
//! cheaper, but the low bits see only the low bits of row and column.

use crate::diagram::{SYMMETRIES, Symmetry};
use crate::grid::{Extent, Grid};
use crate::position::{Placed, Position};
use crate::rules::UNLIMITED_SPAN;
use crate::tile::Tile;
use std::sync::LazyLock;
use yomikiri_game::{Canonical, Game, Key, Player, SplitMix64};

/// An element of the field of integers modulo 2¹²⁷ − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Element(u128);

const PRIME: u128 = (1 << 127) - 1;

#[inline]
fn halves(number: u128) -> (u64, u64) {
    ((number >> 64) as u64, number as u64)
}

/// A number congruent to any 128-bit number, at most 2¹²⁷.
#[inline]
fn fold(number: u128) -> u128 {
    (number & PRIME) + (number >> 127)
}

impl Element {
    const ONE: Self = Self(1);

    /// The element congruent to any 128-bit number.
    #[inline]
    fn reduced(number: u128) -> Self {
        let once = fold(number);
        Self(if once >= PRIME { once - PRIME } else { once })
    }

    fn random(random: &mut SplitMix64) -> Self {
        Self::reduced(u128::from(random.next_u64()) << 64 | u128::from(random.next_u64()))
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        Self::reduced(self.0 + other.0)
    }

    /// The product, from four products of 64-bit halves, using that 2¹²⁷ is 1.
    #[inline]
    fn times(self, other: Self) -> Self {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        let ((a1, a0), (b1, b0)) = (halves(self.0), halves(other.0));
        // To be multiplied by 2^64 and by 2^128, which is 2.
        let (middle, high) = (product(a1, b0) + product(a0, b1), product(a1, b1));
        let (carried, kept) = (middle >> 63, middle & ((1 << 63) - 1));
        let low = product(a0, b0);
        // Three numbers below 2^127 and a small one: fold once after every two.
        let upper = fold(2 * high + (kept << 64));
        Self::reduced(upper + fold(low) + carried)
    }

    fn power(self, mut exponent: u128) -> Self {
        let (mut base, mut result) = (self, Self::ONE);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.times(base);
            }
            base = base.times(base);
            exponent >>= 1;
        }
        result
    }

    /// The inverse, by Fermat's little theorem.
    fn inverse(self) -> Self {
        self.power(PRIME - 2)
    }
}

/// The powers with exponents from −`SPAN` to `SPAN`.
struct Powers(Vec<Element>);

const SPAN: i32 = UNLIMITED_SPAN as i32;

impl Powers {
    fn new(base: Element) -> Self {
        let lowest = base.inverse().power(SPAN as u128);
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
    /// The terms of all tiles near the first one, so near that small boards have no others.
    near: Vec<[Element; 16]>,
    second_to_move: u128,
}

/// How far from the first tile terms are looked up instead of multiplied.
const NEAR: i32 = 16;

impl Tables {
    fn new() -> Self {
        let mut random = SplitMix64::new(0x7261_785F_7472_6178);
        let rows = Powers::new(Element::random(&mut random));
        let columns = Powers::new(Element::random(&mut random));
        let values = std::array::from_fn(|_| Element::random(&mut random));
        let near = (-NEAR..=NEAR)
            .flat_map(|row| (-NEAR..=NEAR).map(move |column| (row, column)))
            .map(|(row, column)| {
                let place = rows.at(row).times(columns.at(column));
                values.map(|value| place.times(value))
            })
            .collect();
        Self { near, rows, columns, values, second_to_move: Element::random(&mut random).0 }
    }

    /// value(tile) · R^row · C^column.
    #[inline]
    fn term(&self, tile: Tile, row: i32, column: i32) -> Element {
        let tile = usize::from(tile.white());
        if row.abs().max(column.abs()) <= NEAR {
            self.near[((row + NEAR) * (2 * NEAR + 1) + column + NEAR) as usize][tile]
        } else {
            let place = self.rows.at(row).times(self.columns.at(column));
            place.times(self.values[tile])
        }
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
    /// What moves the eight images of a box to the corner. Boxes change seldom.
    corners: Option<(Extent, [Element; 8])>,
}

impl SymmetricHash {
    /// Drops what depends on more than the first `tiles` tiles.
    #[inline]
    pub(crate) fn forget_beyond(&mut self, tiles: usize) {
        self.prefixes.truncate(tiles);
    }

    /// Brings the sums up to date with the journal. Gives the eight images, at the corner.
    #[inline]
    fn images(&mut self, journal: &[Placed], grid: &Grid, extent: Extent) -> [Element; 8] {
        let tables = &*TABLES;
        for &Placed { cell, tile, .. } in &journal[self.prefixes.len()..] {
            let origin = i32::from(grid.origin());
            let row = i32::from(grid.row(cell)) - origin;
            let column = i32::from(grid.column(cell)) - origin;
            let mut sums = self.prefixes.last().copied().unwrap_or_default();
            for (sum, symmetry) in sums.iter_mut().zip(SYMMETRIES) {
                let (row, column) = symmetry.point(row, column);
                *sum = sum.plus(tables.term(symmetry.tile(tile), row, column));
            }
            self.prefixes.push(sums);
        }
        if self.corners.is_none_or(|(known, _)| known != extent) {
            let corner = |symmetry| tables.to_corner(symmetry, extent, grid.origin());
            self.corners = Some((extent, SYMMETRIES.map(corner)));
        }
        let mut images = self.prefixes.last().copied().unwrap_or_default();
        if let Some((_, corners)) = &self.corners {
            for (image, &corner) in images.iter_mut().zip(corners) {
                *image = image.times(corner);
            }
        }
        images
    }
}

impl Canonical for Position {
    fn key(&mut self) -> Key {
        let images = self.hash.images(&self.journal, &self.grid, self.extent);
        let least = images.into_iter().min().unwrap_or_default();
        Key(match self.to_move() {
            Player::First => least.0,
            Player::Second => least.0 ^ TABLES.second_to_move,
        })
    }

    fn images(&self) -> Vec<Self> {
        let diagram = self.diagram();
        let rebuilt = |symmetry| Self::from_diagram(self.rules, &diagram.image(symmetry), self.to_move());
        SYMMETRIES.into_iter().map(rebuilt).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Multiplication by adding and doubling.
    fn slow_product(a: Element, b: Element) -> Element {
        let mut sum = Element(0);
        for bit in (0..127).rev() {
            sum = sum.plus(sum);
            if b.0 >> bit & 1 == 1 {
                sum = sum.plus(a);
            }
        }
        sum
    }

    #[test]
    fn products_are_right() {
        let mut random = SplitMix64::new(1);
        let extremes = [0, 1, 2, PRIME - 1, PRIME - 2, 1 << 126, (1 << 64) - 1, 1 << 64].map(Element);
        for a in extremes {
            for b in extremes {
                assert_eq!(a.times(b), slow_product(a, b));
            }
        }
        for _ in 0..10_000 {
            let (a, b) = (Element::random(&mut random), Element::random(&mut random));
            assert_eq!(a.times(b), slow_product(a, b));
        }
        let a = Element::random(&mut random);
        assert_eq!(a.times(a.inverse()), Element::ONE);
    }
}
