//! Formulas over the cells of a board as conditions over atoms.
//!
//! A quantifier over cells is a conjunction or disjunction with one part for each cell. Done plainly, `ex x, y, z,
//! u (…)` on 16 cells has 65,536 parts, nearly all of them false because two cells are no neighbours. So what
//! stands under `ex` is first opened up, defined relations, disjunctions and inner `ex` included, into lists of
//! simple statements, and the cells are then chosen one after the other along the neighbours.

use crate::syntax::{Comparison, Description, Formula, Name, Operation, Relation, Term, TossError};
use std::collections::{BTreeMap, HashMap};
use yomikiri_game::{Condition, Conditions};

/// A cell, by its number.
pub(crate) type Cell = u16;

/// Which relations there are: the two fixed ones between neighbours, and those that moves change.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary {
    pub(crate) cells: usize,
    /// `R`: the right neighbour of each cell.
    pub(crate) right: Vec<Option<Cell>>,
    /// `C`: the neighbour below.
    pub(crate) below: Vec<Option<Cell>>,
    /// The relations that moves change. The atom of relation r and cell c is r · cells + c.
    pub(crate) fluents: Vec<String>,
}

impl Vocabulary {
    pub(crate) fn fluent(&self, name: &str) -> Option<usize> {
        self.fluents.iter().position(|fluent| fluent == name)
    }

    pub(crate) fn atom(&self, fluent: usize, cell: Cell) -> u32 {
        (fluent * self.cells) as u32 + u32::from(cell)
    }

    /// The fixed relations.
    pub(crate) fn neighbours(&self, name: &str) -> Option<&[Option<Cell>]> {
        match name {
            "R" => Some(&self.right),
            "C" => Some(&self.below),
            _ => None,
        }
    }
}

/// The cells that variables stand for.
pub(crate) type Binding = BTreeMap<String, Cell>;

/// How many steps grounding may take.
const FUEL: u64 = 20_000_000;
/// How many values a number may have.
const MOST_VALUES: usize = 10_000;

/// What it takes to make conditions of formulas.
pub(crate) struct Grounder<'a> {
    pub(crate) vocabulary: &'a Vocabulary,
    relations: HashMap<&'a str, &'a Relation>,
    pub(crate) conditions: Conditions,
    /// Defined relations of given cells, as far as they were needed.
    known: HashMap<(String, Vec<Cell>), Condition>,
    /// Atoms whose values are known: after a move, those that it has changed.
    pub(crate) fixed: HashMap<u32, bool>,
    fresh: u64,
    fuel: u64,
}

/// A number as the values that it can have, each with its condition; exactly one holds.
type Distribution = BTreeMap<i64, Condition>;

impl<'a> Grounder<'a> {
    /// Checks all definitions.
    pub(crate) fn new(description: &'a Description, vocabulary: &'a Vocabulary) -> Result<Self, TossError> {
        let mut relations = HashMap::new();
        for relation in &description.relations {
            let name = relation.name.text.as_str();
            if vocabulary.neighbours(name).is_some() || vocabulary.fluent(name).is_some() {
                return Err(relation
                    .name
                    .place
                    .error(format!("`{name}` is a relation of the board already")));
            }
            if relations.insert(name, relation).is_some() {
                return Err(relation.name.place.error(format!("`{name}` is defined twice")));
            }
        }
        let (known, fixed) = (HashMap::new(), HashMap::new());
        let conditions = Conditions::default();
        let grounder = Self { vocabulary, relations, conditions, known, fixed, fresh: 0, fuel: FUEL };
        for relation in &description.relations {
            let variables = relation.variables.iter().map(|name| name.text.clone()).collect();
            grounder.check(&relation.formula, &variables)?;
            grounder.check_cycles(relation, &mut Vec::new())?;
        }
        Ok(grounder)
    }

