//! Making a formula smaller without changing its value.
//!
//! | rule | what it does |
//! |---|---|
//! | universal reduction | a universal literal goes if its clause has no existential one further inside |
//! | units | the only existential literal that is left must hold |
//! | pure literals | a variable of one sign only gets the value that its player likes |
//! | subsumption | a clause that contains another goes; one that nearly does loses a literal |
//! | variable elimination | an existential variable goes if its resolvents are no more than its clauses |
//! | blocked clauses | a clause goes if all its resolvents on one of its literals are tautologies |
//!
//! A variable may be eliminated if all clauses with one of its signs have no literal further inside: then the
//! choice of its value can be put off until those are known. The literals that make a blocked clause's
//! resolvents tautologies must not be further inside than the one it is blocked on.
//!
//! Variables of the outermost block, if it is existential, are neither eliminated nor blocked on, so that the
//! values found for them are values for the formula as it was.
//!
//! # References
//! - A. Biere, F. Lonsing, M. Seidl, *Blocked clause elimination for QBF*, CADE 2011.
//! - E. Giunchiglia, P. Marin, M. Narizzano, *sQueezeBF: an effective preprocessor for QBFs based on equivalence
//!   reasoning*, SAT 2010.
//! - A. Biere, *Resolve and expand*, SAT 2004.

use crate::certificate::Step;
use crate::formula::{Formula, Literal, Prefix, Quantifier};
use crate::solver::{Alarm, Limits, Progress, memory};

/// What comes of it.
#[derive(Clone, Debug)]
pub enum Preprocessed {
    /// The formula is true, with these values of its outermost variables if they are existential.
    True(Vec<Literal>),
    /// The formula is false.
    False,
    /// Something is left. Every clause has a literal, every block a variable, and the innermost block is
    /// existential.
    Open {
        /// The smaller formula, over the same numbers of variables.
        formula: Formula,
        /// Outermost existential variables that have a value already.
        values: Vec<Literal>,
    },
}

/// How much to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Universal reduction, units and pure literals.
    Least,
    /// Everything.
    Full,
}

/// Makes a formula smaller.
#[must_use]
pub fn preprocess(formula: &Formula, effort: Effort) -> Preprocessed {
    let progress = Progress::default();
    let alarm = Alarm::new(Limits::default(), &progress);
    preprocess_until(formula, effort, &alarm, None).unwrap_or_else(|| unreachable!("nobody stops it"))
}

/// Makes a formula smaller; `None` if the alarm rang before. What a certificate needs to know is added to the steps.
pub(crate) fn preprocess_until(
    formula: &Formula,
    effort: Effort,
    alarm: &Alarm<'_>,
    steps: Option<&mut Vec<Step>>,
) -> Option<Preprocessed> {
    let mut work = Work::new(formula, alarm)?;
    work.steps = steps;
    let result = work.reduce_all().and_then(|()| work.run(effort));
    let preprocessed = match result {
        Err(Halt::Stopped) => None,
        Err(Halt::Falsified) => Some(Preprocessed::False),
        Ok(()) if work.alive == 0 => Some(Preprocessed::True(work.values())),
        Ok(()) => Some(Preprocessed::Open { formula: work.formula(formula), values: work.values() }),
    };
    alarm.give_back(work.memory);
    preprocessed
}

/// Why preprocessing does not go on.
enum Halt {
    /// The formula turned out to be false.
    Falsified,
    /// The alarm rang.
    Stopped,
}

/// Longer clauses are not resolved.
const LONGEST: usize = 40;
/// Variables in more clauses of one sign are not eliminated.
const MOST_OCCURRENCES: usize = 24;
/// How many literals may be looked at before the expensive rules are left alone.
const FUEL: u64 = 40_000_000;
/// How often all rules are tried.
const ROUNDS: u32 = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Open,
    Assigned(bool),
    Eliminated,
}

struct Work<'a> {
    quantifier: Vec<Quantifier>,
    level: Vec<u32>,
    standing: Vec<Standing>,
    /// The outermost variables, if they are existential.
    kept: Vec<u32>,
    is_kept: Vec<bool>,
    /// Sorted; an empty one is gone.
    clauses: Vec<Vec<Literal>>,
    alive: usize,
    /// By literal: the clauses that have or had it.
    occurrences: Vec<Vec<u32>>,
    /// Clauses to be looked at again.
    agenda: Vec<u32>,
    fuel: u64,
    alarm: &'a Alarm<'a>,
    /// The bytes that the alarm was told of.
    memory: u64,
    /// What a certificate needs to know, if one is wanted.
    steps: Option<&'a mut Vec<Step>>,
}

