//! Games that are written in Python, as the library sees games.
//!
//! A position is a Python object, the *state*, which the game's methods are asked about: `moves`, `play`, `result` and some
//! that have defaults. Every question takes the interpreter lock, so such a game is some thousand times slower than one of
//! the library, and threads do not make it faster.
//!
//! The traits of the library cannot fail, and Python can. So the first exception is kept, and the search is left by
//! unwinding; whoever started it catches that and raises the exception ([`Run::raised`]). (Rejected: to answer with nothing in
//! particular until the search stops. A search relies on a move that was legal being legal when it comes back to it.)
//!
//! Keys are exact: a state is a key of a dictionary, and its number there is the key of the search. (Rejected: hashes, which
//! for an object without `__eq__` are its address, and addresses are used again.)

use crate::errors;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyWeakrefMethods, PyWeakrefReference};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use yomikiri::Playable;
use yomikiri_game::{
    Canonical, Drawn, Game, Ink, Key, Notation, Outcome, Picture, Played, Player, Stop, Tactics, presentable,
};

/// The longest game. A game that goes on for ever is refused instead of overflowing the stack.
const MOST_PLIES: u32 = 500;

/// A game written in Python.
pub(crate) struct Callbacks {
    /// Weak, because the object has this.
    object: Py<PyWeakrefReference>,
    name: String,
    can_be_drawn: bool,
}

