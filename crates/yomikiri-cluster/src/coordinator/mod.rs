//! The coordinator: gives out jobs, takes in answers, keeps the truth, and puts the proof together.
//!
//! One thread does everything, in rounds: give out jobs, wait for answers, decide what to believe, write what has changed,
//! acknowledge. An answer is acknowledged when it is in the store, so that nothing that anybody was told is safe can be
//! lost; an answer that comes twice, late or from an earlier life of the coordinator finds its position in the tree, or finds
//! it decided, and changes nothing the second time.
//!
//! **What is believed.** Numbers only say where to search next, so anybody may say anything. An answer needs a proof, and how
//! much of it is checked at once is a matter of [`Belief`]; the proof of the whole is always checked before anything is said.
//! If it does not hold, the pieces that it rests on are checked one by one, and those that fail are searched again. Who sent
//! one proof that does not hold is not believed again.
//!
//! | module | what it holds |
//! |---|---|
//! | `plan` | what to solve, and how |
//! | `rounds` | jobs out, answers in, changes written |
//! | `belief` | what is believed, and of whom |
//! | `pace` | how large jobs should be |
//! | `proving` | the proof of the whole |
//! | `showing` | how it stands |

mod belief;
mod pace;
mod plan;
mod proving;
mod rounds;
mod showing;

pub use belief::Belief;
pub use plan::{CoordinatorError, Plan};

use crate::campaign::Campaign;
use crate::exchange::Exchange;
use crate::message::{Build, Note, RunId};
use crate::processor;
use crate::roster::Roster;
use crate::rules::Rules;
use crate::status::{Estimate, Shown, Status};
use crate::store::{Piece, Store};
use crate::tree::{JobNumber, Tree};
use crate::worker::build_for;
use pace::Pace;
use rustc_hash::{FxHashMap, FxHashSet};
use showing::Watched;
use std::time::Instant;
use yomikiri::pieces::Subject;
use yomikiri::{Solution, Task};
use yomikiri_game::{Key, Status as GameStatus};
use yomikiri_search::{Answer as Known, By, Found, Inquiry, Question, Statistics};

/// Solves what is planned.
///
/// # Errors
/// If the store or the exchange cannot be used, or the proof cannot be put together.
pub fn coordinate(
    plan: &Plan,
    store: &Store,
    exchange: &mut dyn Exchange,
    shown: &Shown,
    task: &Task,
) -> Result<Solution, CoordinatorError> {
    if plan.board.status() != GameStatus::Open {
        return Err(CoordinatorError::Over);
    }
    let subject = plan.board.pieces().subject();
    if plan.search.is_some() && subject.is_none() {
        return Err(CoordinatorError::NoReferee);
    }
    let run = plan.run();
    let mut coordinator = Coordinator {
        plan,
        run_id: run.id(),
        build: build_for(&plan.game),
        subject,
        store,
        exchange,
        shown,
        task,
        roster: Roster::restored(store.workers()?),
        estimate: Estimate::default(),
        status: Status { run: run.describe(), ..Status::default() },
        started: Instant::now(),
        cpu_before: processor::seconds_of_thread(),
        // Numbers of an earlier life that were given out and not written must not be given out again: an exchange would take
        // the second job for the first.
        next_job: store.next_job()?.saturating_add(NUMBERS_OF_A_LIFE),
    };
    coordinator.exchange.clear()?;
    let solved = coordinator.solve();
    // Jobs of a run that has ended are of no use to anybody, but do no harm either.
    if let Err(error) = coordinator.exchange.clear() {
        tracing::warn!("jobs are left in the queue: {error}");
    }
    solved
}

/// More jobs than are ever given out between two transactions.
const NUMBERS_OF_A_LIFE: JobNumber = 100_000;

/// A job that is out.
struct Out {
    key: Key,
    posted: Instant,
    last_sign: Instant,
    /// Whether its worker claims to have the answer.
    claim: Claimed,
    /// The smaller of its numbers when it was given out.
    number: u32,
}

/// What is made of the claim of a worker that it has the answer.
enum Claimed {
    /// There is none.
    Not,
    /// It is relied on since then.
    Since(Instant),
    /// It was not proved for long, and nobody relies on it any more, however often it is made.
    Doubted,
}

