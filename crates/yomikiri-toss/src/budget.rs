//! How much may be done for a description, and whether to go on.

use crate::syntax::{Place, TossError};
use yomikiri_game::Stop;

/// How many steps lowering may take: several seconds. (The 16×16 torus with an animal of six cells takes 106 million.).
const MOST_STEPS: u64 = 150_000_000;
/// How often the switch is looked at, in steps: every millisecond or so.
const ASK_EVERY: u64 = 1 << 12;

/// A count of steps with a limit, and a switch that ends them.
pub(crate) struct Budget<'a> {
    spent: u64,
    stop: &'a Stop,
    /// Whether it did.
    pub(crate) is_stopped: bool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(stop: &'a Stop) -> Self {
        Self { spent: 0, stop, is_stopped: false }
    }

    /// Counts steps taken at a place of the text.
    pub(crate) fn spend(&mut self, steps: u64, at: Place) -> Result<(), TossError> {
        let before = self.spent;
        self.spent = self.spent.saturating_add(steps);
        if self.spent > MOST_STEPS {
            return Err(
                at.error(format!("there are too many cases: this takes more than {MOST_STEPS} steps"))
            );
        }
        if before / ASK_EVERY != self.spent / ASK_EVERY && self.stop.is_requested() {
            self.is_stopped = true;
            return Err(at.error("reading was stopped"));
        }
        Ok(())
    }
}
