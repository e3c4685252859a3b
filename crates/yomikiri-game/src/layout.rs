//! A position as pieces on squares, and a move as squares to point at.
//!
//! This is what a program needs that shows a board and takes clicks. It knows no rules: which squares a move names, which
//! pieces it adds and removes, and which pieces made a win all come from the game.
//!
//! Rejected: drawing from a [`Sketch`](crate::Sketch), which has strokes but no squares, so that a click means nothing.

use crate::{Game, Player};

/// The capability of being shown as pieces on squares.
pub trait Laid: Game {
    /// The board and everything on it.
    fn layout(&self) -> Layout;

    /// The squares that a move names, in the order in which a player would point at them.
    fn squares(&self, m: Self::Move) -> Vec<Square>;

    /// The squares of the lines or sets that won, each with the player they belong to. Empty while nobody has won.
    fn winning(&self) -> Vec<(Square, Player)>;
}

/// A square: columns to the right of and rows below a fixed one. It does not change when the board grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Columns to the right.
    pub x: i32,
    /// Rows down.
    pub y: i32,
}

/// What lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A tile with two lines; the letter says which sides the first player's line joins (`docs/notation.md`, diagrams).
    Tile(&'static str),
    /// A stone of a player.
    Stone(Player),
    /// An amazon of a player.
    Amazon(Player),
    /// A square that is blocked for good.
    Arrow,
}

/// A board and everything on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The top left square of the board, or of the box of all pieces if the board floats.
    pub corner: Square,
    /// The names of its columns, from the left.
    pub columns: Vec<String>,
    /// The names of its rows, from the top.
    pub rows: Vec<String>,
    /// Whether the board grows around its pieces, and the most rows and columns that it may have.
    pub floats: Option<u16>,
    /// Whether opposite edges meet.
    pub wraps: bool,
    /// Whether the squares of a move may be given in any order.
    pub any_order: bool,
    /// What lies where, in no particular order.
    pub pieces: Vec<(Square, Piece)>,
}

/// Squares with what lies on them.
pub type Pieces = Vec<(Square, Piece)>;

impl Layout {
    /// The pieces that come and those that go between this layout and another of the same game.
    #[must_use]
    pub fn difference(&self, after: &Self) -> (Pieces, Pieces) {
        // Most games keep the order of their pieces, so what is common at the beginning needs no search.
        let same = self.pieces.iter().zip(&after.pieces).take_while(|(before, now)| before == now).count();
        let without = |these: &[(Square, Piece)], those: &[(Square, Piece)]| {
            these.iter().copied().filter(|piece| !those.contains(piece)).collect()
        };
        let (before, now) = (&self.pieces[same..], &after.pieces[same..]);
        (without(now, before), without(before, now))
    }
}
