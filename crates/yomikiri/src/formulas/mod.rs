//! Games as quantified Boolean formulas: "this player wins within so many turns" as a formula, and what a solver makes of it.
//!
//! | module | what it does |
//! |---|---|
//! | `encoding` | a question about a game as a formula ([`GameFormula`]) |
//! | `solving` | whether a formula is true, by the embedded solver or by another program ([`Solving`]) |
//! | `programs` | other programs: solvers and preprocessors, where processes can be started |
//! | `deciding` | who wins a game, through formulas ([`Plan`]) |
//! | `strategy` | what a true formula says about playing: a first move, a whole strategy ([`Strategy`]) |
//! | `certifying` | Skolem and Herbrand functions of a formula, written and checked ([`Certified`], [`check_certificate`]) |
//! | `map` | which variables of a formula are which choice in the game ([`Map`]) |
//! | `family` | the same question for many boards and turns, as files with an index ([`InstanceFamily`]) |
//! | `replaying` | a certificate as a strategy on the board |
//! | `comparing` | the same question by every method and every solver ([`Comparison`]) |
//!
//! Which questions need a formula at all is decided by [`Inquiry`](yomikiri_search::Inquiry), as it is for a search.

mod certifying;
mod comparing;
mod deciding;
mod deepening;
mod encoding;
mod family;
mod map;
#[cfg(not(target_family = "wasm"))]
mod programs;
mod replaying;
mod solving;
mod strategy;
mod symmetry;

pub use certifying::{CertificateFormat, Certified, Checked, Evidence, check_certificate};
pub use comparing::{Approach, Cell, Comparison, agreed};
pub use deciding::{Decided, Finding, FormulaSize, Plan};
pub use encoding::{Encoding, Format, FormulaFile, GameFormula};
pub use family::{INDEX_HEAD, Instance, InstanceFamily};
pub use map::{ChoiceMap, Map};
pub use solving::{Decision, Preprocessor, Solver, Solving, UnknownSolver};
pub use strategy::{Reply, Strategy};

use crate::registry::LoadError;
use crate::solving::SolveError;
use yomikiri_qbf::direct::DirectError;
use yomikiri_qbf::{Exceeded, ReadError};

/// Why there is no formula, or no answer.
#[derive(Debug, thiserror::Error)]
pub enum FormulaError {
    /// The corrective encoding was asked for.
    #[error("{0} is not given by winning sets, so it has no corrective encoding")]
    NoWinningSets(String),
    /// The game has neither winning sets nor a transition system.
    #[error("{0} cannot be written as a formula")]
    NoFormula(String),
    /// The description of the game is too large, or reading it was stopped.
    #[error(transparent)]
    Description(#[from] LoadError),
    /// The rules do not fit the direct encoding.
    #[error(transparent)]
    Direct(DirectError),
    /// Another program gave no answer.
    #[cfg(not(target_family = "wasm"))]
    #[error(transparent)]
    External(#[from] yomikiri_qbf::external::ExternalError),
    /// A file is not a formula.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The formula needs more memory than it may use.
    #[error("the formula needs more memory than it may use")]
    Memory,
    /// No processes can be started here.
    #[error("bloqqer cannot run here: programs cannot be started")]
    NoProcesses,
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SolveError),
    /// The game has no limit on turns.
    #[error("{0} cannot be limited to a number of turns")]
    NoLimitOnTurns(String),
    /// Nobody wins.
    #[error("nobody wins {0}, so there is no strategy to write")]
    NoWinner(String),
    /// Strategies need winning sets.
    #[error("strategies can be written for games given by winning sets, and {0} is not")]
    NoStrategy(String),
    /// The strategy has too many lines of play.
    #[error("the strategy has more than {} lines of play", strategy::MOST_LINES)]
    StrategyTooLong,
    /// The strategy was not finished.
    #[error("no winning move was found after `{0}`")]
    NoWinningMove(String),
    /// Certificates come from our own solver.
    #[error("certificates come from the embedded solver, with its own preprocessor or none")]
    NoCertificate,
    /// The formula has quantifiers inside.
    #[error("certificates are of prenex formulas, and this one has quantifiers inside of gates")]
    NotPrenex,
    /// A strategy table is too long.
    #[error(transparent)]
    Table(#[from] yomikiri_qbf::certificate::TooManyRows),
    /// A certificate was refused.
    #[error(transparent)]
    Certificate(#[from] yomikiri_check::formula::Failure),
    /// A strategy does not win.
    #[error("the strategy does not win: {0}")]
    Strategy(#[from] yomikiri_check::strategy::Failure),
    /// The certificate is of a false formula.
    #[error("the certificate is of a false formula: {0} does not win")]
    FalseFormula(yomikiri_game::Player),
    /// The formula leaves out moves of the opponent.
    #[error(
        "the formula leaves out first moves of the opponent, and no symmetry of the board is known that explains it"
    )]
    OpponentFirst,
    /// No referee knows the game.
    #[error("the checker does not know the rules of {0}")]
    NoReferee(String),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

impl From<Exceeded> for FormulaError {
    fn from(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Stopped => Self::Stopped,
            Exceeded::Memory => Self::Memory,
        }
    }
}

impl From<DirectError> for FormulaError {
    fn from(error: DirectError) -> Self {
        match error {
            DirectError::Exceeded(exceeded) => exceeded.into(),
            error => Self::Direct(error),
        }
    }
}
