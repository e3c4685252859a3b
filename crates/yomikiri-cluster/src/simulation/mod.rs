//! A discrete-event simulator: the real campaign, the real tree, and workers that exist only as events in a queue.
//!
//! It answers what no machine at hand can: how busy are 1,024 workers, how much of their work is wasted, when is one
//! coordinator too slow? Time is counted in seconds of the simulated cluster. A job takes its way to a worker, its nodes at
//! the worker's speed, and its way back; the coordinator handles one message at a time.
//!
//! What a job finds is the business of [`Crew`]. There are two:
//! - [`RealCrew`] searches for real, one job after the other, with one table for all workers or one for each. So the
//!   nodes that a cluster of any size needs for a game are measured exactly, on one core, and the same every time.
//! - [`DrawnCrew`] draws what a job finds from the statistics of a game, for games far larger than any machine here
//!   could search (see there).

mod drawn;
mod real;
mod trial;

pub use crate::rules::Rules;
pub use drawn::{DrawnCrew, HiddenGame, HiddenLook, LIKE_TRAX, Statistics};
pub use real::{RealCrew, Recorded, Recording};
pub use trial::{Sizes, Trial};

use crate::campaign::{Campaign, Effects, Look, Order, Outcome};
use crate::tree::{JobNumber, Report};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What a simulated cluster is like.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    /// The number of workers.
    pub workers: u32,
    /// The time from the coordinator to a worker, or back, in seconds.
    pub latency: f64,
    /// The nodes that a worker searches in a second.
    pub speed: f64,
    /// The time that the coordinator needs for an answer and the next job, in seconds.
    pub service: f64,
    /// The time that the coordinator needs to look at a position when it expands it, in seconds.
    pub look: f64,
    /// Jobs that are given out beyond the number of workers.
    pub ahead: u32,
    /// The simulation ends after so many jobs at the latest.
    pub most_jobs: u64,
}

/// What a job found and cost.
#[derive(Clone, Debug)]
pub struct Performed {
    /// What it found.
    pub outcome: Outcome,
    /// Its nodes.
    pub nodes: u64,
}

/// Those who do the jobs.
pub trait Crew {
    /// Does a job.
    fn perform(&mut self, worker: u32, order: &Order) -> Performed;

    /// The coordinator has heard of a job, and passes on what its worker has noted, which this gives.
    fn heard(&mut self, job: JobNumber) -> Vec<Report> {
        let _ = job;
        Vec::new()
    }

    /// A job is cancelled while it is done: says whether it ends at once. It does not if it was done for real when it
    /// began, since its results cannot be taken back.
    fn cut_short(&mut self, order: &Order, done: &Performed) -> bool {
        let _ = (order, done);
        false
    }
}

/// What came of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Simulated {
    /// The answer, unless it ended before.
    pub answer: Option<bool>,
    /// The time, in seconds.
    pub seconds: f64,
    /// The nodes of all jobs.
    pub nodes: u64,
    /// Of these, the nodes of jobs that did not matter any more when they were answered.
    pub wasted: u64,
    /// The jobs that were answered.
    pub jobs: u64,
    /// The share of their time that workers were searching.
    pub busy: f64,
    /// The share of its time that the coordinator was handling messages.
    pub coordinator: f64,
}

/// A time that can be ordered: nanoseconds.
type Time = u64;

fn time(seconds: f64) -> Time {
    (seconds * 1e9) as Time
}

/// What happens on the way from the coordinator to a worker and back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A worker hears that its job is cancelled.
    CallOff(JobNumber),
    /// A worker is through with a job.
    Finish(u32, JobNumber),
    /// The coordinator gets an answer.
    Answer(JobNumber),
}

/// A job that a worker has begun.
struct Begun {
    order: Order,
    worker: u32,
    at: Time,
    done: Performed,
}

/// Runs a campaign on a simulated cluster.
pub fn simulate<L: Look>(campaign: &mut Campaign<L>, crew: &mut dyn Crew, cluster: &Cluster) -> Simulated {
    campaign.set_workers(cluster.workers);
    let idle = (0..cluster.workers).map(|worker| Reverse((0, worker))).collect();
    let mut run = Run {
        crew,
        cluster,
        events: BinaryHeap::new(),
        waiting: VecDeque::new(),
        begun: FxHashMap::default(),
        working: FxHashMap::default(),
        idle,
        cancelled: FxHashSet::default(),
        busy: 0,
        result: Simulated::default(),
    };
    // When the coordinator is through with what it has to do.
    let (mut now, mut handled) = (0, 0);
    let mut looks = 0;
    loop {
        while campaign.tree().answer().is_none()
            && campaign.tree().running() < (cluster.workers + cluster.ahead) as usize
            && let Some(order) = campaign.next_order()
        {
            run.post(order, now);
        }
        let Some(Reverse((at, event))) = run.events.pop() else {
            break;
        };
        match event {
            Event::CallOff(job) => run.call_off(job, at),
            Event::Finish(worker, job) => run.finish(worker, job, at),
            Event::Answer(job) => {
                // One message at a time.
                let new_looks = campaign.looks() - std::mem::replace(&mut looks, campaign.looks());
                let service = time(cluster.service + new_looks as f64 * cluster.look);
                now = now.max(at) + service;
                handled += service;
                run.answer(job, now, campaign);
                if run.result.answer.is_some() || run.result.jobs >= cluster.most_jobs {
                    break;
                }
            }
        }
    }
    run.end(now);
    let Run { busy, mut result, .. } = run;
    result.seconds = now as f64 / 1e9;
    result.busy = busy as f64 / (now.max(1) as f64 * f64::from(cluster.workers));
    result.coordinator = handled as f64 / now.max(1) as f64;
    result
}

