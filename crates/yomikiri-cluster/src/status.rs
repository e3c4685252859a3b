//! How a run stands, for people and for programs.

use crate::store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri::text::{clock, counted, grouped};
use yomikiri::view;
use yomikiri_game::Player;
use yomikiri_search::Numbers;

/// How a run stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The run, in a few words.
    pub run: String,
    /// Whether the question under way is about the second player.
    pub second: bool,
    /// The answer, if it is known.
    pub answer: Option<bool>,
    /// The proof number of the root.
    pub proof: u32,
    /// The disproof number of the root.
    pub disproof: u32,
    /// The time since the coordinator was started, in seconds.
    pub seconds: f64,
    /// Processor time of the coordinator, in seconds.
    pub cpu_seconds: f64,
    /// Of this, what it took to check the proofs of pieces.
    pub check_seconds: f64,
    /// Positions of the tree.
    pub positions: u64,
    /// Positions that a worker has decided.
    pub pieces: u64,
    /// Of these, those whose proof was checked.
    pub checked: u64,
    /// Jobs under way or waiting.
    pub jobs_out: u64,
    /// Of these, about how many no worker has taken yet.
    pub jobs_waiting: u64,
    /// Jobs that were answered.
    pub jobs_done: u64,
    /// Jobs that nobody answered.
    pub jobs_lost: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Nodes of all proofs.
    pub proof_nodes: u64,
    /// Nodes of jobs that did not matter any more.
    pub wasted: u64,
    /// Nodes a second, all workers together.
    pub nodes_per_second: f64,
    /// The nodes that a job may cost.
    pub grain: u64,
    /// Claims that did not hold.
    pub lies: u64,
    /// What arrived and was no message.
    pub garbage: u64,
    /// Messages sent and received.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The workers.
    pub workers: Vec<WorkerStatus>,
    /// Nodes that are still to be searched, as an estimate: the lower end, the middle and the upper end.
    pub remaining: Option<[f64; 3]>,
    /// Root numbers over time: seconds, proof number, disproof number.
    pub history: Vec<(f64, u32, u32)>,
    /// The moves from the position, and how each of them stands.
    pub moves: Vec<MoveStatus>,
}

/// How a move from the position stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveStatus {
    /// The move.
    pub m: String,
    /// The proof number after it.
    pub proof: u32,
    /// The disproof number after it.
    pub disproof: u32,
    /// Jobs after it.
    pub jobs: u32,
}

impl MoveStatus {
    fn answer(&self) -> Option<bool> {
        Numbers { proof: self.proof, disproof: self.disproof }.answer()
    }
}

/// How a worker stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// Whether it was heard of lately.
    pub alive: bool,
    /// Whether nothing that it says is believed.
    pub banned: bool,
    /// Its threads.
    pub threads: u16,
    /// Jobs that it answered.
    pub jobs: u64,
    /// Nodes that it searched.
    pub nodes: u64,
}

/// A status that others may look at while it changes.
#[derive(Clone, Default)]
pub struct Shown(Arc<Mutex<Status>>);

impl Shown {
    /// How it stands.
    #[must_use]
    pub fn get(&self) -> Status {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Shows something new.
    pub fn set(&self, status: Status) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = status;
    }
}

/// How far estimates are off: what decided pieces cost, compared with the numbers that they had before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate {
    pieces: f64,
    nodes: f64,
    numbers: f64,
    logs: f64,
    squares: f64,
}

impl Estimate {
    /// A piece with this number was decided for so many nodes.
    pub fn learn(&mut self, number: u32, nodes: u64) {
        let (number, nodes) = (f64::from(number.max(1)), nodes.max(1) as f64);
        let log = (nodes / number).ln();
        self.pieces += 1.0;
        self.nodes += nodes;
        self.numbers += number;
        self.logs += log;
        self.squares += log * log;
    }

    /// What a position with this number may still cost: twice the deviation of single pieces, in both directions.
    #[must_use]
    pub fn of(&self, number: u32) -> Option<[f64; 3]> {
        const ENOUGH: f64 = 10.0;
        if self.pieces < ENOUGH {
            return None;
        }
        let middle = f64::from(number) * self.nodes / self.numbers;
        let mean = self.logs / self.pieces;
        let deviation = (self.squares / self.pieces - mean * mean).max(0.0).sqrt();
        let factor = (2.0 * deviation).exp();
        Some([middle / factor, middle, middle * factor])
    }
}

