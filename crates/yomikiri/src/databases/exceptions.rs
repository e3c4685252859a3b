//! The sums in which Hotstrat and Thermostrat choose wrongly.
//!
//! Left moves first; the set of games holds the negative of each, so that Right moving first is the same list
//! negated. A sum A + B is won by Left to move unless A ≤ −B, and a move to A' keeps the win if −B ≤ A': a sum of
//! two costs two comparisons. For three, the sums of all pairs are made first, and the rest is the same.

use super::{Database, DatabaseError, Decoder};
use crate::endgames::Endgame;
use crate::task::Task;
use rustc_hash::FxHashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use yomikiri_cgt::book::{Book, Entry};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Form, Forms, Intractable, Memo};
use yomikiri_game::{Catalogue, Duration, Instant, Player, Progress, SplitMix64};

/// Sums of pairs of more would not fit in memory.
pub const MOST_FOR_TRIPLES: usize = 3000;

/// Which sums to look at.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// Whether sums have three parts, and not two.
    pub triples: bool,
    /// The highest layer that parts are taken from; of Amazons, the most empty squares.
    pub most_empty: u32,
    /// So many random sums, instead of all.
    pub sample: Option<u64>,
    /// How many exceptions to name.
    pub list: usize,
    /// How many threads look at all sums.
    pub threads: NonZeroUsize,
}

/// What was found about sums.
#[derive(Clone, Debug)]
pub struct Exceptions {
    /// How many different games the parts are taken from.
    pub forms: usize,
    /// How many sums were looked at.
    pub sums: u64,
    /// Sums that Left, to move, can win.
    pub winnable: u64,
    /// Those in which Hotstrat gives the win away.
    pub hotstrat_wrong: u64,
    /// Those in which Thermostrat does.
    pub thermostrat_wrong: u64,
    /// Those in which both do.
    pub both_wrong: u64,
    /// Some of the last three, as the texts of their parts; `None` for a part that is too long.
    pub examples: Vec<Vec<Option<String>>>,
    /// Whether all sums were looked at that were asked for.
    pub complete: bool,
    /// The time it took.
    pub elapsed: Duration,
}

/// The longest part of an example that is written out.
const LONGEST_PART: usize = 200;

impl Survey {
    fn parts(&self) -> usize {
        if self.triples { 3 } else { 2 }
    }

    /// How many sums of so many games there are to look at.
    fn total(&self, games: u64) -> u64 {
        let pairs = games * (games + 1) / 2;
        self.sample.unwrap_or(if self.triples { pairs * (games + 2) / 3 } else { pairs })
    }
}

impl<B: Endgame> Database<B> {
    /// Counts the sums in which the strategies choose wrongly.
    ///
    /// # Errors
    /// If there are too many sums, or the database is damaged.
    pub fn exceptions(&self, survey: &Survey, task: &Task) -> Result<Exceptions, DatabaseError> {
        let started = Instant::now();
        let mut forms = Forms::new();
        let set = self.games(&mut forms, survey.most_empty)?;
        let tabled = survey.triples && survey.sample.is_none();
        if tabled && set.len() > MOST_FOR_TRIPLES {
            return Err(DatabaseError::TooManyForTriples { games: set.len() });
        }
        let pair_sums = if tabled { Some(PairSums::new(&mut forms, &set)?) } else { None };
        let book = Book::new(&mut forms, &set)?;
        let negatives = set.iter().map(|&form| forms.negative(form)).collect();
        let judge = Judge { forms: &forms, book, negatives, pair_sums, list: survey.list };
        let total = survey.total(set.len() as u64);
        let title = format!("sums of {}", survey.parts());
        let tally = task.steps(&title, "sums", |progress| {
            progress.expect(total);
            match survey.sample {
                Some(sample) => judge.sample(sample, survey.parts(), progress),
                None => Ok(judge.all(survey.parts(), survey.threads, progress)),
            }
        })?;
        let text = |&form: &Form| forms.text_within(form, LONGEST_PART);
        Ok(Exceptions {
            forms: set.len(),
            sums: tally.sums,
            winnable: tally.winnable,
            hotstrat_wrong: tally.hotstrat,
            thermostrat_wrong: tally.thermostrat,
            both_wrong: tally.both,
            examples: tally.examples.iter().map(|sum| sum.iter().map(text).collect()).collect(),
            complete: tally.sums == total,
            elapsed: started.elapsed(),
        })
    }