/// A simulation under way.
struct Run<'a> {
    crew: &'a mut dyn Crew,
    cluster: &'a Cluster,
    events: BinaryHeap<Reverse<(Time, Event)>>,
    /// Jobs that no worker has begun, and when they get to one.
    waiting: VecDeque<(Time, Order)>,
    /// Jobs that were begun and not answered yet.
    begun: FxHashMap<JobNumber, Begun>,
    /// What each worker is at.
    working: FxHashMap<u32, JobNumber>,
    /// Workers with nothing to do, and since when. The one that waits longest gets the next job.
    idle: BinaryHeap<Reverse<(Time, u32)>>,
    cancelled: FxHashSet<JobNumber>,
    /// The time that all workers have searched.
    busy: Time,
    result: Simulated,
}

impl Run<'_> {
    fn latency(&self) -> Time {
        time(self.cluster.latency)
    }

    fn post(&mut self, order: Order, now: Time) {
        let arrives = now + self.latency();
        match self.idle.pop() {
            Some(Reverse((since, worker))) => self.begin(worker, order, arrives.max(since)),
            None => self.waiting.push_back((arrives, order)),
        }
    }

    fn begin(&mut self, worker: u32, order: Order, at: Time) {
        let done = self.crew.perform(worker, &order);
        let ends = at + time(done.nodes as f64 / self.cluster.speed);
        self.events.push(Reverse((ends, Event::Finish(worker, order.job))));
        self.working.insert(worker, order.job);
        self.begun.insert(order.job, Begun { order, worker, at, done });
    }

    fn finish(&mut self, worker: u32, job: JobNumber, at: Time) {
        // Otherwise the job was called off before.
        if self.working.get(&worker) == Some(&job) {
            let began = self.begun[&job].at;
            self.busy += at - began;
            self.events.push(Reverse((at + self.latency(), Event::Answer(job))));
            self.free(worker, at);
        }
    }

    fn free(&mut self, worker: u32, at: Time) {
        self.working.remove(&worker);
        match self.waiting.pop_front() {
            Some((arrives, order)) => self.begin(worker, order, at.max(arrives)),
            None => self.idle.push(Reverse((at, worker))),
        }
    }

    fn call_off(&mut self, job: JobNumber, at: Time) {
        self.waiting.retain(|(_, order)| order.job != job);
        let Some(begun) = self.begun.get(&job) else {
            return;
        };
        let worker = begun.worker;
        if self.working.get(&worker) != Some(&job) || !self.crew.cut_short(&begun.order, &begun.done) {
            return;
        }
        let searched = at.saturating_sub(begun.at);
        let nodes = (searched as f64 / 1e9 * self.cluster.speed) as u64;
        self.busy += searched;
        self.result.nodes += nodes;
        self.result.wasted += nodes;
        self.begun.remove(&job);
        self.cancelled.remove(&job);
        self.free(worker, at);
    }

    fn answer<L: Look>(&mut self, job: JobNumber, now: Time, campaign: &mut Campaign<L>) {
        let Some(Begun { order, done, .. }) = self.begun.remove(&job) else {
            return;
        };
        let notes = self.crew.heard(job);
        self.result.jobs += 1;
        self.result.nodes += done.nodes;
        if self.cancelled.remove(&job) {
            self.result.wasted += done.nodes;
        }
        let Effects { cancelled, .. } = campaign.answered(job, order.key, done.outcome, done.nodes);
        campaign.noted(notes.into_iter());
        let heard = now + self.latency();
        self.events.extend(cancelled.iter().map(|&job| Reverse((heard, Event::CallOff(job)))));
        self.cancelled.extend(cancelled);
        self.result.answer = campaign.tree().answer();
    }

    /// What was searched and never answered is counted as well.
    fn end(&mut self, now: Time) {
        for begun in self.begun.values() {
            if self.working.get(&begun.worker) == Some(&begun.order.job) {
                let takes = time(begun.done.nodes as f64 / self.cluster.speed);
                let searched = now.saturating_sub(begun.at).min(takes);
                let nodes = (searched as f64 / 1e9 * self.cluster.speed) as u64;
                self.busy += searched;
                self.result.nodes += nodes;
                self.result.wasted += nodes;
            }
        }
    }
}

impl Default for Cluster {
    /// Workers as fast as one core on 6×6 Trax, a coordinator as fast as ours, a local network. A look at a position takes as long
    /// as a node of a search.
    fn default() -> Self {
        let (speed, latency, service) = (25_000.0, 1e-4, 5e-5);
        let look = 1.0 / speed;
        Self { workers: 1, latency, speed, service, look, ahead: 0, most_jobs: 20_000_000 }
    }
}

impl Simulated {
    /// What stands above the columns of [`Trial::row`].
    pub const HEADINGS: &str = " workers    grain  latency          nodes  wasted      jobs   seconds    busy coordinator efficiency";

    /// This, and then that.
    fn and(&self, after: &Self) -> Self {
        let seconds = self.seconds + after.seconds;
        let mean = |a: f64, b: f64| (a * self.seconds + b * after.seconds) / seconds.max(1e-9);
        Self {
            answer: after.answer.filter(|_| self.answer.is_some()),
            seconds,
            nodes: self.nodes + after.nodes,
            wasted: self.wasted + after.wasted,
            jobs: self.jobs + after.jobs,
            busy: mean(self.busy, after.busy),
            coordinator: mean(self.coordinator, after.coordinator),
        }
    }
}
