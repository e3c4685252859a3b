//! What the preprocessor did, as far as a certificate must know.

use crate::formula::Literal;
use crate::solver::memory;

/// A step of the preprocessor, in the order of time.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Universal literals were dropped from a clause; this is what was left of it.
    Reduced { clause: Vec<Literal>, dropped: Vec<Literal> },
    /// A variable got a value: it was a unit, or pure.
    Assigned(Literal),
    /// A variable was eliminated. The clauses are those with this literal of it, and have nothing further inside.
    Eliminated { literal: Literal, clauses: Vec<Vec<Literal>> },
    /// A clause was blocked on a literal. The others are its literals that are not further inside.
    Blocked { literal: Literal, others: Vec<Literal> },
}

impl Step {
    pub(crate) fn memory(&self) -> u64 {
        match self {
            Self::Reduced { clause, dropped } => memory::clause(clause.len()) + memory::clause(dropped.len()),
            Self::Assigned(_) => memory::clause(0),
            Self::Eliminated { clauses, .. } => {
                memory::clause(0) + clauses.iter().map(|clause| memory::clause(clause.len())).sum::<u64>()
            }
            Self::Blocked { others, .. } => memory::clause(others.len()),
        }
    }
}
