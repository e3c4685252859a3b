//! One question about one position, given out in jobs: the tree, and what to do when it changes.
//!
//! Like the tree it is pure: whoever has it brings the jobs to workers and the answers back, keeps what has changed, and
//! decides what to believe. All it needs besides is a look at a position (which moves are there, and what is seen at a
//! glance), since the rules are the coordinator's own business: a worker that left out a move could make anything true.
//!
//! **When to split.** A leaf becomes a node of the tree when its jobs have cost as much as one may ([`Grain::nodes`]): so the
//! tree grows where the work is. It also does when there is not room for all idle workers, or only where it is of little use.

use crate::tree::{Assignment, JobNumber, NewChild, NodeRecord, Report, Settings, Tree};
use yomikiri_game::Key;
use yomikiri_search::Numbers;

/// How large jobs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// The nodes that a job may cost.
    pub nodes: u64,
    /// The nodes that it may cost even if thresholds are reached before.
    pub at_least: u64,
}

impl Grain {
    /// For workers that share a table. They spread out inside a job, so large jobs cost nothing; small ones would tear the
    /// search apart.
    pub const ONE_PROCESS: Self = Self { nodes: 20_000, at_least: 100 };

    /// For workers with tables of their own.
    #[must_use]
    pub fn for_workers(workers: u32) -> Self {
        let workers = u64::from(workers.max(1));
        Self::of((40_000 / (workers * workers)).clamp(1000, 20_000))
    }

    /// Jobs of so many nodes.
    #[must_use]
    pub fn of(nodes: u64) -> Self {
        Self { nodes, at_least: (nodes / 10).min(100) }
    }
}

impl Default for Grain {
    fn default() -> Self {
        Self { nodes: 1000, at_least: 100 }
    }
}

/// What is seen at a position.
#[derive(Clone, Debug)]
pub enum Looked {
    /// The answer.
    Decided(bool),
    /// The children that matter, at least one.
    Open(Vec<NewChild>),
    /// The position cannot be looked at: a move is not one, or the look was interrupted.
    Nothing,
}

/// The rules, as a campaign needs them.
pub trait Look {
    /// What is seen at the position after these moves from the root.
    fn look(&mut self, moves: &[String]) -> Looked;
}

/// A job to be given out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its number.
    pub job: JobNumber,
    /// The position.
    pub key: Key,
    /// The moves to it from the root.
    pub moves: Vec<String>,
    /// Its numbers so far.
    pub numbers: Numbers,
    /// How far to search.
    pub thresholds: Numbers,
    /// How long to search.
    pub grain: Grain,
}

/// What came of a job, as far as it is believed.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The answer, which was proved.
    Proved(bool),
    /// No answer yet.
    Open {
        /// The numbers.
        numbers: Numbers,
        /// The nodes that it cost.
        nodes: u64,
        /// What is known of the children that are left. Empty if nothing is known of any.
        children: Vec<Report>,
    },
    /// Nothing: the worker did not search.
    Nothing,
}

/// What an answer has changed.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Jobs that do not matter any more.
    pub cancelled: Vec<JobNumber>,
    /// Positions whose records have changed.
    pub changed: Vec<Key>,
    /// Whether the job still mattered.
    pub mattered: bool,
}

/// One question, given out in jobs.
pub struct Campaign<L> {
    tree: Tree,
    look: L,
    grain: Grain,
    workers: u32,
    /// Records that changed while jobs were given out.
    changed: Vec<Key>,
    /// Jobs that a look has made unnecessary.
    cancelled: Vec<JobNumber>,
    looks: u64,
    hardness: Hardness,
}

/// What jobs have cost, by the smaller number that their positions had, in powers of two.
#[derive(Clone, Debug, Default)]
struct Hardness([(u64, u64); 32]);

impl Hardness {
    /// After so many jobs the earlier ones count half.
    const MOST: u64 = 256;

    fn class(numbers: Numbers) -> usize {
        numbers.proof.min(numbers.disproof).max(1).ilog2() as usize
    }

    fn learn(&mut self, numbers: Numbers, nodes: u64) {
        let (jobs, sum) = &mut self.0[Self::class(numbers)];
        *jobs += 1;
        *sum += nodes;
        if *jobs >= Self::MOST {
            (*jobs, *sum) = (*jobs / 2, *sum / 2);
        }
    }

    /// Whether such a position takes a good part of a job on average, as far as is known.
    fn is_hard(&self, numbers: Numbers, grain: Grain) -> bool {
        let (jobs, nodes) = self.0[Self::class(numbers)];
        nodes * 16 >= jobs * grain.nodes
    }
}

impl<L: Look> Campaign<L> {
    /// Begins with a position of which nothing is known.
    pub fn new(
        root: Key,
        attacks: bool,
        settings: Settings,
        grain: Grain,
        first_job: JobNumber,
        look: L,
    ) -> Self {
        Self::with(Tree::new(root, attacks, settings, first_job), settings.workers, grain, look)
    }

