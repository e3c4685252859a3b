//! One question about one position, given out in jobs: the tree, and what to do when it changes.
//!
//! Like the tree it is pure: whoever has it brings the jobs to workers and the answers back, keeps what has changed, and
//! decides what to believe. All it needs besides is a look at a position (which moves are there, and what is seen at a
//! glance), since the rules are the coordinator's own business: a worker that left out a move could make anything true.
//!
//! **When to split.** A leaf becomes a node of the tree when its jobs have cost as much as one may ([`Grain::nodes`]): so the
//! tree grows where the work is. A leaf with a job does, too, if it is likely to take more than that and no other leaf is
//! nearly as likely to be needed.

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
    /// For so many workers. One alone does best with large jobs, since small ones tear its search apart. Several do best with small
    /// ones: each knows sooner what the others have found (`docs/cluster.md` has the figures), even if they share a table.
    #[must_use]
    pub fn for_workers(workers: u32) -> Self {
        Self::of(if workers <= 1 { Self::ALONE } else { Self::smallest(workers) })
    }

    /// The jobs of a worker that is alone.
    const ALONE: u64 = 20_000;
    /// The smallest jobs of all.
    const SMALLEST: u64 = 500;

    /// The smallest jobs for so many workers. Smaller ones would be too many for the coordinator: a job takes a quarter of its limit
    /// on average, so 50 nodes for each worker keep it busy for a tenth of its time, at 50 µs for an answer and 25,000 nodes a
    /// second.
    #[must_use]
    pub fn smallest(workers: u32) -> u64 {
        (50 * u64::from(workers)).clamp(Self::SMALLEST, Self::LARGEST)
    }

    /// The smallest jobs for a tree of so many positions. A tree that has grown to a million gets jobs of 10,000 nodes, so that a
    /// run of months fits into memory.
    #[must_use]
    pub fn smallest_for_tree(positions: usize) -> u64 {
        (positions as u64 / 100).min(Self::LARGEST)
    }

    /// The largest jobs.
    pub const LARGEST: u64 = 250_000;

    /// Jobs of so many nodes. A job that has reached its thresholds should end: what it does after that is not what df-pn would
    /// do next, and ten nodes more for each job take a tenth more in all (8 workers on 6×6 Trax). So only jobs that are few go on.
    #[must_use]
    pub fn of(nodes: u64) -> Self {
        Self { nodes, at_least: (nodes / 10_000).clamp(1, 100) }
    }
}

impl Default for Grain {
    fn default() -> Self {
        Self::of(1000)
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
    /// Records that changed while jobs were given out.
    changed: Vec<Key>,
    /// Jobs that a look has made unnecessary.
    cancelled: Vec<JobNumber>,
    looks: u64,
}

impl<L: Look> Campaign<L> {
    /// The leaves that may be expanded for one job. Each makes room for about as many jobs as it has children.
    const MOST_LOOKS: u32 = 64;

    /// Begins with a position of which nothing is known.
    pub fn new(
        root: Key,
        attacks: bool,
        settings: Settings,
        grain: Grain,
        first_job: JobNumber,
        look: L,
    ) -> Self {
        Self::with(Tree::new(root, attacks, settings, first_job), grain, look)
    }

    /// Goes on with a tree.
    pub fn with(tree: Tree, grain: Grain, look: L) -> Self {
        let changed = vec![tree.root()];
        Self { tree, look, grain, changed, cancelled: Vec::new(), looks: 0 }
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

    /// So many workers wait for jobs.
    pub fn set_workers(&mut self, workers: u32) {
        self.tree.set_workers(workers);
    }

    /// How large jobs are.
    pub fn grain(&self) -> Grain {
        self.grain
    }

    /// The next job to give out; `None` if there is none at the moment, or the question is answered.
    pub fn next_order(&mut self) -> Option<Order> {
        for _ in 0..Self::MOST_LOOKS {
            match self.tree.leaf_to_expand() {
                Some(leaf) if self.split(leaf) => {}
                _ => break,
            }
        }
        let Assignment { job, key, thresholds } = self.tree.next_job()?;
        let moves = self.tree.path(key).unwrap_or_default();
        let numbers = self.tree.numbers_of(key).unwrap_or(thresholds);
        Some(Order { job, key, moves, numbers, thresholds, grain: self.grain })
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

    /// The worker of a job has found the answer, and goes on to prove it. Gives the jobs that do not matter any more if it is
    /// right.
    pub fn claimed(&mut self, job: JobNumber, answer: bool) -> Vec<JobNumber> {
        self.tree.claimed(job, answer)
    }

    /// A claim was not proved for long: nobody relies on it any more.
    pub fn doubted(&mut self, job: JobNumber) {
        self.tree.doubted(job);
    }

    /// A job was answered, perhaps long after it was given up, perhaps for the second time; it has cost so many nodes.
    pub fn answered(&mut self, job: JobNumber, key: Key, outcome: Outcome, cost: u64) -> Effects {
        let mattered = self.tree.position_of(job) == Some(key);
        self.tree.withdrawn(job);
        let mut effects = Effects { mattered, ..Effects::default() };
        let Some(numbers) = self.tree.numbers_of(key).filter(|_| self.tree.answer_for(key).is_none()) else {
            return effects;
        };
        if !matches!(outcome, Outcome::Nothing) && !numbers.is_decided() {
            self.tree.learn_cost(numbers, cost as f64 / self.grain.nodes.max(1) as f64);
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

    /// What a worker has noted of positions that it came to.
    pub fn noted(&mut self, notes: impl Iterator<Item = Report>) {
        self.tree.noted(notes);
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
