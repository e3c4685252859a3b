//! Games: those of the library by their names, and those written in Python.

use crate::callback::{Callbacks, PythonGame, Run};
use crate::errors::{self, guarded};
use crate::position::Position;
use crate::tree::Tree;
use crate::work::Work;
use pyo3::prelude::*;
use std::sync::Arc;
use yomikiri::{Disk, Game, LoadError, Registry};
use yomikiri_game::Stop;

/// A game that was loaded, or one written in Python.
#[pyclass(frozen, module = "yomikiri._native")]
pub(crate) struct Handle {
    pub(crate) source: Source,
}

/// Where a game comes from.
#[derive(Clone)]
pub(crate) enum Source {
    /// The library.
    Library(Game),
    /// Python.
    Python(Arc<Callbacks>),
}

pub(crate) fn load_error(error: LoadError) -> PyErr {
    match error {
        LoadError::File { .. } => errors::file(error),
        LoadError::Description { .. } => errors::input(error),
        LoadError::Stopped(_) => errors::stopped(),
    }
}

/// A game for one use, and what to look at for exceptions of a game written in Python.
#[derive(Clone)]
pub(crate) struct Loaded {
    pub(crate) game: Game,
    run: Option<Arc<Run>>,
}

impl Loaded {
    /// The exception that a game written in Python has raised meanwhile.
    ///
    /// # Errors
    /// That exception.
    fn raised(&self) -> PyResult<()> {
        self.run.as_ref().map_or(Ok(()), |run| run.raised())
    }

    /// Does something with the game.
    ///
    /// # Errors
    /// What a game written in Python raises meanwhile, and panics.
    pub(crate) fn guarded<T>(&self, work: impl FnOnce(&Game) -> PyResult<T>) -> PyResult<T> {
        let result = guarded(|| work(&self.game));
        self.raised()?;
        result
    }
}

impl Source {
    /// The game for one use, which the switch ends. A game written in Python numbers the positions that it meets afresh.
    pub(crate) fn load(&self, py: Python<'_>, stop: &Stop) -> PyResult<Loaded> {
        match self {
            Self::Library(game) => Ok(Loaded { game: game.clone(), run: None }),
            Self::Python(callbacks) => {
                let run = Run::new(py, callbacks.clone(), stop.clone());
                let start = PythonGame::new(run.clone())?;
                let registry =
                    Registry::new().game("python", "python:NAME", "a game written in Python", move |_| {
                        Ok::<_, String>(start.clone())
                    });
                let name = registry.name(&format!("python:{}", callbacks.name())).map_err(errors::input)?;
                Ok(Loaded { game: name.load(&Disk).map_err(load_error)?, run: Some(run) })
            }
        }
    }

    pub(crate) fn is_python(&self) -> bool {
        matches!(self, Self::Python(_))
    }

    /// The game, which must be one of the library.
    pub(crate) fn library(&self) -> PyResult<&Game> {
        match self {
            Self::Library(game) => Ok(game),
            Self::Python(_) => Err(errors::input("this cannot be asked about a game written in Python")),
        }
    }
}

#[pymethods]
impl Handle {
    /// Loads a game by its name, on a thread that can be stopped: a description may take long to unfold.
    #[staticmethod]
    fn load(name: &str) -> PyResult<Work> {
        let name = Registry::shared().name(name).map_err(errors::input)?;
        Work::start(move |task| {
            let game = name.load_until(&Disk, task.stop()).map_err(load_error)?;
            Ok(Box::new(move |py| {
                let handle = Self { source: Source::Library(game) };
                Ok(handle.into_pyobject(py)?.into_any())
            }))
        })
    }

    /// A game that an object written in Python describes.
    #[staticmethod]
    fn of_object(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let callbacks = Callbacks::new(object, name)?;
        Ok(Self { source: Source::Python(Arc::new(callbacks)) })
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> String {
        match &self.source {
            Source::Library(game) => game.to_string(),
            Source::Python(callbacks) => callbacks.name().to_owned(),
        }
    }

    /// A text that is different for games with different rules.
    #[getter]
    fn identity(&self) -> String {
        match &self.source {
            Source::Library(game) => game.identity(),
            Source::Python(callbacks) => callbacks.name().to_owned(),
        }
    }

    /// What the pieces of the two players are called.
    #[getter]
    fn colours(&self) -> (String, String) {
        match &self.source {
            Source::Library(game) => game.colours().map(str::to_owned).into(),
            Source::Python(_) => ("X".to_owned(), "O".to_owned()),
        }
    }

    /// The start of the game, for the Python object that stands for the game.
    fn start(&self, owner: &Bound<'_, PyAny>) -> PyResult<Position> {
        guarded(|| {
            let loaded = self.source.load(owner.py(), &Stop::new())?;
            let tree = Tree::new(loaded.game.board(), None, loaded);
            Ok(Position::at_root(owner.clone().unbind(), self.source.clone(), tree))
        })
    }

    /// The position that a text describes.
    fn at(&self, owner: &Bound<'_, PyAny>, text: &str) -> PyResult<Position> {
        guarded(|| {
            let loaded = self.source.load(owner.py(), &Stop::new())?;
            let board = loaded.guarded(|game| game.board_at(text, "").map_err(errors::input))?;
            // The usual form, so that equal positions have equal texts; none for the start.
            let from = board.position_text().unwrap_or_else(|| text.to_owned());
            let is_start = loaded.game.board().position_text().as_ref() == Some(&from);
            let tree = Tree::new(board, (!is_start).then_some(from), loaded);
            Ok(Position::at_root(owner.clone().unbind(), self.source.clone(), tree))
        })
    }

    /// The game described in the language of Toss, if it can be.
    fn description(&self) -> PyResult<Option<String>> {
        guarded(|| self.source.library()?.description().map_err(load_error))
    }
}

/// The families of games: pattern and summary of each.
#[pyfunction]
pub(crate) fn families() -> Vec<(String, String)> {
    let text = |family: &dyn yomikiri::Family| (family.pattern().to_owned(), family.summary().to_owned());
    Registry::shared().families().map(text).collect()
}
