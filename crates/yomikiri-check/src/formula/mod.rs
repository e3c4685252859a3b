//! Quantified Boolean formulas and what is said about them by others: certificates and traces.
//!
//! | module | what it holds |
//! |---|---|
//! | `qdimacs`, `qcir` | readers of formulas, prenex ones |
//! | `aiger` | a reader of circuits with names, in text or binary |
//! | `table` | a reader of strategy tables, which become circuits |
//! | `certificate` | Skolem and Herbrand functions: put in their places, they leave a formula of propositional logic, and a SAT solver must say that it has no (counter)model |
//! | `qrp` | refutations by Q-resolution, and proofs by term resolution, as DepQBF writes them: every step is checked |
//! | `sat` | the question to the SAT solver |
//!
//! Nothing here shares code with the solver of formulas; the readers are written again. The SAT solver below is the
//! library `batsat`, which the solver uses as well. A SAT solver of our own would be no better a witness than one that
//! many have tested, and a trace (`qrp`) needs none.

mod aiger;
mod certificate;
mod qcir;
mod qdimacs;
mod qrp;
mod sat;
pub mod table;

pub use aiger::Aiger;
pub use certificate::{Functions, check};
pub use qrp::Trace;

use std::collections::HashMap;

/// A variable or its negation. Variables are numbered from 0 in the order of the prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit {
    /// The variable.
    pub variable: usize,
    /// Whether it is the variable itself.
    pub positive: bool,
}

impl Lit {
    fn new(variable: usize, positive: bool) -> Self {
        Self { variable, positive }
    }

    fn negated(self) -> Self {
        Self { variable: self.variable, positive: !self.positive }
    }

    fn holds(self, values: &[bool]) -> bool {
        values[self.variable] == self.positive
    }
}

/// What a gate does with its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    And,
    Or,
    Xor,
    Choice,
}

/// What is below the quantifiers.
#[derive(Clone, Debug)]
enum Matrix {
    Clauses(Vec<Vec<Lit>>),
    /// Gates are variables too, numbered after those of the prefix; each comes after its inputs.
    Circuit {
        gates: Vec<(Kind, Vec<Lit>)>,
        output: Lit,
    },
}

/// A prenex formula.
#[derive(Clone, Debug)]
pub struct Formula {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    /// By variable: whether it is existential, and its block.
    exists: Vec<bool>,
    block: Vec<usize>,
    matrix: Matrix,
}

/// Why a formula, a certificate or a trace was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The file cannot be read.
    #[error("line {line}: {reason}")]
    Malformed {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A binary file cannot be read.
    #[error("byte {byte}: {reason}")]
    MalformedBinary {
        /// The byte, counted from 0.
        byte: usize,
        /// What is wrong.
        reason: String,
    },
    /// It is not about this formula.
    #[error("{0}")]
    Unfit(String),
    /// A function depends on what is chosen later.
    #[error("the function of {variable} depends on {on}, which is quantified inside of it")]
    Dependency {
        /// The variable.
        variable: String,
        /// A variable that it depends on.
        on: String,
    },
    /// The functions do not do what they should.
    #[error("the functions are wrong: {0}")]
    Wrong(String),
    /// A step of a trace does not follow.
    #[error("step {id}: {reason}")]
    Step {
        /// The number of the step.
        id: u64,
        /// What is wrong.
        reason: String,
    },
    /// The check was stopped.
    #[error("stopped")]
    Stopped,
}

fn malformed(line: usize, reason: impl Into<String>) -> Failure {
    Failure::Malformed { line, reason: reason.into() }
}

impl Formula {
    /// Reads a formula: QCIR if it begins with a comment of that format, else QDIMACS.
    ///
    /// # Errors
    /// If it cannot be read, or is not prenex.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let start = text.trim_start();
        let is_circuit = ["#", "exists", "forall", "free", "output"]
            .iter()
            .any(|word| start.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
        if is_circuit { qcir::read(text) } else { qdimacs::read(text) }
    }

    fn new() -> Self {
        Self {
            names: Vec::new(),
            numbers: HashMap::new(),
            exists: Vec::new(),
            block: Vec::new(),
            matrix: Matrix::Clauses(Vec::new()),
        }
    }

    /// Quantifies a variable inside of all others; `None` if the name is taken.
    fn quantify(&mut self, name: &str, exists: bool) -> Option<usize> {
        let number = self.names.len();
        let block = match self.exists.last() {
            None => 0,
            Some(&last) => self.block[number - 1] + usize::from(last != exists),
        };
        if self.numbers.insert(name.to_owned(), number).is_some() {
            return None;
        }
        self.names.push(name.to_owned());
        self.exists.push(exists);
        self.block.push(block);
        Some(number)
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    /// The name of a variable.
    #[must_use]
    pub fn name(&self, variable: usize) -> &str {
        &self.names[variable]
    }

    /// The variable of this name.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Whether the variable is existential.
    #[must_use]
    pub fn is_existential(&self, variable: usize) -> bool {
        self.exists[variable]
    }

    /// Whether the part below the quantifiers is true.
    #[must_use]
    pub fn holds(&self, values: &[bool]) -> bool {
        match &self.matrix {
            Matrix::Clauses(clauses) => {
                clauses.iter().all(|clause| clause.iter().any(|literal| literal.holds(values)))
            }
            Matrix::Circuit { gates, output } => {
                let mut all = values[..self.variables()].to_vec();
                for (kind, inputs) in gates {
                    let inputs: Vec<_> = inputs.iter().map(|input| input.holds(&all)).collect();
                    all.push(match kind {
                        Kind::And => inputs.iter().all(|&input| input),
                        Kind::Or => inputs.iter().any(|&input| input),
                        Kind::Xor => inputs[0] != inputs[1],
                        Kind::Choice => inputs[if inputs[0] { 1 } else { 2 }],
                    });
                }
                output.holds(&all)
            }
        }
    }
}
