//! How far a search is, told now and then.

use super::question::{Action, Question};
use super::{Event, MOST_OFTEN};
use crate::task::{Figures, Report, Task};
use crate::view;
use std::sync::mpsc::{RecvTimeoutError, channel};
use yomikiri_game::{Duration, Instant};

/// Looks at a search from time to time.
pub struct Progress {
    question: Question,
    last: Option<(Instant, u64)>,
}

impl Progress {
    /// One that has not looked yet.
    #[must_use]
    pub fn new(question: &Question) -> Self {
        Self { question: question.clone(), last: None }
    }

    /// How far the search is; `None` between two searches, and for work that is no search.
    pub fn look(&mut self, task: &Task) -> Option<Event> {
        self.event(&task.report()?)
    }

    fn event(&mut self, report: &Report) -> Option<Event> {
        let Action::Solve(solve) = &self.question.action else {
            return None;
        };
        let moves = solve.place.moves.split_whitespace().map(str::to_owned).collect();
        // A moment without a clock: answers are read when they are told.
        let moment = view::Moment { time: 0.0, game: solve.place.game.clone(), moves };
        let progress = view::Progress::of(moment, report, self.last.map_or(0.0, |last| speed(last, report)))?;
        self.last = Some((Instant::now(), progress.nodes));
        Some(Event::Answer { id: self.question.id.clone(), is_final: false, line: Box::new(progress.into()) })
    }
}

/// Nodes a second since the last look.
fn speed((then, before): (Instant, u64), report: &Report) -> f64 {
    let Figures::Search { snapshot, .. } = &report.figures else {
        return 0.0;
    };
    snapshot.nodes.saturating_sub(before) as f64 / then.elapsed().as_secs_f64().max(1e-3)
}

/// The time from one answer to the next.
pub(super) fn interval(question: &Question) -> Option<Duration> {
    question.every.map(|seconds| Duration::from_secs_f64(seconds.min(1e6)).max(MOST_OFTEN))
}

/// Does some work while another thread looks at it now and then. Where there are no threads, nobody looks.
pub(super) fn watched<T: Send>(
    question: &Question,
    task: &Task,
    work: impl FnOnce(&Task) -> T,
    mut look: impl FnMut(&Task) + Send,
) -> T {
    let Some(every) = interval(question) else {
        return work(task);
    };
    let (done, when_done) = channel::<()>();
    std::thread::scope(|scope| {
        let watcher = || {
            let when_done = when_done;
            while when_done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                look(task);
            }
        };
        let _without = std::thread::Builder::new().spawn_scoped(scope, watcher);
        let result = work(task);
        drop(done);
        result
    })
}
