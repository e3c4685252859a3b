//! Endgames: boards taken apart into regions, with the value of each and of every move.
//!
//! | module | what it holds |
//! |---|---|
//! | `endgame` | what a game must have for that, and for databases ([`Endgame`]) |
//! | `of_amazons`, `of_rulesets` | the games that have it |
//! | `analysis` | every region and every move of a board, or of a sum of boards, judged ([`Analysis`]) |
//! | `named` | the same of a game that is given by its name ([`analyse_named`]; not on wasm, which has no files) |
//! | `winner` | who wins boards of Amazons, which is often known without its value ([`winner()`]) |
//! | `drawing` | an analysis drawn |

mod analysis;
mod drawing;
mod endgame;
#[cfg(not(target_family = "wasm"))]
mod named;
mod of_amazons;
mod of_rulesets;
mod winner;

pub(crate) use analysis::value_of;
pub use analysis::{Analysis, JudgedMove, Region, Shown, analyse};
pub use drawing::rows;
pub use endgame::{Endgame, Numbered, Subject, Table};
#[cfg(not(target_family = "wasm"))]
pub use named::analyse_named;
pub use winner::winner;

use crate::databases::DatabaseError;
use yomikiri_amazons::Board;
use yomikiri_cgt::evaluate::{Evaluator, Unevaluated};
use yomikiri_cgt::tabulate::Unfilled;
use yomikiri_cgt::{Forms, Intractable, TooLarge};
use yomikiri_game::Stop;
use yomikiri_search::SetupError;

/// Why boards were not judged.
#[derive(Debug, thiserror::Error)]
pub enum EndgameError {
    /// A board cannot be read.
    #[error("{}: {error}", which.map_or("the board".to_owned(), |number| format!("board {number}")))]
    Board {
        /// Which one, from 1, if there are several.
        which: Option<usize>,
        /// What is wrong.
        error: String,
    },
    /// The database cannot be used, or there is no such game.
    #[error(transparent)]
    Database(#[from] DatabaseError),
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
pub fn parse_boards<B: Endgame>(text: &str) -> Result<Vec<B>, EndgameError> {
    let several = text.contains('+');
    let board = |(number, text): (usize, &str)| {
        let wrong = |error: B::Err| EndgameError::Board {
            which: several.then_some(number + 1),
            error: error.to_string(),
        };
        text.trim().parse().map_err(wrong)
    };
    text.split('+').enumerate().map(board).collect()
}

/// An evaluator that gives up at a limit that takes some seconds to reach.
pub(crate) fn evaluator<B: Endgame>(stop: &Stop) -> Evaluator<B> {
    Evaluator::until(Forms::with_limit(B::MOST_FORMS), B::MOST_POSITIONS, stop.clone())
}

/// An evaluator that gives up after about a second.
fn small_evaluator(stop: &Stop) -> Evaluator<Board> {
    Evaluator::until(Forms::with_limit(200_000), 10_000, stop.clone())
}
