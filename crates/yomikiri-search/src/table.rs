//! The table of positions.
//!
//! Open addressing over lines of four entries, 16 bytes each, so that a line is a cache line. A position
//! goes into the first line with room, beginning at the one its key points to (its home); a look-up ends at
//! the first line with room. An entry keeps 52 bits of the key that do not point at the home, so that with
//! 2^n lines two positions are confused only if 52 + n bits agree.
//!
//! **It starts small.** Memory that is touched for the first time is slow, and a small game needs little, so
//! a large table begins at a 64th of its size and grows to an 8th and to the whole when it is full. An entry
//! keeps the 6 bits more that its home in the full-grown table needs, and how many lines it is away from its
//! home, so that it can be moved without the key.
//!
//! **When it is full**, SmallTreeGC makes room: entries with the fewest nodes searched below them cost
//! least to find again, so those with less than θ are dropped, for the smallest θ = 1, 2, … that frees
//! enough. (A histogram finds θ in one pass.) What is left is moved up so that look-ups can stop at the first
//! line with room again.
//!
//! **Threads.** An entry is two words, written and read without a lock. What is compared is stored combined
//! with the data, so that halves of two different entries do not pass for one. Two threads that fill the same
//! free place lose one of the entries, and one that looks for a way's end while another fills it may put a
//! position into the table twice: a table may forget, and every entry is true by itself. Growing and
//! collecting need everybody to stand still: whoever reads or writes does so through a [`Reader`] and calls
//! [`Reader::rest`] now and then.
//!
//! Rejected: chaining, as in the papers (a pointer more per entry and a cache miss more per look-up);
//! replacing single entries when a line is full (loses large subtrees to chance).
//!
//! # References
//! - A. Nagai, *A new depth-first-search algorithm for AND/OR trees*, master's thesis, University of Tokyo,
//!   1999 (SmallTreeGC).

use crate::lines::{Line, Lines, WORDS};
use crate::solve::SetupError;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, TryLockError};
use yomikiri_game::Key;

/// The smallest table, in bytes.
pub const MINIMUM_MEMORY: u64 = 1 << 20;

/// The fraction of the table that a collection frees.
const FREED: f64 = 0.3;
/// The fraction of the table that may be filled: beyond it the ways to a line with room grow long.
const FILLED: f64 = 0.8;

const LINE: usize = WORDS / 2;
/// How many lines a position may be away from where its key points: what fits in 6 bits.
const LONGEST_WAY: usize = 1 << WAY_BITS;
const WAY_BITS: u32 = 6;
/// A large table starts smaller by so many powers of two.
const GROWTH_BITS: u32 = 6;
/// By how many it grows at a time.
const GROWTH_STEP: u32 = 3;
/// Tables of at least so many lines (64 MiB) start smaller.
const LARGE: usize = 1 << 20;

/// What the table keeps about a position, in 48 bits that are never all zero, and what it cost to find out.
pub(crate) trait Payload: Copy {
    fn to_bits(self) -> u64;
    fn from_bits(bits: u64) -> Self;
}

/// The number of nodes searched below a position, in 16 bits: exact below 4096, then within 1/2048.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Work(u16);

impl Work {
    fn new(nodes: u64) -> Self {
        let exponent = (64 - nodes.leading_zeros()).saturating_sub(12);
        if exponent > 30 {
            return Self(u16::MAX);
        }
        Self((2048 * exponent) as u16 + (nodes >> exponent) as u16)
    }

    fn nodes(self) -> u64 {
        let exponent = u64::from(self.0 / 2048).saturating_sub(1);
        (u64::from(self.0) - 2048 * exponent) << exponent
    }
}

/// An entry. An empty one has no data.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// 52 bits of the key, the lowest 6 bits of the home in the full table, 6 bits of the distance from the
    /// home.
    check: u64,
    /// 48 bits of payload, 16 bits of work.
    data: u64,
}

impl Entry {
    fn is_empty(self) -> bool {
        self.data == 0
    }

