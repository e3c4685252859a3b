//! Solving a position.

use crate::errors;
use crate::position::Position;
use crate::work::Work;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;
use yomikiri::{
    AsIn, BestMoves, CheckpointPlan, Job, METHODS, ProofPlan, SolveError, Task, method_name, view,
};
use yomikiri_game::Player;
use yomikiri_search::{Asked, Limits, Method, Options, Shallow};

/// A time in seconds.
pub(crate) fn seconds(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| errors::input(format!("{seconds} is no number of seconds")))
}

/// A player by name.
pub(crate) fn player(name: &str) -> PyResult<Player> {
    match name {
        "first" => Ok(Player::First),
        "second" => Ok(Player::Second),
        _ => Err(errors::input(format!("`{name}` is no player (expected first or second)"))),
    }
}

pub(crate) fn solve_error(error: SolveError) -> PyErr {
    match error {
        SolveError::Setup(_) | SolveError::TooManyThreads { .. } => errors::limit(error),
        SolveError::WouldOverwrite { .. }
        | SolveError::Locked { .. }
        | SolveError::Resume { .. }
        | SolveError::Book(_)
        | SolveError::File { .. }
        | SolveError::SameFile { .. } => errors::file(error),
        SolveError::OnlyDfpn(_) | SolveError::NoReferee | SolveError::NothingToProve => errors::input(error),
        SolveError::Unproved(_) => errors::other(error),
    }
}

fn method(name: &str) -> PyResult<Method> {
    METHODS.into_iter().find(|&method| method_name(method) == name).ok_or_else(|| {
        let known = METHODS.map(method_name).join(", ");
        errors::input(format!("`{name}` is no method (known: {known})"))
    })
}

/// Starts a search; its result is the solution as JSON, and the proof that was made in memory.
#[pyfunction]
#[pyo3(signature = (position, *, threads, memory, time, nodes, method, can_win, theorems, best_moves, shallow, epsilon,
                    as_in, proof, proof_file, proof_search, checkpoint, checkpoint_every, resume, overwrite))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of one Python function")]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    threads: u16,
    memory: u64,
    time: Option<f64>,
    nodes: Option<u64>,
    method: &str,
    can_win: Option<&str>,
    theorems: bool,
    best_moves: Option<bool>,
    shallow: u8,
    epsilon: f64,
    as_in: Option<&str>,
    proof: bool,
    proof_file: Option<PathBuf>,
    proof_search: u32,
    checkpoint: Option<PathBuf>,
    checkpoint_every: f64,
    resume: Option<PathBuf>,
    overwrite: bool,
) -> PyResult<Work> {
    let position = position.get();
    // The interpreter lets one thread of a game written in Python run at a time.
    let threads = if position.source().is_python() { 1 } else { threads };
    let options = Options {
        method: self::method(method)?,
        shallow: match shallow {
            0 => Shallow::Off,
            1 => Shallow::One,
            2 => Shallow::Two,
            other => {
                return Err(errors::input(format!("a shallow search of depth {other}: expected 0, 1 or 2")));
            }
        },
        epsilon,
        threads: NonZeroU16::new(threads).ok_or_else(|| errors::input("a search needs a thread"))?,
        memory,
        limits: Limits { time: time.map(seconds).transpose()?, nodes },
        ..Options::default()
    };
    let options = match as_in {
        None => options,
        Some(text) => text.parse::<AsIn>().map_err(errors::input)?.applied_to(options),
    };
    let job = Job {
        asked: can_win.map(player).transpose()?.map_or(Asked::Both, Asked::About),
        theorems,
        options,
        best_moves: match best_moves {
            None => BestMoves::None,
            Some(false) => BestMoves::One,
            Some(true) => BestMoves::All,
        },
        checkpoint: match checkpoint {
            None => None,
            Some(file) => {
                Some(CheckpointPlan { file, every: seconds(checkpoint_every)?, size: None, overwrite })
            }
        },
        resume,
        proof: (proof || proof_file.is_some())
            .then_some(ProofPlan { file: proof_file, search: proof_search }),
    };
    let task = Task::default();
    let (loaded, board) = position.load(py, task.stop())?;
    Work::with_task(task, move |task| {
        let mut solution = loaded.guarded(|game| game.solve(&*board, &job, task).map_err(solve_error))?;
        let is_complete = solution.is_complete();
        let proof = solution.proof.as_mut().and_then(|proof| proof.content.take());
        let text = view::line(view::Solution::from(&solution));
        Ok(Box::new(move |py| {
            let proof = proof.map(|proof| PyBytes::new(py, &proof));
            Ok((text, is_complete, proof).into_pyobject(py)?.into_any())
        }))
    })
}
