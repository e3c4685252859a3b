//! How far a check is, for whoever waits for it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What a check has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lemmas that hold.
    pub lemmas: u64,
    /// Positions looked at: one for every symbol of a tree, and those of the searches that trees ask for.
    pub nodes: u64,
    /// Legal moves played in looking at them.
    pub plays: u64,
    /// Branches that end with a theorem.
    pub theorems: u64,
}

/// A check as seen from outside: it can be looked at and stopped at any time, from any thread. Every check has one
/// of its own.
#[derive(Default)]
pub struct Monitor {
    lemmas: AtomicU64,
    nodes: AtomicU64,
    plays: AtomicU64,
    theorems: AtomicU64,
    /// Lemmas that were read.
    read: AtomicU64,
    stopped: AtomicBool,
    /// Asked now and then whether the check should end.
    should_stop: Option<Box<dyn Fn() -> bool + Send + Sync>>,
    /// How many bytes of memory the check may use for what the file contains.
    memory: Option<u64>,
}

impl Monitor {
    /// The monitor of a check that ends soon after `should_stop` says so.
    pub fn until(should_stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { should_stop: Some(Box::new(should_stop)), ..Self::default() }
    }

    /// The same, with a limit on memory in bytes. A check that needs more ends with [`Failure::Memory`].
    ///
    /// [`Failure::Memory`]: super::Failure::Memory
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// What has been done so far, a moment ago.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts {
            lemmas: self.lemmas.load(Relaxed),
            nodes: self.nodes.load(Relaxed),
            plays: self.plays.load(Relaxed),
            theorems: self.theorems.load(Relaxed),
        }
    }

    /// The share of what was read that holds. Lemmas are read many at a time and ahead of the work, so how much was read says little
    /// about how far the check is.
    #[must_use]
    pub fn share_of_read(&self) -> f64 {
        let lemmas = self.lemmas.load(Relaxed) as f64;
        lemmas / self.read.load(Relaxed).max(1) as f64
    }

    /// Asks the check to end soon.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed) || self.should_stop.as_ref().is_some_and(|should_stop| should_stop())
    }

    /// The limit on memory.
    pub(super) fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// So many more lemmas were read.
    pub(super) fn add_read(&self, lemmas: usize) {
        self.read.fetch_add(lemmas as u64, Relaxed);
    }

    pub(super) fn add(&self, done: Counts) {
        self.lemmas.fetch_add(done.lemmas, Relaxed);
        self.nodes.fetch_add(done.nodes, Relaxed);
        self.plays.fetch_add(done.plays, Relaxed);
        self.theorems.fetch_add(done.theorems, Relaxed);
    }
}
