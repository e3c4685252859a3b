//! `reproduce 003`: how often Hotstrat and Thermostrat are right in sums of random Amazons subgames.
//!
//! Every row of the paper's tables is repeated with several seeds, each time with other random boards, and the mean and
//! the spread are printed beside the paper's figure. The exact solver is the judge, so its own column is full by
//! construction; Sentestrat's first move is Hotstrat's, so that whole games are played to tell the two apart.

mod figures;
mod pool;
mod rows;

use crate::Ending;
use crate::arguments::{Display, Reproduce};
use crate::json::{self, ReproducedSums};
use crate::painting::{Table, grouped};
use crate::running::{interrupted, with_bar};
use pool::{Boards, Subgame};
use rows::{Row, Strategy, Tally};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use yomikiri_game::SplitMix64;

const TITLE: &str = "Soeda, Tanaka: Use of a database for evaluating Amazons endgames";

pub(crate) fn run(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let mut boards = Boards::compute(display)?;
    let rows = rows::paper();
    let repeats = u64::from(arguments.repeats);
    let done = AtomicU64::new(0);
    let watch = || (done.load(Relaxed), repeats * rows.len() as u64);
    let results = with_bar(
        display,
        "reproduce 003",
        "experiments",
        watch,
        || {},
        || {
            let mut results = Vec::new();
            for (number, row) in rows.iter().enumerate() {
                let chances: Vec<f64> = row.empty.iter().map(|&empty| boards.chance_for(empty)).collect();
                let mut tallies = Vec::new();
                for seed in 0..repeats {
                    if interrupted() {
                        return Ok(results);
                    }
                    let mut random = SplitMix64::new(1000 * number as u64 + seed);
                    tallies.push(experiment(&mut boards, row, &chances, &mut random)?);
                    done.fetch_add(1, Relaxed);
                }
                results.push(tallies);
            }
            Ok::<_, anyhow::Error>(results)
        },
    )?;
    if display.json {
        for (row, tallies) in rows.iter().zip(&results) {
            json::print(out, &as_json(row, tallies))?;
        }
    } else {
        print(&rows, &results, out)?;
    }
    if let Some(folder) = &arguments.figures {
        figures::draw(&mut boards, folder, display, out)?;
    }
    Ok(if results.len() == rows.len() { Ending::Done } else { Ending::Undecided })
}

/// One row of the paper with one choice of random boards.
fn experiment(
    boards: &mut Boards,
    row: &Row,
    chances: &[f64],
    random: &mut SplitMix64,
) -> anyhow::Result<Tally> {
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

fn as_json(row: &Row, tallies: &[Tally]) -> ReproducedSums {
    let share = |strategy: Strategy| {
        let (mean, spread) = mean_and_spread(tallies.iter().map(|tally| tally.right(strategy)));
        [mean, spread]
    };
    let games = |strategy: Strategy| mean_and_spread(tallies.iter().map(|tally| tally.games_won(strategy))).0;
    ReproducedSums {
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
        paper_empty_squares: row.label.clone(),
        paper_thermostrat: row.thermostrat,
        paper_hotstrat: row.hotstrat,
        paper_decisive: row.decisive,
    }
}

fn print(rows: &[Row], results: &[Vec<Tally>], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{TITLE}\n\nCorrect first moves of Left, in percent of all sums: mean ± spread, and the paper's figure\n"
    )?;
    let percent = |count: Option<u64>, total: u64| {
        count.map_or("–".to_owned(), |count| format!("{:.2}", 100.0 * count as f64 / total as f64))
    };
    let share = |tallies: &[Tally], strategy: Strategy| {
        let (mean, spread) = mean_and_spread(tallies.iter().map(|tally| 100.0 * tally.right(strategy)));
        format!("{mean:.2} ±{spread:.2}")
    };
    let mut table = Table::new([
        "subgames",
        "empty",
        "paper",
        "sums",
        "Thermostrat",
        "paper",
        "Hotstrat",
        "paper",
        "Sentestrat",
        "exact",
        "decisive",
        "paper",
    ]);
    let mut games =
        Table::new(["subgames", "empty", "games", "Thermostrat", "Hotstrat", "Sentestrat", "exact"]);
    for (row, tallies) in rows.iter().zip(results) {
        let empty = mean_and_spread(tallies.iter().map(|tally| tally.empty)).0;
        table.row([
            row.subgames.to_string(),
            format!("{empty:.2}"),
            row.label.clone(),
            grouped(row.total),
            share(tallies, Strategy::Thermostrat),
            percent(row.thermostrat, row.total),
            share(tallies, Strategy::Hotstrat),
            percent(row.hotstrat, row.total),
            share(tallies, Strategy::Sentestrat),
            share(tallies, Strategy::Exact),
            format!("{:.0}", mean_and_spread(tallies.iter().map(|tally| tally.decisive as f64)).0),
            row.decisive.map_or("–".to_owned(), grouped),
        ]);
        let won = |strategy: Strategy| {
            let (mean, spread) =
                mean_and_spread(tallies.iter().map(|tally| 100.0 * tally.games_won(strategy)));
            format!("{mean:.2} ±{spread:.2}")
        };
        games.row([
            row.subgames.to_string(),
            format!("{empty:.2}"),
            grouped(tallies.iter().map(|tally| tally.games).sum()),
            won(Strategy::Thermostrat),
            won(Strategy::Hotstrat),
            won(Strategy::Sentestrat),
            won(Strategy::Exact),
        ]);
    }
    table.print(out)?;
    writeln!(
        out,
        "\nDecisive: the choice of the move matters. The scan of the paper is damaged: its row for 4 subgames at 6.85 cannot be\n\
         read; 4015 (3 subgames, 8.13, Hotstrat) is derived from its error counts, 3800 and 3764 (3.65+6.85) from percentages.\n\n\
         Whole games that Left can win, against a perfect opponent, in percent won\n"
    )?;
    games.print(out)?;
    Ok(())
}
