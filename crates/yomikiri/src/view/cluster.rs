//! Runs with many workers.

use crate::view::Player;
use schemars::JsonSchema;
use serde::Serialize;

/// How a run with many workers stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterStatus {
    /// The run, in a few words.
    pub run: String,
    /// The question under way: whether this player can force a win.
    pub player: Player,
    /// The answer; null if it is not known yet.
    pub answer: Option<bool>,
    /// The proof number of the position.
    pub proof: u64,
    /// The disproof number of the position.
    pub disproof: u64,
    /// The time since the coordinator was started.
    pub seconds: f64,
    /// The processor time of the coordinator.
    pub cpu_seconds: f64,
    /// Of this, what it took to check the proofs of pieces.
    pub check_seconds: f64,
    /// Positions of the coordinator's tree.
    pub positions: u64,
    /// Positions that workers have decided.
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
    /// Positions expanded by all searches.
    pub nodes: u64,
    /// Positions expanded to write proofs.
    pub proof_nodes: u64,
    /// Positions expanded for jobs that did not matter any more.
    pub wasted_nodes: u64,
    /// Positions expanded a second, by all workers together.
    pub nodes_per_second: f64,
    /// The nodes that a job may cost.
    pub grain: u64,
    /// Claims that did not hold.
    pub lies: u64,
    /// Messages that could not be read.
    pub garbage: u64,
    /// Messages sent and received.
    pub messages: u64,
    /// Their size.
    pub bytes: u64,
    /// The workers.
    pub workers: Vec<ClusterWorker>,
    /// Nodes that are still to be searched: the lower end of the estimate, its middle, its upper end; null if too little is
    /// known for one.
    pub remaining: Option<[f64; 3]>,
    /// The numbers over time: seconds, proof number, disproof number.
    pub history: Vec<(f64, u32, u32)>,
    /// The moves from the position. A move that is missing cannot change the answer.
    pub moves: Vec<ClusterMove>,
}

/// A move from the position that a run is about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterMove {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// The answer to the question after it; null if it is not known yet.
    pub answer: Option<bool>,
    /// The proof number after it.
    pub proof: u64,
    /// The disproof number after it.
    pub disproof: u64,
    /// Jobs after it that are under way or waiting.
    pub jobs: u32,
}

/// A worker.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterWorker {
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
    /// Positions that it expanded.
    pub nodes: u64,
}

/// What one store has taken from the text of another.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterMerge {
    /// The text.
    pub file: String,
    /// Pieces that were taken, with a proof that holds.
    pub taken: u64,
    /// Pieces that were known already.
    pub known: u64,
    /// Pieces without a proof that holds.
    pub refused: u64,
}

/// A simulated cluster.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClusterSimulation {
    /// The game that was searched for real; null for one that was drawn from statistics.
    pub game: Option<String>,
    /// The number of workers.
    pub workers: u32,
    /// The nodes that a job may cost.
    pub grain: u64,
    /// The time from the coordinator to a worker, or back.
    pub latency_seconds: f64,
    /// Whether every worker has a table of its own.
    pub own_tables: bool,
    /// Whether the answer was found.
    pub answered: bool,
    /// Positions expanded by all workers.
    pub nodes: u64,
    /// Of these, those of jobs that did not matter any more.
    pub wasted_nodes: u64,
    /// Jobs that were answered.
    pub jobs: u64,
    /// The time that it took in the simulation.
    pub seconds: f64,
    /// The share of their time that workers were searching.
    pub busy: f64,
    /// The share of its time that the coordinator was handling messages.
    pub coordinator: f64,
    /// The speed, compared with that of one worker, divided by the number of workers.
    pub efficiency: f64,
}