    /// The values of all boards with at most so many empty squares, the negative of each included, in a fixed order.
    fn games(&self, forms: &mut Forms, most_empty: u32) -> Result<Vec<Form>, DatabaseError> {
        let mut decoder = Decoder::default();
        let mut seen = FxHashSet::default();
        let mut set = Vec::new();
        for (table, catalogue) in self.catalogues.iter().enumerate() {
            for layer in 0..catalogue.layers().min((most_empty as usize).saturating_add(1)) {
                for representative in catalogue.representatives(layer) {
                    let form = decoder.form(&self.graph, forms, self.code_at(table, representative))?;
                    let both = [form, forms.negative(form)];
                    set.extend(both.into_iter().filter(|&form| seen.insert(form)));
                }
            }
        }
        Ok(set)
    }
}

/// The sums of all pairs of a set, by the places of the two.
struct PairSums {
    sums: Vec<Form>,
    width: usize,
}

impl PairSums {
    fn new(forms: &mut Forms, set: &[Form]) -> Result<Self, Intractable> {
        let width = set.len();
        let mut sums = vec![Form::ZERO; width * width];
        for (i, &a) in set.iter().enumerate() {
            for (j, &b) in set.iter().enumerate().take(i + 1) {
                let sum = forms.sum(a, b)?;
                sums[i * width + j] = sum;
                sums[j * width + i] = sum;
            }
        }
        Ok(Self { sums, width })
    }

    fn get(&self, i: u32, j: u32) -> Form {
        self.sums[i as usize * self.width + j as usize]
    }
}

/// What was found about some sums.
#[derive(Clone, Debug, Default)]
struct Tally {
    sums: u64,
    winnable: u64,
    hotstrat: u64,
    thermostrat: u64,
    both: u64,
    examples: Vec<Vec<Form>>,
}

impl Tally {
    fn add(&mut self, other: Self, list: usize) {
        self.sums += other.sums;
        self.winnable += other.winnable;
        self.hotstrat += other.hotstrat;
        self.thermostrat += other.thermostrat;
        self.both += other.both;
        let room = list.saturating_sub(self.examples.len());
        self.examples.extend(other.examples.into_iter().take(room));
    }
}

/// Everything that threads share.
struct Judge<'a> {
    forms: &'a Forms,
    book: Book,
    negatives: Vec<Form>,
    pair_sums: Option<PairSums>,
    list: usize,
}