/// The numbers of a position, as text.
fn both_numbers(proof: u32, disproof: u32) -> String {
    format!("proof number {}, disproof number {}", grouped(proof.into()), grouped(disproof.into()))
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = if self.second { Player::Second } else { Player::First };
        let answer = match self.answer {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not known yet",
        };
        writeln!(f, "{}", self.run)?;
        writeln!(f, "  can {player} win? {answer}; {}", both_numbers(self.proof, self.disproof))?;
        write!(f, "  {}", counted(self.nodes, "node"))?;
        // A store does not know how long it took.
        if self.seconds > 0.0 {
            write!(f, " in {}, {} a second", clock(self.seconds), grouped(self.nodes_per_second as u64))?;
        }
        writeln!(f, "; {} for proofs, {} thrown away", grouped(self.proof_nodes), grouped(self.wasted))?;
        writeln!(
            f,
            "  {} out, {} of them waiting, {} done, {} lost; tree of {}, {} decided by workers, {} of them checked",
            counted(self.jobs_out, "job"),
            grouped(self.jobs_waiting),
            grouped(self.jobs_done),
            grouped(self.jobs_lost),
            counted(self.positions, "position"),
            grouped(self.pieces),
            grouped(self.checked)
        )?;
        if let Some([low, middle, high]) = self.remaining {
            writeln!(f, "  about {middle:.2e} nodes left, between {low:.1e} and {high:.1e}")?;
        }
        for MoveStatus { m, proof, disproof, jobs } in self.moves.iter().filter(|m| m.answer().is_none()) {
            let jobs = counted(u64::from(*jobs), "job");
            writeln!(f, "  after {m}: {}; {jobs} out", both_numbers(*proof, *disproof))?;
        }
        let decided: Vec<&str> =
            self.moves.iter().filter(|m| m.answer().is_some()).map(|m| m.m.as_str()).collect();
        if !decided.is_empty() {
            writeln!(f, "  decided: {}", decided.join(" "))?;
        }
        for worker in &self.workers {
            let state = match (worker.banned, worker.alive) {
                (true, _) => "not believed",
                (false, true) => "alive",
                (false, false) => "gone",
            };
            let (jobs, nodes) = (counted(worker.jobs, "job"), counted(worker.nodes, "node"));
            writeln!(f, "  {}: {state}, {jobs}, {nodes}", worker.name)?;
        }
        Ok(())
    }
}

impl Status {
    /// What a run has cost, in a line.
    #[must_use]
    pub fn cost(&self) -> String {
        format!(
            "{}, {} of them for proofs; {}, {} thrown away; coordinator: {:.2} of {:.2} seconds, {:.2} of them to check pieces; {}, {}",
            counted(self.nodes + self.proof_nodes, "node"),
            grouped(self.proof_nodes),
            counted(self.jobs_done, "job"),
            counted(self.wasted, "node"),
            self.cpu_seconds,
            self.seconds,
            self.check_seconds,
            counted(self.messages, "message"),
            counted(self.bytes, "byte"),
        )
    }