    fn work(self) -> Work {
        Work(self.data as u16)
    }

    fn distance(self) -> usize {
        self.check as usize % LONGEST_WAY
    }

    /// What the home in the full table has more than the home in the small one.
    fn growth(self) -> usize {
        (self.check >> WAY_BITS) as usize % (1 << GROWTH_BITS)
    }

    fn at_distance(self, distance: usize) -> Self {
        Self { check: self.check - self.distance() as u64 + distance as u64, ..self }
    }
}

/// Two words of which every bit depends on every bit of the key: a game's key may be the packed position
/// itself, with all its information in a few bits.
#[inline]
fn scattered(Key(key): Key) -> (u64, u64) {
    // A product of two odd 128-bit numbers carries information upwards; folding brings it down again.
    let once = (key ^ key >> 64).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    let twice = (once ^ once >> 67).wrapping_mul(0xD1B5_4A32_D192_ED03_ABCC_5167_CCAD_925F);
    let thrice = twice ^ twice >> 59;
    ((thrice >> 64) as u64, thrice as u64)
}

/// What a line holds.
fn entries(line: &Line) -> impl Iterator<Item = Entry> + '_ {
    (0..LINE).map(|slot| read(line, slot)).filter(|entry| !entry.is_empty())
}

#[inline]
fn read(line: &Line, slot: usize) -> Entry {
    let data = line[2 * slot + 1].load(Relaxed);
    Entry { check: line[2 * slot].load(Relaxed) ^ data, data }
}

#[inline]
fn write(line: &Line, slot: usize, entry: Entry) {
    line[2 * slot].store(entry.check ^ entry.data, Relaxed);
    line[2 * slot + 1].store(entry.data, Relaxed);
}

/// Positions by key.
pub(crate) struct Table<P> {
    storage: RwLock<Storage>,
    /// The number of homes when it is full grown.
    homes: usize,
    entries: AtomicU64,
    collections: AtomicU64,
    /// Whether it is time to grow or to collect.
    is_full: AtomicBool,
    payload: PhantomData<P>,
}

/// The lines, and how many powers of two they are fewer than they may become.
struct Storage {
    lines: Lines,
    smaller_by: u32,
}

/// Where on the way of a key its entry is, or would go.
enum Place {
    Found(usize, usize),
    Free(usize, usize),
    NoRoom,
}

impl<P: Payload> Table<P> {
    /// A table of that many bytes.
    pub(crate) fn new(memory: u64) -> Result<Self, SetupError> {
        if memory < MINIMUM_MEMORY {
            return Err(SetupError::TooLittleMemory { asked: memory });
        }
        let too_much = |_| SetupError::TooMuchMemory { asked: memory };
        let lines = usize::try_from(memory / (16 * LINE) as u64).unwrap_or(usize::MAX);
        // More lines than homes, so that no way has to wrap around.
        let homes = (lines - LONGEST_WAY) >> GROWTH_BITS << GROWTH_BITS;
        let smaller_by = if lines >= LARGE { GROWTH_BITS } else { 0 };
        // Whether the memory can be had must be known now.
        drop(Lines::new(lines).map_err(too_much)?);
        let lines = Lines::new((homes >> smaller_by) + LONGEST_WAY).map_err(too_much)?;
        Ok(Self::of(lines, homes, smaller_by))
    }

    fn of(lines: Lines, homes: usize, smaller_by: u32) -> Self {
        Self {
            storage: RwLock::new(Storage { lines, smaller_by }),
            homes,
            entries: AtomicU64::new(0),
            collections: AtomicU64::new(0),
            is_full: AtomicBool::new(false),
            payload: PhantomData,
        }
    }

    /// A table far too small for anything: room for some two hundred positions.
    #[cfg(test)]
    pub(crate) fn tiny() -> Self {
        let homes = 64;
        Self::of(Lines::new(homes + LONGEST_WAY).expect("a few pages"), homes, 0)
    }

    pub(crate) fn entries(&self) -> u64 {
        self.entries.load(Relaxed)
    }

