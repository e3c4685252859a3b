//! What the experiments have shown, as tables and plots.

use super::by_length::ByLength;
use super::trials::{ACCURACY_PLIES, Cost, DEPTHS, SPEED_PLIES, Trial, methods};
use crate::MISSING;
use yomikiri::text::{Table, grouped, seconds};
use yomikiri_draw::{Axis, Marker, Plot, Scaling, Series};
use yomikiri_search::Detector;

/// The paper's table 1: problems solved of 60, by depth.
pub(super) const PAPER_SOLVED: [usize; 4] = [24, 52, 59, 60];
/// How many problems the paper had.
pub const PAPER_PROBLEMS: usize = 60;

/// How many of its 60 problems each of our methods solves according to the paper; nothing of what it does not have.
#[must_use]
pub fn paper_solved() -> Vec<(String, Option<usize>)> {
    let of = |detector: Detector| match detector {
        Detector::Killer(depth) => DEPTHS.iter().position(|&known| known == depth).map(|at| PAPER_SOLVED[at]),
        Detector::Shape => Some(0),
        Detector::Trial => Some(PAPER_PROBLEMS),
        Detector::Exact => None,
    };
    methods().into_iter().map(|(name, detector)| (name, of(detector))).collect()
}

/// How many problems there are of each length.
fn mix(trial: &Trial) -> String {
    ByLength::from(trial).mix()
}

/// What the tables of lengths are about.
#[must_use]
pub fn lengths_title(mix: &str) -> String {
    format!(
        "K by the length of the mate: {mix}, from suites/trax/puzzles.tsv, the length known to the solver. killer=plies-2: K is 2 less \
         than the length; killer=limit-2: the length is not known, K grows with the limit of the search up to {SPEED_PLIES} plies"
    )
}

/// What the table of accuracy is about.
#[must_use]
pub fn accuracy_title(trial: &Trial) -> String {
    format!(
        "Accuracy: {} problems of at most {ACCURACY_PLIES} plies ({}) that method 2 solves and method 1 does not",
        trial.results.len(),
        mix(trial),
    )
}

/// Problems solved, by method.
#[must_use]
pub fn accuracy_table(trial: Option<&Trial>) -> Table {
    let mut table = Table::new(["method", "solved", "share", "paper’s share"]);
    for (at, (name, paper)) in paper_solved().into_iter().enumerate() {
        let solved = trial.map(|trial| (trial.solved(at), trial.results.len()));
        table.row([
            name,
            solved.map_or(MISSING.to_owned(), |(solved, _)| grouped(solved as u64)),
            solved.map_or(MISSING.to_owned(), |(solved, count)| percent(solved as f64 / count.max(1) as f64)),
            paper.map_or(MISSING.to_owned(), |paper| percent(paper as f64 / PAPER_PROBLEMS as f64)),
        ]);
    }
    table
}

/// What the tables of speed are about.
#[must_use]
pub fn speed_title(trial: &Trial) -> String {
    format!(
        "Speed: {} problems of up to {SPEED_PLIES} plies ({}) that method 1 solves; time relative to method 1 (geometric mean), \
         by its time and by the length of the mate; ends at {} s a problem",
        trial.results.len(),
        mix(trial),
        trial.seconds_each,
    )
}

/// Paper 002, figure 4.
#[must_use]
pub fn speed_plot(trial: &Trial) -> Plot {
    let results = &trial.results;
    let of_method = |at: usize| {
        results.iter().map(move |costs| (costs[0].seconds, costs[at].seconds / costs[0].seconds)).collect()
    };
    let markers =
        [Marker::Dot, Marker::Square, Marker::Cross, Marker::Triangle, Marker::Diamond, Marker::Plus];
    let series = (1..trial.methods.len())
        .map(|at| Series {
            name: trial.methods[at].clone(),
            marker: markers[(at - 1) % 6],
            joined: false,
            points: of_method(at),
        })
        .collect();
    Plot {
        title: format!("{} problems of up to {SPEED_PLIES} plies", results.len()),
        x: Axis { title: "seconds with method 1".to_owned(), scaling: Scaling::Logarithmic },
        y: Axis { title: "time relative to method 1".to_owned(), scaling: Scaling::Logarithmic },
        series,
    }
}

