//! Certificates as strategy tables: text that needs no program to be read.
//!
//! ```text
//! # game.qdimacs: sat
//! strategy table
//! <tab>4 -5
//! 1 -2<tab>6
//! 1 2<tab>-6
//! -1<tab>-6
//! ```
//!
//! On the left of the tab are literals of the loser's variables, on the right what the winner's variables are if all of
//! those hold. For each of the winner's variables the first line counts whose left side holds.
//!
//! Variables whose functions depend on the same inputs share their lines. The lines come from the functions by setting one
//! input after the other, outermost first, until all values are known; each line names only the inputs that were set. A
//! table is larger than the circuit, in the worst case exponentially, so it has a limit. Binary decision diagrams would be
//! smaller, but no table.

use super::Certificate;
use super::aig::{Aig, Edge};
use crate::formula::Variable;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The line that says what kind of file it is.
const HEAD: &str = "strategy table";
/// The most lines of a table.
pub const MOST_ROWS: usize = 200_000;

/// A table has too many lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the strategy table has more than {MOST_ROWS} lines; AIGER (a name that ends in .aag or .aig) has no such limit"
)]
pub struct TooManyRows;

impl Certificate {
    /// The certificate as a strategy table, with the names of the variables and comments.
    ///
    /// # Errors
    /// If it has too many lines.
    pub fn table(
        &self,
        name: impl Fn(Variable) -> String,
        comments: &[String],
    ) -> Result<String, TooManyRows> {
        let mut text = String::new();
        for line in comments.iter().flat_map(|comment| comment.lines()) {
            let _infallible = writeln!(text, "# {line}");
        }
        text.push_str(HEAD);
        text.push('\n');
        let mut rows = 0;
        for (support, outputs) in self.by_support() {
            let roots: Vec<_> = outputs.iter().map(|&at| self.outputs[at].1).collect();
            let mut open = vec![Cofactor::new(&self.graph, &roots)];
            while let Some(cofactor) = open.pop() {
                let Some(input) = cofactor.undecided(&support) else {
                    rows += 1;
                    if rows > MOST_ROWS {
                        return Err(TooManyRows);
                    }
                    let given = cofactor.given.iter().map(|&(input, value)| (self.inputs[input], value));
                    let chosen = outputs.iter().zip(&cofactor.roots);
                    let chosen = chosen.map(|(&at, &root)| (self.outputs[at].0, root == Edge::TRUE));
                    push_literals(&mut text, given, &name);
                    text.push('\t');
                    push_literals(&mut text, chosen, &name);
                    text.push('\n');
                    continue;
                };
                open.extend([false, true].map(|value| cofactor.with(input, value)));
            }
        }
        Ok(text)
    }

    /// The outputs by the inputs that their functions depend on.
    fn by_support(&self) -> BTreeMap<Vec<usize>, Vec<usize>> {
        let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for (at, &(_, root)) in self.outputs.iter().enumerate() {
            groups.entry(self.graph.support(&[root])).or_default().push(at);
        }
        groups
    }
}

fn push_literals(
    text: &mut String,
    literals: impl Iterator<Item = (Variable, bool)>,
    name: &impl Fn(Variable) -> String,
) {
    for (at, (variable, value)) in literals.enumerate() {
        let (space, sign) = (if at == 0 { "" } else { " " }, if value { "" } else { "-" });
        let _infallible = write!(text, "{space}{sign}{}", name(variable));
    }
}

/// Functions in which some inputs are set.
struct Cofactor {
    graph: Aig,
    roots: Vec<Edge>,
    given: Vec<(usize, bool)>,
}

impl Cofactor {
    fn new(graph: &Aig, roots: &[Edge]) -> Self {
        let (graph, roots) = graph.trimmed(roots);
        Self { graph, roots, given: Vec::new() }
    }

    /// The outermost input that the functions still depend on.
    fn undecided(&self, support: &[usize]) -> Option<usize> {
        if self.roots.iter().all(|&root| root == Edge::TRUE || root == Edge::FALSE) {
            return None;
        }
        let needed = self.graph.support(&self.roots);
        support.iter().copied().find(|input| needed.contains(input))
    }

    fn with(&self, input: usize, value: bool) -> Self {
        let (graph, roots) = self.graph.restricted(&self.roots, input, value);
        let given = self.given.iter().copied().chain([(input, value)]).collect();
        Self { graph, roots, given }
    }
}
