//! A question about a position, and how it is to be answered.

use std::path::PathBuf;
use yomikiri_game::Duration;
use yomikiri_search::{Asked, MINIMUM_MEMORY, Method, Options, Shallow, ShallowWhen};

/// What to find out about a position, and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// About whom.
    pub asked: Asked,
    /// Whether an answer may follow from a theorem.
    pub theorems: bool,
    /// The method and its options. The memory is that of the whole program; see [`table_memory`].
    pub options: Options,
    /// Which moves of the player to move are shown with the answer.
    pub best_moves: BestMoves,
    /// Where to keep what the search has found.
    pub checkpoint: Option<CheckpointPlan>,
    /// The checkpoint to go on from.
    pub resume: Option<PathBuf>,
    /// Where to write a proof of the answers.
    pub proof: Option<ProofPlan>,
}

impl Default for Job {
    fn default() -> Self {
        Self {
            asked: Asked::Both,
            theorems: true,
            options: Options::default(),
            best_moves: BestMoves::One,
            checkpoint: None,
            resume: None,
            proof: None,
        }
    }
}

/// Which moves are shown that keep the value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BestMoves {
    /// None, and no line of play either.
    None,
    /// One, with the line of play that it begins.
    #[default]
    One,
    /// All, with a line of play.
    All,
}

/// When a search is kept in a file.
#[derive(Clone, Debug)]
pub struct CheckpointPlan {
    /// The file.
    pub file: PathBuf,
    /// The time from one checkpoint to the next.
    pub every: Duration,
    /// The largest size of the file.
    pub size: Option<u64>,
}

/// A proof to be written.
#[derive(Clone, Debug)]
pub struct ProofPlan {
    /// The file.
    pub file: PathBuf,
    /// How many plays the checker may be asked to search by itself at the end of a branch.
    pub search: u32,
}

/// What the program needs beside its table: itself, and buffers for checkpoints.
const MEMORY_BESIDE: u64 = 12 << 20;
/// A stack for each thread.
const MEMORY_PER_THREAD: u64 = 1 << 19;

/// What is left of the memory of the whole program for the table of a search. The smallest table is always granted.
#[must_use]
pub fn table_memory(program: u64, threads: u16) -> u64 {
    let beside = MEMORY_BESIDE + u64::from(threads) * MEMORY_PER_THREAD;
    program.saturating_sub(beside).max(program.min(MINIMUM_MEMORY))
}

/// The name of a method.
#[must_use]
pub fn method_name(method: Method) -> &'static str {
    match method {
        Method::Dfs => "dfs",
        Method::Id => "id",
        Method::IdTable => "id-table",
        Method::Pns => "pns",
        Method::Dfpn => "dfpn",
    }
}

/// How many moves a shallow search looks ahead.
#[must_use]
pub fn shallow_plies(shallow: Shallow) -> u8 {
    match shallow {
        Shallow::Off => 0,
        Shallow::One => 1,
        Shallow::Two => 2,
    }
}

/// The methods of search, in the order in which they are listed.
pub const METHODS: [Method; 5] = [Method::Dfs, Method::Id, Method::IdTable, Method::Pns, Method::Dfpn];

/// The method and the options that make it another search, as a checkpoint states them.
pub(crate) fn search_identity(options: &Options) -> String {
    let shallow = shallow_plies(options.shallow);
    let shallow_at = match options.shallow_when {
        ShallowWhen::EveryVisit => "every",
        ShallowWhen::NewNodes => "new",
    };
    let (method, epsilon) = (method_name(options.method), options.epsilon);
    format!("--method {method} --shallow {shallow} --shallow-at {shallow_at} --epsilon {epsilon}")
}
