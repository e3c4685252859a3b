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

impl From<&analysis::Event> for super::Line {
    fn from(event: &analysis::Event) -> Self {
        match event {
            analysis::Event::Analysis(answer) => Analysis::from(&**answer).into(),
            analysis::Event::Error(error) => AnalysisError {
                id: error.id.as_ref().map(Into::into),
                field: error.field.map(str::to_owned),
                message: crate::text::harmless(&error.message),
            }
            .into(),
            analysis::Event::Ready { id, games } => AnalysisReady {
                id: id.into(),
                program: env!("CARGO_PKG_VERSION").to_owned(),
                games: games.clone(),
            }
            .into(),
        }
    }
}
