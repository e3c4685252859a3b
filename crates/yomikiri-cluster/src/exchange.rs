//! How jobs and answers travel. The coordinator and the workers know these two traits, and not what is behind them.
//!
//! There are two: threads and a queue in memory (`local.rs`), and NATS JetStream (`nats.rs`). Both give a job to one worker at
//! a time and bring every answer at least once. An answer stays with the exchange until the coordinator acknowledges it,
//! which it does when the answer is in its store.

use crate::message::{Answer, Cancelled, Facts, Job, Progress};
use crate::tree::JobNumber;
use std::time::Duration;
use yomikiri_game::Stop;

/// Why something could not be sent or received.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    /// There is no connection, or not any more.
    #[error("{0}")]
    Connection(String),
    /// Nobody is at the other end.
    #[error("the coordinator has ended")]
    Closed,
}

/// Something that arrives at the coordinator.
#[derive(Debug)]
pub enum Incoming {
    /// An answer, to be acknowledged.
    Answer(Box<Answer>, Receipt),
    /// A sign of life.
    Progress(Progress),
    /// A job did not get into the queue after all, and should be given out again.
    Unsent(JobNumber),
    /// Something that is no message, with what is wrong with it.
    Garbage(String),
}

/// What an answer is acknowledged with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt(pub u64);

/// What was sent and received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Jobs in the queue that no worker has taken yet.
    pub waiting: u64,
    /// The processor time that it took, in microseconds, apart from that of the coordinator's own thread.
    pub cpu_micros: u64,
}

/// The coordinator's side.
pub trait Exchange {
    /// Puts a job into the queue. A job with the same run and number is put there only once. If it turns out later that it did not
    /// get there, [`Incoming::Unsent`] says so.
    ///
    /// # Errors
    /// If it cannot be sent.
    fn post(&mut self, job: &Job) -> Result<(), ExchangeError>;

    /// Ends jobs that do not matter any more, as far as workers hear of it.
    fn cancel(&mut self, cancelled: &Cancelled);

    /// Tells everybody what is known, as far as they listen.
    fn tell(&mut self, facts: &Facts);

    /// What arrives next, within a time.
    ///
    /// # Errors
    /// If there is no connection any more.
    fn receive(&mut self, wait: Duration) -> Result<Option<Incoming>, ExchangeError>;

    /// These answers are safe.
    ///
    /// # Errors
    /// If that cannot be sent.
    fn acknowledge(&mut self, receipts: &[Receipt]) -> Result<(), ExchangeError>;

    /// Forgets all jobs in the queue.
    ///
    /// # Errors
    /// If that cannot be sent.
    fn clear(&mut self) -> Result<(), ExchangeError>;

    /// How many workers there are for certain, if the exchange itself knows.
    fn workers(&self) -> Option<u32> {
        None
    }

    /// What was sent and received so far.
    fn traffic(&self) -> Traffic;
}

/// A job that a worker has, until it answers.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The job.
    pub job: Job,
    /// Thrown if the job does not matter any more.
    pub stop: Stop,
    /// What the desk knows it by.
    pub receipt: Receipt,
}

/// A worker's side.
pub trait Desk: Send + Sync {
    /// The next job, within a time.
    ///
    /// # Errors
    /// If there is no connection any more, or there will be no more jobs.
    fn next(&self, wait: Duration) -> Result<Option<Lease>, ExchangeError>;

    /// Gives a sign of life, which keeps the lease.
    fn progress(&self, lease: Option<&Lease>, progress: &Progress);

    /// Answers a job, which ends the lease.
    ///
    /// # Errors
    /// If the answer cannot be sent. Then the job will be given to somebody again.
    fn answer(&self, lease: &Lease, answer: &Answer) -> Result<(), ExchangeError>;

    /// What is known from elsewhere, since this was last asked.
    fn facts(&self) -> Vec<Facts>;
}
