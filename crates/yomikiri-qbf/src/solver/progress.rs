//! Limits, cancellation and progress of the embedded solver.

use super::memory;
use batsat::{Callbacks, ClauseKind, Lit};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use yomikiri_game::{Duration, Instant, Stop, StopCause};

/// How long the solver may go on. All are "no limit" by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The time spent.
    pub time: Option<Duration>,
    /// The number of refinements; each takes some memory.
    pub refinements: Option<u64>,
    /// The memory in bytes, the formula included, as [`Snapshot::memory`] counts it.
    pub memory: Option<u64>,
}

/// Why the solver stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// The limit on time.
    #[error("the limit on time was reached")]
    Time,
    /// The limit on refinements.
    #[error("the limit on refinements was reached")]
    Refinements,
    /// The limit on memory.
    #[error("the limit on memory was reached")]
    Memory,
    /// Somebody asked it to.
    #[error("the solver was interrupted")]
    Interrupted,
}

/// A window into a running solver, and its off switch.
#[derive(Debug, Default)]
pub struct Progress {
    stop: Stop,
    level: AtomicU64,
    proposals: AtomicU64,
    refinements: AtomicU64,
    conflicts: AtomicU64,
    memory: AtomicU64,
}

/// What a [`Progress`] shows at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The level that is proposing.
    pub level: u64,
    /// Proposals of all levels so far.
    pub proposals: u64,
    /// Proposals that were refuted and learnt from.
    pub refinements: u64,
    /// Conflicts of the SAT solver of the level that learnt last.
    pub conflicts: u64,
    /// Memory in bytes: an upper bound from counts of variables, clauses and literals (see `memory.rs`).
    pub memory: u64,
}

impl Progress {
    /// The progress of a solver that this switch ends; its answer is then unknown.
    #[must_use]
    pub fn new(stop: Stop) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Asks the solver to end as soon as it can; its answer will be unknown.
    pub fn stop(&self) {
        self.stop.request();
    }

    /// Whether the solver was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// How far the solver is.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            level: self.level.load(Relaxed),
            proposals: self.proposals.load(Relaxed),
            refinements: self.refinements.load(Relaxed),
            conflicts: self.conflicts.load(Relaxed),
            memory: self.memory.load(Relaxed),
        }
    }
}

/// The solver's end of it.
#[derive(Clone)]
pub(crate) struct Alarm<'a> {
    progress: &'a Progress,
    limits: Limits,
    deadline: Option<Instant>,
    /// The clock is looked at now and then only.
    looks: Cell<u32>,
    /// Once it rings, it goes on.
    rang: Cell<bool>,
    /// The bytes of clauses of the SAT solver that this alarm belongs to.
    clauses: Cell<u64>,
}

impl<'a> Alarm<'a> {
    /// A new solver: the counters start at zero again, and the time begins now.
    pub(crate) fn new(limits: Limits, progress: &'a Progress) -> Self {
        let Progress { stop: _, level, proposals, refinements, conflicts, memory } = progress;
        for counter in [level, proposals, refinements, conflicts, memory] {
            counter.store(0, Relaxed);
        }
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let (looks, rang, clauses) = (Cell::new(0), Cell::new(false), Cell::new(0));
        Self { progress, limits, deadline, looks, rang, clauses }
    }

    /// Memory is about to be used.
    pub(crate) fn take(&self, bytes: u64) {
        self.progress.memory.fetch_add(bytes, Relaxed);
    }

    /// Memory is free again.
    pub(crate) fn give_back(&self, bytes: u64) {
        self.progress.memory.fetch_sub(bytes, Relaxed);
    }

    /// A clause is added to the SAT solver.
    pub(super) fn clause(&self, literals: usize) {
        let bytes = memory::clause_in_solver(literals);
        self.clauses.set(self.clauses.get() + bytes);
        self.take(bytes);
    }

    /// A clause that the SAT solver reported is not kept.
    pub(super) fn forget_clause(&self, literals: usize) {
        let bytes = memory::clause_in_solver(literals).min(self.clauses.get());
        self.clauses.set(self.clauses.get() - bytes);
        self.give_back(bytes);
    }

    /// The memory that is used.
    pub(super) fn memory(&self) -> u64 {
        self.progress.memory.load(Relaxed)
    }

    fn is_out_of_memory(&self) -> bool {
        self.limits.memory.is_some_and(|limit| self.memory() > limit)
    }

    pub(super) fn proposal(&self, level: usize) {
        self.progress.level.store(level as u64, Relaxed);
        self.progress.proposals.fetch_add(1, Relaxed);
    }

    pub(super) fn refinement(&self, conflicts: u64) {
        self.progress.refinements.fetch_add(1, Relaxed);
        self.progress.conflicts.store(conflicts, Relaxed);
    }

    /// Whether to stop, and why.
    pub(crate) fn rings(&self) -> Option<StopReason> {
        if self.limits.refinements.is_some_and(|limit| self.progress.refinements.load(Relaxed) >= limit) {
            return Some(StopReason::Refinements);
        }
        self.stop().then(|| self.reason())
    }

    /// Why it was stopped.
    pub(super) fn reason(&self) -> StopReason {
        match self.progress.stop.cause() {
            Some(StopCause::Request) => StopReason::Interrupted,
            _ if self.is_out_of_memory() => StopReason::Memory,
            Some(StopCause::Deadline) | None => StopReason::Time,
        }
    }
}

impl Callbacks for Alarm<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.clause(clause.len());
    }

    fn on_gc(&mut self, before: usize, after: usize) {
        // Both are in bits, and may have overflowed; then the clauses count as if none was deleted.
        if before < 1 << 31 && after <= before {
            let left = self.clauses.get().min(memory::clauses_after_collection(after / 8));
            self.give_back(self.clauses.replace(left) - left);
        }
    }

    fn stop(&self) -> bool {
        const LOOK_EVERY: u32 = 16;
        let looks = self.looks.get().wrapping_add(1);
        self.looks.set(looks);
        if !self.rang.get() {
            let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let full = self.is_out_of_memory();
            self.rang.set(full || self.progress.is_stopped() || looks.is_multiple_of(LOOK_EVERY) && late());
        }
        self.rang.get()
    }
}
