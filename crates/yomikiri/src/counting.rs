//! How many positions there are: configurations of Trax tiles, exactly and by sampling, and positions that moves lead to.
//!
//! `docs/counting.md` says what a configuration is and what the methods of paper 000 estimate.

use crate::game::Game;
use crate::registry::GameName;
use crate::task::Task;
use yomikiri_game::{Instant, Progress, Reachable, Stopped};
use yomikiri_trax::Rules;
use yomikiri_trax::census::estimate::Estimate;
use yomikiri_trax::census::{LARGEST, Law, exact, sampling};

/// How configurations are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountMethod {
    /// Exactly, by transfer matrix.
    Exact,
    /// Uniform sampling: the first method of paper 000.
    One,
    /// Uniform sampling with a weight instead of matching colours: the second method of paper 000.
    Two,
    /// What the second method gives on average, exactly.
    TwoExact,
    /// Sampling in which all conditions hold by construction.
    Importance,
}

impl CountMethod {
    /// The name of the method.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::One => "1",
            Self::Two => "2",
            Self::TwoExact => "2-exact",
            Self::Importance => "importance",
        }
    }

    /// Whether it draws samples.
    #[must_use]
    pub fn is_sampling(self) -> bool {
        matches!(self, Self::One | Self::Two | Self::Importance)
    }
}

/// A count to be made.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// The method.
    pub method: CountMethod,
    /// The number of samples, where samples are drawn.
    pub samples: u64,
    /// The seed of the random number generator, where samples are drawn.
    pub seed: u64,
    /// The number of threads of an exact count.
    pub threads: usize,
}

/// A number of configurations.
#[derive(Clone, Debug)]
pub struct Configurations {
    /// The game.
    pub game: String,
    /// How they were counted.
    pub counting: Counting,
    /// How many there are.
    pub number: Number,
    /// The time it took.
    pub seconds: f64,
}

/// A number, as far as a method knows it.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// Exactly.
    Exactly(u128),
    /// About.
    About(Estimate),
    /// What endless sampling by method 2 would give.
    Limit(f64),
}

impl Number {
    /// The number as near as a double is.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Self::Exactly(count) => count as f64,
            Self::About(estimate) => estimate.value,
            Self::Limit(value) => value,
        }
    }
}

/// Why nothing was counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The game is not Trax.
    #[error("configurations are counted for trax:NxN; for {0}, use --method reachable")]
    NotTrax(String),
    /// The board has no limit.
    #[error("configurations can only be counted on a limited board: name a board, such as trax:4x4")]
    Unlimited,
    /// The board is too large.
    #[error("boards up to {LARGEST}x{LARGEST} can be counted, not {0}x{0}")]
    TooLarge(u32),
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Counting {
    /// Counts the configurations of a board.
    ///
    /// # Errors
    /// If the game is not Trax on a limited board, the board is too large, or it was stopped.
    pub fn run(&self, game: &GameName, task: &Task) -> Result<Configurations, CountError> {
        let size = self.board_size(game)?;
        let Self { method, samples, seed, threads } = *self;
        let started = Instant::now();
        let title = format!("{game}, {}", method.name());
        let count = |progress: &Progress| match method {
            CountMethod::Exact => exact::configurations(size, size, threads, progress).map(Number::Exactly),
            CountMethod::TwoExact => exact::halved_weight(size, size, threads, progress).map(Number::Limit),
            CountMethod::One => {
                sampling::uniform(size, Law::Matching, samples, seed, progress).map(Number::About)
            }
            CountMethod::Two => {
                sampling::uniform(size, Law::Halving, samples, seed, progress).map(Number::About)
            }
            CountMethod::Importance => sampling::guided(size, samples, seed, progress).map(Number::About),
        };
        let number = task.steps_with_detail(&title, "steps", Some("frontiers"), count)?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(Configurations { game: game.to_string(), counting: *self, number, seconds })
    }

    /// The size of the board on which configurations are to be counted.
    fn board_size(&self, game: &GameName) -> Result<u32, CountError> {
        let not_trax = || CountError::NotTrax(game.to_string());
        if !game.word().starts_with("trax") {
            return Err(not_trax());
        }
        let rules: Rules = game.as_str().parse().map_err(|_| not_trax())?;
        let size = u32::from(rules.limit().ok_or(CountError::Unlimited)?);
        let is_limited = !matches!(self.method, CountMethod::One | CountMethod::Two);
        if is_limited && size > LARGEST { Err(CountError::TooLarge(size)) } else { Ok(size) }
    }
}

/// The positions of a game that moves lead to.
#[derive(Clone, Debug)]
pub struct ReachablePositions {
    /// The game.
    pub game: String,
    /// How many there are.
    pub reachable: Reachable,
    /// Whether all positions of the game are among them.
    pub complete: bool,
    /// The time it took.
    pub seconds: f64,
}

/// Counts the positions that can be reached in at most so many moves; `None` if it was stopped.
#[must_use]
pub fn reachable(game: &Game, plies: Option<u32>, task: &Task) -> Option<ReachablePositions> {
    let board = game.board();
    let started = Instant::now();
    let reachable = task.steps(&format!("{game}, reachable"), "positions", |progress| {
        board.reachable(plies, &mut |positions| progress.reach(positions))
    })?;
    // The last layer within the limit may be the end of the game, too; it is not looked into.
    let complete = plies.is_none_or(|plies| reachable.by_ply.len() as u64 <= u64::from(plies));
    let seconds = started.elapsed().as_secs_f64();
    Some(ReachablePositions { game: game.to_string(), reachable, complete, seconds })
}
