//! Limits, cancellation, progress and statistics: what every method reports to while it runs.
//!
//! A method owns a [`Watch`] and calls [`Watch::node`] once for every position it expands. Others look in
//! from outside through the [`Monitor`], which is all atomics: whoever draws a progress bar polls it, and
//! whoever catches Ctrl-C tells it to stop. The library itself prints nothing and starts no thread.

use crate::table::{Payload, Table};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use yomikiri_game::{Duration, Instant, Key, Stop, StopCause};

pub use yomikiri_game::Statistics;

/// How long a search may go on. All are "no limit" by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The number of positions expanded.
    pub nodes: Option<u64>,
    /// The time spent.
    pub time: Option<Duration>,
}

/// Why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// The limit on nodes.
    #[error("the limit on nodes was reached")]
    Nodes,
    /// The limit on time.
    #[error("the limit on time was reached")]
    Time,
    /// The memory for the tree in memory.
    #[error("the memory was used up")]
    Memory,
    /// The longest line of play that is followed.
    #[error("the search went deeper than {DEEPEST} moves")]
    Depth,
    /// Somebody asked it to.
    #[error("the search was interrupted")]
    Interrupted,
}

/// A window into a running search, and its off switch.
#[derive(Debug, Default)]
pub struct Monitor {
    stop: Stop,
    nodes: AtomicU64,
    shallow_nodes: AtomicU64,
    ending_plays: AtomicU64,
    table_entries: AtomicU64,
    table_capacity: AtomicU64,
    collections: AtomicU64,
    depth: AtomicU64,
    proof: AtomicU64,
    disproof: AtomicU64,
    line: [[AtomicU64; 2]; SHOWN],
}

/// How many moves of the line being searched are shown.
const SHOWN: usize = 12;

/// What a [`Monitor`] shows at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Nodes so far.
    pub nodes: u64,
    /// Looks of the shallow search so far.
    pub shallow_nodes: u64,
    /// Plays in endings so far.
    pub ending_plays: u64,
    /// Positions in the table.
    pub table_entries: u64,
    /// Positions that the table has room for.
    pub table_capacity: u64,
    /// Collections so far.
    pub collections: u64,
    /// The depth of the iteration, or of the deepest position.
    pub depth: u64,
    /// The proof number of the root.
    pub proof: u64,
    /// The disproof number of the root.
    pub disproof: u64,
}

impl Monitor {
    /// The monitor of a search that this switch ends; its answer is then unknown.
    #[must_use]
    pub fn new(stop: Stop) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Asks the search to end as soon as it can; its answer will be unknown.
    pub fn stop(&self) {
        self.stop.request();
    }

    /// Whether the search was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// How far the search is.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            nodes: self.nodes.load(Relaxed),
            shallow_nodes: self.shallow_nodes.load(Relaxed),
            ending_plays: self.ending_plays.load(Relaxed),
            table_entries: self.table_entries.load(Relaxed),
            table_capacity: self.table_capacity.load(Relaxed),
            collections: self.collections.load(Relaxed),
            depth: self.depth.load(Relaxed),
            proof: self.proof.load(Relaxed),
            disproof: self.disproof.load(Relaxed),
        }
    }

    /// The beginning of the line being searched, as the keys of the positions after each move; nothing if the
    /// method does not tell. It is written while it is read, so that a key may be one of no position at all:
    /// whoever shows the line looks for a move that leads to the key, and stops where there is none.
    pub fn line(&self) -> impl Iterator<Item = Key> {
        let key = |[high, low]: &[AtomicU64; 2]| {
            u128::from(high.load(Relaxed)) << 64 | u128::from(low.load(Relaxed))
        };
        self.line.iter().map(key).take_while(|&key| key != 0).map(Key)
    }
}

/// Searches are recursive, and a stack is finite. No game that can be solved is nearly that long; one without a
/// limit on the board may be.
const DEEPEST: u32 = 1000;

/// The clock and the off switch are looked at every so many nodes at most, and more often where nodes take long:
/// whoever asks for an end wants it within a tenth of a second.
const MOST_NODES_BETWEEN_LOOKS: u64 = 256;
const LONGEST_BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How many children of a node may be looked at from one look at the clock to the next. A child costs from a third of a
/// microsecond (a game that sees at a glance) to a tenth of a second (a hundred thousand replies, each of them tried). How many
/// replies there will be does not show before: the first turn of a game may be the only one of a single stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Looks ahead are fast.
    Much,
    /// Looks ahead try replies.
    Some,
    /// They do so after many moves, so that there are many replies, too.
    None,
}