    /// Checks that a formula speaks of what exists.
    pub(crate) fn check(&self, formula: &Formula, variables: &Vec<String>) -> Result<(), TossError> {
        let bound = |name: &Name| {
            if variables.contains(&name.text) {
                Ok(())
            } else {
                Err(name.place.error(format!("the variable `{}` is not bound here", name.text)))
            }
        };
        match formula {
            Formula::Holds(name, arguments) => {
                let places = self.places(name)?;
                if places != arguments.len() {
                    let (text, given) = (&name.text, arguments.len());
                    return Err(name
                        .place
                        .error(format!("`{text}` has {places} places, but {given} are given")));
                }
                arguments.iter().try_for_each(bound)
            }
            Formula::Same(a, b) => bound(a).and_then(|()| bound(b)),
            Formula::Not(inner) => self.check(inner, variables),
            Formula::And(a, b) | Formula::Or(a, b) => {
                self.check(a, variables)?;
                self.check(b, variables)
            }
            Formula::Exists(new, inner) | Formula::All(new, inner) => {
                let mut variables = variables.clone();
                variables.extend(new.iter().map(|name| name.text.clone()));
                self.check(inner, &variables)
            }
            Formula::Compare(a, _, b) => {
                self.check_term(a, variables)?;
                self.check_term(b, variables)
            }
        }
    }

    /// Checks that a number speaks of what exists.
    pub(crate) fn check_term(&self, term: &Term, variables: &Vec<String>) -> Result<(), TossError> {
        match term {
            Term::Truth(formula) => self.check(formula, variables),
            Term::Number(_) => Ok(()),
            Term::Operation(a, _, b, _) => {
                self.check_term(a, variables)?;
                self.check_term(b, variables)
            }
        }
    }

    fn places(&self, name: &Name) -> Result<usize, TossError> {
        if self.vocabulary.neighbours(&name.text).is_some() {
            Ok(2)
        } else if self.vocabulary.fluent(&name.text).is_some() {
            Ok(1)
        } else if let Some(relation) = self.relations.get(name.text.as_str()) {
            Ok(relation.variables.len())
        } else {
            Err(name.place.error(format!("no relation is called `{}`", name.text)))
        }
    }

    fn check_cycles(&self, relation: &'a Relation, path: &mut Vec<&'a str>) -> Result<(), TossError> {
        let name = relation.name.text.as_str();
        if path.contains(&name) {
            return Err(relation.name.place.error(format!("`{name}` is defined by itself")));
        }
        path.push(name);
        let mut used = Vec::new();
        relations_in(&relation.formula, &mut used);
        for name in used {
            if let Some(used) = self.relations.get(name) {
                self.check_cycles(used, path)?;
            }
        }
        path.pop();
        Ok(())
    }

    fn step(&mut self, name: Option<&Name>) -> Result<(), TossError> {
        self.fuel = self.fuel.saturating_sub(1);
        match (self.fuel, name) {
            (0, Some(name)) => Err(name.place.error("there are too many cases here")),
            (0, None) => Err(crate::syntax::Place { line: 1, column: 1 }.error("there are too many cases")),
            _ => Ok(()),
        }
    }

    fn atom(&mut self, atom: u32) -> Condition {
        match self.fixed.get(&atom) {
            Some(&value) => self.conditions.constant(value),
            None => self.conditions.atom(atom),
        }
    }

