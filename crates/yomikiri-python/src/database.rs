//! Databases of Amazons endgames: opened, asked about one board or about many, built.

use crate::errors;
use crate::work::{self, Work};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use yomikiri::databases::{
    self, BuildPlan, Built, DatabaseError, Decoder, Scope, StoppedBy, build as build_database,
};
use yomikiri::view;
use yomikiri_amazons::Board;
use yomikiri_cgt::{Form, Forms};
use yomikiri_game::Partizan;

/// The longest canonical form that is given for a board of many.
const LONGEST_TEXT: usize = 100_000;

/// A database of Amazons endgames.
#[pyclass(frozen, module = "yomikiri._native")]
pub(crate) struct Database {
    database: Arc<databases::Database>,
    path: PathBuf,
}

impl Database {
    pub(crate) fn shared(&self) -> Arc<databases::Database> {
        self.database.clone()
    }
}

fn database_error(error: DatabaseError) -> PyErr {
    match error {
        DatabaseError::NotHeld(_) | DatabaseError::Box(_) | DatabaseError::NoAmazons => errors::input(error),
        error => errors::file(error),
    }
}

fn board(number: usize, text: &str) -> PyResult<Board> {
    text.parse().map_err(|error| errors::input(format!("board {number}: {error}")))
}

/// What is known of one board: its canonical form, mean and temperature.
type Known = (Option<String>, f64, f64);

/// What the database says of one board; `None` if it does not hold a region of it.
fn look_up(
    database: &databases::Database,
    decoder: &mut Decoder,
    forms: &mut Forms,
    board: &Board,
) -> PyResult<Option<Known>> {
    let mut sum = Form::ZERO;
    for part in board.parts() {
        let Some(value) = database.value(decoder, forms, &part).map_err(errors::limit)? else {
            return Ok(None);
        };
        sum = forms.sum(sum, value).map_err(errors::limit)?;
    }
    let thermograph = forms.thermograph(sum).map_err(errors::limit)?;
    let (mean, temperature) = (thermograph.mean().to_f64(), thermograph.temperature().to_f64());
    Ok(Some((forms.text_within(sum, LONGEST_TEXT), mean, temperature)))
}

#[pymethods]
impl Database {
    /// Opens a file.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let opened = py.detach(|| databases::Database::open(&path));
        let database =
            opened.map_err(|error| errors::file(format!("cannot use {}: {error}", path.display())))?;
        Ok(Self { database: Arc::new(database), path })
    }

    /// Which boards it holds, in a few words.
    #[getter]
    fn holds(&self) -> String {
        self.database.scope().to_string()
    }

    /// Columns, rows, and the most amazons of Left and of Right.
    #[getter]
    fn scope(&self) -> (usize, usize, u32, u32) {
        let scope = self.database.scope();
        (scope.width, scope.height, scope.left, scope.right)
    }

    /// One board, as JSON.
    fn query(&self, board: &str) -> PyResult<String> {
        let board = board.parse().map_err(|error| errors::input(format!("the board: {error}")))?;
        let found = self.database.query(&board).map_err(database_error)?;
        Ok(view::line(view::DatabaseEntry::from(&found)))
    }

    /// Starts to look up many boards; the result is a list of canonical form, mean and temperature, `None` for what the
    /// database does not hold.
    fn look_up(&self, boards: Vec<String>) -> PyResult<Work> {
        let database = self.shared();
        Work::start(move |task| {
            let (mut decoder, mut forms) = (Decoder::default(), Forms::new());
            let found = task.steps("boards", "boards", |progress| {
                progress.expect(boards.len() as u64);
                let look = |(number, text): (usize, &String)| {
                    if !progress.reach(number as u64) {
                        return Err(errors::stopped());
                    }
                    look_up(&database, &mut decoder, &mut forms, &board(number + 1, text)?)
                };
                boards.iter().enumerate().map(look).collect::<PyResult<Vec<_>>>()
            })?;
            Ok(Box::new(move |py| found.into_pyobject(py)))
        })
    }

    /// Starts to count what the database holds; the result is JSON.
    fn statistics(&self) -> PyResult<Work> {
        let (database, path) = (self.shared(), self.path.clone());
        Work::start(move |task| {
            let statistics = database.statistics(task).map_err(database_error)?;
            let statistics = statistics.ok_or_else(errors::stopped)?;
            Ok(work::text(view::line(view::DatabaseStatistics::of(&path, &*database, &statistics))))
        })
    }

    /// Starts to derive a sample again; the result is JSON.
    fn verify(&self, sample: u32, seed: u64) -> PyResult<Work> {
        let (database, path) = (self.shared(), self.path.clone());
        Work::start(move |task| {
            let verified = database.verify(sample, seed, task).map_err(database_error)?;
            Ok(work::text(view::line(view::DatabaseCheck::of(&path, &verified))))
        })
    }
}

/// Starts to build a database; the result is JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of one Python function")]
pub(crate) fn build(
    out: PathBuf,
    width: usize,
    height: usize,
    left: u32,
    right: u32,
    most_empty: Option<u32>,
    threads: usize,
    memory: u64,
) -> PyResult<Work> {
    let scope = Scope { width, height, left, right, most_empty };
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let plan = BuildPlan { out, threads, memory };
    Work::start(move |task| match build_database::<Board>(&scope, &plan, task) {
        Ok(Built::Whole { bytes, classes, forms, elapsed }) => {
            let (file, seconds) = (plan.out.display().to_string(), elapsed.as_secs_f64());
            Ok(work::text(view::line(view::DatabaseBuilt { file, bytes, classes, forms, seconds })))
        }
        Ok(Built::Stopped { by: StoppedBy::Request, .. }) => Err(errors::stopped()),
        Ok(Built::Stopped { partial, by: StoppedBy::Memory }) => Err(errors::limit(format!(
            "the memory is used up; the same call with more memory continues from {}",
            partial.display()
        ))),
        Err(error) => Err(errors::file(error)),
    })
}
