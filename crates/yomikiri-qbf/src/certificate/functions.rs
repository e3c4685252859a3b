//! From what the solver noted to functions.
//!
//! **Levels.** At each level of the winner the moves that won are tried, the latest first: the first one whose conditions
//! are given is played. (Late moves were found when more was known; one that needs nothing ends the list.)
//!
//! **True formulas.** What the preprocessor did to clauses is undone, last step first. An eliminated variable gets the value
//! that satisfies the clauses with one of its literals, when they need it. If a blocked clause is not satisfied by its
//! outer literals, the literal it was blocked on is made true; that harms no other clause.
//!
//! **False formulas.** Every clause that the preprocessor had was derived from the formula by resolution and by dropping
//! literals of universal variables. The universal player makes such a literal false when what was left of its clause is
//! false already, the earliest such clause first. Then the earliest clause that is false in the end is one of the formula: if
//! it is a resolvent, one of its parents is false and was there before; if a literal was dropped from its parent, then that
//! literal is false, because no earlier clause spoke of it.
//!
//! **Circuits.** Variables of gates are no variables of the formula. In Skolem functions they are left out; in Herbrand
//! functions they have the values that the gates have.

use super::aig::{Aig, Edge};
use super::{Certificate, Step};
use crate::circuit::{Circuit, Gate};
use crate::formula::{Block, Formula, Literal, Quantifier, Variable};
use crate::solver::{Notes, PartId, Searched};
use std::collections::HashMap;

pub(super) fn build(
    formula: &Formula,
    circuit: Option<&Circuit>,
    is_true: bool,
    notes: &Notes,
) -> Certificate {
    let winner = if is_true { Quantifier::Exists } else { Quantifier::Forall };
    let is_gate = |variable: Variable| circuit.is_some_and(|circuit| variable > circuit.inputs);
    let own =
        |quantifier| move |&(q, variable): &(Quantifier, Variable)| q == quantifier && !is_gate(variable);
    let all: Vec<_> = formula.prefix().variables().collect();
    let inputs: Vec<_> =
        all.iter().filter(|pair| own(!winner)(pair)).map(|&(_, variable)| variable).collect();
    let mut work = Work {
        graph: Aig::new(inputs.len()),
        values: vec![Edge::FALSE; formula.variables() as usize + 1],
        winner,
        notes,
        level_of: notes.search.as_ref().map(levels).unwrap_or_default(),
        parts: notes.search.as_ref().map_or_else(Vec::new, |search| vec![None; search.parts.len()]),
        dropped: HashMap::new(),
    };
    for (at, &variable) in inputs.iter().enumerate() {
        work.values[variable as usize] = work.graph.input(at);
    }
    for step in &notes.steps {
        if let Step::Assigned(literal) = step
            && work.values[literal.variable() as usize] == Edge::FALSE
        {
            // Not an input: one of the winner's, or a gate.
            work.values[literal.variable() as usize] = constant(literal.is_positive());
        }
    }
    if is_true {
        formula.prefix().blocks().iter().for_each(|block| work.search_level(block));
        work.undo_steps();
    } else {
        work.collect_dropped();
        for block in formula.prefix().blocks() {
            match block.quantifier {
                Quantifier::Forall => work.universal_block(block),
                Quantifier::Exists => {
                    block.variables.iter().for_each(|&variable| work.gate_value(circuit, variable));
                }
            }
        }
    }
    let outputs: Vec<_> =
        all.iter().filter(|pair| own(winner)(pair)).map(|&(_, variable)| variable).collect();
    let roots: Vec<_> = outputs.iter().map(|&variable| work.values[variable as usize]).collect();
    let (graph, roots) = work.graph.trimmed(&roots);
    Certificate { is_true, inputs, outputs: outputs.into_iter().zip(roots).collect(), graph }
}

fn constant(value: bool) -> Edge {
    if value { Edge::TRUE } else { Edge::FALSE }
}

/// By variable: its level in the formula that was searched.
fn levels(search: &Searched) -> HashMap<Variable, usize> {
    let blocks = search.prefix.blocks().iter().enumerate();
    blocks.flat_map(|(level, block)| block.variables.iter().map(move |&variable| (variable, level))).collect()
}

/// The conditions of moves that were tried before. One that demands more than another is never met.
#[derive(Default)]
struct Conditions<'a>(Vec<(u64, &'a [PartId])>);

impl<'a> Conditions<'a> {
    /// Adds a condition, a sorted list of parts; `false` if another that was tried before demands no more.
    fn add(&mut self, given: &'a [PartId]) -> bool {
        let bits = given.iter().fold(0, |bits, part| bits | 1 << (part % 64));
        let demands_no_more = |&(other, parts): &(u64, &[PartId])| {
            other & !bits == 0 && parts.iter().all(|part| given.binary_search(part).is_ok())
        };
        let is_new = !self.0.iter().any(demands_no_more);
        if is_new {
            self.0.push((bits, given));
        }
        is_new
    }
}

struct Work<'a> {
    graph: Aig,
    /// By variable: what it is as a function of the inputs.
    values: Vec<Edge>,
    winner: Quantifier,
    notes: &'a Notes,
    level_of: HashMap<Variable, usize>,
    /// By part: that it is satisfied, once that is known.
    parts: Vec<Option<Edge>>,
    /// By universal variable: the clauses from which it was dropped, earliest first, with the literal.
    dropped: HashMap<Variable, Vec<(&'a [Literal], Literal)>>,
}