    pub(crate) fn collections(&self) -> u64 {
        self.collections.load(Relaxed)
    }

    /// The number of entries at which the full-grown table counts as full.
    pub(crate) fn capacity(&self) -> u64 {
        (FILLED * (self.homes * LINE) as f64) as u64
    }

    /// Access for one thread. It must not hold two.
    pub(crate) fn reader(&self) -> Reader<'_, P> {
        Reader { table: self, storage: Some(self.lock_shared()) }
    }

    fn lock_shared(&self) -> RwLockReadGuard<'_, Storage> {
        // A thread that panicked while it held the lock has at worst left an entry out.
        self.storage.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Grows, or makes room, once all others rest; unless another thread was first.
    #[cold]
    fn make_room(&self) {
        let mut storage = loop {
            // Asked again before every try: waiting for the lock outright, a thread that comes late would wait
            // for the others to rest once more, which they will not before the table is full again.
            if !self.is_full.load(Relaxed) {
                return;
            }
            match self.storage.try_write() {
                Ok(storage) => break storage,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => std::thread::yield_now(),
            }
        };
        if !self.is_full.load(Relaxed) {
            return;
        }
        if !storage.grow(self.homes, &self.entries) {
            self.collections.fetch_add(1, Relaxed);
            storage.collect(self.homes, &self.entries);
        }
        self.is_full.store(false, Relaxed);
    }
}

/// A thread's access to a [`Table`].
pub(crate) struct Reader<'t, P> {
    table: &'t Table<P>,
    /// Always there but for a moment in [`Reader::rest`].
    storage: Option<RwLockReadGuard<'t, Storage>>,
}

impl<P: Payload> Reader<'_, P> {
    pub(crate) fn table(&self) -> &Table<P> {
        self.table
    }

    /// To be called now and then: if the table is full, stands still while it is given room.
    #[inline]
    pub(crate) fn rest(&mut self) {
        if self.table.is_full.load(Relaxed) {
            self.storage = None;
            self.table.make_room();
            self.storage = Some(self.table.lock_shared());
        }
    }

    #[inline]
    fn storage(&self) -> &Storage {
        self.storage.as_ref().expect("held except while resting")
    }

    /// The home of a key, and what is compared (at distance 0).
    #[inline]
    fn home(&self, key: Key) -> (usize, u64) {
        let (pointer, fingerprint) = scattered(key);
        let home = ((u128::from(pointer) * self.table.homes as u128) >> 64) as usize;
        let growth = (home % (1 << GROWTH_BITS)) as u64;
        let check = fingerprint << (GROWTH_BITS + WAY_BITS) | growth << WAY_BITS;
        (home >> self.storage().smaller_by, check)
    }

    /// What is known of a position, and the nodes it took.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<(P, u64)> {
        let (home, check) = self.home(key);
        let storage = self.storage();
        match storage.find(home, check) {
            Place::Found(line, slot) => {
                let entry = read(&storage.lines.get()[line], slot);
                // Another thread may have put something else there in the meantime.
                (entry.check == check + (line - home) as u64)
                    .then(|| (P::from_bits(entry.data >> 16), entry.work().nodes()))
            }
            Place::Free(..) | Place::NoRoom => None,
        }
    }

    /// Keeps what is known of a position, instead of what was known before.
    pub(crate) fn put(&self, key: Key, payload: P, nodes: u64) {
        let (home, check) = self.home(key);
        let data = payload.to_bits() << 16 | u64::from(Work::new(nodes).0);
        let storage = self.storage();
        if storage.place(home, Entry { check, data }) {
            let entries = self.table.entries.fetch_add(1, Relaxed) + 1;
            if entries >= self.table.capacity() >> storage.smaller_by {
                self.table.is_full.store(true, Relaxed);
            }
        }
    }
}

