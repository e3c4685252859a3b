//! What the table holds, apart from the table: out of one and into another.
//!
//! It is read while others search: a section is looked through at a time, in the order of fingerprints, which
//! neither growing nor collecting changes. So nobody ever has to stand still for it. What is found is not the
//! table at one moment, but every entry is true by itself, and that is all that is asked of one.

use super::entry::{Entry, LINE, LONGEST_PROBE, entries};
use super::{Layout, Payload, Record, SetupError, Table};
use std::sync::atomic::Ordering::Relaxed;

/// The number of lines (1 MiB) that are looked through at a time.
const SECTION: usize = 1 << 14;
/// The number of lines in a sample.
const SAMPLE: usize = 1 << 15;
/// The fraction of a table that may be filled from the beginning. In the order of their fingerprints, positions find a
/// place near their bucket in a table as full as that.
const FILLED_AT_MOST: f64 = 0.85;

impl<P: Payload> Table<P> {
    /// A table for what comes from another: so many records, with fingerprints of so many bits. If it has no room for
    /// as many, some will push out others.
    pub(crate) fn for_records(memory: u64, count: u64, fingerprint_bits: u32) -> Result<Self, SetupError> {
        let layout = Layout::new(memory)?.with_room_for(count);
        Self::laid_out(
            Layout { fingerprints: layout.fingerprints.at_most(fingerprint_bits), ..layout },
            memory,
        )
    }

    /// The number of records that a table of that size has room for: everything that one of the same size can
    /// have held, even if it was about to be collected.
    pub(crate) fn room(memory: u64) -> Result<u64, SetupError> {
        Ok((FILLED_AT_MOST * (Layout::new(memory)?.buckets * LINE) as f64) as u64)
    }

    /// The length of a fingerprint.
    pub(crate) fn fingerprint_bits(&self) -> u32 {
        self.lock_shared().fingerprints.bits()
    }

    /// Takes in a record whose fingerprint has at least as many bits as here.
    pub(crate) fn insert(&self, record: Record, fingerprint_bits: u32) {
        let storage = self.lock_shared();
        let (pointer, tail) = storage.fingerprints.split(record.fingerprint, fingerprint_bits);
        let (bucket, check) = storage.side(pointer).0.of(pointer);
        if storage.place(bucket, Entry { check: check | tail, data: record.data }) {
            self.entries.fetch_add(1, Relaxed);
        }
    }

    /// Sets the number of collections that there have been.
    pub(crate) fn set_collections(&self, collections: u64) {
        self.collections.store(collections, Relaxed);
    }

    /// All records that are kept, by fingerprint, each fingerprint once.
    pub(crate) fn records(&self, is_kept: impl Fn(u64) -> bool) -> impl Iterator<Item = Record> {
        let mut next = Some(0);
        std::iter::from_fn(move || {
            let (section, then) = self.section(next?, &is_kept);
            next = then;
            Some(section)
        })
        .flatten()
    }

