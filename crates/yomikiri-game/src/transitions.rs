//! Ground transition systems: a game as atoms, conditions and actions.
//!
//! A state is a set of atoms that hold. At each location one player chooses among actions; each has a
//! condition on the state, makes atoms true and false, and leads to a location. A player without a possible
//! action ends the game, and conditions say who has then won. This is the form in which a game described by
//! rules over relations is handed to a method that wants all of it at once, and it can be played as it is.

use crate::{Outcome, Player};
use std::collections::HashMap;

/// A game as atoms, conditions and actions.
#[derive(Clone, Debug)]
pub struct TransitionSystem {
    /// The names of the atoms. An atom is its index in this list.
    pub atoms: Vec<String>,
    /// Which atoms hold at the start.
    pub initial: Vec<bool>,
    /// All conditions.
    pub conditions: Conditions,
    /// The locations. A location is its index in this list.
    pub locations: Vec<Location>,
    /// Where the game begins.
    pub start: usize,
    /// The turns that are left, after which the game is a draw; `None` if there is no limit. A game that ends by
    /// itself after so many turns may say so here.
    pub turns: Option<u32>,
}

/// What can be done at some stage of the game.
#[derive(Clone, Debug)]
pub struct Location {
    /// By whom.
    pub player: Player,
    /// The actions.
    pub actions: Vec<Action>,
    /// Whether the first and the second player have won if there is no possible action here; never both.
    pub wins: [Condition; 2],
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// How it is written.
    pub name: String,
    /// When it is possible.
    pub requires: Condition,
    /// The atoms that become true.
    pub sets: Vec<u32>,
    /// The atoms that become false.
    pub clears: Vec<u32>,
    /// Where it leads.
    pub to: usize,
}

/// The number of a condition in its [`Conditions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Condition(u32);

/// What a condition says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Says {
    /// The atom holds.
    Atom(u32),
    /// Not this.
    Not(Condition),
    /// All of these; nothing: true.
    All(Vec<Condition>),
    /// Some of these; nothing: false.
    Any(Vec<Condition>),
}

/// Conditions on a state, each said once. A condition comes after those that it is made of.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    list: Vec<Says>,
    known: HashMap<Says, Condition>,
}

impl Conditions {
    fn intern(&mut self, says: Says) -> Condition {
        if let Some(&known) = self.known.get(&says) {
            return known;
        }
        let new = Condition(self.list.len() as u32);
        self.list.push(says.clone());
        self.known.insert(says, new);
        new
    }

    /// What a condition says.
    #[must_use]
    pub fn get(&self, condition: Condition) -> &Says {
        &self.list[condition.0 as usize]
    }

    /// The number of different conditions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// An atom holds.
    pub fn atom(&mut self, atom: u32) -> Condition {
        self.intern(Says::Atom(atom))
    }

    /// Always, or never.
    pub fn constant(&mut self, value: bool) -> Condition {
        self.intern(if value { Says::All(Vec::new()) } else { Says::Any(Vec::new()) })
    }

    /// The value of a condition that does not depend on the state.
    #[must_use]
    pub fn value(&self, condition: Condition) -> Option<bool> {
        match self.get(condition) {
            Says::All(none) if none.is_empty() => Some(true),
            Says::Any(none) if none.is_empty() => Some(false),
            _ => None,
        }
    }

    /// Not this.
    pub fn not(&mut self, condition: Condition) -> Condition {
        match self.get(condition) {
            Says::Not(inner) => *inner,
            _ => match self.value(condition) {
                Some(value) => self.constant(!value),
                None => self.intern(Says::Not(condition)),
            },
        }
    }

    /// All of these.
    pub fn all(&mut self, conditions: impl IntoIterator<Item = Condition>) -> Condition {
        self.combine(conditions, true)
    }

    /// Some of these.
    pub fn any(&mut self, conditions: impl IntoIterator<Item = Condition>) -> Condition {
        self.combine(conditions, false)
    }

    fn combine(&mut self, conditions: impl IntoIterator<Item = Condition>, all: bool) -> Condition {
        let mut parts = Vec::new();
        for condition in conditions {
            match self.value(condition) {
                Some(value) if value == all => {}
                Some(value) => return self.constant(value),
                None => parts.push(condition),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => self.constant(all),
            [only] => only,
            _ => self.intern(if all { Says::All(parts) } else { Says::Any(parts) }),
        }
    }

    /// Whether a condition holds.
    #[must_use]
    pub fn holds(&self, condition: Condition, state: &impl Fn(u32) -> bool) -> bool {
        match self.get(condition) {
            Says::Atom(atom) => state(*atom),
            Says::Not(inner) => !self.holds(*inner, state),
            Says::All(parts) => parts.iter().all(|&part| self.holds(part, state)),
            Says::Any(parts) => parts.iter().any(|&part| self.holds(part, state)),
        }
    }
}

impl Location {
    /// The outcome if there is no possible action here.
    #[must_use]
    pub fn outcome(&self, conditions: &Conditions, state: &impl Fn(u32) -> bool) -> Outcome {
        let winner = Player::BOTH.into_iter().find(|&p| conditions.holds(self.wins[p as usize], state));
        winner.map_or(Outcome::Draw, Outcome::Win)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_simplified_and_said_once() {
        let mut conditions = Conditions::default();
        let (a, b) = (conditions.atom(0), conditions.atom(1));
        let (yes, no) = (conditions.constant(true), conditions.constant(false));
        assert_eq!(conditions.all([a, yes, b]), conditions.all([b, a, a]));
        assert_eq!(conditions.all([a, no]), no);
        assert_eq!(conditions.any([a, yes]), yes);
        assert_eq!(conditions.any([no, a]), a);
        let not_a = conditions.not(a);
        assert_eq!(conditions.not(not_a), a);
        assert_eq!(conditions.not(yes), no);
        let both = conditions.all([not_a, b]);
        assert!(conditions.holds(both, &|atom| atom == 1));
        assert!(!conditions.holds(both, &|_| true));
    }
}
