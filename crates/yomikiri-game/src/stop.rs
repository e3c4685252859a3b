//! How long work is told to end: one switch for everything that takes time.
//!
//! Whoever starts long work keeps a clone of its [`Stop`] and throws it; whoever does the work asks
//! [`Stop::is_requested`] every few milliseconds. A switch may have a deadline, and it may have been made from
//! another one ([`Stop::child`], [`Stop::within`]), whose request it passes on: Ctrl-C reaches every part of a
//! report, and the time limit of one part ends that part alone.
//!
//! Rejected: a callback (it would have to be `Sync`, and everything that takes it generic), and a plain flag that a
//! second thread raises at the deadline (there is no second thread in a browser, and a busy machine may let it
//! sleep).

use crate::{Duration, Instant};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A switch that asks long work to end. Clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    switch: Arc<Switch>,
}

#[derive(Debug, Default)]
struct Switch {
    thrown: AtomicBool,
    deadline: Option<Instant>,
    parent: Option<Stop>,
}

/// Why work was asked to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// Somebody threw the switch.
    Request,
    /// The deadline has passed.
    Deadline,
}

impl Stop {
    /// A switch that nobody has thrown, without a deadline.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A switch for a part of the work: a request to the whole is a request to the part, but not the reverse.
    #[must_use]
    pub fn child(&self) -> Self {
        self.with_deadline(None)
    }

    /// The same, with a deadline that lies so far ahead.
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        self.with_deadline(Instant::now().checked_add(time))
    }

    fn with_deadline(&self, deadline: Option<Instant>) -> Self {
        let switch = Switch { thrown: AtomicBool::new(false), deadline, parent: Some(self.clone()) };
        Self { switch: Arc::new(switch) }
    }

    /// Asks the work to end as soon as it can.
    pub fn request(&self) {
        self.switch.thrown.store(true, Relaxed);
    }

    /// Whether the work should end.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.cause().is_some()
    }

    /// Why the work should end, if it should.
    #[must_use]
    pub fn cause(&self) -> Option<StopCause> {
        let Switch { thrown, deadline, parent } = &*self.switch;
        if thrown.load(Relaxed) {
            return Some(StopCause::Request);
        }
        if let Some(cause) = parent.as_ref().and_then(Self::cause) {
            return Some(cause);
        }
        deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| StopCause::Deadline)
    }

    /// The time that is left until the nearest deadline; `None` without one.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let own = self.switch.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let inherited = self.switch.parent.as_ref().and_then(Self::time_left);
        own.into_iter().chain(inherited).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_reaches_the_parts_and_not_the_whole() {
        let whole = Stop::new();
        let (part, other) = (whole.child(), whole.child());
        part.clone().request();
        assert!(part.is_requested() && !other.is_requested() && !whole.is_requested());
        whole.request();
        assert_eq!(other.cause(), Some(StopCause::Request));
    }

    #[test]
    fn a_deadline_is_a_cause_of_its_own() {
        let whole = Stop::new();
        let late = whole.within(Duration::ZERO);
        assert_eq!(late.cause(), Some(StopCause::Deadline));
        assert_eq!(late.child().time_left(), Some(Duration::ZERO));
        let early = whole.within(Duration::from_secs(3600));
        assert!(!early.is_requested() && early.time_left() > Some(Duration::from_secs(3000)));
        assert_eq!(whole.time_left(), None);
        assert_eq!(whole.within(Duration::MAX).time_left(), None);
    }
}
