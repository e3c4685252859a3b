//! Counts for Prometheus, in its text format.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

/// What has happened since the server started, and what is going on.
#[derive(Default)]
pub(crate) struct Metrics {
    requests: AtomicU64,
    refused: AtomicU64,
    answers: AtomicU64,
    failures: AtomicU64,
    pub(crate) connections: AtomicI64,
    pub(crate) searching: AtomicI64,
}

impl Metrics {
    /// A query was read.
    pub(crate) fn asked(&self) {
        self.requests.fetch_add(1, Relaxed);
    }

    /// A message was no query, or came too soon, or from somebody who may not ask.
    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Relaxed);
    }

    /// An answer was sent.
    pub(crate) fn answered(&self) {
        self.answers.fetch_add(1, Relaxed);
    }

    /// A search panicked.
    pub(crate) fn failed(&self) {
        self.failures.fetch_add(1, Relaxed);
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: i128| {
            let _infallible = write!(
                text,
                "# HELP yomikiri_{name} {help}\n# TYPE yomikiri_{name} {kind}\nyomikiri_{name} {value}\n"
            );
        };
        let counter = |count: &AtomicU64| count.load(Relaxed).into();
        let gauge = |count: &AtomicI64| count.load(Relaxed).into();
        line("requests_total", "counter", "Queries that were read.", counter(&self.requests));
        line("refused_total", "counter", "Messages that were refused.", counter(&self.refused));
        line("answers_total", "counter", "Answers that were sent.", counter(&self.answers));
        line("failures_total", "counter", "Searches that failed.", counter(&self.failures));
        line("connections", "gauge", "WebSockets that are open.", gauge(&self.connections));
        line("searches", "gauge", "Queries that are being worked on.", gauge(&self.searching));
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
