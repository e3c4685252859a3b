//! Formulas as circuits, and their translation to clauses.

use crate::budget::{Budget, Exceeded, Meter};
use crate::formula::{Formula, Literal, Prefix, Quantifier, Variable};
use crate::solver::memory;

/// What a gate does with its inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// All of them; nothing: true.
    And(Vec<Literal>),
    /// Some of them; nothing: false.
    Or(Vec<Literal>),
    /// One of both, but not the other.
    Xor(Literal, Literal),
    /// The second if the first holds, else the third.
    Choice(Literal, Literal, Literal),
}

impl Gate {
    /// Its inputs.
    #[must_use]
    pub fn inputs(&self) -> Vec<Literal> {
        match self {
            Self::And(inputs) | Self::Or(inputs) => inputs.clone(),
            Self::Xor(a, b) => vec![*a, *b],
            Self::Choice(a, b, c) => vec![*a, *b, *c],
        }
    }

    /// The same gate with other inputs.
    pub(crate) fn map(self, to: impl Fn(Literal) -> Literal) -> Self {
        match self {
            Self::And(inputs) => Self::And(inputs.into_iter().map(to).collect()),
            Self::Or(inputs) => Self::Or(inputs.into_iter().map(to).collect()),
            Self::Xor(a, b) => Self::Xor(to(a), to(b)),
            Self::Choice(a, b, c) => Self::Choice(to(a), to(b), to(c)),
        }
    }
}

/// A prenex circuit. The variables of gates follow those of the prefix; a gate comes after its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    pub(crate) prefix: Prefix,
    /// The largest variable of the prefix: gate i has the variable `inputs` + 1 + i.
    pub(crate) inputs: Variable,
    pub(crate) gates: Vec<Gate>,
    pub(crate) output: Literal,
}

impl Circuit {
    /// The quantifiers.
    #[must_use]
    pub fn prefix(&self) -> &Prefix {
        &self.prefix
    }

    /// The gates.
    #[must_use]
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// What is claimed to be true.
    #[must_use]
    pub fn output(&self) -> Literal {
        self.output
    }

    /// The variable of a gate.
    #[must_use]
    pub fn gate_variable(&self, gate: usize) -> Variable {
        self.inputs + 1 + gate as Variable
    }

    /// The same as clauses: a variable for each gate that matters, defined in the directions in which it is used
    /// (Plaisted and Greenbaum), and quantified as far outside as its inputs allow.
    ///
    /// # Errors
    /// If it takes more than the budget.
    pub fn clauses(&self, budget: &Budget) -> Result<Formula, Exceeded> {
        self.clauses_of(self.output, budget)
    }

    /// The same with another output.
    pub(crate) fn clauses_of(&self, output: Literal, budget: &Budget) -> Result<Formula, Exceeded> {
        let meter = Meter::new(budget);
        let uses = self.uses(output);
        let levels = self.levels();
        let mut prefix = Prefix::default();
        let blocks = self.prefix.blocks();
        // A gate of level l is known once the blocks before l are chosen: it goes to the first existential
        // block from there on, or to one behind the last.
        let mut waiting: Vec<_> = (0..self.gates.len()).filter(|&gate| uses[gate].any()).collect();
        waiting.sort_by_key(|&gate| std::cmp::Reverse(levels[gate]));
        let place = |prefix: &mut Prefix, waiting: &mut Vec<usize>, level: usize| {
            let later = waiting.partition_point(|&gate| levels[gate] > level);
            let mut ready = waiting.split_off(later);
            ready.sort_unstable();
            prefix.push(Quantifier::Exists, ready.into_iter().map(|gate| self.gate_variable(gate)));
        };
        for (level, block) in blocks.iter().enumerate() {
            prefix.push(block.quantifier, block.variables.iter().copied());
            if block.quantifier == Quantifier::Exists {
                place(&mut prefix, &mut waiting, level + 1);
            }
        }
        place(&mut prefix, &mut waiting, usize::MAX);
        let mut formula = Formula::with_prefix(prefix, self.inputs + self.gates.len() as Variable);
        for (at, gate) in self.gates.iter().enumerate() {
            // At most two clauses an input, or one of all, in each direction.
            meter.take(2 * memory::clause(3) * (1 + gate.inputs().len() as u64));
            meter.check()?;
            let variable = Literal::positive(self.gate_variable(at));
            if uses[at].if_true {
                implied(&mut formula, variable, gate);
            }
            if uses[at].if_false {
                implied(&mut formula, !variable, &negated(gate));
            }
        }
        formula.add([output]);
        Ok(formula)
    }

