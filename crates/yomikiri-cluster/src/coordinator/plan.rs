//! What to solve, and how; and why a coordinator may end without an answer.

use super::belief::Belief;
use crate::campaign::Grain;
use crate::exchange::ExchangeError;
use crate::message::Place;
use crate::store::{Run, StoreError};
use crate::tree::{NoTree, Settings};
use crate::worker::build_for;
use std::path::PathBuf;
use std::time::Duration;
use yomikiri::{Board, Game, Registry};
use yomikiri_game::Player;
use yomikiri_search::{Asked, SetupError};

/// What to solve, and how.
pub struct Plan {
    /// The game.
    pub game: Game,
    /// The position.
    pub board: Box<dyn Board>,
    /// The same as workers are told.
    pub place: Place,
    /// About whom.
    pub asked: Asked,
    /// Whether an answer may follow from a theorem.
    pub theorems: bool,
    /// The games, and the referees of their proofs.
    pub registry: Registry,
    /// The plays that a checker may be asked to search; `None` if there are to be no proofs at all.
    pub search: Option<u32>,
    /// A piece that is decided twice keeps the smaller proof, if its check takes no longer.
    pub proof_time: Duration,
    /// What is believed.
    pub belief: Belief,
    /// The size of jobs; it adapts if there is none.
    pub grain: Option<Grain>,
    /// How the tree chooses.
    pub settings: Settings,
    /// Jobs that are given out beyond the number of workers, so that none of them has to wait.
    pub ahead: u32,
    /// A job that nobody has said anything about for so long is given out again.
    pub lost_after: Duration,
    /// Where the proof goes.
    pub proof: Option<PathBuf>,
    /// The coordinator's own table, in bytes, for the proof of its tree.
    pub memory: u64,
}

/// Why a coordinator ends without an answer.
#[derive(Debug, thiserror::Error)]
pub enum CoordinatorError {
    /// Its store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tree in the store cannot be used.
    #[error(transparent)]
    Tree(#[from] NoTree),
    /// The memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It cannot reach its workers.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The game is over at the position.
    #[error("the game is over at this position: there is nothing to search")]
    Over,
    /// Nobody could check a proof about the game.
    #[error("proofs about this game cannot be written: the checker has no rules for it")]
    NoReferee,
    /// The proof cannot be put together.
    #[error("the proof cannot be put together: {0}")]
    Proof(String),
}

impl Plan {
    /// What a store keeps about it.
    #[must_use]
    pub fn run(&self) -> Run {
        let asked = match self.asked {
            Asked::Both => None,
            Asked::About(player) => Some(player == Player::Second),
        };
        let keys = build_for(&self.game).keys;
        Run { place: self.place.clone(), asked, search: self.search.unwrap_or(0), keys }
    }
}
