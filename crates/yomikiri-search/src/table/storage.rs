//! The lines of the table, and how entries are found in them.
//!
//! # Chores
//!
//! Growing and collecting would stop all threads for seconds on a table of many gigabytes, so both go slice by
//! slice, with some hundreds or thousands of new entries between them. On 8 GiB a slice of a collection takes
//! 0.3 ms on average (2.5 s in all), one of growing 2.2 ms (18 s in all, most of it the first touch of the memory):
//! `pauses_of_a_large_table` measures it.
//!
//! **Growing.** The memory is mapped at full size from the beginning and costs nothing until it is touched. Fingerprints
//! from `split` on have their buckets among the larger number already, and `split` moves down from the end. Since
//! buckets keep their order, what has moved is always beyond what has not.
//!
//! **Collecting.** The threshold is found from a sample of the lines (in a small table, from all). Then slices of
//! the table are swept from the beginning.
//!
//! A slice ends at a line with room, since no probe sequence goes beyond such a line: what is on either side of it can be
//! moved without the other.

use super::entry::{Entry, LINE, LONGEST_PROBE, empty, entries, has_room, read, write};
use super::fingerprints::{Buckets, FingerprintLength};
use crate::lines::Lines;

/// The fraction of the entries that a collection frees.
const FREED: f64 = 0.3;
/// By how many powers of two a table grows at a time, at most.
pub(super) const GROWTH_STEP: u32 = 3;
/// The number of lines (1 MiB) that a slice has.
const SLICE: usize = 1 << 14;
/// The number of lines in the sample from which the threshold is found.
const SAMPLE: usize = 1 << 14;

pub(super) struct Storage {
    pub(super) lines: Lines,
    pub(super) fingerprints: FingerprintLength,
    /// The buckets of pointers from `split` on.
    buckets: Buckets,
    /// Those of pointers before it.
    buckets_before_split: Buckets,
    /// 0 unless it is growing.
    split: u64,
    /// How many powers of two the lines are fewer than they may become.
    smaller_by: u32,
    /// By how many it is growing, or has grown last.
    step: u32,
    /// The slices of a collection that are left.
    sweep: Option<Sweep>,
    /// How many entries took how much work, for the next collection.
    histogram: Vec<u64>,
}

#[derive(Clone, Copy)]
struct Sweep {
    /// The next line.
    line: usize,
    /// What has less work is dropped.
    threshold: usize,
}

/// What came of a chore.
pub(super) struct Done {
    /// By how much the entries have become fewer.
    pub(super) dropped: u64,
    /// How many lines were made anew.
    pub(super) lines: usize,
    /// Whether this was the last slice.
    pub(super) finished: bool,
}

/// Where in the probe sequence of a key its entry is, or would go.
pub(super) enum Probe {
    Found(usize, usize),
    Free(usize, usize),
    NoRoom,
}

impl Storage {
    /// Empty lines, of which at first only a part is used: so many powers of two fewer.
    pub(super) fn new(
        lines: Lines,
        buckets: usize,
        smaller_by: u32,
        fingerprints: FingerprintLength,
    ) -> Self {
        let buckets = Buckets::new(buckets >> smaller_by);
        Self {
            lines,
            fingerprints,
            buckets,
            buckets_before_split: buckets,
            split: 0,
            smaller_by,
            step: 0,
            sweep: None,
            histogram: Vec::new(),
        }
    }

    /// The buckets of pointers on this side of the split, and where the side ends if it is the lower one.
    #[inline]
    pub(super) fn side(&self, pointer: u64) -> (Buckets, Option<u64>) {
        if pointer >= self.split {
            (self.buckets, None)
        } else {
            (self.buckets_before_split, Some(self.split))
        }
    }

    /// The number of places at the present size.
    pub(super) fn places(&self) -> usize {
        let buckets = if self.split > 0 { self.buckets_before_split } else { self.buckets };
        buckets.count() * LINE
    }

    /// The number of lines that may hold something.
    pub(super) fn used_lines(&self) -> usize {
        self.buckets.count() + LONGEST_PROBE
    }

    pub(super) fn can_grow(&self) -> bool {
        self.smaller_by > 0
    }

    pub(super) fn is_growing(&self) -> bool {
        self.split > 0
    }

    pub(super) fn is_collecting(&self) -> bool {
        self.sweep.is_some()
    }

    #[inline]
    pub(super) fn find(&self, bucket: usize, check: u64) -> Probe {
        let lines = &self.lines.get()[bucket..bucket + LONGEST_PROBE];
        for (distance, line) in lines.iter().enumerate() {
            for slot in 0..LINE {
                let entry = read(line, slot);
                if entry.is_empty() {
                    return Probe::Free(bucket + distance, slot);
                }
                if entry.check == check {
                    return Probe::Found(bucket + distance, slot);
                }
            }
        }
        Probe::NoRoom
    }

