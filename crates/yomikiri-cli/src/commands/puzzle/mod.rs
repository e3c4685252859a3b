//! `puzzle`: mate problems in Trax.

mod check;
pub(crate) mod evaluate;
mod export;
mod make;
mod solve;

pub(crate) use solve::side_name;

use crate::Ending;
use crate::arguments::{Display, Puzzle};
use std::io::Write;
use yomikiri_search::{MateTable, SetupError};
use yomikiri_trax::Rules;

pub(crate) fn run(puzzle: &Puzzle, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match puzzle {
        Puzzle::Solve(solve) => solve::run(solve, display, out),
        Puzzle::Make(make) => make::run(make, display, out),
        Puzzle::Check(check) => check::run(check, display, out),
        Puzzle::Export(export) => export::run(export, display, out),
    }
}

/// A table that is as good as new when the rules change: a position does not know under which rules others were
/// searched.
struct TableFor {
    memory: u64,
    current: Option<(Rules, MateTable)>,
}

impl TableFor {
    fn new(memory: u64) -> Self {
        Self { memory, current: None }
    }

    /// The table for a game.
    fn rules(&mut self, rules: Rules) -> Result<&MateTable, SetupError> {
        if self.current.as_ref().is_none_or(|(known, _)| *known != rules) {
            self.current = None;
        }
        Ok(match &mut self.current {
            Some((_, table)) => table,
            none => &none.insert((rules, MateTable::new(self.memory)?)).1,
        })
    }
}
