//! A long search as it goes on: what `--metrics` appends to a file.

use crate::task::{Event, Figures, Report};
use crate::view::{Line, Player, Question};
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_search::{Answered, By};

/// Which search a line is about, and when it was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moment {
    /// When the line was written: seconds since the beginning of 1970, UTC.
    pub time: f64,
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
}

/// How far a search is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Progress {
    /// Which search, and when.
    #[serde(flatten)]
    pub moment: Moment,
    /// The question: whether this player can force a win.
    pub player: Player,
    /// The time it has taken, with what it took before it was resumed.
    pub seconds: f64,
    /// Positions expanded, revisits included.
    pub nodes: u64,
    /// Positions at which a shallow search looked for an immediate end.
    pub shallow_nodes: u64,
    /// Plays made to read out endings.
    pub ending_plays: u64,
    /// Positions expanded a second, over the last few seconds.
    pub nodes_per_second: u64,
    /// Positions in the table.
    pub table_entries: u64,
    /// Positions that the table has room for.
    pub table_capacity: u64,
    /// How often the table was cleared of small subtrees.
    pub collections: u64,
    /// The depth of the iteration, or of the deepest position.
    pub depth: u64,
    /// The proof number of the root.
    pub proof: u64,
    /// The disproof number of the root.
    pub disproof: u64,
    /// The beginning of the line that is being searched.
    pub line: Vec<String>,
}

/// A checkpoint was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checkpoint {
    /// Which search, and when.
    #[serde(flatten)]
    pub moment: Moment,
    /// The question: whether this player can force a win.
    pub player: Player,
    /// The positions in it.
    pub positions: u64,
    /// Its size.
    pub bytes: u64,
    /// The time it took to write it.
    pub seconds: f64,
}

/// A checkpoint could not be written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckpointFailed {
    /// Which search, and when.
    #[serde(flatten)]
    pub moment: Moment,
    /// The question: whether this player can force a win.
    pub player: Player,
    /// Why.
    pub error: String,
}

/// A question was answered, or given up.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// Which search, and when.
    #[serde(flatten)]
    pub moment: Moment,
    /// The question, and the answer.
    #[serde(flatten)]
    pub question: Question,
}

impl Progress {
    /// How far a search is that expands so many positions a second; `None` if the work is no search of a question.
    #[must_use]
    pub fn of(moment: Moment, report: &Report, nodes_per_second: f64) -> Option<Self> {
        let Figures::Search { question: Some(question), snapshot, line } = &report.figures else {
            return None;
        };
        Some(Self {
            moment,
            player: (*question).into(),
            seconds: report.elapsed.as_secs_f64(),
            nodes: snapshot.nodes,
            shallow_nodes: snapshot.shallow_nodes,
            ending_plays: snapshot.ending_plays,
            nodes_per_second: nodes_per_second as u64,
            table_entries: snapshot.table_entries,
            table_capacity: snapshot.table_capacity,
            collections: snapshot.collections,
            depth: snapshot.depth,
            proof: snapshot.proof,
            disproof: snapshot.disproof,
            line: line.clone(),
        })
    }
}

impl Line {
    /// Something that happened at a moment of a search; `None` for what is not about a search.
    #[must_use]
    pub fn of_event(moment: Moment, event: &Event) -> Option<Self> {
        Some(match event {
            Event::Part(_) => return None,
            &Event::Checkpoint { question, positions, bytes, elapsed } => {
                let seconds = elapsed.as_secs_f64();
                Checkpoint { moment, player: question.into(), positions, bytes, seconds }.into()
            }
            Event::CheckpointFailed { question, error } => {
                CheckpointFailed { moment, player: (*question).into(), error: error.clone() }.into()
            }
            Event::Answered(report) => {
                let answered = Answered {
                    question: report.question,
                    answer: report.answer,
                    by: By::Search,
                    cost: report.statistics,
                };
                Answer { moment, question: Question::from(&answered) }.into()
            }
        })
    }
}
