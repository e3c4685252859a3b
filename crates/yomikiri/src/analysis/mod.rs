//! Questions about positions as JSON, one a line, answered while the search goes on.
//!
//! This is what programs speak that want to ask much and start the program once: the workbench, Python, others
//! (`docs/analysis-protocol.md`). Queries go in, events come out; nothing is printed here, and whoever has an [`Engine`]
//! moves the lines.
//!
//! | module | what it holds |
//! |---|---|
//! | `query` | a line of JSON, read: what is asked, or what is wrong with it |
//! | `question`, `fields` | what can be asked, and how it is read |
//! | `examine` | one question, answered; it needs no threads |
//! | `answers` | the answer to every question but `analyse` |
//! | `progress` | how far a search is |
//! | `shelf` | the games that are offered first |
//! | `engine` | many queries at once, within limits of threads, memory and time |
//! | `lines` | lines of bytes, none of them too long |
//!
//! # References
//! D. J. Wu, *KataGo analysis engine*, `docs/Analysis_Engine.md` of KataGo (queries with ids, one JSON object a line).

mod answers;
mod engine;
mod examine;
mod fields;
mod lines;
mod progress;
mod query;
mod question;
mod shelf;

pub use engine::{Capacity, Engine};
pub use examine::Examiner;
pub use lines::{Line, Lines};
pub use progress::Progress;
pub use query::{Id, QueryError, Request, read};
pub use question::{Action, Place, Query, Question, Solve};

use crate::view;
use yomikiri_game::{Duration, Player, Status};
use yomikiri_search::Verdict;

/// How often answers may come.
const MOST_OFTEN: Duration = Duration::from_millis(20);

/// What is known about a position so far.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The query that it answers.
    pub id: Id,
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Whose move it is.
    pub to_move: Player,
    /// How the game stands there.
    pub status: Status,
    /// One word for what ended it.
    pub ending: Option<&'static str>,
    /// Whether this is the last that is said about the query.
    pub is_final: bool,
    /// Who wins: certain, or unknown.
    pub verdict: Verdict,
    /// The length of the win, if anybody has counted.
    pub plies: Option<u32>,
    /// How the position looks for the player to move, where nothing is certain and the game can be appraised.
    pub score: Option<i32>,
    /// How many moves ahead that looks.
    pub depth: Option<u32>,
    /// Moves that keep the value, or look best.
    pub best_moves: Vec<String>,
    /// The line that is expected.
    pub line: Vec<String>,
    /// Every move with its status, the best first; `None` if that was not asked for.
    pub statuses: Option<Vec<MoveStatus>>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took so far.
    pub seconds: f64,
    /// Why the last answer is not certain.
    pub stopped: Option<String>,
}

/// A legal move, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveStatus {
    /// The move.
    pub text: String,
    /// What is certain; `None` if nothing is.
    pub known: Option<Known>,
    /// The length of the win or loss, the move included, if anybody has counted.
    pub plies: Option<u32>,
}

/// What is certain of a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It wins.
    Wins,
    /// It holds a draw.
    Draws,
    /// It loses.
    Loses,
}

/// What the engine says.
#[derive(Clone, Debug)]
pub enum Event {
    /// About a position.
    Analysis(Box<Analysis>),
    /// A line that could not be understood, or a query that could not be answered.
    Error(QueryError),
    /// The answer to `ready`.
    Ready {
        /// The id of the query.
        id: Id,
        /// The games that are known, as patterns of names.
        games: Vec<String>,
    },
    /// The answer to any other question.
    Answer {
        /// The id of the query.
        id: Id,
        /// Whether this is the last that is said about the query.
        is_final: bool,
        /// The answer.
        line: Box<view::Line>,
    },
}

impl Event {
    /// The query that it belongs to; `None` for a line without an id.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        match self {
            Self::Analysis(analysis) => Some(&analysis.id),
            Self::Error(error) => error.id.as_ref(),
            Self::Ready { id, .. } | Self::Answer { id, .. } => Some(id),
        }
    }

    /// Whether this is the last that is said about a query.
    #[must_use]
    pub fn is_final(&self) -> bool {
        match self {
            Self::Analysis(analysis) => analysis.is_final,
            Self::Error(_) | Self::Ready { .. } => true,
            Self::Answer { is_final, .. } => *is_final,
        }
    }
}
