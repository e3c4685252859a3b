//! `db exceptions`: the sums in which Hotstrat and Thermostrat choose wrongly.
//!
//! Left moves first; the set of games holds the negative of each, so that Right moving first is the same list
//! negated. A sum A + B is won by Left to move unless A ≤ −B, and a move to A' keeps the win if −B ≤ A': a sum of
//! two costs two comparisons. For three, the sums of all pairs are made first, and the rest is the same.

use super::threads;
use crate::Ending;
use crate::arguments::{Display, Exceptions};
use crate::database::reading::EndgameDatabase;
use crate::json::{self, ExceptionsLine};
use crate::running::{interrupted, stepping};
use anyhow::ensure;
use rustc_hash::FxHashSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;
use yomikiri::text::{Table, grouped, seconds};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Dyadic, Form, Forms, Memo, TooLarge, Trajectory};
use yomikiri_game::{Catalogue, Player, Progress, SplitMix64};

pub(crate) fn run(arguments: &Exceptions, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let mut database = EndgameDatabase::open(&arguments.file)?;
    let started = Instant::now();
    let mut forms = Forms::new();
    let set = forms_of(&mut database, &mut forms, arguments.max_empty)?;
    ensure!(
        arguments.subgames == 2 || arguments.sample.is_some() || set.len() <= MOST_FOR_TRIPLES,
        "{} games are too many for all sums of three (at most {MOST_FOR_TRIPLES}); use a smaller --max-empty, or --sample",
        set.len()
    );
    let tabled = arguments.subgames == 3 && arguments.sample.is_none();
    let pair_sums = if tabled { Some(PairSums::new(&mut forms, &set)?) } else { None };
    let book = Book::new(&mut forms, &set)?;
    let survey = Survey { forms: &forms, book, pair_sums, list: arguments.list };
    let n = set.len() as u64;
    let all = if arguments.subgames == 2 { n * (n + 1) / 2 } else { n * (n + 1) * (n + 2) / 6 };
    let total = arguments.sample.unwrap_or(all);
    let title = format!("sums of {}", arguments.subgames);
    let mistakes = stepping(display, &title, "sums", |progress| {
        progress.expect(total);
        match arguments.sample {
            Some(sample) => survey.sample(sample, arguments.subgames, progress),
            None => Ok(survey.all(arguments.subgames, threads(arguments.threads), progress)),
        }
    })?;
    let line = ExceptionsLine {
        subgames: arguments.subgames,
        max_empty: arguments.max_empty,
        forms: set.len(),
        sampled: arguments.sample.is_some(),
        sums: mistakes.sums,
        winnable: mistakes.winnable,
        hotstrat_wrong: mistakes.hotstrat,
        thermostrat_wrong: mistakes.thermostrat,
        both_wrong: mistakes.both,
        seconds: started.elapsed().as_secs_f64(),
        examples: mistakes
            .examples
            .iter()
            .map(|sum| {
                sum.iter()
                    .map(|&form| forms.text_within(form, 200).unwrap_or_else(|| "(long)".to_owned()))
                    .collect()
            })
            .collect(),
    };
    if display.json {
        json::print(out, &line)?;
    } else {
        print(&line, out)?;
    }
    Ok(if interrupted() { Ending::Undecided } else { Ending::Done })
}

/// Sums of pairs of more would not fit in memory.
const MOST_FOR_TRIPLES: usize = 3000;

/// The values of all boards with at most so many empty squares, the negative of each included, in a fixed order.
fn forms_of(database: &mut EndgameDatabase, forms: &mut Forms, most_empty: u32) -> anyhow::Result<Vec<Form>> {
    let mut seen = FxHashSet::default();
    let mut set = Vec::new();
    for table in 0..database.catalogues.len() {
        for layer in 0..database.catalogues[table].layers().min(most_empty as usize + 1) {
            for representative in database.catalogues[table].representatives(layer) {
                let code = database.code_at(table, representative);
                let form = database.form(forms, code)?;
                for form in [form, forms.negative(form)] {
                    if seen.insert(form) {
                        set.push(form);
                    }
                }
            }
        }
    }
    Ok(set)
}