    /// The condition that a checked formula holds of the cells that its variables are bound to.
    pub(crate) fn ground(&mut self, formula: &Formula, binding: &Binding) -> Result<Condition, TossError> {
        let cell = |name: &Name| binding.get(&name.text).copied().unwrap_or(0);
        match formula {
            Formula::Holds(name, arguments) => {
                self.step(Some(name))?;
                let cells: Vec<_> = arguments.iter().map(cell).collect();
                self.holds(name, cells)
            }
            Formula::Same(a, b) => Ok(self.conditions.constant(cell(a) == cell(b))),
            Formula::Not(inner) => {
                let inner = self.ground(inner, binding)?;
                Ok(self.conditions.not(inner))
            }
            Formula::And(a, b) => {
                let parts = [self.ground(a, binding)?, self.ground(b, binding)?];
                Ok(self.conditions.all(parts))
            }
            Formula::Or(a, b) => {
                let parts = [self.ground(a, binding)?, self.ground(b, binding)?];
                Ok(self.conditions.any(parts))
            }
            Formula::Exists(_, _) => {
                let mut cases = Vec::new();
                self.open(vec![formula.clone()], Vec::new(), Vec::new(), &mut cases)?;
                let mut found = Vec::new();
                for (variables, statements) in cases {
                    self.choose(&variables, &statements, &mut binding.clone(), &mut found)?;
                }
                Ok(self.conditions.any(found))
            }
            Formula::All(variables, inner) => {
                let exists = Formula::Exists(variables.clone(), Box::new(Formula::Not(inner.clone())));
                let exists = self.ground(&exists, binding)?;
                Ok(self.conditions.not(exists))
            }
            Formula::Compare(a, comparison, b) => {
                let (a, b) = (self.number(a, binding)?, self.number(b, binding)?);
                let mut cases = Vec::new();
                for (x, when_x) in &a {
                    for (y, when_y) in &b {
                        let holds = match comparison {
                            Comparison::Greater => x > y,
                            Comparison::Less => x < y,
                            Comparison::Equal => x == y,
                        };
                        if holds {
                            cases.push(self.conditions.all([*when_x, *when_y]));
                        }
                    }
                }
                Ok(self.conditions.any(cases))
            }
        }
    }

    fn holds(&mut self, name: &Name, cells: Vec<Cell>) -> Result<Condition, TossError> {
        if let (Some(neighbours), [from, to]) = (self.vocabulary.neighbours(&name.text), &cells[..]) {
            let holds = neighbours[usize::from(*from)] == Some(*to);
            return Ok(self.conditions.constant(holds));
        }
        if let (Some(fluent), [cell]) = (self.vocabulary.fluent(&name.text), &cells[..]) {
            let atom = self.vocabulary.atom(fluent, *cell);
            return Ok(self.atom(atom));
        }
        let Some(&relation) = self.relations.get(name.text.as_str()) else {
            return Err(name.place.error(format!("no relation is called `{}`", name.text)));
        };
        let call = (name.text.clone(), cells);
        if self.fixed.is_empty()
            && let Some(&known) = self.known.get(&call)
        {
            return Ok(known);
        }
        let variables = relation.variables.iter().map(|variable| variable.text.clone());
        let binding = variables.zip(call.1.iter().copied()).collect();
        let condition = self.ground(&relation.formula, &binding)?;
        if self.fixed.is_empty() {
            self.known.insert(call, condition);
        }
        Ok(condition)
    }

    /// Opens up what stands under `ex` into cases, each a list of variables and statements about them.
    fn open(
        &mut self,
        mut agenda: Vec<Formula>,
        mut variables: Vec<String>,
        mut done: Vec<Formula>,
        cases: &mut Vec<(Vec<String>, Vec<Formula>)>,
    ) -> Result<(), TossError> {
        while let Some(formula) = agenda.pop() {
            match formula {
                Formula::And(a, b) => agenda.extend([*a, *b]),
                Formula::Or(a, b) => {
                    for side in [a, b] {
                        let mut agenda = agenda.clone();
                        agenda.push(*side);
                        self.open(agenda, variables.clone(), done.clone(), cases)?;
                    }
                    return Ok(());
                }
                Formula::Exists(new, inner) => {
                    let mut names = BTreeMap::new();
                    for name in new {
                        self.step(Some(&name))?;
                        self.fresh += 1;
                        let fresh = format!("{}#{}", name.text, self.fresh);
                        variables.push(fresh.clone());
                        names.insert(name.text, fresh);
                    }
                    agenda.push(renamed(&inner, &names));
                }
                Formula::Holds(ref name, ref arguments) => {
                    self.step(Some(name))?;
                    match self.relations.get(name.text.as_str()) {
                        None => done.push(formula),
                        Some(relation) => {
                            let old = relation.variables.iter().map(|variable| variable.text.clone());
                            let names =
                                old.zip(arguments.iter().map(|argument| argument.text.clone())).collect();
                            agenda.push(renamed(&relation.formula, &names));
                        }
                    }
                }
                other => done.push(other),
            }
        }
        cases.push((variables, done));
        Ok(())
    }

