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
//! In all of them who cannot move loses. A ruleset is a board with the moves of both players ([`Ruleset`]); `grid` has what
//! boards of squares share. [`Play`] adds whose move it is, and makes it a [`Game`](yomikiri_game::Game) that every search
//! can solve. A new ruleset is a file of under 200 lines.

pub mod clobber;
pub mod domineering;
mod grid;
pub mod hackenbush;
pub mod nogo;
mod play;
pub mod toads;

pub use grid::{Cell, Grid};
pub use play::{MoveError, Play};

use std::fmt;
use std::str::FromStr;
use yomikiri_game::{Partizan, Player};

/// A board of some ruleset, with the moves of both players. As text it is one line.
pub trait Ruleset:
    Partizan + fmt::Debug + fmt::Display + FromStr<Err = BoardError> + Send + Sync + 'static
{
    /// The word that names the ruleset.
    const WORD: &'static str;

    /// The moves of a player as text, each with the board after it, in the order of the board.
    fn moves(&self, player: Player) -> Vec<(String, Self)>;

    /// Whether anybody can move.
    fn is_open(&self) -> bool {
        Player::BOTH.into_iter().any(|player| !self.moves(player).is_empty())
    }

    /// How far the game is: it grows with every move.
    fn progress(&self) -> u32;

    /// A number that differs for boards that can come up in the same game.
    fn code(&self) -> u128;

    /// The boards that are the same game under the symmetries that do not exchange the players, this one included.
    fn images(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// The lines of a picture, a character for each cell.
    fn rows(&self) -> Vec<String> {
        self.to_string().split('/').map(str::to_owned).collect()
    }
}

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A character that means nothing.
    #[error("`{0}` is no cell; expected one of {1}")]
    Cell(char, &'static str),
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
