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

use crate::campaign::{Campaign, Grain, Outcome};
use crate::exchange::{Exchange, ExchangeError, Incoming, Receipt};
use crate::lemmas::{About, Lemmas, NoLemmas};
use crate::message::{
    Answer, Build, Cancelled, Facts, Finding, Job, MOST_NOTES, Note, Place, Progress, RunId,
};
use crate::proof::{self, Unfinished};
use crate::roster::Roster;
use crate::rules::Rules;
use crate::status::{Estimate, Shown, Status};
use crate::store::{Batch, Piece, Run, Store, StoreError};
use crate::tree::{JobNumber, NoTree, Settings, Tree};
use crate::worker::build_for;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use yomikiri::pieces::Subject;
use yomikiri::{Board, Figures, Game, Registry, Solution, Task, Work, WrittenProof};
use yomikiri_check::proof::Monitor as CheckMonitor;
use yomikiri_game::{Key, Player, Status as GameStatus};
use yomikiri_search::{
    Answer as Known, Answered, Asked, By, Found, Inquiry, Numbers, Question, SetupError, Snapshot, Statement,
    Statistics,
};

/// Which proofs of pieces are checked as soon as they come. The proof of the whole is always checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Belief {
    /// All.
    Checked,
    /// The first eight of each worker, and one in sixteen after that.
    #[default]
    Sampled,
    /// None.
    Unchecked,
}

/// What to solve, and how.
pub struct Plan {
    /// The game.
    pub game: Game,
    /// The position.
    pub board: Box<dyn Board>,
    /// The same as workers are told.
    pub place: Place,
    /// About whom.
    pub asked: Asked,
    /// Whether an answer may follow from a theorem.
    pub theorems: bool,
    /// The games, and the referees of their proofs.
    pub registry: Registry,
    /// The plays that a checker may be asked to search; `None` if there are to be no proofs at all.
    pub search: Option<u32>,
    /// What is believed.
    pub belief: Belief,
    /// The size of jobs; it adapts if there is none.
    pub grain: Option<Grain>,
    /// How the tree chooses.
    pub settings: Settings,
    /// Jobs that are given out beyond the number of workers, so that none of them has to wait.
    pub ahead: u32,
    /// A job that nobody has said anything about for so long is given out again.
    pub lost_after: Duration,
    /// Where the proof goes.
    pub proof: Option<PathBuf>,
    /// The coordinator's own table, in bytes, for the proof of its tree.
    pub memory: u64,
}

/// Why a coordinator ends without an answer.
#[derive(Debug, thiserror::Error)]
pub enum CoordinatorError {
    /// Its store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tree in the store cannot be used.
    #[error(transparent)]
    Tree(#[from] NoTree),
    /// The memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It cannot reach its workers.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The game is over at the position.
    #[error("the game is over at this position: there is nothing to search")]
    Over,
    /// Nobody could check a proof about the game.
    #[error("proofs about this game cannot be written: the checker has no rules for it")]
    NoReferee,
    /// The proof cannot be put together.
    #[error("the proof cannot be put together: {0}")]
    Proof(String),
}

impl Plan {
    /// What a store keeps about it.
    #[must_use]
    pub fn run(&self) -> Run {
        let asked = match self.asked {
            Asked::Both => None,
            Asked::About(player) => Some(player == Player::Second),
        };
        let keys = build_for(&self.game).keys;
        Run { place: self.place.clone(), asked, search: self.search.unwrap_or(0), keys }
    }
}

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
        cpu_before: cpu_seconds(),
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
    /// The smaller of its numbers when it was given out.
    number: u32,
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

/// A run, as somebody sees it who watches the task.
struct Watched {
    shown: Shown,
    about: Player,
}

impl Work for Watched {
    fn figures(&self) -> Figures {
        let status = self.shown.get();
        let snapshot = Snapshot {
            nodes: status.nodes,
            proof: status.proof.into(),
            disproof: status.disproof.into(),
            ..Snapshot::default()
        };
        Figures::Search { question: Some(self.about), snapshot, line: Vec::new() }
    }
}

/// One question under way.
struct Asking<'a> {
    question: Question,
    campaign: Campaign<Rules<'a>>,
    pieces: FxHashMap<Key, Piece>,
    out: FxHashMap<JobNumber, Out>,
    /// Jobs that were cancelled and not answered since.
    cancelled: FxHashSet<JobNumber>,
    pace: Pace,
    nodes: u64,
    /// What is to be told to everybody.
    news: Vec<Note>,
}