    /// Chooses cells for the variables that are left, and collects the conditions under which the statements
    /// hold.
    fn choose(
        &mut self,
        variables: &[String],
        statements: &[Formula],
        binding: &mut Binding,
        found: &mut Vec<Condition>,
    ) -> Result<(), TossError> {
        // Two known neighbours that are none: no need to go on.
        for statement in statements {
            if let Formula::Holds(name, arguments) = statement
                && let Some(neighbours) = self.vocabulary.neighbours(&name.text)
                && let [from, to] = &arguments[..]
                && let (Some(&from), Some(&to)) = (binding.get(&from.text), binding.get(&to.text))
                && neighbours[usize::from(from)] != Some(to)
            {
                return Ok(());
            }
        }
        let open: Vec<_> = variables.iter().filter(|variable| !binding.contains_key(*variable)).collect();
        let Some(&first) = open.first() else {
            let mut parts = Vec::new();
            for statement in statements {
                parts.push(self.ground(statement, binding)?);
            }
            let condition = self.conditions.all(parts);
            found.push(condition);
            return self.step(None);
        };
        let (variable, cells) = self
            .along_neighbours(&open, statements, binding)
            .unwrap_or_else(|| (first.clone(), (0..self.vocabulary.cells as Cell).collect()));
        for cell in cells {
            self.step(None)?;
            binding.insert(variable.clone(), cell);
            self.choose(variables, statements, binding, found)?;
        }
        binding.remove(&variable);
        Ok(())
    }

    /// A variable that is the neighbour of a known cell, and the cells that it can be: one at most.
    fn along_neighbours(
        &self,
        open: &[&String],
        statements: &[Formula],
        binding: &Binding,
    ) -> Option<(String, Vec<Cell>)> {
        for statement in statements {
            let Formula::Holds(name, arguments) = statement else {
                continue;
            };
            let (Some(neighbours), [from, to]) = (self.vocabulary.neighbours(&name.text), &arguments[..])
            else {
                continue;
            };
            match (binding.get(&from.text), binding.get(&to.text)) {
                (Some(&cell), None) if open.contains(&&to.text) => {
                    return Some((to.text.clone(), neighbours[usize::from(cell)].into_iter().collect()));
                }
                (None, Some(&cell)) if open.contains(&&from.text) => {
                    let before = neighbours.iter().position(|&neighbour| neighbour == Some(cell));
                    return Some((from.text.clone(), before.map(|cell| cell as Cell).into_iter().collect()));
                }
                _ => {}
            }
        }
        None
    }

    /// A number as its possible values.
    pub(crate) fn number(&mut self, term: &Term, binding: &Binding) -> Result<Distribution, TossError> {
        match term {
            Term::Number(number) => Ok([(*number, self.conditions.constant(true))].into()),
            Term::Truth(formula) => {
                let holds = self.ground(formula, binding)?;
                let fails = self.conditions.not(holds);
                let both = [(1, holds), (0, fails)];
                let possible =
                    both.into_iter().filter(|&(_, when)| self.conditions.value(when) != Some(false));
                Ok(possible.collect())
            }
            Term::Operation(a, operation, b, place) => {
                let (a, b) = (self.number(a, binding)?, self.number(b, binding)?);
                let mut cases: BTreeMap<i64, Vec<Condition>> = BTreeMap::new();
                for (&x, &when_x) in &a {
                    for (&y, &when_y) in &b {
                        let value = match operation {
                            Operation::Plus => x.checked_add(y),
                            Operation::Minus => x.checked_sub(y),
                            Operation::Times => x.checked_mul(y),
                            Operation::Power => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
                        };
                        let value = value
                            .ok_or_else(|| place.error("this number is too large, or a negative power"))?;
                        let both = self.conditions.all([when_x, when_y]);
                        cases.entry(value).or_default().push(both);
                    }
                }
                if cases.len() > MOST_VALUES {
                    return Err(place.error("this number can have too many values"));
                }
                Ok(cases.into_iter().map(|(value, when)| (value, self.conditions.any(when))).collect())
            }
        }
    }

