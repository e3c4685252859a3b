//! What is asked, and what can be answered.

use crate::watch::StopReason;
use std::fmt;
use yomikiri_game::{Aim, Outcome, Player};

/// "Can this player force a win?" A draw is a failure of whom the question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The player the question is about: the attacker.
    pub can_win: Player,
}

impl Question {
    /// What a player is after under this question: the attacker a win, the other to prevent it.
    #[must_use]
    pub fn aim(self, player: Player) -> Aim {
        if player == self.can_win { Aim::Win } else { Aim::Hold }
    }

    /// The answer if the game has ended so.
    #[must_use]
    pub fn answered_by(self, outcome: Outcome) -> bool {
        outcome == Outcome::Win(self.can_win)
    }

    /// The answer if a player gets what he is after.
    #[must_use]
    pub fn answer_in_favour_of(self, player: Player) -> bool {
        player == self.can_win
    }
}

/// The answer to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The player can force a win.
    Yes,
    /// The opponent can prevent it.
    No,
    /// The search stopped before it knew.
    Unknown(StopReason),
}

impl Answer {
    /// The answer as far as it is known.
    #[must_use]
    pub fn known(self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No => Some(false),
            Self::Unknown(_) => None,
        }
    }
}

impl From<Result<bool, StopReason>> for Answer {
    fn from(result: Result<bool, StopReason>) -> Self {
        match result {
            Ok(true) => Self::Yes,
            Ok(false) => Self::No,
            Err(reason) => Self::Unknown(reason),
        }
    }
}

/// The value of a position with best play, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player wins.
    Wins(Player),
    /// Neither can force a win.
    Draw,
    /// Not decided.
    Unknown,
}

impl Verdict {
    /// What the answers about the first and the second player say together.
    #[must_use]
    pub fn from_answers(first: Option<bool>, second: Option<bool>) -> Self {
        match (first, second) {
            (Some(true), _) => Self::Wins(Player::First),
            (_, Some(true)) => Self::Wins(Player::Second),
            (Some(false), Some(false)) => Self::Draw,
            _ => Self::Unknown,
        }
    }
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(player) => Self::Wins(player),
            Outcome::Draw => Self::Draw,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins(player) => player.fmt(f),
            Self::Draw => f.pad("draw"),
            Self::Unknown => f.pad("unknown"),
        }
    }
}
