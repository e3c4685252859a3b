//! Building circuits: constants vanish, and what is said twice is one gate.

use crate::budget::{Exceeded, Meter};
use crate::circuit::{Circuit, Gate};
use crate::formula::{Literal, Prefix, Quantifier, Variable};
use crate::solver::memory;
use std::collections::HashMap;

/// A literal or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    Constant(bool),
    /// A quantified variable or a gate, which are numbered apart until the circuit is finished.
    Input(Literal),
    Gate(u32, bool),
}

impl std::ops::Not for Signal {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Input(literal) => Self::Input(!literal),
            Self::Gate(gate, positive) => Self::Gate(gate, !positive),
        }
    }
}

/// A gate over signals: all, or some.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Raw {
    all: bool,
    /// The inputs: (kind, number), which also orders them.
    inputs: Vec<(bool, u32)>,
}

pub(crate) struct Builder<'a> {
    meter: Meter<'a>,
    prefix: Prefix,
    variables: Variable,
    gates: Vec<Raw>,
    known: HashMap<Raw, u32>,
}

/// A signal that is no constant as a pair that can be compared; the lowest bit is its sign.
fn code(signal: Signal) -> Option<(bool, u32)> {
    match signal {
        Signal::Constant(_) => None,
        Signal::Input(literal) => Some((false, literal.index() as u32)),
        Signal::Gate(gate, positive) => Some((true, gate << 1 | u32::from(!positive))),
    }
}

/// An upper bound of the memory of a gate with so many inputs: on the list, in the map, and in the finished circuit.
pub(crate) fn gate_memory(inputs: usize) -> u64 {
    3 * memory::clause(2 * inputs) + 16
}

impl<'a> Builder<'a> {
    pub(crate) fn new(meter: Meter<'a>) -> Self {
        Self { meter, prefix: Prefix::default(), variables: 0, gates: Vec::new(), known: HashMap::new() }
    }

    /// Whether to go on.
    pub(crate) fn check(&self) -> Result<(), Exceeded> {
        self.meter.check()
    }

    pub(crate) fn quantify(&mut self, quantifier: Quantifier) -> Signal {
        self.variables += 1;
        self.prefix.push(quantifier, [self.variables]);
        Signal::Input(Literal::positive(self.variables))
    }

    pub(crate) fn all(&mut self, signals: impl IntoIterator<Item = Signal>) -> Signal {
        self.combine(signals, true)
    }

    pub(crate) fn any(&mut self, signals: impl IntoIterator<Item = Signal>) -> Signal {
        self.combine(signals, false)
    }

    /// The second if the first holds, else the third.
    pub(crate) fn choice(&mut self, which: Signal, then: Signal, otherwise: Signal) -> Signal {
        let first = self.all([which, then]);
        let second = self.all([!which, otherwise]);
        self.any([first, second])
    }

    /// The number of gates so far.
    pub(crate) fn gates(&self) -> usize {
        self.gates.len()
    }

    /// A gate: whether it needs all of its inputs, and these.
    pub(crate) fn gate(&self, gate: usize) -> (bool, Vec<Signal>) {
        let Raw { all, inputs } = &self.gates[gate];
        let signal = |&(is_gate, code): &(bool, u32)| {
            let (number, positive) = (code >> 1, code & 1 == 0);
            if is_gate {
                Signal::Gate(number, positive)
            } else {
                Signal::Input(Literal::new(number, positive))
            }
        };
        (*all, inputs.iter().map(signal).collect())
    }

    fn combine(&mut self, signals: impl IntoIterator<Item = Signal>, all: bool) -> Signal {
        let mut inputs = Vec::new();
        let mut only = Signal::Constant(all);
        for signal in signals {
            match code(signal) {
                None if signal == Signal::Constant(all) => {}
                None => return signal,
                Some(code) => {
                    inputs.push(code);
                    only = signal;
                }
            }
        }
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.windows(2).any(|pair| pair[0] == (pair[1].0, pair[1].1 ^ 1)) {
            return Signal::Constant(!all);
        }
        if inputs.len() <= 1 {
            return only;
        }
        let raw = Raw { all, inputs };
        let next = self.gates.len() as u32;
        let gate = *self.known.entry(raw.clone()).or_insert(next);
        if gate == next {
            self.meter.take(gate_memory(raw.inputs.len()));
            self.gates.push(raw);
        }
        Signal::Gate(gate, true)
    }

    pub(crate) fn finish(self, output: Signal) -> Circuit {
        let Self { prefix, variables, gates, .. } = self;
        let literal = |(is_gate, code): (bool, u32)| {
            let number = code >> 1;
            Literal::new(if is_gate { variables + 1 + number } else { number }, code & 1 == 0)
        };
        let mut gates: Vec<_> = gates
            .into_iter()
            .map(|raw| {
                let inputs = raw.inputs.into_iter().map(literal).collect();
                if raw.all { Gate::And(inputs) } else { Gate::Or(inputs) }
            })
            .collect();
        let output = match (code(output), output) {
            (Some(code), _) => literal(code),
            (None, constant) => {
                gates.push(if constant == Signal::Constant(true) {
                    Gate::And(vec![])
                } else {
                    Gate::Or(vec![])
                });
                Literal::positive(variables + gates.len() as Variable)
            }
        };
        Circuit { prefix, inputs: variables, gates, output }
    }
}
