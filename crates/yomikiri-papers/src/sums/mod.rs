//! Paper 003: how often Hotstrat and Thermostrat are right in sums of random Amazons subgames.
//!
//! Every row of the paper's tables is repeated with several seeds, each time with other random boards, and the mean and
//! the spread are printed beside the paper's figure. The exact solver is the judge, so its own column is full by
//! construction; Sentestrat's first move is Hotstrat's, so that whole games are played to tell the two apart.

mod arithmetic;
mod figures;
mod pool;
mod rows;
mod scale;

pub use arithmetic::{ARITHMETIC_REMARK, ARITHMETIC_TITLE, arithmetic};
pub use figures::Drawing;
pub use rows::{Row, paper_rows};
pub use scale::{Layer, SCALE_REMARK};
pub(crate) use scale::{plots, table as scale_table};

use crate::{Error, MISSING};
use pool::{Boards, Subgame};
use rows::{Strategy, Tally};
use yomikiri::Task;
use yomikiri::text::{Table, grouped};
use yomikiri::view::papers::PaperSums;
use yomikiri_game::SplitMix64;

/// What to say above the table of first moves.
pub const MOVES_TITLE: &str =
    "Correct first moves of Left, in percent of all sums: mean ± spread, and the paper's figure";
/// What to say above the table of whole games.
pub const GAMES_TITLE: &str = "Whole games that Left can win, against a perfect opponent, in percent won";
/// What to say below the table of first moves.
pub const REMARK: &str = "Decisive: the choice of the move matters. The scan of the paper is damaged: its row for 4 subgames at 6.85 cannot be\n\
     read; 4015 (3 subgames, 8.13, Hotstrat) is derived from its error counts, 3800 and 3764 (3.65+6.85) from percentages.";

/// Seed of the random boards of the first repeat.
pub(crate) const SEED: u64 = 0;

/// What was counted, row by row of the paper's tables. If it was stopped, the last rows are not there.
pub struct Sums {
    boards: Boards,
    rows: Vec<Row>,
    results: Vec<Vec<Tally>>,
}

impl Sums {
    /// Repeats every row so many times.
    ///
    /// # Errors
    /// If it is stopped before all boards are evaluated.
    pub fn count(repeats: u16, task: &Task) -> Result<Self, Error> {
        let mut boards = Boards::compute(task)?;
        let rows = paper_rows();
        let repeats = u64::from(repeats);
        let results = task.steps("sums of Amazons subgames", "repeats", |progress| {
            progress.expect(repeats * rows.len() as u64);
            let mut results = Vec::new();
            for (number, row) in rows.iter().enumerate() {
                let chances: Vec<f64> = row.empty.iter().map(|&empty| boards.chance_for(empty)).collect();
                let mut tallies = Vec::new();
                for repeat in 0..repeats {
                    if task.is_stopped() {
                        return Ok(results);
                    }
                    let mut random = SplitMix64::new(1000 * number as u64 + SEED + repeat);
                    tallies.push(experiment(&mut boards, row, &chances, &mut random)?);
                    let _noticed_above = progress.advance(1);
                }
                results.push(tallies);
            }
            Ok::<_, Error>(results)
        })?;
        Ok(Self { boards, rows, results })
    }

    /// Whether all rows are there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.results.len() == self.rows.len()
    }

    /// The figures of each row.
    #[must_use]
    pub fn figures_by_row(&self) -> Vec<PaperSums> {
        self.rows.iter().zip(&self.results).map(|(row, tallies)| summary(row, tallies)).collect()
    }

    /// Section 5 of the paper: all boards, by empty squares.
    #[must_use]
    pub fn layers(&self) -> Vec<Layer> {
        self.boards.layers()
    }

    /// The paper's figures, drawn again.
    ///
    /// # Errors
    /// If it is stopped.
    pub fn drawings(&mut self, task: &Task) -> Result<Vec<Drawing>, Error> {
        figures::all(&mut self.boards, task)
    }

    /// First moves, and whole games.
    #[must_use]
    pub fn tables(&self) -> [Table; 2] {
        tables(&self.rows, &self.results)
    }
}

/// The command that repeats all rows so many times and draws the figures.
#[must_use]
pub fn command(repeats: u16) -> String {
    format!("yomikiri reproduce 003 --repeats {repeats} --figures figures")
}

/// The tables before anything is counted: only what the paper has.
#[must_use]
pub fn paper_tables() -> [Table; 2] {
    tables(&paper_rows(), &[])
}

