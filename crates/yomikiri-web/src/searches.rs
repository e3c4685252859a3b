//! Requests off the async threads, a bounded number at a time.
//!
//! Short requests (a board, a value) have a lane of their own, so that a board is shown while all searches are busy.

use crate::metrics::{Counted, Metrics};
use crate::options::Options;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval};
use yomikiri::workbench::{Action, Bounds, Request, RequestError, answer, progress};
use yomikiri::{Figures, Task};
use yomikiri_game::Stop;

/// How often a search says how far it is.
const PROGRESS: Duration = Duration::from_millis(250);
/// The most time of a short request.
const SHORT: Duration = Duration::from_secs(10);

/// Works on requests.
pub(crate) struct Searches {
    long: Arc<Semaphore>,
    short: Arc<Semaphore>,
    bounds: Bounds,
    pub(crate) metrics: Arc<Metrics>,
}

/// Whether a request may take long.
fn is_long(action: &Action) -> bool {
    match action {
        Action::Games | Action::Show(_) | Action::Threats(_) | Action::Value { .. } => false,
        Action::Solve { .. }
        | Action::Mate { .. }
        | Action::Problem { .. }
        | Action::Endgame { .. }
        | Action::Formulas { .. }
        | Action::Move(_)
        | Action::Check { .. } => true,
    }
}

impl Searches {
    pub(crate) fn new(options: &Options, metrics: Arc<Metrics>) -> Self {
        Self {
            long: Arc::new(Semaphore::new(options.searches.max(1))),
            short: Arc::new(Semaphore::new(2)),
            bounds: Bounds { memory: options.memory, most_time: options.time, ..Bounds::default() },
            metrics,
        }
    }

    /// Works on a request until it is answered or stopped. Answers go to `tell`; if nobody takes them, they are dropped.
    pub(crate) async fn run(&self, request: Request, stop: Stop, tell: mpsc::Sender<Value>) {
        let is_long = is_long(&request.action);
        let lane = if is_long { &self.long } else { &self.short };
        let permit = match lane.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let waiting = json!({ "type": "waiting", "id": request.id, "final": false });
                let _gone = tell.send(waiting).await;
                let Some(permit) = wait(lane.clone(), &stop).await else {
                    let error = RequestError::new(Some(request.id), None, "stopped before it began");
                    let _gone = tell.send(error.object()).await;
                    return;
                };
                permit
            }
        };
        let _counted = Counted::new(&self.metrics.searching);
        let mut bounds = self.bounds;
        if !is_long {
            bounds.most_time = bounds.most_time.min(SHORT);
        }
        let task = Task::new(stop);
        let (work, request) = (task.clone(), Arc::new(request));
        let (asked, told) = (request.clone(), tell.clone());
        let mut working = tokio::task::spawn_blocking(move || {
            // A permit is held for as long as the thread works, also after the page has gone.
            let _permit = permit;
            answer(&asked, &bounds, &work, &mut |object| {
                let _gone = told.blocking_send(object);
            });
        });
        let mut ticks = interval(PROGRESS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut speed = Speed::default();
        loop {
            tokio::select! {
                ended = &mut working => {
                    if ended.is_err() {
                        let error = RequestError::new(Some(request.id.clone()), None, "the search failed");
                        let _gone = tell.send(error.object()).await;
                    }
                    return;
                }
                _ = ticks.tick(), if is_long => {
                    if let Some(object) = progress(&request, &task, speed.measure(&task)) {
                        let _gone = tell.try_send(object);
                    }
                }
            }
        }
    }
}

/// A permit, unless the request is stopped first.
async fn wait(lane: Arc<Semaphore>, stop: &Stop) -> Option<tokio::sync::OwnedSemaphorePermit> {
    loop {
        // A stop is a flag that nobody can await, so somebody looks at it now and then.
        match tokio::time::timeout(PROGRESS, lane.clone().acquire_owned()).await {
            Ok(permit) => return permit.ok(),
            Err(_) if stop.is_requested() => return None,
            Err(_) => {}
        }
    }
}

/// Nodes a second, from one look to the next.
#[derive(Default)]
struct Speed {
    last: Option<(Instant, u64)>,
}

impl Speed {
    fn measure(&mut self, task: &Task) -> f64 {
        let Some(Figures::Search { snapshot, .. }) = task.report().map(|report| report.figures) else {
            return 0.0;
        };
        let now = (Instant::now(), snapshot.nodes);
        let speed = match self.last {
            Some((then, before)) if before <= now.1 => {
                (now.1 - before) as f64 / (now.0 - then).as_secs_f64().max(1e-3)
            }
            _ => 0.0,
        };
        self.last = Some(now);
        speed
    }
}
