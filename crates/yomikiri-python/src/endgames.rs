//! Amazons endgames: boards taken apart, every move judged.

use crate::database::Database;
use crate::errors;
use crate::work::{self, Work};
use pyo3::prelude::*;
use yomikiri::endgames::{self, EndgameError, parse_boards, rows};
use yomikiri::view;
use yomikiri_amazons::Board;
use yomikiri_cgt::evaluate::Unevaluated;
use yomikiri_draw::{piece::Piece, squares};

fn endgame_error(error: EndgameError) -> PyErr {
    match error {
        EndgameError::Board { .. } => errors::input(error),
        EndgameError::Database(_) => errors::file(error),
        EndgameError::Unevaluated(Unevaluated::Stopped) => errors::stopped(),
        EndgameError::Unevaluated(_) | EndgameError::Search(_) => errors::limit(error),
    }
}

/// Boards in their usual form.
#[pyfunction]
pub(crate) fn normal_boards(text: &str) -> PyResult<String> {
    let boards = parse_boards::<Board>(text).map_err(endgame_error)?;
    Ok(boards.iter().map(ToString::to_string).collect::<Vec<_>>().join("+"))
}

/// Starts to judge every region and every move; the result is JSON, and the same drawn.
#[pyfunction]
pub(crate) fn analyse(boards: &str, database: Option<&Bound<'_, Database>>) -> PyResult<Work> {
    let boards = parse_boards::<Board>(boards).map_err(endgame_error)?;
    let database = database.map(|database| database.get().shared());
    Work::start(move |task| {
        let analysis = endgames::analyse(&boards, database.as_deref(), task).map_err(endgame_error)?;
        let (shape, svg) = (view::line(view::Endgame::from(&analysis)), analysis.drawing().document());
        Ok(Box::new(move |py| Ok((shape, svg).into_pyobject(py)?.into_any())))
    })
}

/// Starts to find out who wins, depending on who moves first; the result is JSON.
#[pyfunction]
pub(crate) fn winner(boards: &str) -> PyResult<Work> {
    let boards = parse_boards::<Board>(boards).map_err(endgame_error)?;
    Work::start(move |task| {
        let found = endgames::winner(&boards, task).map_err(endgame_error)?;
        let beginners = found.ok_or_else(errors::stopped)?;
        Ok(work::text(view::line(view::Outcome::from(beginners))))
    })
}

/// Boards as an SVG file.
#[pyfunction]
pub(crate) fn svg(boards: &str) -> PyResult<String> {
    let boards = parse_boards::<Board>(boards).map_err(endgame_error)?;
    let boards: Vec<_> = boards.iter().map(|board| squares::board(&rows(board))).collect();
    Ok(Piece::row(&boards).document())
}
