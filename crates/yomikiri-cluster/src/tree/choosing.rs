//! Which leaf is searched next.

use super::{Assignment, Tree};
use yomikiri_game::Key;
use yomikiri_search::{INFINITE, Numbers, Summary, Thresholds};

/// A leaf that was chosen.
struct Chosen {
    leaf: u32,
    /// How far to search it.
    thresholds: Numbers,
}

impl Tree {
    /// The leaf that should be expanded before the next job is given out: others can help with it, and that is worth more
    /// than any leaf without a job.
    #[must_use]
    pub fn leaf_to_expand(&self) -> Option<Key> {
        let leaf = &self.nodes[self.most_likely()?.leaf as usize];
        (!leaf.jobs.is_empty()).then_some(leaf.key)
    }

    /// The leaf to search next, which has a job from now on; `None` if another one should be expanded first, or the root is
    /// decided.
    pub fn next_job(&mut self) -> Option<Assignment> {
        let Chosen { leaf: at, thresholds } = self.most_likely()?;
        if !self.nodes[at as usize].jobs.is_empty() {
            return None;
        }
        let job = self.next_job;
        self.next_job += 1;
        self.jobs.insert(job, at);
        let node = &mut self.nodes[at as usize];
        node.jobs.push(job);
        let key = node.key;
        self.propagate(at);
        Some(Assignment { job, key, thresholds })
    }

    /// The leaf that is most likely to be needed and can take a job or be expanded.
    fn most_likely(&self) -> Option<Chosen> {
        if !self.nodes[0].likelihood.is_available() {
            return None;
        }
        let (mut at, mut thresholds) = (0u32, Thresholds::NONE);
        loop {
            let node = &self.nodes[at as usize];
            if node.is_leaf() {
                return Some(Chosen { leaf: at, thresholds: thresholds.0 });
            }
            let moves = self.moves_of(node);
            let (mut best, mut nearest) = (0, f32::INFINITY);
            for &child in &node.children {
                let child_node = &self.nodes[child as usize];
                let distance = child_node.likelihood.distance;
                if distance < nearest {
                    let distance = distance + self.distance_to(child_node, moves);
                    if distance < nearest {
                        (nearest, best) = (distance, child);
                    }
                }
            }
            let child = self.nodes[best as usize].numbers;
            // A job need not end in favour of a child that somebody works on already, or that is worse.
            let (mut second, mut sum) = (INFINITE, 0u64);
            for &other in &node.children {
                let other_node = &self.nodes[other as usize];
                sum += u64::from(other_node.numbers.of_opponent(node.attacks));
                if other != best && other_node.running == 0 && other_node.likelihood.is_available() {
                    second = second.min(other_node.numbers.of_mover(node.attacks));
                }
            }
            let second = second.max(child.of_mover(node.attacks));
            let summary = Summary { numbers: node.numbers, best: best as usize, second, sum };
            thresholds = thresholds.for_best_child(&summary, child, node.attacks, self.settings.epsilon);
            at = best;
        }
    }
}
