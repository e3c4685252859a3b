//! Formulas with their names resolved, and whether they hold.
//!
//! A variable is a slot: parameters come first, then those of each quantifier in turn. Under `ex` a part of a conjunction
//! is looked at as soon as all its variables stand for a cell; that is all the cleverness there is, besides remembering
//! what defined relations came to on the board at hand.

use super::syntax;
use std::collections::HashMap;

/// A cell, by its number.
pub(super) type Cell = usize;

/// What the names of relations stand for.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The relations that moves change.
    pub(super) fluents: Vec<String>,
    /// The defined ones.
    pub(super) defined: Vec<Defined>,
}

/// A defined relation.
#[derive(Debug)]
pub(super) struct Defined {
    pub(super) name: String,
    pub(super) places: usize,
    /// What it means. Only definitions that come to an end are resolved.
    pub(super) meaning: Formula,
    /// Of which cells it holds, if that never changes and there are not too many of them to say.
    pub(super) table: Option<Vec<bool>>,
}

impl Vocabulary {
    pub(super) fn cells(&self) -> usize {
        self.columns * self.rows
    }

    fn is_right(&self, a: Cell, b: Cell) -> bool {
        b == a + 1 && !b.is_multiple_of(self.columns)
    }

    fn is_below(&self, a: Cell, b: Cell) -> bool {
        b == a + self.columns
    }

    /// Whether `b` is the neighbour of `a` to the right (`R`) or below (`C`).
    pub(super) fn are_neighbours(&self, relation: &str, a: Cell, b: Cell) -> bool {
        if relation == "R" { self.is_right(a, b) } else { self.is_below(a, b) }
    }
}

/// A variable.
type Slot = usize;

/// A statement about cells.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Right(Slot, Slot),
    Below(Slot, Slot),
    /// A relation that moves change holds of a cell.
    Fluent(usize, Slot),
    Defined(usize, Vec<Slot>),
    Same(Slot, Slot),
    Not(Box<Formula>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Exists(Exists),
    Compare(Box<Term>, &'static str, Box<Term>),
}

/// `ex`: the slots from `first` on stand for some cells so that all parts hold.
#[derive(Clone, Debug)]
pub(super) struct Exists {
    first: Slot,
    count: usize,
    /// What can be looked at before the first slot has a cell, then after each of them has.
    stages: Vec<Vec<Formula>>,
}

/// A number.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Truth(Box<Formula>),
    Number(i64),
    Operation(Box<Term>, &'static str, Box<Term>),
}

/// Resolves names.
pub(super) struct Resolver<'a> {
    pub(super) fluents: &'a [String],
    /// The defined relations and the number of their places.
    pub(super) defined: &'a [(String, usize)],
    /// What each slot is called, the latest last.
    pub(super) variables: Vec<String>,
}

impl Resolver<'_> {
    fn slot(&self, name: &str) -> Result<Slot, String> {
        let found = self.variables.iter().rposition(|variable| variable == name);
        found.ok_or_else(|| format!("the variable `{name}` is not bound"))
    }

    pub(super) fn formula(&mut self, formula: &syntax::Formula) -> Result<Formula, String> {
        Ok(match formula {
            syntax::Formula::Holds(name, arguments) => self.holds(name, arguments)?,
            syntax::Formula::Same(a, b) => Formula::Same(self.slot(a)?, self.slot(b)?),
            syntax::Formula::Not(inner) => Formula::Not(Box::new(self.formula(inner)?)),
            syntax::Formula::And(parts) => Formula::All(self.formulas(parts)?),
            syntax::Formula::Or(parts) => Formula::Any(self.formulas(parts)?),
            syntax::Formula::Exists(variables, inner) => {
                let (first, inner) = self.bound(variables, inner)?;
                Formula::Exists(Exists::new(first, variables.len(), inner))
            }
            // For all is for no other.
            syntax::Formula::All(variables, inner) => {
                let (first, inner) = self.bound(variables, inner)?;
                let fails = Formula::Not(Box::new(inner));
                Formula::Not(Box::new(Formula::Exists(Exists::new(first, variables.len(), fails))))
            }
            syntax::Formula::Compare(a, sign, b) => {
                Formula::Compare(Box::new(self.term(a)?), sign, Box::new(self.term(b)?))
            }
        })
    }

    fn formulas(&mut self, parts: &[syntax::Formula]) -> Result<Vec<Formula>, String> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    /// What stands under a quantifier, and the first of its slots.
    fn bound(&mut self, variables: &[String], inner: &syntax::Formula) -> Result<(Slot, Formula), String> {
        let first = self.variables.len();
        self.variables.extend_from_slice(variables);
        let inner = self.formula(inner);
        self.variables.truncate(first);
        Ok((first, inner?))
    }

    fn holds(&self, name: &str, arguments: &[String]) -> Result<Formula, String> {
        let slots = arguments.iter().map(|argument| self.slot(argument)).collect::<Result<Vec<_>, _>>()?;
        let fluent = self.fluents.iter().position(|fluent| fluent == name);
        let defined = self.defined.iter().position(|(defined, _)| defined == name);
        match (name, fluent, defined, &slots[..]) {
            ("R", _, _, &[a, b]) => Ok(Formula::Right(a, b)),
            ("C", _, _, &[a, b]) => Ok(Formula::Below(a, b)),
            (_, Some(fluent), _, &[cell]) => Ok(Formula::Fluent(fluent, cell)),
            (_, None, Some(defined), _) if self.defined[defined].1 == slots.len() => {
                Ok(Formula::Defined(defined, slots))
            }
            _ => Err(format!("no relation `{name}` of {} places is known", slots.len())),
        }
    }

    pub(super) fn term(&mut self, term: &syntax::Term) -> Result<Term, String> {
        let resolved = match term {
            syntax::Term::Truth(formula) => Term::Truth(Box::new(self.formula(formula)?)),
            syntax::Term::Number(number) => Term::Number(*number),
            syntax::Term::Operation(a, sign, b) => {
                Term::Operation(Box::new(self.term(a)?), sign, Box::new(self.term(b)?))
            }
        };
        resolved.range().ok_or("a number may become too large, or a power negative")?;
        Ok(resolved)
    }
}

