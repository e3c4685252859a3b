//! Game names, and starting something generic on the game that is named.
//!
//! A command that works for every game is a type that implements [`OnGame`]; [`GameName::start`] calls it
//! with the game's own type, so that solvers are compiled for each game.

use std::fmt;
use std::str::FromStr;
use yomikiri_amazons::Start;
use yomikiri_game::{Drawn, Notation};
use yomikiri_search::Solvable;
use yomikiri_trax::{Position, Rules};

/// A game that every command can handle.
pub(crate) trait Playable: Solvable + Notation + Drawn + Send + Sync {}

impl<G: Solvable + Notation + Drawn + Send + Sync> Playable for G {}

/// Something to do with a game, whichever it is.
pub(crate) trait OnGame {
    /// What comes of it.
    type Output;
    /// Does it, from the starting position of the game.
    fn run<G: Playable>(self, start: G) -> Self::Output;
}

/// A game by its name, such as `trax:6x6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameName {
    Trax(Rules),
    Amazons(Start),
}

impl GameName {
    /// What the players' pieces are called.
    pub(crate) fn colours(self) -> [&'static str; 2] {
        match self {
            Self::Trax(_) => ["white", "red"],
            Self::Amazons(_) => ["black, x", "white, o"],
        }
    }

    /// Runs something on the game named.
    pub(crate) fn start<T: OnGame>(self, task: T) -> T::Output {
        match self {
            Self::Trax(rules) => task.run(Position::new(rules)),
            Self::Amazons(start) => task.run(start.position()),
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trax(rules) => rules.fmt(f),
            Self::Amazons(start) => start.fmt(f),
        }
    }
}

/// Why a text names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GameNameError {
    #[error("no game is called `{0}` (known: trax, trax:NxN, trax-loop, trax-loop:NxN, amazons:NxN)")]
    Unknown(String),
    #[error(transparent)]
    Trax(#[from] yomikiri_trax::rules::RulesError),
    #[error(transparent)]
    Amazons(#[from] yomikiri_amazons::start::StartError),
}

impl FromStr for GameName {
    type Err = GameNameError;

    fn from_str(text: &str) -> Result<Self, GameNameError> {
        match text.split(':').next() {
            Some("trax" | "trax-loop") => Ok(Self::Trax(text.parse()?)),
            Some("amazons") => Ok(Self::Amazons(text.parse()?)),
            _ => Err(GameNameError::Unknown(text.to_owned())),
        }
    }
}
