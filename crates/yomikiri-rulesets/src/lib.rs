//! Rulesets of combinatorial game theory.
//!
//! | module | rules |
//! |---|---|
//! | [`domineering`] | Left puts upright dominoes on a board, Right lying ones |
//! | [`clobber`] | a stone moves onto a neighbour of the other colour, which goes |
//! | [`toads`] | toads step or jump to the right, frogs to the left |
//! | [`hackenbush`] | strings of edges: who cuts one of his edges removes all above it |
//! | [`nogo`] | stones are put down so that every group keeps a liberty |
//!
//! In all of them who cannot move loses. A file has the rules ([`Rules`]): what a move does to the squares. From that follow the
//! rest: [`Board`] has text, options, parts and symmetries; [`Boards`] numbers all boards of a size, for databases; [`Play`] adds
//! whose move it is, and makes it a [`Game`](yomikiri_game::Game) that every search can solve. A new ruleset is a file of under
//! 100 lines.

mod board;
mod catalogue;
pub mod clobber;
pub mod domineering;
mod grid;
pub mod hackenbush;
pub mod nogo;
mod play;
pub mod toads;

pub use board::{Board, Rules};
pub use catalogue::{Boards, BoardsError};
pub use grid::{Cell, Grid};
pub use play::{MoveError, Play};

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A character that means nothing.
    #[error("`{0}` is no cell; expected one of {1}")]
    Cell(char, String),
    /// The rows differ in length, or there are none.
    #[error("the rows must have the same length, and at least one cell")]
    Shape,
    /// Too large a board.
    #[error("{0} cells: at most {1} can be handled")]
    TooLarge(usize, usize),
    /// An impossible position.
    #[error("{0}")]
    Impossible(&'static str),
}