impl<'a> Work<'a> {
    fn literal(&self, literal: Literal) -> Edge {
        let value = self.values[literal.variable() as usize];
        if literal.is_positive() { value } else { !value }
    }

    /// That some literal holds.
    fn clause(&mut self, literals: &[Literal]) -> Edge {
        let edges: Vec<_> = literals.iter().map(|&literal| self.literal(literal)).collect();
        self.graph.any(edges)
    }

    /// That a part is satisfied. All its variables have their values.
    fn part(&mut self, search: &Searched, part: PartId) -> Edge {
        // From the outermost part that is not known yet inwards.
        let mut path = vec![part];
        while let Some(&last) = path.last() {
            match search.parts.get(last).outside {
                Some(outside) if self.parts[last as usize].is_none() => path.push(outside),
                _ => break,
            }
        }
        let mut outside = Edge::FALSE;
        while let Some(part) = path.pop() {
            let known = self.parts[part as usize];
            outside = known.unwrap_or_else(|| {
                let here = self.clause(&search.parts.get(part).literals);
                self.graph.or(outside, here)
            });
            self.parts[part as usize] = Some(outside);
        }
        outside
    }

    /// Gives the variables of a block of the winner the values that the search found for them.
    fn search_level(&mut self, block: &Block) {
        let notes = self.notes;
        let Some(search) = notes.search.as_ref().filter(|_| block.quantifier == self.winner) else {
            return;
        };
        // The search had some blocks as one, where nothing was left of the block between them.
        let level_of = &self.level_of;
        let here: Vec<_> =
            block.variables.iter().filter(|variable| level_of.contains_key(variable)).copied().collect();
        let Some(&level) = here.first().and_then(|variable| level_of.get(variable)) else {
            return;
        };
        for &variable in &here {
            self.values[variable as usize] = Edge::FALSE;
        }
        let mut cases: HashMap<Variable, Vec<Edge>> = HashMap::new();
        let mut open = Edge::TRUE;
        let mut tried = Conditions::default();
        for winning in search.moves[level].iter().rev() {
            if !tried.add(&winning.given) {
                continue;
            }
            let mut given = Edge::TRUE;
            for &part in &winning.given {
                let satisfied = self.part(search, part);
                let favourable = if self.winner == Quantifier::Exists { satisfied } else { !satisfied };
                given = self.graph.and(given, favourable);
            }
            let played = self.graph.and(open, given);
            open = self.graph.and(open, !given);
            if played != Edge::FALSE {
                let chosen = winning.choice.iter().filter(|literal| literal.is_positive());
                chosen.for_each(|literal| cases.entry(literal.variable()).or_default().push(played));
            }
            if open == Edge::FALSE {
                break;
            }
        }
        for variable in here {
            let value = self.graph.any(cases.remove(&variable).unwrap_or_default());
            self.values[variable as usize] = value;
        }
    }

    /// Undoes what the preprocessor did to a true formula.
    fn undo_steps(&mut self) {
        for step in self.notes.steps.iter().rev() {
            match step {
                Step::Reduced { .. } | Step::Assigned(_) => {}
                Step::Eliminated { literal, clauses } => {
                    let mut needed = Edge::FALSE;
                    for clause in clauses {
                        let others: Vec<_> =
                            clause.iter().copied().filter(|other| other != literal).collect();
                        let satisfied = self.clause(&others);
                        needed = self.graph.or(needed, !satisfied);
                    }
                    self.set(*literal, needed);
                }
                Step::Blocked { literal, others } => {
                    let (before, satisfied) = (self.literal(*literal), self.clause(others));
                    let value = self.graph.or(before, !satisfied);
                    self.set(*literal, value);
                }
            }
        }
    }

    fn set(&mut self, literal: Literal, value: Edge) {
        self.values[literal.variable() as usize] = if literal.is_positive() { value } else { !value };
    }

    fn collect_dropped(&mut self) {
        for step in &self.notes.steps {
            if let Step::Reduced { clause, dropped } = step {
                for &literal in dropped {
                    self.dropped.entry(literal.variable()).or_default().push((clause, literal));
                }
            }
        }
    }

    /// Gives universal variables their values in a false formula.
    fn universal_block(&mut self, block: &Block) {
        self.search_level(block);
        for &variable in &block.variables {
            let mut value = self.values[variable as usize];
            for (clause, literal) in self.dropped.remove(&variable).unwrap_or_default().into_iter().rev() {
                let satisfied = self.clause(clause);
                value = self.graph.choice(satisfied, value, constant(!literal.is_positive()));
            }
            self.values[variable as usize] = value;
        }
    }

    /// Gives the variable of a gate the value of the gate.
    fn gate_value(&mut self, circuit: Option<&Circuit>, variable: Variable) {
        let gate = circuit.and_then(|circuit| {
            let at = (variable as usize).checked_sub(circuit.inputs as usize + 1)?;
            circuit.gates.get(at)
        });
        let Some(gate) = gate else {
            return;
        };
        let value = match gate {
            Gate::And(inputs) => {
                let edges: Vec<_> = inputs.iter().map(|&input| self.literal(input)).collect();
                self.graph.all(edges)
            }
            Gate::Or(inputs) => self.clause(inputs),
            Gate::Xor(a, b) => {
                let (a, b) = (self.literal(*a), self.literal(*b));
                self.graph.choice(a, !b, b)
            }
            Gate::Choice(a, b, c) => {
                let (a, b, c) = (self.literal(*a), self.literal(*b), self.literal(*c));
                self.graph.choice(a, b, c)
            }
        };
        self.values[variable as usize] = value;
    }
}
