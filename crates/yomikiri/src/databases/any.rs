//! Databases of a game that is known only by name, or only when the file has been opened.

use super::description::{Description, shown};
#[cfg(not(target_family = "wasm"))]
use super::{BoxScope, BuildError, BuildPlan, Built, Scope, build};
use super::{Database, DatabaseError, Exceptions, Found, Statistics, Survey, Verified};
use crate::endgames::{Analysis, Endgame, EndgameError, analyse, parse_boards, value_of};
use crate::families::rulesets::{self, Visitor};
use crate::task::Task;
use yomikiri_amazons::Board;
use yomikiri_cgt::{Form, Forms};
use yomikiri_rulesets::Rules;
use yomikiri_store::graph;

/// A database of any game. Boards are texts.
pub trait AnyDatabase: Send + Sync {
    /// The word that names the game.
    fn game(&self) -> &'static str;

    /// Which boards it holds, in a few words.
    fn holds(&self) -> String;

    /// What the layers of its tables count.
    fn layers_by(&self) -> &'static str;

    /// Looks a board up ([`Database::query`]).
    ///
    /// # Errors
    /// If the text is no board, a region is not in the database, or the database is damaged.
    fn query(&self, board: &str) -> Result<Found, DatabaseError>;

    /// Judges the regions and moves of boards `A + B + …` by what the database holds.
    ///
    /// # Errors
    /// As with [`analyse()`].
    fn analyse(&self, boards: &str, task: &Task) -> Result<Analysis, EndgameError>;

    /// The value of a board, by what the database holds; the rest is computed.
    ///
    /// # Errors
    /// If the text is no board, or the board is too large.
    fn value(&self, board: &str, forms: &mut Forms) -> Result<Form, EndgameError>;

    /// Counts everything ([`Database::statistics`]).
    ///
    /// # Errors
    /// If the database is damaged.
    fn statistics(&self, task: &Task) -> Result<Option<Statistics>, DatabaseError>;

    /// Derives a random sample of the boards again ([`Database::verify`]).
    ///
    /// # Errors
    /// If a board of the sample is out of reach.
    fn verify(&self, sample: u32, seed: u64, task: &Task) -> Result<Verified, DatabaseError>;

    /// Counts the sums in which the strategies choose wrongly ([`Database::exceptions`]).
    ///
    /// # Errors
    /// If there are too many sums, or the database is damaged.
    fn exceptions(&self, survey: &Survey, task: &Task) -> Result<Exceptions, DatabaseError>;
}

impl<B: Endgame> AnyDatabase for Database<B> {
    fn game(&self) -> &'static str {
        B::GAME
    }

    fn holds(&self) -> String {
        self.scope().to_string()
    }

    fn layers_by(&self) -> &'static str {
        B::LAYERS
    }

    fn query(&self, board: &str) -> Result<Found, DatabaseError> {
        let board: B = board.parse().map_err(|error| DatabaseError::Board(format!("{error}")))?;
        self.query(&board)
    }

    fn analyse(&self, boards: &str, task: &Task) -> Result<Analysis, EndgameError> {
        analyse(&parse_boards::<B>(boards)?, Some(self), task)
    }

    fn value(&self, board: &str, forms: &mut Forms) -> Result<Form, EndgameError> {
        value_of(board, Some(self), forms)
    }

    fn statistics(&self, task: &Task) -> Result<Option<Statistics>, DatabaseError> {
        self.statistics(task)
    }

    fn verify(&self, sample: u32, seed: u64, task: &Task) -> Result<Verified, DatabaseError> {
        self.verify(sample, seed, task)
    }

    fn exceptions(&self, survey: &Survey, task: &Task) -> Result<Exceptions, DatabaseError> {
        self.exceptions(survey, task)
    }
}

/// Opens a database of whichever game. (Not on wasm, which has no files.)
///
/// # Errors
/// If it cannot be read, is damaged, or no finished database of a game.
#[cfg(not(target_family = "wasm"))]
pub fn open(path: &std::path::Path) -> Result<Box<dyn AnyDatabase>, DatabaseError> {
    of_graph(graph::Database::new(yomikiri_store::container::Container::open(path)?)?)
}

/// The database that a file holds.
pub(super) fn of_graph(graph: graph::Database) -> Result<Box<dyn AnyDatabase>, DatabaseError> {
    let game = Description::new(graph.description()?).needed("game")?.to_owned();
    if game == Board::GAME {
        return Ok(Box::new(Database::<Board>::new(graph)?));
    }
    rulesets::with(&game, Open(graph)).unwrap_or_else(|| Err(DatabaseError::NoGame(shown(&game))))
}

struct Open(graph::Database);

impl Visitor for Open {
    type Result = Result<Box<dyn AnyDatabase>, DatabaseError>;

    fn visit<R: Rules>(self) -> Self::Result {
        Ok(Box::new(Database::<yomikiri_rulesets::Board<R>>::new(self.0)?))
    }
}

/// A database that somebody wants.
#[derive(Clone, Debug)]
pub struct Request {
    /// The word that names the game.
    pub game: String,
    /// The columns of the box.
    pub width: usize,
    /// Its rows.
    pub height: usize,
    /// The most amazons of Left, of Amazons; 1 if it is not said.
    pub left: Option<u32>,
    /// The most amazons of Right.
    pub right: Option<u32>,
    /// The most empty squares, of Amazons.
    pub most_empty: Option<u32>,
}

/// Builds a database of a game that is given by its name, or continues a build.
///
/// # Errors
/// As with [`build()`], and if there is no such game.
#[cfg(not(target_family = "wasm"))]
pub fn build_any(request: &Request, plan: &BuildPlan, task: &Task) -> Result<Built, BuildError> {
    let Request { game, width, height, left, right, most_empty } = request;
    if game == Board::GAME {
        let (left, right) = (left.unwrap_or(1), right.unwrap_or(1));
        let scope = Scope { width: *width, height: *height, left, right, most_empty: *most_empty };
        return build::<Board>(&scope, plan, task);
    }
    let built = rulesets::with(game, Build { request, plan, task });
    built.unwrap_or_else(|| Err(DatabaseError::NoGame(shown(game)).into()))
}

#[cfg(not(target_family = "wasm"))]
struct Build<'a> {
    request: &'a Request,
    plan: &'a BuildPlan,
    task: &'a Task,
}

#[cfg(not(target_family = "wasm"))]
impl Visitor for Build<'_> {
    type Result = Result<Built, BuildError>;

    fn visit<R: Rules>(self) -> Self::Result {
        let Request { width, height, left, right, most_empty, .. } = self.request;
        if left.is_some() || right.is_some() || most_empty.is_some() {
            return Err(DatabaseError::OnlyAmazons(R::WORD).into());
        }
        let scope = BoxScope { width: *width, height: *height };
        build::<yomikiri_rulesets::Board<R>>(&scope, self.plan, self.task)
    }
}
