//! Where the threads of a parallel search are.

use crate::ending::EndingMemory;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};
use yomikiri_game::Key;

/// The stack of a helping thread: as much as the main thread usually has.
pub(crate) const STACK: usize = 8 << 20;

/// How many threads are in each node.
///
/// Nodes are counted by a few bits of their key: two that share a counter only look a little worse than
/// they are. (The papers keep the count in the table entry, which a collection may drop.)
pub(crate) struct Crowd {
    counters: Box<[AtomicU16]>,
}

const COUNTERS: usize = 1 << 14;

impl Crowd {
    pub(crate) fn new(threads: usize) -> Self {
        let counters = if threads > 1 { COUNTERS } else { 0 };
        Self { counters: (0..counters).map(|_| AtomicU16::new(0)).collect() }
    }

    fn counter(&self, key: Key) -> Option<&AtomicU16> {
        let scattered = ((key.0 ^ key.0 >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.counters.get((scattered >> (64 - COUNTERS.trailing_zeros())) as usize)
    }

    pub(crate) fn enter(&self, key: Key) {
        if let Some(counter) = self.counter(key) {
            counter.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn leave(&self, key: Key) {
        if let Some(counter) = self.counter(key) {
            counter.fetch_sub(1, Relaxed);
        }
    }

    /// The number of threads in a node. Asked by a thread that is not.
    pub(crate) fn in_node(&self, key: Key) -> u32 {
        self.counter(key).map_or(0, |counter| counter.load(Relaxed).into())
    }
}

/// Whether one of the threads of a search has found the answer.
#[derive(Default)]
pub(crate) struct Finish(AtomicBool);

impl Finish {
    /// Tells the other threads to stop: the answer is found.
    pub(crate) fn announce(&self) {
        self.0.store(true, Relaxed);
    }

    pub(crate) fn is_announced(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// What searches of the same question with the same table share besides: where their threads are, so that they spread out
/// as the threads of one search do, and the endings that were read out.
pub struct Company {
    pub(crate) crowd: Crowd,
    pub(crate) endings: Arc<EndingMemory>,
    threads: usize,
    /// What has cost so many nodes is noted.
    pub(crate) notable: u64,
}

impl Company {
    /// For searches with so many threads, all of them together.
    #[must_use]
    pub fn new(threads: u32) -> Self {
        let threads = threads.max(1) as usize;
        Self { crowd: Crowd::new(threads), endings: EndingMemory::new(), threads, notable: u64::MAX }
    }

    /// The same; and positions that have cost at least so many nodes are noted, for those who search with other tables.
    #[must_use]
    pub fn noting(self, nodes: u64) -> Self {
        Self { notable: nodes, ..self }
    }

    /// The threads that one of them may meet.
    pub(crate) fn others(&self) -> u32 {
        self.threads as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::SplitMix64;

    /// On machines of 32 bits, too: a shift by 50 has to be one of 64 bits.
    #[test]
    fn keys_spread_over_all_counters() {
        let crowd = Crowd::new(2);
        let mut random = SplitMix64::new(1);
        for _ in 0..16 * COUNTERS {
            crowd.enter(Key(u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())));
        }
        let counts = crowd.counters.iter().map(|counter| counter.load(Relaxed));
        assert_eq!(counts.clone().map(usize::from).sum::<usize>(), 16 * COUNTERS);
        assert!(
            counts.clone().all(|count| (1..64).contains(&count)),
            "from {:?} to {:?}",
            counts.clone().min(),
            counts.max()
        );
    }
}
