//! Many queries at once, within limits of threads, memory and time.
//!
//! Queries wait in a queue that has an end; each of a few threads takes one after the other. A query that would wait
//! behind too many others is refused, so that nobody can make the program grow.

use super::examine::Examiner;
use super::query::{Id, QueryError, Request, read};
use super::{Event, Line, Question};
use crate::books::Books;
use crate::files::Files;
use crate::registry::Registry;
use crate::task::Task;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use yomikiri_game::{Duration, Stop};

/// What an engine may use.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Queries that are answered at the same time.
    pub threads: usize,
    /// Memory for all of them together.
    pub memory: u64,
    /// Queries that may wait.
    pub waiting: usize,
    /// The time of a query that names none.
    pub usual_time: Duration,
    /// The most time of a query.
    pub most_time: Duration,
}

impl Default for Capacity {
    fn default() -> Self {
        Self {
            threads: 1,
            memory: 256 << 20,
            waiting: 1000,
            usual_time: Duration::from_secs(5),
            most_time: Duration::from_secs(600),
        }
    }
}

/// Takes queries and gives events.
pub struct Engine {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

struct Shared {
    capacity: Capacity,
    registry: &'static Registry,
    files: Box<dyn Files + Send + Sync>,
    books: Arc<Books>,
    tell: Box<dyn Fn(Event) + Send + Sync>,
    state: Mutex<State>,
    changed: Condvar,
    stop: Stop,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(Question, Stop)>,
    /// The switches of all queries that wait or run.
    switches: HashMap<Id, Stop>,
    is_closed: bool,
}

impl Engine {
    /// An engine that gives its events to `tell`, from any of its threads. It looks positions up in the books before it searches. The
    /// switch ends everything.
    pub fn new(
        capacity: Capacity,
        registry: &'static Registry,
        files: impl Files + Send + Sync + 'static,
        books: Arc<Books>,
        stop: Stop,
        tell: impl Fn(Event) + Send + Sync + 'static,
    ) -> Self {
        let shared = Arc::new(Shared {
            capacity,
            registry,
            files: Box::new(files),
            books,
            tell: Box::new(tell),
            state: Mutex::default(),
            changed: Condvar::new(),
            stop,
        });
        let worker = |_| {
            let shared = shared.clone();
            std::thread::Builder::new().spawn(move || shared.work()).ok()
        };
        let workers = (0..capacity.threads.max(1)).filter_map(worker).collect();
        Self { shared, workers }
    }

    /// Takes a line.
    pub fn receive(&self, line: &Line) {
        match line {
            Line::TooLong => self.shared.fail(QueryError::new(None, None, "the line is too long")),
            Line::Text(text) if text.trim().is_empty() => {}
            Line::Text(text) => match read(text) {
                Ok(request) => self.obey(request),
                Err(error) => self.shared.fail(error),
            },
        }
    }

    /// Does what is asked.
    pub fn obey(&self, request: Request) {
        let shared = &self.shared;
        match request {
            Request::Ready(id) => {
                let games = shared.registry.families().map(|family| family.pattern().to_owned()).collect();
                (shared.tell)(Event::Ready { id, games });
            }
            Request::Stop(id) => {
                let switch = shared.lock().switches.get(&id).cloned();
                match switch {
                    Some(switch) => switch.request(),
                    None => shared.fail(QueryError::new(Some(id), None, "there is no such query")),
                }
            }
            Request::StopAll(_) => {
                for switch in shared.lock().switches.values() {
                    switch.request();
                }
            }
            Request::Ask(question) => {
                if let Err(error) = shared.enqueue(question) {
                    shared.fail(error);
                } else if self.workers.is_empty() {
                    // Where there are no threads, this one does the work.
                    shared.work_off(&mut shared.examiner(1));
                }
            }
        }
    }

    /// Waits until every query is answered.
    pub fn finish(self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
        for worker in self.workers {
            // A panic of a search is the end of that thread; the others go on.
            let _ended = worker.join();
        }
    }
}

impl Shared {
    /// What is behind the lock is whole at any moment.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: QueryError) {
        (self.tell)(Event::Error(error));
    }

    fn enqueue(&self, query: Question) -> Result<(), QueryError> {
        let mut state = self.lock();
        let refused = |message: &str| Err(QueryError::new(Some(query.id.clone()), None, message));
        if state.switches.contains_key(&query.id) {
            return refused("a query with this id is being answered");
        }
        if state.waiting.len() >= self.capacity.waiting {
            return refused("too many queries are waiting");
        }
        let switch = self.stop.child();
        state.switches.insert(query.id.clone(), switch.clone());
        state.waiting.push_back((query, switch));
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Somebody who answers queries, one of so many who share the memory.
    fn examiner(&self, of: usize) -> Examiner {
        Examiner::new(self.capacity.memory / of.max(1) as u64).with_books(self.books.clone())
    }

    /// Takes queries until there will be no more.
    fn work(&self) {
        let mut examiner = self.examiner(self.capacity.threads);
        loop {
            self.work_off(&mut examiner);
            let mut state = self.lock();
            while state.waiting.is_empty() {
                if state.is_closed {
                    return;
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Answers queries while there are some.
    fn work_off(&self, examiner: &mut Examiner) {
        loop {
            let Some((query, switch)) = self.lock().waiting.pop_front() else {
                return;
            };
            let Capacity { usual_time, most_time, .. } = self.capacity;
            // The time of a query begins when somebody looks at it.
            let task = Task::new(switch.within(query.time(usual_time, most_time)));
            // An id is free again before its last answer is told: whoever hears that may ask again at once.
            let id = query.id.clone();
            examiner.examine(&query, self.registry, &*self.files, &task, &|event| {
                if event.is_final() {
                    self.lock().switches.remove(&id);
                }
                (self.tell)(event);
            });
            self.lock().switches.remove(&query.id);
        }
    }
}
