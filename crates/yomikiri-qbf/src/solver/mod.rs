//! The embedded solver: clausal abstraction over a SAT solver.
//!
//! The formula is a game of two players, one level of variables after the other. Each level is a SAT solver
//! that proposes choices for its variables given what the levels outside have left to do (`level`). The outermost
//! level proposes, the next one replies, and so on inwards, until a player has no reply. He gives a
//! reason: parts of clauses (`parts`) that the choices outside have left unfavourable to him. The reason goes
//! outwards to the next level of his, which learns not to leave all of that unfavourable again, and
//! proposes anew. The answer is found when a player is lost at his outermost level.
//!
//! The other family, search with learning of clauses and cubes (QCDCL), is as good on games (DepQBF is within
//! a factor of two or three either way), but needs a propagation engine of its own, where this needs a few
//! hundred lines over a solver that others maintain. Expansion is far behind on games.
//!
//! A circuit of two blocks is first tried as a circuit (`counterexamples`). A formula may be asked about from several levels
//! on, with everything kept that was learnt (`deepening`).
//!
//! Everything is deterministic. Before the search, [`preprocess`](crate::preprocess()) makes the formula
//! smaller.
//!
//! # References
//! - M. Rabe, L. Tentrup, *CAQE: a certifying QBF solver*, FMCAD 2015.
//! - L. Tentrup, *Non-prenex QBF solving using abstraction*, SAT 2016.
//! - M. Janota, J. Marques-Silva, *Solving QBF by clause selection*, IJCAI 2015.

mod counterexamples;
mod deepening;
mod level;
pub(crate) mod memory;
mod notes;
mod parts;
mod progress;

pub use deepening::Levels;
pub use notes::Notes;
pub(crate) use notes::{Move, Searched};
pub(crate) use parts::PartId;
pub(crate) use progress::Alarm;
pub use progress::{Limits, Progress, Snapshot, StopReason};

use crate::circuit::Circuit;
use crate::formula::{Block, Formula, Literal, Quantifier};
use crate::preprocess::{self, Preprocessed};
use level::{Level, Reply};
use parts::Parts;

/// The answer to "is this formula true?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is; with values of its outermost variables that make it true, if those are existential.
    Sat(Vec<Literal>),
    /// It is not.
    Unsat,
    /// The solver was stopped.
    Unknown(StopReason),
}

impl Answer {
    /// The answer as far as it is known.
    #[must_use]
    pub fn known(&self) -> Option<bool> {
        match self {
            Self::Sat(_) => Some(true),
            Self::Unsat => Some(false),
            Self::Unknown(_) => None,
        }
    }
}

/// What a solver may be told.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether to make the formula smaller first.
    pub preprocess: bool,
    /// When to give up.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self { preprocess: true, limits: Limits::default() }
    }
}

/// Decides a formula.
pub fn solve(formula: &Formula, options: &Options, progress: &Progress) -> Answer {
    decide(formula, options, &Alarm::new(options.limits, progress), None)
}

/// Decides a circuit, of which these are the clauses: by counterexamples if it has two blocks at most, as far as that
/// is promising, and else by its clauses.
pub fn solve_circuit(circuit: &Circuit, clauses: &Formula, options: &Options, progress: &Progress) -> Answer {
    let alarm = Alarm::new(options.limits, progress);
    counterexamples::solve(circuit, &alarm).unwrap_or_else(|| decide(clauses, options, &alarm, None))
}

/// Decides a formula, and notes what its certificate is made of.
pub fn solve_noted(formula: &Formula, options: &Options, progress: &Progress) -> (Answer, Notes) {
    let mut notes = Notes::default();
    let answer = decide(formula, options, &Alarm::new(options.limits, progress), Some(&mut notes));
    (answer, notes)
}

