//! The three experiments: problems made for each, and what every method makes of them.

use super::Evaluation;
use crate::Error;
use std::cell::RefCell;
use std::ops::ControlFlow;
use yomikiri::Task;
use yomikiri::puzzles::{Candidate, Composer, DistinctProblems, shallow_depth};
use yomikiri::view::papers::{PaperPuzzle, PuzzleTotals};
use yomikiri_game::{Game, Progress};
use yomikiri_search::{
    Detector, Effort, Limits, MateAnswer, MateOptions, MateTable, Monitor, Options, Question, SetupError,
    Shallow, ask, find_mate,
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

/// An experiment: every problem that was made for it, by every method.
pub struct Trial {
    /// Its name: `accuracy`, `speed` or `df-pn`.
    pub name: &'static str,
    /// The methods.
    pub methods: Vec<String>,
    /// The problems, the shortest first.
    pub problems: Vec<Problem>,
    /// By problem and then by method. If the experiment was stopped, the last problems have none.
    pub results: Vec<Vec<Cost>>,
    /// The longest time for one problem with one method.
    pub(super) seconds_each: f64,
    /// How many problems there should have been.
    wanted: usize,
}

impl Trial {
    /// Whether it was not stopped early.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.results.len() == self.wanted
    }

    /// How many problems a method has solved.
    #[must_use]
    pub fn solved(&self, method: usize) -> usize {
        self.results.iter().filter(|costs| costs[method].solved).count()
    }

    /// What a method has cost on all problems together: nodes and seconds.
    #[must_use]
    pub fn total(&self, method: usize) -> (u64, f64) {
        let costs = || self.results.iter().map(|costs| costs[method]);
        (costs().map(|cost| cost.nodes).sum(), costs().map(|cost| cost.seconds).sum())
    }

    /// Every problem by every method.
    #[must_use]
    pub fn puzzles(&self) -> Vec<PaperPuzzle> {
        let of_problem = |(problem, costs): (&Problem, &Vec<Cost>)| {
            let line = |(method, cost): (&String, &Cost)| PaperPuzzle {
                paper: "002",
                experiment: self.name,
                game: "trax",
                moves: problem.moves.clone(),
                plies: problem.plies,
                method: method.clone(),
                solved: cost.solved,
                nodes: cost.nodes,
                seconds: cost.seconds,
            };
            self.methods.iter().zip(costs).map(line).collect::<Vec<_>>()
        };
        self.problems.iter().zip(&self.results).flat_map(of_problem).collect()
    }

    /// What every method made of all problems.
    #[must_use]
    pub fn totals(&self) -> Vec<PuzzleTotals> {
        let line = |(at, method): (usize, &String)| {
            let (nodes, seconds) = self.total(at);
            PuzzleTotals {
                experiment: self.name,
                method: method.clone(),
                problems: self.results.len(),
                solved: self.solved(at),
                nodes,
                seconds,
            }
        };
        self.methods.iter().enumerate().map(line).collect()
    }

    /// Every problem with what every method made of it, as a file with tabs between fields.
    #[must_use]
    pub fn tsv(&self) -> String {
        let mut file = String::from("# method: solved, nodes, seconds\n# plies\tmoves");
        for name in &self.methods {
            file.push_str(&format!("\t{name}: solved\tnodes\tseconds"));
        }
        file.push('\n');
        for (problem, costs) in self.problems.iter().zip(&self.results) {
            file.push_str(&format!("{}\t{}", problem.plies, problem.moves.join(" ")));
            for Cost { solved, nodes, seconds } in costs {
                file.push_str(&format!("\t{}\t{nodes}\t{seconds:.6}", u8::from(*solved)));
            }
            file.push('\n');
        }
        file
    }
}

/// Problems that method 2 solves and method 1 does not.
pub(super) fn accuracy(evaluation: &Evaluation, task: &Task) -> Result<Trial, Error> {
    let wanted = Wanted {
        title: "making problems for accuracy",
        count: evaluation.accuracy,
        longest: ACCURACY_PLIES,
        detector: Detector::Exact,
        shares: 1,
    };
    let by_shape = making(ACCURACY_PLIES, Detector::Shape);
    let problems = problems(evaluation, task, &wanted, |position, monitor| {
        let table = MateTable::new(MEMORY);
        table.is_ok_and(|table| find_mate(position, &by_shape, &table, monitor).answer == MateAnswer::NoMate)
    })?;
    by_all_methods(evaluation, task, "accuracy", problems, ACCURACY_PLIES, evaluation.accuracy)
}

/// Problems that method 1 solves.
pub(super) fn speed(evaluation: &Evaluation, task: &Task) -> Result<Trial, Error> {
    let wanted = Wanted {
        title: "making problems for speed",
        count: evaluation.speed,
        longest: SPEED_PLIES,
        detector: Detector::Shape,
        shares: 2,
    };
    let problems = problems(evaluation, task, &wanted, |_, _| true)?;
    by_all_methods(evaluation, task, "speed", problems, SPEED_PLIES, evaluation.speed)
}