    /// Puts an entry where it is already, or into the first free place of its probe sequence, or else in the place of
    /// the one with the least work. Gives whether a free place was used.
    pub(super) fn place(&self, bucket: usize, entry: Entry) -> bool {
        let (line, slot, was_free) = match self.find(bucket, entry.check) {
            Probe::Found(line, slot) => (line, slot, false),
            Probe::Free(line, slot) => (line, slot, true),
            Probe::NoRoom => {
                let (line, slot) = self.least_work(bucket);
                (line, slot, false)
            }
        };
        write(&self.lines.get()[line], slot, entry);
        was_free
    }

    #[cold]
    fn least_work(&self, bucket: usize) -> (usize, usize) {
        (bucket..bucket + LONGEST_PROBE)
            .flat_map(|line| (0..LINE).map(move |slot| (line, slot)))
            .min_by_key(|&(line, slot)| read(&self.lines.get()[line], slot).work())
            .unwrap_or((bucket, 0))
    }

    /// Begins to grow.
    pub(super) fn begin_to_grow(&mut self) {
        self.buckets_before_split = self.buckets;
        self.step = self.smaller_by.min(GROWTH_STEP);
        self.buckets = self.buckets.times(self.step);
        self.smaller_by -= self.step;
        self.split = u64::MAX;
    }

    /// Moves the last slice of what is left to move.
    pub(super) fn grow(&mut self) -> Done {
        let old = self.buckets_before_split;
        let end = old.of(self.split - 1).0 + 1;
        let mut begin = end.saturating_sub(SLICE >> self.step);
        while begin > LONGEST_PROBE && !has_room(&self.lines.get()[begin - 1]) {
            begin -= 1;
        }
        // So near to the beginning, old buckets and new ones overlap.
        if begin <= LONGEST_PROBE {
            begin = 0;
        }
        let mut moving = Vec::with_capacity((end - begin) * LINE);
        for line in begin..end + LONGEST_PROBE - 1 {
            let moved = |entry| old.moved(line, entry, self.step, self.fingerprints);
            moving.extend(empty(&self.lines.get()[line]).map(moved));
        }
        self.split = if begin == 0 { 0 } else { old.first_pointer(begin).unwrap_or(0) };
        let placed = moving.iter().filter(|&&(bucket, entry)| self.place(bucket, entry)).count();
        Done { dropped: (moving.len() - placed) as u64, lines: end - begin, finished: begin == 0 }
    }

    /// Begins SmallTreeGC: the entries with the least work will be dropped, so many that a fraction of the
    /// table becomes free.
    pub(super) fn begin_to_collect(&mut self) {
        let used_lines = self.used_lines();
        let lines = &self.lines.get()[..used_lines];
        let histogram = &mut self.histogram;
        histogram.clear();
        histogram.resize(1 << 16, 0);
        let mut counted = 0u32;
        for entry in lines.iter().step_by(lines.len().div_ceil(SAMPLE + LONGEST_PROBE)).flat_map(entries) {
            histogram[usize::from(entry.work().0)] += 1;
            counted += 1;
        }
        let enough = (FREED * f64::from(counted)) as u64;
        let mut dropped = 0;
        let threshold = histogram.iter().position(|&count| {
            let enough_without = dropped >= enough;
            dropped += count;
            enough_without
        });
        // Everything may have cost the same: then everything goes.
        self.sweep = Some(Sweep { line: 0, threshold: threshold.unwrap_or(histogram.len()) });
    }

    /// Drops what is not worth keeping from the next slice and moves the rest up, line by line from the first.
    /// When a line's turn comes, the lines before it are as they will stay; so an entry that goes into the
    /// first line with room of its probe sequence has only full lines before it, and keeps them.
    pub(super) fn collect(&mut self) -> Done {
        let end = self.used_lines();
        let Some(Sweep { line: begin, threshold }) = self.sweep.take() else {
            return Done { dropped: 0, lines: 0, finished: true };
        };
        let mut dropped = 0;
        let mut line = begin;
        let mut had_room = false;
        while line < end && !(had_room && line >= begin + SLICE) {
            let words = &self.lines.get()[line];
            had_room = has_room(words);
            for entry in empty(words) {
                let kept = usize::from(entry.work().0) >= threshold && self.place(entry.bucket(line), entry);
                dropped += u64::from(!kept);
            }
            line += 1;
        }
        let finished = line == end;
        if !finished {
            self.sweep = Some(Sweep { line, threshold });
        }
        Done { dropped, lines: line - begin, finished }
    }
}
