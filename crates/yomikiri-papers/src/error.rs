//! What can go wrong.

use std::io;
use std::path::PathBuf;
use yomikiri::formulas::FormulaError;
use yomikiri::{LoadError, NameError, SolveError};
use yomikiri_amazons::endgames::EndgamesError;
use yomikiri_cgt::notation::NotationError;
use yomikiri_cgt::tabulate::Unfilled;
use yomikiri_cgt::{Intractable, TooLarge};
use yomikiri_game::Stopped;
use yomikiri_search::SetupError;

/// Why an experiment could not be run, or a report not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It was stopped before it had anything to show.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A search could not be done.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The name of a game is wrong.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A game cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A game could not be decided through formulas.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// There is no such catalogue of endgames.
    #[error(transparent)]
    Endgames(#[from] EndgamesError),
    /// The boards could not be evaluated.
    #[error(transparent)]
    Unfilled(#[from] Unfilled),
    /// A game is too complex.
    #[error(transparent)]
    Intractable(#[from] Intractable),
    /// A number is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A game is not written as it should be.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A folder cannot be made.
    #[error("cannot make {}: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
}
