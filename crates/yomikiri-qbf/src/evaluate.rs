//! The value of a formula by definition: both values of every variable, in order.
//!
//! It takes time exponential in the number of variables, and cannot be wrong. Solvers are compared with it.

use crate::formula::{Formula, Literal, Quantifier, Variable};

/// Whether the formula is true.
#[must_use]
pub fn evaluate(formula: &Formula) -> bool {
    let variables: Vec<_> = formula.prefix().variables().collect();
    let mut values = vec![None; formula.variables() as usize + 1];
    holds(formula, &variables, &mut values)
}

fn holds(formula: &Formula, rest: &[(Quantifier, Variable)], values: &mut [Option<bool>]) -> bool {
    let value = |literal: &Literal| values[literal.variable() as usize].map(|v| v == literal.is_positive());
    let falsified = |clause: &Vec<Literal>| clause.iter().all(|literal| value(literal) == Some(false));
    if formula.clauses().iter().any(falsified) {
        return false;
    }
    let Some(((quantifier, variable), rest)) = rest.split_first() else {
        return true;
    };
    let mut with = |v: bool| {
        values[*variable as usize] = Some(v);
        let result = holds(formula, rest, values);
        values[*variable as usize] = None;
        result
    };
    match quantifier {
        Quantifier::Exists => with(false) || with(true),
        Quantifier::Forall => with(false) && with(true),
    }
}
