//! Mate problems of Trax: solving them, making new ones, checking files of them, printing them.
//!
//! A problem is a position in which the player to move can force a win, and a claim about the solution
//! ([`yomikiri_trax::puzzle`]). The length of a win counts the moves of both players.
//!
//! | module | what it does |
//! |---|---|
//! | `solve` | the shortest forced win of the player to move |
//! | `compose` | random games, whose positions are candidates for problems |
//! | `distinct` | which problems are alike: those of which a set has only one |
//! | `make` | problems from random games |
//! | `from_games` | problems from games that were really played |
//! | `daily` | one problem for every day |
//! | `check` | a file of problems, solved again |
//! | `sheet` | problems with diagrams, solutions at the end |

mod check;
mod compose;
mod daily;
mod distinct;
mod from_games;
mod make;
mod sheet;
mod solve;

pub use check::{CheckPlan, CheckSummary, CheckedPuzzle, Confirmation, check, threats_then_all};
pub use compose::{Candidate, Composer, shallow_depth};
pub use daily::{Daily, day_number};
pub use distinct::{DistinctProblems, GameLine, OPENING};
pub use from_games::make_from_games;
pub use make::{Recipe, judge, make};
pub use sheet::{Printed, Sheet, SheetError};
pub(crate) use solve::line_text;
pub use solve::{MateSolution, solve};

use yomikiri_game::{LineError, Status, play_line};
use yomikiri_search::{MateTable, SetupError};
use yomikiri_trax::puzzle::{Claim, Puzzle};
use yomikiri_trax::{Position, Rules};

/// Why a problem cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// It is about another game.
    #[error("mate problems need a Trax game, and {game} is not one")]
    NotTrax {
        /// The game.
        game: String,
    },
    /// A move that leads to its position cannot be played.
    #[error(transparent)]
    Moves(#[from] LineError),
    /// Its position is the end of a game.
    #[error("the game is over there: nobody is to move")]
    Over,
    /// The memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The position of a problem, with the player to move that it names.
///
/// # Errors
/// If its moves cannot be played, or the game is over after them.
pub fn position_of(puzzle: &Puzzle, default_rules: Rules) -> Result<Position, PuzzleError> {
    let rules = puzzle.rules.unwrap_or(default_rules);
    let line = play_line(Position::new(rules), &puzzle.moves.join(" "))?;
    if line.status != Status::Open {
        return Err(PuzzleError::Over);
    }
    Ok(match &puzzle.claim {
        Claim::Solved(solved) => solve::for_player(line.position, solved.side),
        Claim::Wins { .. } => line.position,
    })
}

/// A table that is new when the rules change: a position does not know under which rules others were searched.
struct TableFor {
    memory: u64,
    current: Option<(Rules, MateTable)>,
}

impl TableFor {
    fn new(memory: u64) -> Self {
        Self { memory, current: None }
    }

    /// The table for a game.
    fn rules(&mut self, rules: Rules) -> Result<&MateTable, SetupError> {
        // Two tables at once would take twice the memory.
        self.current.take_if(|(known, _)| *known != rules);
        Ok(match &mut self.current {
            Some((_, table)) => table,
            none => &none.insert((rules, MateTable::new(self.memory)?)).1,
        })
    }
}
