//! An opponent: chooses moves on a board.
//!
//! [`Opponent`] is what any game has; [`opponent`] finds the one for a game. Amazons (`amazons`) and Trax (`trax`) have
//! their own; any other game is played by the solver (`solver`). Where a game has books, moves come from them first (`reader`). A whole game with commands is a [`Session`].

mod amazons;
mod reader;
mod session;
mod solver;
mod trax;

pub use session::{Said, Session};

use crate::board::Board;
use crate::books::BookError;
use crate::databases::Database;
use crate::game::Game;
use crate::solving::SolveError;
use crate::task::Task;
use std::fmt;
use yomikiri_cgt::evaluate::Unevaluated;
use yomikiri_cgt::{Intractable, TooLarge};
use yomikiri_game::Duration;
use yomikiri_player::Why;
use yomikiri_search::{SetupError, Verdict};

/// How an opponent plays.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How it chooses in an endgame whose regions it knows.
    pub endgame: EndgameStyle,
    /// The time for a move.
    pub time: Duration,
    /// From 1 to 9, the strongest.
    pub level: u8,
    /// Seed of the random number generator.
    pub seed: u64,
}

impl Default for Style {
    fn default() -> Self {
        Self { endgame: EndgameStyle::Exact, time: Duration::from_secs(2), level: 9, seed: 0 }
    }
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
    /// What is expected to follow, the move itself included; it may be empty.
    pub line: Vec<String>,
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
    /// A proof says so.
    Book {
        /// Who wins, as far as the book says.
        verdict: Verdict,
    },
    /// The player of Trax says so.
    Trax(Why),
    /// The solver says so.
    Solver {
        /// Who wins, as far as is known.
        verdict: Verdict,
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
            Self::Book { verdict: Verdict::Wins(player) } => write!(f, "by the book: {player} wins"),
            Self::Book { verdict: Verdict::Draw } => f.write_str("by the book: a draw"),
            Self::Book { verdict: Verdict::Unknown } => f.write_str("by the book: does not lose"),
            Self::Trax(why) => match why {
                Why::OnlyMove => f.write_str("the only move"),
                Why::Wins { plies: Some(plies) } => write!(f, "wins by force in {plies}"),
                Why::Wins { plies: None } => f.write_str("wins by force"),
                Why::Loses { plies: Some(plies) } => write!(f, "every move loses; this one lasts {plies}"),
                Why::Loses { plies: None } => f.write_str("every move loses"),
                Why::Safest { depth } => write!(f, "moves that look better {depth} ahead lose"),
                Why::Draws => f.write_str("holds the draw"),
                Why::LooksBest { depth, score } => write!(f, "looks best {depth} ahead: {score:+}"),
            },
            Self::Solver { verdict: Verdict::Unknown } => f.write_str("not decided within the time"),
            Self::Solver { verdict: Verdict::Draw } => f.write_str("solved: a draw"),
            Self::Solver { verdict: Verdict::Wins(player) } => write!(f, "solved: {player} wins"),
        }
    }
}

/// Why there is no move.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The solver cannot be asked.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A book is of no use.
    #[error(transparent)]
    Book(#[from] BookError),
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

    /// Plays with this time and level from now on.
    fn set_style(&mut self, style: Style);
}

/// The opponent for a game. A database makes it know more endgames of Amazons, and where the game has books, moves come from
/// them.
///
/// # Errors
/// If the memory cannot be had.
pub fn opponent(
    game: &Game,
    style: Style,
    database: Option<Database>,
) -> Result<Box<dyn Opponent>, PlayError> {
    let board = game.board();
    let player: Box<dyn Opponent> = if board.position::<yomikiri_amazons::Position>().is_some() {
        Box::new(amazons::Player::new(style, database))
    } else if board.position::<yomikiri_trax::Position>().is_some() {
        Box::new(trax::Player::new(style)?)
    } else {
        Box::new(solver::Player::new(game.clone(), style))
    };
    Ok(if game.books().is_empty() { player } else { Box::new(reader::Reader::new(game.clone(), player)) })
}
