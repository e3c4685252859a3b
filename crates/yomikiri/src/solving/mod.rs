//! Answering a job: the two questions, by search, with checkpoints, a proof, and moves to play.
//!
//! | module | what it does |
//! |---|---|
//! | `checkpoints` | keeps a search in a file, and goes on from it |
//! | `disk` | files that are written safely, where there are files |
//! | `proofs` | writes what was found so that others can check it |
//! | `guide` | moves that keep the value of a position, and a line of play, by the book or by what the search knows |

mod checkpoints;
mod disk;
mod guide;
mod proofs;

pub use checkpoints::ResumeError;

use crate::board::{Board, Position};
use crate::books::BookError;
use crate::game::Game;
use crate::job::{Job, table_memory};
use crate::playable::Playable;
use crate::solution::{Solution, WrittenProof};
use crate::task::{Event, Figures, Task, Work};
use checkpoints::{Checkpoints, Resumed};
use guide::Guide;
use proofs::Proof;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use yomikiri_game::{Duration, Instant};
use yomikiri_game::{Played, Status};
use yomikiri_search::{
    Answer, Answered, Answers, By, Found, Inquiry, Knowledge, Method, Monitor, Options, Question, Report,
    SetupError, Snapshot, Statement, Statistics, ask, ask_knowing,
};

/// Why a job could not be done.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Only one method can do this.
    #[error("only the method dfpn can {0}")]
    OnlyDfpn(&'static str),
    /// Nobody could check a proof about the game.
    #[error("proofs about this game cannot be written: the checker has no rules for it")]
    NoReferee,
    /// The stacks of the threads would take too much of the memory.
    #[error("{threads} threads need {} MB for their stacks, and there are only {} MB for the whole program: \
             use fewer threads or more memory", needed >> 20, memory >> 20)]
    TooManyThreads {
        /// The threads.
        threads: u16,
        /// What they need.
        needed: u64,
        /// What the program may use.
        memory: u64,
    },
    /// Two files of a job are the same.
    #[error("{} cannot be both the {first} and the {second}", file.display())]
    SameFile {
        /// The file.
        file: PathBuf,
        /// What it is to be,
        first: &'static str,
        /// and what else.
        second: &'static str,
    },
    /// A checkpoint would be lost.
    #[error("{} exists already; continue from it, or allow it to be replaced", file.display())]
    WouldOverwrite {
        /// The checkpoint.
        file: PathBuf,
    },
    /// Another run writes the same checkpoint.
    #[error("{}: {error}", file.display())]
    Locked {
        /// The checkpoint.
        file: PathBuf,
        /// Who writes it.
        error: String,
    },
    /// The game is over at the position.
    #[error("the game is over at this position: there is nothing to prove")]
    NothingToProve,
    /// What was found could not be proved.
    #[error("no proof was written: {0}")]
    Unproved(String),
    /// A checkpoint cannot be gone on from.
    #[error("{}: {error}", file.display())]
    Resume {
        /// The checkpoint.
        file: PathBuf,
        /// Why.
        error: ResumeError,
    },
    /// A book is of no use.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A file cannot be written.
    #[error("{}: cannot be written: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl SolveError {
    fn file(file: &Path, error: io::Error) -> Self {
        Self::File { file: file.to_owned(), error }
    }
}

pub(crate) fn solve<G: Playable>(
    board: &Position<G>,
    game: &Game,
    job: &Job,
    task: &Task,
) -> Result<Solution, SolveError> {
    job.check_files()?;
    let memory = table_memory(job.options.memory, job.options.threads.get())?;
    let options = Options { memory, ..job.options }.within_memory();
    Run { board, game, job, task, options, lost_checkpoint: Mutex::default() }.solve()
}

/// A job under way.
struct Run<'a, G: Playable> {
    board: &'a Position<G>,
    game: &'a Game,
    job: &'a Job,
    task: &'a Task,
    options: Options,
    /// Why the last checkpoint could not be written.
    lost_checkpoint: Mutex<Option<String>>,
}

/// What a search has found out.
struct Findings {
    answers: Answers<Statistics>,
    best_moves: Vec<String>,
    line: Vec<String>,
    proof: Result<WrittenProof, Option<String>>,
}