/// The sums of all pairs of a set, by the places of the two.
struct PairSums {
    sums: Vec<Form>,
    width: usize,
}

impl PairSums {
    fn new(forms: &mut Forms, set: &[Form]) -> anyhow::Result<Self> {
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

/// What strategies need to know of every game of a set, numbers scaled to integers.
struct Book {
    set: Vec<Form>,
    negatives: Vec<Form>,
    pages: Vec<Page>,
}

struct Page {
    is_number: bool,
    temperature: i64,
    /// Corners at temperatures from 0 up, of the left and the right wall.
    walls: [Vec<(i64, i64)>; 2],
    /// Left's options, by their places in the set.
    options: Vec<u32>,
    /// The option that supports the left wall at the temperature of the game.
    hottest: Option<u32>,
}

impl Page {
    fn wall_at(&self, player: Player, t: i64) -> i64 {
        let wall = &self.walls[player as usize];
        let next = wall.iter().position(|corner| corner.0 > t);
        match next {
            None => wall[wall.len() - 1].1,
            Some(next) => {
                let ((t0, v0), (_, v1)) = (wall[next - 1], wall[next]);
                // Slopes are −1, 0 and 1.
                v0 + (v1 - v0).signum() * (t - t0)
            }
        }
    }

    fn width_at(&self, t: i64) -> i64 {
        self.wall_at(Player::First, t) - self.wall_at(Player::Second, t)
    }
}

impl Book {
    fn new(forms: &mut Forms, set: &[Form]) -> anyhow::Result<Self> {
        let mut places = vec![u32::MAX; forms.len()];
        for (place, form) in (0..).zip(set) {
            places[form.index() as usize] = place;
        }
        let mut thermographs = Vec::with_capacity(set.len());
        for &form in set {
            thermographs.push(forms.thermograph(form)?);
        }
        let numbers =
            thermographs.iter().flat_map(|of| [of.left(), of.right()]).flat_map(Trajectory::corners);
        let halvings =
            numbers.flat_map(|corner| [corner.t, corner.value]).map(Dyadic::halvings).max().unwrap_or(0);
        let scaled = |number: Dyadic| number.numerator() << (halvings - number.halvings());
        let mut pages = Vec::with_capacity(set.len());
        for (&form, thermograph) in set.iter().zip(&thermographs) {
            let wall = |player: Player| -> Result<Vec<(i64, i64)>, TooLarge> {
                let wall = thermograph.wall(player);
                let mut corners = vec![(0, scaled(wall.at(Dyadic::ZERO)?))];
                let above = wall.corners().iter().filter(|corner| corner.t > Dyadic::ZERO);
                corners.extend(above.map(|corner| (scaled(corner.t), scaled(corner.value))));
                Ok(corners)
            };
            let options: Vec<u32> =
                forms.left_options(form).iter().map(|option| places[option.index() as usize]).collect();
            ensure!(!options.contains(&u32::MAX), "the database lacks a position that a move leads to");
            pages.push(Page {
                is_number: forms.as_number(form).is_some(),
                temperature: scaled(thermograph.temperature()),
                walls: [wall(Player::First)?, wall(Player::Second)?],
                options,
                hottest: None,
            });
        }
        let mut book = Self {
            set: set.to_vec(),
            negatives: set.iter().map(|&form| forms.negative(form)).collect(),
            pages,
        };
        for at in 0..book.pages.len() {
            book.pages[at].hottest = book.supporter(at as u32, book.pages[at].temperature);
        }
        Ok(book)
    }

    /// Left's option that supports the wall of a game at a temperature: the first that makes it up.
    fn supporter(&self, game: u32, t: i64) -> Option<u32> {
        let mut best: Option<(i64, u32)> = None;
        for &option in &self.pages[game as usize].options {
            let wall = self.pages[option as usize].wall_at(Player::Second, t.max(0));
            if best.is_none_or(|(so_far, _)| wall > so_far) {
                best = Some((wall, option));
            }
        }
        best.map(|(_, option)| option)
    }

    /// Hotstrat's choice for Left: the part, and the option there.
    fn hotstrat(&self, sum: &[u32]) -> Option<(usize, u32)> {
        let mut hottest: Option<(i64, usize)> = None;
        for (at, &part) in sum.iter().enumerate() {
            let page = &self.pages[part as usize];
            if !page.is_number && hottest.is_none_or(|(so_far, _)| page.temperature > so_far) {
                hottest = Some((page.temperature, at));
            }
        }
        let (_, at) = hottest?;
        Some((at, self.pages[sum[at] as usize].hottest?))
    }

    /// Thermostrat's choice for Left: the part, and the option there.
    fn thermostrat(&self, sum: &[u32]) -> Option<(usize, u32)> {
        let pages = || sum.iter().map(|&part| &self.pages[part as usize]);
        let compound = |t: i64| -> i64 {
            let total: i64 = pages().map(|page| page.wall_at(Player::Second, t)).sum();
            total + pages().map(|page| page.width_at(t)).max().unwrap_or(0)
        };
        let mut best = (compound(0), 0);
        for page in pages() {
            for &(t, _) in page.walls.iter().flat_map(|wall| &wall[1..]) {
                let value = compound(t);
                if value > best.0 || value == best.0 && t < best.1 {
                    best = (value, t);
                }
            }
        }
        let mut widest: Option<(i64, usize)> = None;
        for (at, page) in pages().enumerate() {
            if !page.is_number && widest.is_none_or(|(so_far, _)| page.width_at(best.1) > so_far) {
                widest = Some((page.width_at(best.1), at));
            }
        }
        let (_, at) = widest?;
        Some((at, self.supporter(sum[at], best.1)?))
    }
}

/// What was found about some sums.
#[derive(Clone, Debug, Default)]
struct Mistakes {
    sums: u64,
    winnable: u64,
    hotstrat: u64,
    thermostrat: u64,
    both: u64,
    examples: Vec<Vec<Form>>,
}

/// Everything that threads share.
struct Survey<'a> {
    forms: &'a Forms,
    book: Book,
    pair_sums: Option<PairSums>,
    list: usize,
}

impl Survey<'_> {
    /// The sum of all parts but the last as one form; for two parts, the first.
    fn head(&self, sum: &[u32]) -> Form {
        match (&self.pair_sums, sum) {
            (Some(sums), &[a, b, _]) => sums.get(a, b),
            _ => self.book.set[sum[0] as usize],
        }
    }

