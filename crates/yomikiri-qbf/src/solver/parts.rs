//! The beginnings of clauses.
//!
//! What a level must know of the levels outside of it is which clauses they have satisfied already; and clauses
//! that begin alike are satisfied alike. So the clauses are kept in a tree: a *part* is what a clause has at one
//! level, below what it has at the levels outside, and clauses share the parts that they begin with. In the
//! encodings of games that leaves a tenth of the interface that one flag per clause would need.

use super::{Alarm, memory};
use crate::formula::{Formula, Literal, Variable};
use std::collections::HashMap;

/// The number of a part.
pub(crate) type PartId = u32;

/// The literals of one or more clauses at one level.
pub(crate) struct Part {
    /// What these clauses have at levels outside.
    pub(crate) outside: Option<PartId>,
    /// The level.
    pub(super) level: u32,
    /// The literals.
    pub(crate) literals: Vec<Literal>,
    /// Whether a clause ends here: then it is not up to the levels inside to satisfy it.
    pub(super) is_end: bool,
}

/// All parts; a part comes after the one outside of it.
pub(crate) struct Parts {
    parts: Vec<Part>,
    /// By level: its parts in order.
    at_level: Vec<Vec<PartId>>,
}

impl Parts {
    /// `None` if the alarm rang before.
    pub(super) fn new(formula: &Formula, alarm: &Alarm<'_>) -> Option<Self> {
        let mut level_of = vec![0; formula.variables() as usize + 1];
        for (level, block) in formula.prefix().blocks().iter().enumerate() {
            for &variable in &block.variables {
                level_of[variable as usize] = level as u32;
            }
        }
        let level = |literal: &Literal| level_of[literal.variable() as usize];
        let mut parts: Vec<Part> = Vec::new();
        let mut known: HashMap<(Option<PartId>, Vec<Literal>), PartId> = HashMap::new();
        let mut transient = 0;
        for clause in formula.clauses() {
            if alarm.rings().is_some() {
                return None;
            }
            let mut clause = clause.clone();
            clause.sort_by_key(|literal| (level(literal), *literal));
            let mut outside = None;
            for literals in clause.chunk_by(|a, b| level(a) == level(b)) {
                let part = *known.entry((outside, literals.to_vec())).or_insert_with(|| {
                    let (level, literals) = (level(&literals[0]), literals.to_vec());
                    alarm.take(memory::part(literals.len()) + memory::known_part(literals.len()));
                    transient += memory::known_part(literals.len());
                    parts.push(Part { outside, level, literals, is_end: false });
                    parts.len() as PartId - 1
                });
                outside = Some(part);
            }
            if let Some(last) = outside {
                parts[last as usize].is_end = true;
            }
        }
        drop(known);
        alarm.give_back(transient);
        let mut at_level = vec![Vec::new(); formula.prefix().blocks().len()];
        for (id, part) in parts.iter().enumerate() {
            at_level[part.level as usize].push(id as PartId);
        }
        Some(Self { parts, at_level })
    }

    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(crate) fn get(&self, part: PartId) -> &Part {
        &self.parts[part as usize]
    }

    /// The parts at a level.
    pub(super) fn at_level(&self, level: u32) -> &[PartId] {
        &self.at_level[level as usize]
    }
}

/// Variables of one solver, by those of the formula.
#[derive(Default)]
pub(super) struct Renaming(HashMap<Variable, batsat::Var>);

impl Renaming {
    pub(super) fn insert(&mut self, variable: Variable, renamed: batsat::Var) {
        self.0.insert(variable, renamed);
    }

    pub(super) fn literal(&self, literal: Literal) -> batsat::Lit {
        batsat::Lit::new(self.0[&literal.variable()], literal.is_positive())
    }

    /// The literal, if the solver has its variable.
    pub(super) fn get(&self, literal: Literal) -> Option<batsat::Lit> {
        let variable = self.0.get(&literal.variable())?;
        Some(batsat::Lit::new(*variable, literal.is_positive()))
    }
}
