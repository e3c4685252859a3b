//! Section 3 of paper 000: how many configurations of tiles there are, as the paper estimated it and exactly.

use crate::MISSING;
use crate::data::{optional, rows};
use yomikiri::Task;
use yomikiri::text::{Table, scientific};
use yomikiri::view::papers::CountedBoard;
use yomikiri_game::Stopped;
use yomikiri_trax::census::estimate::Estimate;
use yomikiri_trax::census::{Law, exact, sampling};

/// Seed of the random numbers.
pub(crate) const SEED: u64 = 1;
/// On 4×4 about 1 of 5 million random boards satisfies all conditions.
pub(crate) const SAMPLES_1: u64 = 50_000_000;
pub(crate) const SAMPLES_2: u64 = 10_000_000;
pub(crate) const SAMPLES_GUIDED: u64 = 100_000;
/// The largest board on which the paper tried method 1.
const LARGEST_1: u32 = 5;

/// A board by every way of counting. Nothing is divided yet.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The size of the board.
    pub size: u32,
    /// The exact number.
    pub exact: u128,
    /// The paper's first method, where the paper tried it.
    pub method_1: Option<Estimate>,
    /// The paper's second method.
    pub method_2: Estimate,
    /// What the second method gives on average.
    pub method_2_exact: f64,
    /// Samples that satisfy all conditions by construction.
    pub guided: Estimate,
}

/// Counts one board.
pub(crate) fn count(size: u32, task: &Task) -> Result<Counted, Stopped> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let title = format!("configurations on {size}×{size}");
    task.steps_with_detail(&title, "steps", Some("frontiers"), |monitor| {
        let method_1 = if size <= LARGEST_1 {
            Some(sampling::uniform(size, Law::Matching, SAMPLES_1, SEED, monitor)?)
        } else {
            None
        };
        Ok(Counted {
            size,
            method_1,
            method_2: sampling::uniform(size, Law::Halving, SAMPLES_2, SEED, monitor)?,
            exact: exact::configurations(size, size, threads, monitor)?,
            method_2_exact: exact::halved_weight(size, size, threads, monitor)?,
            guided: sampling::guided(size, SAMPLES_GUIDED, SEED, monitor)?,
        })
    })
}

impl From<&Counted> for CountedBoard {
    fn from(counted: &Counted) -> Self {
        let Estimate { value: guided, interval: (low, high) } = counted.guided;
        Self {
            game: format!("trax:{0}x{0}", counted.size),
            configurations: counted.exact.to_string(),
            method_1: counted.method_1.map(|estimate| estimate.value),
            method_2: counted.method_2.value,
            method_2_exact: counted.method_2_exact,
            guided,
            guided_interval: [low, high],
        }
    }
}

/// The paper's figures for a board, divided by 8.
struct Figure {
    size: u32,
    method_1: Option<f64>,
    method_2: f64,
}

fn figures() -> Vec<Figure> {
    const DATA: &str = include_str!("../data/counts-000.tsv");
    rows(DATA, |[size, method_1, method_2]| {
        Some(Figure {
            size: size.parse().ok()?,
            method_1: optional(method_1)?,
            method_2: method_2.parse().ok()?,
        })
    })
}

/// The boards of the paper.
pub(crate) fn sizes() -> Vec<u32> {
    figures().into_iter().map(|figure| figure.size).collect()
}

/// Tables 1 and 2, with what we count beside it, everything divided by 8.
pub(crate) fn table(counted: &[Counted]) -> Table {
    let mut table = Table::new([
        "board",
        "method 1",
        "paper’s method 1",
        "method 2",
        "paper’s method 2",
        "method 2 on average",
        "guided samples",
        "exactly",
    ]);
    let eighth = |number: f64| scientific(number / 8.0);
    for Figure { size, method_1, method_2 } in figures() {
        let ours = counted.iter().find(|counted| counted.size == size);
        let shown = |of: &dyn Fn(&Counted) -> f64| ours.map_or(MISSING.to_owned(), |ours| eighth(of(ours)));
        let by_method_1 = ours.and_then(|ours| ours.method_1).map_or(MISSING.to_owned(), |estimate| {
            if estimate.value > 0.0 { eighth(estimate.value) } else { "no hits".to_owned() }
        });
        table.row([
            format!("{size}×{size}"),
            by_method_1,
            method_1.map_or(MISSING.to_owned(), scientific),
            shown(&|ours| ours.method_2.value),
            scientific(method_2),
            shown(&|ours| ours.method_2_exact),
            shown(&|ours| ours.guided.value),
            shown(&|ours| ours.exact as f64),
        ]);
    }
    table
}

/// Table 3: positions of other games, and of Trax between them.
pub(crate) fn sizes_of_games(counted: &[Counted]) -> Table {
    const DATA: &str = include_str!("../data/game-sizes-000.tsv");
    let mut games: Vec<(String, String, f64)> = rows(DATA, |[game, positions]| {
        Some((game.to_owned(), positions.to_owned(), positions.parse().ok()?))
    });
    if let Some(largest) = counted.iter().find(|counted| counted.size == 8) {
        let positions = 2.0 * largest.exact as f64 / 8.0;
        games.push(("Trax 8×8 (exactly, the same way)".to_owned(), scientific(positions), positions));
    }
    games.sort_by(|a, b| a.2.total_cmp(&b.2));
    let mut table = Table::new(["game", "positions"]);
    for (game, positions, _) in games {
        table.row([game, positions]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_files_are_well_formed() {
        assert_eq!(sizes(), [3, 4, 5, 6, 7, 8]);
        assert_eq!(sizes_of_games(&[]).body().len(), 7);
        assert!(sizes_of_games(&[]).body().iter().all(|row| row[1].parse::<f64>().is_ok()));
    }
}
