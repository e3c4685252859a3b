//! Amazons endgames: boards taken apart into regions, with the value of each and of every move.
//!
//! | module | what it holds |
//! |---|---|
//! | `analysis` | every region and every move of a board, or of a sum of boards, judged ([`Analysis`]) |
//! | `winner` | who wins it, which is often known without its value ([`winner()`]) |
//! | `drawing` | an analysis drawn |

mod analysis;
mod drawing;
mod winner;

pub use analysis::{Analysis, JudgedMove, Region, analyse};
pub use drawing::rows;
pub use winner::winner;

use yomikiri_amazons::{Board, board::BoardError};
use yomikiri_cgt::evaluate::{Evaluator, Unevaluated};
use yomikiri_cgt::tabulate::Unfilled;
use yomikiri_cgt::{Forms, Intractable, TooLarge};
use yomikiri_game::Stop;
use yomikiri_search::SetupError;

/// How many positions an evaluation may meet, and how many different games: the open 4×4 board needs a quarter of both.
const MOST_POSITIONS: usize = 400_000;
const MOST_FORMS: u32 = 1_000_000;

/// Why boards were not judged.
#[derive(Debug, thiserror::Error)]
pub enum EndgameError {
    /// A board cannot be read.
    #[error("{}: {error}", which.map_or("the board".to_owned(), |number| format!("board {number}")))]
    Board {
        /// Which one, from 1, if there are several.
        which: Option<usize>,
        /// What is wrong.
        error: BoardError,
    },
    /// It was stopped, or a board is too large.
    #[error(transparent)]
    Unevaluated(#[from] Unevaluated),
    /// There is no memory for a search.
    #[error(transparent)]
    Search(#[from] SetupError),
}

impl From<Unfilled> for EndgameError {
    fn from(error: Unfilled) -> Self {
        Self::Unevaluated(match error {
            Unfilled::Stopped => Unevaluated::Stopped,
            Unfilled::Value(error) => Unevaluated::Value(error),
        })
    }
}

impl From<TooLarge> for EndgameError {
    fn from(error: TooLarge) -> Self {
        Self::Unevaluated(Unevaluated::Value(error.into()))
    }
}

impl From<Intractable> for EndgameError {
    fn from(error: Intractable) -> Self {
        Self::Unevaluated(Unevaluated::Value(error))
    }
}

/// Reads `A + B + …` as boards.
///
/// # Errors
/// If one of them is none.
pub fn parse_boards(text: &str) -> Result<Vec<Board>, EndgameError> {
    let several = text.contains('+');
    let board = |(number, text): (usize, &str)| {
        text.parse().map_err(|error| EndgameError::Board { which: several.then_some(number + 1), error })
    };
    text.split('+').enumerate().map(board).collect()
}

/// An evaluator that gives up at a limit that takes some seconds to reach.
pub(crate) fn evaluator(stop: &Stop) -> Evaluator<Board> {
    Evaluator::until(Forms::with_limit(MOST_FORMS), MOST_POSITIONS, stop.clone())
}

/// An evaluator that gives up after about a second.
fn small_evaluator(stop: &Stop) -> Evaluator<Board> {
    Evaluator::until(Forms::with_limit(200_000), 10_000, stop.clone())
}
