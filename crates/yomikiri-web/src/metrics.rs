//! Counts for Prometheus, in its text format.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// What has happened since the server started, and what is going on.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) requests: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) answers: AtomicU64,
    pub(crate) connections: AtomicI64,
    pub(crate) searching: AtomicI64,
}

impl Metrics {
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: i128| {
            let _infallible = write!(
                text,
                "# HELP yomikiri_{name} {help}\n# TYPE yomikiri_{name} {kind}\nyomikiri_{name} {value}\n"
            );
        };
        line("requests_total", "counter", "Requests that were read.", self.requests.load(Relaxed).into());
        line(
            "refused_total",
            "counter",
            "Requests that could not be read, or were too many.",
            self.refused.load(Relaxed).into(),
        );
        line("answers_total", "counter", "Answers that were sent.", self.answers.load(Relaxed).into());
        line("connections", "gauge", "Pages that are connected.", self.connections.load(Relaxed).into());
        line("searches", "gauge", "Requests that are being worked on.", self.searching.load(Relaxed).into());
        text
    }
}

/// Counts something for as long as it lives.
pub(crate) struct Counted<'a>(&'a AtomicI64);

impl<'a> Counted<'a> {
    pub(crate) fn new(gauge: &'a AtomicI64) -> Self {
        gauge.fetch_add(1, Relaxed);
        Self(gauge)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}
