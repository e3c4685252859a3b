//! Problems for the experiments: from random games, at most one of each game and no two of them alike, or from the suite that was made
//! in this way.

use super::Evaluation;
use super::trials::{MEMORY, SHORTEST};
use crate::Error;
use std::cell::Cell;
use std::ops::ControlFlow;
use yomikiri::Task;
use yomikiri::puzzles::{Candidate, Composer, DistinctProblems, position_of, shallow_depth};
use yomikiri_game::Progress;
use yomikiri_search::{Detector, Effort, Limits, MateAnswer, MateOptions, MateTable, Monitor, find_mate};
use yomikiri_trax::puzzle::{Claim, Solved, parse_puzzles};
use yomikiri_trax::{Position, Rules};

/// Positions that take more nodes than this are passed over when problems are made.
const NODES: u64 = 1_000;

/// A problem made for an experiment.
pub struct Problem {
    pub(super) position: Position,
    /// The game.
    pub game: &'static str,
    /// The moves that lead to it.
    pub moves: Vec<String>,
    /// The length of the mate.
    pub plies: u32,
}

/// What problems an experiment wants.
pub(super) struct Wanted {
    pub(super) title: &'static str,
    pub(super) count: usize,
    /// The longest, in plies.
    pub(super) longest: u32,
    /// How threats are seen while they are looked for.
    pub(super) detector: Detector,
    /// Whether method 1 must not solve them.
    pub(super) hidden: bool,
    /// How many times its fair share a length may have. There are far more short problems than long ones.
    pub(super) shares: usize,
}

impl Wanted {
    /// The most problems of one length.
    fn most(&self) -> usize {
        let lengths = self.longest.div_ceil(2) as usize - 1;
        self.shares * self.count.div_ceil(lengths)
    }

    /// Makes them, the shortest first.
    pub(super) fn make(&self, evaluation: &Evaluation, task: &Task) -> Result<Vec<Problem>, Error> {
        let compose = |progress: &Progress| {
            progress.expect(self.count as u64);
            let taken: Vec<Cell<usize>> = (0..=self.longest).map(|_| Cell::new(0)).collect();
            let maker = Maker::new(evaluation, self.longest, progress)?;
            let mut made = Vec::new();
            let suits = |plies: u32, position: &mut Position| {
                taken[plies as usize].get() < self.most() && (!self.hidden || !maker.is_evident(position))
            };
            let games = if self.count == 0 { 0 } else { u64::MAX };
            let options = making(self.longest, self.detector);
            maker.find(games, &options, suits, |problem| {
                let of_length = &taken[problem.plies as usize];
                of_length.set(of_length.get() + 1);
                made.push(problem);
                made.len() < self.count
            });
            made.sort_by_key(|problem| problem.plies);
            Ok(made)
        };
        task.steps_with_detail(self.title, "problems", Some("positions tried"), compose)
    }
}

/// At most so many problems of each length, from `suites/trax/puzzles.tsv`, the shortest first. Problems of 9 and 11 plies take minutes
/// to make, so this experiment has none made for it.
pub(super) fn of_each_length(count: usize) -> Vec<Problem> {
    const DATA: &[u8] = include_bytes!("../../data/puzzles.tsv");
    // The file is part of the program, and a test reads all of it.
    let puzzles = parse_puzzles(DATA).unwrap_or_default();
    let mut taken: Vec<Problem> = Vec::new();
    for (_, puzzle) in puzzles {
        let (Claim::Solved(Solved { plies, .. }), Ok(position)) =
            (&puzzle.claim, position_of(&puzzle, Rules::unlimited()))
        else {
            continue;
        };
        let plies = u32::from(*plies);
        if taken.iter().filter(|problem| problem.plies == plies).count() < count {
            let game = if position.rules().limit().is_some() { "trax:8x8" } else { "trax" };
            taken.push(Problem { position, game, moves: puzzle.moves, plies });
        }
    }
    taken.sort_by_key(|problem| problem.plies);
    taken
}

/// Looks for problems in random games.
struct Maker<'a> {
    composer: Composer<'a>,
    judging: MateTable,
    longest: u32,
}

impl<'a> Maker<'a> {
    fn new(evaluation: &Evaluation, longest: u32, progress: &'a Progress) -> Result<Self, Error> {
        let shallow = shallow_depth(SHORTEST);
        let composer = Composer::new(Rules::unlimited(), evaluation.seed, shallow, MEMORY, progress)?;
        Ok(Self { composer, judging: MateTable::new(MEMORY)?, longest })
    }

    /// Gives the problems that suit to `take` until it has had enough, which it says by `false`.
    fn find(
        &self,
        games: u64,
        options: &MateOptions,
        suits: impl Fn(u32, &mut Position) -> bool,
        mut take: impl FnMut(Problem) -> bool,
    ) {
        let judge = |candidate: &mut Candidate<'_>| {
            let report = find_mate(candidate.position, options, &self.judging, self.monitor());
            let plies = report.mate().map(|mate| mate.plies).filter(|&plies| plies >= SHORTEST)?;
            suits(plies, candidate.position).then(|| Problem {
                position: candidate.position.clone(),
                game: "trax",
                moves: candidate.moves.to_vec(),
                plies,
            })
        };
        self.composer.compose(games, &mut DistinctProblems::default(), judge, |problem| {
            if take(problem) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    fn monitor(&self) -> &Monitor {
        self.composer.monitor()
    }

    /// Whether method 1 may solve a problem: it does, or the memory or the nodes were not enough to say that it does not.
    fn is_evident(&self, position: &mut Position) -> bool {
        let by_shape = making(self.longest, Detector::Shape);
        let table = MateTable::new(MEMORY);
        !table.is_ok_and(|table| {
            find_mate(position, &by_shape, &table, self.monitor()).answer == MateAnswer::NoMate
        })
    }
}

/// How problems are looked for.
fn making(max_plies: u32, detector: Detector) -> MateOptions {
    let limits = Limits { nodes: Some(NODES), time: None };
    MateOptions { max_plies, detector, effort: Effort::Threats, limits, ..MateOptions::default() }
}
