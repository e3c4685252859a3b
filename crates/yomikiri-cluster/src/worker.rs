//! A worker: takes jobs, searches, proves, answers.
//!
//! Its table is kept from job to job as long as game and question stay the same: positions of one game are known by their
//! keys wherever a search begins. Workers of one process share one table, like the threads of `solve`.
//!
//! It trusts nobody. A game is loaded by the name in the job, without reading any file; the position must have the key that
//! the coordinator gives it, or the two programs would talk about different things.

use crate::campaign::Grain;
use crate::exchange::{Desk, ExchangeError, Lease};
use crate::lemmas::Packer;
use crate::message::{Answer, Build, Claim, Finding, Job, MOST_NOTES, Note, Place, Progress};
use crate::piece::{Shared, Task, search};
use std::num::NonZeroU16;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use yomikiri::pieces::{Proving, Unproved};
use yomikiri::{Board, Game, Given, NoFiles, Registry};
use yomikiri_game::{Key, Player, Status, Stop};
use yomikiri_search::{
    Company, Demands, Knowledge, Monitor, Numbers, Options, ProofError, Question, SetupError, Statement,
};

/// How a worker searches.
#[derive(Clone, Copy, Debug)]
pub struct WorkerOptions {
    /// The threads of one job.
    pub threads: NonZeroU16,
    /// The size of the table, in bytes.
    pub memory: u64,
    /// The time between two signs of life.
    pub heartbeat: Duration,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        Self { threads: NonZeroU16::MIN, memory: 1 << 28, heartbeat: Duration::from_secs(5) }
    }
}

/// The table that the workers of one process share: of one game and one question at a time.
pub struct SharedTable {
    memory: u64,
    /// The threads that search with it.
    threads: u32,
    /// Whether others search with other tables.
    shares: bool,
    current: Mutex<Option<Current>>,
}

/// A game, and what is known about one question.
#[derive(Clone)]
struct Current {
    topic: Topic,
    game: Game,
    build: Build,
    knowledge: Arc<Knowledge>,
    company: Arc<Company>,
}

/// What a table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Topic {
    game: String,
    description: Option<String>,
    can_win: Player,
}

impl SharedTable {
    /// A table of so many bytes, when it is needed, for workers with so many threads, all of them together.
    #[must_use]
    pub fn new(memory: u64, threads: u32) -> Arc<Self> {
        Arc::new(Self { memory, threads, shares: false, current: Mutex::default() })
    }

    /// The same, for workers that tell others what they have found out.
    #[must_use]
    pub fn sharing(memory: u64, threads: u32) -> Arc<Self> {
        Arc::new(Self { memory, threads, shares: true, current: Mutex::default() })
    }

    /// The game of a job and what is known about its question.
    fn of(&self, job: &Job, registry: &Registry) -> Result<Current, String> {
        let Place { game, description, .. } = &job.place;
        let topic = Topic { game: game.clone(), description: description.clone(), can_win: job.can_win() };
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = current.as_ref().filter(|known| known.topic == topic) {
            return Ok(known.clone());
        }
        let game = load(&job.place, registry)?;
        // Two tables at a time would be too much.
        *current = None;
        let knowledge = Knowledge::new(self.memory).map_err(|error: SetupError| error.to_string())?;
        let build = build_for(&game);
        let company = Company::new(self.threads);
        let company = Arc::new(if self.shares { company.noting(NOTABLE) } else { company });
        let knowledge = Arc::new(knowledge);
        Ok(current.insert(Current { topic, game, build, knowledge, company }).clone())
    }

