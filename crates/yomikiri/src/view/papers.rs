//! The papers' experiments, ours beside theirs (`reproduce`).

use super::{Comparison, Player};
use schemars::JsonSchema;
use serde::Serialize;

/// A search of paper 000 or 001.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PaperSearch {
    /// The number of the paper.
    pub paper: &'static str,
    /// The game.
    pub game: String,
    /// `default` for what `solve` does unless told otherwise, or the paper's name of a method.
    pub method: &'static str,
    /// Whose win was asked about.
    pub player: Player,
    /// Whether that player can force a win; null if the search was stopped.
    pub can_win: Option<bool>,
    /// Positions expanded, revisits included.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// The depth of the last iteration, or of the deepest position.
    pub depth: u32,
    /// How often the table was cleared of small subtrees.
    pub collections: u64,
    /// The number of threads.
    pub threads: u16,
    /// The paper's nodes, if the paper's method was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper_nodes: Option<u64>,
    /// The paper's time, if the paper's method was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper_seconds: Option<f64>,
}

/// A search that was measured once and takes too long to be measured again by default.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StoredSearch {
    /// The game.
    pub game: &'static str,
    /// Whose win was asked about; left out if both players were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// Whether that player, or any player, can force a win.
    pub can_win: bool,
    /// Positions expanded; null if nobody wrote it down.
    pub nodes: Option<u64>,
    /// Wall-clock time; null if it would say nothing, because the machine was busy with other work.
    pub seconds: Option<f64>,
    /// The depth of the deepest position; null if nobody wrote it down.
    pub depth: Option<u32>,
    /// How often the table was cleared of small subtrees.
    pub collections: u64,
    /// The number of threads.
    pub threads: u16,
    /// The day.
    pub date: &'static str,
    /// What it was measured on.
    pub machine: &'static str,
    /// The command.
    pub command: &'static str,
}

/// A board of Trax whose configurations of tiles were counted. Nothing is divided by the number of symmetries.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountedBoard {
    /// The game.
    pub game: String,
    /// The exact number, as digits.
    pub configurations: String,
    /// The estimate of the paper's first method; null where the paper did not try it, 0 if no sample was a hit.
    pub method_1: Option<f64>,
    /// The estimate of the paper's second method.
    pub method_2: f64,
    /// What the second method gives on average.
    pub method_2_exact: f64,
    /// The estimate by samples that satisfy all conditions by construction.
    pub guided: f64,
    /// Where that estimate lies in 99 of 100 cases.
    pub guided_interval: [f64; 2],
}

/// One mate problem, solved by one method.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PaperPuzzle {
    /// The number of the paper.
    pub paper: &'static str,
    /// `accuracy`, `speed`, `df-pn` or `lengths`.
    pub experiment: &'static str,
    /// The game.
    pub game: &'static str,
    /// The moves that lead to the problem.
    pub moves: Vec<String>,
    /// The length of the mate.
    pub plies: u32,
    /// The method.
    pub method: String,
    /// Whether the method found a mate.
    pub solved: bool,
    /// Positions expanded.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// What one method made of all mate problems of an experiment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PuzzleTotals {
    /// `accuracy`, `speed`, `df-pn` or `lengths`.
    pub experiment: &'static str,
    /// The method.
    pub method: String,
    /// The number of problems.
    pub problems: usize,
    /// How many of them the method solved.
    pub solved: usize,
    /// Positions expanded, over all problems.
    pub nodes: u64,
    /// Wall-clock time, over all problems.
    pub seconds: f64,
    /// The same for the problems of each length, the shortest first.
    pub by_length: Vec<LengthTotals>,
}

/// What one method made of the mate problems of one length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LengthTotals {
    /// The length of the mate.
    pub plies: u32,
    /// The number of problems.
    pub problems: usize,
    /// How many of them the method solved.
    pub solved: usize,
    /// Positions expanded, over all problems.
    pub nodes: u64,
    /// Wall-clock time, over all problems.
    pub seconds: f64,
    /// Wall-clock time of the slowest problem.
    pub slowest_seconds: f64,
}

/// What one method made of mate problems of one length, measured once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StoredMates {
    /// The method.
    pub method: &'static str,
    /// The length of the mate.
    pub plies: u32,
    /// The number of problems.
    pub problems: usize,
    /// How many of them the method solved.
    pub solved: usize,
    /// Positions expanded, over all problems.
    pub nodes: u64,
    /// Wall-clock time, over all problems.
    pub seconds: f64,
    /// Wall-clock time of the slowest problem.
    pub slowest_seconds: f64,
    /// The day.
    pub date: &'static str,
    /// What it was measured on.
    pub machine: &'static str,
    /// The command.
    pub command: &'static str,
}