impl<'a> Work<'a> {
    /// `None` if there is no memory for it.
    fn new(formula: &Formula, alarm: &'a Alarm<'a>) -> Option<Self> {
        // A file may name many more variables than it uses.
        let blocks = formula.prefix().blocks();
        let largest = blocks.iter().flat_map(|block| &block.variables).copied().max().unwrap_or(0);
        let count = largest as usize + 1;
        let clauses = formula.clauses().iter().map(|clause| memory::preprocessed_clause(clause.len()));
        let memory = count as u64 * memory::PREPROCESSED_VARIABLE + clauses.sum::<u64>();
        alarm.take(memory);
        if alarm.rings().is_some() {
            alarm.give_back(memory);
            return None;
        }
        let mut work = Self {
            quantifier: vec![Quantifier::Exists; count],
            level: vec![0; count],
            standing: vec![Standing::Open; count],
            kept: Vec::new(),
            is_kept: vec![false; count],
            clauses: Vec::new(),
            alive: 0,
            occurrences: vec![Vec::new(); 2 * count],
            agenda: Vec::new(),
            fuel: FUEL,
            alarm,
            memory,
            steps: None,
        };
        for (level, block) in formula.prefix().blocks().iter().enumerate() {
            for &variable in &block.variables {
                work.quantifier[variable as usize] = block.quantifier;
                work.level[variable as usize] = level as u32;
                if level == 0 && block.quantifier == Quantifier::Exists {
                    work.kept.push(variable);
                    work.is_kept[variable as usize] = true;
                }
            }
        }
        work.clauses = formula.clauses().to_vec();
        work.alive = work.clauses.len();
        Some(work)
    }

    /// Whether to go on.
    fn go_on(&self) -> Result<(), Halt> {
        match self.alarm.rings() {
            Some(_) => Err(Halt::Stopped),
            None => Ok(()),
        }
    }

    fn exists(&self, literal: Literal) -> bool {
        self.quantifier[literal.variable() as usize] == Quantifier::Exists
    }

    fn level(&self, literal: Literal) -> u32 {
        self.level[literal.variable() as usize]
    }

    /// Drops the universal literals that are further inside than all existential ones.
    fn reduce(&mut self, clause: &mut Vec<Literal>) {
        if let Some((reduced, dropped)) = self.reduced(clause) {
            *clause = reduced;
            self.note(|| Step::Reduced { clause: clause.clone(), dropped });
        }
    }

    /// A clause without those, and those; `None` if it has none.
    fn reduced(&self, clause: &[Literal]) -> Option<(Vec<Literal>, Vec<Literal>)> {
        let innermost = clause.iter().filter(|&&literal| self.exists(literal)).map(|&l| self.level(l)).max();
        let stays = |literal: &Literal| {
            self.exists(*literal) || innermost.is_some_and(|level| self.level(*literal) < level)
        };
        let any = !clause.iter().all(stays);
        any.then(|| clause.iter().partition(|literal| stays(literal)))
    }

    /// Notes a step, if a certificate is wanted.
    fn note(&mut self, step: impl FnOnce() -> Step) {
        if let Some(steps) = &mut self.steps {
            let step = step();
            self.alarm.take(step.memory());
            steps.push(step);
        }
    }

    /// Makes the clauses that were given reduced and known by their literals.
    fn reduce_all(&mut self) -> Result<(), Halt> {
        for clause in std::mem::take(&mut self.clauses) {
            self.alive -= 1;
            self.add(clause)?;
        }
        Ok(())
    }

    fn add(&mut self, mut clause: Vec<Literal>) -> Result<(), Halt> {
        self.reduce(&mut clause);
        if clause.is_empty() {
            return Err(Halt::Falsified);
        }
        let id = self.clauses.len() as u32;
        for literal in &clause {
            self.occurrences[literal.index()].push(id);
        }
        self.clauses.push(clause);
        self.alive += 1;
        self.agenda.push(id);
        Ok(())
    }

    fn remove(&mut self, id: u32) {
        if !self.clauses[id as usize].is_empty() {
            self.clauses[id as usize].clear();
            self.alive -= 1;
        }
    }

    /// The clauses that have a literal.
    fn with(&mut self, literal: Literal) -> Vec<u32> {
        let clauses = &self.clauses;
        let occurrences = &mut self.occurrences[literal.index()];
        occurrences.retain(|&id| clauses[id as usize].binary_search(&literal).is_ok());
        self.fuel = self.fuel.saturating_sub(occurrences.len() as u64 + 1);
        occurrences.clone()
    }

