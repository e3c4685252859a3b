//! The three experiments: problems made for each, and what every method makes of them.

use crate::arguments::{Display, Evaluation};
use crate::running::{shown, with_progress};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use yomikiri::puzzles::{Candidate, Composer, shallow_depth};
use yomikiri_game::{Game, Progress};
use yomikiri_search::{
    Detector, Effort, Limits, MateAnswer, MateOptions, MateTable, Monitor, Options, Question, Shallow, ask,
    find_mate,
};
use yomikiri_trax::{Position, Rules};

/// The paper's depths of the combination.
pub(super) const DEPTHS: [u32; 4] = [1, 3, 5, 7];
/// The longest problems of the two experiments.
pub(super) const ACCURACY_PLIES: u32 = 7;
pub(super) const SPEED_PLIES: u32 = 11;
/// Positions that take more nodes than this are passed over when problems are made.
const MAKING_NODES: u64 = 1_000;
/// Memory for a table: what is not used costs nothing.
const MEMORY: u64 = 64 << 20;

/// An experiment: every problem that was solved, by every method.
pub(crate) struct Trial {
    /// What it is called.
    pub(crate) name: &'static str,
    /// The methods.
    pub(crate) methods: Vec<String>,
    /// The problems, the shortest first.
    pub(crate) problems: Vec<Problem>,
    /// By problem and then by method. If the experiment was stopped, the last problems have none.
    pub(crate) results: Vec<Vec<Cost>>,
    /// The longest time for one problem with one method.
    pub(super) seconds_each: f64,
    /// How many problems there should have been.
    wanted: usize,
}

impl Trial {
    /// Whether it was not stopped early.
    pub(crate) fn is_complete(&self) -> bool {
        self.results.len() == self.wanted
    }

    /// How many problems a method has solved.
    pub(crate) fn solved(&self, method: usize) -> usize {
        self.results.iter().filter(|costs| costs[method].solved).count()
    }

    /// What a method has cost on all problems together: nodes and seconds.
    pub(crate) fn total(&self, method: usize) -> (u64, f64) {
        let costs = || self.results.iter().map(|costs| costs[method]);
        (costs().map(|cost| cost.nodes).sum(), costs().map(|cost| cost.seconds).sum())
    }
}

/// Problems that method 2 solves and method 1 does not.
pub(crate) fn accuracy(evaluation: &Evaluation, display: Display) -> anyhow::Result<Trial> {
    let wanted = Wanted {
        title: "making problems for accuracy",
        count: evaluation.accuracy,
        longest: ACCURACY_PLIES,
        detector: Detector::Exact,
        shares: 1,
    };
    let by_shape = making(ACCURACY_PLIES, Detector::Shape);
    let problems = problems(evaluation, display, &wanted, |position, monitor| {
        let table = MateTable::new(MEMORY);
        table.is_ok_and(|table| find_mate(position, &by_shape, &table, monitor).answer == MateAnswer::NoMate)
    })?;
    by_all_methods(evaluation, display, "accuracy", problems, ACCURACY_PLIES, evaluation.accuracy)
}

/// Problems that method 1 solves.
pub(crate) fn speed(evaluation: &Evaluation, display: Display) -> anyhow::Result<Trial> {
    let wanted = Wanted {
        title: "making problems for speed",
        count: evaluation.speed,
        longest: SPEED_PLIES,
        detector: Detector::Shape,
        shares: 2,
    };
    let problems = problems(evaluation, display, &wanted, |_, _| true)?;
    by_all_methods(evaluation, display, "speed", problems, SPEED_PLIES, evaluation.speed)
}

/// Paper 001, figure 7: df-pn on puzzles.
pub(crate) fn df_pn(evaluation: &Evaluation, display: Display) -> anyhow::Result<Trial> {
    let wanted = Wanted {
        title: "making problems for df-pn",
        count: evaluation.puzzles,
        longest: SPEED_PLIES,
        detector: Detector::Exact,
        shares: 2,
    };
    let mut problems = problems(evaluation, display, &wanted, |_, _| true)?;
    let done = AtomicUsize::new(0);
    let limits = Limits { nodes: None, time: Some(evaluation.per_problem.0) };
    let results = with_progress(display, "df-pn", |monitor| {
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
    Ok(Trial {
        name: "df-pn",
        methods: ["d=0", "d=1", "d=2", "exact"].map(str::to_owned).to_vec(),
        problems,
        results,
        seconds_each: evaluation.per_problem.0.as_secs_f64(),
        wanted: evaluation.puzzles,
    })
}

/// A problem made for an experiment.
pub(crate) struct Problem {
    position: Position,
    pub(super) moves: String,
    pub(super) plies: u32,
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
    let compose = |progress: &Progress| {
        progress.expect(wanted.count as u64);
        let (rules, shallow) = (Rules::unlimited(), shallow_depth(3));
        let composer = Composer::new(rules, evaluation.seed, shallow, MEMORY, progress)?;
        let (judging, monitor) = (MateTable::new(MEMORY)?, composer.monitor());
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
        composer.compose(if wanted.count == 0 { 0 } else { u64::MAX }, judge, |problem| {
            taken.borrow_mut()[problem.plies as usize] += 1;
            made.push(problem);
            if made.len() >= wanted.count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        made.sort_by_key(|problem| problem.plies);
        Ok(made)
    };
    shown(display, None, |task| {
        task.steps_with_detail(wanted.title, "problems", Some("positions tried"), compose)
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
pub(crate) struct Cost {
    pub(crate) solved: bool,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// The methods that are compared.
pub(super) fn methods() -> Vec<(String, Detector)> {
    let mut methods = vec![("1".to_owned(), Detector::Shape)];
    methods.extend(DEPTHS.map(|depth| (format!("killer={depth}"), Detector::Killer(depth))));
    methods.push(("2".to_owned(), Detector::Trial));
    methods.push(("exact".to_owned(), Detector::Exact));
    methods
}

/// Solves every problem with every method.
fn by_all_methods(
    evaluation: &Evaluation,
    display: Display,
    name: &'static str,
    mut problems: Vec<Problem>,
    max_plies: u32,
    wanted: usize,
) -> anyhow::Result<Trial> {
    let done = AtomicUsize::new(0);
    let results = with_progress(display, name, |monitor| {
        let limits = Limits { nodes: None, time: Some(evaluation.per_problem.0) };
        let mut results = Vec::new();
        for problem in &mut problems {
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
        anyhow::Ok(results)
    })?;
    Ok(Trial {
        name,
        methods: methods().into_iter().map(|(name, _)| name).collect(),
        problems,
        results,
        seconds_each: evaluation.per_problem.0.as_secs_f64(),
        wanted,
    })
}
