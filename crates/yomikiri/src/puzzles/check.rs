//! A file of problems, solved again.

use crate::puzzles::solve::find_mate_text;
use crate::puzzles::{TableFor, position_of};
use crate::task::Task;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use yomikiri_game::{Game, Player, SplitMix64};
use yomikiri_search::{
    Answer, Detector, Effort, FoundMate, Limits, MateAnswer, MateOptions, MateTable, Monitor, Options,
    Question, SetupError, Statistics, ask,
};
use yomikiri_trax::Rules;
use yomikiri_trax::puzzle::{Among, Claim, Puzzle, Solved};

/// How a file of problems is checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckPlan {
    /// The rules of problems that do not name theirs.
    pub default_rules: Rules,
    /// How threats are seen.
    pub detector: Detector,
    /// How many problems the unrestricted solver (df-pn) is asked about, too. They are chosen at random.
    pub confirm: usize,
    /// Seed of the random number generator that chooses them.
    pub seed: u64,
    /// Nodes that the search of all moves may take for a problem.
    pub full_nodes: u64,
    /// Memory for a table.
    pub memory: u64,
}

/// A problem, solved again.
#[derive(Clone, Debug)]
pub struct CheckedPuzzle {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// Who is to move; `None` if there is no such position.
    pub to_move: Option<Player>,
    /// The length that the file names, in plies.
    pub claimed: u32,
    /// The mate that was found.
    pub mate: Option<FoundMate<String>>,
    /// Whether the unrestricted solver agrees, if it was asked.
    pub confirmation: Option<Confirmation>,
    /// What the mate search cost.
    pub cost: Statistics,
    /// What is not as the file says.
    pub error: Option<String>,
}

/// What the unrestricted solver says about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The player to move wins.
    Wins,
    /// The player to move does not win.
    DoesNotWin,
    /// It could not find out within its limit.
    Unknown,
}

/// What came of a file of problems.
#[derive(Clone, Debug, Default)]
pub struct CheckSummary {
    /// Problems in the file.
    pub puzzles: usize,
    /// Problems that were solved again.
    pub checked: usize,
    /// Those of them that are not as the file says.
    pub wrong: usize,
    /// Problems that the unrestricted solver was asked about.
    pub asked: usize,
    /// Those of them that it agrees about.
    pub confirmed: usize,
    /// Nodes of all mate searches.
    pub nodes: u64,
    /// Time of all mate searches.
    pub seconds: f64,
    /// Time of the median problem.
    pub median_seconds: f64,
    /// Time of the slowest problem.
    pub slowest_seconds: f64,
    /// The first line that is wrong, and what is.
    pub first_error: Option<(usize, String)>,
}

/// More than df-pn has needed for any problem that was made so far.
const CONFIRMING_NODES: u64 = 5_000_000;

/// Solves problems again, each with the number of its line, and gives each to `take`, until that breaks off. Problems
/// that were not reached because the work was stopped are missing from the count of those checked.
///
/// # Errors
/// If the memory cannot be had.
pub fn check(
    title: &str,
    puzzles: &[(usize, Puzzle)],
    plan: &CheckPlan,
    task: &Task,
    mut take: impl FnMut(&CheckedPuzzle) -> ControlFlow<()>,
) -> Result<CheckSummary, SetupError> {
    let to_confirm = sample(puzzles.len(), plan.confirm, plan.seed);
    let mut summary = CheckSummary { puzzles: puzzles.len(), ..CheckSummary::default() };
    let mut times = Vec::new();
    task.steps_with_detail(title, "problems", Some("wrong"), |progress| {
        progress.expect(puzzles.len() as u64);
        let monitor = Monitor::new(progress.stop().clone());
        let mut tables = TableFor::new(plan.memory);
        for (number, (line, puzzle)) in puzzles.iter().enumerate() {
            let table = tables.rules(puzzle.rules.unwrap_or(plan.default_rules))?;
            let mut checked = check_one(*line, puzzle, plan, table, &monitor);
            if progress.is_stopped() {
                break;
            }
            if checked.error.is_none() && to_confirm.contains(&number) {
                checked.confirm(puzzle, plan, &monitor)?;
            }
            summary.count(&checked);
            times.push(checked.cost.seconds);
            progress.show(summary.wrong as u64);
            let flow = take(&checked);
            if !progress.reach(summary.checked as u64) || flow.is_break() {
                break;
            }
        }
        Ok::<_, SetupError>(())
    })?;
    summary.seconds = times.iter().sum();
    times.sort_by(f64::total_cmp);
    summary.median_seconds = times.get(times.len() / 2).copied().unwrap_or(0.0);
    summary.slowest_seconds = times.last().copied().unwrap_or(0.0);
    Ok(summary)
}

impl CheckSummary {
    fn count(&mut self, checked: &CheckedPuzzle) {
        self.checked += 1;
        self.nodes += checked.cost.nodes;
        self.asked += usize::from(checked.confirmation.is_some());
        self.confirmed += usize::from(checked.confirmation == Some(Confirmation::Wins));
        if let Some(error) = &checked.error {
            self.wrong += 1;
            self.first_error.get_or_insert_with(|| (checked.line, error.clone()));
        }
    }
}

