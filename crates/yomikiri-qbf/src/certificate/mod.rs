//! Certificates: why a formula is true or false, as functions.
//!
//! A true formula has Skolem functions: values of the existential variables that depend on the universal ones outside of
//! them and make the formula true. A false one has Herbrand functions: values of the universal variables that depend on the
//! existential ones outside and make it false. They come from what the solver noted ([`Notes`]); [`Certificate::aiger`] and
//! [`Certificate::aiger_binary`] write them as AIGER files, in which inputs and outputs have the names of the variables,
//! [`Certificate::table`] as a strategy table.
//! `yomikiri-check` checks them.
//!
//! # References
//! - M. Rabe, L. Tentrup, *CAQE: a certifying QBF solver*, FMCAD 2015.
//! - V. Balabanov, J. Jiang, *Unified QBF certification and its applications*, FMSD 41, 2012.
//! - M. Heule, M. Seidl, A. Biere, *Solution validation and extraction for QBF preprocessing*, JAR 58, 2017.
//! - A. Biere, K. Heljanko, S. Wieringa, *AIGER 1.9 and beyond*, FMV report 11/2, 2011.

mod aig;
mod aiger;
mod functions;
mod steps;
mod table;

pub use aig::Edge;
pub(crate) use steps::Step;
pub use table::{MOST_ROWS, TooManyRows};

use crate::circuit::Circuit;
use crate::formula::{Formula, Literal, Quantifier, Variable};
use crate::solver::Notes;
use aig::Aig;
use std::collections::HashSet;

/// Skolem or Herbrand functions of a formula.
#[derive(Clone, Debug)]
pub struct Certificate {
    is_true: bool,
    inputs: Vec<Variable>,
    outputs: Vec<(Variable, Edge)>,
    graph: Aig,
}

impl Certificate {
    /// The certificate of a formula in clauses that was found to be true or false.
    #[must_use]
    pub fn new(formula: &Formula, is_true: bool, notes: &Notes) -> Self {
        functions::build(formula, None, is_true, notes)
    }

    /// The certificate of a circuit whose clauses were found to be true or false.
    #[must_use]
    pub fn of_circuit(circuit: &Circuit, clauses: &Formula, is_true: bool, notes: &Notes) -> Self {
        functions::build(clauses, Some(circuit), is_true, notes)
    }

    /// Whether it is of a true formula, and has Skolem functions.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.is_true
    }

    /// The number of gates.
    #[must_use]
    pub fn gates(&self) -> usize {
        self.graph.gates.len()
    }

    /// The values of the winner's outermost variables: those before any variable of the opponent.
    #[must_use]
    pub fn outermost(&self, formula: &Formula) -> Vec<Literal> {
        let winner = if self.is_true { Quantifier::Exists } else { Quantifier::Forall };
        let Some(first) = formula.prefix().blocks().first().filter(|block| block.quantifier == winner) else {
            return Vec::new();
        };
        let first: HashSet<_> = first.variables.iter().collect();
        let values = self.outputs.iter().filter(|(variable, _)| first.contains(variable));
        values.map(|&(variable, edge)| Literal::new(variable, edge == Edge::TRUE)).collect()
    }
}
