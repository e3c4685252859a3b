//! Skolem and Herbrand functions.
//!
//! The outputs of the circuit are named after the variables of one quantifier, the inputs after those of the other. For
//! existential outputs the claim is that the formula is true, for universal ones that it is false. It is right if
//!
//! - no function depends on a variable that is quantified inside of its own;
//! - with the functions in the place of the variables, what is below the quantifiers is always true (always false).
//!
//! Variables that the formula has and the certificate has not are false if they are the winner's, and free otherwise.

use super::aiger::Aiger;
use super::sat::{Atom, Question};
use super::{Failure, Formula, Kind, Lit, Matrix};

/// Functions that fit a formula: every input and output is one of its variables, and none depends on what comes later.
#[derive(Clone, Debug)]
pub struct Functions {
    circuit: Aiger,
    /// By input: its variable.
    inputs: Vec<usize>,
    /// By variable: its function, a literal of the circuit.
    functions: Vec<Option<u32>>,
    is_true: bool,
}

impl Functions {
    /// Looks whether a circuit can be a certificate of this formula.
    ///
    /// # Errors
    /// If a name is no variable of the formula, variables of both quantifiers are outputs, or a function depends on a
    /// variable that is quantified inside of its own.
    pub fn new(formula: &Formula, circuit: Aiger) -> Result<Self, Failure> {
        let known = |name: &str| {
            let variable = formula.variable(name);
            variable.ok_or_else(|| Failure::Unfit(format!("the formula has no variable {name}")))
        };
        let inputs: Vec<_> = circuit.inputs.iter().map(|name| known(name)).collect::<Result<_, _>>()?;
        let outputs: Vec<_> =
            circuit.outputs.iter().map(|(name, _)| known(name)).collect::<Result<_, _>>()?;
        // Without any variable, the certificate claims what the formula is.
        let is_true = match (outputs.first(), inputs.first()) {
            (Some(&output), _) => formula.exists[output],
            (None, Some(&input)) => !formula.exists[input],
            (None, None) => formula.holds(&vec![false; formula.variables()]),
        };
        let wrong = outputs.iter().find(|&&output| formula.exists[output] != is_true);
        let wrong = wrong.or_else(|| inputs.iter().find(|&&input| formula.exists[input] == is_true));
        if let Some(&variable) = wrong {
            let name = &formula.names[variable];
            return Err(Failure::Unfit(format!(
                "{name} is on the wrong side: inputs and outputs must differ in their quantifiers"
            )));
        }
        let mut functions = vec![None; formula.variables()];
        for (&variable, &(_, literal)) in outputs.iter().zip(&circuit.outputs) {
            if functions[variable].replace(literal).is_some() {
                return Err(Failure::Unfit(format!("{} has two functions", formula.names[variable])));
            }
        }
        let functions = Self { circuit, inputs, functions, is_true };
        functions.check_dependencies(formula)?;
        Ok(functions)
    }

    /// By node: the innermost variable that it depends on must be outside of the variable of the function.
    fn check_dependencies(&self, formula: &Formula) -> Result<(), Failure> {
        let mut innermost: Vec<Option<usize>> = vec![None];
        innermost.extend(self.inputs.iter().copied().map(Some));
        for &(a, b) in &self.circuit.gates {
            innermost.push(innermost[a as usize / 2].max(innermost[b as usize / 2]));
        }
        for (variable, function) in self.functions.iter().enumerate() {
            let Some(literal) = function else { continue };
            if let Some(on) =
                innermost[*literal as usize / 2].filter(|&on| formula.block[on] > formula.block[variable])
            {
                let name = |variable: usize| formula.names[variable].clone();
                return Err(Failure::Dependency { variable: name(variable), on: name(on) });
            }
        }
        Ok(())
    }

    /// Whether the certificate is of a true formula.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.is_true
    }

    /// Fills in the winner's values, given the opponent's. Those that do not depend on an opponent's value are right
    /// whatever that is.
    pub fn fill(&self, values: &mut [bool]) {
        let mut nodes = vec![false];
        nodes.extend(self.inputs.iter().map(|&input| values[input]));
        let value = |nodes: &[bool], literal: u32| nodes[literal as usize / 2] != (literal % 2 == 1);
        for &(a, b) in &self.circuit.gates {
            nodes.push(value(&nodes, a) && value(&nodes, b));
        }
        for (variable, function) in self.functions.iter().enumerate() {
            if let Some(literal) = function {
                values[variable] = value(&nodes, *literal);
            }
        }
    }
}

