//! `reproduce 002`: the evaluation of the paper on mate problems again, and larger.
//!
//! Three experiments, each on problems made for it from random games of unlimited Trax:
//!
//! - *accuracy*: problems that method 2 solves and method 1 does not; how many the combination solves, by depth;
//! - *speed*: problems that method 1 solves; how much longer the other methods take;
//! - *df-pn*: the experiment of paper 001, figure 7, on problems of our own: df-pn with a shallow search of depth 0, 1
//!   and 2, beside the mate solver.
//!
//! Every solving of a problem starts with an empty table, so that no method profits from another.

use crate::Ending;
use crate::arguments::{Display, Evaluation};
use crate::composing::{Candidate, Composer, Tally, shallow_depth};
use crate::json::{self, EvaluatedPuzzle};
use crate::painting::{Table, grouped, seconds};
use crate::running::{interrupted, with_message};
use anyhow::Context;
use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use yomikiri_draw::{Axis, Marker, Plot, Scaling, Series};
use yomikiri_game::Game;
use yomikiri_search::{
    Detector, Effort, Limits, MateAnswer, MateOptions, MateTable, Monitor, Options, Question, Shallow, ask,
    find_mate,
};
use yomikiri_trax::{Position, Rules};

/// The paper's depths of the combination.
const DEPTHS: [u32; 4] = [1, 3, 5, 7];
/// The paper's table 1: problems solved of 60, by depth.
const PAPER_SOLVED: [usize; 4] = [24, 52, 59, 60];
const PAPER_PROBLEMS: usize = 60;
/// The longest problems of the two experiments.
const ACCURACY_PLIES: u32 = 7;
const SPEED_PLIES: u32 = 11;
/// Positions that take more nodes than this are passed over when problems are made.
const MAKING_NODES: u64 = 1_000;
/// Memory for a table: what is not used costs nothing.
const MEMORY: u64 = 64 << 20;

