//! Workers that search for real, and workers whose jobs are written down.

use super::{Crew, Performed};
use crate::campaign::{Order, Outcome};
use crate::piece::{Shared, Task, search};
use crate::tree::{JobNumber, Report};
use crate::worker::NOTABLE;
use rustc_hash::FxHashMap;
use yomikiri::Board;
use yomikiri_game::Key;
use yomikiri_search::{Company, Knowledge, Monitor, Numbers, Options, Question, SetupError};

/// Workers that search for real, one job after the other.
pub struct RealCrew<'a> {
    board: &'a dyn Board,
    question: Question,
    tables: Vec<(Knowledge, Company)>,
    /// What was noted in jobs that the coordinator has not heard of yet.
    unheard: FxHashMap<JobNumber, Vec<(Key, Numbers, u64)>>,
    /// What was noted before, for workers with other tables,
    notes: Vec<(Key, Numbers, u64)>,
    /// and how many of these each table has taken in.
    learned: Vec<usize>,
}

impl<'a> RealCrew<'a> {
    /// Workers with so many tables of so many bytes: one for all, or one for each.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(
        board: &'a dyn Board,
        question: Question,
        tables: u32,
        memory: u64,
    ) -> Result<Self, SetupError> {
        let company = || if tables > 1 { Company::new(1).noting(NOTABLE) } else { Company::new(1) };
        let table = |_| Ok((Knowledge::new(memory)?, company()));
        let tables: Vec<_> = (0..tables.max(1)).map(table).collect::<Result<_, _>>()?;
        let learned = vec![0; tables.len()];
        Ok(Self { board, question, tables, unheard: FxHashMap::default(), notes: Vec::new(), learned })
    }
}

impl Crew for RealCrew<'_> {
    fn perform(&mut self, worker: u32, order: &Order) -> Performed {
        let mut board = self.board.boxed();
        if order.moves.iter().any(|m| board.play(m).is_err()) {
            return Performed { outcome: Outcome::Nothing, nodes: 0 };
        }
        let table = worker as usize % self.tables.len();
        let (knowledge, company) = &self.tables[table];
        for &(key, numbers, work) in
            &self.notes[std::mem::replace(&mut self.learned[table], self.notes.len())..]
        {
            knowledge.learn(key, numbers, work);
        }
        let task = Task {
            question: self.question,
            thresholds: order.thresholds,
            grain: order.grain,
            options: &Options::default(),
        };
        let shared = Shared { knowledge, company };
        let (explored, nodes) = search(board.pieces(), task, shared, &Monitor::default());
        self.unheard.insert(order.job, explored.notes);
        let Some(numbers) = explored.numbers else {
            return Performed { outcome: Outcome::Nothing, nodes };
        };
        if let Some(answer) = numbers.answer() {
            return Performed { outcome: Outcome::Proved(answer), nodes };
        }
        let report = |child: yomikiri::pieces::Child| Report {
            key: child.key,
            numbers: child.numbers,
            work: child.work,
        };
        let children = explored.children.into_iter().map(report).collect();
        Performed { outcome: Outcome::Open { numbers, nodes, children }, nodes }
    }

    fn heard(&mut self, job: JobNumber) -> Vec<Report> {
        let notes = self.unheard.remove(&job).unwrap_or_default();
        self.notes.extend(&notes);
        notes.into_iter().map(|(key, numbers, work)| Report { key, numbers, work }).collect()
    }
}

/// What became of one job, for statistics.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    /// The numbers of the position before.
    pub numbers: Numbers,
    /// What it cost.
    pub nodes: u64,
    /// The answer, if it was found.
    pub answer: Option<bool>,
    /// The children that were left, if it was not.
    pub children: usize,
}

/// Workers whose jobs are written down.
pub struct Recording<C> {
    crew: C,
    /// All jobs so far.
    pub jobs: Vec<Recorded>,
}

impl<C> Recording<C> {
    /// Writes down what these workers do.
    pub fn of(crew: C) -> Self {
        Self { crew, jobs: Vec::new() }
    }
}

impl<C: Crew> Crew for Recording<C> {
    fn perform(&mut self, worker: u32, order: &Order) -> Performed {
        let done = self.crew.perform(worker, order);
        let (answer, children) = match &done.outcome {
            Outcome::Proved(answer) => (Some(*answer), 0),
            Outcome::Open { children, .. } => (None, children.len()),
            Outcome::Nothing => (None, 0),
        };
        self.jobs.push(Recorded { numbers: order.numbers, nodes: done.nodes, answer, children });
        done
    }

    fn heard(&mut self, job: JobNumber) -> Vec<Report> {
        self.crew.heard(job)
    }

    fn cut_short(&mut self, order: &Order, done: &Performed) -> bool {
        self.crew.cut_short(order, done)
    }
}
