//! What answers change: numbers go up the tree, jobs that no longer matter are cancelled.

use super::{JobNumber, NEARLY, NewChild, Node, Report, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use yomikiri_game::Key;
use yomikiri_search::{Numbers, summarise};

impl Tree {
    /// A job has ended without an answer: a worker reached a limit or a threshold, was stopped, or is gone. The leaf may
    /// be searched again.
    pub fn withdrawn(&mut self, job: JobNumber) {
        if let Some(at) = self.jobs.remove(&job) {
            let node = &mut self.nodes[at as usize];
            node.jobs.retain(|&other| other != job);
            node.claim = node.claim.filter(|&(claimed_by, _)| claimed_by != job);
            self.propagate(at);
        }
    }

    /// A worker has found the answer for the position of its job, and goes on to prove it. Gives the jobs that do not matter any
    /// more if it is right.
    pub fn claimed(&mut self, job: JobNumber, answer: bool) -> Vec<JobNumber> {
        let Some(&at) = self.jobs.get(&job) else {
            return Vec::new();
        };
        self.nodes[at as usize].claim.get_or_insert((job, answer));
        self.propagate(at);
        self.ended()
    }

    /// Nobody relies on the claim of a job any more. The job goes on.
    pub fn doubted(&mut self, job: JobNumber) {
        if let Some(&at) = self.jobs.get(&job) {
            let node = &mut self.nodes[at as usize];
            node.claim = node.claim.filter(|&(claimed_by, _)| claimed_by != job);
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

    /// A job at a position that had these numbers took such a part of the nodes that it might cost.
    pub fn learn_cost(&mut self, numbers: Numbers, part: f64) {
        self.hardness.learn(numbers, part);
    }

    /// Somebody has proved the answer for a position. Gives the jobs that do not matter any more.
    pub fn prove(&mut self, key: Key, answer: bool) -> Vec<JobNumber> {
        let Some(&at) = self.index.get(&key) else {
            return Vec::new();
        };
        self.nodes[at as usize].proved = Some(answer);
        self.propagate(at);
        self.ended()
    }

    /// The jobs that do not matter any more, if there can be any.
    fn ended(&mut self) -> Vec<JobNumber> {
        if std::mem::take(&mut self.may_cancel) { self.cancel_irrelevant() } else { Vec::new() }
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
                self.nodes.push(Node::new(child, vec![at]));
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

    /// What a worker has noted of positions that it came to, wherever they are. Leaves without jobs take the numbers over, as a
    /// search with one table would do.
    pub fn noted(&mut self, notes: impl Iterator<Item = Report>) {
        for Report { key, numbers, work } in notes {
            let Some(&at) = self.index.get(&key) else {
                continue;
            };
            let node = &mut self.nodes[at as usize];
            if !node.is_leaf() || !node.jobs.is_empty() || node.certain.is_some() {
                continue;
            }
            if work < node.work || !numbers.is_possible() {
                continue;
            }
            node.own = match numbers.answer() {
                Some(true) => Numbers { proof: 1, disproof: NEARLY },
                Some(false) => Numbers { proof: NEARLY, disproof: 1 },
                None => numbers,
            };
            self.propagate(at);
        }
    }

    /// Ends the jobs that nothing undecided leads to. A job whose answer is found ends if nothing unproved leads to it.
    fn cancel_irrelevant(&mut self) -> Vec<JobNumber> {
        let (mut to_search, mut to_prove) = (FxHashMap::default(), FxHashMap::default());
        let is_open = |node: &Node| !node.numbers.is_decided();
        let is_unproved = |node: &Node| node.certain.is_none();
        let mut ended: Vec<JobNumber> = self
            .jobs
            .iter()
            .filter(|&(&job, &at)| match self.nodes[at as usize].claim {
                Some((claimed_by, _)) if claimed_by == job => {
                    !self.is_relevant(at, is_unproved, &mut to_prove)
                }
                _ => !self.is_relevant(at, is_open, &mut to_search),
            })
            .map(|(&job, _)| job)
            .collect();
        ended.sort_unstable();
        for &job in &ended {
            self.withdrawn(job);
        }
        ended
    }

    /// Whether something is the case at a position and everywhere on some path to it.
    fn is_relevant(&self, at: u32, is_left: fn(&Node) -> bool, known: &mut FxHashMap<u32, bool>) -> bool {
        if let Some(&known) = known.get(&at) {
            return known;
        }
        let node = &self.nodes[at as usize];
        let relevant = is_left(node)
            && (at == 0 || node.parents.iter().any(|&parent| self.is_relevant(parent, is_left, known)));
        known.insert(at, relevant);
        relevant
    }

    /// Computes a node again, and everything above that changes with it.
    pub(super) fn propagate(&mut self, from: u32) {
        let mut queue = std::collections::VecDeque::from([from]);
        let mut queued = FxHashSet::from_iter([from]);
        while let Some(at) = queue.pop_front() {
            queued.remove(&at);
            let is_decided = |node: &Node| (node.numbers.is_decided(), node.certain.is_some());
            let before = is_decided(&self.nodes[at as usize]);
            if !self.recompute(at) {
                continue;
            }
            let node = &self.nodes[at as usize];
            let now = is_decided(node);
            self.may_cancel |= node.running > 0 && (now.0 && !before.0 || now.1 && !before.1);
            for &parent in &self.nodes[at as usize].parents {
                if queued.insert(parent) {
                    queue.push_back(parent);
                }
            }
        }
    }

    /// Computes a node from its children; says whether it has changed.
    pub(super) fn recompute(&mut self, at: u32) -> bool {
        let node = &self.nodes[at as usize];
        let children = || node.children.iter().map(|&child| &self.nodes[child as usize]);
        let certain = node.proved.or_else(|| match node.is_leaf() {
            true => node.own.answer(),
            false => followed(children().map(|child| child.certain), node.attacks),
        });
        let numbers = match certain.or(node.claim.map(|(_, answer)| answer)) {
            Some(answer) => Numbers::decided(answer),
            None if node.is_leaf() => node.own,
            None => summarise(children().map(|child| child.numbers), node.attacks).numbers,
        };
        let own_jobs = node.jobs.len() as u32;
        let running = children().fold(own_jobs, |sum, child| sum.saturating_add(child.running));
        let likelihood = self.likelihood_of(node, numbers);
        let node = &mut self.nodes[at as usize];
        let before = (node.certain, node.numbers, node.running, node.likelihood);
        (node.certain, node.numbers, node.running, node.likelihood) = (certain, numbers, running, likelihood);
        before != (certain, numbers, running, likelihood)
    }
}

/// The answer for a position that follows from those for its children, as far as they are known.
fn followed(mut children: impl Iterator<Item = Option<bool>>, attacks: bool) -> Option<bool> {
    let mut all = true;
    let wins = children.any(|answer| {
        all &= answer.is_some();
        answer == Some(attacks)
    });
    match (wins, all) {
        (true, _) => Some(attacks),
        (false, true) => Some(!attacks),
        (false, false) => None,
    }
}