/// One row of the paper with one choice of random boards.
fn experiment(
    boards: &mut Boards,
    row: &Row,
    chances: &[f64],
    random: &mut SplitMix64,
) -> Result<Tally, Error> {
    let mut pools: Vec<Vec<Subgame>> = Vec::new();
    for (&chance, &size) in chances.iter().zip(&row.pools) {
        pools.push((0..size).map(|_| boards.random(chance, random)).collect());
    }
    let mut tally = Tally::new(&pools);
    for sum in row.sums() {
        let parts: Vec<&Subgame> = sum.iter().map(|&(pool, at)| &pools[pool][at]).collect();
        tally.judge(&mut boards.forms, &mut boards.solver, &parts)?;
    }
    Ok(tally)
}

/// Mean and standard deviation.
fn mean_and_spread(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count().max(1) as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let variance = numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / count;
    (mean, variance.sqrt())
}

fn summary(row: &Row, tallies: &[Tally]) -> PaperSums {
    let share = |strategy: Strategy| {
        let (mean, spread) = mean_and_spread(tallies.iter().map(|tally| tally.right(strategy)));
        [mean, spread]
    };
    let games = |strategy: Strategy| mean_and_spread(tallies.iter().map(|tally| tally.games_won(strategy))).0;
    PaperSums {
        paper: "003",
        subgames: row.subgames,
        empty_squares: mean_and_spread(tallies.iter().map(|tally| tally.empty)).0,
        sums: row.total,
        repeats: tallies.len(),
        thermostrat: share(Strategy::Thermostrat),
        hotstrat: share(Strategy::Hotstrat),
        sentestrat: share(Strategy::Sentestrat),
        exact: share(Strategy::Exact),
        decisive: mean_and_spread(tallies.iter().map(|tally| tally.decisive as f64)).0,
        games_thermostrat: games(Strategy::Thermostrat),
        games_hotstrat: games(Strategy::Hotstrat),
        games_sentestrat: games(Strategy::Sentestrat),
        paper_empty_squares: row.label,
        paper_thermostrat: row.thermostrat,
        paper_hotstrat: row.hotstrat,
        paper_decisive: row.decisive,
    }
}

fn tables(rows: &[Row], results: &[Vec<Tally>]) -> [Table; 2] {
    let percent = |count: Option<u64>, total: u64| {
        count.map_or(MISSING.to_owned(), |count| format!("{:.2}", 100.0 * count as f64 / total as f64))
    };
    let mut moves = Table::new([
        "subgames",
        "empty",
        "paper’s empty",
        "sums",
        "Thermostrat",
        "paper’s Thermostrat",
        "Hotstrat",
        "paper’s Hotstrat",
        "Sentestrat",
        "exact",
        "decisive",
        "paper’s decisive",
    ]);
    let mut games =
        Table::new(["subgames", "empty", "games", "Thermostrat", "Hotstrat", "Sentestrat", "exact"]);
    for (number, row) in rows.iter().enumerate() {
        let tallies = results.get(number);
        let shown =
            |show: &dyn Fn(&[Tally]) -> String| tallies.map_or(MISSING.to_owned(), |tallies| show(tallies));
        let spread = |of: &dyn Fn(&Tally) -> f64| {
            shown(&|tallies| {
                let (mean, spread) = mean_and_spread(tallies.iter().map(|tally| 100.0 * of(tally)));
                format!("{mean:.2} ±{spread:.2}")
            })
        };
        let right = |strategy: Strategy| spread(&|tally| tally.right(strategy));
        let won = |strategy: Strategy| spread(&|tally| tally.games_won(strategy));
        let mean = |tallies: &[Tally], of: fn(&Tally) -> f64| mean_and_spread(tallies.iter().map(of)).0;
        let empty = shown(&|tallies| format!("{:.2}", mean(tallies, |tally| tally.empty)));
        moves.row([
            row.subgames.to_string(),
            empty.clone(),
            row.label.to_owned(),
            grouped(row.total),
            right(Strategy::Thermostrat),
            percent(row.thermostrat, row.total),
            right(Strategy::Hotstrat),
            percent(row.hotstrat, row.total),
            right(Strategy::Sentestrat),
            right(Strategy::Exact),
            shown(&|tallies| grouped(mean(tallies, |tally| tally.decisive as f64).round() as u64)),
            row.decisive.map_or(MISSING.to_owned(), grouped),
        ]);
        games.row([
            row.subgames.to_string(),
            empty,
            shown(&|tallies| grouped(tallies.iter().map(|tally| tally.games).sum())),
            won(Strategy::Thermostrat),
            won(Strategy::Hotstrat),
            won(Strategy::Sentestrat),
            won(Strategy::Exact),
        ]);
    }
    [moves, games]
}