    /// Goes on with a tree.
    pub fn with(tree: Tree, workers: u32, grain: Grain, look: L) -> Self {
        let changed = vec![tree.root()];
        Self {
            tree,
            look,
            grain,
            workers,
            changed,
            cancelled: Vec::new(),
            looks: 0,
            hardness: Hardness::default(),
        }
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Positions that were looked at.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// How large jobs are from now on.
    pub fn set_grain(&mut self, grain: Grain) {
        self.grain = grain;
    }

    /// How large jobs are.
    pub fn grain(&self) -> Grain {
        self.grain
    }

    /// How many workers there are from now on.
    pub fn set_workers(&mut self, workers: u32) {
        self.workers = workers;
        self.tree.set_workers(workers);
    }

    /// How many workers there are.
    pub fn workers(&self) -> u32 {
        self.workers
    }

    /// The next job to give out; `None` if there is none at the moment, or the question is answered.
    pub fn next_order(&mut self) -> Option<Order> {
        let idle = (self.workers as usize).saturating_sub(self.tree.running());
        let mut looks_left = idle;
        while looks_left > 0 && self.tree.answer().is_none() {
            looks_left -= 1;
            let outlook = self.tree.outlook();
            let next = outlook.map(|outlook| outlook.leaf);
            let crowded = outlook.and_then(|outlook| outlook.crowded).filter(|&key| self.is_hard(key));
            if crowded.is_none() && next.is_some() && self.tree.room() >= idle {
                break;
            }
            match crowded.or(next).or_else(|| self.tree.busiest_leaf()) {
                Some(key) if self.split(key) => {}
                _ => break,
            }
        }
        let Assignment { job, key, thresholds } = self.tree.next_job()?;
        let moves = self.tree.path(key).unwrap_or_default();
        let numbers = self.tree.numbers_of(key).unwrap_or(thresholds);
        Some(Order { job, key, moves, numbers, thresholds, grain: self.grain })
    }

    /// Whether more workers at a leaf would have enough to do.
    fn is_hard(&self, leaf: Key) -> bool {
        self.tree.numbers_of(leaf).is_some_and(|numbers| self.hardness.is_hard(numbers, self.grain))
    }

    /// The records that have changed, since this was last asked, without an answer.
    pub fn take_changed(&mut self) -> Vec<Key> {
        std::mem::take(&mut self.changed)
    }

    /// What a store keeps of a position.
    pub fn record(&self, key: Key) -> Option<NodeRecord> {
        self.tree.record(key)
    }

    /// A job is lost: nobody will answer.
    pub fn withdrawn(&mut self, job: JobNumber) {
        self.tree.withdrawn(job);
    }

    /// A job was answered, perhaps long after it was given up, perhaps for the second time; it has cost so many nodes.
    pub fn answered(&mut self, job: JobNumber, key: Key, outcome: Outcome, cost: u64) -> Effects {
        let mattered = self.tree.position_of(job) == Some(key);
        self.tree.withdrawn(job);
        let mut effects = Effects { mattered, ..Effects::default() };
        let Some(numbers) = self.tree.numbers_of(key).filter(|numbers| !numbers.is_decided()) else {
            return effects;
        };
        if !matches!(outcome, Outcome::Nothing) {
            self.hardness.learn(numbers, cost);
        }
        match outcome {
            Outcome::Nothing => return effects,
            Outcome::Proved(answer) => effects.cancelled = self.tree.prove(key, answer),
            Outcome::Open { numbers, nodes, children } => {
                self.tree.searched(key, numbers, nodes);
                if self.tree.leaf_work(key).is_some_and(|work| work >= self.grain.nodes) {
                    self.split(key);
                }
                if !children.is_empty() && self.tree.leaf_work(key).is_none() {
                    self.tree.reported(key, &children);
                }
            }
        }
        effects.cancelled.append(&mut self.cancelled);
        effects.changed = std::mem::take(&mut self.changed);
        effects.changed.extend(self.tree.family(key));
        effects.changed.sort_unstable();
        effects.changed.dedup();
        effects
    }

    /// What was believed about a position is not believed any more.
    pub fn revoke(&mut self, key: Key) {
        self.tree.revoke(key);
        self.changed.push(key);
    }

    /// Makes a leaf a node of the tree; says whether it has changed.
    fn split(&mut self, key: Key) -> bool {
        let Some(moves) = self.tree.path(key) else {
            return false;
        };
        self.looks += 1;
        match self.look.look(&moves) {
            Looked::Nothing => false,
            Looked::Decided(answer) => {
                let cancelled = self.tree.prove(key, answer);
                self.cancelled.extend(cancelled);
                self.changed.push(key);
                true
            }
            Looked::Open(children) => {
                self.tree.expand(key, &children);
                self.changed.extend(self.tree.family(key));
                true
            }
        }
    }
}
