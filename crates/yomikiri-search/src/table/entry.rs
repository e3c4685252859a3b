//! What a place in the table holds.

use crate::lines::{Line, WORDS};
use std::sync::atomic::Ordering::Relaxed;
use yomikiri_game::Key;

/// Entries in a line.
pub(super) const LINE: usize = WORDS / 2;
/// How many lines a probe sequence has at most: what 6 bits of its first line can tell apart.
pub(super) const LONGEST_PROBE: usize = 1 << PROBE_BITS;
pub(super) const PROBE_BITS: u32 = 6;

/// The number of nodes searched below a position, in 16 bits: exact below 4096, then within 1/2048.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Work(pub(crate) u16);

impl Work {
    pub(crate) fn new(nodes: u64) -> Self {
        let exponent = (64 - nodes.leading_zeros()).saturating_sub(12);
        if exponent > 30 {
            return Self(u16::MAX);
        }
        Self((2048 * exponent) as u16 + (nodes >> exponent) as u16)
    }

    pub(crate) fn nodes(self) -> u64 {
        let exponent = u64::from(self.0 / 2048).saturating_sub(1);
        (u64::from(self.0) - 2048 * exponent) << exponent
    }
}

/// An entry. An empty one has no data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// What the fingerprint has beyond the bucket, then the lowest 6 bits of the bucket (`fingerprints.rs`).
    pub(super) check: u64,
    /// 48 bits of payload, 16 bits of work.
    pub(super) data: u64,
}

impl Entry {
    pub(super) const EMPTY: Self = Self { check: 0, data: 0 };

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.data == 0
    }

    #[inline]
    pub(super) fn work(self) -> Work {
        Work(self.data as u16)
    }

    /// The bucket of an entry that is in this line: not after it, and less than a longest probe sequence before it. (Halves
    /// of two entries may seem to have theirs before the first line.)
    #[inline]
    pub(super) fn bucket(self, line: usize) -> usize {
        line.saturating_sub(line.wrapping_sub(self.check as usize) % LONGEST_PROBE)
    }
}

/// Two words of which every bit depends on every bit of the key.
#[inline]
pub(crate) fn scattered(key: Key) -> (u64, u64) {
    let mixed = key.mixed();
    let folded = mixed ^ mixed >> 59;
    ((folded >> 64) as u64, folded as u64)
}

/// What a line holds.
pub(super) fn entries(line: &Line) -> impl Iterator<Item = Entry> + '_ {
    (0..LINE).map(|slot| read(line, slot)).filter(|entry| !entry.is_empty())
}

/// Whether a line has room, so that no probe sequence goes beyond it.
pub(super) fn has_room(line: &Line) -> bool {
    (0..LINE).any(|slot| read(line, slot).is_empty())
}

#[inline]
pub(super) fn read(line: &Line, slot: usize) -> Entry {
    let data = line[2 * slot + 1].load(Relaxed);
    Entry { check: line[2 * slot].load(Relaxed) ^ data, data }
}

#[inline]
pub(super) fn write(line: &Line, slot: usize, entry: Entry) {
    line[2 * slot].store(entry.check ^ entry.data, Relaxed);
    line[2 * slot + 1].store(entry.data, Relaxed);
}

/// Takes everything out of a line. Nobody else may be there.
pub(super) fn empty(line: &Line) -> impl Iterator<Item = Entry> + use<> {
    let mut held = [Entry::EMPTY; LINE];
    for (slot, held) in held.iter_mut().enumerate() {
        *held = read(line, slot);
        if !held.is_empty() {
            write(line, slot, Entry::EMPTY);
        }
    }
    held.into_iter().filter(|entry| !entry.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_exact_when_small_and_close_when_large() {
        for nodes in (0..10_000).chain((0..42).map(|bit| 3 << bit >> 1)) {
            let read = Work::new(nodes).nodes();
            assert!(read <= nodes && nodes - read <= nodes / 2048, "{nodes} reads back as {read}");
        }
        assert!(Work::new(u64::MAX) >= Work::new(1 << 42));
    }

    #[test]
    fn an_entry_knows_its_bucket() {
        for bucket in [0, 1, 63, 64, 1000, 123_456_789] {
            for distance in 0..LONGEST_PROBE {
                let check = 0xABCD_EF00_0000_0000 | (bucket % LONGEST_PROBE) as u64;
                assert_eq!(Entry { check, data: 1 }.bucket(bucket + distance), bucket);
            }
        }
    }
}
