//! Mate problems of Trax.

use crate::errors;
use crate::position::Position;
use crate::solving::{player, seconds};
use crate::work::{self, Work};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use yomikiri::puzzles::{self, CheckPlan, DistinctProblems, PuzzleError, Recipe, threats_then_all};
use yomikiri::{Registry, Task, view};
use yomikiri_search::{Detector, Effort, LONGEST_MATE, Limits, MateOptions};
use yomikiri_trax::Rules;
use yomikiri_trax::puzzle::{HEADER, parse_puzzles};

/// The rules of a game that must be Trax.
pub(crate) fn trax_rules(name: &str, what: &str) -> PyResult<Rules> {
    let name = Registry::shared().name(name).map_err(errors::input)?;
    if !name.word().starts_with("trax") {
        return Err(errors::input(format!("{what} needs a Trax game, and {name} is not one")));
    }
    name.as_str().parse().map_err(errors::input)
}

fn mate_length(plies: u32) -> PyResult<u32> {
    match plies {
        1..=LONGEST_MATE => Ok(plies),
        _ => Err(errors::input(format!("a mate in {plies}: expected a number from 1 to {LONGEST_MATE}"))),
    }
}

/// Starts to look for the shortest forced win; the result is JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of one Python function")]
pub(crate) fn solve_mate(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    max_plies: u32,
    side: Option<&str>,
    moves: &str,
    all: bool,
    nodes: Option<u64>,
    time: Option<f64>,
    full_nodes: u64,
    memory: u64,
) -> PyResult<Work> {
    let side = side.map(player).transpose()?;
    let options = MateOptions {
        max_plies: mate_length(max_plies)?,
        effort: match moves {
            "threats" => Effort::Threats,
            "all" => Effort::Full,
            "both" => threats_then_all(full_nodes),
            other => return Err(errors::input(format!("`{other}`: expected threats, all or both"))),
        },
        all,
        limits: Limits { nodes, time: time.map(seconds).transpose()? },
        ..MateOptions::default()
    };
    let task = Task::default();
    let (loaded, board) = position.get().load(py, task.stop())?;
    Work::with_task(task, move |task| {
        let solved = puzzles::solve(&loaded.game, &*board, side, &options, memory, task);
        let solution = solved.map_err(|error| match error {
            PuzzleError::Setup(error) => errors::limit(error),
            error => errors::input(error),
        })?;
        Ok(work::text(view::line(view::PuzzleSolution::from(&solution))))
    })
}

/// Starts to make problems; the result is a list of JSON, and the same as a file.
#[pyfunction]
pub(crate) fn make_puzzles(
    game: &str,
    least_plies: u32,
    greatest_plies: u32,
    count: usize,
    seed: u64,
    several: bool,
    memory: u64,
) -> PyResult<Work> {
    let recipe = Recipe {
        rules: trax_rules(game, "puzzles.make")?,
        least_plies: mate_length(least_plies)?,
        greatest_plies: mate_length(greatest_plies)?,
        count,
        seed,
        detector: Detector::Exact,
        several,
        shorter_nodes: 20_000,
        nodes: 10_000,
        games: 10_000_000,
        memory,
    };
    Work::start(move |task| {
        let (mut made, mut file) = (Vec::new(), format!("{HEADER}\n"));
        let result = puzzles::make(&recipe, DistinctProblems::default(), task, |puzzle| {
            made.push(view::line(view::Puzzle::of(&puzzle, recipe.rules)));
            file += &format!("{puzzle}\n");
            ControlFlow::Continue(())
        });
        result.map_err(errors::limit)?;
        Ok(Box::new(move |py| Ok((made, file).into_pyobject(py)?.into_any())))
    })
}

/// The problems of a file, each as JSON.
#[pyfunction]
pub(crate) fn read_puzzles(content: &[u8], game: &str) -> PyResult<Vec<String>> {
    let rules = trax_rules(game, "puzzles.read")?;
    let puzzles = parse_puzzles(content).map_err(errors::input)?;
    Ok(puzzles.iter().map(|(_, puzzle)| view::line(view::Puzzle::of(puzzle, rules))).collect())
}

/// Starts to solve the problems of a file again; the result is JSON for each, and a summary.
#[pyfunction]
pub(crate) fn check_puzzles(
    title: String,
    content: &[u8],
    game: &str,
    confirm: usize,
    seed: u64,
    memory: u64,
) -> PyResult<Work> {
    let puzzles = parse_puzzles(content).map_err(errors::input)?;
    let plan = CheckPlan {
        default_rules: trax_rules(game, "puzzles.check")?,
        detector: Detector::Exact,
        confirm,
        seed,
        full_nodes: 500_000,
        memory,
    };
    Work::start(move |task| {
        let mut checked = Vec::new();
        let summary = puzzles::check(&title, &puzzles, &plan, task, |one| {
            checked.push(view::line(view::CheckedPuzzle::from(one)));
            ControlFlow::Continue(())
        });
        let summary = view::line(view::PuzzleCheck::of(&title, &summary.map_err(errors::limit)?));
        Ok(Box::new(move |py| Ok((checked, summary).into_pyobject(py)?.into_any())))
    })
}
