//! Long work with progress and Ctrl-C around it.
//!
//! The work is done on the calling thread; a second one looks at its [`Task`] a few times a second, shows how far it is
//! (a bar on a terminal, else a line now and then, both on standard error), and writes metrics. Ctrl-C throws the
//! switch that every task of the program hangs on.

use crate::arguments::Display;
use crate::metrics::Metrics;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use yomikiri::text::{clock, counted, grouped};
use yomikiri::{Event, Figures, Part, Report, Task};
use yomikiri_game::{Steps, Stop};
use yomikiri_search::Snapshot;

const LOOK_EVERY: Duration = Duration::from_millis(100);
const LINE_EVERY: Duration = Duration::from_secs(60);
const METRICS_EVERY: Duration = Duration::from_secs(10);

/// The switch that Ctrl-C throws, and a request of the system to end.
///
/// The first one stops the running search, which then reports what it has; a second one ends the program at once.
/// Commands that do not wait for anything long end at the first.
pub(crate) fn interrupts() -> &'static Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Stop::new();
        let thrown = stop.clone();
        // Without a handler Ctrl-C ends the program, which is a way to stop too.
        let _uncaught = ctrlc::set_handler(move || {
            if thrown.is_requested() {
                std::process::exit(130);
            }
            thrown.request();
        });
        stop
    })
}

/// From now on a limit on the size of files (`ulimit -f`) is an error of the write that reaches it, not the end of the
/// program.
pub(crate) fn survive_limits() {
    #[cfg(unix)]
    {
        // A handler that does nothing of interest: without one the signal would end the program.
        let reached = std::sync::Arc::default();
        let _as_before = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, reached);
    }
}

/// Whether the user has asked to stop.
pub(crate) fn interrupted() -> bool {
    interrupts().is_requested()
}

/// Does long work, showing how far it is.
pub(crate) fn shown<T>(display: Display, metrics: Option<&Metrics>, work: impl FnOnce(&Task) -> T) -> T {
    let task = Task::new(interrupts().clone());
    let (done, when_done) = channel::<()>();
    std::thread::scope(|scope| {
        let watched = task.clone();
        scope.spawn(move || {
            let mut watcher = Watcher::new(display, metrics, watched);
            while when_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                watcher.look();
            }
            watcher.pass_events_on();
        });
        let result = work(&task);
        drop(done);
        result
    })
}

/// Looks at a task and shows what it sees.
struct Watcher<'a> {
    task: Task,
    screen: Screen,
    metrics: Option<&'a Metrics>,
    last_metrics: Instant,
    speed: Speed,
    /// What is to be said besides.
    remark: String,
}

impl<'a> Watcher<'a> {
    fn new(display: Display, metrics: Option<&'a Metrics>, task: Task) -> Self {
        let now = Instant::now();
        let screen = Screen::new(display, now);
        Self { task, screen, metrics, last_metrics: now, speed: Speed::new(now), remark: String::new() }
    }

    fn look(&mut self) {
        self.pass_events_on();
        let now = Instant::now();
        let wants_metrics = self.metrics.is_some() && now - self.last_metrics >= METRICS_EVERY;
        if !wants_metrics && !self.screen.wants(now) {
            return;
        }
        let Some(report) = self.task.report() else {
            return;
        };
        let speed = self.speed.at(now, nodes(&report.figures).unwrap_or(0));
        if wants_metrics && let Some(metrics) = self.metrics {
            self.last_metrics = now;
            metrics.progress(&report, speed);
        }
        if self.screen.wants(now) {
            let figures = described(&report, speed);
            self.screen.show(now, [&report.title, &figures, &self.remark].map(String::as_str).join("  "));
        }
    }

    fn pass_events_on(&mut self) {
        for event in self.task.take_events() {
            if let Some(metrics) = self.metrics {
                metrics.event(&event);
            }
            match event {
                Event::Checkpoint { bytes, .. } => {
                    self.remark = format!("checkpoint of {}", counted(bytes, "byte"));
                }
                Event::CheckpointFailed { error, .. } => {
                    self.remark = format!("NO CHECKPOINT: {error}");
                    self.screen.warn(&format!("the checkpoint cannot be written: {error}"));
                }
                Event::Part(part) => self.screen.begin(part),
                Event::Answered(_) => {}
            }
        }
    }
}

/// Where progress is shown: a bar on a terminal, else a line now and then.
struct Screen {
    bar: Option<ProgressBar>,
    quiet: bool,
    last_line: Instant,
    /// Which of several pieces of work this is.
    part: Option<Part>,
}

