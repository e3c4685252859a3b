//! Circuits of at most two blocks, by counterexamples.
//!
//! The player of the outer block proposes values for his variables. A SAT solver that holds the whole circuit looks for
//! a reply of the inner player. If there is none, the proposal wins. If there is one, the proposer must beat that
//! reply from now on: a copy of the circuit with the reply in place of the inner variables is added to what his own
//! SAT solver holds. If nothing satisfies all copies, he has lost.
//!
//! Clauses know less than the circuit: there the gates are variables of the existential player. If the inner block is
//! universal, they are a third block, and the universal player does not see what his choices do to them. If it is
//! existential, a reply fixes gates that depend on the proposal, and may refute little more than this one proposal.
//! Copies are small because constants vanish in them, and copies share the gates that they have in common.
//!
//! Where every proposal needs a reply of its own, copies are worth no more than the reasons that clausal abstraction
//! finds, and cost more. So an existential inner block gets a [few](FEW) copies, and then the clauses take over.
//!
//! More blocks would need copies of whole games instead of circuits. That is expansion, which is far behind on games.
//!
//! # References
//! - M. Janota, J. Marques-Silva, *Abstraction-based algorithm for 2QBF*, SAT 2011.

use super::parts::Renaming;
use super::{Alarm, Answer, StopReason, memory};
use crate::budget::{Budget, Meter};
use crate::builder::{Builder, Signal, gate_memory};
use crate::circuit::{Circuit, Gate};
use crate::formula::{Formula, Literal, Quantifier, Variable};
use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};

/// The copies that are tried if the inner block is existential.
const FEW: u64 = 32;

/// Decides a circuit; `None` if that is better done by its clauses.
pub(super) fn solve(circuit: &Circuit, alarm: &Alarm<'_>) -> Option<Answer> {
    let most = match circuit.prefix().blocks() {
        [] | [_] => FEW,
        [_, inner] if inner.quantifier == Quantifier::Exists => FEW,
        [_, _] => u64::MAX,
        _ => return None,
    };
    let before = alarm.memory();
    let answer = solve_within(most, circuit, alarm);
    alarm.give_back(alarm.memory() - before);
    answer
}

/// Decides a circuit of at most two blocks; `None` if so many copies do not suffice.
fn solve_within(most: u64, circuit: &Circuit, alarm: &Alarm<'_>) -> Option<Answer> {
    let blocks = circuit.prefix().blocks();
    let block = |at: usize| blocks.get(at).map_or(&[][..], |block| &block.variables);
    let exists = blocks.first().is_none_or(|block| block.quantifier == Quantifier::Exists);
    let goal = if exists { circuit.output() } else { !circuit.output() };
    let budget = Budget::default();
    let Ok(against) = circuit.clauses_of(!goal, &budget) else {
        return Some(Answer::Unknown(StopReason::Memory));
    };
    alarm.take(memory::formula(&against));
    let mut refuter = Refuter::new(&against, alarm);
    let mut proposer = Proposer::new(circuit, goal, block(0), Builder::new(Meter::new(&budget)), alarm);
    for _ in 0..most {
        if let Some(reason) = alarm.rings() {
            return Some(Answer::Unknown(reason));
        }
        alarm.proposal(0);
        let proposal = match proposer.propose(block(0)) {
            Outcome::Found(proposal) => proposal,
            Outcome::Nothing if exists => return Some(Answer::Unsat),
            Outcome::Nothing => return Some(Answer::Sat(Vec::new())),
            Outcome::Stopped => return Some(Answer::Unknown(alarm.reason())),
        };
        alarm.proposal(1);
        let reply = match refuter.reply(&proposal, block(1)) {
            Outcome::Found(reply) => reply,
            Outcome::Nothing if exists => return Some(Answer::Sat(proposal)),
            Outcome::Nothing => return Some(Answer::Unsat),
            Outcome::Stopped => return Some(Answer::Unknown(alarm.reason())),
        };
        proposer.must_beat(&reply);
        alarm.refinement(proposer.solver.num_conflicts());
    }
    None
}

/// What a player comes up with.
enum Outcome {
    /// Values of his variables.
    Found(Vec<Literal>),
    Nothing,
    Stopped,
}

impl Outcome {
    fn new(found: lbool, solver: &Solver<Alarm<'_>>, renaming: &Renaming, variables: &[Variable]) -> Self {
        let value = |&variable: &Variable| {
            let renamed = renaming.get(Literal::positive(variable));
            Literal::new(variable, renamed.is_some_and(|literal| solver.value_lit(literal) == lbool::TRUE))
        };
        if found == lbool::TRUE {
            Self::Found(variables.iter().map(value).collect())
        } else if found == lbool::FALSE {
            Self::Nothing
        } else {
            Self::Stopped
        }
    }
}

/// The player of the inner block.
struct Refuter<'a> {
    solver: Solver<Alarm<'a>>,
    renaming: Renaming,
}

impl<'a> Refuter<'a> {
    /// The formula says what he wants to be true.
    fn new(formula: &Formula, alarm: &Alarm<'a>) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), alarm.clone());
        let mut renaming = Renaming::default();
        alarm.take(memory::SOLVER);
        for (_, variable) in formula.prefix().variables() {
            alarm.take(memory::VARIABLE);
            renaming.insert(variable, solver.new_var_default());
        }
        for clause in formula.clauses() {
            let mut clause: Vec<_> = clause.iter().map(|&literal| renaming.literal(literal)).collect();
            solver.cb().clause(clause.len());
            solver.add_clause_reuse(&mut clause);
        }
        Self { solver, renaming }
    }