pub(crate) fn run(evaluation: &Evaluation, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if let Some(folder) = &evaluation.plots {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    if !display.json {
        writeln!(
            out,
            "Fujimoto, Kuroda: Development and evaluation of a solver for mate problems in Trax\n"
        )?;
    }
    accuracy(evaluation, display, out)?;
    speed(evaluation, display, out)?;
    figure_7(evaluation, display, out)?;
    Ok(if interrupted() { Ending::Undecided } else { Ending::Done })
}

/// A problem made for an experiment.
struct Problem {
    position: Position,
    moves: String,
    plies: u32,
}

/// What problems an experiment wants.
struct Wanted {
    title: &'static str,
    count: usize,
    /// The longest, in plies.
    longest: u32,
    /// How threats are seen while they are looked for.
    detector: Detector,
    /// How many times its fair share a length may have. There are far more short problems than long ones.
    shares: usize,
}

impl Wanted {
    /// The most problems of one length.
    fn most(&self) -> usize {
        let lengths = self.longest.div_ceil(2) as usize - 1;
        self.shares * self.count.div_ceil(lengths)
    }
}

/// Makes problems of 3 plies and more of which `suits` is true.
fn problems(
    evaluation: &Evaluation,
    display: Display,
    wanted: &Wanted,
    suits: impl Fn(&mut Position, &Monitor) -> bool,
) -> anyhow::Result<Vec<Problem>> {
    let tally = Tally::default();
    let progress = |_: &_, _| tally.describe(wanted.count);
    with_message(display, wanted.title, progress, |monitor| {
        let (table, judging) = (MateTable::new(MEMORY)?, MateTable::new(MEMORY)?);
        let composer = Composer {
            rules: Rules::unlimited(),
            seed: evaluation.seed,
            shallow: shallow_depth(3),
            table: &table,
            monitor,
        };
        let options = making(wanted.longest, wanted.detector);
        let (mut made, taken) = (Vec::new(), RefCell::new(vec![0; wanted.longest as usize + 1]));
        let judge = |candidate: &mut Candidate<'_>| {
            let report = find_mate(candidate.position, &options, &judging, monitor);
            let plies = report.mate().map(|mate| mate.plies).filter(|&plies| plies >= 3)?;
            let has_room = taken.borrow()[plies as usize] < wanted.most();
            (has_room && suits(candidate.position, monitor)).then(|| Problem {
                position: candidate.position.clone(),
                moves: candidate.moves.join(" "),
                plies,
            })
        };
        composer.compose(if wanted.count == 0 { 0 } else { u64::MAX }, &tally, judge, |problem| {
            taken.borrow_mut()[problem.plies as usize] += 1;
            made.push(problem);
            if made.len() >= wanted.count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        made.sort_by_key(|problem| problem.plies);
        Ok(made)
    })
}

/// How problems are looked for.
fn making(max_plies: u32, detector: Detector) -> MateOptions {
    let limits = Limits { nodes: Some(MAKING_NODES), time: None };
    MateOptions { max_plies, detector, effort: Effort::Threats, limits, ..MateOptions::default() }
}

/// Solves a problem by threats alone, from an empty table; gives the nodes, the seconds and whether it was solved.
fn solve(
    position: &mut Position,
    max_plies: u32,
    detector: Detector,
    limits: Limits,
    monitor: &Monitor,
) -> anyhow::Result<Cost> {
    let table = MateTable::new(MEMORY)?;
    let options =
        MateOptions { max_plies, detector, effort: Effort::Threats, limits, ..MateOptions::default() };
    let report = find_mate(position, &options, &table, monitor);
    let (nodes, seconds) = (report.statistics.nodes, report.statistics.seconds);
    Ok(Cost { solved: report.mate().is_some(), nodes, seconds })
}

/// What a problem has cost.
#[derive(Clone, Copy, Debug)]
struct Cost {
    solved: bool,
    nodes: u64,
    seconds: f64,
}

/// The methods that are compared.
fn methods() -> Vec<(String, Detector)> {
    let mut methods = vec![("1".to_owned(), Detector::Shape)];
    methods.extend(DEPTHS.map(|depth| (format!("killer={depth}"), Detector::Killer(depth))));
    methods.push(("2".to_owned(), Detector::Trial));
    methods.push(("exact".to_owned(), Detector::Exact));
    methods
}

/// Solves every problem with every method, the results by problem and then by method.
fn solve_all(
    evaluation: &Evaluation,
    display: Display,
    title: &str,
    problems: &mut [Problem],
    max_plies: u32,
) -> anyhow::Result<Vec<Vec<Cost>>> {
    let done = AtomicUsize::new(0);
    let total = problems.len();
    let progress = |_: &_, _| format!("{} of {total} problems", done.load(Relaxed));
    with_message(display, title, progress, |monitor| {
        let limits = Limits { nodes: None, time: Some(evaluation.per_problem.0) };
        let mut results = Vec::new();
        for problem in problems {
            let of_problem: anyhow::Result<Vec<Cost>> = methods()
                .iter()
                .map(|&(_, detector)| solve(&mut problem.position, max_plies, detector, limits, monitor))
                .collect();
            if monitor.is_stopped() {
                break;
            }
            results.push(of_problem?);
            done.fetch_add(1, Relaxed);
        }
        Ok(results)
    })
}

fn accuracy(evaluation: &Evaluation, display: Display, out: &mut impl Write) -> anyhow::Result<()> {
    let wanted = Wanted {
        title: "making problems for accuracy",
        count: evaluation.accuracy,
        longest: ACCURACY_PLIES,
        detector: Detector::Exact,
        shares: 1,
    };
    let by_shape = making(ACCURACY_PLIES, Detector::Shape);
    let mut problems = problems(evaluation, display, &wanted, |position, monitor| {
        let table = MateTable::new(MEMORY);
        table.is_ok_and(|table| find_mate(position, &by_shape, &table, monitor).answer == MateAnswer::NoMate)
    })?;
    let results = solve_all(evaluation, display, "accuracy", &mut problems, ACCURACY_PLIES)?;
    report(evaluation, display, out, "accuracy", &problems, &results)?;
    if display.json || results.is_empty() {
        return Ok(());
    }
    let count = results.len();
    writeln!(
        out,
        "Accuracy: {count} problems of at most {ACCURACY_PLIES} plies that method 2 solves and method 1 does not\n"
    )?;
    let mut table = Table::new(["method", "solved", "share", "paper's share"]);
    for (at, (name, detector)) in methods().iter().enumerate() {
        let solved = results.iter().filter(|costs| costs[at].solved).count();
        let paper = match detector {
            Detector::Killer(depth) => {
                DEPTHS.iter().position(|known| known == depth).map_or(0, |at| PAPER_SOLVED[at])
            }
            Detector::Shape => 0,
            Detector::Trial | Detector::Exact => PAPER_PROBLEMS,
        };
        table.row([
            name.clone(),
            grouped(solved as u64),
            percent(solved as f64 / count as f64),
            if *detector == Detector::Exact {
                "–".to_owned()
            } else {
                percent(paper as f64 / PAPER_PROBLEMS as f64)
            },
        ]);
    }
    table.print(out)?;
    writeln!(out)?;
    Ok(())
}

fn speed(evaluation: &Evaluation, display: Display, out: &mut impl Write) -> anyhow::Result<()> {
    let wanted = Wanted {
        title: "making problems for speed",
        count: evaluation.speed,
        longest: SPEED_PLIES,
        detector: Detector::Shape,
        shares: 2,
    };
    let mut problems = problems(evaluation, display, &wanted, |_, _| true)?;
    let results = solve_all(evaluation, display, "speed", &mut problems, SPEED_PLIES)?;
    report(evaluation, display, out, "speed", &problems, &results)?;
    let names: Vec<String> = methods().into_iter().map(|(name, _)| name).collect();
    let of_method = |at: usize| {
        results.iter().map(move |costs| (costs[0].seconds, costs[at].seconds / costs[0].seconds)).collect()
    };
    let markers = [Marker::Dot, Marker::Square, Marker::Cross, Marker::Triangle, Marker::Dot, Marker::Cross];
    let series = (1..names.len())
        .map(|at| Series {
            name: names[at].clone(),
            marker: markers[(at - 1) % 6],
            joined: false,
            points: of_method(at),
        })
        .collect();
    let plot = Plot {
        title: format!("{} problems of up to {SPEED_PLIES} plies", results.len()),
        x: Axis { title: "seconds with method 1".to_owned(), scaling: Scaling::Logarithmic },
        y: Axis { title: "time relative to method 1".to_owned(), scaling: Scaling::Logarithmic },
        series,
    };
    write_plot(evaluation, "speed.svg", &plot.svg())?;
    if display.json || results.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "Speed: {} problems of up to {SPEED_PLIES} plies that method 1 solves; time relative to method 1 (geometric mean),\n\
         by its time; ends at {} s a problem\n",
        results.len(),
        evaluation.per_problem.0.as_secs_f64(),
    )?;
    let mut table =
        Table::new(["time with method 1", "problems", "k=1", "k=3", "k=5", "k=7", "method 2", "exact"]);
    let mut bins: Vec<(String, f64, f64)> = Vec::new();
    for (name, least, greatest) in [
        ("under 1 ms", 0.0, 1e-3),
        ("1–10 ms", 1e-3, 1e-2),
        ("10–100 ms", 1e-2, 0.1),
        ("over 100 ms", 0.1, f64::MAX),
    ] {
        bins.push((name.to_owned(), least, greatest));
    }
    bins.push(("all".to_owned(), 0.0, f64::MAX));
    for (name, least, greatest) in bins {
        let rows: Vec<_> =
            results.iter().filter(|costs| (least..greatest).contains(&costs[0].seconds)).collect();
        let mean = |at: usize| {
            let logs = rows.iter().map(|costs| (costs[at].seconds / costs[0].seconds).ln());
            if rows.is_empty() {
                "–".to_owned()
            } else {
                format!("{:.2}", (logs.sum::<f64>() / rows.len() as f64).exp())
            }
        };
        table.row([name, rows.len().to_string(), mean(1), mean(2), mean(3), mean(4), mean(5), mean(6)]);
    }
    table.print(out)?;
    writeln!(out)?;
    let mut table = Table::new(["method", "solved", "nodes", "seconds"]);
    for (at, name) in names.iter().enumerate() {
        table.row([
            name.clone(),
            results.iter().filter(|costs| costs[at].solved).count().to_string(),
            grouped(results.iter().map(|costs| costs[at].nodes).sum()),
            seconds(results.iter().map(|costs| costs[at].seconds).sum()),
        ]);
    }
    table.print(out)?;
    writeln!(out)?;
    Ok(())
}

/// Paper 001, figure 7: df-pn on puzzles.
fn figure_7(evaluation: &Evaluation, display: Display, out: &mut impl Write) -> anyhow::Result<()> {
    let wanted = Wanted {
        title: "making problems for df-pn",
        count: evaluation.puzzles,
        longest: SPEED_PLIES,
        detector: Detector::Exact,
        shares: 2,
    };
    let mut problems = problems(evaluation, display, &wanted, |_, _| true)?;
    let names = ["df-pn d=0", "df-pn d=1", "df-pn d=2", "mate solver"];
    let done = AtomicUsize::new(0);
    let total = problems.len();
    let progress = |_: &_, _| format!("{} of {total} problems", done.load(Relaxed));
    let limits = Limits { nodes: None, time: Some(evaluation.per_problem.0) };
    let results = with_message(display, "df-pn", progress, |monitor| {
        let mut results = Vec::new();
        for problem in &mut problems {
            let mut costs = Vec::new();
            for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
                let options = Options { shallow, memory: 256 << 20, limits, ..Options::default() };
                let question = Question { can_win: problem.position.to_move() };
                let report = ask(&problem.position, question, &options, monitor)?;
                let (nodes, seconds) = (report.statistics.nodes, report.statistics.seconds);
                costs.push(Cost { solved: report.answer.known() == Some(true), nodes, seconds });
            }
            costs.push(solve(&mut problem.position, SPEED_PLIES, Detector::Exact, limits, monitor)?);
            if monitor.is_stopped() {
                break;
            }
            results.push(costs);
            done.fetch_add(1, Relaxed);
        }
        anyhow::Ok(results)
    })?;
    report(evaluation, display, out, "df-pn", &problems, &results)?;
    let markers = [Marker::Dot, Marker::Square, Marker::Cross, Marker::Triangle];
    let points = |at: usize| {
        let solved = results.iter().filter(move |costs| costs[at].solved);
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
    let plot = Plot {
        title: format!("{} problems: nodes and time of those solved", results.len()),
        x: Axis { title: "nodes".to_owned(), scaling: Scaling::Logarithmic },
        y: Axis { title: "seconds".to_owned(), scaling: Scaling::Logarithmic },
        series,
    };
    write_plot(evaluation, "df-pn.svg", &plot.svg())?;
    if display.json || results.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "df-pn (paper 001, figure 7): {} problems of unlimited Trax, the side to move wins; ends at {} s a problem.\n\
         Solved, median nodes (of those solved) and seconds of all, by length\n",
        results.len(),
        evaluation.per_problem.0.as_secs_f64(),
    )?;
    let mut table = Table::new([
        "plies",
        "problems",
        "d=0",
        "nodes",
        "s",
        "d=1",
        "nodes",
        "s",
        "d=2",
        "nodes",
        "s",
        "mate solver",
        "nodes",
        "s",
    ]);
    let mut lengths: Vec<u32> = problems.iter().map(|problem| problem.plies).collect();
    lengths.dedup();
    for length in lengths.iter().copied().map(Some).chain([None]) {
        let rows: Vec<_> = problems
            .iter()
            .zip(&results)
            .filter(|(problem, _)| length.is_none_or(|length| problem.plies == length))
            .map(|(_, costs)| costs)
            .collect();
        let mut cells =
            vec![length.map_or("all".to_owned(), |length| length.to_string()), rows.len().to_string()];
        for at in 0..names.len() {
            let mut nodes: Vec<u64> =
                rows.iter().filter(|costs| costs[at].solved).map(|costs| costs[at].nodes).collect();
            nodes.sort_unstable();
            cells.push(nodes.len().to_string());
            cells.push(nodes.get(nodes.len() / 2).map_or("–".to_owned(), |&median| grouped(median)));
            cells.push(seconds(rows.iter().map(|costs| costs[at].seconds).sum()));
        }
        let cells: [String; 14] = cells.try_into().map_err(|_| anyhow::anyhow!("a table of 14 columns"))?;
        table.row(cells);
    }
    table.print(out)?;
    Ok(())
}

