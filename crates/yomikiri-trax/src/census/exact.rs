//! Exact counts by transfer matrix.
//!
//! All frontiers that can occur after so many cells, each with the number of ways to reach it, are advanced together,
//! cell by cell. Two frontiers that differ only in the exchange of the colours are kept as one.
//!
//! Touching the top row is seen to by dropping the bare frontier after the first row. Touching the left column would
//! take one more bit in every frontier; instead those that do not touch it are counted on a board narrower by one column
//! and subtracted.
//!
//! The frontiers lie in shards by their hash. A step is done in two halves, each by all threads: every shard is advanced,
//! the results being dealt out by their own shards; then the equal ones within each shard are added up, in a table small
//! enough for a fast cache.
//!
//! Rejected: one large hash table, which misses the cache at every look. Counting modulo two primes to keep 8 bytes
//! instead of 16: twice the time for two thirds of the memory.

use crate::census::frontier::{Frontier, Next};
use crate::census::{LARGEST, Law};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use yomikiri_game::{Progress, Stopped};

/// The number of configurations on a board of `rows` × `columns` (columns at most [`LARGEST`]) that satisfy all four
/// conditions.
pub fn configurations(rows: u32, columns: u32, threads: usize, progress: &Progress) -> Result<u128, Stopped> {
    progress.expect(u64::from(rows * (2 * columns - 1)));
    let on = |columns| islands::<Count>(rows, columns, Law::Matching, threads, progress).map(Count::number);
    Ok(on(columns)? - if columns == 1 { 0 } else { on(columns - 1)? })
}

/// The sum of 2^−pairs over all configurations that satisfy the first three conditions: what the paper's second method
/// estimates.
pub fn halved_weight(rows: u32, columns: u32, threads: usize, progress: &Progress) -> Result<f64, Stopped> {
    progress.expect(u64::from(rows * (2 * columns - 1)));
    let on = |columns| islands::<f64>(rows, columns, Law::Halving, threads, progress);
    Ok(on(columns)? - if columns == 1 { 0.0 } else { on(columns - 1)? })
}

/// What is added up.
trait Amount: Copy + Send + Sync {
    const ZERO: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Self;
    fn halved(self, times: u32) -> Self;
}

/// A number of ways. In halves, since a `u128` would be aligned to 16 bytes, which makes entries a third larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    low: u64,
    high: u64,
}

