//! Questions off the async threads, a bounded number at a time.
//!
//! Short ones (a board, a value) have a lane of their own, so that a board is shown while all searches are busy.

use crate::metrics::{Counted, Metrics};
use crate::options::Options;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use yomikiri::analysis::{Event, Examiner, Id, QueryError, Question};
use yomikiri::books::Books;
use yomikiri::{NoFiles, Registry, Task, view};
use yomikiri_game::Stop;

/// The time of a question that names none.
const USUAL: Duration = Duration::from_secs(30);
/// Short ones at the same time.
const SHORT_AT_ONCE: usize = 4;
/// The most time of a short one.
const SHORT: Duration = Duration::from_secs(10);
/// How often somebody who waits looks whether the question was stopped.
const LOOK: Duration = Duration::from_millis(100);
/// What is said about a question that got no turn.
const STOPPED: &str = "stopped before it began";
/// Questions of all connections that may wait.
const MOST_WAITING: usize = 1000;

/// An answer on its way to whoever asked.
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

impl From<&Event> for Answer {
    fn from(event: &Event) -> Self {
        Self { text: view::event_line(event), is_error: matches!(event, Event::Error(_)) }
    }
}

impl From<QueryError> for Answer {
    fn from(error: QueryError) -> Self {
        (&Event::Error(error)).into()
    }
}

/// Answers questions.
pub(crate) struct Searches {
    long: Arc<Semaphore>,
    short: Arc<Semaphore>,
    waiting: Semaphore,
    registry: &'static Registry,
    books: Arc<Books>,
    memory: u64,
    most_time: Duration,
    pub(crate) metrics: Arc<Metrics>,
}

impl Searches {
    pub(crate) fn new(options: &Options, registry: &'static Registry, metrics: Arc<Metrics>) -> Self {
        Self {
            long: Arc::new(Semaphore::new(options.searches.max(1))),
            short: Arc::new(Semaphore::new(SHORT_AT_ONCE)),
            waiting: Semaphore::new(MOST_WAITING),
            registry,
            books: options.books.clone(),
            memory: options.memory,
            most_time: options.time,
            metrics,
        }
    }

    pub(crate) fn ready(&self, id: Id) -> Event {
        Event::Ready {
            id,
            games: self.registry.families().map(|family| family.pattern().to_owned()).collect(),
        }
    }

    /// Works on a question until it is answered or stopped. If nobody takes the answers, they are dropped. Before the last
    /// one is told, `close` is called: whoever has read it may use the id of the question again at once.
    pub(crate) async fn run(
        &self,
        question: Question,
        stop: Stop,
        tell: mpsc::Sender<Answer>,
        close: impl Fn() + Clone + Send + Sync + 'static,
    ) {
        let is_long = question.action.is_long();
        let permit = match self.permit(is_long, &question, &stop, &tell).await {
            Ok(permit) => permit,
            Err(why) => {
                close();
                let _gone = tell.send(QueryError::new(Some(question.id), None, why).into()).await;
                return;
            }
        };
        let most_time = if is_long { self.most_time } else { self.most_time.min(SHORT) };
        let task = Task::new(stop.within(question.time(USUAL, most_time)));
        let (id, registry, memory) = (question.id.clone(), self.registry, self.memory);
        let books = self.books.clone();
        let (metrics, told, closed) = (self.metrics.clone(), tell.clone(), close.clone());
        let answered = tokio::task::spawn_blocking(move || {
            // Both are held for as long as the thread works, also after the page has gone.
            let (_permit, _counted) = (permit, Counted::new(&metrics.searching));
            Examiner::new(memory).with_books(books).examine(&question, registry, &NoFiles, &task, &|event| {
                if event.is_final() {
                    closed();
                }
                let _gone = told.blocking_send((&event).into());
            });
        });
        if answered.await.is_err() {
            self.metrics.failed();
            close();
            let _gone = tell.send(QueryError::new(Some(id), None, "the search failed").into()).await;
        }
    }

    /// A permit to work, or why there is none: the question is stopped first, or too many wait.
    async fn permit(
        &self,
        is_long: bool,
        question: &Question,
        stop: &Stop,
        tell: &mpsc::Sender<Answer>,
    ) -> Result<OwnedSemaphorePermit, &'static str> {
        let lane = if is_long { &self.long } else { &self.short };
        if let Ok(permit) = lane.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let Ok(_place) = self.waiting.try_acquire() else {
            return Err("too many questions are waiting");
        };
        let line = Box::new(view::Waiting {}.into());
        let _gone =
            tell.send((&Event::Answer { id: question.id.clone(), is_final: false, line }).into()).await;
        let acquired = lane.clone().acquire_owned();
        tokio::pin!(acquired);
        loop {
            // A stop is a flag that nobody can await, so somebody looks at it now and then. The place in the queue stays.
            match tokio::time::timeout(LOOK, &mut acquired).await {
                Ok(permit) => return permit.map_err(|_closed| STOPPED),
                Err(_) if stop.is_requested() || tell.is_closed() => return Err(STOPPED),
                Err(_) => {}
            }
        }
    }
}