/// Checks a certificate of a formula; says whether the formula is true.
///
/// # Errors
/// If the certificate is not one of this formula, or wrong; or if the check was stopped.
pub fn check(formula: &Formula, functions: &Functions, stop: &dyn Fn() -> bool) -> Result<bool, Failure> {
    let mut question = Question::new(stop);
    let truth = question.truth();
    let mut nodes = vec![!truth];
    for _ in 0..functions.inputs.len() {
        nodes.push(question.atom());
    }
    let signed = |atom: Atom, positive: bool| if positive { atom } else { !atom };
    let literal =
        |nodes: &[Atom], literal: u32| signed(nodes[literal as usize / 2], literal.is_multiple_of(2));
    for &(a, b) in &functions.circuit.gates {
        let gate = question.atom();
        question.define_all(gate, &[literal(&nodes, a), literal(&nodes, b)]);
        nodes.push(gate);
    }
    let mut atoms: Vec<Option<Atom>> = vec![None; formula.variables()];
    for (variable, function) in functions.functions.iter().enumerate() {
        atoms[variable] = function.map(|function| literal(&nodes, function));
    }
    for (at, &input) in functions.inputs.iter().enumerate() {
        atoms[input] = Some(nodes[at + 1]);
    }
    let is_true = functions.is_true;
    let mut values: Vec<Atom> = Vec::with_capacity(atoms.len());
    for (variable, atom) in atoms.into_iter().enumerate() {
        let is_own = formula.exists[variable] == is_true;
        let atom = atom.unwrap_or_else(|| if is_own { !truth } else { question.atom() });
        values.push(atom);
    }
    let of = |values: &[Atom], literal: &Lit| signed(values[literal.variable], literal.positive);
    // What must always be true, if the formula is; what cannot all be true, if it is not.
    let parts: Vec<Vec<Atom>> = match &formula.matrix {
        Matrix::Clauses(clauses) => {
            clauses.iter().map(|clause| clause.iter().map(|literal| of(&values, literal)).collect()).collect()
        }
        Matrix::Circuit { gates, output } => {
            for (kind, inputs) in gates {
                let gate = question.atom();
                let inputs: Vec<_> = inputs.iter().map(|input| of(&values, input)).collect();
                match (kind, &inputs[..]) {
                    (Kind::Or, _) => {
                        let negated: Vec<_> = inputs.iter().map(|&input| !input).collect();
                        question.define_all(!gate, &negated);
                    }
                    (Kind::Xor, &[a, b]) => question.define_choice(gate, [a, !b, b]),
                    (Kind::Choice, &[a, b, c]) => question.define_choice(gate, [a, b, c]),
                    _ => question.define_all(gate, &inputs),
                }
                values.push(gate);
            }
            vec![vec![of(&values, output)]]
        }
    };
    if is_true {
        always_true(&mut question, parts)?;
    } else {
        never_true(&mut question, parts)?;
    }
    Ok(is_true)
}

/// Shows that each part is true, whatever the opponent does. With one question for each clause the hardest certificate of
/// the suites takes seconds; with one for all it took minutes. The conjuncts of circuits gain nothing that way.
fn always_true(question: &mut Question<'_>, parts: Vec<Vec<Atom>>) -> Result<(), Failure> {
    for part in parts {
        let broken: Vec<_> = part.iter().map(|&atom| !atom).collect();
        match question.has_a_model(&broken) {
            None => return Err(Failure::Stopped),
            Some(true) => return Err(wrong("false")),
            Some(false) => question.clause(part),
        }
    }
    Ok(())
}

/// Shows that the parts are never true together.
fn never_true(question: &mut Question<'_>, parts: Vec<Vec<Atom>>) -> Result<(), Failure> {
    for part in parts {
        question.clause(part);
    }
    match question.has_a_model(&[]) {
        None => Err(Failure::Stopped),
        Some(true) => Err(wrong("true")),
        Some(false) => Ok(()),
    }
}

fn wrong(value: &str) -> Failure {
    Failure::Wrong(format!("there are values of the other variables with which the formula is {value}"))
}
