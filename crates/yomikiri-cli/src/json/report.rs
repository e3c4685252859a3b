//! `report.json` of `reproduce`; `docs/report.md` explains every field.

use super::ReproducedSums;
use serde::Serialize;
use yomikiri::view::Comparison;

/// The whole file.
#[derive(Debug, Serialize)]
pub(crate) struct ReportFile {
    pub(crate) format: &'static str,
    pub(crate) version: u32,
    pub(crate) program: ProgramLine,
    pub(crate) machine: MachineLine,
    pub(crate) started: String,
    pub(crate) seconds: f64,
    pub(crate) budget_seconds: f64,
    /// Of the table of a search, in bytes.
    pub(crate) memory: u64,
    pub(crate) experiments: Vec<ExperimentLine>,
    pub(crate) searches: Vec<SearchLine>,
    pub(crate) stored: Vec<StoredLine>,
    pub(crate) counts: Vec<CountedLine>,
    pub(crate) mates: Vec<MatesLine>,
    pub(crate) sums: Vec<ReproducedSums>,
    pub(crate) formulas: Vec<Comparison>,
    pub(crate) positions: Vec<KnownLine>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ProgramLine {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

#[derive(Debug, Serialize)]
pub(crate) struct MachineLine {
    pub(crate) processor: Option<String>,
    pub(crate) threads: usize,
    pub(crate) memory: Option<u64>,
    pub(crate) system: &'static str,
    pub(crate) architecture: &'static str,
}

/// An experiment of the plan.
#[derive(Debug, Serialize)]
pub(crate) struct ExperimentLine {
    pub(crate) id: String,
    pub(crate) paper: &'static str,
    pub(crate) title: String,
    pub(crate) command: String,
    pub(crate) expected_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    /// `done`, `unfinished` or `skipped`.
    pub(crate) status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
}

/// A search of papers 000 and 001.
#[derive(Debug, Serialize)]
pub(crate) struct SearchLine {
    pub(crate) paper: &'static str,
    pub(crate) game: String,
    /// `default`, or the paper's method.
    pub(crate) method: String,
    pub(crate) can_win: String,
    pub(crate) answer: Option<bool>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) depth: u32,
    pub(crate) collections: u64,
    pub(crate) threads: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) paper_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) paper_seconds: Option<f64>,
}

/// A search of the past.
#[derive(Debug, Serialize)]
pub(crate) struct StoredLine {
    pub(crate) game: &'static str,
    /// A player, or `both`.
    pub(crate) can_win: String,
    pub(crate) answer: bool,
    pub(crate) nodes: Option<u64>,
    pub(crate) seconds: f64,
    pub(crate) depth: Option<u32>,
    pub(crate) collections: u64,
    pub(crate) threads: u16,
    pub(crate) date: &'static str,
    pub(crate) machine: &'static str,
    pub(crate) command: &'static str,
}

/// A board whose configurations were counted.
#[derive(Debug, Serialize)]
pub(crate) struct CountedLine {
    pub(crate) game: String,
    /// All digits: such numbers are too large for most readers of JSON.
    pub(crate) configurations: String,
    pub(crate) method_1: Option<f64>,
    pub(crate) method_2: f64,
    pub(crate) method_2_exact: f64,
    pub(crate) guided: f64,
    pub(crate) guided_interval: [f64; 2],
}

/// A method in an experiment on mate problems.
#[derive(Debug, Serialize)]
pub(crate) struct MatesLine {
    /// `accuracy`, `speed` or `df-pn`.
    pub(crate) experiment: &'static str,
    pub(crate) method: String,
    pub(crate) problems: usize,
    pub(crate) solved: usize,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// A position after two moves of 8×8 Trax.
#[derive(Debug, Serialize)]
pub(crate) struct KnownLine {
    pub(crate) moves: &'static str,
    /// `white`, `not-red` or `open`.
    pub(crate) known: &'static str,
    pub(crate) remark: &'static str,
}