/// Paper 001, figure 7: df-pn on puzzles.
pub(super) fn df_pn(evaluation: &Evaluation, task: &Task) -> Result<Trial, Error> {
    let wanted = Wanted {
        title: "making problems for df-pn",
        count: evaluation.puzzles,
        longest: SPEED_PLIES,
        detector: Detector::Exact,
        shares: 2,
    };
    let problems = problems(evaluation, task, &wanted, |_, _| true)?;
    let methods = ["d=0", "d=1", "d=2", "exact"].map(str::to_owned).to_vec();
    trial(evaluation, task, "df-pn", problems, methods, evaluation.puzzles, |position, limits, monitor| {
        let mut costs = Vec::new();
        for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
            let options = Options { shallow, memory: 256 << 20, limits, ..Options::default() };
            let question = Question { can_win: position.to_move() };
            let report = ask(position, question, &options, monitor)?;
            let (nodes, seconds) = (report.statistics.nodes, report.statistics.seconds);
            costs.push(Cost { solved: report.answer.known() == Some(true), nodes, seconds });
        }
        costs.push(solve(position, SPEED_PLIES, Detector::Exact, limits, monitor)?);
        Ok(costs)
    })
}

/// A problem made for an experiment.
pub struct Problem {
    position: Position,
    /// The moves that lead to it.
    pub moves: Vec<String>,
    /// The length of the mate.
    pub plies: u32,
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
    task: &Task,
    wanted: &Wanted,
    suits: impl Fn(&mut Position, &Monitor) -> bool,
) -> Result<Vec<Problem>, Error> {
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
                moves: candidate.moves.to_vec(),
                plies,
            })
        };
        let games = if wanted.count == 0 { 0 } else { u64::MAX };
        composer.compose(games, DistinctProblems::default(), judge, |problem| {
            taken.borrow_mut()[problem.plies as usize] += 1;
            made.push(problem);
            if made.len() >= wanted.count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        made.sort_by_key(|problem| problem.plies);
        Ok(made)
    };
    task.steps_with_detail(wanted.title, "problems", Some("positions tried"), compose)
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
) -> Result<Cost, SetupError> {
    let table = MateTable::new(MEMORY)?;
    let options =
        MateOptions { max_plies, detector, effort: Effort::Threats, limits, ..MateOptions::default() };
    let report = find_mate(position, &options, &table, monitor);
    let (nodes, seconds) = (report.statistics.nodes, report.statistics.seconds);
    Ok(Cost { solved: report.mate().is_some(), nodes, seconds })
}

/// What a problem has cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Whether it was solved.
    pub solved: bool,
    /// Positions expanded.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// The methods that are compared.
pub(super) fn methods() -> Vec<(String, Detector)> {
    let mut methods = vec![("1".to_owned(), Detector::Shape)];
    methods.extend(DEPTHS.map(|depth| (format!("killer={depth}"), Detector::Killer(depth))));
    methods.push(("2".to_owned(), Detector::Trial));
    methods.push(("exact".to_owned(), Detector::Exact));
    methods
}

/// Solves every problem with every method of the paper.
fn by_all_methods(
    evaluation: &Evaluation,
    task: &Task,
    name: &'static str,
    problems: Vec<Problem>,
    max_plies: u32,
    wanted: usize,
) -> Result<Trial, Error> {
    let names = methods().into_iter().map(|(name, _)| name).collect();
    trial(evaluation, task, name, problems, names, wanted, |position, limits, monitor| {
        let cost = |(_, detector)| solve(position, max_plies, detector, limits, monitor);
        methods().into_iter().map(cost).collect()
    })
}

/// Solves every problem; `solve` gives what each method makes of one.
fn trial(
    evaluation: &Evaluation,
    task: &Task,
    name: &'static str,
    mut problems: Vec<Problem>,
    methods: Vec<String>,
    wanted: usize,
    mut solve: impl FnMut(&mut Position, Limits, &Monitor) -> Result<Vec<Cost>, SetupError>,
) -> Result<Trial, Error> {
    let limits = Limits { nodes: None, time: Some(evaluation.per_problem) };
    let results = task.search(name, |monitor| {
        let mut results = Vec::new();
        for problem in &mut problems {
            let costs = solve(&mut problem.position, limits, monitor)?;
            if monitor.is_stopped() {
                break;
            }
            results.push(costs);
        }
        Ok::<_, Error>(results)
    })?;
    let seconds_each = evaluation.per_problem.as_secs_f64();
    Ok(Trial { name, methods, problems, results, seconds_each, wanted })
}
