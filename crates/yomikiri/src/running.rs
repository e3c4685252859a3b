//! A search with progress and Ctrl-C around it.
//!
//! The search runs on the calling thread; a second one looks at its monitor a few times a second, shows
//! how far it is (a bar on a terminal, else a line now and then, both on standard error), and passes Ctrl-C
//! on.

use crate::arguments::Display;
use crate::painting::{grouped, seconds};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use yomikiri_search::{Monitor, Snapshot};

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

const LOOK_EVERY: Duration = Duration::from_millis(100);
const LINE_EVERY: Duration = Duration::from_secs(10);

/// From now on the first Ctrl-C stops the running search, which then reports what it has; a second one
/// ends the program at once. Commands that do not search end at the first.
fn catch_interrupts() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C ends the program, which is a way to stop too.
        let _uncaught = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Relaxed) {
                std::process::exit(130);
            }
        });
    });
}

/// Whether the user has asked to stop.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// Runs a search that reports to the monitor it is given, showing progress under a title.
pub(crate) fn with_progress<T>(display: Display, title: &str, search: impl FnOnce(&Monitor) -> T) -> T {
    catch_interrupts();
    let monitor = Monitor::default();
    let (done, when_done) = channel();
    std::thread::scope(|scope| {
        let monitor = &monitor;
        scope.spawn(move || watch(monitor, display, title, &when_done));
        let result = search(monitor);
        drop(done);
        result
    })
}

/// Runs something that counts what it has done, showing how far it is; `watch` gives what is done and what there is
/// in all, `stop` passes Ctrl-C on.
pub(crate) fn with_bar<T>(
    display: Display,
    title: &str,
    unit: &str,
    watch: impl Fn() -> (u64, u64) + Send,
    stop: impl Fn() + Send,
    work: impl FnOnce() -> T,
) -> T {
    catch_interrupts();
    let (done, when_done) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let on_terminal = console::Term::stderr().is_term();
            let bar = (on_terminal && !display.quiet).then(|| {
                let bar = ProgressBar::new(0);
                let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg} {eta} left");
                bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
                bar.set_prefix(title.to_owned());
                bar.set_message(unit.to_owned());
                bar
            });
            let mut last_line = Instant::now();
            while when_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                if interrupted() {
                    stop();
                }
                let (done, total) = watch();
                match &bar {
                    Some(bar) => {
                        bar.set_length(total);
                        bar.set_position(done);
                    }
                    None if !display.quiet && last_line.elapsed() >= LINE_EVERY => {
                        last_line = Instant::now();
                        let line = format!("{title}  {} of {} {unit}", grouped(done), grouped(total));
                        // A log that cannot be written must not end the work.
                        let _unwritten = writeln!(std::io::stderr(), "{line}");
                    }
                    None => {}
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

fn watch(monitor: &Monitor, display: Display, title: &str, when_done: &Receiver<()>) {
    let started = Instant::now();
    let on_terminal = console::Term::stderr().is_term();
    let bar = (on_terminal && !display.quiet).then(|| {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {prefix}  {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_prefix(title.to_owned());
        bar
    });
    let mut last_line = started;
    let mut speed = Speed::new(started);
    while when_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
        if interrupted() {
            monitor.stop();
        }
        let snapshot = monitor.snapshot();
        let now = Instant::now();
        let message = describe(&snapshot, now - started, speed.at(now, snapshot.nodes));
        match &bar {
            Some(bar) => {
                bar.set_message(message);
                bar.tick();
            }
            None if !display.quiet && now - last_line >= LINE_EVERY => {
                last_line = now;
                // A log that cannot be written must not end a search of days.
                let _unwritten = writeln!(std::io::stderr(), "{title}  {message}");
            }
            None => {}
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// Nodes per second over the last few seconds.
struct Speed {
    since: Instant,
    nodes: u64,
    current: f64,
}

impl Speed {
    const WINDOW: Duration = Duration::from_secs(2);

    fn new(now: Instant) -> Self {
        Self { since: now, nodes: 0, current: 0.0 }
    }

    fn at(&mut self, now: Instant, nodes: u64) -> f64 {
        let passed = now - self.since;
        if self.current == 0.0 || passed >= Self::WINDOW {
            self.current = nodes.saturating_sub(self.nodes) as f64 / passed.as_secs_f64();
        }
        if passed >= Self::WINDOW {
            (self.since, self.nodes) = (now, nodes);
        }
        self.current
    }
}

fn describe(snapshot: &Snapshot, elapsed: Duration, speed: f64) -> String {
    let Snapshot { nodes, table_entries, table_capacity, collections, depth, proof, disproof } = *snapshot;
    let mut parts = vec![
        format!("{} s", seconds(elapsed.as_secs_f64())),
        format!("{} nodes", grouped(nodes)),
        format!("{}/s", grouped(speed as u64)),
    ];
    if table_capacity > 0 {
        parts.push(format!("table {:.0} %", 100.0 * table_entries as f64 / table_capacity as f64));
    }
    if collections > 0 {
        parts.push(format!("{collections} collections"));
    }
    if proof + disproof > 0 {
        parts.push(format!("pn {} dn {}", grouped(proof), grouped(disproof)));
    }
    parts.push(format!("depth {depth}"));
    parts.join("  ")
}
