//! What the table holds, apart from the table: out of one and into another.
//!
//! It is read while others search: a section is looked through at a time, in the order of names, which
//! neither growing nor collecting changes. So nobody ever has to stand still for it. What is found is not the
//! table at one moment, but every entry is true by itself, and that is all that is asked of one.

use super::entry::{Entry, LONGEST_WAY, entries};
use super::{Layout, Payload, Record, SetupError, Table};
use std::sync::atomic::Ordering::Relaxed;

/// The number of lines (1 MiB) that are looked through at a time.
const SECTION: usize = 1 << 14;
/// The number of lines in a sample.
const SAMPLE: usize = 1 << 15;

impl<P: Payload> Table<P> {
    /// A table for what comes from another: so many records, with names of so many bits. If it has no room for
    /// as many, some will push out others.
    pub(crate) fn for_records(memory: u64, count: u64, name_bits: u32) -> Result<Self, SetupError> {
        let layout = Layout::new(memory)?.with_room_for(count);
        Self::laid_out(Layout { names: layout.names.at_most(name_bits), ..layout }, memory)
    }

    /// The number of records that a table of that size has room for, so that it need not be collected at once.
    pub(crate) fn room(memory: u64) -> Result<u64, SetupError> {
        Ok((0.9 * Layout::new(memory)?.capacity() as f64) as u64)
    }

    /// The length of a name.
    pub(crate) fn name_bits(&self) -> u32 {
        self.lock_shared().names.bits()
    }

    /// Takes in a record whose name has at least as many bits as here.
    pub(crate) fn insert(&self, record: Record, name_bits: u32) {
        let storage = self.lock_shared();
        let (pointer, tail) = storage.names.split(record.name, name_bits);
        let (home, check) = storage.side(pointer).0.of(pointer);
        if storage.place(home, Entry { check: check | tail, data: record.data }) {
            self.entries.fetch_add(1, Relaxed);
        }
    }

    /// Sets the number of collections that there have been.
    pub(crate) fn set_collections(&self, collections: u64) {
        self.collections.store(collections, Relaxed);
    }

    /// All records that are worth it, by name, each name once.
    pub(crate) fn records(&self, is_worth: impl Fn(u64) -> bool) -> impl Iterator<Item = Record> {
        let mut next = Some(0);
        std::iter::from_fn(move || {
            let (section, then) = self.section(next?, &is_worth);
            next = then;
            Some(section)
        })
        .flatten()
    }

    /// The records of a section that begins at a pointer, and where the next one begins.
    fn section(&self, begin: u64, is_worth: impl Fn(u64) -> bool) -> (Vec<Record>, Option<u64>) {
        let storage = self.lock_shared();
        let (homes, side_ends) = storage.side(begin);
        let line = homes.of(begin).0;
        let end = match (homes.first_pointer(line + SECTION), side_ends) {
            (Some(section_ends), Some(side_ends)) => Some(section_ends.min(side_ends)),
            (section_ends, side_ends) => section_ends.or(side_ends),
        };
        let last_line = (line + SECTION).min(homes.count()) + LONGEST_WAY;
        let mut records = Vec::new();
        for line in line..last_line {
            for entry in entries(&storage.lines.get()[line]).filter(|entry| is_worth(entry.data)) {
                let pointer = homes.pointer(line, entry);
                if pointer >= begin && end.is_none_or(|end| pointer < end) {
                    records.push(homes.record(line, entry, storage.names));
                }
            }
        }
        drop(storage);
        // A position that is there twice: what took more work counts.
        records
            .sort_unstable_by_key(|record| (record.name, std::cmp::Reverse(record.data as u16), record.data));
        records.dedup_by_key(|record| record.name);
        (records, end)
    }

    /// What lines taken evenly from all over the table know, and how many times as much there is in all.
    pub(crate) fn sample(&self) -> (Vec<u64>, f64) {
        let storage = self.lock_shared();
        let lines = &storage.lines.get()[..storage.used_lines()];
        let step = lines.len().div_ceil(SAMPLE);
        let data = lines.iter().step_by(step).flat_map(entries).map(|entry| entry.data).collect();
        (data, step as f64)
    }
}
