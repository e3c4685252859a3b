//! The top of a search: a proof-number tree over positions, whose leaves are jobs for workers.
//!
//! It is a pure state machine: no clock, no threads, no input or output. Whoever has it asks for the next job, says what
//! came of a job, and gets the jobs that no longer matter. The simulator runs the same machine as a coordinator of weeks.
//!
//! - Positions are known by the keys of the search, so that transpositions and symmetric positions are one node. It is a
//!   directed graph without cycles, since games make progress; numbers are those of a tree, as in df-pn.
//! - **The next job** is the leaf that df-pn would search next, with the thresholds that df-pn would give it: until its
//!   numbers say that another leaf is more promising. A leaf has one job at a time, unless workers share a table
//!   ([`Settings::per_leaf`]).
//! - **Virtual proof numbers**: a node with jobs under way looks worse to the player who would choose it, by a share of its
//!   number ([`Settings::crowding`], [`Settings::spreading`]), so that workers spread out. They are used where a child is
//!   chosen and are never part of a node's own numbers: a job that is lost leaves no trace.
//! - **What a worker says without proof is a guess.** If its table has decided a child, the child becomes a leaf that is
//!   nearly decided (`NEARLY`): it looks like what it is said to be, and is asked about again before anything rests on it.
//!
//! Rejected: trees of jobs in which a worker splits its own piece and becomes a coordinator (it may crash, and then the
//! pieces of many others are lost); infinite virtual numbers for leaves under way, which would drive workers into moves that
//! look hopeless.
//!
//! # References
//! - J. Čížek, M. Balko and M. Schmid, *Massively parallel proof-number search*, 2025 (a best-first tree above df-pn).
//! - J. Pawlewicz and R. Hayward, *Scalable parallel DFPN search*, Computers and Games 2013 (virtual numbers).

use rustc_hash::{FxHashMap, FxHashSet};
use yomikiri_game::Key;
use yomikiri_search::{INFINITE, Numbers, Summary, Thresholds, summarise};

/// The number of a job in its run.
pub type JobNumber = u64;

/// How the tree chooses.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How much better another child must be before a job ends in its favour, as a fraction (df-pn's 1 + ε).
    pub epsilon: f64,
    /// How much worse a child looks if all workers are in it, as a share of its number, where the player to move seems to
    /// win: he needs one child, and work on a second one may be for nothing.
    pub crowding: f64,
    /// How much worse it looks for each worker in it where he seems to lose: all children must be dealt with, so work on any of
    /// them is needed.
    pub spreading: f64,
    /// The number of workers.
    pub workers: u32,
    /// The jobs that a leaf may have at a time. More than one is of use only to workers that share a table, since they
    /// spread out below the leaf by themselves.
    pub per_leaf: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epsilon: 0.25, crowding: 0.0625, spreading: 10.0, workers: 1, per_leaf: 1 }
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
    nodes: Vec<Node>,
    index: FxHashMap<Key, u32>,
    jobs: FxHashMap<JobNumber, u32>,
    next_job: JobNumber,
    /// The jobs that leaves could still have which are not decided, whether or not they still matter.
    room: usize,
}

/// A node as a store keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRecord {
    /// Its key.
    pub key: Key,
    /// The first parent and the move from there; `None` for the root.
    pub origin: Option<(Key, String)>,
    /// Whether the player to move is the one whose win is asked about.
    pub attacks: bool,
    /// What is known of it as a leaf.
    pub own: Numbers,
    /// What it has cost as a leaf.
    pub work: u64,
    /// The answer that was proved of it, apart from its children.
    pub proved: Option<bool>,
    /// Its children.
    pub children: Vec<Key>,
}

/// Why records are no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored tree is damaged: {0}")]
pub struct NoTree(&'static str);

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
    /// Its numbers, as they follow from all that.
    numbers: Numbers,
    /// The jobs at it.
    jobs: Vec<JobNumber>,
    /// The jobs at it and below.
    running: u32,
    /// The jobs that it could still have, as a leaf.
    room: usize,
    /// Whether there is a leaf with room, at it or below.
    available: bool,
}

