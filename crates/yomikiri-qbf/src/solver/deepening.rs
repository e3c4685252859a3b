//! One formula, asked about from different levels on, by one solver.
//!
//! What a level learns is about the parts outside of it being satisfied or not, however that came about. So it stays valid
//! if the search starts at an inner level and somebody else says which parts outside are satisfied; and it is there
//! already when the search starts further outside the next time.

use super::{Abstraction, Alarm, Answer, Limits, Progress, memory};
use crate::formula::{Formula, Literal, Quantifier};

/// A solver that keeps what it has learnt from one question to the next. The formula is taken as it is: what a
/// preprocessor does is right for the whole formula only.
pub struct Levels<'a> {
    search: Abstraction<'a>,
    formula: &'a Formula,
}

impl<'a> Levels<'a> {
    /// A solver that knows nothing yet. `None` if the formula is not of the form that is searched (the innermost block
    /// is existential, no clause ends in a universal block, and every clause has a literal) or a limit was reached.
    #[must_use]
    pub fn new(formula: &'a Formula, limits: Limits, progress: &'a Progress) -> Option<Self> {
        let blocks = formula.prefix().blocks();
        let is_existential = |block: &crate::formula::Block| block.quantifier == Quantifier::Exists;
        if !blocks.last().is_some_and(is_existential) || formula.clauses().iter().any(Vec::is_empty) {
            return None;
        }
        let alarm = Alarm::new(limits, progress);
        alarm.take(memory::formula(formula));
        let search = Abstraction::new(formula, &alarm)?;
        let ends_universal = |level: u32| {
            !is_existential(&blocks[level as usize])
                && search.parts.at_level(level).iter().any(|&part| search.parts.get(part).is_end)
        };
        if (0..blocks.len() as u32).any(ends_universal) {
            return None;
        }
        Some(Self { search, formula })
    }

    /// Whether what is inside of a level is true, given which literals outside hold. These need not be values of
    /// variables: a literal and its negation may both hold, or neither. A true answer has values of the level's block.
    pub fn ask(&mut self, level: usize, holds: impl Fn(Literal) -> bool) -> Answer {
        debug_assert!(level < self.formula.prefix().blocks().len(), "there is such a level");
        let search = &mut self.search;
        for outside in 0..level as u32 {
            for &id in search.parts.at_level(outside) {
                let part = search.parts.get(id);
                let before = part.outside.is_some_and(|before| search.satisfied[before as usize]);
                search.satisfied[id as usize] = before || part.literals.iter().any(|&literal| holds(literal));
            }
        }
        search.run_from(level)
    }
}
