//! A question about a position, and how it is to be answered.

use crate::solving::SolveError;
use std::path::{Path, PathBuf};
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
    /// Whether a checkpoint that is there already, and is not gone on from, may be replaced.
    pub overwrite: bool,
}

/// A proof to be written.
#[derive(Clone, Debug)]
pub struct ProofPlan {
    /// The file; in memory if there is none.
    pub file: Option<PathBuf>,
    /// How many plays the checker may be asked to search by itself at the end of a branch.
    pub search: u32,
}

impl Job {
    /// Makes sure that no file is named twice, but for a checkpoint that is gone on from and written again.
    pub(crate) fn check_files(&self) -> Result<(), SolveError> {
        let checkpoint = self.checkpoint.as_ref().map(|plan| ("checkpoint", &plan.file));
        let proof = self.proof.as_ref().and_then(|plan| Some(("proof", plan.file.as_ref()?)));
        let resumed = self.resume.as_ref().map(|file| ("checkpoint to resume", file));
        let same = |a: Option<(&'static str, &PathBuf)>, b: Option<(&'static str, &PathBuf)>| match (a, b) {
            (Some((first, a)), Some((second, b))) if is_same_file(a, b) => {
                Err(SolveError::SameFile { file: a.clone(), first, second })
            }
            _ => Ok(()),
        };
        same(checkpoint, proof)?;
        same(resumed, proof)
    }
}

/// Whether two paths lead to the same file, which need not exist.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    a == b || resolved(a).is_some_and(|a| Some(a) == resolved(b))
}

/// What the program needs beside its table: itself, and buffers for checkpoints.
const MEMORY_BESIDE: u64 = 12 << 20;
/// A stack for each thread.
const MEMORY_PER_THREAD: u64 = 1 << 19;

/// What is left of the memory of the whole program for the table of a search. The smallest table is always granted.
///
/// # Errors
/// If the stacks of the threads alone would take more than a quarter of the memory.
pub fn table_memory(program: u64, threads: u16) -> Result<u64, SolveError> {
    let stacks = u64::from(threads) * MEMORY_PER_THREAD;
    if threads > 1 && stacks > program / 4 {
        return Err(SolveError::TooManyThreads { threads, needed: stacks, memory: program });
    }
    Ok(program.saturating_sub(MEMORY_BESIDE + stacks).max(program.min(MINIMUM_MEMORY)))
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
    let mut identity =
        format!("--method {method} --shallow {shallow} --shallow-at {shallow_at} --epsilon {epsilon}");
    if !options.guesses {
        identity += " --no-guess";
    }
    // Whatever is chosen about them, the papers' searches keep the same things in the table.
    if options.published.is_some() {
        identity += " --as-in";
    }
    identity
}
