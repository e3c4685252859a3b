//! Boards of a game that is given by its name, with a database that is given by its file.

use super::{Analysis, Endgame, EndgameError, analyse, parse_boards};
use crate::databases::{Database, DatabaseError};
use crate::families::rulesets::{self, Visitor};
use crate::task::Task;
use std::path::Path;
use yomikiri_amazons::Board;
use yomikiri_rulesets::Rules;

/// Judges boards of a game that is given by its name, written `A + B + …`; what the database in a file holds is looked up
/// there.
///
/// # Errors
/// If there is no such game, a board cannot be read or is too large, the database is of another game, or the task was stopped.
pub fn analyse_named(
    game: &str,
    boards: &str,
    database: Option<&Path>,
    task: &Task,
) -> Result<Analysis, EndgameError> {
    let request = Named { boards, database, task };
    if game == Board::GAME {
        return request.analyse::<Board>();
    }
    let found = rulesets::with(game, request);
    found.unwrap_or_else(|| Err(DatabaseError::NoGame(game.chars().take(40).collect()).into()))
}

struct Named<'a> {
    boards: &'a str,
    database: Option<&'a Path>,
    task: &'a Task,
}

impl Named<'_> {
    fn analyse<B: Endgame>(self) -> Result<Analysis, EndgameError> {
        let boards = parse_boards::<B>(self.boards)?;
        let database = self.database.map(Database::open).transpose()?;
        analyse(&boards, database.as_ref(), self.task)
    }
}

impl Visitor for Named<'_> {
    type Result = Result<Analysis, EndgameError>;

    fn visit<R: Rules>(self) -> Self::Result {
        self.analyse::<yomikiri_rulesets::Board<R>>()
    }
}
