//! And-inverter graphs: functions built of `and` and negation, each said once.

use std::collections::HashMap;
use std::ops::Not;

/// A node of the graph or its negation: twice its number, plus one if negated, as in AIGER. Node 0 is the constant false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

impl Edge {
    /// The constant false.
    pub const FALSE: Self = Self(0);
    /// The constant true.
    pub const TRUE: Self = Self(1);

    /// The number that stands for it in files.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    pub(super) const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl Not for Edge {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The graph: inputs first, then gates, each after its two inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Aig {
    pub(super) inputs: u32,
    pub(super) gates: Vec<(Edge, Edge)>,
    known: HashMap<(Edge, Edge), Edge>,
}

impl Aig {
    pub(super) fn new(inputs: usize) -> Self {
        Self { inputs: inputs as u32, ..Self::default() }
    }

    /// The inputs, in order.
    pub(super) fn input(&self, at: usize) -> Edge {
        Edge((at as u32 + 1) << 1)
    }

    pub(super) fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (a, b) = if a < b { (b, a) } else { (a, b) };
        match (a, b) {
            (_, Edge::FALSE) => return Edge::FALSE,
            (_, Edge::TRUE) => return a,
            _ if a == b => return a,
            _ if a == !b => return Edge::FALSE,
            _ => {}
        }
        let next = Edge((self.inputs + self.gates.len() as u32 + 1) << 1);
        let gate = *self.known.entry((a, b)).or_insert(next);
        if gate == next {
            self.gates.push((a, b));
        }
        gate
    }

    pub(super) fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    pub(super) fn all(&mut self, edges: impl IntoIterator<Item = Edge>) -> Edge {
        edges.into_iter().fold(Edge::TRUE, |all, edge| self.and(all, edge))
    }

    pub(super) fn any(&mut self, edges: impl IntoIterator<Item = Edge>) -> Edge {
        edges.into_iter().fold(Edge::FALSE, |any, edge| self.or(any, edge))
    }

    /// The second if the first holds, else the third.
    pub(super) fn choice(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let (yes, no) = (self.and(a, b), self.and(!a, c));
        self.or(yes, no)
    }

    /// The nodes that the roots need, themselves included.
    fn needed(&self, roots: &[Edge]) -> Vec<bool> {
        let first = self.inputs as usize + 1;
        let mut needed = vec![false; first + self.gates.len()];
        roots.iter().for_each(|root| needed[root.node()] = true);
        for (at, (a, b)) in self.gates.iter().enumerate().rev() {
            if needed[first + at] {
                needed[a.node()] = true;
                needed[b.node()] = true;
            }
        }
        needed
    }

    /// The inputs that the roots depend on, in order.
    pub(super) fn support(&self, roots: &[Edge]) -> Vec<usize> {
        let needed = self.needed(roots);
        (0..self.inputs as usize).filter(|input| needed[input + 1]).collect()
    }

    /// Leaves out the gates that no root needs; gives the roots in the new graph.
    pub(super) fn trimmed(&self, roots: &[Edge]) -> (Self, Vec<Edge>) {
        self.rebuilt(roots, None)
    }

    /// The same with an input set to a value.
    pub(super) fn restricted(&self, roots: &[Edge], input: usize, value: bool) -> (Self, Vec<Edge>) {
        // Gates that became constant leave others without use.
        let (graph, roots) = self.rebuilt(roots, Some((input, value)));
        graph.trimmed(&roots)
    }

    fn rebuilt(&self, roots: &[Edge], set: Option<(usize, bool)>) -> (Self, Vec<Edge>) {
        let first = self.inputs as usize + 1;
        let needed = self.needed(roots);
        let mut smaller = Self::new(self.inputs as usize);
        let mut new: Vec<Edge> = (0..first as u32).map(|node| Edge(node << 1)).collect();
        if let Some((input, value)) = set {
            new[input + 1] = if value { Edge::TRUE } else { Edge::FALSE };
        }
        let renamed = |new: &[Edge], edge: Edge| Edge(new[edge.node()].0 ^ (edge.0 & 1));
        for (at, &(a, b)) in self.gates.iter().enumerate() {
            let edge = match needed[first + at] {
                true => smaller.and(renamed(&new, a), renamed(&new, b)),
                false => Edge::FALSE,
            };
            new.push(edge);
        }
        let roots = roots.iter().map(|&root| renamed(&new, root)).collect();
        (smaller, roots)
    }
}
