//! The table of positions.
//!
//! Open addressing over lines of four entries, 16 bytes each, so that a line is a cache line. A position
//! goes into the first line with room of its probe sequence, which begins at the line that its fingerprint points to (its bucket)
//! and goes on line by line; a look-up ends at the first line with room. An entry together with its place determines the fingerprint of the position, 71 bits in
//! the smallest table and 79 in one of 8 GiB (`fingerprints.rs`), and nothing else of the table: what it holds can be
//! moved into a table of another size.
//!
//! **It starts small.** Memory that is touched for the first time is slow, and a small game needs little, so
//! a large table begins at a 32nd of its size and grows to a quarter and to the whole.
//!
//! **When it is full**, SmallTreeGC makes room: entries with the fewest nodes searched below them cost
//! least to find again, so those with less than θ are dropped, for the smallest θ = 1, 2, … that frees
//! enough. (A histogram finds θ.) What is left is moved up so that look-ups can stop at the first line with
//! room again.
//!
//! **Threads.** An entry is two words, written and read without a lock. What is compared is stored combined
//! with the data, so that halves of two different entries do not pass for one. Two threads that fill the same
//! free place lose one of the entries, and one that comes to the end of a probe sequence while another fills it may put a
//! position into the table twice: a table may forget, and every entry is true by itself. Growing and
//! collecting need everybody to stand still: whoever reads or writes does so through a [`Handle`] and calls
//! [`Handle::rest`] now and then. It is for a millisecond or two each time: both are done in slices
//! (`storage.rs`).
//!
//! Rejected: chaining, as in the papers (a pointer more per entry and a cache miss more per look-up);
//! replacing single entries when a line is full (loses large subtrees to chance); growing and collecting at
//! once, also with all threads helping, which makes it shorter by the number of cores only.
//!
//! # References
//! - A. Nagai, *A new depth-first-search algorithm for AND/OR trees*, master's thesis, University of Tokyo,
//!   1999 (SmallTreeGC).

mod entry;
mod fingerprints;
mod records;
mod storage;

pub(crate) use entry::{Work, scattered};
pub(crate) use fingerprints::{LONGEST_FINGERPRINT, SHORTEST_FINGERPRINT};
pub use yomikiri_game::Record;

use crate::lines::{Lines, prefetch};
use crate::solve::SetupError;
use entry::{Entry, LINE, LONGEST_PROBE, read};
use fingerprints::FingerprintLength;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, TryLockError};
use storage::{Done, GROWTH_STEP, Probe, Storage};
use yomikiri_game::Key;

/// The smallest table, in bytes.
pub const MINIMUM_MEMORY: u64 = 1 << 20;

/// The fraction of the table that may be filled: beyond it probe sequences grow long.
const FILLED: f64 = 0.8;
/// The fraction that may be filled before the next slice of a collection.
const FILLED_BETWEEN_SWEEPS: f64 = 0.02;
/// The fraction of a table at which it begins to grow, and that may be filled before the next slice.
const FILLED_BEFORE_GROWTH: f64 = 0.7;
const FILLED_BETWEEN_MOVES: f64 = 0.1;

/// A large table starts smaller by so many powers of two.
const GROWTH_BITS: u32 = 5;
/// Tables of at least so many lines (64 MiB) start smaller.
const LARGE: usize = 1 << 20;

/// What the table keeps about a position, in 48 bits that are never all zero, and what it cost to find out.
pub(crate) trait Payload: Copy {
    fn to_bits(self) -> u64;
    fn from_bits(bits: u64) -> Self;
}

/// Positions by key.
pub(crate) struct Table<P> {
    storage: RwLock<Storage>,
    /// The number of buckets when it is full grown.
    buckets: usize,
    entries: AtomicU64,
    collections: AtomicU64,
    /// At so many entries it is time for a chore.
    due: AtomicU64,
    /// Whether it is time.
    is_due: AtomicBool,
    payload: PhantomData<P>,
}

