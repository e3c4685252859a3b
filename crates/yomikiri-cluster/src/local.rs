//! The exchange of one process: a queue in memory between threads.
//!
//! It is the same contract as NATS, with nothing in between: a job is taken by one thread, an answer is there until it is
//! taken. If the process ends, everything here ends with it, and the store has the truth.

use crate::exchange::{Desk, Exchange, ExchangeError, Incoming, Lease, Receipt, Traffic};
use crate::message::{Answer, Cancelled, Facts, Job, Progress};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use yomikiri_game::Stop;

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    running: FxHashMap<u64, Stop>,
    arrived: VecDeque<Incoming>,
    closed: bool,
    traffic: Traffic,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    job_there: Condvar,
    arrival: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // What is behind the lock is whole at any moment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something can be taken.
    fn wait<T>(
        &self,
        signal: &Condvar,
        wait: Duration,
        mut take: impl FnMut(&mut State) -> Option<T>,
    ) -> Option<T> {
        let until = Instant::now() + wait;
        let mut state = self.lock();
        loop {
            if let Some(taken) = take(&mut state) {
                return Some(taken);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            state = signal.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The coordinator's side of a queue in memory.
pub struct LocalExchange {
    shared: Arc<Shared>,
    workers: u32,
}

/// A worker's side of it.
#[derive(Clone)]
pub struct LocalDesk {
    shared: Arc<Shared>,
}

impl LocalExchange {
    /// A queue for so many workers, and the desk that they share.
    #[must_use]
    pub fn new(workers: u32) -> (Self, LocalDesk) {
        let shared = Arc::new(Shared::default());
        (Self { shared: shared.clone(), workers }, LocalDesk { shared })
    }
}

impl Drop for LocalExchange {
    /// Workers end when the coordinator does.
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.jobs.clear();
        state.running.values().for_each(Stop::request);
        drop(state);
        self.shared.job_there.notify_all();
    }
}

impl Exchange for LocalExchange {
    fn post(&mut self, job: &Job) -> Result<(), ExchangeError> {
        let mut state = self.shared.lock();
        state.traffic.messages += 1;
        state.jobs.push_back(job.clone());
        drop(state);
        self.shared.job_there.notify_one();
        Ok(())
    }

    fn cancel(&mut self, cancelled: &Cancelled) {
        let mut state = self.shared.lock();
        state.jobs.retain(|job| !cancelled.jobs.contains(&job.number));
        for job in &cancelled.jobs {
            if let Some(stop) = state.running.get(job) {
                stop.request();
            }
        }
    }

    fn tell(&mut self, _facts: &Facts) {
        // The threads of one process share their table.
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<Incoming>, ExchangeError> {
        Ok(self.shared.wait(&self.shared.arrival, wait, |state| state.arrived.pop_front()))
    }

    fn acknowledge(&mut self, _receipts: &[Receipt]) -> Result<(), ExchangeError> {
        Ok(())
    }

    fn clear(&mut self) -> Result<(), ExchangeError> {
        self.shared.lock().jobs.clear();
        Ok(())
    }

    fn workers(&self) -> Option<u32> {
        Some(self.workers)
    }

    fn traffic(&self) -> Traffic {
        let state = self.shared.lock();
        Traffic { waiting: state.jobs.len() as u64, ..state.traffic }
    }
}

impl Desk for LocalDesk {
    fn next(&self, wait: Duration) -> Result<Option<Lease>, ExchangeError> {
        let taken = self.shared.wait(&self.shared.job_there, wait, |state| {
            if state.closed {
                return Some(Err(ExchangeError::Closed));
            }
            let job = state.jobs.pop_front()?;
            let stop = Stop::new();
            state.running.insert(job.number, stop.clone());
            Some(Ok(Lease { receipt: Receipt(job.number), job, stop }))
        });
        taken.transpose()
    }

    fn progress(&self, _lease: Option<&Lease>, progress: &Progress) {
        let mut state = self.shared.lock();
        state.traffic.messages += 1;
        state.arrived.push_back(Incoming::Progress(progress.clone()));
        drop(state);
        self.shared.arrival.notify_one();
    }

    fn answer(&self, lease: &Lease, answer: &Answer) -> Result<(), ExchangeError> {
        let mut state = self.shared.lock();
        state.running.remove(&lease.job.number);
        state.traffic.messages += 1;
        state.arrived.push_back(Incoming::Answer(Box::new(answer.clone()), lease.receipt));
        drop(state);
        self.shared.arrival.notify_one();
        Ok(())
    }

    fn facts(&self) -> Vec<Facts> {
        Vec::new()
    }
}
