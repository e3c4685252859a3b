//! From statements to a prenex circuit.
//!
//! A quantifier inside the formula moves to the front. Where it is used positively it stays what it is; where it is used
//! negatively it becomes the other one; where it is used both ways (below `xor`, or as the condition of `ite`) there are
//! two copies of it, with variables of their own. Within one polarity all uses share one copy, because the best choice for
//! its variables depends on nothing but the variables that are free in it. A gate with free variables is copied for each
//! binding of them.
//!
//! A variable goes to the first block of its quantifier that is not outside of any variable free in its scope. That makes
//! the fewest blocks. (Where a quantifier stands does not matter otherwise: what it says does not depend on the others.)

use super::Reading;
use super::order::Order;
use super::syntax::{Input, Kind, Name, Statements};
use crate::circuit::{Circuit, Gate};
use crate::formula::{Literal, Prefix, Quantifier, Variable};
use crate::text::ReadError;
use std::collections::HashMap;

/// Gates are numbered from here until all variables are known.
const FIRST_GATE: Variable = 1 << 28;
/// The most copies of gates that are made of a formula that is not prenex, each counted with its bindings.
const MOST_COPIES: usize = 1 << 22;

pub(super) fn circuit(statements: Statements, order: &Order) -> Result<Reading, ReadError> {
    let was_prenex = !statements.gates.iter().any(|gate| matches!(gate.kind, Kind::Quantified(..)));
    let mut work = Work::new(&statements, order, was_prenex);
    let (output, place) = statements.output;
    if was_prenex {
        for &gate in &order.order {
            work.copy(&Key { gate, positive: true, bound: Box::default() })?;
        }
    } else {
        work.study();
        if let Some(gate) = order.gate_of[output.name as usize] {
            work.copies(gate, output.positive)?;
        }
    }
    let scope = Scope { names: &[], bound: &[] };
    let Ok(Resolved::Known(output)) = work.resolved(output, scope, true) else {
        return Err(place.error("the output is bound by no quantifier"));
    };
    let Work { names, blocks, gates, .. } = work;
    let inputs = names.len() as Variable;
    // Variables were numbered as they were met; now they are numbered from the outside in.
    let mut number = vec![0; names.len() + 1];
    let mut prefix = Prefix::default();
    let mut sorted = Vec::with_capacity(names.len());
    for (quantifier, variables) in blocks {
        for &variable in &variables {
            sorted.push(statements.names[names[variable as usize - 1] as usize].clone());
            number[variable as usize] = sorted.len() as Variable;
        }
        prefix.push(quantifier, variables.into_iter().map(|variable| number[variable as usize]));
    }
    let final_literal = |literal: Literal| {
        let variable = match literal.variable().checked_sub(FIRST_GATE) {
            Some(gate) => inputs + 1 + gate,
            None => number[literal.variable() as usize],
        };
        Literal::new(variable, literal.is_positive())
    };
    let gates = gates.into_iter().map(|gate| gate.map(final_literal)).collect();
    let circuit = Circuit { prefix, inputs, gates, output: final_literal(output) };
    Ok(Reading { circuit, names: sorted, was_prenex, warnings: statements.warnings })
}

/// A copy of a gate: where it is used, and what the names that are free in it are bound to.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    gate: u32,
    /// Whether it is used positively; true for gates without quantifiers, which need not be copied for that.
    positive: bool,
    /// The variables of the names free in it, in the order of [`Work::free`]; 0 for the one in front of the formula.
    bound: Box<[Variable]>,
}

/// The bindings in which a gate stands.
#[derive(Clone, Copy)]
struct Scope<'a> {
    /// Names that quantifiers inside the formula bind, sorted.
    names: &'a [Name],
    /// Their variables.
    bound: &'a [Variable],
}

impl Scope<'_> {
    fn get(&self, name: Name) -> Variable {
        self.names.binary_search(&name).map_or(0, |at| self.bound[at])
    }
}

enum Resolved {
    Known(Literal),
    /// The copy that is needed first.
    Missing(Key),
}

/// A name that no quantifier binds where it is used.
struct Unbound;