impl<G: Playable> Run<'_, G> {
    fn solve(&self) -> Result<Solution, SolveError> {
        let position = &self.board.game;
        let inquiry = Inquiry { asked: self.job.asked, can_be_drawn: position.can_be_drawn() };
        let Findings { answers, best_moves, line, proof } = match self.board.status() {
            Status::Open => self.search(inquiry)?,
            Status::Over(_) if self.job.proof.is_some() => return Err(SolveError::NothingToProve),
            Status::Over(outcome) => Findings {
                answers: inquiry.of_finished(outcome),
                best_moves: Vec::new(),
                line: Vec::new(),
                proof: Err(None),
            },
        };
        let (proof, no_proof) = match proof {
            Ok(proof) => (Some(proof), None),
            Err(why) => (None, why),
        };
        Ok(Solution {
            game: self.game.to_string(),
            from: self.origin(),
            moves: self.board.moves_played().to_vec(),
            to_move: position.to_move(),
            asked: self.job.asked,
            answers,
            best_moves,
            line,
            proof,
            lost_checkpoint: self.lost_checkpoint.lock().unwrap_or_else(PoisonError::into_inner).take(),
            no_proof,
        })
    }

    /// The position that the moves begin at, if it is not the start of the game.
    fn origin(&self) -> Option<String> {
        let start = self.board.start();
        let text = (start.texts()?.write)(start);
        (self.game.board().position_text().as_ref() != Some(&text)).then_some(text)
    }

    fn search(&self, inquiry: Inquiry) -> Result<Findings, SolveError> {
        let Self { job, options, .. } = self;
        let position = &self.board.game;
        let moves = self.board.moves_played();
        let is_kept = job.checkpoint.is_some();
        if options.method != Method::Dfpn && (is_kept || job.resume.is_some()) {
            return Err(SolveError::OnlyDfpn("write checkpoints and continue from them"));
        }
        let mut proof = Proof::new(job, self.board.start(), *options)?;
        let mut checkpoints = Checkpoints::new(job, self.game, position, self.origin().as_deref(), moves)?;
        let mut resumed = match &job.resume {
            Some(file) => checkpoints.resume(file, options.memory)?,
            None => Resumed::default(),
        };
        let title = self.game.name().as_str();
        let mut guide = Guide::new(self.board, self.game, job, *options, self.task);
        let theorem = |player| job.theorems && position.cannot_win(player);
        let answers = inquiry.run(theorem, |question| {
            if let Some(answer) = guide.read(question.can_win)? {
                let answer = if answer { Answer::Yes } else { Answer::No };
                return Ok(Found { answer, by: By::Book, cost: Statistics::default(), go_on: true });
            }
            let known = resumed.answered.iter().find(|report| report.question == question).copied();
            let is_new = known.is_none();
            let (report, knowledge) = match known {
                // What led to the answer was not kept with it; a proof has to find it again.
                Some(report) if proof.is_wanted() => (report, Some(Knowledge::new(options.memory)?)),
                Some(report) => (report, None),
                None => {
                    let known = resumed.searching.take_if(|(searching, ..)| *searching == question);
                    let known = known.map(|(_, before, knowledge)| (before, knowledge));
                    self.ask(question, known, &checkpoints)?
                }
            };
            if is_new && (report.answer.known().is_none() || proof.is_wanted()) {
                // A proof is made from what is known. A run that ends before it is written can go on with that.
                let searching = knowledge.as_ref().map(|knowledge| (&report.statistics, knowledge));
                self.write_checkpoint(&checkpoints, question, searching);
            }
            if let (Some(knowledge), Some(answer)) = (&knowledge, report.answer.known()) {
                let statement = Statement { question, answer };
                proof.write((position, moves), statement, knowledge, title, self.task)?;
            }
            if is_new && report.answer.known().is_some() {
                checkpoints.note(&report);
                self.write_checkpoint(&checkpoints, question, None);
            }
            guide.learn(&report, knowledge)?;
            // What is known about the one question would be lost if the run went on to the other.
            let go_on = !self.task.is_stopped() && (report.answer.known().is_some() || !is_kept);
            Ok::<_, SolveError>(Found {
                answer: report.answer,
                by: By::Search,
                cost: report.statistics,
                go_on,
            })
        })?;
        // The checker knows the theorems, too.
        let by_theorem = answers.answers.iter().filter(|answered| answered.by == By::Theorem);
        let is_wanted = proof.is_wanted();
        for Answered { question, .. } in by_theorem.filter(|_| is_wanted) {
            let statement = Statement { question: *question, answer: false };
            let nothing = Knowledge::new(options.memory)?;
            proof.write((position, moves), statement, &nothing, title, self.task)?;
        }
        let (best_moves, line) = guide.finish(&answers)?;
        Ok(Findings { answers, best_moves, line, proof: proof.finish()? })
    }

    /// Searches for the answer to one question. Gives what dfpn knows besides.
    fn ask(
        &self,
        question: Question,
        known: Option<(Statistics, Knowledge)>,
        checkpoints: &Checkpoints,
    ) -> Result<(Report, Option<Knowledge>), SolveError> {
        let options = &self.options;
        let position = &self.board.game;
        let (before, knowledge) = match known {
            Some((before, knowledge)) => (before, Some(knowledge)),
            None if options.method == Method::Dfpn => {
                (Statistics::default(), Some(Knowledge::new(options.memory)?))
            }
            None => (Statistics::default(), None),
        };
        let title = format!("{}: can {} win?", self.game, question.can_win);
        let work =
            Asking { question, start: position.clone(), monitor: Monitor::new(self.task.stop().clone()) };
        let elapsed_before = Duration::try_from_secs_f64(before.seconds).unwrap_or_default();
        let report = self.task.resumed_stage(&title, elapsed_before, work, |work| {
            let monitor = &work.monitor;
            match (&knowledge, &self.job.checkpoint) {
                (None, _) => ask(position, question, options, monitor),
                (Some(knowledge), None) => {
                    Ok(ask_knowing(position, question, knowledge, before, options, monitor))
                }
                (Some(knowledge), Some(plan)) => {
                    let write = |statistics: &Statistics| {
                        self.write_checkpoint(checkpoints, question, Some((statistics, knowledge)));
                    };
                    Ok(while_keeping(plan.every, before.seconds, monitor, write, || {
                        ask_knowing(position, question, knowledge, before, options, monitor)
                    }))
                }
            }
        })?;
        self.task.note(Event::Answered(report));
        Ok((report, knowledge))
    }

    /// Writes a checkpoint if there are to be any: with what is known about a question, or with the answers alone. A search is worth
    /// more than a file that cannot be written.
    fn write_checkpoint(
        &self,
        checkpoints: &Checkpoints,
        question: Question,
        searching: Option<(&Statistics, &Knowledge)>,
    ) {
        let searching = searching.map(|(statistics, knowledge)| (question, statistics, knowledge));
        let question = question.can_win;
        let written = checkpoints.write(searching);
        *self.lost_checkpoint.lock().unwrap_or_else(PoisonError::into_inner) =
            written.as_ref().err().map(ToString::to_string);
        match written {
            Ok(None) => {}
            Ok(Some(written)) => self.task.note(Event::Checkpoint {
                question,
                positions: written.positions,
                bytes: written.bytes,
                elapsed: written.elapsed,
            }),
            Err(error) => self.task.note(Event::CheckpointFailed { question, error: error.to_string() }),
        }
    }
}

