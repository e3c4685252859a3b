//! Which leaf is searched next.

use super::{Assignment, Node, Settings, Tree};
use yomikiri_game::Key;
use yomikiri_search::{INFINITE, Numbers, Summary, Thresholds};

/// A leaf that was chosen.
struct Chosen {
    leaf: u32,
    /// How far to search it.
    thresholds: Numbers,
    /// The first node on the way that looked far better, but has no leaf without a job.
    passed_by: Option<u32>,
}

/// What the next job would be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The leaf.
    pub leaf: Key,
    /// A leaf with a job that should be expanded first, since this one is a long way round: at a move that looks far worse
    /// than another one where every leaf has its job ([`Settings::detour`]).
    pub crowded: Option<Key>,
}

/// Whether the player to move seems to lose, by the numbers.
fn seems_lost(node: &Node) -> bool {
    node.numbers.of_mover(node.attacks) > node.numbers.of_opponent(node.attacks)
}

impl Tree {
    /// What the next job would be about; `None` if every leaf has a job, or the root is decided.
    #[must_use]
    pub fn outlook(&self) -> Option<Outlook> {
        if !self.nodes[0].available {
            return None;
        }
        let Chosen { leaf, passed_by, .. } = self.most_proving();
        let leaf = self.nodes[leaf as usize].key;
        Some(Outlook { leaf, crowded: passed_by.and_then(|at| self.crowded_leaf(at)) })
    }

    /// The best leaf below a node in which every leaf has a job.
    fn crowded_leaf(&self, mut at: u32) -> Option<Key> {
        loop {
            let node = &self.nodes[at as usize];
            if node.is_leaf() {
                return Some(node.key);
            }
            let open =
                node.children.iter().filter(|&&child| !self.nodes[child as usize].numbers.is_decided());
            at = *open.min_by_key(|&&child| self.visible(&self.nodes[child as usize], node))?;
        }
    }

    /// The leaf with a job that has cost most so far, to be expanded so that others can help; `None` if there is none.
    #[must_use]
    pub fn busiest_leaf(&self) -> Option<Key> {
        let busy = self.jobs.values().map(|&at| &self.nodes[at as usize]);
        busy.filter(|node| node.is_leaf()).max_by_key(|node| (node.work, node.key)).map(|node| node.key)
    }

    /// The leaf to search next, which has a job from now on; `None` if every leaf has one, or the root is decided.
    pub fn next_job(&mut self) -> Option<Assignment> {
        if !self.nodes[0].available {
            return None;
        }
        let Chosen { leaf: at, thresholds, .. } = self.most_proving();
        let job = self.next_job;
        self.next_job += 1;
        self.jobs.insert(job, at);
        let node = &mut self.nodes[at as usize];
        node.jobs.push(job);
        let key = node.key;
        self.propagate(at);
        Some(Assignment { job, key, thresholds })
    }

    /// The leaf that df-pn would search next among those without a job.
    fn most_proving(&self) -> Chosen {
        let (mut at, mut thresholds, mut passed_by) = (0u32, Thresholds::NONE, None);
        loop {
            let node = &self.nodes[at as usize];
            if node.is_leaf() {
                return Chosen { leaf: at, thresholds: thresholds.0, passed_by };
            }
            let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u64);
            let (mut full, mut least_of_full) = (None, INFINITE);
            for &child in &node.children {
                let child_node = &self.nodes[child as usize];
                sum += u64::from(child_node.numbers.of_opponent(node.attacks));
                if !child_node.available {
                    let number = child_node.numbers.of_mover(node.attacks);
                    if number < least_of_full {
                        (full, least_of_full) = (Some(child), number);
                    }
                    continue;
                }
                let looks = self.visible(child_node, node);
                if looks < least {
                    (second, least, best) = (least, looks, child);
                } else {
                    second = second.min(looks);
                }
            }
            let child = self.nodes[best as usize].numbers;
            let is_detour =
                f64::from(child.of_mover(node.attacks)) > self.settings.detour * f64::from(least_of_full);
            if passed_by.is_none() && is_detour && !seems_lost(node) {
                passed_by = full;
            }
            let summary = Summary { numbers: node.numbers, best: best as usize, second, sum };
            thresholds = thresholds.for_best_child(&summary, child, node.attacks, self.settings.epsilon);
            at = best;
        }
    }

    /// The number of a child for the player who would choose it, as it looks with jobs under way in it.
    fn visible(&self, child: &Node, parent: &Node) -> u32 {
        let Settings { crowding, spreading, workers, .. } = self.settings;
        let others = f64::from(workers.saturating_sub(1).max(1));
        let share = if seems_lost(parent) { spreading } else { crowding / others };
        let number = child.numbers.of_mover(parent.attacks);
        let worse = f64::from(number) * share * f64::from(child.running);
        number.saturating_add(worse as u32).saturating_add(child.running).min(INFINITE - 1)
    }
}