    /// Forgets everything: something in it is wrong.
    fn forget(&self) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Loads the game of a place, without reading files.
///
/// # Errors
/// If there is no such game.
pub fn load(place: &Place, registry: &Registry) -> Result<Game, String> {
    let name = registry.name(&place.game).map_err(|error| error.to_string())?;
    let loaded = match &place.description {
        Some(text) => name.load(&Given(text)),
        None => name.load(&NoFiles),
    };
    loaded.map_err(|error| error.to_string())
}

/// The board of a place.
///
/// # Errors
/// If a move or the position is not one of the game.
pub fn board_at(game: &Game, place: &Place) -> Result<Box<dyn Board>, String> {
    let mut board = match &place.from {
        Some(from) => game.board_at(from, "").map_err(|error| error.to_string())?,
        None => game.board(),
    };
    for m in &place.moves {
        board.play(m).map_err(|error| error.to_string())?;
    }
    Ok(board)
}

/// The build that this program is, for a game.
#[must_use]
pub fn build_for(game: &Game) -> Build {
    Build { version: env!("CARGO_PKG_VERSION").to_owned(), keys: key_scheme_of(game) }
}

/// The key scheme of a game as a number: from the keys of the positions along one line of play.
fn key_scheme_of(game: &Game) -> u64 {
    const MOVES: usize = 12;
    let mut board = game.board();
    let mut keys = vec![board.key()];
    while keys.len() < MOVES && board.status() == Status::Open {
        let moves = board.moves();
        let Some(m) = moves.get(keys.len() * 7 % moves.len().max(1)) else {
            break;
        };
        if board.play(m).is_err() {
            break;
        }
        keys.push(board.key());
    }
    yomikiri_search::key_scheme(keys)
}

/// Positions that have cost at least so many nodes are worth telling others, if there is room: all that were visited. (Eight
/// workers on 6×6 Trax take a tenth more nodes if those that cost one node are left out.)
pub(crate) const NOTABLE: u64 = 1;

/// The notes that cost most, as many as are welcome.
fn best_notes(notes: &[(Key, Numbers, u64)], welcome: u32) -> Vec<Note> {
    let mut notes: Vec<Note> = notes
        .iter()
        .map(|&(key, Numbers { proof, disproof }, work)| (key.0, proof, disproof, work))
        .collect();
    notes.sort_unstable_by_key(|&(key, _, _, work)| (std::cmp::Reverse(work), key));
    notes.truncate(MOST_NOTES.min(welcome as usize));
    notes
}

/// The time that a worker rests after a job that it cannot do, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A worker.
pub struct Worker {
    name: String,
    registry: Registry,
    options: WorkerOptions,
    table: Arc<SharedTable>,
    idle_exit: Option<Duration>,
}

impl Worker {
    /// A worker with a table, which it may share.
    #[must_use]
    pub fn new(name: String, registry: Registry, options: WorkerOptions, table: Arc<SharedTable>) -> Self {
        Self { name, registry, options, table, idle_exit: None }
    }

    /// The same worker, which ends when there was no job for a time.
    #[must_use]
    pub fn ending_when_idle(self, time: Duration) -> Self {
        Self { idle_exit: Some(time), ..self }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Works until it is stopped or there is nothing to do any more.
    ///
    /// # Errors
    /// If the connection is lost.
    pub fn run(&self, desk: &dyn Desk, stop: &Stop) -> Result<(), ExchangeError> {
        const WAIT: Duration = Duration::from_millis(500);
        let mut last_sign: Option<Instant> = None;
        let mut last_job = Instant::now();
        let mut pause = FIRST_PAUSE;
        while !stop.is_requested() && self.idle_exit.is_none_or(|longest| last_job.elapsed() < longest) {
            if last_sign.is_none_or(|last| last.elapsed() >= self.options.heartbeat) {
                desk.progress(None, &self.progress(None, 0, false));
                last_sign = Some(Instant::now());
            }
            let lease = match desk.next(WAIT) {
                Ok(Some(lease)) => lease,
                Ok(None) => continue,
                Err(ExchangeError::Closed) => break,
                Err(error) => return Err(error),
            };
            self.learn(desk);
            let answer = self.watched(&lease, desk, stop);
            desk.answer(&lease, &answer)?;
            last_job = Instant::now();
            if let Finding::Refused { why } = &answer.finding
                && !lease.stop.is_requested()
            {
                // Jobs that it cannot do should go to others.
                tracing::warn!("job {} cannot be done here: {why}", lease.job.number);
                std::thread::sleep(pause);
                pause = (2 * pause).min(LONGEST_PAUSE);
            } else {
                pause = FIRST_PAUSE;
            }
        }
        desk.progress(None, &self.progress(None, 0, true));
        Ok(())
    }

    fn progress(&self, lease: Option<&Lease>, nodes: u64, leaves: bool) -> Progress {
        let job = lease.map(|lease| (lease.job.run, lease.job.number, nodes));
        Progress { worker: self.name.clone(), job, threads: self.options.threads.get(), leaves, claim: None }
    }

    /// Takes in what the coordinator believes.
    fn learn(&self, desk: &dyn Desk) {
        for facts in desk.facts() {
            let current = self.table.current.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(Current { topic, knowledge, .. }) = &*current
                && (topic.can_win == Player::Second) == facts.second
            {
                for &(key, proof, disproof, nodes) in &facts.positions {
                    knowledge.learn(Key(key), Numbers { proof, disproof }, nodes);
                }
            }
        }
    }

    /// Does a job while another thread gives signs of life.
    fn watched(&self, lease: &Lease, desk: &dyn Desk, stop: &Stop) -> Answer {
        let monitor = Monitor::new(lease.stop.clone());
        let (done, when_done) = channel::<()>();
        std::thread::scope(|scope| {
            let watched = &monitor;
            let started = Instant::now();
            scope.spawn(move || {
                let mut next_sign = self.options.heartbeat;
                while when_done.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                    self.learn(desk);
                    if stop.is_requested() {
                        lease.stop.request();
                    }
                    if started.elapsed() >= next_sign {
                        next_sign += self.options.heartbeat;
                        let nodes = watched.snapshot().nodes;
                        desk.progress(Some(lease), &self.progress(Some(lease), nodes, false));
                    }
                }
            });
            let answer = self.answer_with(&lease.job, &monitor, &mut |claim, nodes| {
                let claim = Some(claim);
                desk.progress(Some(lease), &Progress { claim, ..self.progress(Some(lease), nodes, false) });
            });
            drop(done);
            answer
        })
    }