impl Callbacks {
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        Ok(Self {
            object: PyWeakrefReference::new(object)?.unbind(),
            name: presentable(name),
            can_be_drawn: object.getattr("can_be_drawn")?.is_truthy()?,
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// One use of a game: a search, or the positions that descend from one start.
pub(crate) struct Run {
    callbacks: Arc<Callbacks>,
    /// The number of every state that was met.
    numbers: Mutex<Py<PyDict>>,
    raised: Mutex<Option<PyErr>>,
    stop: Stop,
}

impl Run {
    pub(crate) fn new(py: Python<'_>, callbacks: Arc<Callbacks>, stop: Stop) -> Arc<Self> {
        let numbers = Mutex::new(PyDict::new(py).unbind());
        Arc::new(Self { callbacks, numbers, raised: Mutex::default(), stop })
    }

    /// The exception that the game has raised since this was last asked.
    ///
    /// # Errors
    /// That exception.
    pub(crate) fn raised(&self) -> PyResult<()> {
        match self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Asks the game something.
    fn try_ask<T>(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> PyResult<T> {
        let asked = Python::try_attach(|py| {
            let object = self.callbacks.object.bind(py).upgrade();
            ask(&object.ok_or_else(|| errors::other("the game is gone"))?)
        });
        asked.unwrap_or_else(|| Err(errors::other("there is no interpreter any more")))
    }

    /// The same for callers that cannot fail: unwinds if that raises an exception. What has the same run stops, too.
    fn ask<T>(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        self.try_ask(ask).unwrap_or_else(|error| {
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.stop.request();
            std::panic::resume_unwind(Box::new("an exception of a game written in Python"))
        })
    }

    /// The number of a state: equal keys of the same player at the same progress have equal numbers.
    fn number(&self, game: &Bound<'_, PyAny>, state: &State) -> PyResult<u128> {
        let py = game.py();
        let key = game.call_method1("key", (state.object.bind(py),))?;
        let key = (state.to_move == Player::First, state.progress, key);
        let numbers = self.numbers.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let numbers = numbers.bind(py);
        let next = numbers.len();
        let number = numbers.call_method1("setdefault", (key, next))?;
        number.extract()
    }
}

/// A position: what Python says of it, asked once.
pub(crate) struct State {
    object: Py<PyAny>,
    to_move: Player,
    outcome: Option<Outcome>,
    progress: u32,
    /// The moves, and their texts.
    moves: OnceLock<Vec<(Py<PyAny>, String)>>,
    number: OnceLock<u128>,
}

fn outcome(word: &str) -> PyResult<Outcome> {
    match word {
        "first" => Ok(Outcome::Win(Player::First)),
        "second" => Ok(Outcome::Win(Player::Second)),
        "draw" => Ok(Outcome::Draw),
        other => {
            let other = presentable(other);
            Err(errors::input(format!("`{other}` is no result (expected first, second, draw or None)")))
        }
    }
}

impl State {
    /// A state after so many plies.
    fn new(game: &Bound<'_, PyAny>, object: Bound<'_, PyAny>, ply: u32) -> PyResult<Self> {
        let turn: Option<String> = game.call_method1("to_move", (&object,))?.extract()?;
        let to_move = match turn.as_deref() {
            None if ply.is_multiple_of(2) => Player::First,
            None => Player::Second,
            Some("first") => Player::First,
            Some("second") => Player::Second,
            Some(other) => {
                let other = presentable(other);
                return Err(errors::input(format!("`{other}` is no player (expected first or second)")));
            }
        };
        let result: Option<String> = game.call_method1("result", (&object,))?.extract()?;
        let progress: Option<u32> = game.call_method1("progress", (&object,))?.extract()?;
        Ok(Self {
            outcome: result.as_deref().map(outcome).transpose()?,
            to_move,
            progress: progress.unwrap_or(ply),
            object: object.unbind(),
            moves: OnceLock::new(),
            number: OnceLock::new(),
        })
    }

    /// The moves, listed once.
    fn moves(&self, run: &Run) -> &[(Py<PyAny>, String)] {
        if let Some(moves) = self.moves.get() {
            return moves;
        }
        let moves = run.ask(|game| {
            let (py, mut moves) = (game.py(), Vec::new());
            if self.outcome.is_some() {
                return Ok(moves);
            }
            let state = self.object.bind(py);
            for m in game.call_method1("moves", (state,))?.try_iter()? {
                let m = m?;
                let text = game.call_method1("move_text", (state, &m))?.extract()?;
                moves.push((m.unbind(), text));
            }
            Ok(moves)
        });
        self.moves.get_or_init(|| moves)
    }
}

/// A position of a game that is written in Python.
#[derive(Clone)]
pub(crate) struct PythonGame {
    run: Arc<Run>,
    state: Arc<State>,
    ply: u32,
}

impl PythonGame {
    /// The start of the game.
    ///
    /// # Errors
    /// What the game raises.
    pub(crate) fn new(run: Arc<Run>) -> PyResult<Self> {
        let state = run.try_ask(|game| State::new(game, game.call_method0("initial")?, 0))?;
        Ok(Self { run, state: Arc::new(state), ply: 0 })
    }

    /// The state after a move; `None` if the move is illegal.
    fn after(&self, m: usize) -> Option<State> {
        let (m, text) = self.state.moves(&self.run).get(m)?;
        let ply = self.ply + 1;
        self.run.ask(|game| {
            let state = game.call_method1("play", (self.state.object.bind(game.py()), m))?;
            if state.is_none() {
                return Ok(None);
            }
            if ply > MOST_PLIES {
                return Err(errors::limit(format!(
                    "a game is longer than {MOST_PLIES} moves: if positions can repeat, put a limit into result()"
                )));
            }
            let next = State::new(game, state, ply)?;
            if next.progress <= self.state.progress {
                let (before, after) = (self.state.progress, next.progress);
                let error = format!("progress() must grow with every move, and `{text}` leads from {before} to {after}");
                return Err(errors::input(error));
            }
            Ok(Some(next))
        })
    }
}

impl Game for PythonGame {
    /// The number of the move in the list of all.
    type Move = usize;
    type Undo = (Arc<State>, u32);

    fn to_move(&self) -> Player {
        self.state.to_move
    }

    fn moves(&self, into: &mut Vec<usize>) {
        into.extend(0..self.state.moves(&self.run).len());
    }

    fn play(&mut self, m: usize) -> Played<Self::Undo> {
        let Some(next) = self.after(m) else {
            return Played::Illegal;
        };
        let ended = next.outcome;
        let before = std::mem::replace(&mut self.state, Arc::new(next));
        let token = (before, self.ply);
        self.ply += 1;
        match ended {
            None => Played::Open(token),
            Some(outcome) => Played::Over(outcome, token),
        }
    }

    fn undo(&mut self, (state, ply): Self::Undo) {
        (self.state, self.ply) = (state, ply);
    }

    fn outcome_when_stuck(&self) -> Outcome {
        if let Some(outcome) = self.state.outcome {
            return outcome;
        }
        self.run.ask(|game| {
            let word: String = game.call_method1("stuck", (self.state.object.bind(game.py()),))?.extract()?;
            outcome(&word)
        })
    }

    fn can_be_drawn(&self) -> bool {
        self.run.callbacks.can_be_drawn
    }

    fn progress(&self) -> u32 {
        self.state.progress
    }
}

impl Canonical for PythonGame {
    fn key(&mut self) -> Key {
        let number = self.state.number.get().copied().unwrap_or_else(|| {
            let number = self.run.ask(|game| self.run.number(game, &self.state));
            *self.state.number.get_or_init(|| number)
        });
        Key(number)
    }
}

impl Tactics for PythonGame {}

/// A text that is no move.
#[derive(Debug)]
pub(crate) struct NoMove(Vec<String>);

impl std::fmt::Display for NoMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 12;
        let shown: Vec<_> = self.0.iter().take(SHOWN).map(String::as_str).collect();
        let more = if self.0.len() > SHOWN { ", …" } else { "" };
        write!(f, "no such move here (there are: {}{more})", shown.join(", "))
    }
}

impl std::error::Error for NoMove {}

impl Notation for PythonGame {
    type Error = NoMove;

    fn move_text(&self, m: usize) -> String {
        self.state.moves(&self.run).get(m).map(|(_, text)| text.clone()).unwrap_or_default()
    }

    fn parse_move(&self, text: &str) -> Result<usize, NoMove> {
        let moves = self.state.moves(&self.run);
        let found = moves.iter().position(|(_, known)| known == text);
        found.ok_or_else(|| NoMove(moves.iter().map(|(_, text)| text.clone()).collect()))
    }
}

impl Drawn for PythonGame {
    fn picture(&self) -> Picture {
        let text: String =
            self.run.ask(|game| game.call_method1("show", (self.state.object.bind(game.py()),))?.extract());
        let rows: Vec<&str> = text.lines().collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut picture = Picture::new(width, rows.len());
        for (number, row) in rows.iter().enumerate() {
            picture.write(number, 0, row, Ink::First);
        }
        picture
    }
}

impl Playable for PythonGame {}