fn decide(formula: &Formula, options: &Options, alarm: &Alarm<'_>, mut notes: Option<&mut Notes>) -> Answer {
    alarm.take(memory::formula(formula));
    let effort = if options.preprocess { preprocess::Effort::Full } else { preprocess::Effort::Least };
    let steps = notes.as_deref_mut().map(|notes| &mut notes.steps);
    let (formula, values) = match preprocess::preprocess_until(formula, effort, alarm, steps) {
        None => return Answer::Unknown(alarm.reason()),
        Some(Preprocessed::True(values)) => return Answer::Sat(values),
        Some(Preprocessed::False) => return Answer::Unsat,
        Some(Preprocessed::Open { formula, values }) => (formula, values),
    };
    alarm.take(memory::formula(&formula));
    let Some(mut search) = Abstraction::new(&formula, alarm) else {
        return Answer::Unknown(alarm.reason());
    };
    search.notes = notes.is_some().then(|| vec![Vec::new(); search.levels.len()]);
    let answer = search.run();
    if let (Some(notes), Some(moves)) = (notes, search.notes.take()) {
        notes.search = Some(Searched::new(&formula, search.parts, moves));
    }
    match answer {
        Answer::Sat(choice) => {
            let mut all = values;
            all.extend(choice);
            all.sort_unstable();
            Answer::Sat(all)
        }
        other => other,
    }
}

/// Where the news goes next.
enum Course {
    /// The level is to propose.
    Propose,
    /// The existential player has won inside, relying on these parts being satisfied.
    Won(Vec<PartId>),
    /// He has lost inside, suffering from these parts not being satisfied.
    Lost(Vec<PartId>),
}

struct Abstraction<'a> {
    blocks: &'a [Block],
    parts: Parts,
    levels: Vec<Level<'a>>,
    satisfied: Vec<bool>,
    alarm: Alarm<'a>,
    /// By level: the moves of its player that won, if a certificate is wanted.
    notes: Option<Vec<Vec<Move>>>,
}

impl<'a> Abstraction<'a> {
    /// `None` if the alarm rang before everything was made.
    fn new(formula: &'a Formula, alarm: &Alarm<'a>) -> Option<Self> {
        let parts = Parts::new(formula, alarm)?;
        let blocks = formula.prefix().blocks();
        let level = |(number, block)| Level::new(number as u32, block, &parts, alarm.clone());
        let levels = blocks.iter().enumerate().map(level).collect::<Option<_>>()?;
        let satisfied = vec![false; parts.len()];
        Some(Self { blocks, satisfied, parts, levels, alarm: alarm.clone(), notes: None })
    }

    fn run(&mut self) -> Answer {
        self.run_from(0)
    }

    /// Searches from a level on; which parts outside of it are satisfied has been said.
    fn run_from(&mut self, first: usize) -> Answer {
        let innermost = self.levels.len() - 1;
        let mut at = first;
        let mut course = Course::Propose;
        loop {
            if let Some(reason) = self.alarm.rings() {
                return Answer::Unknown(reason);
            }
            let level = &mut self.levels[at];
            let exists = level.quantifier() == Quantifier::Exists;
            // What is to be told outside: that the existential player has won or lost, and why.
            let (won, reasons) = match course {
                Course::Propose => {
                    self.alarm.proposal(at);
                    match level.reply(&self.parts, &mut self.satisfied) {
                        Reply::Stopped => return Answer::Unknown(self.alarm.reason()),
                        Reply::Choice if at < innermost => {
                            at += 1;
                            course = Course::Propose;
                            continue;
                        }
                        // The innermost level is existential.
                        Reply::Choice => (true, level.relies_on(&self.parts, &[])),
                        Reply::Lost(reasons) => (!exists, reasons),
                    }
                }
                Course::Won(reasons) if exists => (true, level.relies_on(&self.parts, &reasons)),
                Course::Lost(reasons) if !exists => (false, level.suffers_from(&self.parts, &reasons)),
                Course::Won(reasons) | Course::Lost(reasons) => {
                    level.learn(&self.parts, &reasons);
                    self.alarm.refinement(level.conflicts());
                    course = Course::Propose;
                    continue;
                }
            };
            if let Some(notes) = &mut self.notes
                && won == exists
            {
                // The level's player has won by his latest choice.
                let level = &self.levels[at];
                let winning = Move { given: reasons.clone(), choice: level.choice(&self.blocks[at]) };
                self.alarm.take(winning.memory());
                notes[at].push(winning);
            }
            let level = &self.levels[at];
            if at == first {
                return match (won, exists) {
                    (false, _) => Answer::Unsat,
                    (true, true) => Answer::Sat(level.choice(&self.blocks[first])),
                    (true, false) => Answer::Sat(Vec::new()),
                };
            }
            at -= 1;
            course = if won { Course::Won(reasons) } else { Course::Lost(reasons) };
        }
    }
}
