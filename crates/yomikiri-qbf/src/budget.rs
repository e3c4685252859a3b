//! What writing a formula may take: a switch that stops it, and a limit on memory.
//!
//! The size of a formula is not known before it is written, and a large game can have one that fits nowhere. The
//! encoders therefore count what they write, by the same upper bounds as the solver, and stop at the limit.

use std::cell::Cell;
use yomikiri_game::Stop;

/// What writing a formula may take.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Stops the work.
    pub stop: Stop,
    /// The memory in bytes, if it is limited.
    pub memory: Option<u64>,
}

/// Why a formula was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Exceeded {
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// The formula needs more memory than it may use.
    #[error("the formula needs more memory than it may use")]
    Memory,
}

/// Counts the memory of a formula while it is written.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    used: Cell<u64>,
    looks: Cell<u32>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Self { budget, used: Cell::new(0), looks: Cell::new(0) }
    }

    /// More memory is used.
    pub(crate) fn take(&self, bytes: u64) {
        self.used.set(self.used.get() + bytes);
    }

    /// Whether to go on. To be asked often: the switch is looked at now and then only.
    pub(crate) fn check(&self) -> Result<(), Exceeded> {
        const LOOK_EVERY: u32 = 64;
        if self.budget.memory.is_some_and(|limit| self.used.get() > limit) {
            return Err(Exceeded::Memory);
        }
        let looks = self.looks.get().wrapping_add(1);
        self.looks.set(looks);
        if looks.is_multiple_of(LOOK_EVERY) && self.budget.stop.is_requested() {
            return Err(Exceeded::Stopped);
        }
        Ok(())
    }
}
