//! The shapes of `--json`: one object per line. They are types of their own, so that the libraries stay
//! free of serialization and their names can change without breaking anybody's script.

mod endgames;
mod puzzles;
mod report;

pub(crate) use endgames::*;
pub(crate) use puzzles::*;
pub(crate) use report::*;

use serde::Serialize;
use std::io::{self, Write};
use yomikiri::{Board, view};
use yomikiri_game::{Outcome, Player, Status};
use yomikiri_search::{Answer, Answered, By, Report, Statistics};

/// Prints a shape of the common vocabulary on a line of its own.
pub(crate) fn line(out: &mut impl Write, shape: impl Into<view::Line>) -> io::Result<()> {
    print(out, &view::object(shape))
}

/// Prints one object on a line of its own.
pub(crate) fn print(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// One question of `solve`.
#[derive(Debug, Serialize)]
pub(crate) struct QuestionLine {
    pub(crate) can_win: String,
    pub(crate) answer: Option<bool>,
    pub(crate) nodes: u64,
    pub(crate) shallow_nodes: u64,
    pub(crate) ending_plays: u64,
    pub(crate) seconds: f64,
    pub(crate) table_entries: u64,
    pub(crate) collections: u64,
    pub(crate) depth: u32,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped: Option<String>,
    /// The answer follows from the other question's.
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) implied: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl From<&Report> for QuestionLine {
    fn from(&Report { question, answer, statistics }: &Report) -> Self {
        Self::from(&Answered { question, answer, by: By::Search, cost: statistics })
    }
}

impl From<&Answered<Statistics>> for QuestionLine {
    fn from(answered: &Answered<Statistics>) -> Self {
        let Statistics { nodes, shallow_nodes, ending_plays, table_entries, collections, depth, seconds } =
            answered.cost;
        Self {
            can_win: answered.question.can_win.to_string(),
            answer: answered.answer.known(),
            nodes,
            shallow_nodes,
            ending_plays,
            seconds,
            table_entries,
            collections,
            depth,
            stopped: match answered.answer {
                Answer::Unknown(reason) => Some(reason.to_string()),
                Answer::Yes | Answer::No => None,
            },
            implied: matches!(answered.by, By::Theorem | By::OtherAnswer),
        }
    }
}

/// How a game stands.
#[derive(Debug, Serialize)]
pub(crate) struct Standing {
    pub(crate) over: bool,
    /// The winner; null for a draw and for a game that goes on.
    pub(crate) winner: Option<String>,
    /// What ended the game; null while it goes on.
    pub(crate) reason: Option<&'static str>,
}

impl Standing {
    /// How a game on a board stands.
    pub(crate) fn of(board: &dyn Board) -> Self {
        Self::new(board.status(), board.ending().unwrap_or_default())
    }

    pub(crate) fn new(status: Status, reason: &'static str) -> Self {
        match status {
            Status::Open => Self { over: false, winner: None, reason: None },
            Status::Over(outcome) => Self {
                over: true,
                winner: outcome.winner().map(|player| player.to_string()),
                reason: Some(reason),
            },
        }
    }
}

/// `show --threats`
#[derive(Debug, Serialize)]
pub(crate) struct ThreatsLine {
    pub(crate) game: String,
    pub(crate) moves: String,
    pub(crate) to_move: String,
    #[serde(flatten)]
    pub(crate) standing: Standing,
    /// Every move that would win at once, of either side.
    pub(crate) threats: Vec<ThreatLine>,
    /// Moves that make a classic shape into more.
    pub(crate) shapes: Vec<ShapeLine>,
    pub(crate) board: Vec<String>,
}

/// A move that would win at once.
#[derive(Debug, Serialize)]
pub(crate) struct ThreatLine {
    pub(crate) side: &'static str,
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) kind: String,
    /// The board after it.
    pub(crate) board: Vec<String>,
}

/// A move that makes an attack, and out of what.
#[derive(Debug, Serialize)]
pub(crate) struct ShapeLine {
    pub(crate) side: &'static str,
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) shape: String,
}

/// One game of `replay`.
#[derive(Debug, Serialize)]
pub(crate) struct ReplayedGame {
    pub(crate) line: usize,
    pub(crate) game: String,
    pub(crate) plies: usize,
    #[serde(flatten)]
    pub(crate) standing: Standing,
    /// `resigned` or `draw`, if the players agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) agreement: Option<&'static str>,
    /// The winner that the file names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) claimed: Option<String>,
    /// What is wrong with the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

/// The last line of `replay`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ReplaySummary {
    pub(crate) file: String,
    pub(crate) games: u64,
    pub(crate) first: u64,
    pub(crate) second: u64,
    pub(crate) draw: u64,
    pub(crate) open: u64,
    pub(crate) by_loop: u64,
    pub(crate) by_line: u64,
    pub(crate) by_full: u64,
    pub(crate) by_stuck: u64,
    pub(crate) resigned: u64,
    pub(crate) agreed_draws: u64,
    pub(crate) illegal: u64,
    pub(crate) contradicted: u64,
    pub(crate) first_error: Option<String>,
}

impl ReplaySummary {
    pub(crate) fn count(&mut self, status: Status, reason: &str) {
        match status {
            Status::Open => self.open += 1,
            Status::Over(Outcome::Draw) => self.draw += 1,
            Status::Over(Outcome::Win(Player::First)) => self.first += 1,
            Status::Over(Outcome::Win(Player::Second)) => self.second += 1,
        }
        if status != Status::Open {
            match reason {
                "loop" => self.by_loop += 1,
                "line" => self.by_line += 1,
                "full" => self.by_full += 1,
                _ => self.by_stuck += 1,
            }
        }
    }
}

/// One position of `bench`, or its total.
#[derive(Debug, Serialize)]
pub(crate) struct BenchLine {
    pub(crate) what: String,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// One search of `reproduce`.
#[derive(Debug, Serialize)]
pub(crate) struct ReproducedSearch {
    pub(crate) paper: &'static str,
    pub(crate) game: String,
    pub(crate) method: String,
    pub(crate) can_win: String,
    pub(crate) answer: Option<bool>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) depth: u32,
    pub(crate) collections: u64,
    pub(crate) paper_nodes: u64,
    pub(crate) paper_seconds: f64,
}

/// One line of `--metrics`.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum MetricsEvent {
    Progress {
        /// With what the run had taken before it was resumed.
        seconds: f64,
        nodes: u64,
        shallow_nodes: u64,
        ending_plays: u64,
        nodes_per_second: u64,
        table_entries: u64,
        table_capacity: u64,
        collections: u64,
        depth: u64,
        proof: u64,
        disproof: u64,
        /// The beginning of the line being searched.
        line: String,
    },
    Checkpoint {
        positions: u64,
        bytes: u64,
        seconds: f64,
    },
    CheckpointFailed {
        error: String,
    },
    Answer(QuestionLine),
}

/// A line of `--metrics`: what happened, when, and in which run.
#[derive(Debug, Serialize)]
pub(crate) struct MetricsLine<'a> {
    /// Seconds since 1970.
    pub(crate) time: f64,
    pub(crate) game: &'a str,
    pub(crate) moves: &'a str,
    pub(crate) question: String,
    #[serde(flatten)]
    pub(crate) event: MetricsEvent,
}