/// Which of `total` problems to ask the unrestricted solver about.
fn sample(total: usize, wanted: usize, seed: u64) -> BTreeSet<usize> {
    let mut random = SplitMix64::new(seed);
    let mut left: Vec<usize> = (0..total).collect();
    (0..wanted.min(total)).map(|_| left.swap_remove(random.below(left.len()))).collect()
}

/// Solves a problem again and compares.
fn check_one(
    line: usize,
    puzzle: &Puzzle,
    plan: &CheckPlan,
    table: &MateTable,
    monitor: &Monitor,
) -> CheckedPuzzle {
    let nodes = Some(plan.full_nodes);
    let (plies, effort) = match &puzzle.claim {
        Claim::Solved(Solved { plies, among: Among::Threats, .. }) => (*plies, Effort::Threats),
        // That there is no shorter mate was settled once, with a table that may have known more.
        Claim::Solved(Solved { plies, among: Among::All, .. }) => {
            (*plies, Effort::Both { shorter_nodes: nodes, full_nodes: nodes })
        }
        Claim::Wins { plies, .. } => (*plies, threats_then_all(plan.full_nodes)),
    };
    let mut checked = CheckedPuzzle {
        line,
        to_move: None,
        claimed: plies.into(),
        mate: None,
        confirmation: None,
        cost: Statistics::default(),
        error: None,
    };
    let mut position = match position_of(puzzle, plan.default_rules) {
        Ok(position) => position,
        Err(error) => {
            checked.error = Some(error.to_string());
            return checked;
        }
    };
    checked.to_move = Some(position.to_move());
    let mut options =
        MateOptions { max_plies: plies.into(), detector: plan.detector, effort, ..MateOptions::default() };
    let mut report = find_mate_text(&mut position, &options, table, monitor);
    if let (Claim::Wins { first_move, .. }, Some(mate)) = (&puzzle.claim, report.mate())
        && !mate.first_moves.contains(first_move)
    {
        // Another move may win sooner or by threats alone, and the one named all the same.
        options.all = true;
        let seconds = report.statistics.seconds;
        report = find_mate_text(&mut position, &options, table, monitor);
        report.statistics.seconds += seconds;
    }
    checked.cost = report.statistics;
    match report.answer {
        MateAnswer::Unknown(reason) => checked.error = Some(format!("not solved: {reason}")),
        MateAnswer::NoMate => checked.error = Some(format!("no mate within {plies} plies")),
        MateAnswer::Mate(mate) => {
            checked.error = match &puzzle.claim {
                Claim::Wins { first_move, .. } => no_win(first_move, &mate),
                Claim::Solved(solved) => disagreement(solved, &mate),
            };
            checked.mate = Some(mate);
        }
    }
    checked
}

/// Threats first, then all moves: as many nodes to find any mate, a tenth of them to find a shorter one.
#[must_use]
pub fn threats_then_all(full_nodes: u64) -> Effort {
    Effort::Both { shorter_nodes: Some(full_nodes / 10), full_nodes: Some(full_nodes) }
}

/// That the move which the file names does not win, if so.
fn no_win(first_move: &String, mate: &FoundMate<String>) -> Option<String> {
    let wins =
        mate.first_moves.contains(first_move) || mate.longer_wins.iter().any(|win| win.m == *first_move);
    (!wins).then(|| format!("{first_move} does not win, but {}", mate.first_moves.join(" ")))
}

/// What is not as the file says.
fn disagreement(solved: &Solved, mate: &FoundMate<String>) -> Option<String> {
    let sorted = |moves: &[String]| {
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves
    };
    if mate.plies != u32::from(solved.plies) {
        Some(format!("mate in {}, not in {}", mate.plies, solved.plies))
    } else if !mate.is_shortest {
        Some("it was not settled within the limits whether there is a shorter mate".to_owned())
    } else if sorted(&mate.first_moves) != sorted(&solved.first_moves) {
        Some(format!("{} win, not {}", mate.first_moves.join(" "), solved.first_moves.join(" ")))
    } else {
        None
    }
}

impl CheckedPuzzle {
    /// Asks df-pn, which knows nothing of threats or lengths, whether the player to move wins.
    fn confirm(&mut self, puzzle: &Puzzle, plan: &CheckPlan, monitor: &Monitor) -> Result<(), SetupError> {
        let Ok(position) = position_of(puzzle, plan.default_rules) else {
            return Ok(());
        };
        let options = Options {
            memory: plan.memory,
            limits: Limits { nodes: Some(CONFIRMING_NODES), time: None },
            ..Options::default()
        };
        let report = ask(&position, Question { can_win: position.to_move() }, &options, monitor)?;
        self.confirmation = Some(match report.answer {
            Answer::Yes => Confirmation::Wins,
            Answer::No => {
                self.error = Some("the unrestricted solver finds no win".to_owned());
                Confirmation::DoesNotWin
            }
            Answer::Unknown(_) => Confirmation::Unknown,
        });
        Ok(())
    }
}