/// Searches while another thread calls `write` from time to time with what the search has cost.
fn while_keeping<T>(
    every: Duration,
    seconds_before: f64,
    monitor: &Monitor,
    write: impl Fn(&Statistics) + Sync,
    search: impl FnOnce() -> T,
) -> T {
    let started = Instant::now();
    let (done, when_done) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let when_done = when_done;
            while when_done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                write(&statistics(&monitor.snapshot(), seconds_before + started.elapsed().as_secs_f64()));
            }
        });
        let result = search();
        drop(done);
        result
    })
}

/// What a search has cost so far.
fn statistics(snapshot: &Snapshot, seconds: f64) -> Statistics {
    Statistics {
        nodes: snapshot.nodes,
        shallow_nodes: snapshot.shallow_nodes,
        ending_plays: snapshot.ending_plays,
        table_entries: snapshot.table_entries,
        collections: snapshot.collections,
        depth: snapshot.depth as u32,
        seconds,
    }
}

/// One of the two questions, being searched.
struct Asking<G> {
    question: Question,
    start: G,
    monitor: Monitor,
}

impl<G: Playable> Work for Asking<G> {
    fn figures(&self) -> Figures {
        Figures::Search {
            question: Some(self.question.can_win),
            snapshot: self.monitor.snapshot(),
            line: line_of(&self.start, self.question, &self.monitor),
        }
    }
}

/// The moves of the line being searched, as far as the monitor tells.
fn line_of<G: Playable>(start: &G, question: Question, monitor: &Monitor) -> Vec<String> {
    let mut game = start.narrowed(question.can_win);
    let mut line = Vec::new();
    let mut moves = Vec::new();
    for key in monitor.line() {
        moves.clear();
        game.moves(&mut moves);
        let leads_there = |&m: &G::Move| {
            let text = game.move_text(m);
            match game.play(m) {
                Played::Illegal => None,
                Played::Open(_) if game.key() == key => Some(text),
                Played::Over(_, token) | Played::Open(token) => {
                    game.undo(token);
                    None
                }
            }
        };
        let Some(text) = moves.iter().find_map(leads_there) else {
            break;
        };
        line.push(text);
    }
    line
}
