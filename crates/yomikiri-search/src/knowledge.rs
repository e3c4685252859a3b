//! What df-pn has found out so far, apart from the search that found it: to be kept, and to go on from.
//!
//! A search of days should survive the machine it runs on. All it needs to go on is its table: the search begins
//! at the root again and finds its way back to where it was in as many steps as the path is long, since
//! everything beside the path is known. Every record is true by itself; so the table may be read while the
//! search goes on, and any part of it will do.
//!
//! **What is worth keeping** is what cost most to find, and what is decided: that is never found to be different
//! later, and ends a search wherever it is met. So a decided position counts as eight times the nodes that it
//! cost. First guesses, which cost no node, are not kept: they are made again with one look.

use crate::numbers::{Numbers, rounded, unrounded};
use crate::solve::SetupError;
use crate::table::{LONGEST_NAME, Payload, Record, SHORTEST_NAME, Table, Work, scattered};
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

/// How much a record is worth. The default is what a record is worth that is not worth keeping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth(u32);

/// What a decided position counts more than an undecided one, as a factor of its nodes.
const DECIDED: u64 = 8;

impl Worth {
    /// What everything is worth that is worth keeping at all.
    pub const LEAST: Self = Self(1);
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

/// How many records there are of each worth.
#[derive(Clone, Debug)]
pub struct Census {
    counts: Vec<f64>,
}

impl Default for Census {
    fn default() -> Self {
        Self { counts: vec![0.0; Worth::COUNT] }
    }
}

impl Census {
    /// Counts a record.
    pub fn count(&mut self, record: Record) {
        self.count_as(record.data, 1.0);
    }

    fn count_as(&mut self, data: u64, weight: f64) {
        self.counts[Worth::of(data).0 as usize] += weight;
    }

    /// The number of records worth at least so much.
    #[must_use]
    pub fn worth(&self, least: Worth) -> u64 {
        self.counts[least.0 as usize..].iter().sum::<f64>() as u64
    }

    /// The least worth of which there are, with all that is worth more, no more records than that.
    #[must_use]
    pub fn least_of_the_best(&self, records: u64) -> Worth {
        let mut left = records as f64;
        let too_many = self.counts.iter().rposition(|&count| {
            left -= count;
            left < 0.0
        });
        Worth(too_many.map_or(0, |worth| worth as u32 + 1)).max(Worth::LEAST)
    }
}

/// Why records cannot be taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecallError {
    /// There is no memory for them.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// No table has such names.
    #[error("names of {0} bits: they have {SHORTEST_NAME} to {LONGEST_NAME}")]
    NameLength(u32),
    /// A record that no search has made.
    #[error("position {name:x} has impossible numbers")]
    Numbers {
        /// Its name.
        name: u128,
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

    /// Room for the records of a census, with names of so many bits, in so many bytes; if there is not room for
    /// all, for the best of them.
    ///
    /// # Errors
    /// If the memory cannot be had, or no names have that length.
    pub fn recalling(
        census: &Census,
        name_bits: u32,
        collections: u64,
        memory: u64,
    ) -> Result<Recollection, RecallError> {
        if !(SHORTEST_NAME..=LONGEST_NAME).contains(&name_bits) {
            return Err(RecallError::NameLength(name_bits));
        }
        let least = census.least_of_the_best(Table::<Numbers>::room(memory)?);
        let table = Table::for_records(memory, census.worth(least), name_bits)?;
        table.set_collections(collections);
        Ok(Recollection { knowledge: Self { table }, name_bits, least })
    }

    /// The length of the names of records.
    #[must_use]
    pub fn name_bits(&self) -> u32 {
        self.table.name_bits()
    }

    /// How many positions are known.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.table.entries()
    }

    /// About how many records there are of each worth. A search may go on meanwhile.
    #[must_use]
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        let (sample, weight) = self.table.sample();
        for data in sample {
            census.count_as(data, weight);
        }
        census
    }

    /// The records that are worth at least so much, ordered by name. A search may go on meanwhile.
    pub fn records(&self, least: Worth) -> impl Iterator<Item = Record> {
        let least = least.max(Worth::LEAST);
        self.table.records(move |data| Worth::of(data) >= least)
    }
}