    /// The condition that a number is positive.
    pub(crate) fn positive(&mut self, term: &Term) -> Result<Condition, TossError> {
        let values = self.number(term, &Binding::new())?;
        let positive: Vec<_> =
            values.into_iter().filter(|(value, _)| *value > 0).map(|(_, when)| when).collect();
        Ok(self.conditions.any(positive))
    }
}

fn relations_in<'a>(formula: &'a Formula, into: &mut Vec<&'a str>) {
    match formula {
        Formula::Holds(name, _) => into.push(&name.text),
        Formula::Same(..) => {}
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::All(_, inner) => relations_in(inner, into),
        Formula::And(a, b) | Formula::Or(a, b) => {
            relations_in(a, into);
            relations_in(b, into);
        }
        Formula::Compare(a, _, b) => {
            relations_in_term(a, into);
            relations_in_term(b, into);
        }
    }
}

fn relations_in_term<'a>(term: &'a Term, into: &mut Vec<&'a str>) {
    match term {
        Term::Truth(formula) => relations_in(formula, into),
        Term::Number(_) => {}
        Term::Operation(a, _, b, _) => {
            relations_in_term(a, into);
            relations_in_term(b, into);
        }
    }
}

/// A formula with other names for its free variables.
fn renamed(formula: &Formula, names: &BTreeMap<String, String>) -> Formula {
    let name =
        |old: &Name| Name { text: names.get(&old.text).unwrap_or(&old.text).clone(), place: old.place };
    let boxed = |inner: &Formula| Box::new(renamed(inner, names));
    match formula {
        Formula::Holds(relation, arguments) => {
            Formula::Holds(relation.clone(), arguments.iter().map(name).collect())
        }
        Formula::Same(a, b) => Formula::Same(name(a), name(b)),
        Formula::Not(inner) => Formula::Not(boxed(inner)),
        Formula::And(a, b) => Formula::And(boxed(a), boxed(b)),
        Formula::Or(a, b) => Formula::Or(boxed(a), boxed(b)),
        Formula::Exists(variables, inner) => {
            Formula::Exists(variables.clone(), under(variables, inner, names))
        }
        Formula::All(variables, inner) => Formula::All(variables.clone(), under(variables, inner, names)),
        Formula::Compare(a, comparison, b) => {
            Formula::Compare(Box::new(renamed_term(a, names)), *comparison, Box::new(renamed_term(b, names)))
        }
    }
}

/// The same below a quantifier, whose variables are other ones.
fn under(variables: &[Name], inner: &Formula, names: &BTreeMap<String, String>) -> Box<Formula> {
    let mut names = names.clone();
    for variable in variables {
        names.remove(&variable.text);
    }
    Box::new(renamed(inner, &names))
}

fn renamed_term(term: &Term, names: &BTreeMap<String, String>) -> Term {
    match term {
        Term::Truth(formula) => Term::Truth(Box::new(renamed(formula, names))),
        Term::Number(number) => Term::Number(*number),
        Term::Operation(a, operation, b, place) => Term::Operation(
            Box::new(renamed_term(a, names)),
            *operation,
            Box::new(renamed_term(b, names)),
            *place,
        ),
    }
}