impl Judge<'_> {
    /// The sum of all parts but the last as one form; for two parts, the first.
    fn head(&self, sum: &[u32]) -> Form {
        match (&self.pair_sums, sum) {
            (Some(sums), &[a, b, _]) => sums.get(a, b),
            _ => self.book.set()[sum[0] as usize],
        }
    }

    /// Looks at one sum.
    fn judge(&self, memo: &mut Memo, sum: &[u32], tally: &mut Tally) {
        tally.sums += 1;
        let last = sum[sum.len() - 1];
        if self.forms.le_with(memo, self.head(sum), self.negatives[last as usize]) {
            return;
        }
        self.count(sum, tally, |Entry { part, option }| {
            // The parts are put so that the one that was moved in is in the head.
            let mut after = [0; 3];
            let after = &mut after[..sum.len()];
            after.copy_from_slice(sum);
            after[part] = option;
            after.swap(0, part);
            let last = after[after.len() - 1];
            self.forms.le_with(memo, self.negatives[last as usize], self.head(after))
        });
    }

    /// Counts a sum that Left can win; `keeps` says whether a move keeps the win.
    fn count(&self, sum: &[u32], tally: &mut Tally, mut keeps: impl FnMut(Entry) -> bool) {
        tally.winnable += 1;
        // Sums of numbers alone have no choice to make.
        let mut wrong = |choice: Option<Entry>| choice.is_some_and(|choice| !keeps(choice));
        let (hot, thermo) = (wrong(self.book.hotstrat(sum)), wrong(self.book.thermostrat(sum)));
        tally.hotstrat += u64::from(hot);
        tally.thermostrat += u64::from(thermo);
        tally.both += u64::from(hot && thermo);
        if (hot || thermo) && tally.examples.len() < self.list {
            tally.examples.push(sum.iter().map(|&part| self.book.set()[part as usize]).collect());
        }
    }

    /// All sums whose greatest part is the game at a place, until it is told to stop.
    fn judge_all_below(
        &self,
        memo: &mut Memo,
        first: u32,
        parts: usize,
        progress: &Progress,
    ) -> (Tally, bool) {
        /// Sums between two looks at the switch.
        const TOLD_AT_ONCE: u64 = 1 << 10;
        let mut tally = Tally::default();
        let mut told = 0;
        for second in 0..=first {
            if parts == 2 {
                self.judge(memo, &[first, second], &mut tally);
            } else {
                for third in 0..=second {
                    self.judge(memo, &[first, second, third], &mut tally);
                }
            }
            if tally.sums - told >= TOLD_AT_ONCE || second == first {
                if progress.advance(tally.sums - told).is_err() {
                    return (tally, false);
                }
                told = tally.sums;
            }
        }
        (tally, true)
    }

    /// All sums, on several threads.
    fn all(&self, parts: usize, threads: NonZeroUsize, progress: &Progress) -> Tally {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut memo = Memo::new(22);
            let mut found = Vec::new();
            loop {
                let first = next.fetch_add(1, Relaxed);
                if first >= self.book.set().len() {
                    return found;
                }
                let (tally, going_on) = self.judge_all_below(&mut memo, first as u32, parts, progress);
                found.push((first, tally));
                if !going_on {
                    return found;
                }
            }
        };
        let mut found = std::thread::scope(|scope| {
            // If there are no more threads to be had, fewer do the same.
            let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let workers: Vec<_> = (1..threads.get()).map_while(spawn).collect();
            let mut found = work();
            for worker in workers {
                match worker.join() {
                    Ok(more) => found.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            found
        });
        found.sort_unstable_by_key(|&(first, _)| first);
        let mut total = Tally::default();
        for (_, tally) in found {
            total.add(tally, self.list);
        }
        total
    }

    /// Random sums, each decided by the solver of sums.
    fn sample(&self, sample: u64, parts: usize, progress: &Progress) -> Result<Tally, DatabaseError> {
        let set = self.book.set();
        let mut forms = self.forms.clone();
        let mut solver = SumSolver::default();
        let mut random = SplitMix64::new(1);
        let mut tally = Tally::default();
        for _ in 0..sample {
            if progress.advance(1).is_err() {
                break;
            }
            let sum: Vec<u32> = (0..parts).map(|_| random.below(set.len()) as u32).collect();
            let mut values: Vec<Form> = sum.iter().map(|&part| set[part as usize]).collect();
            tally.sums += 1;
            if !solver.wins(&mut forms, &values, Player::First)? {
                continue;
            }
            let mut failed = None;
            self.count(&sum, &mut tally, |Entry { part, option }| {
                let before = std::mem::replace(&mut values[part], set[option as usize]);
                let lost = solver.wins(&mut forms, &values, Player::Second);
                values[part] = before;
                lost.map_or_else(
                    |error| {
                        failed = Some(error);
                        false
                    },
                    |lost| !lost,
                )
            });
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
        Ok(tally)
    }
}