/// A number that tells whether two programs give positions the same names, from the keys of some positions.
#[must_use]
pub fn dialect(keys: impl IntoIterator<Item = Key>) -> u64 {
    let fold = |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    keys.into_iter().map(scattered).flat_map(|(pointer, rest)| [pointer, rest]).fold(1, fold)
}

/// Knowledge that is being restored.
pub struct Recollection {
    knowledge: Knowledge,
    name_bits: u32,
    least: Worth,
}

impl Recollection {
    /// Takes in a record, unless it is not among the best that there is room for.
    ///
    /// # Errors
    /// If no search has made that record.
    pub fn recall(&mut self, record: Record) -> Result<(), RecallError> {
        if !Numbers::from_bits(record.data >> 16).is_possible() {
            return Err(RecallError::Numbers { name: record.name });
        }
        if Worth::of(record.data) >= self.least {
            self.knowledge.table.insert(record, self.name_bits);
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

    fn recalled(records: &[Record], name_bits: u32, memory: u64) -> Knowledge {
        let mut census = Census::default();
        records.iter().for_each(|&record| census.count(record));
        let mut recollection = Knowledge::recalling(&census, name_bits, 0, memory).expect("enough memory");
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
            let records: Vec<_> = knowledge.records(Worth::LEAST).collect();
            knowledge = recalled(&records, knowledge.name_bits(), options.memory);
            assert!(knowledge.records(Worth::LEAST).eq(records));
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
                name: (u128::from(n) * 0x09E3_779B_97F4_A7C1_5F39) % (1 << 76),
                data: numbers.to_bits() << 16 | (n * 7919 % 3000),
            }
        };
        let mut records: Vec<_> = (0..200_000).map(record).collect();
        records.sort_unstable();
        let knowledge = recalled(&records, 76, MINIMUM_MEMORY);
        let kept: Vec<_> = knowledge.records(Worth::default()).collect();
        assert!((45_000..56_000).contains(&kept.len()), "{}", kept.len());
        let least = kept.iter().map(|record| Worth::of(record.data)).min().expect("some");
        let worth_more = records.iter().filter(|record| Worth::of(record.data) > least).count();
        assert!(kept.len() >= worth_more - worth_more / 1000, "{} of {worth_more}", kept.len());
    }

    #[test]
    fn what_is_decided_or_cost_much_is_worth_more() {
        let worth =
            |numbers: Numbers, nodes| Worth::of(numbers.to_bits() << 16 | u64::from(Work::new(nodes).0));
        let open = Numbers { proof: 2, disproof: 9 };
        assert_eq!(worth(open, 0), Worth::default());
        assert!(worth(open, 1) >= Worth::LEAST);
        assert!(worth(Numbers::decided(false), 0) >= Worth::LEAST);
        for nodes in [1, 100, 1 << 20, 1 << 36] {
            assert!(worth(open, nodes) < worth(open, 2 * nodes));
            assert!(worth(open, 7 * nodes) < worth(Numbers::decided(true), nodes));
            assert!(worth(open, 9 * nodes) >= worth(Numbers::decided(true), nodes));
        }
        worth(Numbers::decided(true), u64::MAX);
    }

    #[test]
    fn impossible_records_are_refused() {
        assert!(Knowledge::recalling(&Census::default(), 63, 0, MINIMUM_MEMORY).is_err());
        assert!(Knowledge::recalling(&Census::default(), 121, 0, MINIMUM_MEMORY).is_err());
        let mut recollection =
            Knowledge::recalling(&Census::default(), 76, 0, MINIMUM_MEMORY).expect("enough memory");
        for (proof, disproof) in [(0, 0), (0, 1), (5, 0), (1, INFINITE), (INFINITE, INFINITE)] {
            let data = Numbers { proof, disproof }.to_bits() << 16 | 1;
            recollection.recall(Record { name: 1, data }).expect_err("no search comes to that");
        }
    }
}