    fn reply(&mut self, proposal: &[Literal], variables: &[Variable]) -> Outcome {
        let assumptions: Vec<_> = proposal.iter().map(|&literal| self.renaming.literal(literal)).collect();
        let found = self.solver.solve_limited(&assumptions);
        Outcome::new(found, &self.solver, &self.renaming, variables)
    }
}

/// The player of the outer block.
struct Proposer<'a> {
    circuit: &'a Circuit,
    /// What he wants to be true.
    goal: Literal,
    /// The gates that matter and depend on the inner block.
    gates: Vec<usize>,
    solver: Solver<Alarm<'a>>,
    renaming: Renaming,
    /// The copies of gates.
    builder: Builder<'a>,
    /// Their literals in the solver.
    copies: Vec<Lit>,
    /// By variable of the circuit: what it is in the latest copy.
    signals: Vec<Signal>,
}

impl<'a> Proposer<'a> {
    fn new(
        circuit: &'a Circuit,
        goal: Literal,
        variables: &[Variable],
        builder: Builder<'a>,
        alarm: &Alarm<'a>,
    ) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), alarm.clone());
        let mut renaming = Renaming::default();
        let size = circuit.gate_variable(circuit.gates().len()) as usize;
        alarm.take(memory::SOLVER + memory::VARIABLE * variables.len() as u64 + 64 * size as u64);
        let mut signals = vec![Signal::Constant(false); size];
        for &variable in variables {
            renaming.insert(variable, solver.new_var_default());
            signals[variable as usize] = Signal::Input(Literal::positive(variable));
        }
        let (uses, levels) = (circuit.uses(goal), circuit.levels());
        let of_interest = (0..circuit.gates().len()).filter(|&gate| uses[gate].any());
        let (outside, inside): (Vec<_>, Vec<_>) = of_interest.partition(|&gate| levels[gate] <= 1);
        let mut proposer =
            Self { circuit, goal, gates: inside, solver, renaming, builder, copies: Vec::new(), signals };
        for gate in outside {
            proposer.copy(gate);
        }
        proposer
    }

    fn propose(&mut self, variables: &[Variable]) -> Outcome {
        let found = self.solver.solve_limited(&[]);
        Outcome::new(found, &self.solver, &self.renaming, variables)
    }

    /// From now on his goal must be true in spite of this reply.
    fn must_beat(&mut self, reply: &[Literal]) {
        for literal in reply {
            self.signals[literal.variable() as usize] = Signal::Constant(literal.is_positive());
        }
        for at in 0..self.gates.len() {
            self.copy(self.gates[at]);
        }
        self.teach_copies();
        let mut clause = match self.signal(self.goal) {
            Signal::Constant(true) => return,
            Signal::Constant(false) => Vec::new(),
            signal => vec![self.literal(signal)],
        };
        self.add(&mut clause);
    }

    /// What a literal of the circuit is in the latest copy.
    fn signal(&self, literal: Literal) -> Signal {
        let signal = self.signals[literal.variable() as usize];
        if literal.is_positive() { signal } else { !signal }
    }

    /// Copies a gate whose inputs are copied.
    fn copy(&mut self, gate: usize) {
        let copy = match &self.circuit.gates()[gate] {
            Gate::And(inputs) => {
                let inputs: Vec<_> = inputs.iter().map(|&input| self.signal(input)).collect();
                self.builder.all(inputs)
            }
            Gate::Or(inputs) => {
                let inputs: Vec<_> = inputs.iter().map(|&input| self.signal(input)).collect();
                self.builder.any(inputs)
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.signal(*a), self.signal(*b));
                self.builder.choice(a, !b, b)
            }
            Gate::Choice(a, b, c) => {
                let (a, b, c) = (self.signal(*a), self.signal(*b), self.signal(*c));
                self.builder.choice(a, b, c)
            }
        };
        self.signals[self.circuit.gate_variable(gate) as usize] = copy;
    }

    /// Tells the solver of the gates that are new.
    fn teach_copies(&mut self) {
        for gate in self.copies.len()..self.builder.gates() {
            let (all, inputs) = self.builder.gate(gate);
            self.solver.cb().take(memory::VARIABLE + gate_memory(inputs.len()));
            let copy = Lit::new(self.solver.new_var_default(), true);
            self.copies.push(copy);
            // "All" is "not some are not".
            let some = if all { !copy } else { copy };
            let mut clause = vec![!some];
            for signal in inputs {
                let input = self.literal(if all { !signal } else { signal });
                self.add(&mut vec![some, !input]);
                clause.push(input);
            }
            self.add(&mut clause);
        }
    }

    /// The literal of a signal that is not constant.
    fn literal(&self, signal: Signal) -> Lit {
        match signal {
            Signal::Gate(gate, true) => self.copies[gate as usize],
            Signal::Gate(gate, false) => !self.copies[gate as usize],
            Signal::Input(literal) => self.renaming.literal(literal),
            Signal::Constant(_) => unreachable!("constants vanish from gates"),
        }
    }

    fn add(&mut self, clause: &mut Vec<Lit>) {
        self.solver.cb().clause(clause.len());
        self.solver.add_clause_reuse(clause);
    }
}
