//! One name for all positions that are the same up to symmetry.

use crate::Game;

/// A 128-bit name of a position, equal for positions that symmetry makes equal.
///
/// Small games pack the whole position into it and are exact. A game that hashes must have at least 64 good
/// bits, and had better have more: at 10⁹ stored positions and 10¹¹ look-ups a 64-bit name would be expected
/// to go wrong five times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u128);

impl Key {
    /// The key as a hash: a key may be the packed position itself, with all its information in a few bits, and here every
    /// bit of the upper half depends on all of them. Different keys stay different.
    #[inline]
    #[must_use]
    pub fn mixed(self) -> u128 {
        // A product with an odd number carries what is known upwards; folding brings it down again.
        let once = (self.0 ^ self.0 >> 64).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        (once ^ once >> 67).wrapping_mul(0xD1B5_4A32_D192_ED03_ABCC_5167_CCAD_925F)
    }
}

/// The capability of telling that two positions are the same but for rotation, reflection, translation or
/// whatever symmetries the game has.
pub trait Canonical: Game {
    /// The key of the position, player to move included.
    ///
    /// It takes `&mut self` because a position may have put off the bookkeeping until somebody asks.
    fn key(&mut self) -> Key;

    /// A hash of the position as it lies, player to move included, for a search to remember what it has just
    /// seen: cheaper than a key where that can be had, blind to symmetry, and with all its 64 bits good (a
    /// search compares them all but one).
    fn quick_key(&mut self) -> u64 {
        (self.key().mixed() >> 64) as u64
    }

    /// All images of this position under the symmetries of the game (itself included), each built afresh
    /// from nothing but what is on the board. Slow; the conformance kit compares keys with it.
    fn images(&self) -> Vec<Self> {
        vec![self.clone()]
    }
}
