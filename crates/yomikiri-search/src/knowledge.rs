//! What df-pn has found out so far, apart from the search that found it: to be kept, and to go on from.
//!
//! A search of days should survive the machine it runs on. All it needs to go on is its table: the search begins
//! at the root again and finds its way back to where it was in as many steps as the path is long, since
//! everything beside the path is known. Every record is true by itself; so the table may be read while the
//! search goes on, and any part of it will do.
//!
//! **Priority** has what cost most to find, and what is decided: that is never found to be different
//! later, and ends a search wherever it is met. So a decided position counts as eight times the nodes that it
//! cost. First guesses, which cost no node, are not kept: they are made again with one look.

use crate::numbers::{Numbers, rounded, unrounded};
use crate::solve::SetupError;
use crate::table::{LONGEST_FINGERPRINT, Payload, Record, SHORTEST_FINGERPRINT, Table, Work, scattered};
use yomikiri_game::Key;

impl Payload for Numbers {
    fn to_bits(self) -> u64 {
        u64::from(rounded(self.proof)) << 24 | u64::from(rounded(self.disproof))
    }

    fn from_bits(bits: u64) -> Self {
        Self { proof: unrounded((bits >> 24) as u32), disproof: unrounded((bits & ((1 << 24) - 1)) as u32) }
    }
}

/// What a search by df-pn knows: the answer to one question for each of many positions, as far as it is found.
pub struct Knowledge {
    pub(crate) table: Table<Numbers>,
}

/// The priority of a record when there is not room for all. The default is that of a record that is not kept at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Priority(u32);

/// What a decided position counts more than an undecided one, as a factor of its nodes.
const DECIDED: u64 = 8;

impl Priority {
    /// The lowest priority of what is kept.
    pub const LOWEST: Self = Self(1);
    const COUNT: usize = 1 << 17;

    fn of(data: u64) -> Self {
        let work = Work(data as u16);
        if Numbers::from_bits(data >> 16).is_decided() {
            Self(u32::from(Work::new(work.nodes().saturating_mul(DECIDED)).0) + 1)
        } else {
            Self(work.0.into())
        }
    }
}

/// How many records there are of each priority.
#[derive(Clone, Debug)]
pub struct Census {
    counts: Vec<f64>,
}

impl Default for Census {
    fn default() -> Self {
        Self { counts: vec![0.0; Priority::COUNT] }
    }
}

impl Census {
    /// Counts a record.
    pub fn count(&mut self, record: Record) {
        self.count_as(record.data, 1.0);
    }

    fn count_as(&mut self, data: u64, weight: f64) {
        self.counts[Priority::of(data).0 as usize] += weight;
    }

    /// The number of records with at least that priority.
    #[must_use]
    pub fn at_least(&self, least: Priority) -> u64 {
        self.counts[least.0 as usize..].iter().sum::<f64>() as u64
    }

    /// The lowest priority such that at most `records` records have it or a higher one.
    #[must_use]
    pub fn lowest_that_fits(&self, records: u64) -> Priority {
        let mut left = records as f64;
        let too_many = self.counts.iter().rposition(|&count| {
            left -= count;
            left < 0.0
        });
        Priority(too_many.map_or(0, |priority| priority as u32 + 1)).max(Priority::LOWEST)
    }
}

/// Why records cannot be taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecallError {
    /// There is no memory for them.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// No table has such fingerprints.
    #[error("fingerprints of {0} bits: they have {SHORTEST_FINGERPRINT} to {LONGEST_FINGERPRINT}")]
    FingerprintLength(u32),
    /// A record that no search has made.
    #[error("position {fingerprint:x} has impossible numbers")]
    Numbers {
        /// Its fingerprint.
        fingerprint: u128,
    },
}

