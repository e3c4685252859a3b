//! The experiments: what every method makes of the problems made for each.

use super::Evaluation;
use super::making::{self, Problem, Wanted};
use crate::Error;
use yomikiri::Task;
use yomikiri::view::papers::{LengthTotals, PaperPuzzle, PuzzleTotals};
use yomikiri_game::Game;
use yomikiri_search::{
    Detector, Effort, Limits, MateOptions, MateTable, Monitor, Options, Question, SetupError, Shallow, ask,
    find_mate,
};
use yomikiri_trax::Position;

/// The paper's depths of the combination.
pub(super) const DEPTHS: [u32; 4] = [1, 3, 5, 7];
/// The shortest problems, and the longest of the two experiments.
pub(super) const SHORTEST: u32 = 3;
pub(super) const ACCURACY_PLIES: u32 = 7;
pub(super) const SPEED_PLIES: u32 = 11;
/// Memory for a table: what is not used costs nothing.
pub(super) const MEMORY: u64 = 64 << 20;

/// An experiment: every problem that was made for it, by every method.
pub struct Trial {
    /// Its name: `accuracy`, `speed`, `df-pn` or `lengths`.
    pub name: &'static str,
    /// The methods.
    pub methods: Vec<String>,
    /// The problems, the shortest first.
    pub problems: Vec<Problem>,
    /// By problem and then by method. If the experiment was stopped, the last problems have none.
    pub results: Vec<Vec<Cost>>,
    /// The longest time for one problem with one method.
    pub(super) seconds_each: f64,
    /// Whether it was not stopped early.
    complete: bool,
}

impl Trial {
    /// Whether it was not stopped early.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
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

    /// The lengths of its problems, the shortest first.
    #[must_use]
    pub fn lengths(&self) -> Vec<u32> {
        let solved = &self.problems[..self.results.len()];
        let mut lengths: Vec<u32> = solved.iter().map(|problem| problem.plies).collect();
        lengths.dedup();
        lengths
    }

    /// The results of the problems of one length, or of all.
    #[must_use]
    pub fn of_length(&self, length: Option<u32>) -> Vec<&[Cost]> {
        let problems = self.problems.iter().zip(&self.results);
        let wanted = problems.filter(|(problem, _)| length.is_none_or(|length| problem.plies == length));
        wanted.map(|(_, costs)| costs.as_slice()).collect()
    }

    /// What a method made of the problems of each length.
    #[must_use]
    pub fn by_length(&self, method: usize) -> Vec<LengthTotals> {
        let of_length = |plies: u32| {
            let costs: Vec<Cost> =
                self.of_length(Some(plies)).into_iter().map(|costs| costs[method]).collect();
            LengthTotals {
                plies,
                problems: costs.len(),
                solved: costs.iter().filter(|cost| cost.solved).count(),
                nodes: costs.iter().map(|cost| cost.nodes).sum(),
                seconds: costs.iter().map(|cost| cost.seconds).sum(),
                slowest_seconds: costs.iter().map(|cost| cost.seconds).fold(0.0, f64::max),
            }
        };
        self.lengths().into_iter().map(of_length).collect()
    }

    /// Every problem by every method.
    #[must_use]
    pub fn puzzles(&self) -> Vec<PaperPuzzle> {
        let of_problem = |(problem, costs): (&Problem, &Vec<Cost>)| {
            let line = |(method, cost): (&String, &Cost)| PaperPuzzle {
                paper: "002",
                experiment: self.name,
                game: problem.game,
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
                by_length: self.by_length(at),
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
        hidden: true,
        // As they come, like the paper's: as far as it says, it did not choose lengths.
        shares: 3,
    };
    let problems = wanted.make(evaluation, task)?;
    by_all_methods(evaluation, task, "accuracy", problems, ACCURACY_PLIES, evaluation.accuracy)
}

/// Problems that method 1 solves.
pub(super) fn speed(evaluation: &Evaluation, task: &Task) -> Result<Trial, Error> {
    let wanted = Wanted {
        title: "making problems for speed",
        count: evaluation.speed,
        longest: SPEED_PLIES,
        detector: Detector::Shape,
        hidden: false,
        shares: 2,
    };
    let problems = wanted.make(evaluation, task)?;
    by_all_methods(evaluation, task, "speed", problems, SPEED_PLIES, evaluation.speed)
}

/// Paper 001, figure 7: df-pn on puzzles.
pub(super) fn df_pn(evaluation: &Evaluation, task: &Task) -> Result<Trial, Error> {
    let wanted = Wanted {
        title: "making problems for df-pn",
        count: evaluation.puzzles,
        longest: SPEED_PLIES,
        detector: Detector::Exact,
        hidden: false,
        shares: 2,
    };
    let problems = wanted.make(evaluation, task)?;
    let methods = ["d=0", "d=1", "d=2", "exact"].map(str::to_owned).to_vec();
    trial(evaluation, task, "df-pn", problems, methods, evaluation.puzzles, |problem, limits, monitor| {
        let mut costs = Vec::new();
        for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
            let options = Options { shallow, memory: 256 << 20, limits, ..Options::default() };
            let question = Question { can_win: problem.position.to_move() };
            let report = ask(&problem.position, question, &options, monitor)?;
            let (nodes, seconds) = (report.statistics.nodes, report.statistics.seconds);
            costs.push(Cost { solved: report.answer.known() == Some(true), nodes, seconds });
        }
        costs.push(solve(&mut problem.position, SPEED_PLIES, Detector::Exact, limits, monitor)?);
        Ok(costs)
    })
}

/// As many problems of each length: what every method makes of them when the length is known, and what comes of choosing K by it.
pub(super) fn lengths(evaluation: &Evaluation, task: &Task) -> Result<Trial, Error> {
    let problems = making::of_each_length(evaluation.lengths);
    let (ways, count) = (Way::all(), problems.len());
    let names = ways.iter().map(Way::name).collect();
    trial(evaluation, task, "lengths", problems, names, count, |problem, limits, monitor| {
        let plies = problem.plies;
        ways.iter().map(|way| way.solve(&mut problem.position, plies, limits, monitor)).collect()
    })
}

/// A way of choosing how threats are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The same for every problem.
    Fixed(Detector),
    /// The combination, with K so much less than the length of the mate, which is known; at least 1.
    ByLength(u32),
    /// The length is not known: it is increased until there is a mate, and K with it.
    Deepening(u32),
}

