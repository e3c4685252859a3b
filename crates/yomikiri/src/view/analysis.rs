//! What the analysis engine says.

use crate::analysis;
use crate::view::{Player, Standing, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// What a query is called by whoever asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
}

impl From<&analysis::Id> for Id {
    fn from(id: &analysis::Id) -> Self {
        match id {
            analysis::Id::Text(text) => Self::Text(text.clone()),
            analysis::Id::Number(number) => Self::Number(*number),
        }
    }
}

/// What is known about a position so far.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// The id of the query.
    pub id: Id,
    /// Whether this is the last that is said about the query.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Whose move it is.
    pub to_move: Player,
    /// How the game stands there.
    #[serde(flatten)]
    pub standing: Standing,
    /// Who wins with best play. What is not unknown is certain.
    pub verdict: Verdict,
    /// The length of the win: the moves of both players; null if nobody has counted.
    pub plies: Option<u32>,
    /// How the position looks for the player to move, in points: an estimate; null where something is certain.
    pub score: Option<i32>,
    /// How many moves ahead that looks.
    pub depth: Option<u32>,
    /// Moves that keep the value; where nothing is certain, the one that looks best.
    pub best_moves: Vec<String>,
    /// The line that is expected.
    pub line: Vec<String>,
    /// Every legal move with its status, the best first; left out if it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statuses: Option<Vec<MoveStatus>>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took so far.
    pub seconds: f64,
    /// Why the search ended before it knew everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A legal move, and what is certain of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveStatus {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What is certain for the player who makes it.
    pub status: MoveValue,
    /// The length of the win or loss, the move included; null if nobody has counted.
    pub plies: Option<u32>,
}

/// What is certain of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveValue {
    /// It wins.
    Wins,
    /// It holds a draw.
    Draws,
    /// It loses.
    Loses,
    /// Nothing.
    Unknown,
}

/// A line that could not be understood, or a query that could not be answered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnalysisError {
    /// The id of the query; null if the line has none.
    pub id: Option<Id>,
    /// The field that is wrong; left out if it is not one field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong.
    pub message: String,
    /// True: nothing more is said about the query.
    #[serde(rename = "final")]
    pub is_final: bool,
}

/// The answer to `ready`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnalysisReady {
    /// The id of the query.
    pub id: Id,
    /// The version of the program.
    pub program: String,
    /// The games that are known, as patterns of names.
    pub games: Vec<String>,
    /// True: nothing more is said about the query.
    #[serde(rename = "final")]
    pub is_final: bool,
}

/// A query that waits for others (`serve`).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Waiting {}

/// The games that are offered, and what can be typed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Games {
    /// Games worth a first look.
    pub games: Vec<Offer>,
    /// All families of games.
    pub families: Vec<Family>,
    /// The methods of search.
    pub methods: Vec<String>,
    /// The version of the program.
    pub program: String,
}

/// A game worth a first look.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Offer {
    /// Its name.
    pub game: String,
    /// What it is.
    pub title: String,
}

/// A family of games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Family {
    /// The pattern of their names.
    pub pattern: String,
    /// What they are.
    pub summary: String,
}

impl From<&analysis::Analysis> for Analysis {
    fn from(answer: &analysis::Analysis) -> Self {
        let status = |status: &analysis::MoveStatus| MoveStatus {
            text: status.text.clone(),
            status: match status.known {
                Some(analysis::Known::Wins) => MoveValue::Wins,
                Some(analysis::Known::Draws) => MoveValue::Draws,
                Some(analysis::Known::Loses) => MoveValue::Loses,
                None => MoveValue::Unknown,
            },
            plies: status.plies,
        };
        Self {
            id: (&answer.id).into(),
            is_final: answer.is_final,
            game: answer.game.clone(),
            moves: answer.moves.clone(),
            to_move: answer.to_move.into(),
            standing: Standing::new(answer.status, answer.ending.unwrap_or_default()),
            verdict: answer.verdict.into(),
            plies: answer.plies,
            score: answer.score,
            depth: answer.depth,
            best_moves: answer.best_moves.clone(),
            line: answer.line.clone(),
            statuses: answer.statuses.as_ref().map(|statuses| statuses.iter().map(status).collect()),
            nodes: answer.nodes,
            seconds: answer.seconds,
            stopped: answer.stopped.clone(),
        }
    }
}

/// An answer with the id of its query.
#[derive(Serialize)]
struct Addressed<'a> {
    #[serde(flatten)]
    line: &'a super::Line,
    id: Id,
    #[serde(rename = "final")]
    is_final: bool,
    version: u32,
}

/// What the engine says, as a line of JSON.
#[must_use]
pub fn event_line(event: &analysis::Event) -> String {
    match event {
        analysis::Event::Analysis(answer) => super::line(Analysis::from(&**answer)),
        analysis::Event::Error(error) => super::line(AnalysisError::from(error)),
        analysis::Event::Ready { id, games } => super::line(AnalysisReady {
            id: id.into(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            games: games.clone(),
            is_final: true,
        }),
        analysis::Event::Answer { id, is_final, line } => {
            let (id, is_final) = (id.into(), *is_final);
            let addressed = Addressed { line, id, is_final, version: super::VERSION };
            // What has no maps with odd keys can always be serialized.
            serde_json::to_string(&addressed)
                .unwrap_or_else(|error| serde_json::json!({ "error": error.to_string() }).to_string())
        }
    }
}

impl From<&analysis::QueryError> for AnalysisError {
    fn from(error: &analysis::QueryError) -> Self {
        Self {
            id: error.id.as_ref().map(Into::into),
            field: error.field.map(str::to_owned),
            message: crate::text::harmless(&error.message),
            is_final: true,
        }
    }
}
