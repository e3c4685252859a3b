//! What the solver notes for a certificate.
//!
//! Whenever the news comes outwards that a player has won, his level notes the choice that won and the parts at levels
//! outside that it relied on: satisfied ones for the existential player, unsatisfied ones for the universal one. Such a
//! move wins wherever what it relies on is given, whatever else the levels outside do. If the player has won at his
//! outermost level, there is one for everything that can be given to him.

use super::memory;
use super::parts::{PartId, Parts};
use crate::certificate::Step;
use crate::formula::{Formula, Literal, Prefix};

/// What a certificate is made of.
#[derive(Default)]
pub struct Notes {
    /// What the preprocessor did.
    pub(crate) steps: Vec<Step>,
    /// What the search found, if there was one.
    pub(crate) search: Option<Searched>,
}

/// A choice that won.
#[derive(Clone)]
pub(crate) struct Move {
    /// The parts at levels outside that it relied on.
    pub(crate) given: Vec<PartId>,
    /// The values of the variables of the level that are true.
    pub(crate) choice: Vec<Literal>,
}

impl Move {
    pub(super) fn memory(&self) -> u64 {
        memory::clause(self.given.len() + self.choice.len())
    }
}

/// The moves of a search, by level, in the order in which they were found.
pub(crate) struct Searched {
    pub(crate) prefix: Prefix,
    pub(crate) parts: Parts,
    pub(crate) moves: Vec<Vec<Move>>,
}

impl Searched {
    pub(super) fn new(formula: &Formula, parts: Parts, moves: Vec<Vec<Move>>) -> Self {
        Self { prefix: formula.prefix().clone(), parts, moves }
    }
}
