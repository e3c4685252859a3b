//! Fingerprints of positions that do not depend on the size of the table.
//!
//! A key is scattered into two words; the *fingerprint* of a position is the first of them (its pointer), followed by
//! some bits of the second (its tail). An entry and the line it is in determine the fingerprint, so that it can be moved
//! to a table of any size, and two positions are confused only if their fingerprints are equal.
//!
//! The bucket of the pointer x is ⌊x·H/2⁶⁴⌋ of H. With b = ⌊log₂ H⌋, the product x·H without its lowest b
//! bits still determines x, because the products of neighbours are H ≥ 2ᵇ apart. Its highest bits are the bucket;
//! the other 64 − b are kept in the entry, beside 6 bits that tell the bucket from the line; b − 6 bits are left for
//! the tail. That makes fingerprints of **58 + b bits**: all that the entry and its place can hold.
//!
//! A large table starts with a 32nd of the lines that it may have in the end, and the first size decides: fingerprints
//! have 76 bits if the table may grow to 1 GiB, 79 at 8 GiB, 82 at 64 GiB; 71 at 1 MiB, the smallest. (Before
//! fingerprints, when an entry could not leave its table, it was 52 + log₂ of the lines in the end, which is never more.)
//! At 4·10⁸ entries and 10¹² look-ups, 79 bits are expected to go wrong with a probability of 1 in 1,500.
//! Entries that move into a table with room for longer fingerprints stay as they are, and that table uses the shorter
//! fingerprints for everything; entries that move into a smaller one lose the
//! first bits of their tails.
//!
//! The order of fingerprints is the order of buckets, whatever the size: moving everything goes through both tables from
//! one end to the other.

use super::entry::{Entry, LONGEST_PROBE, PROBE_BITS};
use yomikiri_game::Record;

/// The bits of a pointer.
const POINTER: u32 = u64::BITS;
/// The shortest fingerprints that there are.
pub(crate) const SHORTEST_FINGERPRINT: u32 = POINTER;
/// Longer ones than any table will ever have.
pub(crate) const LONGEST_FINGERPRINT: u32 = 120;

/// The length of the fingerprints in a table, all through its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FingerprintLength {
    tail: u32,
    /// The bits of an entry that hold the tail.
    mask: u64,
}

impl FingerprintLength {
    /// The longest fingerprints that fit into a table that has never less than so many buckets.
    pub(super) fn for_buckets(buckets: usize) -> Self {
        debug_assert!(buckets >= LONGEST_PROBE);
        Self::of_tail(buckets.ilog2() - PROBE_BITS)
    }

    fn of_tail(tail: u32) -> Self {
        Self { tail, mask: ((1 << tail) - 1) << PROBE_BITS }
    }

    /// The same, but no longer than so many bits, of which there are at least [`SHORTEST_FINGERPRINT`].
    pub(super) fn at_most(self, bits: u32) -> Self {
        Self::of_tail(self.tail.min(bits.saturating_sub(POINTER)))
    }

    pub(super) fn bits(self) -> u32 {
        POINTER + self.tail
    }

    /// The tail of a fingerprint where an entry has it, given the second word of a key.
    #[inline]
    pub(super) fn tail(self, word: u64) -> u64 {
        word & self.mask
    }

    /// The pointer of a fingerprint of that many bits, as many as here or more, and its tail where an entry has it.
    pub(super) fn split(self, fingerprint: u128, bits: u32) -> (u64, u64) {
        ((fingerprint >> (bits - POINTER)) as u64, self.tail((fingerprint as u64) << PROBE_BITS))
    }

    fn fingerprint(self, pointer: u64, check: u64) -> u128 {
        u128::from(pointer) << self.tail | u128::from(self.tail(check) >> PROBE_BITS)
    }
}

/// Where pointers have their buckets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buckets {
    count: u64,
    /// The bits of a product that are kept in an entry.
    kept: u64,
}

impl Buckets {
    pub(super) fn new(count: usize) -> Self {
        Self { count: count as u64, kept: u64::MAX << count.ilog2() }
    }

    pub(super) fn count(self) -> usize {
        self.count as usize
    }

    /// The bucket of a pointer, and the check of an entry without the tail.
    #[inline]
    pub(super) fn of(self, pointer: u64) -> (usize, u64) {
        let product = u128::from(pointer) * u128::from(self.count);
        let bucket = (product >> POINTER) as usize;
        (bucket, product as u64 & self.kept | (bucket % LONGEST_PROBE) as u64)
    }

