//! Long work on a thread of its own.
//!
//! The thread needs no interpreter lock, so other Python threads go on, and whoever waits can be interrupted. The result is a
//! closure that makes Python objects, because those can be made only with the lock.
//!
//! Waiting is done in slices by the package (`yomikiri/work.py`), in Python: between two slices the interpreter delivers
//! Ctrl-C to the main thread, and whatever another thread has thrown at this one.

use crate::errors;
use pyo3::prelude::*;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use yomikiri::progress::{Speed, described};
use yomikiri::{Figures, Task};

/// Makes the Python object that is the result.
pub(crate) type Finish = Box<dyn for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>> + Send>;

/// A search is recursive, and the address space is large.
const STACK: usize = 64 << 20;

/// Long work: a search, a count, a check.
#[pyclass(frozen, module = "yomikiri._native")]
pub(crate) struct Work {
    shared: Arc<Shared>,
    speed: Mutex<Speed>,
}

struct Shared {
    task: Task,
    process: u32,
    state: Mutex<State>,
    finished: Condvar,
}

enum State {
    Running(Vec<Py<PyAny>>),
    Done(PyResult<Finish>),
    Taken,
}

/// Work that is going on, so that it can be stopped when the interpreter ends.
static RUNNING: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work {
    /// Starts some work.
    pub(crate) fn start(work: impl FnOnce(&Task) -> PyResult<Finish> + Send + 'static) -> PyResult<Self> {
        Self::with_task(Task::default(), work)
    }

    /// The same with a task that others know already.
    pub(crate) fn with_task(
        task: Task,
        work: impl FnOnce(&Task) -> PyResult<Finish> + Send + 'static,
    ) -> PyResult<Self> {
        let shared = Arc::new(Shared {
            task,
            process: std::process::id(),
            state: Mutex::new(State::Running(Vec::new())),
            finished: Condvar::new(),
        });
        {
            let mut running = lock(&RUNNING);
            running.retain(|shared| shared.strong_count() > 0);
            running.push(Arc::downgrade(&shared));
        }
        let inner = shared.clone();
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&inner.task)));
            inner.finish(result.unwrap_or_else(|panic| Err(errors::internal(&*panic))));
        };
        std::thread::Builder::new()
            .name("yomikiri".to_owned())
            .stack_size(STACK)
            .spawn(run)
            .map_err(|error| errors::limit(format!("no thread can be started: {error}")))?;
        Ok(Self { shared, speed: Mutex::new(Speed::new(Instant::now())) })
    }
}

impl Shared {
    fn finish(&self, result: PyResult<Finish>) {
        let before = std::mem::replace(&mut *lock(&self.state), State::Done(result));
        self.finished.notify_all();
        if let State::Running(waiting) = before
            && !waiting.is_empty()
        {
            // The interpreter may be gone already; then nobody waits.
            Python::try_attach(|py| {
                for callback in waiting {
                    if let Err(error) = callback.call0(py) {
                        error.write_unraisable(py, Some(callback.bind(py)));
                    }
                }
            });
        }
    }

    fn is_running(&self) -> bool {
        matches!(*lock(&self.state), State::Running(_))
    }

    /// Waits so long at most; gives whether the work is done.
    fn wait(&self, most: Duration) -> bool {
        let state = lock(&self.state);
        let waited =
            self.finished.wait_timeout_while(state, most, |state| matches!(state, State::Running(_)));
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !matches!(*state, State::Running(_))
    }
}

#[pymethods]
impl Work {
    /// Waits for so many seconds at most; gives whether the work is done.
    fn wait(&self, py: Python<'_>, seconds: f64) -> bool {
        let most = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
        py.detach(|| self.shared.wait(most))
    }

    /// Whether the work is done.
    #[getter]
    fn done(&self) -> bool {
        !self.shared.is_running()
    }

    /// Asks the work to end as soon as it can.
    fn stop(&self) {
        self.shared.task.stop().request();
    }

    /// Calls a function without arguments when the work is done, on another thread; at once if it is done already.
    fn on_done(&self, callback: Bound<'_, PyAny>) -> PyResult<()> {
        if let State::Running(waiting) = &mut *lock(&self.shared.state) {
            waiting.push(callback.unbind());
            return Ok(());
        }
        callback.call0().map(drop)
    }

    /// How far it is, as a line of text and some numbers: title, text, seconds, done, total. `None` between two stages.
    fn progress(&self, py: Python<'_>) -> Option<(String, String, f64, u64, u64)> {
        let look = || {
            let report = self.shared.task.report()?;
            let speed = lock(&self.speed).at(Instant::now(), &report.figures);
            let (done, total) = match &report.figures {
                Figures::Search { snapshot, .. } => (snapshot.nodes, 0),
                Figures::Check { counts, .. } => (counts.nodes, 0),
                Figures::Formula(snapshot) => (snapshot.refinements, 0),
                Figures::Steps { steps, .. } => (steps.done, steps.total),
            };
            let text = described(&report, speed);
            Some((report.title.clone(), text, report.elapsed.as_secs_f64(), done, total))
        };
        // A game written in Python is asked about the line that is being searched; what it raises is the search's.
        py.detach(|| catch_unwind(AssertUnwindSafe(look)).ok().flatten())
    }

    /// The result, or the exception that it ended with. It can be taken once.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let taken = {
            let mut state = lock(&self.shared.state);
            match &*state {
                State::Running(_) => return Err(errors::other("the work is not done")),
                State::Done(_) | State::Taken => std::mem::replace(&mut *state, State::Taken),
            }
        };
        match taken {
            State::Done(result) => result?(py),
            State::Running(_) | State::Taken => Err(errors::other("the result was taken already")),
        }
    }

    fn __repr__(&self) -> String {
        let mut text = "<Work".to_owned();
        let _infallible = match self.shared.task.report() {
            Some(report) => write!(text, ": {}>", report.title),
            None if self.shared.is_running() => write!(text, ">"),
            None => write!(text, ": done>"),
        };
        text
    }
}

impl Drop for Work {
    /// Work that nobody can ask about any more is stopped.
    fn drop(&mut self) {
        self.shared.task.stop().request();
    }
}

/// Stops all work, and waits for its end for so many seconds at most.
#[pyfunction]
pub(crate) fn stop_all(py: Python<'_>, seconds: f64) {
    py.detach(|| {
        let running: Vec<_> = lock(&RUNNING).iter().filter_map(Weak::upgrade).collect();
        // After a fork, the threads of the parent are not here.
        let own = |shared: &&Arc<Shared>| shared.process == std::process::id();
        running.iter().for_each(|shared| shared.task.stop().request());
        let until = Instant::now() + Duration::try_from_secs_f64(seconds).unwrap_or_default();
        for shared in running.iter().filter(own) {
            shared.wait(until.saturating_duration_since(Instant::now()));
        }
    });
}

/// The result is a text.
pub(crate) fn text(text: String) -> Finish {
    Box::new(move |py| Ok(text.into_pyobject(py)?.into_any()))
}