struct Work<'a> {
    statements: &'a Statements,
    order: &'a Order,
    is_prenex: bool,
    copied: usize,
    /// By gate: whether a quantifier is below it, with itself.
    has_quantifiers: Vec<bool>,
    /// By gate: the names free in it that quantifiers inside the formula bind somewhere, sorted.
    free: Vec<Vec<Name>>,
    /// By gate: the innermost block in front of the formula that it depends on; counted from 1, 0 for none.
    depth: Vec<usize>,
    /// By name: the variable that a block in front of the formula makes of it, or 0.
    outer: Vec<Variable>,
    /// By variable, from 1: its name and its block.
    names: Vec<Name>,
    block_of: Vec<usize>,
    blocks: Vec<(Quantifier, Vec<Variable>)>,
    gates: Vec<Gate>,
    known: HashMap<Key, Literal>,
    /// The variables of copies of quantifiers.
    variables: HashMap<Key, Vec<Variable>>,
}

impl<'a> Work<'a> {
    fn new(statements: &'a Statements, order: &'a Order, is_prenex: bool) -> Self {
        let count = statements.gates.len();
        let mut work = Self {
            statements,
            order,
            is_prenex,
            copied: 0,
            has_quantifiers: vec![false; count],
            free: vec![Vec::new(); count],
            depth: vec![0; count],
            outer: vec![0; statements.names.len()],
            names: Vec::new(),
            block_of: vec![0],
            blocks: Vec::new(),
            gates: Vec::new(),
            known: HashMap::new(),
            variables: HashMap::new(),
        };
        for (quantifier, names) in statements.blocks.iter().filter(|(_, names)| !names.is_empty()) {
            if work.blocks.last().is_none_or(|(last, _)| last != quantifier) {
                work.blocks.push((*quantifier, Vec::new()));
            }
            for &name in names {
                work.outer[name as usize] = work.variable(name, work.blocks.len() - 1);
            }
        }
        work
    }

    fn variable(&mut self, name: Name, block: usize) -> Variable {
        self.names.push(name);
        let variable = self.names.len() as Variable;
        self.block_of.push(block);
        self.blocks[block].1.push(variable);
        variable
    }

    /// What every gate depends on.
    fn study(&mut self) {
        for &gate in &self.order.order {
            let statement = &self.statements.gates[gate as usize];
            let (mut free, mut depth, mut has_quantifiers) = (Vec::new(), 0, false);
            for input in &statement.inputs {
                if let Some(inner) = self.order.gate_of[input.name as usize] {
                    free.extend_from_slice(&self.free[inner as usize]);
                    depth = depth.max(self.depth[inner as usize]);
                    has_quantifiers |= self.has_quantifiers[inner as usize];
                } else if self.order.is_bound_inside[input.name as usize] {
                    free.push(input.name);
                } else {
                    let variable = self.outer[input.name as usize];
                    depth = depth.max(self.block_of[variable as usize] + 1);
                }
            }
            if let Kind::Quantified(_, bound) = &statement.kind {
                free.retain(|name| !bound.contains(name));
                has_quantifiers = true;
            }
            free.sort_unstable();
            free.dedup();
            let gate = gate as usize;
            (self.free[gate], self.depth[gate], self.has_quantifiers[gate]) = (free, depth, has_quantifiers);
        }
    }

    /// Makes a copy of a gate and of all that it needs, without recursion: circuits may be deep.
    fn copies(&mut self, gate: u32, positive: bool) -> Result<(), ReadError> {
        let bound = vec![0; self.free[gate as usize].len()].into();
        let positive = positive || !self.has_quantifiers[gate as usize];
        let mut path = vec![Key { gate, positive, bound }];
        while let Some(key) = path.last() {
            match self.copy(&key.clone())? {
                Some(missing) => path.push(missing),
                None => {
                    path.pop();
                }
            }
        }
        Ok(())
    }