/// Times relative to method 1, by its time and by the length of the mate, and what all problems have cost together.
#[must_use]
pub fn speed_tables(trial: &Trial) -> [Table; 3] {
    let by_time = [
        ("under 1 ms", 0.0, 1e-3),
        ("1–10 ms", 1e-3, 1e-2),
        ("10–100 ms", 1e-2, 0.1),
        ("over 100 ms", 0.1, f64::MAX),
        ("all", 0.0, f64::MAX),
    ]
    .map(|(name, least, greatest)| {
        let is_in = |costs: &&[Cost]| (least..greatest).contains(&costs[0].seconds);
        (name.to_owned(), trial.of_length(None).into_iter().filter(is_in).collect())
    });
    let by_length =
        trial.lengths().into_iter().map(|plies| (plies.to_string(), trial.of_length(Some(plies))));
    let mut totals = Table::new(["method", "solved", "nodes", "seconds"]);
    for (at, name) in trial.methods.iter().enumerate() {
        let (nodes, time) = trial.total(at);
        totals.row([name.clone(), trial.solved(at).to_string(), grouped(nodes), seconds(time)]);
    }
    [
        relative("time with method 1", by_time.into_iter().collect()),
        relative("plies", by_length.collect()),
        totals,
    ]
}

/// Times relative to method 1, the geometric mean over each of some groups of problems.
fn relative(of: &str, groups: Vec<(String, Vec<&[Cost]>)>) -> Table {
    let mut table = Table::new([of, "problems", "K = 1", "K = 3", "K = 5", "K = 7", "method 2", "exact"]);
    for (name, rows) in groups {
        let mean = |at: usize| {
            let logs = rows.iter().map(|costs| (costs[at].seconds / costs[0].seconds).ln());
            if rows.is_empty() {
                MISSING.to_owned()
            } else {
                format!("{:.2}", (logs.sum::<f64>() / rows.len() as f64).exp())
            }
        };
        let mut cells = vec![name, rows.len().to_string()];
        cells.extend((1..7).map(mean));
        table.row_of(cells);
    }
    table
}

/// What the table of df-pn is about.
#[must_use]
pub fn df_pn_title(trial: &Trial) -> String {
    format!(
        "df-pn (paper 001, figure 7): {} problems of unlimited Trax, the side to move wins; ends at {} s a problem. \
         Solved, median nodes (of those solved) and seconds of all, by length",
        trial.results.len(),
        trial.seconds_each,
    )
}

/// Nodes and seconds of df-pn, of the problems that were solved.
#[must_use]
pub fn df_pn_plot(trial: &Trial) -> Plot {
    let names = ["df-pn d=0", "df-pn d=1", "df-pn d=2", "mate solver"];
    let markers = [Marker::Dot, Marker::Square, Marker::Cross, Marker::Triangle];
    let points = |at: usize| {
        let solved = trial.results.iter().filter(move |costs| costs[at].solved);
        solved.map(|costs| (costs[at].nodes as f64, costs[at].seconds)).collect()
    };
    let series = (0..names.len())
        .map(|at| Series {
            name: names[at].to_owned(),
            marker: markers[at],
            joined: false,
            points: points(at),
        })
        .collect();
    Plot {
        title: format!("{} problems: nodes and time of those solved", trial.results.len()),
        x: Axis { title: "nodes".to_owned(), scaling: Scaling::Logarithmic },
        y: Axis { title: "seconds".to_owned(), scaling: Scaling::Logarithmic },
        series,
    }
}

/// What df-pn and the mate solver have cost, by the length of the problems.
#[must_use]
pub fn df_pn_table(trial: &Trial) -> Table {
    let mut table = Table::new([
        "plies",
        "problems",
        "d=0",
        "d=0 nodes",
        "d=0 s",
        "d=1",
        "d=1 nodes",
        "d=1 s",
        "d=2",
        "d=2 nodes",
        "d=2 s",
        "mate solver",
        "mate solver nodes",
        "mate solver s",
    ]);
    for length in trial.lengths().into_iter().map(Some).chain([None]) {
        let rows = trial.of_length(length);
        let mut cells =
            vec![length.map_or("all".to_owned(), |length| length.to_string()), rows.len().to_string()];
        for at in 0..trial.methods.len() {
            let mut nodes: Vec<u64> =
                rows.iter().filter(|costs| costs[at].solved).map(|costs| costs[at].nodes).collect();
            nodes.sort_unstable();
            cells.push(nodes.len().to_string());
            cells.push(nodes.get(nodes.len() / 2).map_or(MISSING.to_owned(), |&median| grouped(median)));
            cells.push(seconds(rows.iter().map(|costs| costs[at].seconds).sum()));
        }
        table.row_of(cells);
    }
    table
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
