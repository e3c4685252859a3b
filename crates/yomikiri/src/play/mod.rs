//! An opponent: chooses moves on a board.
//!
//! [`Opponent`] is what any game may have; [`opponent`] finds the one for a game. Only Amazons has one so far (`amazons`):
//! another game gets its own by another implementation and one more line in [`opponent`].

mod amazons;

use crate::board::Board;
use crate::databases::Database;
use crate::game::Game;
use crate::task::Task;
use std::fmt;
use yomikiri_cgt::evaluate::Unevaluated;
use yomikiri_cgt::{Intractable, TooLarge};
use yomikiri_game::Duration;

/// How an opponent plays.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How it chooses in an endgame whose regions it knows.
    pub endgame: EndgameStyle,
    /// The time for a move.
    pub time: Duration,
}

/// How a move is chosen in a sum of regions whose values are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndgameStyle {
    /// A won endgame is never given away.
    #[default]
    Exact,
    /// By Thermostrat alone.
    Thermostrat,
    /// By Hotstrat alone.
    Hotstrat,
}

impl fmt::Display for EndgameStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Exact => "exact",
            Self::Thermostrat => "Thermostrat",
            Self::Hotstrat => "Hotstrat",
        })
    }
}

/// A move that was chosen, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, as text.
    pub text: String,
    /// Why it was chosen.
    pub reason: Reason,
}

/// Why a move was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It looks best so many moves ahead.
    LookAhead {
        /// How far ahead.
        depth: u32,
        /// How good it looks for the mover.
        score: i32,
        /// Whether it wins by force (or every move loses by force).
        decided: Option<bool>,
    },
    /// The values of all regions are known.
    Endgame {
        /// How many there are.
        regions: usize,
        /// What chose the move: in a lost endgame, a rule of thumb, whatever the style.
        by: EndgameStyle,
        /// Whether the mover can win the endgame.
        won: bool,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LookAhead { depth, score, decided } => {
                write!(f, "alpha-beta, depth {depth}: ")?;
                match decided {
                    Some(true) => f.write_str("wins by force"),
                    Some(false) => f.write_str("every move loses"),
                    None => write!(f, "looks like {score:+}"),
                }
            }
            Self::Endgame { regions, by, won } => {
                let plural = if *regions == 1 { "" } else { "s" };
                write!(f, "{regions} region{plural} known: {by}")?;
                f.write_str(match (by, won) {
                    (EndgameStyle::Exact, _) => ": wins",
                    (_, true) => "",
                    (_, false) => "; lost against best play",
                })
            }
        }
    }
}

/// Why there is no move.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The game has no opponent.
    #[error("there is no opponent for {0}: only Amazons has one")]
    NoOpponent(String),
    /// The board is one of another game.
    #[error("the opponent for one game cannot play another")]
    OtherGame,
    /// The game is over.
    #[error("there is no legal move")]
    NoMove,
    /// It was stopped, or a value is out of reach.
    #[error(transparent)]
    Unevaluated(#[from] Unevaluated),
}

impl From<Intractable> for PlayError {
    fn from(error: Intractable) -> Self {
        Self::Unevaluated(error.into())
    }
}

impl From<TooLarge> for PlayError {
    fn from(error: TooLarge) -> Self {
        Intractable::from(error).into()
    }
}

/// Somebody who chooses moves in one game.
pub trait Opponent: Send {
    /// A move at a position. A task that is stopped gets the best that has been seen so far.
    ///
    /// # Errors
    /// If the game is over, or it is another game.
    fn choose(&mut self, board: &dyn Board, task: &Task) -> Result<Choice, PlayError>;
}

/// The opponent for a game. A database makes it know more endgames.
///
/// # Errors
/// If the game has none.
pub fn opponent(
    game: &Game,
    style: Style,
    database: Option<Database>,
) -> Result<Box<dyn Opponent>, PlayError> {
    if game.board().position::<yomikiri_amazons::Position>().is_some() {
        return Ok(Box::new(amazons::Player::new(style, database)));
    }
    Err(PlayError::NoOpponent(game.to_string()))
}
