//! The top of a search: a proof-number tree over positions, whose leaves are jobs for workers.
//!
//! It is a pure state machine: no clock, no threads, no input or output. Whoever has it asks for the next job, says what
//! came of a job, and gets the jobs that no longer matter. The simulator runs the same machine as a coordinator of weeks.
//!
//! - Positions are known by the keys of the search, so that transpositions and symmetric positions are one node. It is a
//!   directed graph without cycles, since games make progress; numbers are those of a tree, as in df-pn.
//! - **The first job** is the leaf that df-pn would search next, with the thresholds that df-pn would give it: until its
//!   numbers say that another leaf is more promising. **The next job** is the leaf that is most likely to be needed for the answer
//!   (`likelihood`), so that workers spread out over moves that must all be dealt with, and stay together where one good move is
//!   enough. A leaf has one job at a time: workers that share a table could search the same leaf together, but they do better
//!   apart. Jobs under way are never part of a node's numbers: a job that is lost leaves no trace.
//! - **A claim** is an answer that a worker has found and is about to prove. Proofs take longer than searches, so others should not
//!   go on as if it were unknown: it counts in the numbers, and jobs that it makes unnecessary are cancelled. It goes with its
//!   job, and no answer of the tree rests on it.
//! - **What a worker says without proof is a guess.** If its table has decided a child, the child becomes a leaf that is
//!   nearly decided (`NEARLY`): it looks like what it is said to be, and is asked about again before anything rests on it. The
//!   same goes for every leaf that a worker has come to on its way, as it does in a search with one table.
//!
//! Rejected: trees of jobs in which a worker splits its own piece and becomes a coordinator (it may crash, and then the
//! pieces of many others are lost); virtual proof numbers (`likelihood` says why).
//!
//! # References
//! - J. Čížek, M. Balko and M. Schmid, *Massively parallel proof-number search*, 2025 (a best-first tree above df-pn).
//! - J. Pawlewicz and R. Hayward, *Scalable parallel DFPN search*, Computers and Games 2013 (virtual numbers).

mod choosing;
mod hardness;
mod likelihood;
mod records;
mod updating;

pub use records::{NoTree, NodeRecord};

use crate::status::MoveStatus;
use hardness::Hardness;
use likelihood::{Likelihood, order_of_replies};
use rustc_hash::FxHashMap;
use yomikiri_game::Key;
use yomikiri_search::{INFINITE, Numbers};

/// The number of a job in its run.
pub type JobNumber = u64;

/// How the tree chooses.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How much better another child must be before a job ends in its favour, as a fraction (df-pn's 1 + ε).
    pub epsilon: f64,
    /// Where the player to move wins, the likelihood that a second move is needed which looks as good as the first.
    pub second_move: f32,
    /// The part of its likelihood that a leaf with a job has left for workers that help below it.
    pub help: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epsilon: 0.25, second_move: 0.3, help: 0.5 }
    }
}

/// The number that a child has for the player who would choose it if a worker's table has decided it against him.
const NEARLY: u32 = INFINITE >> 2;

/// A child of a node that is expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChild {
    /// The move to it.
    pub m: String,
    /// Its key.
    pub key: Key,
    /// Whether the player to move there is the one whose win is asked about.
    pub attacks: bool,
    /// A first guess.
    pub numbers: Numbers,
}

/// What a worker says about a child of the position that it searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its key.
    pub key: Key,
    /// Its numbers.
    pub numbers: Numbers,
    /// The nodes that they cost.
    pub work: u64,
}

/// A leaf to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The job.
    pub job: JobNumber,
    /// The position.
    pub key: Key,
    /// How far.
    pub thresholds: Numbers,
}

/// The tree of one question about one position.
#[derive(Clone, Debug)]
pub struct Tree {
    settings: Settings,
    /// Where the player to move loses, the power of the ratio of their numbers with which one move is more urgent than another.
    order_of_replies: f32,
    nodes: Vec<Node>,
    index: FxHashMap<Key, u32>,
    jobs: FxHashMap<JobNumber, u32>,
    next_job: JobNumber,
    hardness: Hardness,
    /// Whether a position with jobs at it or below was decided since jobs were last cancelled.
    may_cancel: bool,
}

#[derive(Clone, Debug)]
struct Node {
    key: Key,
    /// Whether the player to move is the one whose win is asked about.
    attacks: bool,
    /// The move from the first parent.
    m: Box<str>,
    parents: Vec<u32>,
    children: Vec<u32>,
    /// What is known of it as a leaf.
    own: Numbers,
    /// The nodes that workers spent on it as a leaf.
    work: u64,
    /// The answer that somebody has proved of it, apart from its children.
    proved: Option<bool>,
    /// The answer that a worker has found, which is still to be proved, and the job.
    claim: Option<(JobNumber, bool)>,
    /// The answer, as it follows from what was proved here and below.
    certain: Option<bool>,
    /// Its numbers, as they follow from all that, claims included.
    numbers: Numbers,
    /// The jobs at it.
    jobs: Vec<JobNumber>,
    /// The jobs at it and below.
    running: u32,
    likelihood: Likelihood,
}

