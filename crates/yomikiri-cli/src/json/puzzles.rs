//! Mate problems.

use serde::Serialize;

/// `puzzle solve`
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleLine {
    pub(crate) game: String,
    pub(crate) moves: String,
    /// Whose move it is: `white` or `red`.
    pub(crate) side: &'static str,
    /// `mate`, `no-mate` or `unknown`.
    pub(crate) result: &'static str,
    pub(crate) plies: Option<u32>,
    /// `threats` or `full`.
    pub(crate) by: Option<&'static str>,
    /// Whether it is known that there is no shorter mate.
    pub(crate) shortest: Option<bool>,
    pub(crate) first_moves: Vec<String>,
    /// With `--all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) longer_wins: Option<Vec<LongerWinLine>>,
    /// With `--all`: first moves of which it is not known whether they win within the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undecided: Option<Vec<String>>,
    pub(crate) line: Vec<String>,
    pub(crate) max_plies: u32,
    /// Why the result is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped: Option<String>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// A first move that wins later than others.
#[derive(Debug, Serialize)]
pub(crate) struct LongerWinLine {
    pub(crate) first_move: String,
    pub(crate) plies: u32,
}

/// One problem of `puzzle check`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct CheckedPuzzle {
    pub(crate) line: usize,
    pub(crate) side: &'static str,
    /// The length that the file names.
    pub(crate) claimed: u32,
    pub(crate) plies: Option<u32>,
    pub(crate) shortest: Option<bool>,
    pub(crate) first_moves: Vec<String>,
    /// Whether the unrestricted solver agrees, if it was asked and found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) confirmed: Option<bool>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    /// What is not as the file says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

/// The last line of `puzzle check`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct CheckSummary {
    pub(crate) file: String,
    pub(crate) puzzles: usize,
    pub(crate) checked: usize,
    pub(crate) wrong: usize,
    /// Problems that the unrestricted solver was asked about.
    pub(crate) asked: usize,
    pub(crate) confirmed: usize,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) median_seconds: f64,
    pub(crate) slowest_seconds: f64,
    pub(crate) first_error: Option<String>,
}

/// One problem and one method of `reproduce 002`.
#[derive(Debug, Serialize)]
pub(crate) struct EvaluatedPuzzle {
    pub(crate) paper: &'static str,
    /// `accuracy`, `speed` or `df-pn`.
    pub(crate) experiment: &'static str,
    pub(crate) game: &'static str,
    pub(crate) moves: String,
    pub(crate) plies: u32,
    pub(crate) method: String,
    pub(crate) solved: bool,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}
