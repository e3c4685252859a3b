//! A game, loaded: its name, its rules, and boards to play it on.

use crate::board::Board;
use crate::books::Books;
use crate::job::Job;
use crate::registry::{GameName, LoadError, Rules};
use crate::solution::Solution;
use crate::solving::SolveError;
use crate::task::Task;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;
use yomikiri_game::{LineError, PositionError, PositionalGame, Stop, TransitionSystem};

/// Why there is no such position of a game.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// A move cannot be played.
    #[error(transparent)]
    Moves(#[from] LineError),
    /// The text is no position.
    #[error("the position: {0}")]
    Position(PositionError),
    /// The game has no notation for positions.
    #[error("{0} has no notation for positions: give moves instead")]
    NoNotation(String),
}

/// A game, loaded. Clones share the rules.
#[derive(Clone)]
pub struct Game {
    name: GameName,
    rules: Arc<dyn Rules>,
    books: Arc<Books>,
}

impl Game {
    pub(crate) fn new(name: GameName, rules: Arc<dyn Rules>) -> Self {
        Self { name, rules, books: Arc::default() }
    }

    /// The same game with proofs that are consulted before anything is searched.
    #[must_use]
    pub fn with_books(self, books: Arc<Books>) -> Self {
        Self { books, ..self }
    }

    /// The proofs that are consulted.
    #[must_use]
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &GameName {
        &self.name
    }

    /// What the pieces of the first and the second player are called.
    #[must_use]
    pub fn colours(&self) -> [&str; 2] {
        self.rules.colours()
    }

    /// A board with the starting position.
    #[must_use]
    pub fn board(&self) -> Box<dyn Board> {
        self.rules.start()
    }

    /// A board after some moves, written as usual.
    ///
    /// # Errors
    /// If one of them cannot be played.
    pub fn board_after(&self, moves: &str) -> Result<Box<dyn Board>, LineError> {
        let mut board = self.board();
        board.play_all(moves)?;
        Ok(board)
    }

    /// A board with a position given as text, after some moves from there.
    ///
    /// # Errors
    /// If the game has no notation for positions, the text is no position, or a move cannot be played.
    pub fn board_at(&self, position: &str, moves: &str) -> Result<Box<dyn Board>, PlaceError> {
        let board = self.board().at(position).ok_or_else(|| PlaceError::NoNotation(self.name.to_string()))?;
        let mut board = board.map_err(PlaceError::Position)?;
        board.play_all(moves)?;
        Ok(board)
    }

    /// Finds out who wins at a position of this game.
    ///
    /// # Errors
    /// If the job does not fit the game, its memory cannot be had, or a file that it names cannot be used.
    pub fn solve(&self, board: &dyn Board, job: &Job, task: &Task) -> Result<Solution, SolveError> {
        board.solve(self, job, task)
    }

    /// What the game is, in a text that is different for games with different rules: the name, or, where the rules are
    /// in a file, a digest of what the file says. The name of the file does not matter.
    #[must_use]
    pub fn identity(&self) -> String {
        match self.rules.content() {
            None => self.name.to_string(),
            Some(content) => {
                let digest = Sha256::digest(content.as_bytes());
                let digest = digest.iter().fold(String::new(), |mut text, byte| {
                    let _infallible = write!(text, "{byte:02x}");
                    text
                });
                format!("{} sha256 {digest}", self.name.word())
            }
        }
    }

    /// The content of the file that its name refers to, if it does.
    #[must_use]
    pub fn content(&self) -> Option<&str> {
        self.rules.content()
    }

    /// The same game, ending after so many turns at the latest; `None` if it cannot be cut short.
    #[must_use]
    pub fn within(&self, turns: u32) -> Option<Self> {
        Some(Self { name: self.name.clone(), rules: self.rules.within(turns)?, books: self.books.clone() })
    }

    /// The game as winning sets, if it can be described so.
    #[must_use]
    pub fn positional(&self) -> Option<PositionalGame> {
        self.rules.positional()
    }

    /// The game described in the language of Toss, if it can be.
    ///
    /// # Errors
    /// If the language of Toss cannot describe it.
    pub fn description(&self) -> Result<Option<String>, LoadError> {
        self.rules.description()
    }

    /// The game as a ground transition system, if it can be described so.
    ///
    /// # Errors
    /// If its description is too large, or it was stopped.
    pub fn transitions(&self, stop: &Stop) -> Result<Option<TransitionSystem>, LoadError> {
        self.rules.transitions(stop)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.name)
    }
}
