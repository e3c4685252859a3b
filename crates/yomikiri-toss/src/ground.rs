//! Formulas over the cells of a board as conditions over atoms.
//!
//! A quantifier over cells is a conjunction or disjunction with one part for each cell. Done plainly, `ex x, y, z,
//! u (…)` on 16 cells has 65,536 parts, nearly all of them false because two cells are no neighbours. So what
//! stands under `ex` is first opened up, defined relations, disjunctions and inner `ex` included, into lists of
//! simple statements, and the cells are then chosen one after the other along the neighbours.
//!
//! A short text can ask for more than any machine can do. So everything that is done is counted ([`Budget`]), the count has a
//! limit, and while counting the caller is asked now and then whether to stop.

use crate::budget::Budget;
use crate::syntax::{
    Comparison, Description, Formula, Name, Operation, Place, Relation, Step, Term, TossError,
};
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

/// How many values a number may have.
const MOST_VALUES: usize = 10_000;
/// How deep formulas may be nested in each other through definitions and quantifiers: little enough for any stack.
const DEEPEST: u32 = 600;
/// How many different conditions there may be: some hundred megabytes of them.
const MOST_CONDITIONS: usize = 1_000_000;
/// How many variables may be under one `ex` when it is opened up.
const MOST_VARIABLES: usize = 400;

/// What it takes to make conditions of formulas.
pub(crate) struct Grounder<'a, 'b> {
    pub(crate) vocabulary: &'a Vocabulary,
    relations: HashMap<&'a str, &'a Relation>,
    pub(crate) conditions: Conditions,
    /// Defined relations of given cells, as far as they were needed.
    known: HashMap<Call, Condition>,
    /// Atoms whose values are known: after a move, those that it has changed.
    fixed: HashMap<u32, bool>,
    /// Like `known`, but where the atoms that are fixed now have their values.
    known_when_fixed: HashMap<Call, Condition>,
    fresh: u64,
    depth: u32,
    pub(crate) budget: &'a mut Budget<'b>,
}

/// A defined relation and the cells it is asked about.
type Call = (String, Vec<Cell>);

/// A number as the values that it can have, each with its condition; exactly one holds.
type Distribution = BTreeMap<i64, Condition>;

impl<'a, 'b> Grounder<'a, 'b> {
    /// Checks all definitions.
    pub(crate) fn new(
        description: &'a Description,
        vocabulary: &'a Vocabulary,
        budget: &'a mut Budget<'b>,
    ) -> Result<Self, TossError> {
        let mut relations = HashMap::new();
        for relation in &description.relations {
            let name = relation.name.text.as_str();
            if vocabulary.neighbours(name).is_some() || vocabulary.fluent(name).is_some() {
                return Err(relation
                    .name
                    .place
                    .error(format!("`{}` is a relation of the board already", relation.name.shown())));
            }
            if relations.insert(name, relation).is_some() {
                return Err(relation
                    .name
                    .place
                    .error(format!("`{}` is defined twice", relation.name.shown())));
            }
        }
        let mut grounder = Self {
            vocabulary,
            relations,
            conditions: Conditions::default(),
            known: HashMap::new(),
            fixed: HashMap::new(),
            known_when_fixed: HashMap::new(),
            fresh: 0,
            depth: 0,
            budget,
        };
        let mut looked_at = HashMap::new();
        for relation in &description.relations {
            grounder.check(&relation.formula, relation.variables.iter().map(|name| name.text.as_str()))?;
            grounder.check_cycles(relation, &mut looked_at, 0)?;
        }
        Ok(grounder)
    }

