//! Table 1 by the length of the mate, and the mix of lengths.
//!
//! The paper says that its 60 problems have at most 7 plies, but not how many have 3, 5 and 7. The combination sees everything down
//! to depth K, so what it overlooks depends on the length. Given the shares that are solved of each length here, any mix can be
//! worked out: the range of what K = 1 can solve, and the mix under which the paper's figures are most likely.

use super::trials::{DEPTHS, Trial, methods};
use super::views::{PAPER_PROBLEMS, PAPER_SOLVED, percent};
use crate::MISSING;
use yomikiri::text::Table;
use yomikiri_search::Detector;

/// A mix of lengths, and what the combination would solve of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    /// How many problems there are of each length: plies and number.
    pub problems: Vec<(u32, usize)>,
    /// The share solved with each depth K of the paper.
    pub shares: [f64; 4],
}

/// The shares of the problems of one length that the combination solves, by depth.
struct Rates {
    plies: u32,
    shares: [f64; 4],
}

/// The place of the combination with this depth among the methods.
fn place(depth: u32) -> usize {
    methods().iter().position(|(_, detector)| *detector == Detector::Killer(depth)).unwrap_or(0)
}

fn rates(trial: &Trial) -> Vec<Rates> {
    let solved = DEPTHS.map(|depth| trial.by_length(place(depth)));
    let of = |(at, plies): (usize, u32)| Rates {
        plies,
        shares: [0, 1, 2, 3].map(|depth: usize| {
            let totals = &solved[depth][at];
            totals.solved as f64 / totals.problems as f64
        }),
    };
    trial.lengths().into_iter().enumerate().map(of).collect()
}

impl Mix {
    fn of(rates: &[Rates], numbers: &[usize]) -> Self {
        let total = numbers.iter().sum::<usize>() as f64;
        let share = |depth: usize| {
            let solved = rates.iter().zip(numbers).map(|(rate, &number)| rate.shares[depth] * number as f64);
            solved.sum::<f64>() / total
        };
        Self {
            problems: rates.iter().map(|rate| rate.plies).zip(numbers.iter().copied()).collect(),
            shares: [0, 1, 2, 3].map(share),
        }
    }

    /// The logarithm of the probability of the paper's figures under this mix, but for a constant.
    fn likelihood(&self) -> f64 {
        // A share of 0 or 1 here was measured on finitely many problems: it excludes nothing.
        const LEAST: f64 = 1e-3;
        let of = |(&share, &solved): (&f64, &usize)| {
            let share = share.clamp(LEAST, 1.0 - LEAST);
            solved as f64 * share.ln() + (PAPER_PROBLEMS - solved) as f64 * (1.0 - share).ln()
        };
        self.shares.iter().zip(&PAPER_SOLVED).map(of).sum()
    }

    /// The mix of 60 problems of the lengths of an experiment under which the paper's figures are most likely.
    #[must_use]
    pub fn likeliest(trial: &Trial) -> Option<Self> {
        let rates = rates(trial);
        let mixes = splits(PAPER_PROBLEMS, rates.len()).into_iter().map(|numbers| Self::of(&rates, &numbers));
        mixes.max_by(|one, other| one.likelihood().total_cmp(&other.likelihood()))
    }
}

/// All ways to split a number into so many parts.
fn splits(total: usize, parts: usize) -> Vec<Vec<usize>> {
    match parts {
        0 => Vec::new(),
        1 => vec![vec![total]],
        _ => (0..=total)
            .flat_map(|first| {
                splits(total - first, parts - 1).into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect(),
    }
}

/// Problems solved by the combination, by depth and by length; the likeliest mix and the paper below.
#[must_use]
pub fn mix_table(trial: &Trial) -> Table {
    let mut table = Table::new(["plies", "problems", "K = 1", "K = 3", "K = 5", "K = 7"]);
    for length in trial.lengths().into_iter().map(Some).chain([None]) {
        let rows = trial.of_length(length);
        let mut cells =
            vec![length.map_or("all".to_owned(), |length| length.to_string()), rows.len().to_string()];
        cells.extend(DEPTHS.map(|depth| {
            let solved = rows.iter().filter(|costs| costs[place(depth)].solved).count();
            format!("{solved} ({})", percent(solved as f64 / rows.len().max(1) as f64))
        }));
        table.row_of(cells);
    }
    let rates = rates(trial);
    let mut equal = vec!["in equal parts".to_owned(), MISSING.to_owned()];
    equal.extend(Mix::of(&rates, &vec![1; rates.len()]).shares.map(percent));
    table.row_of(equal);
    if let Some(mix) = Mix::likeliest(trial) {
        let numbers: Vec<String> = mix.problems.iter().map(|(_, number)| number.to_string()).collect();
        let mut cells = vec!["likeliest mix".to_owned(), numbers.join(" + ")];
        cells.extend(mix.shares.map(percent));
        table.row_of(cells);
    }
    let mut cells = vec!["paper".to_owned(), PAPER_PROBLEMS.to_string()];
    cells.extend(
        PAPER_SOLVED.map(|solved| format!("{solved} ({})", percent(solved as f64 / PAPER_PROBLEMS as f64))),
    );
    table.row_of(cells);
    table
}

/// Whether the mix of lengths explains the paper's figures.
#[must_use]
pub fn mix_remark(trial: &Trial) -> String {
    let by_length = rates(trial);
    let Some(mix) = Mix::likeliest(trial) else {
        return String::new();
    };
    let extreme = |pick: fn(f64, f64) -> f64, from: f64| {
        percent(by_length.iter().map(|rate| rate.shares[0]).fold(from, pick))
    };
    let parts: Vec<String> =
        mix.problems.iter().map(|(plies, number)| format!("{number} of {plies} plies")).collect();
    let paper = PAPER_SOLVED.map(|solved| percent(solved as f64 / PAPER_PROBLEMS as f64));
    format!(
        "The paper does not state its mix of lengths. Whatever it is, with our shares K = 1 solves between {} and {}. The mix that \
         fits the paper's figures best is {}; it gives {} (paper: {}).",
        extreme(f64::min, 1.0),
        extreme(f64::max, 0.0),
        parts.join(", "),
        mix.shares.map(percent).join(", "),
        paper.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_split_in_all_ways() {
        assert_eq!(splits(2, 2), [[0, 2], [1, 1], [2, 0]]);
        assert_eq!(splits(60, 3).len(), 61 * 62 / 2);
        assert!(splits(5, 0).is_empty());
    }

    /// If the paper's figures are what some mix gives, that mix is found.
    #[test]
    fn the_likeliest_mix_is_the_one_that_fits() {
        let paper = PAPER_SOLVED.map(|solved| solved as f64 / PAPER_PROBLEMS as f64);
        let rates = [
            Rates { plies: 3, shares: [1.0; 4] },
            Rates { plies: 5, shares: paper },
            Rates { plies: 7, shares: [0.0, 0.1, 0.2, 1.0] },
        ];
        let mixes = splits(PAPER_PROBLEMS, 3).into_iter().map(|numbers| Mix::of(&rates, &numbers));
        let best = mixes.max_by(|one, other| one.likelihood().total_cmp(&other.likelihood())).expect("some");
        assert_eq!(best.problems, [(3, 0), (5, PAPER_PROBLEMS), (7, 0)]);
    }
}
