//! Who wins a single game.

use crate::forms::{Form, Forms};
use std::fmt;

/// The four outcome classes, by who wins when either player begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Left wins, whoever begins: the game is > 0.
    Left,
    /// Right wins, whoever begins: the game is < 0.
    Right,
    /// Whoever begins wins: the game is confused with 0.
    Next,
    /// Whoever begins loses: the game is 0.
    Previous,
}

impl Class {
    /// Whether Left wins when Left begins, and Right when Right begins.
    #[must_use]
    pub fn beginner_wins(self) -> (bool, bool) {
        match self {
            Self::Left => (true, false),
            Self::Right => (false, true),
            Self::Next => (true, true),
            Self::Previous => (false, false),
        }
    }
}

impl fmt::Display for Class {
    /// The usual letter: `L`, `R`, `N` or `P`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Left => "L",
            Self::Right => "R",
            Self::Next => "N",
            Self::Previous => "P",
        })
    }
}

impl Forms {
    /// Who wins the game.
    pub fn outcome(&mut self, form: Form) -> Class {
        match (self.le(Form::ZERO, form), self.le(form, Form::ZERO)) {
            (true, true) => Class::Previous,
            (true, false) => Class::Left,
            (false, true) => Class::Right,
            (false, false) => Class::Next,
        }
    }
}