    /// Does a job.
    pub fn answer(&self, job: &Job, monitor: &Monitor) -> Answer {
        self.answer_with(job, monitor, &mut |_, _| {})
    }

    /// Does a job, and says what it has found, and after how many nodes, before it writes the proof.
    fn answer_with(&self, job: &Job, monitor: &Monitor, say: &mut dyn FnMut(Claim, u64)) -> Answer {
        let started = Instant::now();
        let mut answer = Answer {
            run: job.run,
            job: job.number,
            key: job.key,
            worker: self.name.clone(),
            build: Build { version: env!("CARGO_PKG_VERSION").to_owned(), keys: 0 },
            finding: Finding::Refused { why: String::new() },
            nodes: 0,
            proof_nodes: 0,
            micros: 0,
            notes: Vec::new(),
        };
        answer.finding =
            self.find(job, monitor, &mut answer, say).unwrap_or_else(|why| Finding::Refused { why });
        answer.micros = started.elapsed().as_micros() as u64;
        answer
    }

    fn find(
        &self,
        job: &Job,
        monitor: &Monitor,
        answer: &mut Answer,
        say: &mut dyn FnMut(Claim, u64),
    ) -> Result<Finding, String> {
        let Current { game, build, knowledge, company, .. } = self.table.of(job, &self.registry)?;
        answer.build = build;
        let board = board_at(&game, &job.place)?;
        let question = Question { can_win: job.can_win() };
        if board.status() != Status::Open {
            return Err("the game is over at this position".to_owned());
        }
        let pieces = board.pieces();
        if pieces.asked_key(question) != Key(job.key) {
            return Err("the position has another key here: this is another build".to_owned());
        }
        let task = Task {
            question,
            thresholds: Numbers { proof: job.proof, disproof: job.disproof },
            grain: Grain { nodes: job.nodes, at_least: job.at_least },
            options: &self.search_options(),
        };
        let shared = Shared { knowledge: &knowledge, company: &company };
        let (explored, nodes) = search(pieces, task, shared, monitor);
        answer.nodes = nodes;
        answer.notes = best_notes(&explored.notes, job.notes);
        let numbers = explored.numbers.ok_or("stopped before anything was searched")?;
        if let Some(found) = numbers.answer() {
            let lemmas = match job.search {
                None => Vec::new(),
                Some(search) => {
                    let notes = std::mem::take(&mut answer.notes);
                    say(Claim { answer: found, build: answer.build.clone(), notes }, nodes);
                    let statement = Statement { question, answer: found };
                    self.lemmas(&*board, statement, search, &knowledge, monitor, answer)?
                }
            };
            return Ok(Finding::Decided { answer: found, lemmas });
        }
        let child = |child: &yomikiri::pieces::Child| {
            (child.key.0, child.numbers.proof, child.numbers.disproof, child.work)
        };
        let children = explored.children.iter().map(child).collect();
        Ok(Finding::Open { proof: numbers.proof, disproof: numbers.disproof, children })
    }

    fn search_options(&self) -> Options {
        Options { threads: self.options.threads, memory: self.options.memory, ..Options::default() }
    }

    /// The lemmas that prove what was found.
    fn lemmas(
        &self,
        board: &dyn Board,
        statement: Statement,
        search: u32,
        knowledge: &Knowledge,
        monitor: &Monitor,
        answer: &mut Answer,
    ) -> Result<Vec<u8>, String> {
        let mut packer = Packer::default();
        let proved = board.pieces().prove(Proving {
            statement,
            demands: Demands { search, theorems: true },
            knowledge,
            options: &self.search_options(),
            monitor,
            is_lemma: &mut |_| false,
            sink: &mut |lemma| {
                packer.add(lemma.statement.number(), lemma.cells, lemma.tree);
                Ok(())
            },
        });
        answer.proof_nodes = monitor.snapshot().nodes;
        if let Err(Unproved::Proof(ProofError::Contradiction)) = &proved {
            self.table.forget();
        }
        proved.map_err(|error| error.to_string())?;
        Ok(packer.finish().map_err(|error| error.to_string())?.as_bytes().to_vec())
    }
}
