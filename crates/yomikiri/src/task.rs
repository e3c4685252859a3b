//! Long work as seen from outside: how to stop it, how far it is, what happened on the way.
//!
//! Every function of this library that may take long is given a [`Task`]. It says what it is doing
//! ([`Task::stage`]) and asks now and then whether to stop; whoever started it may keep a clone and look at
//! [`Task::report`], take the [`Event`]s, and throw the switch. The library starts no thread to show anything.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use yomikiri_check::proof;
use yomikiri_game::{Duration, Instant};
use yomikiri_game::{Player, Progress, Steps, Stop};
use yomikiri_qbf::solver;
use yomikiri_search::{Monitor, Snapshot};

/// Long work under way. Clones are the same work.
#[derive(Clone, Default)]
pub struct Task {
    stop: Stop,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    stages: Mutex<Vec<Stage>>,
    events: Mutex<Vec<Event>>,
}

/// What is being done.
struct Stage {
    title: String,
    started: Instant,
    before: Duration,
    work: Arc<dyn Work>,
}

/// Work that can tell how far it is.
pub trait Work: Send + Sync {
    /// How far it is.
    fn figures(&self) -> Figures;
}

/// How far some work is.
#[derive(Clone, Debug)]
pub enum Figures {
    /// A search.
    Search {
        /// About whom, if it is one of the two questions.
        question: Option<Player>,
        /// Nodes, table, proof numbers.
        snapshot: Snapshot,
        /// The beginning of the line that is being searched, where it is known.
        line: Vec<String>,
    },
    /// The check of a proof.
    Check {
        /// What was done.
        counts: proof::Counts,
        /// About which share of the file is checked, if its size is known.
        done: Option<f64>,
    },
    /// A formula.
    Formula(solver::Snapshot),
    /// Something that goes step by step.
    Steps {
        /// How far it is.
        steps: Steps,
        /// What the steps are: `boards`.
        unit: &'static str,
        /// What the other number counts.
        detail: Option<&'static str>,
    },
}

/// What is being done, for how long, and how far it is.
#[derive(Clone, Debug)]
pub struct Report {
    /// What is being done.
    pub title: String,
    /// The time it has taken, with what it took before it was interrupted.
    pub elapsed: Duration,
    /// How far it is.
    pub figures: Figures,
}

/// Something that happened on the way.
#[derive(Clone, Debug)]
pub enum Event {
    /// A checkpoint was written.
    Checkpoint {
        /// The question that is being searched.
        question: Player,
        /// The positions in it.
        positions: u64,
        /// Its size.
        bytes: u64,
        /// What writing it took.
        elapsed: Duration,
    },
    /// A checkpoint could not be written.
    CheckpointFailed {
        /// The question that is being searched.
        question: Player,
        /// Why.
        error: String,
    },
    /// One of several pieces of work was begun.
    Part(Part),
    /// A question was answered, or given up.
    Answered(yomikiri_search::Report),
}

/// One of several pieces of work that share a limit of time.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its number, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// What it is about.
    pub title: String,
    /// The time that it is expected to take, if anybody knows.
    pub expected: Option<Duration>,
    /// When the first of them was begun.
    pub started: Instant,
    /// The time that all of them have together, if there is a limit.
    pub allowed: Option<Duration>,
}

impl Task {
    /// Work that this switch ends.
    #[must_use]
    pub fn new(stop: Stop) -> Self {
        Self { stop, shared: Arc::default() }
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

    /// A part of the work, with a limit of time of its own. What it does is shown as part of the whole.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        Self { stop: self.stop.within(time), shared: self.shared.clone() }
    }

    /// Does some work under a title. While it is done, [`Task::report`] tells how far it is.
    pub fn stage<W: Work + 'static, T>(&self, title: &str, work: W, run: impl FnOnce(&W) -> T) -> T {
        self.resumed_stage(title, Duration::ZERO, work, run)
    }

    /// The same for work that had taken some time before it was interrupted.
    pub fn resumed_stage<W: Work + 'static, T>(
        &self,
        title: &str,
        before: Duration,
        work: W,
        run: impl FnOnce(&W) -> T,
    ) -> T {
        let work = Arc::new(work);
        let stage = Stage { title: title.to_owned(), started: Instant::now(), before, work: work.clone() };
        lock(&self.shared.stages).push(stage);
        let guard = EndOfStage(&self.shared);
        let result = run(&work);
        drop(guard);
        result
    }

    /// A search under a title.
    pub fn search<T>(&self, title: &str, run: impl FnOnce(&Monitor) -> T) -> T {
        self.stage(title, Searching { monitor: Monitor::new(self.stop.clone()) }, |work| run(&work.monitor))
    }

    /// Work that goes step by step, under a title.
    pub fn steps<T>(&self, title: &str, unit: &'static str, run: impl FnOnce(&Progress) -> T) -> T {
        self.steps_with_detail(title, unit, None, run)
    }

    /// The same for work that shows another number besides.
    pub fn steps_with_detail<T>(
        &self,
        title: &str,
        unit: &'static str,
        detail: Option<&'static str>,
        run: impl FnOnce(&Progress) -> T,
    ) -> T {
        let work = Stepping { progress: Progress::new(self.stop.clone()), unit, detail };
        self.stage(title, work, |work| run(&work.progress))
    }

    /// What is being done now; `None` between two pieces of work.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        let stages = lock(&self.shared.stages);
        let stage = stages.last()?;
        let (title, elapsed) = (stage.title.clone(), stage.before + stage.started.elapsed());
        let work = stage.work.clone();
        drop(stages);
        Some(Report { title, elapsed, figures: work.figures() })
    }

    /// Notes that something happened.
    pub fn note(&self, event: Event) {
        /// Nobody may be interested.
        const MOST: usize = 1000;
        let mut events = lock(&self.shared.events);
        if events.len() < MOST {
            events.push(event);
        }
    }

    /// What happened since this was last asked.
    #[must_use]
    pub fn take_events(&self) -> Vec<Event> {
        std::mem::take(&mut *lock(&self.shared.events))
    }
}

/// Takes the stage off, also if the work panics.
struct EndOfStage<'a>(&'a Shared);

impl Drop for EndOfStage<'_> {
    fn drop(&mut self) {
        lock(&self.0.stages).pop();
    }
}

/// What is behind these locks is whole at any moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Searching {
    monitor: Monitor,
}

impl Work for Searching {
    fn figures(&self) -> Figures {
        Figures::Search { question: None, snapshot: self.monitor.snapshot(), line: Vec::new() }
    }
}

struct Stepping {
    progress: Progress,
    unit: &'static str,
    detail: Option<&'static str>,
}

impl Work for Stepping {
    fn figures(&self) -> Figures {
        Figures::Steps { steps: self.progress.steps(), unit: self.unit, detail: self.detail }
    }
}

impl Work for proof::Monitor {
    fn figures(&self) -> Figures {
        Figures::Check { counts: self.counts(), done: None }
    }
}

impl Work for solver::Progress {
    fn figures(&self) -> Figures {
        Figures::Formula(self.snapshot())
    }
}