    /// Takes a literal out of a clause.
    fn strengthen(&mut self, id: u32, literal: Literal) -> Result<(), Halt> {
        let mut clause = std::mem::take(&mut self.clauses[id as usize]);
        clause.retain(|&other| other != literal);
        self.reduce(&mut clause);
        if clause.is_empty() {
            return Err(Halt::Falsified);
        }
        self.clauses[id as usize] = clause;
        self.agenda.push(id);
        Ok(())
    }

    fn assign(&mut self, literal: Literal) -> Result<(), Halt> {
        self.standing[literal.variable() as usize] = Standing::Assigned(literal.is_positive());
        self.note(|| Step::Assigned(literal));
        for id in self.with(literal) {
            self.remove(id);
        }
        for id in self.with(!literal) {
            self.strengthen(id, !literal)?;
        }
        Ok(())
    }

    fn run(&mut self, effort: Effort) -> Result<(), Halt> {
        for _ in 0..ROUNDS {
            let before = (self.alive, self.literals());
            self.cheap()?;
            if effort == Effort::Full {
                let everything = (0..self.clauses.len() as u32).collect();
                self.subsume(everything)?;
                self.eliminate_all()?;
                self.cheap()?;
                self.remove_blocked()?;
            }
            if (self.alive, self.literals()) == before || self.fuel == 0 {
                break;
            }
        }
        self.cheap()
    }

    fn literals(&self) -> usize {
        self.clauses.iter().map(Vec::len).sum()
    }

    /// Units and pure literals, until there are none.
    fn cheap(&mut self) -> Result<(), Halt> {
        loop {
            while let Some(id) = self.agenda.pop() {
                self.go_on()?;
                if let [unit] = self.clauses[id as usize][..] {
                    // After reduction a single literal is existential.
                    self.assign(unit)?;
                }
            }
            let mut changed = false;
            for variable in 1..self.standing.len() as u32 {
                if self.standing[variable as usize] != Standing::Open {
                    continue;
                }
                self.go_on()?;
                let literal = Literal::positive(variable);
                let pure = match (self.with(literal).is_empty(), self.with(!literal).is_empty()) {
                    (true, true) | (false, false) => continue,
                    (false, true) => literal,
                    (true, false) => !literal,
                };
                // The universal player wants it false.
                let pure = if self.exists(pure) { pure } else { !pure };
                self.assign(pure)?;
                changed = true;
            }
            if !changed && self.agenda.is_empty() {
                return Ok(());
            }
        }
    }