impl Storage {
    #[inline]
    fn find(&self, home: usize, check: u64) -> Place {
        let lines = &self.lines.get()[home..home + LONGEST_WAY];
        for (distance, line) in lines.iter().enumerate() {
            for slot in 0..LINE {
                let entry = read(line, slot);
                if entry.is_empty() {
                    return Place::Free(home + distance, slot);
                }
                if entry.check == check + distance as u64 {
                    return Place::Found(home + distance, slot);
                }
            }
        }
        Place::NoRoom
    }

    /// Puts an entry where it is already, or into the first free place on its way, or else in the place of
    /// the one with the least work. Gives whether a free place was used.
    fn place(&self, home: usize, entry: Entry) -> bool {
        let (line, slot, was_free) = match self.find(home, entry.check) {
            Place::Found(line, slot) => (line, slot, false),
            Place::Free(line, slot) => (line, slot, true),
            Place::NoRoom => {
                let (line, slot) = self.least_work(home);
                (line, slot, false)
            }
        };
        write(&self.lines.get()[line], slot, entry.at_distance(line - home));
        was_free
    }

    #[cold]
    fn least_work(&self, home: usize) -> (usize, usize) {
        (home..home + LONGEST_WAY)
            .flat_map(|line| (0..LINE).map(move |slot| (line, slot)))
            .min_by_key(|&(line, slot)| read(&self.lines.get()[line], slot).work())
            .unwrap_or((home, 0))
    }

    /// Moves everything into more lines, if there are any to be had.
    fn grow(&mut self, homes: usize, entries_count: &AtomicU64) -> bool {
        if self.smaller_by == 0 {
            return false;
        }
        let smaller_by = self.smaller_by - GROWTH_STEP;
        // The memory could be had when the table was made; if now it cannot, live with what there is.
        let Ok(lines) = Lines::new((homes >> smaller_by) + LONGEST_WAY) else {
            return false;
        };
        let small = std::mem::replace(&mut self.lines, lines);
        self.smaller_by = smaller_by;
        let mut count = 0;
        for (line, words) in small.get().iter().enumerate() {
            for entry in entries(words) {
                let small_home = line - entry.distance();
                let more = entry.growth() >> smaller_by & ((1 << GROWTH_STEP) - 1);
                count += u64::from(self.place(small_home << GROWTH_STEP | more, entry.at_distance(0)));
            }
        }
        entries_count.store(count, Relaxed);
        true
    }

    /// SmallTreeGC: drops the entries with the least work until a fraction of the table is free.
    fn collect(&mut self, homes: usize, entries_count: &AtomicU64) {
        let mut histogram = vec![0u64; 1 << 16];
        for entry in self.lines.get().iter().flat_map(entries) {
            histogram[usize::from(entry.work().0)] += 1;
        }
        let enough = (FREED * FILLED * ((homes >> self.smaller_by) * LINE) as f64) as u64;
        let mut dropped = 0;
        let threshold = histogram.iter().position(|&count| {
            let enough_without = dropped >= enough;
            dropped += count;
            enough_without
        });
        // Everything may have cost the same: then everything goes.
        let threshold = threshold.unwrap_or(histogram.len());
        let kept = self.keep(|entry| usize::from(entry.work().0) >= threshold);
        entries_count.store(kept, Relaxed);
    }