impl Way {
    /// All of them.
    fn all() -> Vec<Self> {
        let fixed = methods().into_iter().map(|(_, detector)| Self::Fixed(detector));
        fixed.chain([Self::ByLength(4), Self::ByLength(2), Self::Deepening(2)]).collect()
    }

    fn name(&self) -> String {
        match self {
            Self::Fixed(detector) => name(*detector),
            Self::ByLength(less) => format!("killer=plies-{less}"),
            Self::Deepening(less) => format!("killer=limit-{less}"),
        }
    }

    fn solve(
        &self,
        position: &mut Position,
        plies: u32,
        limits: Limits,
        monitor: &Monitor,
    ) -> Result<Cost, SetupError> {
        let combined = |plies: u32, less: u32| Detector::Killer(plies.saturating_sub(less).max(1));
        match *self {
            Self::Fixed(detector) => solve(position, plies, detector, limits, monitor),
            Self::ByLength(less) => solve(position, plies, combined(plies, less), limits, monitor),
            Self::Deepening(less) => {
                let mut total = Cost { solved: false, nodes: 0, seconds: 0.0 };
                for limit in (SHORTEST..=SPEED_PLIES).step_by(2) {
                    // A table says nothing about a search that sees more.
                    let cost = solve(position, limit, combined(limit, less), limits, monitor)?;
                    total.solved = cost.solved;
                    total.nodes += cost.nodes;
                    total.seconds += cost.seconds;
                    if total.solved {
                        break;
                    }
                }
                Ok(total)
            }
        }
    }
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

/// The name of a method.
fn name(detector: Detector) -> String {
    match detector {
        Detector::Shape => "1".to_owned(),
        Detector::Killer(depth) => format!("killer={depth}"),
        Detector::Trial => "2".to_owned(),
        Detector::Exact => "exact".to_owned(),
    }
}

/// The methods that are compared.
pub(super) fn methods() -> Vec<(String, Detector)> {
    let mut methods = vec![Detector::Shape];
    methods.extend(DEPTHS.map(Detector::Killer));
    methods.extend([Detector::Trial, Detector::Exact]);
    methods.into_iter().map(|detector| (name(detector), detector)).collect()
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
    trial(evaluation, task, name, problems, names, wanted, |problem, limits, monitor| {
        let cost = |(_, detector)| solve(&mut problem.position, max_plies, detector, limits, monitor);
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
    mut solve: impl FnMut(&mut Problem, Limits, &Monitor) -> Result<Vec<Cost>, SetupError>,
) -> Result<Trial, Error> {
    let limits = Limits { nodes: None, time: Some(evaluation.per_problem) };
    let results = task.search(name, |monitor| {
        let mut results = Vec::new();
        for problem in &mut problems {
            let costs = solve(problem, limits, monitor)?;
            if monitor.is_stopped() {
                break;
            }
            results.push(costs);
        }
        Ok::<_, Error>(results)
    })?;
    let seconds_each = evaluation.per_problem.as_secs_f64();
    let complete = results.len() == wanted && !task.is_stopped();
    Ok(Trial { name, methods, problems, results, seconds_each, complete })
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::play_line;
    use yomikiri_trax::Rules;

    /// A mate in 5 by plain threats: every way of choosing K finds it, within its length and not within less.
    #[test]
    fn every_way_solves_a_plain_mate() {
        let line = play_line(Position::new(Rules::unlimited()), r"@0/ B1\ C1\ @1/ B2/").expect("legal moves");
        let (mut position, monitor) = (line.position, Monitor::default());
        let names: Vec<String> = Way::all().iter().map(Way::name).collect();
        assert_eq!(names[names.len() - 3..], ["killer=plies-4", "killer=plies-2", "killer=limit-2"]);
        for way in Way::all() {
            let cost = way.solve(&mut position, 5, Limits::default(), &monitor).expect("little memory");
            assert!(cost.solved && cost.nodes > 0, "{way:?}");
            let short = way.solve(&mut position, 3, Limits::default(), &monitor).expect("little memory");
            // Whoever does not know the length goes on.
            assert_eq!(short.solved, matches!(way, Way::Deepening(_)), "{way:?}");
        }
    }
}