impl Node {
    fn new(child: &NewChild, parents: Vec<u32>, per_leaf: u32) -> Self {
        let room = if child.numbers.is_decided() { 0 } else { per_leaf as usize };
        Self {
            key: child.key,
            attacks: child.attacks,
            m: child.m.as_str().into(),
            parents,
            children: Vec::new(),
            own: child.numbers,
            work: 0,
            proved: None,
            numbers: child.numbers,
            jobs: Vec::new(),
            running: 0,
            room,
            available: room > 0,
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
        let root_node = Node::new(&child, Vec::new(), settings.per_leaf);
        Self {
            settings,
            room: root_node.room,
            nodes: vec![root_node],
            index: FxHashMap::from_iter([(root, 0)]),
            jobs: FxHashMap::default(),
            next_job: first_job,
        }
    }

    /// The tree that records describe, without jobs.
    ///
    /// # Errors
    /// If they describe none.
    pub fn restored(
        root: Key,
        records: &[NodeRecord],
        settings: Settings,
        first_job: JobNumber,
    ) -> Result<Self, NoTree> {
        let (at_root, others): (Vec<&NodeRecord>, Vec<&NodeRecord>) =
            records.iter().partition(|record| record.key == root);
        let records: Vec<&NodeRecord> = at_root.into_iter().chain(others).collect();
        let index: FxHashMap<Key, u32> =
            records.iter().enumerate().map(|(at, record)| (record.key, at as u32)).collect();
        let place = |key: Key| index.get(&key).copied().ok_or(NoTree("a position is missing"));
        if place(root)? != 0 || index.len() != records.len() {
            return Err(NoTree("a position is there twice"));
        }
        let mut nodes = Vec::with_capacity(records.len());
        for record in &records {
            let (m, parents) = match &record.origin {
                Some((parent, m)) if record.key != root => (m.clone(), vec![place(*parent)?]),
                None if record.key == root => (String::new(), Vec::new()),
                _ => return Err(NoTree("the root alone has no parent")),
            };
            let child = NewChild { m, key: record.key, attacks: record.attacks, numbers: record.own };
            let mut node = Node::new(&child, parents, settings.per_leaf);
            (node.work, node.proved) = (record.work, record.proved);
            node.children = record.children.iter().map(|&key| place(key)).collect::<Result<_, _>>()?;
            nodes.push(node);
        }
        for at in 0..nodes.len() as u32 {
            for child in nodes[at as usize].children.clone() {
                if !nodes[child as usize].parents.contains(&at) {
                    nodes[child as usize].parents.push(at);
                }
            }
        }
        let room = nodes.iter().map(|node| node.room).sum();
        let jobs = FxHashMap::default();
        let mut tree = Self { settings, nodes, index, jobs, next_job: first_job, room };
        for at in tree.children_first()? {
            tree.recompute(at);
        }
        Ok(tree)
    }

    /// All nodes, each after its children.
    fn children_first(&self) -> Result<Vec<u32>, NoTree> {
        let mut waiting: Vec<usize> = self.nodes.iter().map(|node| node.children.len()).collect();
        let mut order: Vec<u32> =
            (0..self.nodes.len() as u32).filter(|&at| waiting[at as usize] == 0).collect();
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            next += 1;
            for &parent in &self.nodes[at as usize].parents {
                if self.nodes[parent as usize].children.contains(&at) {
                    waiting[parent as usize] -= 1;
                    if waiting[parent as usize] == 0 {
                        order.push(parent);
                    }
                }
            }
        }
        if order.len() == self.nodes.len() { Ok(order) } else { Err(NoTree("positions lead to themselves")) }
    }

    /// A node as a store keeps it.
    #[must_use]
    pub fn record(&self, key: Key) -> Option<NodeRecord> {
        let node = self.at(key)?;
        let key_at = |&at: &u32| self.nodes[at as usize].key;
        Some(NodeRecord {
            key,
            origin: node.parents.first().map(|parent| (key_at(parent), node.m.to_string())),
            attacks: node.attacks,
            own: node.own,
            work: node.work,
            proved: node.proved,
            children: node.children.iter().map(key_at).collect(),
        })
    }

    /// A position and its children.
    #[must_use]
    pub fn family(&self, key: Key) -> Vec<Key> {
        let children = self.at(key).into_iter().flat_map(|node| &node.children);
        [key].into_iter().chain(children.map(|&child| self.nodes[child as usize].key)).collect()
    }

    /// The jobs that leaves could still have.
    #[must_use]
    pub fn room(&self) -> usize {
        self.room
    }

    /// The leaf that the next job would be about.
    #[must_use]
    pub fn next_leaf(&self) -> Option<Key> {
        self.nodes[0].available.then(|| self.nodes[self.most_proving().0 as usize].key)
    }