impl Term {
    /// Numbers between which it certainly is; `None` if they would be too large.
    fn range(&self) -> Option<(i64, i64)> {
        let (a, sign, b) = match self {
            Term::Truth(_) => return Some((0, 1)),
            Term::Number(number) => return Some((*number, *number)),
            Term::Operation(a, sign, b) => (a.range()?, *sign, b.range()?),
        };
        match sign {
            "+" => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
            "-" => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
            "*" => {
                let products = [
                    a.0.checked_mul(b.0)?,
                    a.0.checked_mul(b.1)?,
                    a.1.checked_mul(b.0)?,
                    a.1.checked_mul(b.1)?,
                ];
                Some((products.into_iter().min()?, products.into_iter().max()?))
            }
            _ => {
                let (least, most) = (u32::try_from(b.0).ok()?, u32::try_from(b.1).ok()?);
                debug_assert!(least <= most);
                let largest = a.0.checked_abs()?.max(a.1.checked_abs()?).max(1).checked_pow(most)?;
                Some((-largest, largest))
            }
        }
    }
}

impl Exists {
    fn new(first: Slot, count: usize, inner: Formula) -> Self {
        let mut stages: Vec<Vec<Formula>> = vec![Vec::new(); count + 1];
        let mut parts = Vec::new();
        conjuncts(inner, &mut parts);
        for part in parts {
            let mut latest = None;
            part.latest_slot(first + count, &mut latest);
            let stage = latest.map_or(0, |slot: Slot| (slot + 1).saturating_sub(first));
            stages[stage].push(part);
        }
        Self { first, count, stages }
    }
}

/// The parts of a conjunction, or of what is not a disjunction.
fn conjuncts(formula: Formula, into: &mut Vec<Formula>) {
    match formula {
        Formula::All(parts) => parts.into_iter().for_each(|part| conjuncts(part, into)),
        Formula::Not(inner) => match *inner {
            Formula::Any(parts) => {
                parts.into_iter().for_each(|part| conjuncts(Formula::Not(Box::new(part)), into));
            }
            Formula::Not(inner) => conjuncts(*inner, into),
            inner => into.push(Formula::Not(Box::new(inner))),
        },
        other => into.push(other),
    }
}

impl Formula {
    /// The latest of the slots before `end` that it speaks of.
    fn latest_slot(&self, end: Slot, latest: &mut Option<Slot>) {
        let mut see = |slot: Slot| {
            if slot < end {
                *latest = (*latest).max(Some(slot));
            }
        };
        match self {
            Formula::Right(a, b) | Formula::Below(a, b) | Formula::Same(a, b) => {
                see(*a);
                see(*b);
            }
            Formula::Fluent(_, cell) => see(*cell),
            Formula::Defined(_, cells) => cells.iter().copied().for_each(see),
            Formula::Not(inner) => inner.latest_slot(end, latest),
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| part.latest_slot(end, latest));
            }
            Formula::Exists(exists) => {
                exists.stages.iter().flatten().for_each(|part| part.latest_slot(end, latest));
            }
            Formula::Compare(a, _, b) => {
                a.latest_slot(end, latest);
                b.latest_slot(end, latest);
            }
        }
    }

    /// Calls `see` with every relation in it: fluents, and defined relations by number.
    pub(super) fn relations(&self, see: &mut impl FnMut(Option<usize>)) {
        match self {
            Formula::Right(..) | Formula::Below(..) | Formula::Same(..) => {}
            Formula::Fluent(..) => see(None),
            Formula::Defined(number, _) => see(Some(*number)),
            Formula::Not(inner) => inner.relations(see),
            Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| part.relations(see)),
            Formula::Exists(exists) => exists.stages.iter().flatten().for_each(|part| part.relations(see)),
            Formula::Compare(a, _, b) => {
                a.relations(see);
                b.relations(see);
            }
        }
    }
}

