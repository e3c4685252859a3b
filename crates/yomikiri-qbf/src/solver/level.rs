//! One level of the formula, as its own player sees it.
//!
//! A SAT solver holds what the player knows so far of what is good for him. Its variables are those of the
//! block, and for parts of clauses whether they are *favourable*: to the existential player a part that is
//! satisfied, to the universal player a part that is not.
//!
//! - A part at levels outside is a given: its variable is free if it is favourable, and assumed false if not.
//! - A part at this level is favourable to the existential player if one of its literals holds or the part
//!   outside of it is favourable; to the universal player, if none of its literals holds and the part
//!   outside of it is favourable.
//!
//! The existential player has to satisfy the clauses that end here. More is learnt when a choice was refuted:
//! that one of the parts which were unfavourable then must be favourable ([`Level::learn`]).

use super::parts::{Part, PartId, Parts, Renaming};
use super::{Alarm, memory};
use crate::formula::{Block, Literal, Quantifier};
use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};
use std::collections::HashMap;

pub(super) struct Level<'a> {
    number: u32,
    quantifier: Quantifier,
    solver: Solver<Alarm<'a>>,
    renaming: Renaming,
    /// The variables of parts, where they are needed.
    favourable: HashMap<PartId, Lit>,
    /// Those of parts at levels outside.
    given: Vec<(PartId, Lit)>,
    /// The parts at this level, in order.
    here: Vec<Here>,
    assumptions: Vec<Lit>,
}

/// A part at a level.
struct Here {
    id: PartId,
    literals: Vec<Lit>,
    /// Whether the latest choice makes one of them true.
    holds: bool,
}

/// What a player says to what is given.
pub(super) enum Reply {
    /// He has a choice that he knows nothing against.
    Choice,
    /// Nothing helps as long as these parts are unfavourable.
    Lost(Vec<PartId>),
    /// The solver was stopped.
    Stopped,
}

/// What polarity a solver tries first is said by the sign of the literal.
const TRUE_FIRST: lbool = lbool::FALSE;
const FALSE_FIRST: lbool = lbool::TRUE;

impl<'a> Level<'a> {
    /// `None` if the alarm rang before everything was made.
    pub(super) fn new(number: u32, block: &Block, parts: &Parts, alarm: Alarm<'a>) -> Option<Self> {
        alarm.take(memory::SOLVER + memory::VARIABLE * block.variables.len() as u64);
        if alarm.rings().is_some() {
            return None;
        }
        let mut solver = Solver::new(SolverOpts::default(), alarm);
        let mut renaming = Renaming::default();
        for &variable in &block.variables {
            renaming.insert(variable, solver.new_var_default());
        }
        let mut level = Self {
            number,
            quantifier: block.quantifier,
            solver,
            renaming,
            favourable: HashMap::new(),
            given: Vec::new(),
            here: Vec::new(),
            assumptions: Vec::new(),
        };
        for &id in parts.at_level(number) {
            if level.alarm().rings().is_some() {
                return None;
            }
            let part = parts.get(id);
            let literals = level.renamed(part);
            level.alarm().take(memory::part_here(literals.len()));
            level.here.push(Here { id, literals: literals.clone(), holds: false });
            if part.is_end {
                // Universal reduction has left no clause that ends with a universal part.
                let mut clause = literals;
                clause.extend(part.outside.map(|outside| level.favourable(outside, parts)));
                level.add(&mut clause);
            } else {
                // Having them from the start makes the player try to do what is good for him.
                level.favourable(id, parts);
            }
        }
        Some(level)
    }