struct Coordinator<'a> {
    plan: &'a Plan,
    run_id: RunId,
    build: Build,
    subject: Option<Subject>,
    store: &'a Store,
    exchange: &'a mut dyn Exchange,
    shown: &'a Shown,
    task: &'a Task,
    roster: Roster,
    estimate: Estimate,
    status: Status,
    started: Instant,
    /// The processor time of this thread when it began.
    cpu_before: f64,
    next_job: JobNumber,
}

/// One question under way.
struct Asking<'a> {
    question: Question,
    campaign: Campaign<Rules<'a>>,
    workers: u32,
    pieces: FxHashMap<Key, Piece>,
    out: FxHashMap<JobNumber, Out>,
    /// Jobs that were cancelled and not answered since.
    cancelled: FxHashSet<JobNumber>,
    pace: Pace,
    nodes: u64,
    /// What is to be told to everybody.
    news: Vec<Note>,
}

impl<'a> Coordinator<'a> {
    fn solve(&mut self) -> Result<Solution, CoordinatorError> {
        let plan = self.plan;
        let inquiry = Inquiry { asked: plan.asked, can_be_drawn: plan.board.can_be_drawn() };
        loop {
            let theorem = |player| plan.theorems && plan.board.cannot_win(player);
            let answers = inquiry.run(theorem, |question| self.ask(question))?;
            let is_complete = answers.is_complete(plan.asked);
            let mut no_proof = None;
            let mut written = None;
            match (is_complete, plan.search) {
                (true, Some(_)) => match self.prove(&answers.answers)? {
                    Some(Ok(proof)) => written = Some(proof),
                    Some(Err(why)) => no_proof = Some(why),
                    // Something was not true after all: it is searched again.
                    None => continue,
                },
                (false, Some(_)) if plan.proof.is_some() => {
                    no_proof = Some("nothing was found out".to_owned());
                }
                _ => {}
            }
            self.show(None);
            return Ok(Solution {
                game: plan.game.to_string(),
                from: plan.place.from.clone(),
                moves: plan.place.moves.clone(),
                to_move: plan.board.to_move(),
                asked: plan.asked,
                answers,
                best_moves: Vec::new(),
                line: Vec::new(),
                proof: written,
                lost_checkpoint: None,
                no_proof,
            });
        }
    }

    /// Finds the answer to one question, or goes on until it is stopped.
    fn ask(&mut self, question: Question) -> Result<Found<Statistics>, CoordinatorError> {
        let mut asking = self.begin(question)?;
        let began = Instant::now();
        let task = self.task;
        let title = format!("{}: can {} win?", self.plan.game, question.can_win);
        let progress = Watched { shown: self.shown.clone(), about: question.can_win };
        task.stage(&title, progress, |_| {
            while asking.campaign.tree().answer().is_none() && !task.is_stopped() {
                self.give_out(&mut asking);
                self.take_in(&mut asking)?;
                self.find_lost(&mut asking);
                self.show(Some(&asking));
            }
            Ok::<_, CoordinatorError>(())
        })?;
        self.withdraw_all(&mut asking)?;
        let answer = match asking.campaign.tree().answer() {
            Some(true) => Known::Yes,
            Some(false) => Known::No,
            None => Known::Unknown(yomikiri_search::StopReason::Interrupted),
        };
        let seconds = began.elapsed().as_secs_f64();
        let cost = Statistics { nodes: asking.nodes, seconds, ..Statistics::default() };
        Ok(Found { answer, by: By::Search, cost, go_on: !self.task.is_stopped() })
    }

    fn begin(&self, question: Question) -> Result<Asking<'a>, CoordinatorError> {
        let plan = self.plan;
        let about = question.can_win;
        let root = plan.board.pieces().asked_key(question);
        let attacks = plan.board.to_move() == about;
        let rules = Rules::new(&*plan.board, question)?;
        let grain = plan.grain.unwrap_or_default();
        let settings = plan.settings;
        let records = self.store.nodes(about)?;
        let campaign = if records.is_empty() {
            Campaign::new(root, attacks, settings, grain, self.next_job, rules)
        } else {
            let tree = Tree::restored(root, &records, settings, self.next_job)?;
            Campaign::with(tree, grain, rules)
        };
        let pieces = self.store.pieces(about)?.into_iter().collect();
        let nodes = self.store.spent(about)?;
        Ok(Asking {
            question,
            campaign,
            workers: 1,
            pieces,
            out: FxHashMap::default(),
            cancelled: FxHashSet::default(),
            pace: Pace::default(),
            nodes,
            news: Vec::new(),
        })
    }
}