    /// Checks that a formula speaks of what exists.
    pub(crate) fn check<'f>(
        &mut self,
        formula: &'f Formula,
        variables: impl Iterator<Item = &'f str>,
    ) -> Result<(), TossError> {
        let mut bound = Bound::default();
        variables.for_each(|name| bound.bind(name));
        self.check_formula(formula, &mut bound)
    }

    fn check_formula<'f>(&mut self, formula: &'f Formula, bound: &mut Bound<'f>) -> Result<(), TossError> {
        self.budget.spend(1, Place::BEGINNING)?;
        match formula {
            Formula::Holds(name, arguments) => {
                self.budget.spend(arguments.len() as u64, name.place)?;
                let places = self.places(name)?;
                if places != arguments.len() {
                    let (text, given) = (name.shown(), arguments.len());
                    return Err(name
                        .place
                        .error(format!("`{text}` has {places} places, but {given} are given")));
                }
                arguments.iter().try_for_each(|name| bound.check(name))
            }
            Formula::Same(a, b) => bound.check(a).and_then(|()| bound.check(b)),
            Formula::Not(inner) => self.check_formula(inner, bound),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().try_for_each(|part| self.check_formula(part, bound))
            }
            Formula::Exists(new, inner) | Formula::All(new, inner) => {
                new.iter().for_each(|name| bound.bind(&name.text));
                let checked = self.check_formula(inner, bound);
                new.iter().for_each(|name| bound.release(&name.text));
                checked
            }
            Formula::Compare(a, _, b) => {
                self.check_number(a, bound)?;
                self.check_number(b, bound)
            }
        }
    }

    /// Checks that a number without free variables speaks of what exists.
    pub(crate) fn check_term(&mut self, term: &Term) -> Result<(), TossError> {
        self.check_number(term, &mut Bound::default())
    }

    fn check_number<'f>(&mut self, term: &'f Term, bound: &mut Bound<'f>) -> Result<(), TossError> {
        match term {
            Term::Truth(formula) => self.check_formula(formula, bound),
            Term::Number(_) => Ok(()),
            Term::Chain(first, steps) => {
                self.check_number(first, bound)?;
                steps.iter().try_for_each(|step| self.check_number(&step.operand, bound))
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
            Err(name.place.error(format!("no relation is called `{}`", name.shown())))
        }
    }

    /// Checks that a relation is not defined by itself. `looked_at` says of relations whether that is done.
    fn check_cycles(
        &mut self,
        relation: &'a Relation,
        looked_at: &mut HashMap<&'a str, bool>,
        depth: u32,
    ) -> Result<(), TossError> {
        let name = relation.name.text.as_str();
        match looked_at.get(name) {
            Some(true) => return Ok(()),
            Some(false) => {
                let reason = format!("`{}` is defined by itself", relation.name.shown());
                return Err(relation.name.place.error(reason));
            }
            None => {}
        }
        if depth > DEEPEST {
            return Err(too_deep(relation.name.place));
        }
        looked_at.insert(name, false);
        let mut used = Vec::new();
        relations_in(&relation.formula, &mut used);
        self.budget.spend(used.len() as u64, relation.name.place)?;
        for name in used {
            if let Some(&used) = self.relations.get(name) {
                self.check_cycles(used, looked_at, depth + 1)?;
            }
        }
        looked_at.insert(name, true);
        Ok(())
    }

    fn atom(&mut self, atom: u32) -> Condition {
        match self.fixed.get(&atom) {
            Some(&value) => self.conditions.constant(value),
            None => self.conditions.atom(atom),
        }
    }

    /// The condition that a checked formula holds of the cells that its variables are bound to.
    pub(crate) fn ground(&mut self, formula: &Formula, binding: &Binding) -> Result<Condition, TossError> {
        self.budget.spend(1, Place::BEGINNING)?;
        if self.conditions.len() > MOST_CONDITIONS {
            let reason =
                format!("there are too many cases: more than {MOST_CONDITIONS} different conditions");
            return Err(Place::BEGINNING.error(reason));
        }
        self.deeper(|grounder| grounder.ground_here(formula, binding))
    }

    /// The same after a move that has given atoms these values.
    pub(crate) fn ground_after(
        &mut self,
        formula: &Formula,
        binding: &Binding,
        fixed: HashMap<u32, bool>,
    ) -> Result<Condition, TossError> {
        self.fixed = fixed;
        self.known_when_fixed.clear();
        let condition = self.ground(formula, binding);
        self.fixed.clear();
        condition
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, TossError>) -> Result<T, TossError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_deep(Place::BEGINNING));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn ground_here(&mut self, formula: &Formula, binding: &Binding) -> Result<Condition, TossError> {
        let cell = |name: &Name| binding.get(&name.text).copied().unwrap_or(0);
        match formula {
            Formula::Holds(name, arguments) => {
                self.budget.spend(1 + arguments.len() as u64, name.place)?;
                let cells: Vec<_> = arguments.iter().map(cell).collect();
                self.holds(name, cells)
            }
            Formula::Same(a, b) => Ok(self.conditions.constant(cell(a) == cell(b))),
            Formula::Not(inner) => {
                let inner = self.ground(inner, binding)?;
                Ok(self.conditions.not(inner))
            }
            Formula::And(parts) => {
                let parts = self.ground_all(parts, binding)?;
                Ok(self.conditions.all(parts))
            }
            Formula::Or(parts) => {
                let parts = self.ground_all(parts, binding)?;
                Ok(self.conditions.any(parts))
            }
            Formula::Exists(variables, inner) => self.ground_exists(variables, (**inner).clone(), binding),
            Formula::All(variables, inner) => {
                let exists = self.ground_exists(variables, Formula::Not(inner.clone()), binding)?;
                Ok(self.conditions.not(exists))
            }
            Formula::Compare(a, comparison, b) => {
                let (a, b) = (self.number(a, binding)?, self.number(b, binding)?);
                self.budget.spend(a.len() as u64 * b.len() as u64, Place::BEGINNING)?;
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

    fn ground_all(&mut self, parts: &[Formula], binding: &Binding) -> Result<Vec<Condition>, TossError> {
        parts.iter().map(|part| self.ground(part, binding)).collect()
    }

    fn ground_exists(
        &mut self,
        variables: &[Name],
        inner: Formula,
        binding: &Binding,
    ) -> Result<Condition, TossError> {
        let mut found = Vec::new();
        let exists = Formula::Exists(variables.to_vec(), Box::new(inner));
        let mut begun = vec![(vec![exists], Case::default())];
        while let Some(Case { variables, statements }) = self.next_case(&mut begun)? {
            self.choose(&variables, &statements, &mut binding.clone(), &mut found)?;
        }
        Ok(self.conditions.any(found))
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
            return Err(name.place.error(format!("no relation is called `{}`", name.shown())));
        };
        let call = (name.text.clone(), cells);
        let known = if self.fixed.is_empty() { &self.known } else { &self.known_when_fixed };
        if let Some(&known) = known.get(&call) {
            return Ok(known);
        }
        let variables = relation.variables.iter().map(|variable| variable.text.clone());
        let binding = variables.zip(call.1.iter().copied()).collect();
        let condition = self.ground(&relation.formula, &binding)?;
        let known = if self.fixed.is_empty() { &mut self.known } else { &mut self.known_when_fixed };
        known.insert(call, condition);
        Ok(condition)
    }

    /// Opens up what stands under `ex`: gives one case after the other, and keeps in `begun` what is to be opened
    /// for the others. (All cases at once may not fit into memory.)
    fn next_case(&mut self, begun: &mut Vec<(Vec<Formula>, Case)>) -> Result<Option<Case>, TossError> {
        let Some((mut agenda, mut case)) = begun.pop() else {
            return Ok(None);
        };
        while let Some(formula) = agenda.pop() {
            self.budget.spend(1, Place::BEGINNING)?;
            match formula {
                Formula::And(parts) => agenda.extend(parts),
                Formula::Or(parts) => {
                    // Cases come in the order of the text: the first part goes on here, the last waits longest.
                    let mut parts = parts.into_iter();
                    let first = parts.next();
                    let size = (agenda.iter().chain(&case.statements)).map(size).sum::<u64>();
                    self.budget.spend((size + 1) * parts.len() as u64, Place::BEGINNING)?;
                    for part in parts.rev() {
                        let mut agenda = agenda.clone();
                        agenda.push(part);
                        begun.push((agenda, case.clone()));
                    }
                    agenda.extend(first);
                }
                Formula::Exists(new, inner) => {
                    self.budget.spend(size(&inner) + new.len() as u64, Place::BEGINNING)?;
                    let mut names = BTreeMap::new();
                    for name in new {
                        if case.variables.len() >= MOST_VARIABLES {
                            let reason = format!("more than {MOST_VARIABLES} variables under one `ex`");
                            return Err(name.place.error(reason));
                        }
                        self.fresh += 1;
                        let fresh = format!("{}#{}", name.text, self.fresh);
                        case.variables.push(fresh.clone());
                        names.insert(name.text, fresh);
                    }
                    agenda.push(renamed(&inner, &names));
                }
                Formula::Holds(ref name, ref arguments) => match self.relations.get(name.text.as_str()) {
                    None => case.statements.push(formula),
                    Some(relation) => {
                        self.budget.spend(size(&relation.formula), name.place)?;
                        let old = relation.variables.iter().map(|variable| variable.text.clone());
                        let names = old.zip(arguments.iter().map(|argument| argument.text.clone())).collect();
                        agenda.push(renamed(&relation.formula, &names));
                    }
                },
                other => case.statements.push(other),
            }
        }
        Ok(Some(case))
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
        self.budget.spend(1 + (statements.len() + variables.len()) as u64, Place::BEGINNING)?;
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
        let Some(first) = variables.iter().find(|variable| !binding.contains_key(*variable)) else {
            let parts = self.ground_all(statements, binding)?;
            found.push(self.conditions.all(parts));
            return Ok(());
        };
        let (variable, cells) = self
            .along_neighbours(statements, binding)
            .unwrap_or_else(|| (first.clone(), (0..self.vocabulary.cells as Cell).collect()));
        for cell in cells {
            binding.insert(variable.clone(), cell);
            self.deeper(|grounder| grounder.choose(variables, statements, binding, found))?;
        }
        binding.remove(&variable);
        Ok(())
    }

    /// A variable that is the neighbour of a known cell, and the cells that it can be: one at most. Whatever is not
    /// bound yet is a variable to be chosen.
    fn along_neighbours(&self, statements: &[Formula], binding: &Binding) -> Option<(String, Vec<Cell>)> {
        for statement in statements {
            let Formula::Holds(name, arguments) = statement else {
                continue;
            };
            let (Some(neighbours), [from, to]) = (self.vocabulary.neighbours(&name.text), &arguments[..])
            else {
                continue;
            };
            match (binding.get(&from.text), binding.get(&to.text)) {
                (Some(&cell), None) => {
                    return Some((to.text.clone(), neighbours[usize::from(cell)].into_iter().collect()));
                }
                (None, Some(&cell)) => {
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
            Term::Chain(first, steps) => {
                let mut value = self.number(first, binding)?;
                for step in steps {
                    let operand = self.number(&step.operand, binding)?;
                    value = self.combined(&value, step.operation, &operand, step.place)?;
                }
                Ok(value)
            }
        }
    }

    fn combined(
        &mut self,
        a: &Distribution,
        operation: Operation,
        b: &Distribution,
        place: Place,
    ) -> Result<Distribution, TossError> {
        self.budget.spend(a.len() as u64 * b.len() as u64, place)?;
        let mut cases: BTreeMap<i64, Vec<Condition>> = BTreeMap::new();
        for (&x, &when_x) in a {
            for (&y, &when_y) in b {
                let value = match operation {
                    Operation::Plus => x.checked_add(y),
                    Operation::Minus => x.checked_sub(y),
                    Operation::Times => x.checked_mul(y),
                    Operation::Power => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
                };
                let value =
                    value.ok_or_else(|| place.error("this number is too large, or a negative power"))?;
                let both = self.conditions.all([when_x, when_y]);
                cases.entry(value).or_default().push(both);
            }
        }
        if cases.len() > MOST_VALUES {
            return Err(place.error(format!("this number can have more than {MOST_VALUES} values")));
        }
        Ok(cases.into_iter().map(|(value, when)| (value, self.conditions.any(when))).collect())
    }

    /// The condition that a number is positive.
    pub(crate) fn positive(&mut self, term: &Term) -> Result<Condition, TossError> {
        let values = self.number(term, &Binding::new())?;
        let positive: Vec<_> =
            values.into_iter().filter(|(value, _)| *value > 0).map(|(_, when)| when).collect();
        Ok(self.conditions.any(positive))
    }
}

/// A case of what stands under `ex`: its variables, and statements about them.
#[derive(Clone, Default)]
struct Case {
    variables: Vec<String>,
    statements: Vec<Formula>,
}

/// The variables that are bound at a place in a formula, each by how many quantifiers.
#[derive(Default)]
struct Bound<'f>(HashMap<&'f str, u32>);

impl<'f> Bound<'f> {
    fn bind(&mut self, name: &'f str) {
        *self.0.entry(name).or_default() += 1;
    }

    fn release(&mut self, name: &'f str) {
        if let Some(times) = self.0.get_mut(name) {
            *times -= 1;
        }
    }

    fn check(&self, name: &Name) -> Result<(), TossError> {
        match self.0.get(name.text.as_str()) {
            Some(1..) => Ok(()),
            _ => Err(name.place.error(format!("the variable `{}` is not bound here", name.shown()))),
        }
    }
}

fn too_deep(place: Place) -> TossError {
    place.error(format!(
        "definitions and quantifiers are nested too deeply: at most {DEEPEST} levels can be handled"
    ))
}

/// The number of words of a formula, or so: what it costs to copy it.
fn size(formula: &Formula) -> u64 {
    match formula {
        Formula::Holds(_, arguments) => 1 + arguments.len() as u64,
        Formula::Same(..) => 2,
        Formula::Not(inner) => 1 + size(inner),
        Formula::And(parts) | Formula::Or(parts) => 1 + parts.iter().map(size).sum::<u64>(),
        Formula::Exists(variables, inner) | Formula::All(variables, inner) => {
            variables.len() as u64 + size(inner)
        }
        Formula::Compare(a, _, b) => 1 + size_of_term(a) + size_of_term(b),
    }
}

fn size_of_term(term: &Term) -> u64 {
    match term {
        Term::Truth(formula) => size(formula),
        Term::Number(_) => 1,
        Term::Chain(first, steps) => {
            size_of_term(first) + steps.iter().map(|step| 1 + size_of_term(&step.operand)).sum::<u64>()
        }
    }
}

fn relations_in<'a>(formula: &'a Formula, into: &mut Vec<&'a str>) {
    match formula {
        Formula::Holds(name, _) => into.push(&name.text),
        Formula::Same(..) => {}
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::All(_, inner) => relations_in(inner, into),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| relations_in(part, into));
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
        Term::Chain(first, steps) => {
            relations_in_term(first, into);
            steps.iter().for_each(|step| relations_in_term(&step.operand, into));
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
        Formula::And(parts) => Formula::And(parts.iter().map(|part| renamed(part, names)).collect()),
        Formula::Or(parts) => Formula::Or(parts.iter().map(|part| renamed(part, names)).collect()),
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
        Term::Chain(first, steps) => {
            let step = |step: &Step| Step { operand: renamed_term(&step.operand, names), ..*step };
            Term::Chain(Box::new(renamed_term(first, names)), steps.iter().map(step).collect())
        }
    }
}