/// What is known of every problem: as JSON, and as a file beside the plots.
fn report(
    evaluation: &Evaluation,
    display: Display,
    out: &mut impl Write,
    experiment: &'static str,
    problems: &[Problem],
    results: &[Vec<Cost>],
) -> anyhow::Result<()> {
    let names: Vec<String> = if experiment == "df-pn" {
        ["d=0", "d=1", "d=2", "exact"].map(str::to_owned).to_vec()
    } else {
        methods().into_iter().map(|(name, _)| name).collect()
    };
    let mut file = String::from("# method: solved, nodes, seconds\n# plies\tmoves");
    for name in &names {
        file.push_str(&format!("\t{name}: solved\tnodes\tseconds"));
    }
    file.push('\n');
    for (problem, costs) in problems.iter().zip(results) {
        file.push_str(&format!("{}\t{}", problem.plies, problem.moves));
        for (name, cost) in names.iter().zip(costs) {
            file.push_str(&format!("\t{}\t{}\t{:.6}", u8::from(cost.solved), cost.nodes, cost.seconds));
            if display.json {
                let line = EvaluatedPuzzle {
                    paper: "002",
                    experiment,
                    game: "trax",
                    moves: problem.moves.clone(),
                    plies: problem.plies,
                    method: name.clone(),
                    solved: cost.solved,
                    nodes: cost.nodes,
                    seconds: cost.seconds,
                };
                json::print(out, &line)?;
            }
        }
        file.push('\n');
    }
    write_plot(evaluation, &format!("{experiment}.tsv"), &file)
}

fn write_plot(evaluation: &Evaluation, name: &str, content: &str) -> anyhow::Result<()> {
    let Some(folder) = &evaluation.plots else {
        return Ok(());
    };
    let path: &Path = &folder.join(name);
    std::fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
