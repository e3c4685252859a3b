//! The clock that limits on time are measured with.
//!
//! Whatever measures time takes [`Instant`] from here. On most systems it is the one of the standard library. That
//! one panics on `wasm32-unknown-unknown`, where the time has to be asked of the browser; there it is the clock of
//! the crate `web-time`, with the same interface.

pub use web_time::{Duration, Instant};