/// How a table is laid out in the memory that it may have.
#[derive(Clone, Copy, Debug)]
struct Layout {
    lines: usize,
    buckets: usize,
    smaller_by: u32,
    fingerprints: FingerprintLength,
}

impl Layout {
    fn new(memory: u64) -> Result<Self, SetupError> {
        if memory < MINIMUM_MEMORY {
            return Err(SetupError::TooLittleMemory { asked: memory });
        }
        let lines = usize::try_from(memory / (16 * LINE) as u64).unwrap_or(usize::MAX);
        // More lines than buckets, so that no probe sequence has to wrap around.
        let buckets = (lines - LONGEST_PROBE) >> GROWTH_BITS << GROWTH_BITS;
        let smaller_by = if lines >= LARGE { GROWTH_BITS } else { 0 };
        Ok(Self {
            lines,
            buckets,
            smaller_by,
            fingerprints: FingerprintLength::for_buckets(buckets >> smaller_by),
        })
    }

    /// The same, but large enough at once that it need not grow for so many entries.
    fn with_room_for(mut self, entries: u64) -> Self {
        let room = |smaller_by| FILLED_BEFORE_GROWTH * ((self.buckets >> smaller_by) * LINE) as f64;
        while self.smaller_by > 0 && room(self.smaller_by) < entries as f64 {
            self.smaller_by -= self.smaller_by.min(GROWTH_STEP);
        }
        self
    }
}

impl<P: Payload> Table<P> {
    /// A table of that many bytes.
    pub(crate) fn new(memory: u64) -> Result<Self, SetupError> {
        Self::laid_out(Layout::new(memory)?, memory)
    }

    fn laid_out(layout: Layout, memory: u64) -> Result<Self, SetupError> {
        let lines = Lines::new(layout.lines).map_err(|_| SetupError::TooMuchMemory { asked: memory })?;
        Ok(Self::of(lines, layout))
    }

    fn of(lines: Lines, Layout { buckets, smaller_by, fingerprints, .. }: Layout) -> Self {
        let storage = Storage::new(lines, buckets, smaller_by, fingerprints);
        Self {
            due: AtomicU64::new(when_full(&storage)),
            storage: RwLock::new(storage),
            buckets,
            entries: AtomicU64::new(0),
            collections: AtomicU64::new(0),
            is_due: AtomicBool::new(false),
            payload: PhantomData,
        }
    }

    /// A table far too small for anything: room for some two hundred positions.
    #[cfg(test)]
    pub(crate) fn tiny() -> Self {
        let buckets = LONGEST_PROBE;
        let lines = buckets + LONGEST_PROBE;
        let fingerprints = FingerprintLength::for_buckets(buckets);
        Self::of(
            Lines::new(lines).expect("a few pages"),
            Layout { lines, buckets, smaller_by: 0, fingerprints },
        )
    }

    pub(crate) fn entries(&self) -> u64 {
        self.entries.load(Relaxed)
    }

    pub(crate) fn collections(&self) -> u64 {
        self.collections.load(Relaxed)
    }

    /// The number of entries at which the full-grown table counts as full.
    pub(crate) fn capacity(&self) -> u64 {
        (FILLED * (self.buckets * LINE) as f64) as u64
    }

    /// Access for one thread. It must not hold two.
    pub(crate) fn handle(&self) -> Handle<'_, P> {
        Handle { table: self, storage: Some(self.lock_shared()) }
    }

    fn lock_shared(&self) -> RwLockReadGuard<'_, Storage> {
        // A thread that panicked while it held the lock has at worst left an entry out.
        self.storage.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a slice of what there is to do, once all others rest; unless another thread was first.
    #[cold]
    fn do_chore(&self) {
        let mut storage = loop {
            // Asked again before every try: waiting for the lock outright, a thread that comes late would wait
            // for the others to rest once more, which they will not before the next chore.
            if !self.is_due.load(Relaxed) {
                return;
            }
            match self.storage.try_write() {
                Ok(storage) => break storage,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => std::thread::yield_now(),
            }
        };
        if !self.is_due.load(Relaxed) {
            return;
        }
        if !storage.is_growing() && !storage.is_collecting() {
            if storage.can_grow() {
                storage.begin_to_grow();
            } else {
                self.collections.fetch_add(1, Relaxed);
                storage.begin_to_collect();
            }
        }
        let (Done { dropped, lines, finished }, pace) = if storage.is_growing() {
            (storage.grow(), FILLED_BETWEEN_MOVES)
        } else {
            (storage.collect(), FILLED_BETWEEN_SWEEPS)
        };
        let entries = self.entries.load(Relaxed).saturating_sub(dropped);
        self.entries.store(entries, Relaxed);
        let next =
            if finished { when_full(&storage) } else { entries + (pace * (lines * LINE) as f64) as u64 };
        self.due.store(next, Relaxed);
        self.is_due.store(false, Relaxed);
    }
}