impl Term {
    fn latest_slot(&self, end: Slot, latest: &mut Option<Slot>) {
        match self {
            Term::Truth(formula) => formula.latest_slot(end, latest),
            Term::Number(_) => {}
            Term::Operation(a, _, b) => {
                a.latest_slot(end, latest);
                b.latest_slot(end, latest);
            }
        }
    }

    fn relations(&self, see: &mut impl FnMut(Option<usize>)) {
        match self {
            Term::Truth(formula) => formula.relations(see),
            Term::Number(_) => {}
            Term::Operation(a, _, b) => {
                a.relations(see);
                b.relations(see);
            }
        }
    }
}

/// A board, and what has been found out about it.
pub(super) struct Truth<'a> {
    vocabulary: &'a Vocabulary,
    /// Relation by relation, which cells a relation holds of.
    state: &'a [bool],
    known: HashMap<(usize, Vec<Cell>), bool>,
}

impl<'a> Truth<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary, state: &'a [bool]) -> Self {
        Self { vocabulary, state, known: HashMap::new() }
    }

    /// Whether a formula holds, its variables standing for these cells.
    pub(super) fn holds(&mut self, formula: &Formula, cells: &mut Vec<Cell>) -> bool {
        match formula {
            Formula::Right(a, b) => self.vocabulary.is_right(cells[*a], cells[*b]),
            Formula::Below(a, b) => self.vocabulary.is_below(cells[*a], cells[*b]),
            Formula::Fluent(fluent, cell) => self.state[fluent * self.vocabulary.cells() + cells[*cell]],
            Formula::Defined(number, arguments) => {
                self.defined(*number, arguments.iter().map(|&slot| cells[slot]).collect())
            }
            Formula::Same(a, b) => cells[*a] == cells[*b],
            Formula::Not(inner) => !self.holds(inner, cells),
            Formula::All(parts) => parts.iter().all(|part| self.holds(part, cells)),
            Formula::Any(parts) => parts.iter().any(|part| self.holds(part, cells)),
            Formula::Exists(exists) => {
                let found = self.exists(exists, 0, cells);
                cells.truncate(exists.first);
                found
            }
            Formula::Compare(a, sign, b) => {
                let (a, b) = (self.number(a, cells), self.number(b, cells));
                match *sign {
                    ">" => a > b,
                    "<" => a < b,
                    _ => a == b,
                }
            }
        }
    }

    /// Whether cells can be found for the slots from this one on.
    fn exists(&mut self, exists: &Exists, chosen: usize, cells: &mut Vec<Cell>) -> bool {
        // It may stand in a part that is looked at before all slots around it have a cell. It does not speak of those, so
        // any cell will do.
        cells.resize(exists.first + chosen, 0);
        if !exists.stages[chosen].iter().all(|part| self.holds(part, cells)) {
            return false;
        }
        if chosen == exists.count {
            return true;
        }
        for cell in 0..self.vocabulary.cells() {
            cells.truncate(exists.first + chosen);
            cells.push(cell);
            if self.exists(exists, chosen + 1, cells) {
                return true;
            }
        }
        false
    }

    fn defined(&mut self, number: usize, cells: Vec<Cell>) -> bool {
        let defined = &self.vocabulary.defined[number];
        if let Some(table) = &defined.table {
            return table[index(&cells, self.vocabulary.cells())];
        }
        if let Some(&known) = self.known.get(&(number, cells.clone())) {
            return known;
        }
        let holds = self.holds(&defined.meaning, &mut cells.clone());
        self.known.insert((number, cells), holds);
        holds
    }

    /// A number. Its range is known to be small enough.
    pub(super) fn number(&mut self, term: &Term, cells: &mut Vec<Cell>) -> i64 {
        match term {
            Term::Truth(formula) => i64::from(self.holds(formula, cells)),
            Term::Number(number) => *number,
            Term::Operation(a, sign, b) => {
                let (a, b) = (self.number(a, cells), self.number(b, cells));
                match *sign {
                    "+" => a.saturating_add(b),
                    "-" => a.saturating_sub(b),
                    "*" => a.saturating_mul(b),
                    _ => a.saturating_pow(u32::try_from(b).unwrap_or(0)),
                }
            }
        }
    }
}

/// Where a table says whether a relation holds of these cells.
pub(super) fn index(cells: &[Cell], count: usize) -> usize {
    cells.iter().fold(0, |index, &cell| index * count + cell)
}
