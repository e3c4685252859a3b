//! The clock that limits on time are measured with.
//!
//! Whatever measures time takes [`Instant`] from here. On most systems it is the one of the standard library. That one
//! panics on `wasm32-unknown-unknown`, where only the page knows the time; there whoever runs the library tells how to
//! ask it (`set_clock`), and until then time stands still.
//!
//! Rejected: the crate `web-time`, which asks the browser by way of `wasm-bindgen`. Its imports need a second program
//! after the compiler, of exactly the right version, and the clock was all that needed them.

pub use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use page::{Instant, set_clock};

/// The clock of a page. It is compiled everywhere so that it can be tested where tests run.
#[cfg(any(target_family = "wasm", test))]
mod page {
    use super::Duration;
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Tells how to ask for the time since some fixed moment. The first answer counts.
    pub fn set_clock(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment, with the interface of the one in the standard library.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since this moment.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// The time since an earlier moment; zero if that is later.
        #[must_use]
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// The time since an earlier moment; zero if that is later.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// A later moment; `None` if it is too late to be told.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::page::{Instant, set_clock};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    #[test]
    fn a_page_tells_the_time() {
        static SECONDS: AtomicU64 = AtomicU64::new(5);
        set_clock(|| Duration::from_secs(SECONDS.load(Relaxed)));
        let then = Instant::now();
        SECONDS.store(8, Relaxed);
        let now = Instant::now();
        assert_eq!((then.elapsed(), now - then), (Duration::from_secs(3), Duration::from_secs(3)));
        assert_eq!((then - now, now.duration_since(then)), (Duration::ZERO, Duration::from_secs(3)));
        assert_eq!(then.checked_add(Duration::from_secs(3)), Some(now));
        assert_eq!((then + Duration::from_secs(3), now.checked_add(Duration::MAX)), (now, None));
    }
}
