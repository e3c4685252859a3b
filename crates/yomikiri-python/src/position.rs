//! Positions.

use crate::errors;
use crate::game::{Loaded, Source};
use crate::tree::{Lent, Node, Tree};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use yomikiri::threats::Threats;
use yomikiri::{Board, view};
use yomikiri_game::{SplitMix64, Status, Stop};

/// A position of a game. It never changes: a move gives another position.
#[pyclass(frozen, module = "yomikiri", name = "Position", weakref)]
pub(crate) struct Position {
    owner: Py<PyAny>,
    source: Source,
    tree: Arc<Tree>,
    node: Arc<Node>,
}

impl Position {
    pub(crate) fn at_root(owner: Py<PyAny>, source: Source, tree: Arc<Tree>) -> Self {
        Self { owner, source, node: tree.root.clone(), tree }
    }

    fn with(&self, py: Python<'_>, node: Arc<Node>) -> Self {
        Self { owner: self.owner.clone_ref(py), source: self.source.clone(), tree: self.tree.clone(), node }
    }

    /// Asks the board something at this position.
    fn ask<T>(&self, py: Python<'_>, ask: impl FnOnce(&mut Lent<'_>) -> PyResult<T>) -> PyResult<T> {
        self.tree.loaded.guarded(|_| self.tree.at(py, &self.node).and_then(|mut lent| ask(&mut lent)))
    }

    fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&dyn Board) -> T) -> PyResult<T> {
        self.ask(py, |lent| Ok(look(lent.board())))
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The game and a board of its own at this position, to be taken to another thread, where the switch ends its use.
    pub(crate) fn load(&self, py: Python<'_>, stop: &Stop) -> PyResult<(Loaded, Box<dyn Board>)> {
        let loaded = self.source.load(py, stop)?;
        let board = loaded.guarded(|game| {
            let mut board = match &self.tree.from {
                None => game.board(),
                Some(from) => game.board_at(from, "").map_err(errors::input)?,
            };
            let mut history = self.node.history().into_iter();
            history.try_for_each(|text| board.play(text).map(drop)).map_err(errors::input)?;
            Ok(board)
        })?;
        Ok((loaded, board))
    }

    /// What makes it the position that it is: its text, which does not say how a game ended, and the result. A game without
    /// such texts has no more than its moves.
    fn identity(&self, py: Python<'_>) -> PyResult<(Option<String>, Option<String>)> {
        self.look(py, |board| (board.position_text(), word(board.status())))
    }
}

