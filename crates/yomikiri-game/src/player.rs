//! Who plays, how a game can end, and what a player may be after.

use std::fmt;
use std::ops::Not;

/// One of the two players. "First" is whoever moves at the start of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who begins.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players, in playing order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];
}

impl Not for Player {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(player) => player.fmt(f),
            Self::Draw => f.pad("draw"),
        }
    }
}

/// What is enough for a player under a yes/no question such as "can A force a win?": A needs a win, A's
/// opponent is content with a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Only a win will do.
    Win,
    /// A win or a draw will do.
    Hold,
}

impl Aim {
    /// Whether `outcome` gives `player` what he is after.
    #[must_use]
    pub fn is_met(self, player: Player, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Win(winner) => winner == player,
            Outcome::Draw => self == Self::Hold,
        }
    }
}
