//! Mate problems.

use serde::Serialize;

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