    /// The pointer of an entry in a line.
    pub(super) fn pointer(self, line: usize, entry: Entry) -> u64 {
        let product = (entry.bucket(line) as u128) << POINTER | u128::from(entry.check & self.kept);
        product.div_ceil(self.count.into()) as u64
    }

    /// The least pointer whose bucket is not before this one; `None` beyond the last bucket.
    pub(super) fn first_pointer(self, bucket: usize) -> Option<u64> {
        u64::try_from(((bucket as u128) << POINTER).div_ceil(self.count.into())).ok()
    }

    /// Buckets 2ⁿ times as many.
    pub(super) fn times(self, power: u32) -> Self {
        Self { count: self.count << power, kept: self.kept << power }
    }

    /// An entry in a line of these buckets, as it is in 2ⁿ times as many: its bucket there, and the entry.
    #[inline]
    pub(super) fn moved(
        self,
        line: usize,
        entry: Entry,
        power: u32,
        fingerprints: FingerprintLength,
    ) -> (usize, Entry) {
        let kept = entry.check & self.kept;
        let bucket = entry.bucket(line) << power | (kept >> (POINTER - power)) as usize;
        let check = kept << power | fingerprints.tail(entry.check) | (bucket % LONGEST_PROBE) as u64;
        (bucket, Entry { check, ..entry })
    }

    /// An entry in a line of these buckets, apart from the table.
    pub(super) fn record(self, line: usize, entry: Entry, fingerprints: FingerprintLength) -> Record {
        Record {
            fingerprint: fingerprints.fingerprint(self.pointer(line, entry), entry.check),
            data: entry.data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::SplitMix64;

    /// Of many sizes, with pointers at the ends, at the borders between buckets and at random.
    #[test]
    fn entries_determine_fingerprints() {
        let mut random = SplitMix64::new(4);
        let counts = [64, 65, 127, 128, 1000, 16_320, 1 << 20, 12_345_678, (1u64 << 34) - 64];
        for count in counts.into_iter().filter_map(|count| usize::try_from(count).ok()) {
            let buckets = Buckets::new(count);
            let fingerprints = FingerprintLength::for_buckets(count);
            assert_eq!(fingerprints.bits(), 58 + count.ilog2());
            let border = |random: &mut SplitMix64| {
                let bucket = (random.next_u64() as usize) % count;
                buckets.first_pointer(bucket).expect("a bucket")
            };
            for round in 0..2000 {
                let pointer = match round % 4 {
                    0 => random.next_u64(),
                    1 => border(&mut random),
                    2 => border(&mut random).wrapping_sub(1),
                    _ => u64::MAX - round,
                };
                let tail = fingerprints.tail(random.next_u64());
                let (bucket, check) = buckets.of(pointer);
                assert!(bucket < count);
                let entry = Entry { check: check | tail, data: 1 };
                let line = bucket + (random.next_u64() % 64) as usize;
                assert_eq!(buckets.pointer(line, entry), pointer);
                let record = buckets.record(line, entry, fingerprints);
                assert_eq!(fingerprints.split(record.fingerprint, fingerprints.bits()), (pointer, tail));
                assert!(buckets.first_pointer(bucket).is_some_and(|first| first <= pointer));
                assert!(buckets.first_pointer(bucket + 1).is_none_or(|first| first > pointer));
                // More buckets, and the same entry there.
                let more = buckets.times(3);
                let (new_bucket, moved) = buckets.moved(line, entry, 3, fingerprints);
                assert_eq!((new_bucket, moved.check), (more.of(pointer).0, more.of(pointer).1 | tail));
                assert_eq!(more.record(new_bucket, moved, fingerprints), record);
            }
        }
    }

    #[test]
    fn long_names_lose_the_first_bits_of_the_tail() {
        let (long, short) = (FingerprintLength::of_tail(15), FingerprintLength::of_tail(8));
        let fingerprint = 0x0123_4567_89AB_CDEF_u128 << 15 | 0b101_0101_0101_0101;
        assert_eq!(long.split(fingerprint, 79), (0x0123_4567_89AB_CDEF, 0b101_0101_0101_0101 << PROBE_BITS));
        assert_eq!(short.split(fingerprint, 79), (0x0123_4567_89AB_CDEF, 0b0101_0101 << PROBE_BITS));
        assert_eq!(long.at_most(72), short);
        assert_eq!(short.at_most(79), short);
        assert_eq!(long.at_most(64).bits(), 64);
    }
}
