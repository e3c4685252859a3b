//! Programs of others as stages of a task.

use super::FormulaError;
use crate::task::Task;
use yomikiri_qbf::Formula;
use yomikiri_qbf::external::{self, Allowance, Program};

/// What bloqqer makes of a formula; `None` if it was stopped.
pub(super) fn preprocessed(
    formula: &Formula,
    memory: Option<u64>,
    title: &str,
    task: &Task,
) -> Result<Option<Formula>, FormulaError> {
    let bloqqer = external::find_bloqqer()?;
    let allowance = Allowance { time: task.stop().time_left(), memory };
    Ok(task.steps(title, "formulas", |_| bloqqer.preprocess(formula, allowance, task.stop()))?)
}

/// Whether a program finds a formula true; `None` if it was stopped.
pub(super) fn solved(
    program: &Program,
    formula: &Formula,
    memory: Option<u64>,
    title: &str,
    task: &Task,
) -> Result<Option<bool>, FormulaError> {
    let allowance = Allowance { time: task.stop().time_left(), memory };
    Ok(task.steps(title, "formulas", |_| program.solve(formula, allowance, task.stop()))?)
}
