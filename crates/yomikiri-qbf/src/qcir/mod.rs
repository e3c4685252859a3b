//! QCIR, the format of circuits, as the field writes it.
//!
//! ```text
//! #QCIR-G14
//! forall(x)
//! output(g2)
//! g1 = exists(y; g3)
//! g2 = or(-x, g1)
//! g3 = xor(x, y)
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | `syntax` | the statements of a text, with their places |
//! | `order` | gates after their inputs; which name is what |
//! | `prenex` | quantifiers inside the formula moved to the front |
//!
//! Names are letters, digits and `_`; keywords in any case. Gates are `and`, `or`, `xor`, `ite`, `exists` and `forall`, in
//! any order as long as none depends on itself. A block `free(…)` is existential and outermost. Lines that begin with `#`
//! are comments, and the header `#QCIR-G14` (or `#QCIR-14`) may come after some of them; a missing one is a warning. A
//! quantifier inside the formula may bind a name that is bound outside too: the innermost one counts. Two things that
//! the standard does not have but public files do are warnings: a comment behind a statement, and a gate that is defined
//! again in the same words.
//!
//! A name that is neither quantified nor a gate is an error. The standard could be read to make it a free variable, but
//! it is a misspelt gate far more often.
//!
//! # References
//! - *QCIR-G14: a non-prenex non-CNF format for quantified Boolean formulas*, QBF Gallery 2014.
//! - C. Jordan, W. Klieber, M. Seidl, *Non-CNF QBF solving with QCIR*, AAAI workshop Beyond NP, 2016.

mod order;
mod prenex;
mod syntax;

use crate::circuit::{Circuit, Gate};
use crate::formula::{Formula, Literal, Quantifier, Variable};
use crate::text::{ReadError, Warning, check_length};
use std::fmt::Write;

/// A circuit as it was read, with what only the text says.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The circuit. Its variables are numbered from 1 in the order in which they are quantified.
    pub circuit: Circuit,
    /// The names of its quantified variables, in order.
    pub names: Vec<String>,
    /// Whether all quantifiers were in front of the formula.
    pub was_prenex: bool,
    /// What is unusual about the text.
    pub warnings: Vec<Warning>,
}

/// Reads a circuit.
///
/// # Errors
/// At the first thing that is wrong, with its place; or if the text is longer than [`MOST_BYTES`](crate::MOST_BYTES).
pub fn read(text: &str) -> Result<Circuit, ReadError> {
    Ok(read_named(text)?.circuit)
}

/// Reads a circuit with its names and warnings.
///
/// # Errors
/// As [`read`].
pub fn read_named(text: &str) -> Result<Reading, ReadError> {
    check_length(text)?;
    let statements = syntax::read(text)?;
    let order = order::sorted(&statements)?;
    prenex::circuit(statements, &order)
}

/// Whether a text is meant to be QCIR: it begins with a comment of that format, or with one of its statements.
#[must_use]
pub fn looks_like(text: &str) -> bool {
    let start = text.trim_start();
    let word = start.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    start.starts_with('#')
        || ["exists", "forall", "free", "output"].contains(&word.to_ascii_lowercase().as_str())
}

/// Writes a circuit, with comments.
#[must_use]
pub fn write(circuit: &Circuit, comments: &[String]) -> String {
    let mut text = format!("#QCIR-G14 {}\n", circuit.inputs + circuit.gates.len() as Variable);
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        let _infallible = writeln!(text, "# {line}");
    }
    let list = |literals: &[Literal]| literals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    for block in circuit.prefix.blocks() {
        let quantifier = match block.quantifier {
            Quantifier::Exists => "exists",
            Quantifier::Forall => "forall",
        };
        let variables: Vec<_> = block.variables.iter().map(|&variable| Literal::positive(variable)).collect();
        let _infallible = writeln!(text, "{quantifier}({})", list(&variables));
    }
    let _infallible = writeln!(text, "output({})", circuit.output);
    for (at, gate) in circuit.gates.iter().enumerate() {
        let kind = match gate {
            Gate::And(_) => "and",
            Gate::Or(_) => "or",
            Gate::Xor(..) => "xor",
            Gate::Choice(..) => "ite",
        };
        let _infallible = writeln!(text, "{} = {kind}({})", circuit.gate_variable(at), list(&gate.inputs()));
    }
    text
}

/// Clauses as a circuit: a gate for each, and one for all of them.
impl From<&Formula> for Circuit {
    fn from(formula: &Formula) -> Self {
        let inputs = formula.variables();
        let mut gates: Vec<_> = formula.clauses().iter().map(|clause| Gate::Or(clause.clone())).collect();
        let clauses = (1..=gates.len() as Variable).map(|gate| Literal::positive(inputs + gate)).collect();
        gates.push(Gate::And(clauses));
        let output = Literal::positive(inputs + gates.len() as Variable);
        Self { prefix: formula.prefix().clone(), inputs, gates, output }
    }
}