    /// Looks at one sum.
    fn judge(&self, memo: &mut Memo, sum: &[u32], mistakes: &mut Mistakes) {
        mistakes.sums += 1;
        let last = sum[sum.len() - 1];
        if self.forms.le_with(memo, self.head(sum), self.book.negatives[last as usize]) {
            return;
        }
        self.count(sum, mistakes, |at, option| {
            // The parts are put so that the one that was moved in is in the head.
            let mut after = [0; 3];
            let after = &mut after[..sum.len()];
            after.copy_from_slice(sum);
            after[at] = option;
            after.swap(0, at);
            let last = after[after.len() - 1];
            self.forms.le_with(memo, self.book.negatives[last as usize], self.head(after))
        });
    }

    /// Counts a sum that Left can win; `keeps` says whether a move to an option in a part keeps the win.
    fn count(&self, sum: &[u32], mistakes: &mut Mistakes, mut keeps: impl FnMut(usize, u32) -> bool) {
        mistakes.winnable += 1;
        // Sums of numbers alone have no choice to make.
        let mut wrong = |choice: Option<(usize, u32)>| choice.is_some_and(|(at, option)| !keeps(at, option));
        let (hot, thermo) = (wrong(self.book.hotstrat(sum)), wrong(self.book.thermostrat(sum)));
        mistakes.hotstrat += u64::from(hot);
        mistakes.thermostrat += u64::from(thermo);
        mistakes.both += u64::from(hot && thermo);
        if (hot || thermo) && mistakes.examples.len() < self.list {
            mistakes.examples.push(sum.iter().map(|&part| self.book.set[part as usize]).collect());
        }
    }

