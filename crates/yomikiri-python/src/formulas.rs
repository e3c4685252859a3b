//! Games as quantified Boolean formulas.

use crate::errors;
use crate::game::{Handle, load_error};
use crate::solving::{player, seconds, solve_error};
use crate::work::{self, Work};
use pyo3::prelude::*;
use std::time::Instant;
use yomikiri::formulas::{
    Encoding, Format, FormulaError, FormulaFile, GameFormula, Map, Plan, Preprocessor, Solver, Solving,
    Strategy,
};
use yomikiri::{text, view};
use yomikiri_qbf::Budget;

fn formula_error(error: FormulaError) -> PyErr {
    match error {
        FormulaError::Stopped => errors::stopped(),
        FormulaError::Memory | FormulaError::StrategyTooLong => errors::limit(error),
        FormulaError::Description(error) => load_error(error),
        FormulaError::Search(error) => solve_error(error),
        FormulaError::External(_) | FormulaError::NoProcesses => errors::other(error),
        error => errors::input(error),
    }
}

fn encoding(name: Option<&str>) -> PyResult<Option<Encoding>> {
    match name {
        None => Ok(None),
        Some("corrective") => Ok(Some(Encoding::Corrective)),
        Some("direct") => Ok(Some(Encoding::Direct)),
        Some(other) => Err(errors::input(format!("`{other}` is no encoding (known: corrective, direct)"))),
    }
}

fn solving(solver: &str, preprocessor: &str, time: Option<f64>, memory: Option<u64>) -> PyResult<Solving> {
    Ok(Solving {
        solver: solver.parse::<Solver>().map_err(errors::input)?,
        preprocessor: match preprocessor {
            "auto" => Preprocessor::Auto,
            "none" => Preprocessor::None,
            "embedded" => Preprocessor::Embedded,
            "bloqqer" => Preprocessor::Bloqqer,
            other => {
                let known = "auto, none, embedded, bloqqer";
                return Err(errors::input(format!("`{other}` is no preprocessor (known: {known})")));
            }
        },
        time: time.map(seconds).transpose()?,
        memory,
    })
}

/// Starts to write a question as a formula; the result is the file, and its size as JSON.
#[pyfunction]
pub(crate) fn encode(
    game: &Bound<'_, Handle>,
    player: &str,
    turns: Option<u32>,
    encoding: Option<&str>,
    format: &str,
) -> PyResult<Work> {
    let game = game.get().source.library()?.clone();
    let (player, encoding) = (self::player(player)?, self::encoding(encoding)?);
    let format = match format {
        "qdimacs" => Format::Qdimacs,
        "qcir" => Format::Qcir,
        other => return Err(errors::input(format!("`{other}` is no format (known: qdimacs, qcir)"))),
    };
    Work::start(move |task| {
        let started = Instant::now();
        let budget = Budget { stop: task.stop().clone(), memory: None };
        let formula = GameFormula::new(&game, turns, player, encoding, &budget).map_err(formula_error)?;
        let exceeded = |exceeded| formula_error(FormulaError::from(exceeded));
        let statistics = formula.clauses(&budget).map_err(exceeded)?.statistics();
        let within = turns.map(|turns| format!(" within {}", text::counted(turns.into(), "turn")));
        let mut comments = vec![format!("{game}: can {player} win{}?", within.unwrap_or_default())];
        comments.extend(Map::new(&formula, &game, turns).lines());
        let content = formula.text(format, &comments, &budget).map_err(exceeded)?;
        let seconds = started.elapsed().as_secs_f64();
        let size = view::Encoding::of(game.to_string(), player, turns, statistics, seconds, None);
        let size = view::line(size);
        Ok(Box::new(move |py| Ok((content, size).into_pyobject(py)?.into_any())))
    })
}

/// Starts to decide a formula in QDIMACS or QCIR; the result is JSON, and the values of the outermost variables.
#[pyfunction]
pub(crate) fn solve_formula(
    name: String,
    content: Vec<u8>,
    solver: &str,
    preprocessor: &str,
    time: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Work> {
    let solving = solving(solver, preprocessor, time, memory)?;
    Work::start(move |task| {
        let file = FormulaFile::read(&content, &solving.budget(task)).map_err(formula_error)?;
        let decision = solving.solve_file(&file, &name, task).map_err(formula_error)?;
        let values: Vec<i64> = decision.values.iter().map(|&literal| qdimacs_literal(literal)).collect();
        let shape = view::line(view::Formula::of(&name, &solving.solver, &decision));
        Ok(Box::new(move |py| Ok((shape, values).into_pyobject(py)?.into_any())))
    })
}

fn qdimacs_literal(literal: yomikiri_qbf::Literal) -> i64 {
    literal.to_string().parse().unwrap_or(0)
}

/// Starts to decide a game through formulas; the result is JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of one Python function")]
pub(crate) fn decide(
    game: &Bound<'_, Handle>,
    turns: Option<u32>,
    encoding: Option<&str>,
    theorems: bool,
    solver: &str,
    preprocessor: &str,
    time: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Work> {
    let game = game.get().source.library()?.clone();
    let solving = solving(solver, preprocessor, time, memory)?;
    let plan = Plan { turns, encoding: self::encoding(encoding)?, theorems, solving };
    Work::start(move |task| {
        let decided = plan.decide(&game, task).map_err(formula_error)?;
        Ok(work::text(view::line(view::Decision::from(&decided))))
    })
}

/// Starts to write down how a player wins; the result is a list of moves so far and the winner's move.
#[pyfunction]
pub(crate) fn strategy(game: &Bound<'_, Handle>, winner: &str, turns: Option<u32>) -> PyResult<Work> {
    let game = game.get().source.library()?.clone();
    let winner = player(winner)?;
    Work::start(move |task| {
        let strategy = Strategy::find(&game, turns, winner, task).map_err(formula_error)?;
        let replies: Vec<_> = strategy.replies.into_iter().map(|reply| (reply.moves, reply.reply)).collect();
        Ok(Box::new(move |py| replies.into_pyobject(py)))
    })
}