/// Sums of random Amazons subgames: one row of paper 003. Shares are given as mean and standard deviation over the
/// repeats.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PaperSums {
    /// The number of the paper.
    pub paper: &'static str,
    /// The number of subgames in a sum.
    pub subgames: usize,
    /// The mean number of empty squares of a subgame.
    pub empty_squares: f64,
    /// The number of sums in a repeat.
    pub sums: u64,
    /// How often the row was repeated, with other random boards.
    pub repeats: usize,
    /// The share of sums in which Thermostrat's first move is right.
    pub thermostrat: [f64; 2],
    /// The same for Hotstrat.
    pub hotstrat: [f64; 2],
    /// The same for Sentestrat.
    pub sentestrat: [f64; 2],
    /// The same for the exact solver, which is the judge.
    pub exact: [f64; 2],
    /// The mean number of sums in which the choice of the move matters.
    pub decisive: f64,
    /// The share of games that Thermostrat wins against a perfect opponent, of those that can be won.
    pub games_thermostrat: f64,
    /// The same for Hotstrat.
    pub games_hotstrat: f64,
    /// The same for Sentestrat.
    pub games_sentestrat: f64,
    /// The mean number of empty squares, as the paper writes it.
    pub paper_empty_squares: &'static str,
    /// The number of sums in which the paper finds Thermostrat right; null where the paper cannot be read.
    pub paper_thermostrat: Option<u64>,
    /// The same for Hotstrat.
    pub paper_hotstrat: Option<u64>,
    /// The paper's number of sums in which the choice of the move matters; null where it cannot be read.
    pub paper_decisive: Option<u64>,
}

/// A position of 8×8 Trax after two moves, and what is known of it.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct KnownPosition {
    /// The moves.
    pub moves: [&'static str; 2],
    /// What is known.
    pub known: Known,
    /// Who found it out, and how.
    pub remark: &'static str,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// The first player wins.
    First,
    /// The first player wins or draws.
    FirstOrDraw,
    /// Neither wins.
    Draw,
    /// The second player wins or draws.
    SecondOrDraw,
    /// Nothing.
    Open,
}

/// An experiment of a plan, and what became of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Experiment {
    /// Its name, unique in the plan.
    pub id: String,
    /// The number of the paper.
    pub paper: &'static str,
    /// What it is about.
    pub title: String,
    /// The command that runs it alone.
    pub command: String,
    /// The time it is expected to take.
    pub expected_seconds: f64,
    /// The seed of its random numbers, if it uses any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What became of it.
    pub status: ExperimentStatus,
    /// The time it took, unless it was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// What became of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExperimentStatus {
    /// It ran to its end.
    Done,
    /// It was stopped; what it had found is in the report.
    Unfinished,
    /// It was not begun.
    Skipped,
}

/// A program.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// A machine, as far as it tells.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Machine {
    /// The name of the processor; null if the system does not know it.
    pub processor: Option<String>,
    /// The number of threads that run at once.
    pub threads: usize,
    /// The size of its memory; null if the system does not tell.
    pub memory_bytes: Option<u64>,
    /// The operating system.
    pub system: &'static str,
    /// The architecture of the processor.
    pub architecture: &'static str,
}

/// A run of the papers' experiments and everything it found (`report.json`).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PaperReport {
    /// The program.
    pub program: Program,
    /// The machine.
    pub machine: Machine,
    /// The beginning of the run, in universal time: `2026-11-15T17:30:00Z`.
    pub started: String,
    /// The time it took.
    pub seconds: f64,
    /// The time that it was given; null if there was no limit.
    pub budget_seconds: Option<f64>,
    /// The memory that a search was given.
    pub memory_bytes: u64,
    /// The plan, the shortest experiment first.
    pub experiments: Vec<Experiment>,
    /// Papers 000 and 001: searches.
    pub searches: Vec<PaperSearch>,
    /// Searches that were measured once.
    pub stored: Vec<StoredSearch>,
    /// Paper 000: numbers of configurations.
    pub counts: Vec<CountedBoard>,
    /// Paper 002, and figure 7 of paper 001: mate problems.
    pub mates: Vec<PuzzleTotals>,
    /// Paper 002: mate problems of each length, measured once.
    pub stored_mates: Vec<StoredMates>,
    /// Paper 003: sums of Amazons subgames.
    pub sums: Vec<PaperSums>,
    /// Paper 004: games by search and by formulas.
    pub formulas: Vec<Comparison>,
    /// Paper 000, figure 7: positions of 8×8 Trax after two moves.
    pub positions: Vec<KnownPosition>,
}