    /// How the run stands that a store keeps, while no coordinator is at work.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn of_store(store: &Store) -> Result<Self, StoreError> {
        let mut status = Self { run: store.run()?.describe(), ..Self::default() };
        for about in Player::BOTH {
            let nodes = store.nodes(about)?;
            let Some(root) = nodes.iter().find(|node| node.origin.is_none()) else {
                continue;
            };
            let tree = crate::tree::Tree::restored(root.key, &nodes, crate::tree::Settings::default(), 0);
            let tree = tree.map_err(|error| StoreError::Damaged(error.to_string()))?;
            status.second = about == Player::Second;
            status.answer = tree.answer();
            (status.proof, status.disproof) = (tree.numbers().proof, tree.numbers().disproof);
            status.positions += tree.len() as u64;
            status.moves = tree.moves();
            let pieces = store.pieces(about)?;
            status.pieces += pieces.len() as u64;
            status.checked += pieces.iter().filter(|(_, piece)| piece.checked).count() as u64;
        }
        for (name, effort) in store.workers()? {
            status.nodes += effort.nodes;
            status.proof_nodes += effort.proof_nodes;
            status.wasted += effort.wasted;
            status.jobs_done += effort.jobs;
            status.lies += effort.lies;
            status.workers.push(WorkerStatus {
                name,
                alive: false,
                banned: effort.lies > 0,
                threads: 0,
                jobs: effort.jobs,
                nodes: effort.nodes,
            });
        }
        Ok(status)
    }

    /// The status as JSON.
    #[must_use]
    pub fn view(&self) -> view::ClusterStatus {
        let worker = |worker: &WorkerStatus| view::ClusterWorker {
            name: worker.name.clone(),
            alive: worker.alive,
            banned: worker.banned,
            threads: worker.threads,
            jobs: worker.jobs,
            nodes: worker.nodes,
        };
        let one_move = |shown: &MoveStatus| view::ClusterMove {
            m: shown.m.clone(),
            answer: shown.answer(),
            proof: shown.proof.into(),
            disproof: shown.disproof.into(),
            jobs: shown.jobs,
        };
        let player = if self.second { Player::Second } else { Player::First };
        view::ClusterStatus {
            run: self.run.clone(),
            player: player.into(),
            answer: self.answer,
            proof: self.proof.into(),
            disproof: self.disproof.into(),
            seconds: self.seconds,
            cpu_seconds: self.cpu_seconds,
            check_seconds: self.check_seconds,
            positions: self.positions,
            pieces: self.pieces,
            checked: self.checked,
            jobs_out: self.jobs_out,
            jobs_waiting: self.jobs_waiting,
            jobs_done: self.jobs_done,
            jobs_lost: self.jobs_lost,
            nodes: self.nodes,
            proof_nodes: self.proof_nodes,
            wasted_nodes: self.wasted,
            nodes_per_second: self.nodes_per_second,
            grain: self.grain,
            lies: self.lies,
            garbage: self.garbage,
            messages: self.messages,
            bytes: self.bytes,
            workers: self.workers.iter().map(worker).collect(),
            remaining: self.remaining,
            history: self.history.clone(),
            moves: self.moves.iter().map(one_move).collect(),
        }
    }

    /// The status in the text format of Prometheus.
    #[must_use]
    pub fn metrics(&self) -> String {
        use std::fmt::Write as _;
        let mut text = String::new();
        let alive = self.workers.iter().filter(|worker| worker.alive).count();
        let figures: [(&str, &str, &str, f64); 20] = [
            ("workers", "gauge", "Workers that were heard of lately", alive as f64),
            ("jobs_out", "gauge", "Jobs under way or waiting", self.jobs_out as f64),
            ("jobs_waiting", "gauge", "Jobs that no worker has taken yet", self.jobs_waiting as f64),
            ("jobs_done_total", "counter", "Jobs that were answered", self.jobs_done as f64),
            ("jobs_lost_total", "counter", "Jobs that nobody answered", self.jobs_lost as f64),
            ("nodes_total", "counter", "Nodes of all searches", self.nodes as f64),
            ("proof_nodes_total", "counter", "Nodes of all proofs", self.proof_nodes as f64),
            ("wasted_nodes_total", "counter", "Nodes of jobs that no longer mattered", self.wasted as f64),
            ("nodes_per_second", "gauge", "Nodes a second, all workers together", self.nodes_per_second),
            ("positions", "gauge", "Positions of the coordinator's tree", self.positions as f64),
            ("pieces", "gauge", "Positions that workers have decided", self.pieces as f64),
            ("pieces_checked", "gauge", "Pieces whose proof was checked", self.checked as f64),
            ("root_proof_number", "gauge", "Proof number of the root", self.proof.into()),
            ("root_disproof_number", "gauge", "Disproof number of the root", self.disproof.into()),
            ("lies_total", "counter", "Claims that did not hold", self.lies as f64),
            ("garbage_total", "counter", "Messages that could not be read", self.garbage as f64),
            ("messages_total", "counter", "Messages sent and received", self.messages as f64),
            ("message_bytes_total", "counter", "Bytes sent and received", self.bytes as f64),
            (
                "coordinator_cpu_seconds_total",
                "counter",
                "Processor time of the coordinator",
                self.cpu_seconds,
            ),
            (
                "coordinator_check_seconds_total",
                "counter",
                "Processor time of the coordinator for the check of pieces",
                self.check_seconds,
            ),
        ];
        for (name, kind, help, value) in figures {
            // Writing to a string cannot fail.
            let _infallible = writeln!(
                text,
                "# HELP yomikiri_{name} {help}.\n# TYPE yomikiri_{name} {kind}\nyomikiri_{name} {value}"
            );
        }
        text
    }
}
