//! The speed of the program on this machine, and the signature of its search.
//!
//! The signature is the total number of nodes over fixed positions with fixed options. It is the same on every
//! machine; it changes exactly when the search does, and a commit that changes it says so. The signature of the
//! current search is in `suites/trax/bench.txt`, and a test compares.

use crate::board::perft_within;
use crate::job::method_name;
use crate::task::Task;
use yomikiri_game::{Instant, LineError, play_line};
use yomikiri_search::{Limits, Method, Options, SetupError, Shallow, solve};
use yomikiri_trax::rules::RulesError;
use yomikiri_trax::{Position, Rules};

/// What is solved: game, moves, method, shallow depth, limit on nodes per question.
const POSITIONS: &[(&str, &str, Method, Shallow, u64)] = &[
    ("trax:3x3", "", Method::Id, Shallow::Off, 100_000),
    ("trax:4x4", "", Method::IdTable, Shallow::Off, 200_000),
    ("trax:3x3", "", Method::Pns, Shallow::Two, 100_000),
    ("trax:4x4", "", Method::Dfpn, Shallow::Off, 100_000),
    ("trax:4x4", "", Method::Dfpn, Shallow::One, 100_000),
    ("trax:4x4", "", Method::Dfpn, Shallow::Two, 100_000),
    ("trax:5x5", "", Method::Dfpn, Shallow::Two, 200_000),
    ("trax:6x6", "@0+ @1+", Method::Dfpn, Shallow::Two, 20_000),
    ("trax:8x8", "@0/ @1/", Method::Dfpn, Shallow::Two, 20_000),
    ("trax", "@0+ B1+ C1/ @1+", Method::Dfpn, Shallow::Two, 10_000),
];

/// The memory of a table. It is part of the signature.
const MEMORY: u64 = 64 << 20;

/// Move sequences of unlimited Trax of this length are counted for the speed of playing.
const PERFT: (u32, u64) = (6, 7_209_480);

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// The speed of playing; `None` if it was stopped before.
    pub perft: Option<BenchPerft>,
    /// The searches, in order. If the work was stopped, the last ones are missing.
    pub searches: Vec<BenchSearch>,
    /// Whether nothing is missing.
    pub is_complete: bool,
}

/// A count of move sequences.
#[derive(Clone, Copy, Debug)]
pub struct BenchPerft {
    /// The length of the sequences.
    pub depth: u32,
    /// How many there are.
    pub leaves: u64,
    /// The time it took.
    pub seconds: f64,
}

/// A search of a fixed position with fixed options.
#[derive(Clone, Debug)]
pub struct BenchSearch {
    /// The game.
    pub game: &'static str,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// The method.
    pub method: Method,
    /// The depth of the shallow search at every node.
    pub shallow: Shallow,
    /// Positions expanded, of both questions together.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

/// Why nothing could be measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Playing is wrong.
    #[error("perft {depth} counts {leaves} instead of {expected}")]
    Perft {
        /// The length of the sequences.
        depth: u32,
        /// The number that was counted.
        leaves: u64,
        /// The number that is known.
        expected: u64,
    },
    /// A fixed position names no game.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A fixed position cannot be reached.
    #[error(transparent)]
    Moves(#[from] LineError),
}

impl Bench {
    /// Measures.
    ///
    /// # Errors
    /// If the memory cannot be had, or moves are counted wrongly.
    pub fn run(task: &Task) -> Result<Self, BenchError> {
        let mut bench = Self { perft: measure_perft(task)?, ..Self::default() };
        for &(game, moves, method, shallow, nodes) in POSITIONS {
            let rules: Rules = game.parse()?;
            let line = play_line(Position::new(rules), moves)?;
            let limits = Limits { nodes: Some(nodes), time: None };
            let options = Options { method, shallow, memory: MEMORY, limits, ..Options::default() };
            let title = format!("{game}, {}", method_name(method));
            let solution = task.search(&title, |monitor| solve(&line.position, &options, monitor))?;
            if task.is_stopped() {
                return Ok(bench);
            }
            let costs = || solution.answers.iter().map(|answered| answered.cost);
            bench.searches.push(BenchSearch {
                game,
                moves: line.moves,
                method,
                shallow,
                nodes: costs().map(|cost| cost.nodes).sum(),
                seconds: costs().map(|cost| cost.seconds).sum(),
            });
        }
        bench.is_complete = bench.perft.is_some();
        Ok(bench)
    }

    /// The nodes of all searches together; `None` if one is missing.
    #[must_use]
    pub fn signature(&self) -> Option<u64> {
        self.is_complete.then(|| self.searches.iter().map(|search| search.nodes).sum())
    }

    /// The time of all searches together.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.searches.iter().map(|search| search.seconds).sum()
    }
}

fn measure_perft(task: &Task) -> Result<Option<BenchPerft>, BenchError> {
    let (depth, expected) = PERFT;
    let started = Instant::now();
    let counted = task.steps("perft of trax", "sequences", |progress| {
        perft_within(&mut Position::new(Rules::unlimited()), depth, progress.stop())
    });
    let Some(leaves) = counted else {
        return Ok(None);
    };
    if leaves != expected {
        return Err(BenchError::Perft { depth, leaves, expected });
    }
    Ok(Some(BenchPerft { depth, leaves, seconds: started.elapsed().as_secs_f64() }))
}