    /// Makes a copy of a gate, or says which other copy it needs first.
    fn copy(&mut self, key: &Key) -> Result<Option<Key>, ReadError> {
        let statement = &self.statements.gates[key.gate as usize];
        if self.known.contains_key(key) {
            return Ok(None);
        }
        self.copied += 1 + key.bound.len();
        if self.copied > MOST_COPIES && !self.is_prenex {
            return Err(statement
                .place
                .error("the formula is too large when its quantifiers are moved to the front"));
        }
        let (mut names, mut bound) = (self.free[key.gate as usize].clone(), key.bound.to_vec());
        if let Kind::Quantified(quantifier, inner) = &statement.kind {
            let quantifier = if key.positive { *quantifier } else { !*quantifier };
            let variables = self.variables_of(key, quantifier, inner);
            for (&name, variable) in inner.iter().zip(variables) {
                if let Err(at) = names.binary_search(&name) {
                    names.insert(at, name);
                    bound.insert(at, variable);
                }
            }
        }
        let scope = Scope { names: &names, bound: &bound };
        // The same input may be needed as it is and negated: (uses, sign) in the order of the gate built below.
        let plain = |at: usize| (at, true);
        let uses: Vec<(usize, bool)> = match &statement.kind {
            Kind::Xor if self.is_copied(statement.inputs[0]) || self.is_copied(statement.inputs[1]) => {
                vec![(0, true), (1, false), (0, false), (1, true)]
            }
            Kind::Choice if self.is_copied(statement.inputs[0]) => {
                vec![(0, true), (1, true), (0, false), (2, true)]
            }
            _ => (0..statement.inputs.len()).map(plain).collect(),
        };
        let mut literals = Vec::with_capacity(uses.len());
        for &(at, positive) in &uses {
            let input = statement.inputs[at];
            let signed = Input { name: input.name, positive: input.positive == positive };
            match self.resolved(signed, scope, key.positive) {
                Ok(Resolved::Known(literal)) => literals.push(literal),
                Ok(Resolved::Missing(key)) => return Ok(Some(key)),
                Err(Unbound) => {
                    let name = &self.statements.names[input.name as usize];
                    return Err(statement.places[at].error(format!("no quantifier binds {name} here")));
                }
            }
        }
        let literal = match (&statement.kind, &literals[..]) {
            (Kind::And, _) => self.gate(Gate::And(literals)),
            (Kind::Or, _) => self.gate(Gate::Or(literals)),
            (Kind::Xor, &[a, b]) => self.gate(Gate::Xor(a, b)),
            (Kind::Choice, &[a, b, c]) => self.gate(Gate::Choice(a, b, c)),
            (Kind::Quantified(..), &[only]) => only,
            // One of two cases.
            (_, &[a, b, c, d]) => {
                let cases = [Gate::And(vec![a, b]), Gate::And(vec![c, d])].map(|case| self.gate(case));
                self.gate(Gate::Or(cases.to_vec()))
            }
            _ => unreachable!("the reader has counted the inputs"),
        };
        self.known.insert(key.clone(), literal);
        Ok(None)
    }

    /// Whether an input has to be copied for each polarity.
    fn is_copied(&self, input: Input) -> bool {
        self.order.gate_of[input.name as usize].is_some_and(|gate| self.has_quantifiers[gate as usize])
    }

    fn gate(&mut self, gate: Gate) -> Literal {
        self.gates.push(gate);
        Literal::positive(FIRST_GATE + self.gates.len() as Variable - 1)
    }

    /// What an input is, where it stands below a gate of some polarity.
    fn resolved(&self, input: Input, scope: Scope<'_>, positive: bool) -> Result<Resolved, Unbound> {
        let signed = |literal: Literal| if input.positive { literal } else { !literal };
        if let Some(gate) = self.order.gate_of[input.name as usize] {
            let free = &self.free[gate as usize];
            let bound = free.iter().map(|&name| scope.get(name)).collect();
            let positive = !self.has_quantifiers[gate as usize] || positive == input.positive;
            let key = Key { gate, positive, bound };
            return Ok(match self.known.get(&key) {
                Some(&literal) => Resolved::Known(signed(literal)),
                None => Resolved::Missing(key),
            });
        }
        let variable = match scope.get(input.name) {
            0 => self.outer[input.name as usize],
            bound => bound,
        };
        if variable == 0 {
            return Err(Unbound);
        }
        Ok(Resolved::Known(signed(Literal::positive(variable))))
    }

    /// The variables of a copy of a quantifier, made when they are first asked for.
    fn variables_of(&mut self, key: &Key, quantifier: Quantifier, inner: &[Name]) -> Vec<Variable> {
        if let Some(known) = self.variables.get(key) {
            return known.clone();
        }
        let outer =
            |(&name, &bound): (&Name, &Variable)| if bound == 0 { self.outer[name as usize] } else { bound };
        let free = self.free[key.gate as usize].iter().zip(&key.bound).map(outer);
        let depth =
            free.filter(|&variable| variable != 0).map(|variable| self.block_of[variable as usize] + 1);
        let depth = depth.max().unwrap_or(0).max(self.depth[key.gate as usize]);
        // The block of the innermost of them may be the one.
        let from = depth.saturating_sub(1);
        let block = (from..self.blocks.len()).find(|&block| self.blocks[block].0 == quantifier);
        let block = block.unwrap_or_else(|| {
            self.blocks.push((quantifier, Vec::new()));
            self.blocks.len() - 1
        });
        let variables: Vec<_> = inner.iter().map(|&name| self.variable(name, block)).collect();
        self.variables.insert(key.clone(), variables.clone());
        variables
    }
}
