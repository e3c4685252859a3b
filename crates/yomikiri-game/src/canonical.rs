//! One name for all positions that are the same up to symmetry.

use crate::Game;

/// A 128-bit name of a position, equal for positions that symmetry makes equal.
///
/// Small games pack the whole position into it and are exact. A game that hashes must have at least 64 good
/// bits, and had better have more: at 10⁹ stored positions and 10¹¹ look-ups a 64-bit name would be expected
/// to go wrong five times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u128);

/// The capability of telling that two positions are the same but for rotation, reflection, translation or
/// whatever symmetries the game has.
pub trait Canonical: Game {
    /// The key of the position, player to move included.
    ///
    /// It takes `&mut self` because a position may have put off the bookkeeping until somebody asks.
    fn key(&mut self) -> Key;

    /// All images of this position under the symmetries of the game (itself included), each built afresh
    /// from nothing but what is on the board. Slow; the conformance kit compares keys with it.
    fn images(&self) -> Vec<Self>;
}