impl Patience {
    /// What a child adds to the count that has a look taken at [`LOOK_AT`].
    fn step(self) -> u32 {
        match self {
            Self::Much => 1,
            Self::Some => LOOK_AT / 8,
            Self::None => LOOK_AT,
        }
    }
}

const LOOK_AT: u32 = 1 << 14;

/// The search's end of the [`Monitor`], with the counters of one thread of one search.
pub(crate) struct Watch<'a> {
    monitor: &'a Monitor,
    limits: Limits,
    started: Instant,
    next_look: u64,
    last_look: Instant,
    nodes_between_looks: u64,
    /// Counts up to [`LOOK_AT`].
    children: u32,
    /// How many of the nodes, of the looks of the shallow search, and of the plays in endings the monitor knows of.
    published: [u64; 3],
    /// What the search had cost before it was interrupted.
    before: Statistics,
    /// Whether it shows which line it follows.
    leads: bool,
    pub(crate) statistics: Statistics,
}

impl<'a> Watch<'a> {
    /// The watch of a new search: the monitor starts at zero again.
    pub(crate) fn new(limits: Limits, monitor: &'a Monitor) -> Self {
        Self::going_on(Statistics::default(), limits, monitor)
    }

    /// The watch of a search that goes on after it has cost something already, which does not count for the
    /// limits.
    pub(crate) fn going_on(before: Statistics, limits: Limits, monitor: &'a Monitor) -> Self {
        let counters = [
            (&monitor.nodes, before.nodes),
            (&monitor.shallow_nodes, before.shallow_nodes),
            (&monitor.ending_plays, before.ending_plays),
            (&monitor.table_entries, 0),
            (&monitor.table_capacity, 0),
            (&monitor.collections, before.collections),
            (&monitor.depth, before.depth.into()),
            (&monitor.proof, 0),
            (&monitor.disproof, 0),
        ];
        for (counter, start) in
            counters.into_iter().chain(monitor.line.iter().flatten().map(|word| (word, 0)))
        {
            counter.store(start, Relaxed);
        }
        let limits = Limits { nodes: limits.nodes.map(|nodes| nodes.saturating_add(before.nodes)), ..limits };
        Self::starting_at(Instant::now(), before, limits, monitor)
    }

    fn starting_at(started: Instant, before: Statistics, limits: Limits, monitor: &'a Monitor) -> Self {
        Self {
            monitor,
            limits,
            started,
            next_look: 0,
            last_look: started,
            nodes_between_looks: 1,
            children: 0,
            published: [0; 3],
            before,
            leads: true,
            statistics: Statistics { collections: before.collections, ..Statistics::default() },
        }
    }

    /// A watch for another thread of the same search.
    pub(crate) fn for_helper(&self) -> Self {
        Self { leads: false, ..Self::starting_at(self.started, self.before, self.limits, self.monitor) }
    }

    /// Allows at most so many nodes more, for a part of a search by one thread; gives the limits to set again
    /// when it is done.
    pub(crate) fn allow(&mut self, nodes: Option<u64>) -> Limits {
        let until = nodes.map(|nodes| self.statistics.nodes.saturating_add(nodes));
        let nodes = [until, self.limits.nodes].into_iter().flatten().min();
        self.set_limits(Limits { nodes, ..self.limits })
    }

    /// Sets the limits; gives those that held before.
    pub(crate) fn set_limits(&mut self, limits: Limits) -> Limits {
        self.next_look = self.statistics.nodes;
        std::mem::replace(&mut self.limits, limits)
    }

    /// Adds what a helper has done.
    pub(crate) fn absorb(&mut self, mut helper: Self) {
        helper.publish();
        let own = &mut self.statistics;
        own.nodes += helper.statistics.nodes;
        own.shallow_nodes += helper.statistics.shallow_nodes;
        own.ending_plays += helper.statistics.ending_plays;
        own.depth = own.depth.max(helper.statistics.depth);
        for (known, more) in self.published.iter_mut().zip(helper.published) {
            *known += more;
        }
    }

    /// Counts one node, or says that the search has to end.
    #[inline]
    pub(crate) fn node(&mut self) -> Result<(), StopReason> {
        if self.statistics.nodes >= self.next_look {
            self.look()?;
        }
        self.statistics.nodes += 1;
        Ok(())
    }

