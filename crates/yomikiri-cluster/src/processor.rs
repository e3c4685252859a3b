//! Processor time, to say what the coordinator itself costs.

/// The processor time of this thread so far, in seconds.
pub(crate) fn seconds_of_thread() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
