//! A search, or another long piece of work, with progress and Ctrl-C around it.
//!
//! The work is done on the calling thread; a second one looks at its monitor a few times a second, shows
//! how far it is (a bar on a terminal, else a line now and then, both on standard error), and passes Ctrl-C
//! on. A third one writes checkpoints, if there are to be any: on a large table that takes a while.

use crate::arguments::{Display, Stage};
use crate::json::MetricsEvent;
use crate::metrics::Metrics;
use crate::painting::{clock, grouped};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use yomikiri_check::proof;
use yomikiri_game::Player;
use yomikiri_search::{Monitor, Snapshot, Statistics};
use yomikiri_trax::census;

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

const LOOK_EVERY: Duration = Duration::from_millis(100);
const LINE_EVERY: Duration = Duration::from_secs(60);
const METRICS_EVERY: Duration = Duration::from_secs(10);
/// Finding the moves of the line that is searched costs some milliseconds.
const FIND_MOVES_EVERY: Duration = Duration::from_secs(1);

/// From now on the first Ctrl-C (or a request of the system to end) stops the running search, which then
/// reports what it has; a second one ends the program at once. Commands that do not search end at the first.
pub(crate) fn catch_interrupts() {
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

/// Where progress is shown: a bar on a terminal, else a line now and then.
struct Screen {
    bar: Option<ProgressBar>,
    quiet: bool,
    last_line: Instant,
    stage: Option<Stage>,
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
        Self { bar, quiet: display.quiet, last_line: now, stage: display.stage }
    }

    fn has_bar(&self) -> bool {
        self.bar.is_some()
    }

    /// Whether it is time for a line.
    fn wants_line(&self, now: Instant) -> bool {
        self.bar.is_none() && !self.quiet && now - self.last_line >= LINE_EVERY
    }

    fn show(&mut self, now: Instant, message: String) {
        let message = match self.stage {
            Some(Stage { number, of, started, deadline }) => {
                let [passed, allowed] = [now, deadline].map(|end| clock((end - started).as_secs_f64()));
                format!("{number}/{of}, {passed} of {allowed}  {message}")
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
}

impl Drop for Screen {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A monitor of work under way.
trait Stoppable: Default + Sync {
    /// Asks for an early end.
    fn stop(&self);
}

impl Stoppable for Monitor {
    fn stop(&self) {
        self.stop();
    }
}

impl Stoppable for proof::Monitor {
    fn stop(&self) {
        self.stop();
    }
}

impl Stoppable for census::Monitor {
    fn stop(&self) {
        self.stop();
    }
}

/// Something that is counted while it is found.
#[derive(Default)]
pub(crate) struct Tally {
    count: AtomicU64,
    stopped: AtomicBool,
}

impl Tally {
    /// Shows how many there are so far, and says whether to go on.
    pub(crate) fn reaches(&self, count: u64) -> bool {
        self.count.store(count, Relaxed);
        !self.stopped.load(Relaxed)
    }
}

impl Stoppable for Tally {
    fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }
}

/// Does some work that reports to the monitor it is given, showing under a title what `message` makes of it.
fn watched<M: Stoppable, T>(
    display: Display,
    title: &str,
    mut message: impl FnMut(&M, Duration) -> String + Send,
    work: impl FnOnce(&M) -> T,
) -> T {
    catch_interrupts();
    let monitor = M::default();
    let (done, when_done) = channel::<()>();
    std::thread::scope(|scope| {
        let monitor = &monitor;
        scope.spawn(move || {
            let started = Instant::now();
            let mut screen = Screen::new(display, started);
            while when_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                if display.is_over() {
                    monitor.stop();
                }
                let now = Instant::now();
                let message = message(monitor, now - started);
                if screen.has_bar() || screen.wants_line(now) {
                    screen.show(now, format!("{title}  {message}"));
                }
            }
        });
        let result = work(monitor);
        drop(done);
        result
    })
}

/// Checks a proof, reporting to the monitor that is given, showing progress under a title.
pub(crate) fn checking<T>(display: Display, title: &str, check: impl FnOnce(&proof::Monitor) -> T) -> T {
    let mut speed = Speed::new(Instant::now());
    let message = move |monitor: &proof::Monitor, elapsed: Duration| {
        let proof::Counts { lemmas, nodes, plays, .. } = monitor.counts();
        let figures = [
            clock(elapsed.as_secs_f64()),
            format!("{} nodes", grouped(nodes)),
            format!("{}/s", grouped(speed.at(Instant::now(), nodes) as u64)),
            format!("{} lemmas", grouped(lemmas)),
            format!("{} plays", grouped(plays)),
        ];
        figures.join("  ")
    };
    watched(display, title, message, check)
}

/// Counts configurations, reporting to the monitor that is given, showing progress under a title.
pub(crate) fn counting<T>(display: Display, title: &str, count: impl FnOnce(&census::Monitor) -> T) -> T {
    let message = |monitor: &census::Monitor, elapsed: Duration| {
        let census::Progress { done, total, frontiers } = monitor.progress();
        let mut figures =
            vec![clock(elapsed.as_secs_f64()), format!("{} of {}", grouped(done), grouped(total))];
        if frontiers > 0 {
            figures.push(format!("{} frontiers", grouped(frontiers)));
        }
        figures.join("  ")
    };
    watched(display, title, message, count)
}

/// Finds things and counts them, reporting to the tally that is given, showing progress under a title.
pub(crate) fn tallying<T>(display: Display, title: &str, unit: &str, find: impl FnOnce(&Tally) -> T) -> T {
    let unit = unit.to_owned();
    let message = move |tally: &Tally, elapsed: Duration| {
        format!("{}  {} {unit}", clock(elapsed.as_secs_f64()), grouped(tally.count.load(Relaxed)))
    };
    watched(display, title, message, find)
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
            let started = Instant::now();
            let mut screen = Screen::new(display, started);
            while when_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                if display.is_over() {
                    stop();
                }
                let now = Instant::now();
                if screen.has_bar() || screen.wants_line(now) {
                    let (done, total) = watch();
                    let left = (now - started).as_secs_f64() * (total as f64 / done.max(1) as f64 - 1.0);
                    let counts = format!("{} of {} {unit}", grouped(done), grouped(total));
                    screen.show(now, format!("{title}  {counts}, {} left", clock(left.max(0.0))));
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Does work that consists of many searches, showing under a title what `message` makes of it.
pub(crate) fn with_message<T>(
    display: Display,
    title: &str,
    mut message: impl FnMut(&Snapshot, Duration) -> String + Send,
    work: impl FnOnce(&Monitor) -> T,
) -> T {
    let message = move |monitor: &Monitor, elapsed| message(&monitor.snapshot(), elapsed);
    watched(display, title, message, work)
}

/// Runs a search that reports to the monitor it is given, showing progress under a title.
pub(crate) fn with_progress<T>(display: Display, title: &str, search: impl FnOnce(&Monitor) -> T) -> T {
    Running { display, title, before: 0.0, moves: None, metrics: None, checkpoints: None }.run(search)
}

/// What goes on around a search.
pub(crate) struct Running<'a> {
    pub(crate) display: Display,
    pub(crate) title: &'a str,
    /// The seconds that the search took before it was interrupted.
    pub(crate) before: f64,
    /// Finds the moves of the line being searched.
    pub(crate) moves: Option<&'a (dyn Fn(&Monitor) -> String + Sync)>,
    pub(crate) metrics: Option<(&'a Metrics, Player)>,
    pub(crate) checkpoints: Option<Checkpointing<'a>>,
}

/// When to write checkpoints, and how. What comes of one is shown.
pub(crate) struct Checkpointing<'a> {
    pub(crate) every: Duration,
    pub(crate) write: &'a (dyn Fn(&Statistics) -> String + Sync),
}

impl Running<'_> {
    /// Runs a search that reports to the monitor it is given.
    pub(crate) fn run<T>(&self, search: impl FnOnce(&Monitor) -> T) -> T {
        catch_interrupts();
        let monitor = Monitor::default();
        let started = Instant::now();
        let remark = Mutex::new(String::new());
        let ((done, when_done), (also_done, when_also_done)) = (channel(), channel::<()>());
        std::thread::scope(|scope| {
            let (monitor, remark) = (&monitor, &remark);
            scope.spawn(move || self.watch(monitor, started, remark, &when_done));
            if let Some(Checkpointing { every, write }) = &self.checkpoints {
                scope.spawn(move || {
                    while when_also_done.recv_timeout(*every) == Err(RecvTimeoutError::Timeout) {
                        let shown = write(&self.statistics(&monitor.snapshot(), started));
                        *remark.lock().unwrap_or_else(PoisonError::into_inner) = shown;
                    }
                });
            }
            let result = search(monitor);
            drop((done, also_done));
            result
        })
    }

    fn seconds(&self, started: Instant) -> f64 {
        self.before + started.elapsed().as_secs_f64()
    }

    /// What the search has cost so far.
    fn statistics(&self, snapshot: &Snapshot, started: Instant) -> Statistics {
        Statistics {
            nodes: snapshot.nodes,
            shallow_nodes: snapshot.shallow_nodes,
            ending_plays: snapshot.ending_plays,
            table_entries: snapshot.table_entries,
            collections: snapshot.collections,
            depth: snapshot.depth as u32,
            seconds: self.seconds(started),
        }
    }

    fn watch(&self, monitor: &Monitor, started: Instant, remark: &Mutex<String>, when_done: &Receiver<()>) {
        let mut screen = Screen::new(self.display, started);
        let (mut last_metrics, mut last_moves) = (started, started);
        let mut moves = String::new();
        let mut speed = Speed::new(started);
        while when_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
            if self.display.is_over() {
                monitor.stop();
            }
            let snapshot = monitor.snapshot();
            let now = Instant::now();
            let speed = speed.at(now, snapshot.nodes);
            let wants_metrics = self.metrics.is_some() && now - last_metrics >= METRICS_EVERY;
            let wants_line = screen.wants_line(now);
            if wants_metrics || wants_line || screen.has_bar() && now - last_moves >= FIND_MOVES_EVERY {
                moves = self.moves.map(|find| find(monitor)).unwrap_or_default();
                last_moves = now;
            }
            if wants_metrics && let Some((metrics, player)) = self.metrics {
                last_metrics = now;
                metrics.write(player, progress(&snapshot, self.seconds(started), speed, &moves));
            }
            if !wants_line && !screen.has_bar() {
                continue;
            }
            let figures = describe(&snapshot, self.seconds(started), speed, &moves);
            let remark = remark.lock().unwrap_or_else(PoisonError::into_inner).clone();
            screen.show(now, [self.title, &figures, &remark].join("  "));
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

fn describe(snapshot: &Snapshot, seconds: f64, speed: f64, moves: &str) -> String {
    let Snapshot { nodes, table_entries, table_capacity, collections, depth, proof, disproof, .. } =
        *snapshot;
    let mut parts =
        vec![clock(seconds), format!("{} nodes", grouped(nodes)), format!("{}/s", grouped(speed as u64))];
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
    if !moves.is_empty() {
        parts.push(format!("at {moves} …"));
    }
    parts.join("  ")
}

fn progress(snapshot: &Snapshot, seconds: f64, speed: f64, moves: &str) -> MetricsEvent {
    let Snapshot {
        nodes,
        shallow_nodes,
        ending_plays,
        table_entries,
        table_capacity,
        collections,
        depth,
        proof,
        disproof,
    } = *snapshot;
    MetricsEvent::Progress {
        seconds,
        nodes,
        shallow_nodes,
        ending_plays,
        nodes_per_second: speed as u64,
        table_entries,
        table_capacity,
        collections,
        depth,
        proof,
        disproof,
        line: moves.to_owned(),
    }
}