    /// Notes how deep the search has come, or says that it is too deep.
    #[inline]
    pub(crate) fn reached(&mut self, depth: u32) -> Result<(), StopReason> {
        self.statistics.depth = self.statistics.depth.max(depth);
        if depth > DEEPEST { Err(StopReason::Depth) } else { Ok(()) }
    }

    pub(crate) fn show_table<P: Payload>(&mut self, table: &Table<P>) {
        self.statistics.table_entries = table.entries();
        self.statistics.collections = table.collections();
        self.monitor.table_capacity.store(table.capacity(), Relaxed);
    }

    /// The same for a tree in memory.
    pub(crate) fn show_tree(&mut self, nodes: u64, capacity: u64) {
        self.statistics.table_entries = nodes;
        self.monitor.table_capacity.store(capacity, Relaxed);
    }

    pub(crate) fn show_root(&self, proof: u32, disproof: u32) {
        self.monitor.proof.store(proof.into(), Relaxed);
        self.monitor.disproof.store(disproof.into(), Relaxed);
    }

    /// Shows which line is followed: the position after the move at this depth.
    #[inline]
    pub(crate) fn follows(&self, depth: usize, Key(key): Key) {
        if depth < SHOWN && self.leads {
            let show = |depth: usize, key: u128| {
                if let Some([high, low]) = self.monitor.line.get(depth) {
                    high.store((key >> 64) as u64, Relaxed);
                    low.store(key as u64, Relaxed);
                }
            };
            show(depth, key);
            show(depth + 1, 0);
        }
    }

    fn look(&mut self) -> Result<(), StopReason> {
        let nodes = self.statistics.nodes;
        let all_threads = self.publish();
        let now = Instant::now();
        let is_slow = now - self.last_look > LONGEST_BETWEEN_LOOKS;
        self.last_look = now;
        self.nodes_between_looks = match is_slow {
            true => (self.nodes_between_looks / 4).max(1),
            false => (self.nodes_between_looks * 2).min(MOST_NODES_BETWEEN_LOOKS),
        };
        self.next_look = nodes + self.nodes_between_looks;
        if let Some(limit) = self.limits.nodes {
            // Exact for one thread; several may each go beyond by what they have not published yet.
            let left = limit.saturating_sub(all_threads);
            if left == 0 {
                return Err(StopReason::Nodes);
            }
            self.next_look = self.next_look.min(nodes + left);
        }
        self.check_time(now)
    }

    /// Counts a child of a node that is being expanded, or says that the search has to end.
    #[inline]
    pub(crate) fn child(&mut self, patience: Patience) -> Result<(), StopReason> {
        self.children += patience.step();
        if self.children < LOOK_AT {
            return Ok(());
        }
        self.children = 0;
        self.check_time(Instant::now())
    }

    /// Looks at the off switch and at the limit on time.
    fn check_time(&self, now: Instant) -> Result<(), StopReason> {
        match self.monitor.stop.cause() {
            Some(StopCause::Request) => return Err(StopReason::Interrupted),
            Some(StopCause::Deadline) => return Err(StopReason::Time),
            None => {}
        }
        match self.limits.time {
            Some(limit) if now - self.started >= limit => Err(StopReason::Time),
            _ => Ok(()),
        }
    }

    /// Tells the monitor of more nodes; gives the nodes of all threads.
    fn publish(&mut self) -> u64 {
        let (monitor, statistics) = (self.monitor, &self.statistics);
        monitor.table_entries.store(statistics.table_entries, Relaxed);
        monitor.collections.store(statistics.collections, Relaxed);
        monitor.depth.fetch_max(statistics.depth.into(), Relaxed);
        let [nodes, shallow, plays] = self.published;
        self.published = [statistics.nodes, statistics.shallow_nodes, statistics.ending_plays];
        monitor.shallow_nodes.fetch_add(statistics.shallow_nodes - shallow, Relaxed);
        monitor.ending_plays.fetch_add(statistics.ending_plays - plays, Relaxed);
        let more = statistics.nodes - nodes;
        monitor.nodes.fetch_add(more, Relaxed) + more
    }

    /// The final count, with what it had cost before.
    pub(crate) fn finish(mut self) -> Statistics {
        self.publish();
        let Self { statistics, before, started, .. } = self;
        Statistics {
            nodes: before.nodes + statistics.nodes,
            shallow_nodes: before.shallow_nodes + statistics.shallow_nodes,
            ending_plays: before.ending_plays + statistics.ending_plays,
            depth: before.depth.max(statistics.depth),
            seconds: before.seconds + started.elapsed().as_secs_f64(),
            ..statistics
        }
    }
}
