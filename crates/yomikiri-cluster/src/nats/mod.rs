//! The exchange between machines: NATS with JetStream. The only asynchronous code of this crate.
//!
//! | what | where | kept |
//! |---|---|---|
//! | jobs | `NAME.jobs.RUN` | in the stream `NAME-jobs`, a work queue, until a worker acknowledges |
//! | answers | `NAME.answers.RUN` | in the stream `NAME-answers`, a work queue, until the coordinator acknowledges |
//! | cancelled jobs, facts, signs of life | `NAME.cancel`, `NAME.facts`, `NAME.progress` | nowhere: whoever misses one loses time only |
//! | how a run stands | `NAME.status`, a request | |
//!
//! What JetStream has is not made again here: it gives a job to one worker (work queue), gives it to another if the first does
//! not acknowledge in time (`ack_wait`), extends that time (progress acknowledgements, with every sign of life), drops
//! what is published twice (`Nats-Msg-Id`), and confirms acknowledgements (double ack). Key-value buckets are not used: servers
//! of version 2.9, which Debian has, refuse those of this client.
//!
//! A server takes messages of one megabyte. Larger answers, with proofs, travel in parts, which are acknowledged together.
//!
//! A connection that is lost is made again by the client. Streams that are gone, because a server lost its disk, are made
//! again here; the coordinator notices that jobs are lost, and gives them out again.

mod connecting;
mod parts;

pub use connecting::NatsOptions;

use crate::exchange::{Desk, Exchange, ExchangeError, Incoming, Lease, Receipt, Traffic};
use crate::message::{Answer, Cancelled, Facts, Job, Message, Progress, RunId};
use crate::processor;
use crate::status::{Shown, Status};
use crate::tree::JobNumber;
use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::message::{Acker, PublishMessage};
use async_nats::jetstream::stream::{Config as StreamConfig, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, AckKind, Context};
use futures_util::StreamExt;
use parts::{PART, PART_HEADER, Parts};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use yomikiri_game::Stop;

/// A job that was not acknowledged or extended for so long is given to somebody else.
const ACK_WAIT: Duration = Duration::from_secs(30);
/// An answer that the coordinator has not acknowledged for so long is brought again.
const ANSWER_WAIT: Duration = Duration::from_secs(60);
/// How long the server may take to confirm something.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait before trying again what did not work.
const PAUSE: Duration = Duration::from_millis(500);
/// The server drops a message with the same name for so long.
const DUPLICATES: Duration = Duration::from_secs(600);
/// Answers that nobody wants are forgotten after a month.
const LONGEST_KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
/// What a worker keeps of facts that it has not taken in yet.
const MOST_FACTS: usize = 10_000;
/// The cancelled jobs that a worker remembers, since one of them may still be in the queue.
const MOST_CANCELLED: usize = 10_000;

fn failed(error: impl std::fmt::Display) -> ExchangeError {
    ExchangeError::Connection(error.to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is behind these locks is whole at any moment.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Default)]
struct Counters {
    messages: AtomicU64,
    bytes: AtomicU64,
    /// Jobs in the queue that no worker has taken yet.
    waiting: AtomicU64,
    /// The processor time of the thread that carries messages, in microseconds.
    cpu_micros: AtomicU64,
}

impl Counters {
    fn count(&self, bytes: usize) {
        self.messages.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    fn traffic(&self) -> Traffic {
        let [messages, bytes, waiting, cpu_micros] =
            [&self.messages, &self.bytes, &self.waiting, &self.cpu_micros]
                .map(|counter| counter.load(Relaxed));
        Traffic { messages, bytes, waiting, cpu_micros }
    }
}

/// A connection with its streams.
#[derive(Clone)]
struct Link {
    client: Client,
    context: Context,
    cluster: String,
    counters: Arc<Counters>,
}

impl Link {
    async fn connect(options: &NatsOptions) -> Result<Self, ExchangeError> {
        let client = connecting::connect(options).await?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        Ok(Self { client, context, cluster: options.cluster.clone(), counters: Arc::default() })
    }

    fn subject(&self, what: &str) -> String {
        format!("{}.{what}", self.cluster)
    }

    /// The stream of jobs or answers, which is made if it is not there.
    async fn stream(&self, what: &str) -> Result<jetstream::stream::Stream, ExchangeError> {
        let config = StreamConfig {
            name: format!("{}-{what}", self.cluster),
            subjects: vec![self.subject(&format!("{what}.*"))],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            duplicate_window: DUPLICATES,
            max_age: LONGEST_KEPT,
            ..StreamConfig::default()
        };
        self.context.get_or_create_stream(config).await.map_err(failed)
    }