impl Count {
    fn number(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

impl Amount for Count {
    const ZERO: Self = Self { low: 0, high: 0 };
    const ONE: Self = Self { low: 1, high: 0 };

    #[inline]
    fn plus(self, other: Self) -> Self {
        // 7^(n·n) bounds everything, but says little: on the largest board the true counts are far below 2^128.
        let sum = self.number().checked_add(other.number()).expect("fewer than 2^128 configurations");
        Self { low: sum as u64, high: (sum >> 64) as u64 }
    }

    fn halved(self, times: u32) -> Self {
        debug_assert_eq!(times, 0, "where colours match nothing is halved");
        self
    }
}

impl Amount for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn halved(self, times: u32) -> Self {
        self / f64::from(1u32 << times)
    }
}

/// A frontier and the ways to it.
#[derive(Clone, Copy)]
struct Entry<A> {
    frontier: Frontier,
    ways: A,
}

const SHARDS: usize = 1 << 10;

type Sharded<A> = Vec<Vec<Entry<A>>>;

fn hash(frontier: Frontier) -> u64 {
    let mixed = (frontier.0 ^ frontier.0 >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 32).wrapping_mul(0xD1B5_4A32_D192_ED03)
}

fn shard(hash: u64) -> usize {
    (hash >> 54) as usize % SHARDS
}

/// The islands on a board that touch its top row.
fn islands<A: Amount>(
    rows: u32,
    columns: u32,
    law: Law,
    threads: usize,
    progress: &Progress,
) -> Result<A, Stopped> {
    assert!((1..=LARGEST).contains(&columns), "frontiers have at most {LARGEST} columns");
    let mut all: Sharded<A> = vec![Vec::new(); SHARDS];
    all[shard(hash(Frontier::BARE))].push(Entry { frontier: Frontier::BARE, ways: A::ONE });
    let mut complete = A::ZERO;
    for row in 0..rows {
        for column in 0..columns {
            let step = Step { column, width: columns, law };
            let (next, completed) = step.take(all, threads, progress);
            all = next;
            complete = complete.plus(completed);
            progress.show(all.iter().map(|shard| shard.len() as u64).sum());
            progress.advance(1)?;
        }
        if row == 0 {
            for shard in &mut all {
                shard.retain(|entry| entry.frontier != Frontier::BARE);
            }
        }
    }
    let last = all.iter().flatten().filter(|entry| entry.frontier.islands() == 1);
    Ok(last.fold(complete, |sum, entry| sum.plus(entry.ways)))
}

/// One cell decided for all frontiers.
#[derive(Clone, Copy)]
struct Step {
    column: u32,
    width: u32,
    law: Law,
}

impl Step {
    /// Gives the frontiers after the cell, and the ways in which islands were completed by it.
    fn take<A: Amount>(self, all: Sharded<A>, threads: usize, progress: &Progress) -> (Sharded<A>, A) {
        let sources: Vec<_> = all.into_iter().map(Mutex::new).collect();
        let dealt = in_parallel(threads, |next| {
            let mut results: Sharded<A> = vec![Vec::new(); SHARDS];
            let mut complete = A::ZERO;
            while let Some(source) = sources.get(next())
                && !progress.is_stopped()
            {
                // The memory of a shard is free as soon as it has been advanced.
                let source = std::mem::take(&mut *source.lock().expect("no thread panics"));
                for Entry { frontier, ways } in source {
                    frontier.advance(self.column, self.width, self.law, |next, halvings| {
                        let ways = ways.halved(halvings);
                        match next {
                            Next::Complete => complete = complete.plus(ways),
                            Next::Open(next) => {
                                let frontier = next.of_either_colour(self.column, self.width);
                                results[shard(hash(frontier))].push(Entry { frontier, ways });
                            }
                        }
                    });
                }
            }
            (results, complete)
        });
        let complete = dealt.iter().fold(A::ZERO, |sum, (_, complete)| sum.plus(*complete));
        let dealt: Vec<Vec<_>> =
            dealt.into_iter().map(|(results, _)| results.into_iter().map(Mutex::new).collect()).collect();
        let merged: Vec<_> = (0..SHARDS).map(|_| Mutex::new(Vec::new())).collect();
        in_parallel(threads, |next| {
            let mut slots = Vec::new();
            loop {
                let at = next();
                let Some(target) = merged.get(at) else {
                    break;
                };
                let parts: Vec<_> = dealt
                    .iter()
                    .map(|results| std::mem::take(&mut *results[at].lock().expect("no thread panics")))
                    .collect();
                *target.lock().expect("no thread panics") = added_up(&parts, &mut slots);
            }
        });
        (merged.into_iter().map(|shard| shard.into_inner().expect("no thread panics")).collect(), complete)
    }
}

/// Runs the same work on several threads; each takes the next number whenever it wants one.
fn in_parallel<T: Send>(threads: usize, work: impl Fn(&dyn Fn() -> usize) -> T + Sync) -> Vec<T> {
    let counter = AtomicUsize::new(0);
    let next = || counter.fetch_add(1, Relaxed);
    std::thread::scope(|scope| {
        // If there are no more threads to be had, fewer do the same.
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, || work(&next)).ok();
        let helpers: Vec<_> = (1..threads).map_while(spawn).collect();
        let mut results = vec![work(&next)];
        for helper in helpers {
            results.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// The entries of one shard with equal frontiers made one. `slots` is room to work in.
fn added_up<A: Amount>(parts: &[Vec<Entry<A>>], slots: &mut Vec<u32>) -> Vec<Entry<A>> {
    let entries: usize = parts.iter().map(Vec::len).sum();
    let size = (entries + 1).next_power_of_two();
    slots.clear();
    slots.resize(size, u32::MAX);
    let mut merged: Vec<Entry<A>> = Vec::new();
    for entry in parts.iter().flatten() {
        // The highest bits chose the shard.
        let mut at = hash(entry.frontier) as usize % size;
        loop {
            match merged.get_mut(slots[at] as usize) {
                None => {
                    slots[at] = merged.len() as u32;
                    merged.push(*entry);
                }
                Some(known) if known.frontier == entry.frontier => known.ways = known.ways.plus(entry.ways),
                Some(_) => {
                    at = (at + 1) % size;
                    continue;
                }
            }
            break;
        }
    }
    merged.shrink_to_fit();
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::configuration::{Configuration, STATES};
    use crate::census::estimate::Estimate;
    use yomikiri_game::SplitMix64;

    /// The weight of all configurations, by trying each; what violates a condition already is not gone on with.
    fn enumerated(rows: u32, columns: u32, law: Law) -> f64 {
        fn from(board: &mut Configuration, cell: usize, law: Law) -> f64 {
            if cell == board.len() {
                return board.weight(law);
            }
            let mut sum = 0.0;
            for state in 0..STATES {
                board.set(cell, state);
                if board.leaves_earlier_empty(cell) && (law == Law::Halving || board.matches_earlier(cell)) {
                    sum += from(board, cell + 1, law);
                }
            }
            board.set(cell, 0);
            sum
        }
        from(&mut Configuration::new(rows as usize, columns as usize), 0, law)
    }

    fn agrees_with_enumeration(rows: u32, columns: u32) {
        let plain = enumerated(rows, columns, Law::Matching);
        for threads in [1, 3] {
            let found = configurations(rows, columns, threads, &Progress::default());
            assert_eq!(found.map(|count| count as f64), Ok(plain), "{rows}×{columns}");
        }
    }

    #[test]
    fn counts_agree_with_plain_enumeration() {
        for (rows, columns) in
            [(1, 1), (1, 6), (6, 1), (2, 2), (2, 5), (5, 2), (3, 3), (2, 6), (6, 2), (3, 4), (4, 3)]
        {
            agrees_with_enumeration(rows, columns);
        }
    }

    /// `cargo test -p yomikiri-trax --lib census::exact -- --ignored`
    #[test]
    #[ignore = "two minutes: larger boards by trying every configuration; the command is above and in CONTRIBUTING.md"]
    fn counts_agree_with_plain_enumeration_on_larger_boards() {
        for (rows, columns) in [(4, 4), (2, 8), (8, 2), (3, 5), (5, 3)] {
            agrees_with_enumeration(rows, columns);
        }
    }

    #[test]
    fn halved_weights_agree_with_plain_enumeration() {
        for (rows, columns) in [(1, 1), (2, 2), (1, 7), (4, 2), (2, 4), (3, 3)] {
            let found = halved_weight(rows, columns, 2, &Progress::default()).expect("nobody stops it");
            let plain = enumerated(rows, columns, Law::Halving);
            assert!((found - plain).abs() <= 1e-9 * plain, "{rows}×{columns}: {found} {plain}");
        }
    }

    /// Beyond what can be enumerated, an estimate that shares nothing with frontiers: cells filled one after the other,
    /// two of three with a tile whose colours match, weighted by the chance of it; the other conditions tested at the end.
    #[test]
    fn five_by_five_agrees_with_an_estimate_by_plain_rules() {
        let mut board = Configuration::new(5, 5);
        let mut random = SplitMix64::new(7);
        let (mut sum, mut squares, samples) = (0.0, 0.0, 6_000_000);
        let mut fitting = Vec::new();
        for _ in 0..samples {
            let mut weight = 1.0;
            for cell in 0..board.len() {
                fitting.clear();
                for tile in 1..STATES {
                    board.set(cell, tile);
                    if board.matches_earlier(cell) {
                        fitting.push(tile);
                    }
                }
                let is_empty = random.below(3) == 0;
                board.set(cell, if is_empty { 0 } else { fitting[random.below(fitting.len())] });
                weight *= if is_empty { 3.0 } else { 1.5 * fitting.len() as f64 };
            }
            weight *= board.weight(Law::Matching);
            sum += weight;
            squares += weight * weight;
        }
        let estimate = Estimate::of_sums(samples, sum, squares);
        let exact = configurations(5, 5, 2, &Progress::default()).expect("nobody stops it") as f64;
        assert!(estimate.covers(exact), "{exact} {estimate:?}");
        assert!(estimate.interval.1 - estimate.interval.0 < 0.5 * exact, "{estimate:?} says little");
    }

    #[test]
    fn turned_boards_have_as_many() {
        let count = |rows, columns| configurations(rows, columns, 2, &Progress::default());
        for (rows, columns) in [(2, 9), (3, 8), (4, 7), (5, 6)] {
            assert_eq!(count(rows, columns), count(columns, rows));
        }
    }

    #[test]
    fn a_count_can_be_stopped() {
        let progress = Progress::default();
        progress.stop().request();
        assert_eq!(configurations(5, 5, 2, &progress), Err(Stopped));
    }
}