    /// Sets the number of workers.
    pub fn set_workers(&mut self, workers: u32) {
        self.settings.workers = workers;
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

    /// The answer, if it is found.
    #[must_use]
    pub fn answer(&self) -> Option<bool> {
        self.numbers().answer()
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

    /// The numbers of a position.
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

    /// All positions that are decided, with their answers.
    pub fn decided(&self) -> impl Iterator<Item = (Key, bool)> {
        self.nodes.iter().filter_map(|node| Some((node.key, node.numbers.answer()?)))
    }

    /// The leaf to search next, which has a job from now on; `None` if every leaf has one, or the root is decided.
    pub fn next_job(&mut self) -> Option<Assignment> {
        if !self.nodes[0].available {
            return None;
        }
        let (at, thresholds) = self.most_proving();
        let job = self.next_job;
        self.next_job += 1;
        self.jobs.insert(job, at);
        let node = &mut self.nodes[at as usize];
        node.jobs.push(job);
        let key = node.key;
        self.propagate(at);
        Some(Assignment { job, key, thresholds })
    }

    /// The leaf that df-pn would search next among those without a job, and how far.
    fn most_proving(&self) -> (u32, Numbers) {
        let (mut at, mut thresholds) = (0u32, Thresholds::NONE);
        loop {
            let node = &self.nodes[at as usize];
            if node.is_leaf() {
                return (at, thresholds.0);
            }
            let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u64);
            for &child in &node.children {
                let child_node = &self.nodes[child as usize];
                sum += u64::from(child_node.numbers.of_opponent(node.attacks));
                if !child_node.available {
                    continue;
                }
                let looks = self.visible(child_node, node);
                if looks < least {
                    (second, least, best) = (least, looks, child);
                } else {
                    second = second.min(looks);
                }
            }
            let summary = Summary { numbers: node.numbers, best: best as usize, second, sum };
            let child = self.nodes[best as usize].numbers;
            thresholds = thresholds.for_best_child(&summary, child, node.attacks, self.settings.epsilon);
            at = best;
        }
    }

    /// The number of a child for the player who would choose it, as it looks with jobs under way in it.
    fn visible(&self, child: &Node, parent: &Node) -> u32 {
        let Settings { crowding, spreading, workers, .. } = self.settings;
        let seems_lost = parent.numbers.of_mover(parent.attacks) > parent.numbers.of_opponent(parent.attacks);
        let others = f64::from(workers.saturating_sub(1).max(1));
        let share = if seems_lost { spreading } else { crowding / others };
        let number = child.numbers.of_mover(parent.attacks);
        let worse = f64::from(number) * share * f64::from(child.running);
        number.saturating_add(worse as u32).saturating_add(child.running).min(INFINITE - 1)
    }

    /// A job has ended without an answer: a worker reached a limit or a threshold, was stopped, or is gone. The leaf may
    /// be searched again.
    pub fn withdrawn(&mut self, job: JobNumber) {
        if let Some(at) = self.jobs.remove(&job) {
            self.nodes[at as usize].jobs.retain(|&other| other != job);
            self.propagate(at);
        }
    }

    /// A worker has found these numbers for a leaf, for so many nodes. Impossible ones, and numbers for what is not a leaf,
    /// are ignored.
    pub fn searched(&mut self, key: Key, numbers: Numbers, work: u64) {
        let Some(&at) = self.index.get(&key) else {
            return;
        };
        let node = &mut self.nodes[at as usize];
        if node.is_leaf() && numbers.is_possible() && !numbers.is_decided() {
            node.own = numbers;
            node.work = node.work.saturating_add(work);
            self.propagate(at);
        }
    }

    /// Somebody has proved the answer for a position. Gives the jobs that do not matter any more.
    pub fn prove(&mut self, key: Key, answer: bool) -> Vec<JobNumber> {
        let Some(&at) = self.index.get(&key) else {
            return Vec::new();
        };
        self.nodes[at as usize].proved = Some(answer);
        self.propagate(at);
        self.cancel_irrelevant()
    }

    /// What was proved of a position turned out to be wrong, or cannot be found any more.
    pub fn revoke(&mut self, key: Key) {
        if let Some(&at) = self.index.get(&key) {
            self.nodes[at as usize].proved = None;
            self.propagate(at);
        }
    }

    /// A leaf becomes a node with children, at least one. A job that it has goes on.
    pub fn expand(&mut self, key: Key, children: &[NewChild]) {
        let Some(&at) = self.index.get(&key).filter(|&&at| self.nodes[at as usize].is_leaf()) else {
            return;
        };
        for child in children {
            let next = self.nodes.len() as u32;
            let known = *self.index.entry(child.key).or_insert(next);
            if known == next {
                let node = Node::new(child, vec![at], self.settings.per_leaf);
                self.room += node.room;
                self.nodes.push(node);
            } else if known == at || self.nodes[at as usize].children.contains(&known) {
                continue;
            } else {
                self.nodes[known as usize].parents.push(at);
            }
            self.nodes[at as usize].children.push(known);
        }
        self.propagate(at);
    }

    /// What a worker knows of the children of a position that it searched. It reports those that are left; the others it
    /// has decided against the player to move.
    pub fn reported(&mut self, key: Key, reports: &[Report]) {
        let Some(&at) = self.index.get(&key) else {
            return;
        };
        let attacks = self.nodes[at as usize].attacks;
        let reports: FxHashMap<Key, &Report> = reports.iter().map(|report| (report.key, report)).collect();
        for child in self.nodes[at as usize].children.clone() {
            let node = &mut self.nodes[child as usize];
            if !node.is_leaf() {
                continue;
            }
            let numbers = match reports.get(&node.key) {
                Some(report) if report.work < node.work => continue,
                Some(report) if !report.numbers.is_possible() || report.numbers.is_decided() => continue,
                Some(report) => report.numbers,
                None if node.work > 0 => continue,
                None => Numbers::for_mover(attacks, NEARLY, 1),
            };
            node.own = numbers;
            self.propagate(child);
        }
    }

    /// The leaf with a job that has cost most so far, to be expanded so that others can help; `None` if there is none.
    #[must_use]
    pub fn busiest_leaf(&self) -> Option<Key> {
        let busy = self.jobs.values().map(|&at| &self.nodes[at as usize]);
        busy.filter(|node| node.is_leaf()).max_by_key(|node| (node.work, node.key)).map(|node| node.key)
    }

    /// Ends the jobs that nothing undecided leads to.
    fn cancel_irrelevant(&mut self) -> Vec<JobNumber> {
        let mut relevant = FxHashMap::default();
        let mut ended: Vec<JobNumber> = self
            .jobs
            .iter()
            .filter(|&(_, &at)| !self.is_relevant(at, &mut relevant))
            .map(|(&job, _)| job)
            .collect();
        ended.sort_unstable();
        for &job in &ended {
            self.withdrawn(job);
        }
        ended
    }

    /// Whether a position is undecided and so is everything on some path to it.
    fn is_relevant(&self, at: u32, known: &mut FxHashMap<u32, bool>) -> bool {
        if let Some(&known) = known.get(&at) {
            return known;
        }
        let node = &self.nodes[at as usize];
        let relevant = !node.numbers.is_decided()
            && (at == 0 || node.parents.iter().any(|&parent| self.is_relevant(parent, known)));
        known.insert(at, relevant);
        relevant
    }

    /// Computes a node again, and everything above that changes with it.
    fn propagate(&mut self, from: u32) {
        let mut queue = std::collections::VecDeque::from([from]);
        let mut queued = FxHashSet::from_iter([from]);
        while let Some(at) = queue.pop_front() {
            queued.remove(&at);
            if !self.recompute(at) {
                continue;
            }
            for &parent in &self.nodes[at as usize].parents {
                if queued.insert(parent) {
                    queue.push_back(parent);
                }
            }
        }
    }

    /// Computes a node from its children; says whether it has changed.
    fn recompute(&mut self, at: u32) -> bool {
        let node = &self.nodes[at as usize];
        let children = || node.children.iter().map(|&child| &self.nodes[child as usize]);
        let numbers = match node.proved {
            Some(answer) => Numbers::decided(answer),
            None if node.is_leaf() => node.own,
            None => summarise(children().map(|child| child.numbers), node.attacks).numbers,
        };
        let own_jobs = node.jobs.len() as u32;
        let running = children().fold(own_jobs, |sum, child| sum.saturating_add(child.running));
        let room = match node.is_leaf() && !numbers.is_decided() {
            true => (self.settings.per_leaf as usize).saturating_sub(node.jobs.len()),
            false => 0,
        };
        let available = !numbers.is_decided() && (room > 0 || children().any(|child| child.available));
        let node = &mut self.nodes[at as usize];
        let changed = (node.numbers, node.running, node.available) != (numbers, running, available);
        self.room = self.room + room - node.room;
        (node.numbers, node.running, node.room, node.available) = (numbers, running, room, available);
        changed
    }
}