/// The number of entries at which a chore has to begin.
fn when_full(storage: &Storage) -> u64 {
    let filled = if storage.can_grow() { FILLED_BEFORE_GROWTH } else { FILLED };
    (filled * storage.places() as f64) as u64
}

/// A thread's access to a [`Table`].
pub(crate) struct Handle<'t, P> {
    table: &'t Table<P>,
    /// Always there but in [`Handle::rest`].
    storage: Option<RwLockReadGuard<'t, Storage>>,
}

impl<P: Payload> Handle<'_, P> {
    pub(crate) fn table(&self) -> &Table<P> {
        self.table
    }

    /// To be called now and then: if the table needs it, stands still for a moment.
    #[inline]
    pub(crate) fn rest(&mut self) {
        if self.table.is_due.load(Relaxed) {
            self.storage = None;
            self.table.do_chore();
            self.storage = Some(self.table.lock_shared());
        }
    }

    #[inline]
    fn storage(&self) -> &Storage {
        self.storage.as_ref().expect("held except while resting")
    }

    /// The bucket of a key, and what is compared.
    #[inline]
    fn bucket(&self, key: Key) -> (usize, u64) {
        let (pointer, rest) = scattered(key);
        let storage = self.storage();
        let (bucket, check) = storage.side(pointer).0.of(pointer);
        (bucket, check | storage.fingerprints.tail(rest))
    }

    /// Has the processor fetch what [`Handle::get`] will read, without waiting for it.
    #[inline]
    pub(crate) fn fetch(&self, key: Key) {
        let (bucket, _) = self.bucket(key);
        prefetch(&self.storage().lines.get()[bucket]);
    }

    /// What is known of a position, and the nodes it took.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<(P, u64)> {
        let (bucket, check) = self.bucket(key);
        let storage = self.storage();
        match storage.find(bucket, check) {
            Probe::Found(line, slot) => {
                let entry = read(&storage.lines.get()[line], slot);
                // Another thread may have put something else there in the meantime.
                (entry.check == check).then(|| (P::from_bits(entry.data >> 16), entry.work().nodes()))
            }
            Probe::Free(..) | Probe::NoRoom => None,
        }
    }

    /// Keeps what is known of a position, instead of what was known before.
    pub(crate) fn put(&self, key: Key, payload: P, nodes: u64) {
        let (bucket, check) = self.bucket(key);
        let data = payload.to_bits() << 16 | u64::from(Work::new(nodes).0);
        if self.storage().place(bucket, Entry { check, data }) {
            let entries = self.table.entries.fetch_add(1, Relaxed) + 1;
            if entries >= self.table.due.load(Relaxed) {
                self.table.is_due.store(true, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use yomikiri_game::SplitMix64;

    /// A payload for tests, here and in the modules below.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Number(pub(super) u64);

    impl Payload for Number {
        fn to_bits(self) -> u64 {
            self.0
        }

        fn from_bits(bits: u64) -> Self {
            Self(bits)
        }
    }

    fn random_key(random: &mut SplitMix64) -> Key {
        Key(u128::from(random.next_u64()) << 64 | u128::from(random.next_u64()))
    }

    /// Puts as many positions into a table as it has room for, then looks everything up. Gives how many
    /// were forgotten because their probe sequence had no room: in a table this full, one in a million.
    fn forgotten(memory: u64) -> u64 {
        let mut random = SplitMix64::new(1);
        let table = Table::new(memory).expect("enough");
        let mut plain = HashMap::new();
        let mut handle = table.handle();
        for step in 0..table.capacity() - 1 {
            handle.rest();
            let key = random_key(&mut random);
            handle.put(key, Number(step + 1), step % 100);
            plain.insert(key, (Number(step + 1), step % 100));
        }
        assert_eq!(table.collections(), 0);
        assert_eq!(table.handle().get(random_key(&mut random)), None);
        let mut forgotten = 0;
        for (key, known) in plain {
            match table.handle().get(key) {
                None => forgotten += 1,
                found => assert_eq!(found, Some(known)),
            }
        }
        assert_eq!(table.entries(), table.capacity() - 1 - forgotten);
        forgotten
    }

    #[test]
    fn a_table_with_room_forgets_nothing() {
        assert_eq!(forgotten(MINIMUM_MEMORY), 0);
        assert_eq!(forgotten(MINIMUM_MEMORY + 12345), 0);
    }

    #[test]
    fn a_table_that_grows_forgets_next_to_nothing() {
        assert!(forgotten((LARGE * 64) as u64) < 20);
    }

    #[test]
    fn collections_drop_small_subtrees_only() {
        let mut random = SplitMix64::new(2);
        let table = Table::new(MINIMUM_MEMORY).expect("enough");
        let mut plain = HashMap::new();
        let mut handle = table.handle();
        // The number of positions that were there when the last collection began.
        let mut before_last = 0;
        while table.collections() < 3 {
            let (under_way, done) = (handle.storage().is_collecting(), table.collections());
            handle.rest();
            if !under_way && (handle.storage().is_collecting() || table.collections() > done) {
                before_last = plain.len();
            }
            let key = random_key(&mut random);
            let work = random.next_u64() % 1000;
            table.handle().put(key, Number(work + 1), work);
            plain.insert(key, (work, plain.len()));
        }
        assert!(table.entries() <= (0.71 * table.capacity() as f64) as u64);
        let is_kept = |key: Key, work: u64| table.handle().get(key) == Some((Number(work + 1), work));
        let (kept, dropped): (Vec<_>, Vec<_>) =
            plain.iter().partition(|&(&key, &(work, _))| is_kept(key, work));
        assert_eq!(kept.len() as u64, table.entries(), "nothing is lost but what was dropped");
        for &(&key, _) in &dropped {
            assert_eq!(table.handle().get(key), None);
        }
        // What came later may be in lines that had been swept already, whatever its work.
        let old = |&&(_, &(_, number)): &&(&Key, &(u64, usize))| number < before_last;
        let least_kept = kept.iter().filter(old).map(|&(_, &(work, _))| work).min();
        let most_dropped = dropped.iter().map(|&(_, &(work, _))| work).max();
        let (least_kept, most_dropped) = least_kept.zip(most_dropped).expect("some of either");
        assert!(most_dropped < least_kept, "{most_dropped} was dropped and {least_kept} kept");
        assert!((200..800).contains(&least_kept), "{least_kept}");
    }

    /// Keys that differ in a few bits only, as packed positions do, must not meet.
    #[test]
    fn packed_keys_are_scattered() {
        for shift in [0, 16, 40, 64, 100, 110] {
            let table = Table::new(MINIMUM_MEMORY).expect("enough");
            for n in 0..20_000 {
                table.handle().put(Key(u128::from(n) << shift), Number(n + 1), 0);
            }
            assert_eq!(table.entries(), 20_000);
            for n in 0..20_000 {
                assert_eq!(table.handle().get(Key(u128::from(n) << shift)), Some((Number(n + 1), 0)));
            }
        }
    }

    #[test]
    fn without_room_the_least_work_is_pushed_out() {
        let table = Table::<Number>::new(MINIMUM_MEMORY).expect("enough");
        let room = LONGEST_PROBE * LINE;
        // Entries that all have the same bucket, more than a probe sequence has places.
        let entry = |n: usize| Entry { check: (n as u64 + 1) << 32 | 7, data: 1 << 16 | n as u64 };
        let storage = table.storage.read().expect("nobody else is here");
        let placed = (0..room + 10).filter(|&n| storage.place(7, entry(n))).count();
        assert_eq!(placed, room);
        let is_there = |n: usize| matches!(storage.find(7, entry(n).check), Probe::Found(..));
        assert!((0..10).all(|n| !is_there(n)));
        assert!((10..room + 10).all(is_there));
    }

    /// Many threads on few cores, a table that is collected all the time: whatever is found is what was put.
    #[test]
    fn threads_find_nothing_but_what_was_put() {
        let table = Table::new(MINIMUM_MEMORY).expect("enough");
        std::thread::scope(|scope| {
            for thread in 0..16 {
                let table = &table;
                scope.spawn(move || {
                    let mut random = SplitMix64::new(thread % 4);
                    let mut handle = table.handle();
                    for _ in 0..40_000 {
                        handle.rest();
                        let key = random_key(&mut random);
                        let number = (key.0 % 1_000_003) as u64 + 1;
                        if let Some((found, work)) = handle.get(key) {
                            assert_eq!((found, work), (Number(number), number % 100));
                        }
                        handle.put(key, Number(number), number % 100);
                    }
                });
            }
        });
        assert!(table.collections() > 0);
    }

    /// How long the others have to wait for a thread that rests, in a table of so many GiB. Beside the time on
    /// the clock, the time of the processor: what it would be if nothing else ran. (The system counts it in
    /// ticks of some milliseconds, so that only sums of it mean much.)
    /// `GIB=8 cargo test --release -p yomikiri-search --lib -- --ignored --nocapture pauses`
    #[test]
    #[ignore = "a measurement, which needs much memory; the command is above and in CONTRIBUTING.md"]
    fn pauses_of_a_large_table() {
        #[derive(Default)]
        struct Pauses {
            clock: Vec<f64>,
            processor: Vec<f64>,
        }

        impl Pauses {
            fn print(&mut self, what: &str) {
                for (name, mut times) in [
                    ("clock", std::mem::take(&mut self.clock)),
                    ("processor", std::mem::take(&mut self.processor)),
                ] {
                    times.sort_unstable_by(f64::total_cmp);
                    let [median, long, longest] =
                        [50, 99, 100].map(|percent| 1000.0 * times[(times.len() - 1) * percent / 100]);
                    println!(
                        "{what}, {name}: {} slices, {:.1} s in all; median {median:.2} ms, 99 % {long:.2} ms, longest \
                         {longest:.2} ms",
                        times.len(),
                        times.iter().sum::<f64>()
                    );
                }
            }
        }

        fn processor() -> f64 {
            let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat");
            let nanoseconds = nanoseconds.ok().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
            nanoseconds.unwrap_or(0.0) / 1e9
        }

        let gibibytes: u64 = std::env::var("GIB").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
        let table = Table::new(gibibytes << 30).expect("enough");
        let mut random = SplitMix64::new(3);
        let mut handle = table.handle();
        let mut pauses = Pauses::default();
        while table.collections() == 0 || handle.storage().is_collecting() {
            if table.is_due.load(Relaxed) {
                let before = (std::time::Instant::now(), processor());
                handle.rest();
                pauses.processor.push(processor() - before.1);
                pauses.clock.push(before.0.elapsed().as_secs_f64());
                let storage = handle.storage();
                if !storage.is_growing() && !storage.is_collecting() {
                    let what = if table.collections() == 0 { "grown to" } else { "collected" };
                    pauses.print(&format!("{what} {} MiB", storage.places() >> 16));
                }
            }
            // As in a search: six of seven entries are guesses.
            let work = if random.next_u64().is_multiple_of(7) { random.next_u64() % 1000 } else { 0 };
            handle.put(random_key(&mut random), Number(1), work);
        }
    }
}
