//! Formulas in prenex conjunctive normal form.

use std::fmt;
use std::ops::Not;

/// A variable: a number from 1, as in the file formats.
pub type Variable = u32;

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The variable itself, or its negation.
    #[must_use]
    pub const fn new(variable: Variable, positive: bool) -> Self {
        Self(variable << 1 | !positive as u32)
    }

    /// The variable itself.
    #[must_use]
    pub const fn positive(variable: Variable) -> Self {
        Self::new(variable, true)
    }

    /// Its variable.
    #[must_use]
    pub const fn variable(self) -> Variable {
        self.0 >> 1
    }

    /// Whether it is the variable itself.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A small number of its own for each literal, to be used as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that stands for it in files.
    #[must_use]
    pub const fn number(self) -> i64 {
        let variable = self.variable() as i64;
        if self.is_positive() { variable } else { -variable }
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// For some, or for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// There is a value such that …
    Exists,
    /// For both values …
    Forall,
}

impl Not for Quantifier {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Exists => Self::Forall,
            Self::Forall => Self::Exists,
        }
    }
}

/// A block of variables under one quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The quantifier.
    pub quantifier: Quantifier,
    /// The variables.
    pub variables: Vec<Variable>,
}

/// The quantifiers in front of a formula, outermost first. Neighbours differ, and no block is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefix {
    blocks: Vec<Block>,
}

impl Prefix {
    /// The blocks, outermost first.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Quantifies more variables inside of all others.
    pub fn push(&mut self, quantifier: Quantifier, variables: impl IntoIterator<Item = Variable>) {
        let mut variables = variables.into_iter().peekable();
        if variables.peek().is_none() {
            return;
        }
        match self.blocks.last_mut().filter(|block| block.quantifier == quantifier) {
            Some(block) => block.variables.extend(variables),
            None => self.blocks.push(Block { quantifier, variables: variables.collect() }),
        }
    }

    /// All variables with their quantifiers, outermost first.
    pub fn variables(&self) -> impl Iterator<Item = (Quantifier, Variable)> {
        let of_block = |block: &Block| {
            let quantifier = block.quantifier;
            block.variables.clone().into_iter().map(move |variable| (quantifier, variable))
        };
        self.blocks.iter().flat_map(of_block)
    }
}

/// A formula in prenex conjunctive normal form: every variable of a clause is quantified, no clause has a
/// literal twice or with its negation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    prefix: Prefix,
    variables: Variable,
    clauses: Vec<Vec<Literal>>,
}

impl Formula {
    /// A formula that is true.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Quantifies a new variable inside of all others.
    pub fn quantify(&mut self, quantifier: Quantifier) -> Literal {
        self.variables += 1;
        self.prefix.push(quantifier, [self.variables]);
        Literal::positive(self.variables)
    }

    /// A formula with this prefix. `variables` is at least the largest of them.
    #[must_use]
    pub fn with_prefix(prefix: Prefix, variables: Variable) -> Self {
        Self { prefix, variables, clauses: Vec::new() }
    }

    /// Adds a clause, unless it is a tautology. The literals' variables must be quantified.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        let mut clause: Vec<_> = clause.into_iter().collect();
        debug_assert!(clause.iter().all(|literal| (1..=self.variables).contains(&literal.variable())));
        clause.sort_unstable();
        clause.dedup();
        if clause.windows(2).all(|pair| pair[0] != !pair[1]) {
            self.clauses.push(clause);
        }
    }

    /// The quantifiers.
    #[must_use]
    pub fn prefix(&self) -> &Prefix {
        &self.prefix
    }

    /// The largest variable.
    #[must_use]
    pub fn variables(&self) -> Variable {
        self.variables
    }

    /// The clauses.
    #[must_use]
    pub fn clauses(&self) -> &[Vec<Literal>] {
        &self.clauses
    }

    /// How large it is.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics {
            blocks: self.prefix.blocks.len(),
            clauses: self.clauses.len(),
            literals: self.clauses.iter().map(Vec::len).sum(),
            ..Statistics::default()
        };
        for block in &self.prefix.blocks {
            match block.quantifier {
                Quantifier::Exists => statistics.existential += block.variables.len(),
                Quantifier::Forall => statistics.universal += block.variables.len(),
            }
        }
        statistics
    }
}

/// The size of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Existential variables.
    pub existential: usize,
    /// Universal variables.
    pub universal: usize,
    /// Blocks of variables.
    pub blocks: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
}