impl Node {
    fn new(child: &NewChild, parents: Vec<u32>) -> Self {
        Self {
            key: child.key,
            attacks: child.attacks,
            m: child.m.as_str().into(),
            parents,
            children: Vec::new(),
            own: child.numbers,
            work: 0,
            proved: None,
            claim: None,
            certain: child.numbers.answer(),
            numbers: child.numbers,
            jobs: Vec::new(),
            running: 0,
            likelihood: Likelihood::of_leaf(child.numbers),
        }
    }

    fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }
}

impl Tree {
    /// The tree of a position of which nothing is known. Jobs are numbered from `first_job` on.
    #[must_use]
    pub fn new(root: Key, attacks: bool, settings: Settings, first_job: JobNumber) -> Self {
        let numbers = Numbers { proof: 1, disproof: 1 };
        let child = NewChild { m: String::new(), key: root, attacks, numbers };
        Self {
            settings,
            order_of_replies: order_of_replies(1),
            nodes: vec![Node::new(&child, Vec::new())],
            index: FxHashMap::from_iter([(root, 0)]),
            jobs: FxHashMap::default(),
            next_job: first_job,
            hardness: Hardness::default(),
            may_cancel: false,
        }
    }

    /// A position and its children.
    #[must_use]
    pub fn family(&self, key: Key) -> Vec<Key> {
        let children = self.at(key).into_iter().flat_map(|node| &node.children);
        [key].into_iter().chain(children.map(|&child| self.nodes[child as usize].key)).collect()
    }

    /// The position that it is about.
    #[must_use]
    pub fn root(&self) -> Key {
        self.nodes[0].key
    }

    /// The numbers of the root.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.nodes[0].numbers
    }

    /// The answer, if it is proved.
    #[must_use]
    pub fn answer(&self) -> Option<bool> {
        self.nodes[0].certain
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// There is always the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of jobs under way.
    #[must_use]
    pub fn running(&self) -> usize {
        self.jobs.len()
    }

    /// The number that the next job will get.
    #[must_use]
    pub fn next_number(&self) -> JobNumber {
        self.next_job
    }

    fn at(&self, key: Key) -> Option<&Node> {
        self.index.get(&key).map(|&at| &self.nodes[at as usize])
    }

    /// Whether a position is in the tree.
    #[must_use]
    pub fn contains(&self, key: Key) -> bool {
        self.index.contains_key(&key)
    }

    /// The answer for a position, if it is proved, here or below.
    #[must_use]
    pub fn answer_for(&self, key: Key) -> Option<bool> {
        self.at(key)?.certain
    }

    /// The numbers of a position, which rest on claims, too.
    #[must_use]
    pub fn numbers_of(&self, key: Key) -> Option<Numbers> {
        self.at(key).map(|node| node.numbers)
    }

    /// Whether a position is a leaf, and what it has cost as one.
    #[must_use]
    pub fn leaf_work(&self, key: Key) -> Option<u64> {
        self.at(key).filter(|node| node.is_leaf()).map(|node| node.work)
    }

    /// What was proved of a position, apart from its children.
    #[must_use]
    pub fn proved(&self, key: Key) -> Option<bool> {
        self.at(key)?.proved
    }

    /// The position of a job.
    #[must_use]
    pub fn position_of(&self, job: JobNumber) -> Option<Key> {
        self.jobs.get(&job).map(|&at| self.nodes[at as usize].key)
    }

    /// The moves that lead to a position.
    #[must_use]
    pub fn path(&self, key: Key) -> Option<Vec<String>> {
        let mut at = *self.index.get(&key)?;
        let mut moves = Vec::new();
        while let Some(&parent) = self.nodes[at as usize].parents.first() {
            moves.push(self.nodes[at as usize].m.to_string());
            at = parent;
        }
        moves.reverse();
        Some(moves)
    }

    /// The moves from the root, and how each of them stands.
    #[must_use]
    pub fn moves(&self) -> Vec<MoveStatus> {
        let shown = |&child: &u32| {
            let Node { m, numbers: Numbers { proof, disproof }, running, .. } = &self.nodes[child as usize];
            MoveStatus { m: m.to_string(), proof: *proof, disproof: *disproof, jobs: *running }
        };
        self.nodes[0].children.iter().map(shown).collect()
    }

    /// All positions whose answers are proved, with the answers.
    pub fn decided(&self) -> impl Iterator<Item = (Key, bool)> {
        self.nodes.iter().filter_map(|node| Some((node.key, node.certain?)))
    }
}
