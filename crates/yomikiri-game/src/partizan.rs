//! Positions that either player may move in: the vocabulary of combinatorial game theory.
//!
//! A [`Game`](crate::Game) says whose move it is. A part of a board does not: while one player answers
//! elsewhere, the other may move twice running. [`Partizan`] is a position with the moves of both players.
//! *Left* is the first player, *Right* the second.

use crate::Player;
use std::hash::Hash;

/// A position with options for either player, which may fall apart into independent parts.
pub trait Partizan: Clone + Eq + Hash {
    /// The parts that the position is the sum of. Parts in which nobody will ever move are left out.
    fn parts(&self) -> Vec<Self>;

    /// The positions after each move of a player, in an order that depends on nothing but the position.
    /// Positions may come several times.
    fn options(&self, player: Player) -> Vec<Self>;

    /// One representative of all positions that symmetry makes equal to this one, and whether the players
    /// must be exchanged to get from it to this one.
    fn normal(&self) -> (Self, bool);

    /// The number of moves by which a player is ahead, if it can be told without looking at the options
    /// (positive: Left is ahead). A territory of one player is worth its free moves.
    fn integer(&self) -> Option<i32> {
        None
    }
}

/// A finite set of positions with numbers, so that their values are an array.
///
/// Positions lie in layers, and a move leads to a lower layer: whoever fills the array layer by layer has
/// the values of all options at hand, and can treat the positions of one layer in any order or at once.
pub trait Catalogue: Sync {
    /// One more than the greatest number of a position.
    fn size(&self) -> usize;

    /// The number of layers.
    fn layers(&self) -> usize;

    /// The representatives of the classes of equal positions in a layer, by rising number.
    fn representatives(&self, layer: usize) -> Vec<usize>;

    /// Shows the numbers of the positions that a player can move to, some perhaps several times.
    fn options(&self, position: usize, player: Player, each: &mut impl FnMut(usize));

    /// Shows the numbers of all positions that are equal to this one up to symmetry (itself included), and
    /// for each whether the players are exchanged.
    fn images(&self, position: usize, each: &mut impl FnMut(usize, bool));

    /// A position in a lower layer that has the same value, if one is known.
    fn simpler(&self, position: usize) -> Option<usize>;
}