impl Knowledge {
    /// Nothing is known. There is room for as much as fits in so many bytes.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(memory: u64) -> Result<Self, SetupError> {
        Ok(Self { table: Table::new(memory)? })
    }

    /// Room for the records of a census, with fingerprints of so many bits, in so many bytes; if there is not room for
    /// all, for the best of them.
    ///
    /// # Errors
    /// If the memory cannot be had, or no fingerprints have that length.
    pub fn recalling(
        census: &Census,
        fingerprint_bits: u32,
        collections: u64,
        memory: u64,
    ) -> Result<Recollection, RecallError> {
        if !(SHORTEST_FINGERPRINT..=LONGEST_FINGERPRINT).contains(&fingerprint_bits) {
            return Err(RecallError::FingerprintLength(fingerprint_bits));
        }
        let least = census.lowest_that_fits(Table::<Numbers>::room(memory)?);
        let table = Table::for_records(memory, census.at_least(least), fingerprint_bits)?;
        table.set_collections(collections);
        Ok(Recollection { knowledge: Self { table }, fingerprint_bits, least })
    }

    /// The length of the fingerprints of records.
    #[must_use]
    pub fn fingerprint_bits(&self) -> u32 {
        self.table.fingerprint_bits()
    }

    /// How many positions are known.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.table.entries()
    }

    /// What is known of a position: the answer if it is decided, and the nodes that it has cost.
    #[must_use]
    pub fn about(&self, key: Key) -> Option<(Option<bool>, u64)> {
        let (numbers, work) = self.table.handle().get(key)?;
        Some((numbers.answer(), work))
    }

    /// Takes in the numbers of a position, which somebody else has found with so many nodes, if they are better than
    /// what is known. A search may go on meanwhile.
    pub fn learn(&self, key: Key, numbers: Numbers, nodes: u64) {
        let table = self.table.handle();
        let is_better =
            |(known, work): (Numbers, u64)| !known.is_decided() && (numbers.is_decided() || work < nodes);
        if table.get(key).is_none_or(is_better) {
            table.put(key, numbers, nodes);
        }
    }

    /// About how many records there are of each priority. A search may go on meanwhile.
    #[must_use]
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        let (sample, weight) = self.table.sample();
        for data in sample {
            census.count_as(data, weight);
        }
        census
    }

    /// The records with at least that priority, ordered by fingerprint. A search may go on meanwhile.
    pub fn records(&self, least: Priority) -> impl Iterator<Item = Record> {
        let least = least.max(Priority::LOWEST);
        self.table.records(move |data| Priority::of(data) >= least)
    }
}

/// The key scheme as a number, from the keys of some positions: it tells whether two programs give positions the same
/// fingerprints.
#[must_use]
pub fn key_scheme(keys: impl IntoIterator<Item = Key>) -> u64 {
    let fold = |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    keys.into_iter().map(scattered).flat_map(|(pointer, rest)| [pointer, rest]).fold(1, fold)
}

/// Knowledge that is being restored.
pub struct Recollection {
    knowledge: Knowledge,
    fingerprint_bits: u32,
    least: Priority,
}

impl Recollection {
    /// Takes in a record, unless it is not among the best that there is room for.
    ///
    /// # Errors
    /// If no search has made that record.
    pub fn recall(&mut self, record: Record) -> Result<(), RecallError> {
        if !Numbers::from_bits(record.data >> 16).is_possible() {
            return Err(RecallError::Numbers { fingerprint: record.fingerprint });
        }
        if Priority::of(record.data) >= self.least {
            self.knowledge.table.insert(record, self.fingerprint_bits);
        }
        Ok(())
    }

