//! Why a move was not played.

use thiserror::Error;

use super::side::Side;

/// Why a move was not played. The board is then as it was before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejected {
    /// The text is not a move in Trax notation.
    #[error("not a move: expected a column (@, A, B, ...), a row (0, 1, 2, ...) and one of + / \\")]
    Malformed,
    /// The game has ended, so nothing may be played.
    #[error("the game is over")]
    GameOver,
    /// The first move of the game is neither of the two that exist.
    #[error("the first move is @0/ or @0+")]
    NotAnOpening,
    /// There is a tile already.
    #[error("the space is occupied")]
    Occupied,
    /// No tile in play shares an edge with the space.
    #[error("the space touches no tile in play")]
    NotAdjacent,
    /// The box of all tiles would become too wide or too high.
    #[error("the tiles would span more than {limit} rows or columns")]
    OutsideBox {
        /// The greatest number of rows and of columns.
        limit: u8,
    },
    /// Neither colouring of the sign continues the lines of the neighbours.
    #[error("the colours do not match those of the neighbouring tiles")]
    ColoursDoNotMatch,
    /// In the course of the turn three lines of one colour would enter a space.
    /// There may be several such spaces; this is one of them.
    #[error("three {colour} lines would enter {space}")]
    ThreeLines {
        /// The colour of the three lines.
        colour: Side,
        /// The column and row of the space, as on the board before the turn.
        space: String,
    },
}