    /// All sums whose greatest part is the game at a place.
    fn judge_all_below(&self, memo: &mut Memo, first: u32, subgames: u8, mistakes: &mut Mistakes) {
        for second in 0..=first {
            if subgames == 2 {
                self.judge(memo, &[first, second], mistakes);
                continue;
            }
            for third in 0..=second {
                self.judge(memo, &[first, second, third], mistakes);
            }
        }
    }

    /// All sums, on several threads.
    fn all(&self, subgames: u8, threads: NonZeroUsize, progress: &Progress) -> Mistakes {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut memo = Memo::new(22);
            let mut found = Vec::new();
            loop {
                let first = next.fetch_add(1, Relaxed);
                if first >= self.book.set.len() {
                    return found;
                }
                let mut mistakes = Mistakes::default();
                self.judge_all_below(&mut memo, first as u32, subgames, &mut mistakes);
                let going_on = progress.advance(mistakes.sums);
                found.push((first, mistakes));
                if going_on.is_err() {
                    return found;
                }
            }
        };
        let mut found = std::thread::scope(|scope| {
            let workers: Vec<_> = (1..threads.get()).map(|_| scope.spawn(work)).collect();
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
        let mut total = Mistakes::default();
        for (_, mistakes) in found {
            total.add(mistakes, self.list);
        }
        total
    }

    /// Random sums, each decided by the solver of sums.
    fn sample(&self, sample: u64, subgames: u8, progress: &Progress) -> anyhow::Result<Mistakes> {
        let mut forms = self.forms.clone();
        let mut solver = SumSolver::default();
        let mut random = SplitMix64::new(1);
        let mut mistakes = Mistakes::default();
        for _ in 0..sample {
            if progress.advance(1).is_err() {
                break;
            }
            let sum: Vec<u32> = (0..subgames).map(|_| random.below(self.book.set.len()) as u32).collect();
            let mut parts: Vec<Form> = sum.iter().map(|&part| self.book.set[part as usize]).collect();
            mistakes.sums += 1;
            if !solver.wins(&mut forms, &parts, Player::First)? {
                continue;
            }
            let mut failed = None;
            self.count(&sum, &mut mistakes, |at, option| {
                let before = std::mem::replace(&mut parts[at], self.book.set[option as usize]);
                let lost = solver.wins(&mut forms, &parts, Player::Second);
                parts[at] = before;
                match lost {
                    Ok(lost) => !lost,
                    Err(error) => {
                        failed = Some(error);
                        false
                    }
                }
            });
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
        Ok(mistakes)
    }
}

impl Mistakes {
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

fn print(line: &ExceptionsLine, out: &mut impl Write) -> anyhow::Result<()> {
    let share = |count: u64| format!("{:.3} %", 100.0 * count as f64 / line.sums.max(1) as f64);
    writeln!(
        out,
        "Sums of {} subgames with at most {} empty squares each: {} different games{}\n",
        line.subgames,
        line.max_empty,
        grouped(line.forms as u64),
        if line.sampled { ", random sums" } else { "" },
    )?;
    let mut table = Table::new(["Left moves first", "sums", "share"]);
    for (what, count) in [
        ("all", line.sums),
        ("Left can win", line.winnable),
        ("Hotstrat gives the win away", line.hotstrat_wrong),
        ("Thermostrat gives the win away", line.thermostrat_wrong),
        ("both do", line.both_wrong),
    ] {
        table.row([what.to_owned(), grouped(count), share(count)]);
    }
    write!(out, "{}", table)?;
    writeln!(
        out,
        "\nThe paper estimated that 3 % of all sums would have to be kept. {} s.",
        seconds(line.seconds)
    )?;
    for example in &line.examples {
        writeln!(out, "  {}", example.join("  +  "))?;
    }
    Ok(())
}
