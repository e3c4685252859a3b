//! Paper 002: the evaluation of methods on mate problems again, and larger.
//!
//! Four experiments, all but the last on problems made for it from random games of unlimited Trax:
//!
//! - *accuracy*: problems that method 2 solves and method 1 does not; how many the combination solves, by depth;
//! - *speed*: problems that method 1 solves; how much longer the other methods take;
//! - *df-pn*: the experiment of paper 001, figure 7, on problems of our own: df-pn with a shallow search of depth 0, 1
//!   and 2, beside the mate solver;
//! - *lengths*: problems of each length from `suites/trax/puzzles.tsv`, solved with the depth K of the combination chosen by the length, as the paper
//!   proposes in its section 5, beside a fixed K.
//!
//! Every solving of a problem starts with an empty table, so that no method profits from another.

mod by_length;
mod making;
mod mix;
mod trials;
mod views;

pub use by_length::ByLength;
pub(crate) use by_length::stored;
pub use making::Problem;
pub use mix::{Mix, mix_remark, mix_table};
pub use trials::{Cost, Trial};
pub use views::{
    PAPER_PROBLEMS, accuracy_table, accuracy_title, df_pn_plot, df_pn_table, df_pn_title, lengths_title,
    paper_solved, speed_plot, speed_tables, speed_title,
};

use crate::{Error, command};
use std::time::Duration;
use yomikiri::Task;

/// How many problems each experiment gets, and how long one may take. The command and the run are made from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Problems that method 1 cannot solve, for accuracy.
    pub accuracy: usize,
    /// Problems that method 1 can solve, for speed.
    pub speed: usize,
    /// Problems for df-pn.
    pub puzzles: usize,
    /// Problems of each length, for the choice of K.
    pub lengths: usize,
    /// The longest time for one problem with one method.
    pub per_problem: Duration,
    /// Seed of the random games.
    pub seed: u64,
}

/// An experiment on mate problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// How many problems are solved.
    Accuracy,
    /// How long it takes.
    Speed,
    /// The same with df-pn.
    DfPn,
    /// How K is chosen by the length of the mate.
    Lengths,
}

impl Subject {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Accuracy, Self::Speed, Self::DfPn, Self::Lengths];
}

impl Evaluation {
    /// The command that runs it.
    #[must_use]
    pub fn command(&self) -> String {
        let Self { accuracy, speed, puzzles, lengths, per_problem, seed } = self;
        format!(
            "yomikiri reproduce 002 --accuracy {accuracy} --speed {speed} --puzzles {puzzles} --lengths {lengths} --per-problem {} --seed {seed}",
            command::time(*per_problem)
        )
    }

    /// Runs one of the experiments. If it is stopped, what it has found so far is there.
    ///
    /// # Errors
    /// If memory cannot be had.
    pub fn run(&self, subject: Subject, task: &Task) -> Result<Trial, Error> {
        match subject {
            Subject::Accuracy => trials::accuracy(self, task),
            Subject::Speed => trials::speed(self, task),
            Subject::DfPn => trials::df_pn(self, task),
            Subject::Lengths => trials::lengths(self, task),
        }
    }
}