/// The word for a result.
fn word(status: Status) -> Option<String> {
    match status {
        Status::Open => None,
        Status::Over(outcome) => Some(outcome.to_string()),
    }
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.owner.clone_ref(py)
    }

    /// Whose move it is, or would be: "first" or "second".
    #[getter]
    fn to_move(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |board| board.to_move().to_string())
    }

    /// "first", "second" or "draw"; None while the game goes on.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.look(py, |board| word(board.status()))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        self.look(py, |board| board.status() != Status::Open)
    }

    /// One word for what ended the game; None while it goes on.
    #[getter]
    fn ending(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        self.look(py, |board| board.ending())
    }

    /// The moves since the start of the game, or since the position that was given as text.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.node.history())
    }

    /// The text of the position that the history begins at; None for the start of the game.
    #[getter]
    fn origin(&self) -> Option<&str> {
        self.tree.from.as_deref()
    }

    /// The position before the last move; None at the beginning of the history.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        self.node.parent.as_ref().map(|parent| self.with(py, parent.clone()))
    }

    /// The position in one line of text; None if the game has no such notation.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.look(py, |board| board.position_text())
    }

    /// A number of up to 128 bits that is the same for positions that symmetry makes equal.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<u128> {
        self.look(py, |board| board.key().0)
    }

    /// The legal moves.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.look(py, |board| board.moves())
    }

    /// The position after a move.
    #[pyo3(name = "play")]
    fn play(&self, py: Python<'_>, r#move: &str) -> PyResult<Self> {
        let node = self.ask(py, |lent| lent.play(&self.node, r#move))?;
        Ok(self.with(py, node))
    }

    /// The position after several moves, written as usual.
    fn play_all(&self, py: Python<'_>, moves: &str) -> PyResult<Self> {
        // The board knows how moves are separated, and numbers them in errors.
        let (loaded, mut board) = self.load(py, &Stop::new())?;
        let played = loaded.guarded(|_| {
            board.play_all(moves).map_err(errors::input)?;
            Ok(board.history()[self.node.depth..].to_vec())
        })?;
        let mut node = self.node.clone();
        for text in played {
            node = self.with(py, node.clone()).ask(py, |lent| lent.play(&node, &text))?;
        }
        Ok(self.with(py, node))
    }

    /// The position after random moves: until the game is over, or so many.
    #[pyo3(signature = (seed, plies = None))]
    fn random(&self, py: Python<'_>, seed: u64, plies: Option<usize>) -> PyResult<Self> {
        let mut random = SplitMix64::new(seed);
        let mut node = self.node.clone();
        for _ in 0..plies.unwrap_or(usize::MAX) {
            py.check_signals()?;
            let at = self.with(py, node.clone());
            let moves = at.moves(py)?;
            if moves.is_empty() {
                break;
            }
            node = at.ask(py, |lent| lent.play(&node, &moves[random.below(moves.len())]))?;
        }
        Ok(self.with(py, node))
    }

    /// The position drawn with characters.
    fn picture(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |board| board.pictures()[0].to_string())
    }

    /// The position drawn with lines, as an SVG file; None if the game cannot be drawn so.
    fn sketch(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.look(py, |board| board.sketch().map(|sketch| yomikiri_draw::board(&sketch, &[])))
    }

    /// The position as pieces on squares, as JSON; None if the game cannot be shown so.
    fn scene(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let Source::Library(game) = &self.source else { return Ok(None) };
        self.look(py, |board| board.scene().map(|_| view::line(view::Scene::of(game, board))))
    }

    /// What either player would win by, as JSON (Trax).
    fn threats(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.source.library()?;
        self.ask(py, |lent| {
            let position = lent.board().position::<yomikiri_trax::Position>();
            let position = position
                .ok_or_else(|| errors::input(format!("{game} is not Trax, which threats are seen in")))?;
            let seen = Threats::of(position);
            Ok(view::line(view::Threats::of(game, lent.board(), &seen)))
        })
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let other = other.get();
        let equal = || -> PyResult<bool> {
            if !self.owner.bind(py).eq(other.owner.bind(py))? {
                return Ok(false);
            }
            let (here, there) = (self.identity(py)?, other.identity(py)?);
            let same_moves =
                || self.tree.from == other.tree.from && self.node.history() == other.node.history();
            Ok(here == there && (here.0.is_some() || same_moves()))
        };
        match op {
            CompareOp::Eq => Ok(equal()?.into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!equal()?).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        match self.identity(py)? {
            (Some(text), result) => (text, result).hash(&mut hasher),
            (None, _) => (&self.tree.from, self.node.history()).hash(&mut hasher),
        }
        Ok(hasher.finish())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.picture(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!(
            "game({})",
            PyString::new(py, &self.owner.getattr(py, "name")?.extract::<String>(py)?).repr()?
        );
        if let Some(from) = &self.tree.from {
            text += &format!(".at({})", PyString::new(py, from).repr()?);
        }
        let moves = self.node.history().join(" ");
        let play = if self.tree.from.is_some() { "play_all" } else { "after" };
        if moves.is_empty() && self.tree.from.is_none() {
            text += ".start";
        } else if !moves.is_empty() {
            text += &format!(".{play}({})", PyString::new(py, &moves).repr()?);
        }
        Ok(text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = py.import("yomikiri.games")?.getattr("_position")?;
        let moves = self.node.history();
        let arguments = (self.owner.bind(py), self.tree.from.as_deref(), PyTuple::new(py, moves)?);
        PyTuple::new(py, [rebuild, arguments.into_pyobject(py)?.into_any()])
    }
}