    async fn consumer(
        &self,
        what: &str,
        name: &str,
        filter: String,
        ack_wait: Duration,
    ) -> Result<Consumer<pull::Config>, ExchangeError> {
        let config = pull::Config {
            durable_name: Some(name.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            filter_subject: filter,
            max_ack_pending: 1 << 16,
            ..pull::Config::default()
        };
        let stream = self.stream(what).await?;
        stream.get_or_create_consumer(name, config).await.map_err(failed)
    }

    /// What all workers take their jobs from.
    async fn workers(&self) -> Result<Consumer<pull::Config>, ExchangeError> {
        self.consumer("jobs", "workers", String::new(), ACK_WAIT).await
    }

    /// Publishes bytes into a stream, in parts if they are many, and waits until they are safe there.
    async fn publish(&self, subject: &str, name: &str, bytes: Vec<u8>) -> Result<(), ExchangeError> {
        let parts = bytes.len().div_ceil(PART).max(1);
        for (number, part) in bytes.chunks(PART).enumerate() {
            let mut message = PublishMessage::build().payload(part.to_vec().into());
            if parts > 1 {
                message = message.header(PART_HEADER, format!("{number} {parts} {name}").as_str());
            }
            let sent = self.send(subject, message.message_id(format!("{name}-{number}")), part.len()).await?;
            sent.await.map_err(failed)?;
        }
        Ok(())
    }

    /// Sends a message to a stream. What it gives is ready when the message is safe there.
    async fn send(
        &self,
        subject: &str,
        message: PublishMessage,
        bytes: usize,
    ) -> Result<PublishAckFuture, ExchangeError> {
        self.counters.count(bytes);
        self.context.send_publish(subject.to_owned(), message).await.map_err(failed)
    }

    /// Tells everybody who listens. Whoever misses it loses time only, so nothing is kept for later.
    async fn tell(&self, what: &str, bytes: Vec<u8>) {
        if self.is_up() {
            self.counters.count(bytes.len());
            let _unheard = self.client.publish(self.subject(what), bytes.into()).await;
        }
    }

    /// Whether there is a connection. What is sent without one waits in the client, and when it is full, so does the sender.
    fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}

fn runtime() -> Result<Runtime, ExchangeError> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(failed)
}

/// Tries again until it works or takes too long.
async fn patiently<T, F>(mut attempt: impl FnMut() -> F) -> Result<T, ExchangeError>
where
    F: Future<Output = Result<T, ExchangeError>>,
{
    const LONGEST: Duration = Duration::from_secs(60);
    let started = Instant::now();
    loop {
        match attempt().await {
            Ok(done) => return Ok(done),
            Err(error) if started.elapsed() > LONGEST => return Err(error),
            Err(error) => {
                tracing::warn!("{error}; trying again");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// The coordinator's side of NATS.
pub struct NatsExchange {
    runtime: Runtime,
    link: Link,
    run: RunId,
    arriving: Sender<(Incoming, Vec<Acker>)>,
    arrived: Receiver<(Incoming, Vec<Acker>)>,
    waiting: FxHashMap<u64, Vec<Acker>>,
    next_receipt: u64,
}

impl NatsExchange {
    /// Connects, makes the streams, and begins to listen. Whoever asks is told the status.
    ///
    /// # Errors
    /// If there is no server within a minute, or it lets nobody in.
    pub fn connect(options: &NatsOptions, run: RunId, shown: Shown) -> Result<Self, ExchangeError> {
        let runtime = runtime()?;
        let (arriving, arrived) = channel();
        let sender = arriving.clone();
        let link = runtime.block_on(async {
            let link = Link::connect(options).await?;
            patiently(|| link.stream("jobs")).await?;
            patiently(|| link.stream("answers")).await?;
            let progress = link.client.subscribe(link.subject("progress")).await.map_err(failed)?;
            let status = link.client.subscribe(link.subject("status")).await.map_err(failed)?;
            tokio::spawn(pass_progress(progress, sender.clone(), link.counters.clone()));
            tokio::spawn(tell_status(status, link.client.clone(), shown));
            tokio::spawn(count_waiting(link.clone()));
            tokio::spawn(count_time(link.counters.clone()));
            tokio::spawn(pass_answers(link.clone(), run, sender));
            Ok::<_, ExchangeError>(link)
        })?;
        Ok(Self { runtime, link, run, arriving, arrived, waiting: FxHashMap::default(), next_receipt: 0 })
    }
}

async fn pass_progress(
    mut messages: async_nats::Subscriber,
    sender: Sender<(Incoming, Vec<Acker>)>,
    counters: Arc<Counters>,
) {
    while let Some(message) = messages.next().await {
        counters.count(message.payload.len());
        let incoming = match Progress::from_bytes(&message.payload) {
            Ok(progress) => Incoming::Progress(progress),
            Err(error) => Incoming::Garbage(error.to_string()),
        };
        if sender.send((incoming, Vec::new())).is_err() {
            return;
        }
    }
}

async fn tell_status(mut requests: async_nats::Subscriber, client: Client, shown: Shown) {
    while let Some(request) = requests.next().await {
        if let Some(reply) = request.reply {
            let _gone = client.publish(reply, shown.get().to_bytes().into()).await;
        }
    }
}

/// Counts the jobs in the queue, now and then, for those who watch.
async fn count_waiting(link: Link) {
    const EVERY: Duration = Duration::from_secs(2);
    loop {
        tokio::time::sleep(EVERY).await;
        if let Ok(mut consumer) = link.workers().await
            && let Ok(info) = consumer.info().await
        {
            link.counters.waiting.store(info.num_pending, Relaxed);
        }
    }
}

/// Counts the processor time of the thread that carries messages, which is the one that runs this.
async fn count_time(counters: Arc<Counters>) {
    const EVERY: Duration = Duration::from_millis(200);
    loop {
        tokio::time::sleep(EVERY).await;
        counters.cpu_micros.store((processor::seconds_of_thread() * 1e6) as u64, Relaxed);
    }
}

/// Waits until a job is safe in the queue, and says so if it does not get there.
async fn confirm(link: Link, sent: PublishAckFuture, job: JobNumber, sender: Sender<(Incoming, Vec<Acker>)>) {
    let Err(error) = sent.await else {
        return;
    };
    tracing::warn!("job {job} could not be sent: {error}");
    // The stream may be gone with the disk of its server.
    let _made_again = link.stream("jobs").await;
    // The job will be given out again at once, and must not come here again at once.
    tokio::time::sleep(PAUSE).await;
    let _ended = sender.send((Incoming::Unsent(job), Vec::new()));
}

/// Brings answers from the stream, whatever happens to the connection.
async fn pass_answers(link: Link, run: RunId, sender: Sender<(Incoming, Vec<Acker>)>) {
    let filter = link.subject(&format!("answers.{run}"));
    let name = format!("coordinator-{run}");
    let mut parts = Parts::default();
    loop {
        let pulled = async {
            let consumer = link.consumer("answers", &name, filter.clone(), ANSWER_WAIT).await?;
            let mut messages = consumer.messages().await.map_err(failed)?;
            while let Some(message) = messages.next().await {
                let (message, acker) = message.map_err(failed)?.split();
                link.counters.count(message.payload.len());
                let Some((bytes, ackers)) = parts.take(message.headers.as_ref(), &message.payload, acker)
                else {
                    continue;
                };
                let incoming = match Answer::from_bytes(&bytes) {
                    Ok(answer) => Incoming::Answer(Box::new(answer), Receipt(0)),
                    Err(error) => Incoming::Garbage(error.to_string()),
                };
                if sender.send((incoming, ackers)).is_err() {
                    return Ok(());
                }
            }
            Err::<(), _>(failed("the stream of answers has ended"))
        };
        match pulled.await {
            Ok(()) => return,
            Err(error) => tracing::warn!("{error}; listening again"),
        }
        parts.forget();
        tokio::time::sleep(PAUSE).await;
    }
}

impl Exchange for NatsExchange {
    /// Nobody waits until the job is safe in the queue: a coordinator that waits for every job spends more time on falling asleep
    /// and waking up than on anything else.
    fn post(&mut self, job: &Job) -> Result<(), ExchangeError> {
        if !self.link.is_up() {
            std::thread::sleep(PAUSE);
            return Err(failed("there is no connection to the server"));
        }
        let subject = self.link.subject(&format!("jobs.{}", self.run));
        let bytes = job.to_bytes();
        let size = bytes.len();
        let name = format!("job-{}-{}", self.run, job.number);
        let message = PublishMessage::build().payload(bytes.into()).message_id(name);
        let sent = self.runtime.block_on(self.link.send(&subject, message, size))?;
        self.runtime.spawn(confirm(self.link.clone(), sent, job.number, self.arriving.clone()));
        Ok(())
    }

    fn cancel(&mut self, cancelled: &Cancelled) {
        self.runtime.block_on(self.link.tell("cancel", cancelled.to_bytes()));
    }

    fn tell(&mut self, facts: &Facts) {
        self.runtime.block_on(self.link.tell("facts", facts.to_bytes()));
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<Incoming>, ExchangeError> {
        match self.arrived.recv_timeout(wait) {
            Ok((Incoming::Answer(answer, _), ackers)) => {
                let receipt = self.next_receipt;
                self.next_receipt += 1;
                self.waiting.insert(receipt, ackers);
                Ok(Some(Incoming::Answer(answer, Receipt(receipt))))
            }
            Ok((incoming, ackers)) => {
                // Garbage would only come again.
                self.runtime.block_on(async {
                    for acker in &ackers {
                        let _comes_again = acker.ack_with(AckKind::Term).await;
                    }
                });
                Ok(Some(incoming))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ExchangeError::Closed),
        }
    }

    fn acknowledge(&mut self, receipts: &[Receipt]) -> Result<(), ExchangeError> {
        let ackers: Vec<Acker> =
            receipts.iter().filter_map(|receipt| self.waiting.remove(&receipt.0)).flatten().collect();
        self.runtime.block_on(async {
            for acker in &ackers {
                acker.ack().await.map_err(failed)?;
            }
            Ok(())
        })
    }

    fn clear(&mut self) -> Result<(), ExchangeError> {
        let subject = self.link.subject(&format!("jobs.{}", self.run));
        self.runtime.block_on(patiently(|| async {
            let stream = self.link.stream("jobs").await?;
            stream.purge().filter(subject.clone()).await.map_err(failed)?;
            Ok(())
        }))
    }

    fn traffic(&self) -> Traffic {
        self.link.counters.traffic()
    }
}

/// The jobs of a worker.
#[derive(Default)]
struct Running {
    jobs: FxHashMap<(RunId, u64), Stop>,
    /// Jobs that were cancelled before they came here.
    cancelled: FxHashSet<(RunId, u64)>,
}

impl Running {
    fn cancel(&mut self, job: (RunId, u64)) {
        match self.jobs.get(&job) {
            Some(stop) => stop.request(),
            None if self.cancelled.len() < MOST_CANCELLED => {
                self.cancelled.insert(job);
            }
            None => self.cancelled = FxHashSet::from_iter([job]),
        }
    }
}

/// A worker's side of NATS.
pub struct NatsDesk {
    runtime: Runtime,
    link: Link,
    running: Arc<Mutex<Running>>,
    facts: Arc<Mutex<Vec<Facts>>>,
    leases: Mutex<FxHashMap<u64, Acker>>,
    next_receipt: AtomicU64,
    consumer: Mutex<Option<Consumer<pull::Config>>>,
}

impl NatsDesk {
    /// Connects.
    ///
    /// # Errors
    /// If the address is no address, or the server lets nobody in.
    pub fn connect(options: &NatsOptions) -> Result<Self, ExchangeError> {
        let runtime = runtime()?;
        let running: Arc<Mutex<Running>> = Arc::default();
        let facts: Arc<Mutex<Vec<Facts>>> = Arc::default();
        let link = runtime.block_on(async {
            let link = Link::connect(options).await?;
            let cancelled = link.client.subscribe(link.subject("cancel")).await.map_err(failed)?;
            let told = link.client.subscribe(link.subject("facts")).await.map_err(failed)?;
            tokio::spawn(hear_cancelled(cancelled, running.clone()));
            tokio::spawn(hear_facts(told, facts.clone()));
            Ok::<_, ExchangeError>(link)
        })?;
        Ok(Self {
            runtime,
            link,
            running,
            facts,
            leases: Mutex::default(),
            next_receipt: AtomicU64::new(0),
            consumer: Mutex::default(),
        })
    }

    async fn pull(&self, wait: Duration) -> Result<Option<Lease>, ExchangeError> {
        let known = lock(&self.consumer).clone();
        let consumer = match known {
            Some(consumer) => consumer,
            None => self.link.workers().await?,
        };
        *lock(&self.consumer) = Some(consumer.clone());
        let mut messages = consumer.batch().max_messages(1).expires(wait).messages().await.map_err(failed)?;
        let Some(message) = messages.next().await else {
            return Ok(None);
        };
        let (message, acker) = message.map_err(failed)?.split();
        let job = match Job::from_bytes(&message.payload) {
            Ok(job) => job,
            Err(error) => {
                tracing::warn!("a message was dropped: {error}");
                // It may be meant for another version: let that have it, but not at once.
                acker.ack_with(AckKind::Nak(Some(Duration::from_secs(5)))).await.map_err(failed)?;
                return Ok(None);
            }
        };
        let named = (job.run, job.number);
        if lock(&self.running).cancelled.remove(&named) {
            // Nobody wants it any more, so nobody waits for an answer.
            acker.ack().await.map_err(failed)?;
            return Ok(None);
        }
        let (stop, receipt) = (Stop::new(), self.next_receipt.fetch_add(1, Relaxed));
        lock(&self.running).jobs.insert(named, stop.clone());
        lock(&self.leases).insert(receipt, acker);
        Ok(Some(Lease { job, stop, receipt: Receipt(receipt) }))
    }
}

async fn hear_cancelled(mut messages: async_nats::Subscriber, running: Arc<Mutex<Running>>) {
    while let Some(message) = messages.next().await {
        let Ok(cancelled) = Cancelled::from_bytes(&message.payload) else {
            continue;
        };
        let mut running = lock(&running);
        for &job in &cancelled.jobs {
            running.cancel((cancelled.run, job));
        }
    }
}

async fn hear_facts(mut messages: async_nats::Subscriber, facts: Arc<Mutex<Vec<Facts>>>) {
    while let Some(message) = messages.next().await {
        if let Ok(told) = Facts::from_bytes(&message.payload) {
            let mut facts = lock(&facts);
            if facts.len() < MOST_FACTS {
                facts.push(told);
            }
        }
    }
}

impl Desk for NatsDesk {
    fn next(&self, wait: Duration) -> Result<Option<Lease>, ExchangeError> {
        let pulled = self.runtime.block_on(self.pull(wait));
        Ok(pulled.unwrap_or_else(|error| {
            // The connection, the stream or the consumer is gone; all of them come back.
            tracing::warn!("{error}; trying again");
            *lock(&self.consumer) = None;
            std::thread::sleep(wait);
            None
        }))
    }

    fn progress(&self, lease: Option<&Lease>, progress: &Progress) {
        self.runtime.block_on(async {
            let acker = lease.and_then(|lease| lock(&self.leases).remove(&lease.receipt.0));
            if let (Some(acker), Some(lease)) = (acker, lease) {
                let _comes_again = acker.ack_with(AckKind::Progress).await;
                lock(&self.leases).insert(lease.receipt.0, acker);
            }
            self.link.tell("progress", progress.to_bytes()).await;
        });
    }

    fn answer(&self, lease: &Lease, answer: &Answer) -> Result<(), ExchangeError> {
        let Job { run, number, .. } = lease.job;
        lock(&self.running).jobs.remove(&(run, number));
        let acker = lock(&self.leases).remove(&lease.receipt.0);
        let subject = self.link.subject(&format!("answers.{run}"));
        let name = format!("answer-{run}-{number}-{}", answer.worker);
        self.runtime.block_on(async {
            patiently(|| async {
                let sent = self.link.publish(&subject, &name, answer.to_bytes()).await;
                if sent.is_err() {
                    self.link.stream("answers").await?;
                }
                sent
            })
            .await?;
            if let Some(acker) = acker {
                // If this is not heard, the job is done once more, and answered once more.
                let _done_again = acker.double_ack().await;
            }
            Ok(())
        })
    }

    fn facts(&self) -> Vec<Facts> {
        std::mem::take(&mut lock(&self.facts))
    }
}

/// Asks a coordinator how its run stands.
///
/// # Errors
/// If nobody answers.
pub fn ask_status(options: &NatsOptions) -> Result<Status, ExchangeError> {
    runtime()?.block_on(async {
        let link = Link::connect(options).await?;
        let request = link.client.request(link.subject("status"), Vec::new().into());
        let reply = tokio::time::timeout(PATIENCE, request).await.map_err(failed)?.map_err(failed)?;
        Status::from_bytes(&reply.payload).map_err(failed)
    })
}
