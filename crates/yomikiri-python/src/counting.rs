//! How many there are: configurations, positions that moves lead to, sequences of moves.

use crate::errors;
use crate::position::Position;
use crate::work::{self, Work};
use pyo3::prelude::*;
use std::time::Instant;
use yomikiri::counting::{CountError, CountMethod, Counting, ReachablePositions};
use yomikiri::{Registry, Task, view};

const METHODS: [CountMethod; 5] =
    [CountMethod::Exact, CountMethod::One, CountMethod::Two, CountMethod::TwoExact, CountMethod::Importance];

/// Starts to count the configurations of a board of Trax; the result is JSON.
#[pyfunction]
pub(crate) fn count(game: &str, method: &str, samples: u64, seed: u64, threads: usize) -> PyResult<Work> {
    let method = METHODS.into_iter().find(|known| known.name() == method).ok_or_else(|| {
        let known = METHODS.map(CountMethod::name).join(", ");
        errors::input(format!("`{method}` is no way to count (known: {known}, reachable)"))
    })?;
    let name = Registry::shared().name(game).map_err(errors::input)?;
    let counting = Counting { method, samples, seed, threads };
    Work::start(move |task| match counting.run(&name, task) {
        Ok(found) => Ok(work::text(view::line(view::Count::from(&found)))),
        Err(CountError::Stopped(_)) => Err(errors::stopped()),
        Err(error) => Err(errors::input(error)),
    })
}

/// Starts to count the positions that moves lead to; the result is JSON.
#[pyfunction]
pub(crate) fn reachable(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    plies: Option<u32>,
) -> PyResult<Work> {
    let task = Task::default();
    let (loaded, board) = position.get().load(py, task.stop())?;
    Work::with_task(task, move |task| {
        let (game, started) = (loaded.game.to_string(), Instant::now());
        let reachable = loaded.guarded(|_| {
            let found = task.steps(&format!("{game}, reachable"), "positions", |progress| {
                board.reachable(plies, &mut |positions| progress.reach(positions))
            });
            found.ok_or_else(errors::stopped)
        })?;
        let complete = plies.is_none_or(|plies| reachable.by_ply.len() as u64 <= u64::from(plies));
        let seconds = started.elapsed().as_secs_f64();
        let found = ReachablePositions { game, reachable, complete, seconds };
        Ok(work::text(view::line(view::Reachable::from(&found))))
    })
}

/// Starts to count the sequences of so many moves; the result is their number.
#[pyfunction]
pub(crate) fn perft(py: Python<'_>, position: &Bound<'_, Position>, depth: u32) -> PyResult<Work> {
    let task = Task::default();
    let (loaded, board) = position.get().load(py, task.stop())?;
    Work::with_task(task, move |task| {
        let title = format!("{}, move sequences of length {depth}", loaded.game);
        let leaves = loaded.guarded(|_| {
            let leaves = task.steps(&title, "sequences", |progress| board.perft(depth, progress.stop()));
            leaves.ok_or_else(errors::stopped)
        })?;
        Ok(Box::new(move |py| Ok(leaves.into_pyobject(py)?.into_any())))
    })
}
