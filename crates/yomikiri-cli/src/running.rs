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
use yomikiri::progress::{self, Speed};
use yomikiri::text::{clock, counted};
use yomikiri::{Event, Part, Task};
use yomikiri_game::Stop;

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
        // The first line can tell the speed only if somebody has looked before.
        if !wants_metrics && !self.screen.wants(now) && self.speed.has_begun() {
            return;
        }
        let Some(report) = self.task.report() else {
            return;
        };
        let speed = self.speed.at(now, &report.figures);
        if wants_metrics && let Some(metrics) = self.metrics {
            self.last_metrics = now;
            metrics.progress(&report, speed);
        }
        if self.screen.wants(now) {
            let figures = progress::described(&report, speed);
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