/// How fast jobs come back, and how large they should be.
#[derive(Default)]
struct Pace {
    answers: u32,
    waiting: f64,
    searching: f64,
    nodes: f64,
    wasted: f64,
}

impl Pace {
    /// Jobs take so many times as long as the way to a worker and back.
    const TIMES_LATENCY: f64 = 20.0;
    const ANSWERS: u32 = 64;
    const LARGEST: u64 = 100_000;

    fn learn(&mut self, turnaround: Duration, answer: &Answer, mattered: bool) {
        let searching = answer.micros as f64 / 1e6;
        self.answers += 1;
        self.waiting += (turnaround.as_secs_f64() - searching).max(0.0);
        self.searching += searching;
        self.nodes += answer.nodes as f64;
        self.wasted += if mattered { 0.0 } else { answer.nodes as f64 };
    }

    /// The grain that fits, when enough answers have come.
    fn grain(&mut self, now: Grain) -> Option<Grain> {
        if self.answers < Self::ANSWERS {
            return None;
        }
        let Self { answers, waiting, searching, nodes, wasted } = std::mem::take(self);
        let latency = waiting / f64::from(answers);
        let fitting = latency * Self::TIMES_LATENCY * nodes / searching.max(1e-6);
        let smallest = Grain::default().nodes;
        // What is thrown away speaks for smaller jobs, and counts more.
        let fitting = if wasted > nodes / 4.0 { (now.nodes / 2) as f64 } else { fitting };
        let nodes = (fitting as u64).clamp(smallest.max(now.nodes / 2), Self::LARGEST.min(now.nodes * 2));
        Some(Grain::of(nodes))
    }
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
        let seconds = self.started.elapsed().as_secs_f64();
        let cost = Statistics { nodes: asking.nodes, seconds, ..Statistics::default() };
        Ok(Found { answer, cost, go_on: !self.task.is_stopped() })
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
            Campaign::with(tree, settings.workers, grain, rules)
        };
        let pieces = self.store.pieces(about)?.into_iter().collect();
        let nodes = self.store.spent(about)?;
        Ok(Asking {
            question,
            campaign,
            pieces,
            out: FxHashMap::default(),
            cancelled: FxHashSet::default(),
            pace: Pace::default(),
            nodes,
            news: Vec::new(),
        })
    }
    /// Gives every worker something to do.
    fn give_out(&mut self, asking: &mut Asking<'_>) {
        let workers = self.exchange.workers().unwrap_or_else(|| self.roster.alive()).max(1);
        asking.campaign.set_workers(workers);
        let wanted = (workers + self.plan.ahead) as usize;
        while asking.campaign.tree().running() < wanted {
            let Some(order) = asking.campaign.next_order() else {
                break;
            };
            let numbers = order.numbers;
            let mut place = self.plan.place.clone();
            place.moves.extend(order.moves);
            let job = Job {
                run: self.run_id,
                number: order.job,
                place,
                key: order.key.0,
                second: asking.question.can_win == Player::Second,
                proof: order.thresholds.proof,
                disproof: order.thresholds.disproof,
                at_least: order.grain.at_least,
                nodes: order.grain.nodes,
                search: self.plan.search,
            };
            self.next_job = order.job + 1;
            if let Err(error) = self.exchange.post(&job) {
                tracing::warn!("a job could not be sent: {error}");
                asking.campaign.withdrawn(order.job);
                break;
            }
            let (posted, number) = (Instant::now(), numbers.proof.min(numbers.disproof));
            asking.out.insert(order.job, Out { key: order.key, posted, last_sign: posted, number });
        }
    }

    /// Waits for answers, and takes in what has come.
    fn take_in(&mut self, asking: &mut Asking<'_>) -> Result<(), CoordinatorError> {
        const WAIT: Duration = Duration::from_millis(100);
        const MOST: usize = 64;
        let mut batch = Batch::default();
        let mut changed = asking.campaign.take_changed();
        let (mut receipts, mut cancelled) = (Vec::<Receipt>::new(), Vec::new());
        let mut wait = WAIT;
        while receipts.len() < MOST {
            let incoming = match self.exchange.receive(wait) {
                Ok(Some(incoming)) => incoming,
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!("nothing can be received: {error}");
                    std::thread::sleep(WAIT);
                    break;
                }
            };
            wait = Duration::ZERO;
            match incoming {
                Incoming::Progress(progress) => self.heard(&progress, asking),
                Incoming::Garbage(why) => {
                    self.status.garbage += 1;
                    tracing::warn!("a message was dropped: {why}");
                }
                Incoming::Answer(answer, receipt) => {
                    receipts.push(receipt);
                    let effects = self.answered(&answer, asking, &mut batch)?;
                    changed.extend(effects.changed);
                    cancelled.extend(effects.cancelled);
                    if asking.campaign.tree().answer().is_some() || self.task.is_stopped() {
                        break;
                    }
                    // Whoever has answered should not wait for the others.
                    self.give_out(asking);
                }
            }
        }
        changed.extend(asking.campaign.take_changed());
        self.write(asking, &mut batch, changed)?;
        if let Err(error) = self.exchange.acknowledge(&receipts) {
            // They come again, and change nothing.
            tracing::warn!("answers could not be acknowledged: {error}");
        }
        for news in asking.news.chunks(MOST_NOTES) {
            let second = asking.question.can_win == Player::Second;
            self.exchange.tell(&Facts { run: self.run_id, second, positions: news.to_vec() });
        }
        asking.news.clear();
        for job in &cancelled {
            asking.out.remove(job);
        }
        asking.cancelled.extend(&cancelled);
        if !cancelled.is_empty() {
            self.exchange.cancel(&Cancelled { run: self.run_id, jobs: cancelled });
        }
        if self.plan.grain.is_none()
            && let Some(grain) = asking.pace.grain(asking.campaign.grain())
        {
            asking.campaign.set_grain(grain);
        }
        Ok(())
    }

    /// Writes what has changed.
    fn write(
        &mut self,
        asking: &Asking<'_>,
        batch: &mut Batch,
        mut changed: Vec<Key>,
    ) -> Result<(), CoordinatorError> {
        changed.sort_unstable();
        changed.dedup();
        batch.nodes = changed.into_iter().filter_map(|key| asking.campaign.record(key)).collect();
        batch.workers = self.roster.take_changed();
        if !batch.is_empty() {
            batch.next_job = Some(self.next_job);
            batch.spent = Some(asking.nodes);
            self.store.commit(asking.question.can_win, batch)?;
        }
        Ok(())
    }

    fn heard(&mut self, progress: &Progress, asking: &mut Asking<'_>) {
        self.roster.heard(progress);
        if let Some((run, number, _)) = progress.job
            && run == self.run_id
            && let Some(out) = asking.out.get_mut(&number)
        {
            out.last_sign = Instant::now();
        }
    }

    /// Takes in an answer.
    fn answered(
        &mut self,
        answer: &Answer,
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<crate::campaign::Effects, CoordinatorError> {
        self.roster.answered(&answer.worker);
        let key = Key(answer.key);
        let out = asking.out.remove(&answer.job);
        asking.cancelled.remove(&answer.job);
        let outcome = match self.objection(answer, asking) {
            // A job that was cancelled may be answered with anything.
            Some(objection) if out.is_none() => {
                tracing::debug!("a late answer of {} is ignored: {objection}", answer.worker);
                Outcome::Nothing
            }
            Some(objection) => {
                tracing::warn!("an answer of {} is ignored: {objection}", answer.worker);
                Outcome::Nothing
            }
            None => self.believed(answer, asking, batch)?,
        };
        if self.plan.belief != Belief::Checked && !matches!(outcome, Outcome::Nothing) {
            // If they are wrong, somebody will find a contradiction where he looks for a proof, and forget them.
            asking.news.extend(&answer.notes);
        }
        let proved = matches!(outcome, Outcome::Proved(_));
        let effects = asking.campaign.answered(answer.job, key, outcome);
        // Work is work, even if nobody wants its result any more.
        if self.is_comrade(answer) {
            asking.nodes += answer.nodes;
            self.status.jobs_done += 1;
            self.roster.worked(answer, effects.mattered);
        }
        if let Some(out) = out {
            asking.pace.learn(out.posted.elapsed(), answer, effects.mattered);
            if proved && out.key == key {
                self.estimate.learn(out.number, answer.nodes);
            }
        }
        Ok(effects)
    }

    /// Whether an answer is about this run, of a worker that may be believed.
    fn is_comrade(&self, answer: &Answer) -> bool {
        answer.run == self.run_id
            && answer.build.keys == self.build.keys
            && !self.roster.is_banned(&answer.worker)
    }

    /// Why an answer is not even looked at, if it is not.
    fn objection(&self, answer: &Answer, asking: &Asking<'_>) -> Option<String> {
        if answer.run != self.run_id {
            return Some(format!("it belongs to run {}", answer.run));
        }
        if self.roster.is_banned(&answer.worker) {
            return Some("it has lied before".to_owned());
        }
        if let Finding::Refused { why } = &answer.finding {
            return Some(format!("it refused the job: {why}"));
        }
        if answer.build.keys != self.build.keys {
            return Some(format!("its build {} knows positions by other keys", answer.build.version));
        }
        if !asking.campaign.tree().contains(Key(answer.key)) {
            return Some("nobody asked about its position".to_owned());
        }
        None
    }

    /// What is believed of an answer.
    fn believed(
        &mut self,
        answer: &Answer,
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<Outcome, CoordinatorError> {
        let key = Key(answer.key);
        let (found, lemmas) = match &answer.finding {
            Finding::Refused { .. } => return Ok(Outcome::Nothing),
            &Finding::Open { proof, disproof, .. } => {
                let numbers = Numbers { proof, disproof };
                return Ok(Outcome::Open { numbers, nodes: answer.nodes, children: answer.reports() });
            }
            Finding::Decided { answer, lemmas } => (*answer, Lemmas::packed(lemmas.clone())),
        };
        if asking.campaign.tree().numbers_of(key).is_none_or(Numbers::is_decided) {
            // It comes late, or for the second time.
            return Ok(Outcome::Nothing);
        }
        let moves = asking.campaign.tree().path(key).unwrap_or_default();
        let mut checked = false;
        if self.plan.search.is_some() && self.roster.is_checked(&answer.worker, self.plan.belief) {
            let statement = Statement { question: asking.question, answer: found };
            match self.check(&lemmas, statement, &moves) {
                Ok(()) => checked = true,
                Err(NoLemmas::Unproved(yomikiri_check::proof::Failure::Stopped)) => {
                    return Ok(Outcome::Nothing);
                }
                Err(why) => {
                    tracing::warn!("{} claims what it cannot prove: {why}", answer.worker);
                    self.distrust(&answer.worker, asking, batch)?;
                    return Ok(Outcome::Nothing);
                }
            }
        }
        let mut board = self.plan.board.boxed();
        if moves.iter().any(|m| board.play(m).is_err()) {
            return Ok(Outcome::Nothing);
        }
        let proof = self.plan.search.map(|_| lemmas.digest());
        let piece = Piece {
            answer: found,
            moves,
            exact_key: board.key().0,
            worker: answer.worker.clone(),
            build: answer.build.clone(),
            nodes: asking.campaign.tree().leaf_work(key).unwrap_or(0) + answer.nodes,
            proof,
            checked,
        };
        // Others may lean on what was checked.
        if checked {
            let Numbers { proof, disproof } = Numbers::decided(found);
            asking.news.push((key.0, proof, disproof, piece.nodes));
        }
        asking.pieces.insert(key, piece.clone());
        batch.pieces.push((key, piece, proof.map(|_| lemmas)));
        Ok(Outcome::Proved(found))
    }

    fn check(&self, lemmas: &Lemmas, statement: Statement, moves: &[String]) -> Result<(), NoLemmas> {
        let (Some(subject), Some(search)) = (&self.subject, self.plan.search) else {
            return Ok(());
        };
        let stop = self.task.stop().clone();
        let monitor = CheckMonitor::until(move || stop.is_requested());
        let from_start: Vec<String> = self.plan.place.moves.iter().chain(moves).cloned().collect();
        let about = About { subject, search };
        lemmas.check(&about, statement, &from_start, self.plan.registry.referees(), &monitor).map(drop)
    }

    /// A worker has lied: it is not believed any more, and what it said before is looked into.
    fn distrust(
        &mut self,
        worker: &str,
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<(), CoordinatorError> {
        self.status.lies += 1;
        self.roster.ban(worker);
        let suspects: Vec<Key> = asking
            .pieces
            .iter()
            .filter(|(_, piece)| piece.worker == worker && !piece.checked)
            .map(|(&key, _)| key)
            .collect();
        self.verify(&suspects, asking, batch)?;
        Ok(())
    }

    /// Checks pieces, and does not believe any more in those that do not hold. Gives their number.
    fn verify(
        &mut self,
        keys: &[Key],
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<usize, CoordinatorError> {
        let mut false_ones = 0;
        for &key in keys {
            let Some(piece) = asking.pieces.get(&key).cloned() else {
                continue;
            };
            let unwritten = batch.pieces.iter().position(|(other, ..)| *other == key);
            let lemmas = match (unwritten.map(|at| batch.pieces[at].2.clone()), piece.proof) {
                (Some(Some(lemmas)), _) => lemmas,
                (_, Some(digest)) => self.store.lemmas(digest)?,
                (_, None) => Lemmas::default(),
            };
            let statement = Statement { question: asking.question, answer: piece.answer };
            let holds = self.check(&lemmas, statement, &piece.moves).is_ok();
            if self.task.is_stopped() {
                break;
            }
            if let Some(at) = unwritten {
                batch.pieces.remove(at);
            }
            if holds {
                let piece = Piece { checked: true, ..piece };
                asking.pieces.insert(key, piece.clone());
                batch.pieces.push((key, piece, Some(lemmas)));
            } else {
                tracing::warn!("a piece of {} does not hold, and is searched again", piece.worker);
                false_ones += 1;
                self.roster.ban(&piece.worker);
                asking.pieces.remove(&key);
                asking.campaign.revoke(key);
                batch.revoked.push(key);
            }
        }
        Ok(false_ones)
    }

    /// Gives jobs up that nobody has said anything about for long.
    fn find_lost(&mut self, asking: &mut Asking<'_>) {
        let lost_after = self.plan.lost_after;
        let lost: Vec<JobNumber> = asking
            .out
            .iter()
            .filter(|(_, out)| out.last_sign.elapsed() > lost_after)
            .map(|(&job, _)| job)
            .collect();
        for job in lost {
            tracing::warn!("job {job} is lost, and is given out again");
            self.status.jobs_lost += 1;
            asking.out.remove(&job);
            asking.campaign.withdrawn(job);
        }
    }

    /// Ends all jobs of a question, and hears what workers did for it in the end.
    fn withdraw_all(&mut self, asking: &mut Asking<'_>) -> Result<(), CoordinatorError> {
        const LAST_WORDS: Duration = Duration::from_millis(200);
        let jobs: Vec<JobNumber> = asking.out.keys().copied().collect();
        asking.cancelled.extend(&jobs);
        self.exchange.cancel(&Cancelled { run: self.run_id, jobs });
        let until = Instant::now() + LAST_WORDS;
        while !asking.cancelled.is_empty() && Instant::now() < until {
            self.take_in(asking)?;
        }
        for (job, _) in asking.out.drain() {
            asking.campaign.withdrawn(job);
        }
        Ok(())
    }

    /// Puts the proof of the whole together and checks it. `None` if something that was believed did not hold and must be
    /// searched again; the inner error says why there is no proof.
    fn prove(
        &mut self,
        answers: &[Answered<Statistics>],
    ) -> Result<Option<Result<WrittenProof, String>>, CoordinatorError> {
        let (Some(subject), Some(search)) = (self.subject.clone(), self.plan.search) else {
            return Ok(Some(Err("no proof was wanted".to_owned())));
        };
        let plan = self.plan;
        let mut statements = Vec::new();
        let mut unproved = Vec::new();
        for answered in answers {
            let Some(answer) = answered.answer.known() else {
                continue;
            };
            let statement = Statement { question: answered.question, answer };
            match answered.by {
                By::Search => {
                    let asking = self.begin(answered.question)?;
                    unproved.extend(unchecked(&asking).into_iter().map(|key| (answered.question, key)));
                    statements.push((statement, Some((asking.campaign.tree().clone(), asking.pieces))));
                }
                By::Theorem => statements.push((statement, None)),
                By::Rules | By::OtherAnswer => {}
            }
        }
        let about = About { subject: &subject, search };
        let put_together = proof::put_together(&about, plan, &statements, self.store, plan.memory, self.task);
        match put_together {
            Ok(written) => return Ok(Some(Ok(written))),
            Err(Unfinished::Stopped) => return Ok(Some(Err("stopped".to_owned()))),
            Err(Unfinished::Store(error)) => return Err(error.into()),
            Err(Unfinished::Failed(why)) if unproved.is_empty() => return Err(CoordinatorError::Proof(why)),
            Err(Unfinished::Failed(why)) => tracing::warn!("the proof does not hold: {why}"),
        }
        // One of the pieces that were not checked is to blame.
        let mut false_ones = 0;
        for question in Player::BOTH.map(|can_win| Question { can_win }) {
            let keys: Vec<Key> =
                unproved.iter().filter(|(about, _)| *about == question).map(|&(_, key)| key).collect();
            if keys.is_empty() {
                continue;
            }
            let mut asking = self.begin(question)?;
            let mut batch = Batch::default();
            false_ones += self.verify(&keys, &mut asking, &mut batch)?;
            let changed = asking.campaign.take_changed();
            self.write(&asking, &mut batch, changed)?;
        }
        self.status.lies += false_ones as u64;
        match false_ones {
            _ if self.task.is_stopped() => Ok(Some(Err("stopped".to_owned()))),
            0 => Err(CoordinatorError::Proof("every piece holds, but the whole does not".to_owned())),
            _ => Ok(None),
        }
    }

    /// Shows how it stands, but not too often; without a question, for the last time.
    fn show(&mut self, asking: Option<&Asking<'_>>) {
        const EVERY: f64 = 0.2;
        let seconds = self.started.elapsed().as_secs_f64();
        let status = &mut self.status;
        if asking.is_some() && status.seconds > 0.0 && seconds - status.seconds < EVERY {
            return;
        }
        if let Some(asking) = asking {
            let tree = asking.campaign.tree();
            let Numbers { proof, disproof } = tree.numbers();
            status.second = asking.question.can_win == Player::Second;
            (status.answer, status.proof, status.disproof) = (tree.answer(), proof, disproof);
            status.positions = tree.len() as u64;
            status.pieces = asking.pieces.len() as u64;
            status.checked = asking.pieces.values().filter(|piece| piece.checked).count() as u64;
            status.jobs_out = asking.out.len() as u64;
            status.grain = asking.campaign.grain().nodes;
            status.remaining = self.estimate.of(proof.min(disproof));
            remember(&mut status.history, (seconds, proof, disproof));
            // The proof of the whole is another matter.
            status.cpu_seconds = cpu_seconds() - self.cpu_before;
        }
        let traffic = self.exchange.traffic();
        (status.messages, status.bytes) = (traffic.messages, traffic.bytes);
        status.workers = self.roster.shown();
        let sum = self.roster.sum();
        if seconds > status.seconds {
            let rate = sum.nodes.saturating_sub(status.nodes) as f64 / (seconds - status.seconds);
            // Over the last few seconds, rather than the last round.
            let weight = ((seconds - status.seconds) / 5.0).min(1.0);
            status.nodes_per_second += weight * (rate - status.nodes_per_second);
        }
        (status.nodes, status.proof_nodes, status.wasted) = (sum.nodes, sum.proof_nodes, sum.wasted);
        if asking.is_some() {
            status.seconds = seconds;
        }
        self.shown.set(status.clone());
    }
}

/// The pieces that were not checked.
fn unchecked(asking: &Asking<'_>) -> Vec<Key> {
    asking.pieces.iter().filter(|(_, piece)| !piece.checked).map(|(&key, _)| key).collect()
}

/// Keeps a few hundred points, the later the denser.
fn remember(history: &mut Vec<(f64, u32, u32)>, point: (f64, u32, u32)) {
    const MOST: usize = 512;
    if history.last().is_some_and(|last| point.0 - last.0 < 1.0) {
        return;
    }
    history.push(point);
    if history.len() > MOST {
        let mut number = 0;
        history.retain(|_| {
            number += 1;
            number % 2 == 0 || number > MOST / 2
        });
    }
}

/// The processor time of this thread.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