    /// Drops what is not worth keeping and moves the rest up, line by line from the first. When a line's
    /// turn comes, the lines before it are as they will stay; so an entry that goes into the first line
    /// with room on its way has only full lines before it, and keeps them. Gives the number of entries left.
    fn keep(&mut self, worth: impl Fn(Entry) -> bool) -> u64 {
        let mut kept = 0;
        for line in 0..self.lines.get().len() {
            let words = &self.lines.get()[line];
            let old: Vec<Entry> = entries(words).filter(|&entry| worth(entry)).collect();
            for word in words {
                word.store(0, Relaxed);
            }
            for entry in old {
                kept += u64::from(self.place(line - entry.distance(), entry.at_distance(0)));
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use yomikiri_game::SplitMix64;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Number(u64);

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

    #[test]
    fn work_is_exact_when_small_and_close_when_large() {
        for nodes in (0..10_000).chain((0..42).map(|bit| 3 << bit >> 1)) {
            let read = Work::new(nodes).nodes();
            assert!(read <= nodes && nodes - read <= nodes / 2048, "{nodes} reads back as {read}");
        }
        assert!(Work::new(u64::MAX) >= Work::new(1 << 42));
    }

    /// Puts as many positions into a table as it has room for, then looks everything up. Gives how many
    /// were forgotten because their way had no room: in a table this full, one in a million.
    fn forgotten(memory: u64) -> u64 {
        let mut random = SplitMix64::new(1);
        let table = Table::new(memory).expect("enough");
        let mut plain = HashMap::new();
        let mut reader = table.reader();
        for step in 0..table.capacity() - 1 {
            reader.rest();
            let key = random_key(&mut random);
            reader.put(key, Number(step + 1), step % 100);
            plain.insert(key, (Number(step + 1), step % 100));
        }
        assert_eq!(table.collections(), 0);
        assert_eq!(table.reader().get(random_key(&mut random)), None);
        let mut forgotten = 0;
        for (key, known) in plain {
            match table.reader().get(key) {
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
        let mut reader = table.reader();
        while table.collections() < 3 {
            reader.rest();
            let key = random_key(&mut random);
            let work = random.next_u64() % 1000;
            table.reader().put(key, Number(work + 1), work);
            plain.insert(key, work);
        }
        assert!(table.entries() <= (0.71 * table.capacity() as f64) as u64);
        let kept = |&(&key, &work): &(&Key, &u64)| table.reader().get(key) == Some((Number(work + 1), work));
        let (kept, dropped): (Vec<_>, Vec<_>) = plain.iter().partition(kept);
        assert_eq!(kept.len() as u64, table.entries(), "nothing is lost but what was dropped");
        let least_kept = kept.iter().map(|(_, work)| **work).min();
        // The very last entry came after the last collection, whatever its work.
        let most_dropped = dropped.iter().map(|(_, work)| **work).max();
        assert!(least_kept.zip(most_dropped).is_some_and(|(kept, dropped)| dropped <= kept + 1000));
        for (key, _) in dropped {
            assert_eq!(table.reader().get(*key), None);
        }
    }

    /// Keys that differ in a few bits only, as packed positions do, must not meet.
    #[test]
    fn packed_keys_are_scattered() {
        for shift in [0, 16, 40, 64, 100, 110] {
            let table = Table::new(MINIMUM_MEMORY).expect("enough");
            for n in 0..20_000 {
                table.reader().put(Key(u128::from(n) << shift), Number(n + 1), 0);
            }
            assert_eq!(table.entries(), 20_000);
            for n in 0..20_000 {
                assert_eq!(table.reader().get(Key(u128::from(n) << shift)), Some((Number(n + 1), 0)));
            }
        }
    }

    #[test]
    fn without_room_the_least_work_is_pushed_out() {
        let table = Table::<Number>::new(MINIMUM_MEMORY).expect("enough");
        let room = LONGEST_WAY * LINE;
        // Entries that all have the same home, more than a way has places.
        let entry =
            |n: usize| Entry { check: (n as u64 + 1) << (GROWTH_BITS + WAY_BITS), data: 1 << 16 | n as u64 };
        let storage = table.storage.read().expect("nobody else is here");
        let placed = (0..room + 10).filter(|&n| storage.place(7, entry(n))).count();
        assert_eq!(placed, room);
        let is_there = |n: usize| matches!(storage.find(7, entry(n).check), Place::Found(..));
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
                    let mut reader = table.reader();
                    for _ in 0..40_000 {
                        reader.rest();
                        let key = random_key(&mut random);
                        let number = (key.0 % 1_000_003) as u64 + 1;
                        if let Some((found, work)) = reader.get(key) {
                            assert_eq!((found, work), (Number(number), number % 100));
                        }
                        reader.put(key, Number(number), number % 100);
                    }
                });
            }
        });
        assert!(table.collections() > 0);
    }
}