    fn alarm(&self) -> &Alarm<'a> {
        self.solver.cb()
    }

    fn add(&mut self, clause: &mut Vec<Lit>) {
        self.alarm().clause(clause.len());
        self.solver.add_clause_reuse(clause);
    }

    pub(super) fn quantifier(&self) -> Quantifier {
        self.quantifier
    }

    pub(super) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    fn renamed(&self, part: &Part) -> Vec<Lit> {
        part.literals.iter().map(|&literal| self.renaming.literal(literal)).collect()
    }

    /// The variable that says that a part is favourable.
    fn favourable(&mut self, id: PartId, parts: &Parts) -> Lit {
        if let Some(&known) = self.favourable.get(&id) {
            return known;
        }
        self.alarm().take(memory::VARIABLE);
        let part = parts.get(id);
        let variable = if part.level < self.number {
            // Never decided on: it follows where it is needed, and only there.
            let variable = Lit::new(self.solver.new_var(lbool::UNDEF, false), true);
            self.given.push((id, variable));
            variable
        } else {
            let outside = part.outside.map(|outside| self.favourable(outside, parts));
            let literals = self.renamed(part);
            match self.quantifier {
                Quantifier::Exists => {
                    let variable = Lit::new(self.solver.new_var(TRUE_FIRST, true), true);
                    let mut clause = vec![!variable];
                    clause.extend(literals);
                    clause.extend(outside);
                    self.add(&mut clause);
                    variable
                }
                Quantifier::Forall => {
                    let variable = Lit::new(self.solver.new_var(FALSE_FIRST, true), true);
                    for literal in literals.into_iter().map(|literal| !literal).chain(outside) {
                        self.add(&mut vec![!variable, literal]);
                    }
                    variable
                }
            }
        };
        self.favourable.insert(id, variable);
        variable
    }

    /// Asks the player for a choice. `satisfied` says which parts are satisfied, at levels outside; those of
    /// this level are brought up to date.
    pub(super) fn reply(&mut self, parts: &Parts, satisfied: &mut [bool]) -> Reply {
        let exists = self.quantifier == Quantifier::Exists;
        self.assumptions.clear();
        let unfavourable = self.given.iter().filter(|(part, _)| satisfied[*part as usize] != exists);
        self.assumptions.extend(unfavourable.map(|&(_, variable)| !variable));
        let found = self.solve();
        if found == lbool::FALSE {
            return self.lost();
        }
        if found != lbool::TRUE {
            return Reply::Stopped;
        }
        let solver = &self.solver;
        for Here { id, literals, holds } in &mut self.here {
            *holds = literals.iter().any(|&literal| solver.value_lit(literal) == lbool::TRUE);
            let outside = parts.get(*id).outside;
            satisfied[*id as usize] = *holds || outside.is_some_and(|outside| satisfied[outside as usize]);
        }
        Reply::Choice
    }

    /// Solves under the assumptions.
    fn solve(&mut self) -> lbool {
        let found = self.solver.solve_limited(&self.assumptions);
        let core = self.solver.unsat_core().len();
        if found == lbool::FALSE && core > 0 {
            // Reported like a clause that was learnt, but not kept.
            self.alarm().forget_clause(core);
        }
        found
    }

    /// Why the assumptions leave no choice. Assuming only the reasons, in the opposite order, mostly shows
    /// that fewer will do; smaller reasons refute more, which is well worth the time.
    fn lost(&mut self) -> Reply {
        loop {
            let before = self.assumptions.len();
            let solver = &self.solver;
            self.assumptions.retain(|assumption| solver.unsat_core_contains_var(assumption.var()));
            if self.assumptions.len() == before || self.assumptions.is_empty() {
                break;
            }
            self.assumptions.reverse();
            if self.solve() != lbool::FALSE {
                return Reply::Stopped;
            }
        }
        let solver = &self.solver;
        let reasons = self.given.iter().filter(|(_, given)| solver.unsat_core_contains_var(given.var()));
        Reply::Lost(reasons.map(|&(part, _)| part).collect())
    }

    /// One of these parts has to be favourable.
    pub(super) fn learn(&mut self, parts: &Parts, reasons: &[PartId]) {
        let mut clause: Vec<_> = reasons.iter().map(|&part| self.favourable(part, parts)).collect();
        self.add(&mut clause);
    }

    /// The existential player has won inside, given that these parts are satisfied. What of that do the levels
    /// outside have to grant?
    pub(super) fn relies_on(&self, parts: &Parts, inside: &[PartId]) -> Vec<PartId> {
        let mut relies = Vec::new();
        for &id in inside {
            match self.here.binary_search_by_key(&id, |here| here.id) {
                Ok(at) if self.here[at].holds => {}
                Ok(_) => relies.extend(parts.get(id).outside),
                Err(_) => relies.push(id),
            }
        }
        let ends = self.here.iter().filter(|here| !here.holds && parts.get(here.id).is_end);
        relies.extend(ends.filter_map(|here| parts.get(here.id).outside));
        relies.sort_unstable();
        relies.dedup();
        relies
    }

    /// The existential player has lost inside, given that these parts are not satisfied; and this level
    /// satisfies none of them. What remains of them outside?
    pub(super) fn suffers_from(&self, parts: &Parts, inside: &[PartId]) -> Vec<PartId> {
        let outside = |&id: &PartId| {
            let part = parts.get(id);
            if part.level < self.number { Some(id) } else { part.outside }
        };
        let mut suffers: Vec<_> = inside.iter().filter_map(outside).collect();
        suffers.sort_unstable();
        suffers.dedup();
        suffers
    }

    /// The latest choice.
    pub(super) fn choice(&self, block: &Block) -> Vec<Literal> {
        let value = |&variable: &u32| {
            let literal = Literal::positive(variable);
            let holds = self.solver.value_lit(self.renaming.literal(literal)) == lbool::TRUE;
            Literal::new(variable, holds)
        };
        block.variables.iter().map(value).collect()
    }
}