    /// The records of a section that begins at a pointer, and where the next one begins.
    fn section(&self, begin: u64, is_kept: impl Fn(u64) -> bool) -> (Vec<Record>, Option<u64>) {
        let storage = self.lock_shared();
        let (buckets, side_ends) = storage.side(begin);
        let line = buckets.of(begin).0;
        let end = match (buckets.first_pointer(line + SECTION), side_ends) {
            (Some(section_ends), Some(side_ends)) => Some(section_ends.min(side_ends)),
            (section_ends, side_ends) => section_ends.or(side_ends),
        };
        let last_line = (line + SECTION).min(buckets.count()) + LONGEST_PROBE;
        let mut records = Vec::new();
        for line in line..last_line {
            for entry in entries(&storage.lines.get()[line]).filter(|entry| is_kept(entry.data)) {
                let pointer = buckets.pointer(line, entry);
                if pointer >= begin && end.is_none_or(|end| pointer < end) {
                    records.push(buckets.record(line, entry, storage.fingerprints));
                }
            }
        }
        drop(storage);
        // A position that is there twice: what took more work counts.
        records.sort_unstable_by_key(|record| {
            (record.fingerprint, std::cmp::Reverse(record.data as u16), record.data)
        });
        records.dedup_by_key(|record| record.fingerprint);
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

#[cfg(test)]
mod tests {
    use super::super::tests::Number;
    use super::super::{LARGE, MINIMUM_MEMORY};
    use super::*;
    use yomikiri_game::{Key, SplitMix64};

    const LARGE_MEMORY: u64 = (LARGE * 64) as u64;

    fn keys(seed: u64, count: u64) -> impl Iterator<Item = Key> {
        let mut random = SplitMix64::new(seed);
        (0..count).map(move |_| Key(u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())))
    }

    fn filled(memory: u64, count: u64) -> Table<Number> {
        let table = Table::new(memory).expect("enough");
        let mut handle = table.handle();
        for (number, key) in keys(5, count).enumerate() {
            handle.rest();
            handle.put(key, Number(number as u64 + 1), number as u64 % 100);
        }
        drop(handle);
        table
    }

    fn copied(table: &Table<Number>, memory: u64) -> Table<Number> {
        let records: Vec<_> = table.records(|_| true).collect();
        let bits = table.fingerprint_bits();
        let copy = Table::for_records(memory, records.len() as u64, bits).expect("enough");
        for record in records {
            copy.insert(record, bits);
        }
        copy
    }

    /// From a table of each size into one of each size; among the sources is one that is growing.
    #[test]
    fn records_move_between_tables_of_any_size() {
        const COUNT: u64 = 50_000;
        let sizes = [MINIMUM_MEMORY, MINIMUM_MEMORY + 54_321, 12_345_678, LARGE_MEMORY];
        for from in sizes {
            let table = filled(from, COUNT);
            assert_eq!(table.collections(), 0);
            let records: Vec<_> = table.records(|_| true).collect();
            assert_eq!(records.len() as u64, COUNT);
            assert!(records.is_sorted_by(|a, b| a.fingerprint < b.fingerprint));
            for to in sizes {
                let copy = copied(&table, to);
                assert_eq!(copy.entries(), COUNT);
                for (number, key) in keys(5, COUNT).enumerate() {
                    let known = Some((Number(number as u64 + 1), number as u64 % 100));
                    assert_eq!(copy.handle().get(key), known, "from {from} to {to} bytes");
                }
                assert_eq!(copy.handle().get(Key(12345)), None);
                let own_length = Table::<Number>::new(to).expect("enough").fingerprint_bits();
                assert_eq!(copy.fingerprint_bits(), own_length.min(table.fingerprint_bits()));
                if copy.fingerprint_bits() == table.fingerprint_bits() {
                    assert!(copy.records(|_| true).eq(records.iter().copied()));
                }
            }
        }
    }

    /// At every moment of growing, everything is found, and the records are all there.
    #[test]
    fn nothing_is_missed_while_the_table_grows() {
        let table = Table::new(LARGE_MEMORY).expect("enough");
        let mut handle = table.handle();
        let (mut moments, mut slices) = (0, 0);
        for (number, key) in keys(6, 110_000).enumerate() {
            slices += u32::from(table.is_due.load(Relaxed));
            handle.rest();
            handle.put(key, Number(number as u64 + 1), 0);
            if number % 500 == 0 && handle.storage().is_growing() {
                moments += 1;
                assert_eq!(table.records(|_| true).count(), number + 1);
                for (earlier, key) in keys(6, number as u64 + 1).enumerate() {
                    assert_eq!(handle.get(key), Some((Number(earlier as u64 + 1), 0)));
                }
            }
        }
        assert!(moments > 5 && slices > 5, "{moments} moments, {slices} slices");
    }

    /// Several threads put and look up while another one reads everything again and again: what it finds is
    /// what was put.
    #[test]
    fn records_can_be_read_while_others_work() {
        let table = &Table::new(3 * MINIMUM_MEMORY).expect("enough");
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|seed| {
                    scope.spawn(move || {
                        let mut handle = table.handle();
                        for key in keys(seed, 150_000) {
                            handle.rest();
                            let number = (key.0 % 1_000_003) as u64 + 1;
                            handle.put(key, Number(number), number % 100);
                        }
                    })
                })
                .collect();
            let mut fingerprints = std::collections::HashMap::new();
            let (bits, buckets) = (table.fingerprint_bits(), table.lock_shared().fingerprints);
            for key in (0..4).flat_map(|seed| keys(seed, 150_000)) {
                let (pointer, rest) = super::super::scattered(key);
                let number = (key.0 % 1_000_003) as u64 + 1;
                fingerprints.insert((pointer, buckets.tail(rest)), number << 16 | (number % 100));
            }
            let mut rounds = 0;
            while rounds == 0 || workers.iter().any(|worker| !worker.is_finished()) {
                for record in table.records(|_| true) {
                    assert_eq!(
                        fingerprints.get(&buckets.split(record.fingerprint, bits)),
                        Some(&record.data)
                    );
                }
                rounds += 1;
            }
        });
        assert!(table.collections() > 0);
    }
}