    fn gate_of(&self, literal: Literal) -> Option<usize> {
        (literal.variable() as usize).checked_sub(self.inputs as usize + 1)
    }

    /// In which directions each gate is used for an output.
    pub(crate) fn uses(&self, output: Literal) -> Vec<Use> {
        let mut uses = vec![Use::default(); self.gates.len()];
        let mark = |uses: &mut Vec<Use>, literal: Literal, by: Use| {
            if let Some(gate) = self.gate_of(literal) {
                let by = if literal.is_positive() { by } else { by.flipped() };
                uses[gate].if_true |= by.if_true;
                uses[gate].if_false |= by.if_false;
            }
        };
        mark(&mut uses, output, Use { if_true: true, if_false: false });
        for at in (0..self.gates.len()).rev() {
            let by = uses[at];
            let both = Use { if_true: by.any(), if_false: by.any() };
            match &self.gates[at] {
                Gate::And(inputs) | Gate::Or(inputs) => {
                    inputs.iter().for_each(|&input| mark(&mut uses, input, by));
                }
                Gate::Xor(a, b) => [*a, *b].into_iter().for_each(|input| mark(&mut uses, input, both)),
                Gate::Choice(a, b, c) => {
                    mark(&mut uses, *a, both);
                    mark(&mut uses, *b, by);
                    mark(&mut uses, *c, by);
                }
            }
        }
        uses
    }

    /// The number of blocks that must be chosen before each gate is known.
    pub(crate) fn levels(&self) -> Vec<usize> {
        let mut of_input = vec![0; self.inputs as usize + 1];
        for (level, block) in self.prefix.blocks().iter().enumerate() {
            for &variable in &block.variables {
                of_input[variable as usize] = level + 1;
            }
        }
        let mut levels: Vec<usize> = Vec::with_capacity(self.gates.len());
        for gate in &self.gates {
            let level = |input: Literal| match self.gate_of(input) {
                Some(gate) => levels[gate],
                None => of_input[input.variable() as usize],
            };
            let level = gate.inputs().into_iter().map(level).max().unwrap_or(0);
            levels.push(level);
        }
        levels
    }
}

/// The directions in which a gate is used: that it holds, that it does not.
#[derive(Clone, Copy, Default)]
pub(crate) struct Use {
    if_true: bool,
    if_false: bool,
}

impl Use {
    pub(crate) fn any(self) -> bool {
        self.if_true || self.if_false
    }

    fn flipped(self) -> Self {
        Self { if_true: self.if_false, if_false: self.if_true }
    }
}

fn negated(gate: &Gate) -> Gate {
    let not = |inputs: &[Literal]| inputs.iter().map(|&input| !input).collect();
    match gate {
        Gate::And(inputs) => Gate::Or(not(inputs)),
        Gate::Or(inputs) => Gate::And(not(inputs)),
        Gate::Xor(a, b) => Gate::Xor(*a, !*b),
        Gate::Choice(a, b, c) => Gate::Choice(*a, !*b, !*c),
    }
}

/// Clauses that say: if `when`, then what the gate says.
fn implied(formula: &mut Formula, when: Literal, gate: &Gate) {
    match gate {
        Gate::And(inputs) => inputs.iter().for_each(|&input| formula.add([!when, input])),
        Gate::Or(inputs) => formula.add([!when].into_iter().chain(inputs.iter().copied())),
        Gate::Xor(a, b) => {
            formula.add([!when, *a, *b]);
            formula.add([!when, !*a, !*b]);
        }
        Gate::Choice(a, b, c) => {
            formula.add([!when, !*a, *b]);
            formula.add([!when, *a, *c]);
        }
    }
}
