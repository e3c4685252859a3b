//! Checking proofs.

use crate::work::{self, Work};
use pyo3::prelude::*;
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::time::Instant;
use yomikiri::{Registry, view};
use yomikiri_check::proof::Monitor;

/// Starts the check of a proof; its result is JSON.
#[pyfunction]
pub(crate) fn check_proof(content: Vec<u8>, threads: usize, memory: Option<u64>) -> PyResult<Work> {
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    Work::start(move |task| {
        let started = Instant::now();
        let stop = task.stop().clone();
        let monitor = Monitor::until(move || stop.is_requested());
        let monitor = match memory {
            Some(memory) => monitor.with_memory(memory),
            None => monitor,
        };
        let referees = Registry::shared().referees();
        let checked =
            task.stage("proof", monitor, |monitor| referees.check(Cursor::new(content), threads, monitor));
        let check = view::Check::of(&checked, started.elapsed().as_secs_f64());
        Ok(work::text(view::line(check)))
    })
}