    /// Removes and strengthens clauses by those listed.
    fn subsume(&mut self, mut list: Vec<u32>) -> Result<(), Halt> {
        while let Some(id) = list.pop() {
            self.go_on()?;
            let clause = self.clauses[id as usize].clone();
            if clause.is_empty() || clause.len() > LONGEST || self.fuel == 0 {
                continue;
            }
            // Whatever it subsumes, or would but for the sign of one literal, has its rarest variable.
            let rarest = clause
                .iter()
                .copied()
                .min_by_key(|&l| self.occurrences[l.index()].len() + self.occurrences[(!l).index()].len());
            let Some(rarest) = rarest else {
                continue;
            };
            for other in self.with(rarest).into_iter().chain(self.with(!rarest)) {
                if other == id || self.clauses[other as usize].len() < clause.len() {
                    continue;
                }
                self.fuel = self.fuel.saturating_sub(clause.len() as u64);
                match nearly_contains(&self.clauses[other as usize], &clause) {
                    Some(None) => self.remove(other),
                    Some(Some(flipped)) if self.exists(flipped) => {
                        self.strengthen(other, !flipped)?;
                        list.push(other);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn eliminate_all(&mut self) -> Result<(), Halt> {
        // Innermost first: they are the ones that can be eliminated.
        let mut variables: Vec<_> = (1..self.standing.len() as u32).collect();
        variables.sort_by_key(|&variable| std::cmp::Reverse(self.level[variable as usize]));
        for variable in variables {
            let open = self.standing[variable as usize] == Standing::Open;
            let exists = self.quantifier[variable as usize] == Quantifier::Exists;
            if open && exists && !self.is_kept[variable as usize] && self.fuel > 0 {
                self.go_on()?;
                self.eliminate(Literal::positive(variable))?;
            }
        }
        Ok(())
    }

    fn eliminate(&mut self, pivot: Literal) -> Result<(), Halt> {
        let (with, without) = (self.with(pivot), self.with(!pivot));
        if with.is_empty() && without.is_empty() || with.len().max(without.len()) > MOST_OCCURRENCES {
            return Ok(());
        }
        let level = self.level(pivot);
        let outside = |ids: &[u32]| {
            let clauses = ids.iter().map(|&id| &self.clauses[id as usize]);
            clauses.flatten().all(|&literal| self.level(literal) <= level)
        };
        let with_is_outside = outside(&with);
        if !with_is_outside && !outside(&without) {
            return Ok(());
        }
        let mut resolvents = Vec::new();
        for &a in &with {
            for &b in &without {
                let (a, b) = (&self.clauses[a as usize], &self.clauses[b as usize]);
                self.fuel = self.fuel.saturating_sub((a.len() + b.len()) as u64);
                let Some(resolvent) = resolve(a, b, pivot) else {
                    continue;
                };
                let length = self.reduced(&resolvent).map_or(resolvent.len(), |(reduced, _)| reduced.len());
                resolvents.push(resolvent);
                if resolvents.len() > with.len() + without.len() || length > LONGEST {
                    return Ok(());
                }
            }
        }
        self.standing[pivot.variable() as usize] = Standing::Eliminated;
        if self.steps.is_some() {
            let (literal, ids) = if with_is_outside { (pivot, &with) } else { (!pivot, &without) };
            let clauses = ids.iter().map(|&id| self.clauses[id as usize].clone()).collect();
            self.note(|| Step::Eliminated { literal, clauses });
        }
        for id in with.into_iter().chain(without) {
            self.remove(id);
        }
        let first = self.clauses.len() as u32;
        for resolvent in resolvents {
            let more = memory::preprocessed_clause(resolvent.len());
            self.memory += more;
            self.alarm.take(more);
            self.add(resolvent)?;
        }
        self.subsume((first..self.clauses.len() as u32).collect())
    }

    fn remove_blocked(&mut self) -> Result<(), Halt> {
        for id in 0..self.clauses.len() as u32 {
            self.go_on()?;
            let clause = self.clauses[id as usize].clone();
            if clause.len() > LONGEST || self.fuel == 0 {
                continue;
            }
            let blocked_on = clause.iter().copied().find(|&literal| self.is_blocked(&clause, literal));
            if let Some(literal) = blocked_on {
                let level = self.level(literal);
                let outside = |other: &Literal| *other != literal && self.level(*other) <= level;
                let others = clause.iter().copied().filter(outside).collect();
                self.note(|| Step::Blocked { literal, others });
                self.remove(id);
            }
        }
        Ok(())
    }

    fn is_blocked(&mut self, clause: &[Literal], on: Literal) -> bool {
        if !self.exists(on) || self.is_kept[on.variable() as usize] {
            return false;
        }
        let level = self.level(on);
        let others = self.with(!on);
        others.iter().all(|&other| {
            let other = &self.clauses[other as usize];
            let clashes = |&literal: &Literal| {
                literal != on && self.level(literal) <= level && other.binary_search(&!literal).is_ok()
            };
            clause.iter().any(clashes)
        })
    }

    fn values(&self) -> Vec<Literal> {
        let value = |&variable: &u32| match self.standing[variable as usize] {
            Standing::Assigned(value) => Some(Literal::new(variable, value)),
            Standing::Open | Standing::Eliminated => None,
        };
        self.kept.iter().filter_map(value).collect()
    }

    fn formula(&self, original: &Formula) -> Formula {
        let mut used = vec![false; self.standing.len()];
        for literal in self.clauses.iter().flatten() {
            used[literal.variable() as usize] = true;
        }
        let mut prefix = Prefix::default();
        for block in original.prefix().blocks() {
            prefix.push(block.quantifier, block.variables.iter().copied().filter(|&v| used[v as usize]));
        }
        let mut formula = Formula::with_prefix(prefix, original.variables());
        for clause in self.clauses.iter().filter(|clause| !clause.is_empty()) {
            formula.add(clause.iter().copied());
        }
        formula
    }
}

/// The resolvent of two clauses; `None` if it is a tautology.
fn resolve(a: &[Literal], b: &[Literal], pivot: Literal) -> Option<Vec<Literal>> {
    let mut resolvent: Vec<_> = a.iter().copied().filter(|&literal| literal != pivot).collect();
    resolvent.extend(b.iter().copied().filter(|&literal| literal != !pivot));
    resolvent.sort_unstable();
    resolvent.dedup();
    resolvent.windows(2).all(|pair| pair[0] != !pair[1]).then_some(resolvent)
}

/// Whether `large` has all literals of `small`, but for the sign of at most one, which is then given as it is
/// in `small`. Both are sorted.
fn nearly_contains(large: &[Literal], small: &[Literal]) -> Option<Option<Literal>> {
    let mut flipped = None;
    let mut rest = large.iter();
    for &literal in small {
        let found = rest.by_ref().find(|other| other.variable() >= literal.variable())?;
        if *found == !literal && flipped.is_none() {
            flipped = Some(literal);
        } else if *found != literal {
            return None;
        }
    }
    Some(flipped)
}