    /// What is known now.
    #[must_use]
    pub fn finish(self) -> Knowledge {
        self.knowledge
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::INFINITE;
    use crate::solve::{Options, ask, ask_knowing};
    use crate::watch::{Limits, Monitor, Statistics};
    use crate::{Answer, MINIMUM_MEMORY, Question};
    use yomikiri_game::Player;
    use yomikiri_game::samples::Mnk;

    fn recalled(records: &[Record], fingerprint_bits: u32, memory: u64) -> Knowledge {
        let mut census = Census::default();
        records.iter().for_each(|&record| census.count(record));
        let mut recollection =
            Knowledge::recalling(&census, fingerprint_bits, 0, memory).expect("enough memory");
        for &record in records {
            recollection.recall(record).expect("made by a search");
        }
        recollection.finish()
    }

    /// A search that is stopped again and again and goes on from its records comes to the same answer, for
    /// not much more nodes, and counts them all.
    #[test]
    fn a_search_in_pieces_finds_the_same() {
        let game = Mnk::new(4, 4, 4);
        let question = Question { can_win: Player::First };
        let options = Options { memory: 4 * MINIMUM_MEMORY, ..Options::default() };
        let whole = ask(&game, question, &options, &Monitor::default()).expect("enough memory");
        let piece =
            Options { limits: Limits { nodes: Some(whole.statistics.nodes / 7), time: None }, ..options };
        let mut knowledge = Knowledge::new(options.memory).expect("enough memory");
        let mut before = Statistics::default();
        let mut pieces = 0;
        let answer = loop {
            pieces += 1;
            let report = ask_knowing(&game, question, &knowledge, before, &piece, &Monitor::default());
            if let Answer::Yes | Answer::No = report.answer {
                break report.answer;
            }
            assert_eq!(report.statistics.nodes, before.nodes + whole.statistics.nodes / 7);
            assert!(report.statistics.seconds > before.seconds);
            before = report.statistics;
            let records: Vec<_> = knowledge.records(Priority::LOWEST).collect();
            knowledge = recalled(&records, knowledge.fingerprint_bits(), options.memory);
            assert!(knowledge.records(Priority::LOWEST).eq(records));
        };
        assert_eq!(answer, whole.answer);
        assert!((4..=10).contains(&pieces), "{pieces} pieces");
    }

    #[test]
    fn a_smaller_table_gets_the_best() {
        let record = |n: u64| {
            let numbers =
                if n.is_multiple_of(4) { Numbers::decided(true) } else { Numbers { proof: 3, disproof: 5 } };
            Record {
                fingerprint: (u128::from(n) * 0x09E3_779B_97F4_A7C1_5F39) % (1 << 76),
                data: numbers.to_bits() << 16 | (n * 7919 % 3000),
            }
        };
        let mut records: Vec<_> = (0..200_000).map(record).collect();
        records.sort_unstable();
        let knowledge = recalled(&records, 76, MINIMUM_MEMORY);
        let kept: Vec<_> = knowledge.records(Priority::default()).collect();
        assert!((45_000..56_000).contains(&kept.len()), "{}", kept.len());
        let least = kept.iter().map(|record| Priority::of(record.data)).min().expect("some");
        let higher = records.iter().filter(|record| Priority::of(record.data) > least).count();
        assert!(kept.len() >= higher - higher / 1000, "{} of {higher}", kept.len());
    }

    #[test]
    fn what_is_decided_or_cost_much_has_priority() {
        let priority =
            |numbers: Numbers, nodes| Priority::of(numbers.to_bits() << 16 | u64::from(Work::new(nodes).0));
        let open = Numbers { proof: 2, disproof: 9 };
        assert_eq!(priority(open, 0), Priority::default());
        assert!(priority(open, 1) >= Priority::LOWEST);
        assert!(priority(Numbers::decided(false), 0) >= Priority::LOWEST);
        for nodes in [1, 100, 1 << 20, 1 << 36] {
            assert!(priority(open, nodes) < priority(open, 2 * nodes));
            assert!(priority(open, 7 * nodes) < priority(Numbers::decided(true), nodes));
            assert!(priority(open, 9 * nodes) >= priority(Numbers::decided(true), nodes));
        }
        priority(Numbers::decided(true), u64::MAX);
    }

    #[test]
    fn impossible_records_are_refused() {
        assert!(Knowledge::recalling(&Census::default(), 63, 0, MINIMUM_MEMORY).is_err());
        assert!(Knowledge::recalling(&Census::default(), 121, 0, MINIMUM_MEMORY).is_err());
        let mut recollection =
            Knowledge::recalling(&Census::default(), 76, 0, MINIMUM_MEMORY).expect("enough memory");
        for (proof, disproof) in [(0, 0), (0, 1), (5, 0), (1, INFINITE), (INFINITE, INFINITE)] {
            let data = Numbers { proof, disproof }.to_bits() << 16 | 1;
            recollection.recall(Record { fingerprint: 1, data }).expect_err("no search comes to that");
        }
    }
}
