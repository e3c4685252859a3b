//! How far long work is that goes step by step, for whoever watches it from another thread.

use crate::Stop;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counters of work under way, and the switch that ends it. The work calls [`Progress::advance`]; others look at
/// [`Progress::steps`].
#[derive(Debug, Default)]
pub struct Progress {
    stop: Stop,
    done: AtomicU64,
    total: AtomicU64,
    detail: AtomicU64,
}

/// How far work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// The steps done.
    pub done: u64,
    /// The steps there are; 0 if nobody knows.
    pub total: u64,
    /// Another number that the work shows; 0 if it shows none.
    pub detail: u64,
}

/// Work was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

impl Progress {
    /// The progress of work that this switch ends.
    #[must_use]
    pub fn new(stop: Stop) -> Self {
        Self { stop, ..Self::default() }
    }

    /// The switch that ends the work.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether the work should end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// Says how many steps there are.
    pub fn expect(&self, total: u64) {
        self.total.store(total, Relaxed);
    }

    /// Counts steps.
    ///
    /// # Errors
    /// If the work should end.
    pub fn advance(&self, steps: u64) -> Result<(), Stopped> {
        self.done.fetch_add(steps, Relaxed);
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Shows how many steps are done in all; whether to go on.
    pub fn reach(&self, done: u64) -> bool {
        self.done.store(done, Relaxed);
        !self.is_stopped()
    }

    /// Shows another number.
    pub fn show(&self, detail: u64) {
        self.detail.store(detail, Relaxed);
    }

    /// How far the work is.
    #[must_use]
    pub fn steps(&self) -> Steps {
        Steps {
            done: self.done.load(Relaxed),
            total: self.total.load(Relaxed),
            detail: self.detail.load(Relaxed),
        }
    }
}