impl Screen {
    fn new(display: Display, now: Instant) -> Self {
        let bar = (console::Term::stderr().is_term() && !display.quiet).then(|| {
            let bar = ProgressBar::new_spinner();
            // Everything is in the one part that is cut to the width of the terminal.
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self { bar, quiet: display.quiet, last_line: now, part: None }
    }

    /// Whether it is time to show something.
    fn wants(&self, now: Instant) -> bool {
        self.bar.is_some() || !self.quiet && now - self.last_line >= LINE_EVERY
    }

    fn show(&mut self, now: Instant, message: String) {
        let message = match &self.part {
            Some(Part { number, of, title, started, allowed, .. }) => {
                let passed = clock((now - *started).as_secs_f64());
                let allowed =
                    allowed.map_or(String::new(), |allowed| format!(" of {}", clock(allowed.as_secs_f64())));
                format!("{number}/{of}, {passed}{allowed}  {title}  {message}")
            }
            None => message,
        };
        match &self.bar {
            Some(bar) => {
                bar.set_message(message);
                bar.tick();
            }
            None => {
                self.last_line = now;
                // A log that cannot be written must not end a search of days.
                let _unwritten = writeln!(std::io::stderr(), "{}", message.trim_end());
            }
        }
    }

    /// Notes which of several pieces of work is begun. Where there is no bar, a line says so if it may take long.
    fn begin(&mut self, part: Part) {
        if let (Some(expected), None, false) = (part.expected, &self.bar, self.quiet) {
            let Part { number, of, title, .. } = &part;
            let expected = clock(expected.as_secs_f64());
            // A log that cannot be written must not end the run.
            let _unwritten = writeln!(std::io::stderr(), "{number}/{of}  {title}, about {expected}");
        }
        self.part = Some(part);
    }

    /// Says what the user must know, also if no progress is shown.
    fn warn(&self, message: &str) {
        let line = format!("warning: {message}");
        match &self.bar {
            Some(bar) => bar.println(line),
            None => {
                let _unwritten = writeln!(std::io::stderr(), "{line}");
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Nodes per second over the last few seconds.
struct Speed {
    since: Instant,
    nodes: Option<u64>,
    current: f64,
}

impl Speed {
    const WINDOW: Duration = Duration::from_secs(2);

    fn new(now: Instant) -> Self {
        Self { since: now, nodes: None, current: 0.0 }
    }

    fn at(&mut self, now: Instant, nodes: u64) -> f64 {
        // A search that was resumed does not begin at zero.
        let before = *self.nodes.get_or_insert(nodes);
        let passed = now - self.since;
        if self.current == 0.0 || passed >= Self::WINDOW {
            self.current = nodes.saturating_sub(before) as f64 / passed.as_secs_f64();
        }
        if passed >= Self::WINDOW {
            (self.since, self.nodes) = (now, Some(nodes));
        }
        self.current
    }
}

/// The number whose growth is the speed of the work.
fn nodes(figures: &Figures) -> Option<u64> {
    match figures {
        Figures::Search { snapshot, .. } => Some(snapshot.nodes),
        Figures::Check(counts) => Some(counts.nodes),
        Figures::Formula(_) | Figures::Steps { .. } => None,
    }
}

fn described(report: &Report, speed: f64) -> String {
    let seconds = report.elapsed.as_secs_f64();
    let speed = format!("{}/s", grouped(speed as u64));
    let mut parts = vec![clock(seconds)];
    match &report.figures {
        Figures::Search { snapshot, line, .. } => {
            let Snapshot {
                nodes, table_entries, table_capacity, collections, depth, proof, disproof, ..
            } = *snapshot;
            parts.extend([counted(nodes, "node"), speed]);
            if table_capacity > 0 {
                parts.push(format!("table {:.0} %", 100.0 * table_entries as f64 / table_capacity as f64));
            }
            if collections > 0 {
                parts.push(counted(collections, "collection"));
            }
            if proof + disproof > 0 {
                parts.push(format!("pn {} dn {}", grouped(proof), grouped(disproof)));
            }
            parts.push(format!("depth {depth}"));
            if !line.is_empty() {
                parts.push(format!("at {} …", line.join(" ")));
            }
        }
        Figures::Check(counts) => {
            parts.extend([counted(counts.nodes, "node"), speed]);
            parts.extend([counted(counts.lemmas, "lemma"), counted(counts.plays, "play")]);
        }
        Figures::Formula(snapshot) => {
            parts.push(format!("level {}", snapshot.level));
            parts.push(counted(snapshot.refinements, "refinement"));
            parts.push(counted(snapshot.conflicts, "conflict"));
        }
        Figures::Steps { steps: Steps { done, total, detail }, unit, detail: of } => {
            if *total > 0 {
                let left = seconds * (*total as f64 / (*done).max(1) as f64 - 1.0);
                parts.push(format!("{} of {} {unit}", grouped(*done), grouped(*total)));
                parts.push(format!("{} left", clock(left.max(0.0))));
            } else {
                parts.push(format!("{} {unit}", grouped(*done)));
            }
            if let (Some(of), true) = (of, *detail > 0) {
                parts.push(format!("{} {of}", grouped(*detail)));
            }
        }
    }
    parts.join("  ")
}
