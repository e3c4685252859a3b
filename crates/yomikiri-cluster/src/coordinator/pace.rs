//! How fast jobs come back, and how large they should be.
//!
//! A job takes about a hundred nodes on average. If its way to a worker and back takes longer than that, it should take much longer,
//! too. Apart from that, its size depends on the number of workers
//! ([`Grain::for_workers`]; `docs/cluster.md` has the figures) and on how much of the work is thrown away.

use crate::campaign::Grain;
use crate::message::{Answer, MOST_NOTES};
use std::time::Duration;

/// The notes of an answer, those that cost most first, that are passed on among so many workers. Everybody hears them, so
/// their number must fall with the square of the workers if the server is to carry the same: 8 workers get all, 64 get 64 of
/// each, more than 180 get 8 of each.
pub(super) fn notes_for(workers: u32) -> u32 {
    const LEAST: u64 = 8;
    let workers = u64::from(workers.max(1));
    ((MOST_NOTES as u64 * 64) / (workers * workers)).clamp(LEAST, MOST_NOTES as u64) as u32
}

/// Every so many nodes that were spent on a question, one more worker gets a job. All are at work after a moment, and small games do
/// not waste what many workers would do at once.
pub(super) const NODES_FOR_ANOTHER: u64 = 500;

/// How fast jobs come back.
pub(super) struct Pace {
    answers: u32,
    /// The shortest time that an answer took on top of its search. (Others may have waited for a worker.)
    waiting: f64,
    searching: f64,
    nodes: f64,
    wasted: f64,
    /// The nodes that a worker searches while a message is under way, as far as is known.
    nodes_on_the_way: f64,
    /// A factor below 1 if much was thrown away.
    modesty: f64,
}

impl Default for Pace {
    fn default() -> Self {
        let (waiting, searching, nodes, wasted) = (f64::INFINITY, 0.0, 0.0, 0.0);
        Self { answers: 0, waiting, searching, nodes, wasted, nodes_on_the_way: 0.0, modesty: 1.0 }
    }
}

impl Pace {
    /// A way to a worker and back that takes no more nodes than this needs no larger jobs: these would cost more than the waiting
    /// does.
    const SHORT_WAY: f64 = 100.0;
    /// Jobs take so many times as long as the rest of the way,
    const TIMES_LATENCY: f64 = 20.0;
    /// and this part of it even if their thresholds are reached at once,
    const AT_LEAST: f64 = 0.25;
    /// or a node for so many workers, so that the coordinator can keep up.
    const WORKERS_FOR_A_NODE: f64 = 8.0;
    const ANSWERS: u32 = 64;

    pub(super) fn learn(&mut self, turnaround: Duration, answer: &Answer, mattered: bool) {
        let searching = answer.micros as f64 / 1e6;
        self.answers += 1;
        self.waiting = self.waiting.min((turnaround.as_secs_f64() - searching).max(0.0));
        self.searching += searching;
        self.nodes += answer.nodes as f64;
        self.wasted += if mattered { 0.0 } else { answer.nodes as f64 };
        if self.answers == Self::ANSWERS {
            let nodes_on_the_way = self.waiting * self.nodes / self.searching.max(1e-6);
            let modesty =
                if self.wasted > self.nodes / 4.0 { self.modesty / 2.0 } else { self.modesty * 2.0 };
            *self = Self { nodes_on_the_way, modesty: modesty.clamp(0.01, 1.0), ..Self::default() };
        }
    }

    /// The grain that fits so many workers and a tree of so many positions.
    pub(super) fn grain(&self, workers: u32, positions: usize) -> Grain {
        let way = (self.nodes_on_the_way - Self::SHORT_WAY).max(0.0);
        let fitting = (way * Self::TIMES_LATENCY).max(Grain::for_workers(workers).nodes as f64);
        let least = Grain::smallest(workers).max(Grain::smallest_for_tree(positions));
        let nodes = (fitting * self.modesty).clamp(least as f64, Grain::LARGEST as f64);
        let at_least = (way * Self::AT_LEAST)
            .max(f64::from(workers) / Self::WORKERS_FOR_A_NODE)
            .clamp(1.0, nodes / 10.0);
        Grain { nodes: nodes as u64, at_least: at_least as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Build, Finding, RunId};

    fn answer(nodes: u64, micros: u64) -> Answer {
        Answer {
            run: RunId(1),
            job: 1,
            key: 1,
            worker: "somebody".to_owned(),
            build: Build { version: String::new(), keys: 1 },
            finding: Finding::Refused { why: String::new() },
            nodes,
            proof_nodes: 0,
            micros,
            notes: Vec::new(),
        }
    }

    #[test]
    fn notes_fit_the_server() {
        assert_eq!([1, 8, 64, 256, 4096].map(notes_for), [4096, 4096, 64, 8, 8]);
    }

    #[test]
    fn jobs_fit_workers_latency_and_waste() {
        let mut pace = Pace::default();
        assert_eq!(
            [1, 2, 8, 64, 1024, 100_000].map(|workers| pace.grain(workers, 1).nodes),
            [20_000, 500, 500, 3200, 51_200, 250_000]
        );
        assert_eq!(
            [10_000, 1_000_000, 1_000_000_000].map(|positions| pace.grain(2, positions).nodes),
            [500, 10_000, 250_000]
        );
        // A worker searches 20,000 nodes a second, and a message takes 20 ms: 400 nodes.
        let slow = |pace: &mut Pace, mattered| {
            for number in 0..Pace::ANSWERS {
                let in_the_queue = if number == 5 { 0 } else { 1000 };
                pace.learn(Duration::from_millis(120 + in_the_queue), &answer(2000, 100_000), mattered);
            }
        };
        slow(&mut pace, true);
        assert_eq!(
            (pace.grain(1, 1).nodes, pace.grain(64, 1)),
            (20_000, Grain { nodes: 6000, at_least: 75 })
        );
        slow(&mut pace, false);
        assert_eq!(pace.grain(64, 1), Grain { nodes: 3200, at_least: 75 });
        assert_eq!(pace.grain(1024, 1).nodes, 51_200, "the coordinator would be too slow");
        slow(&mut pace, true);
        assert_eq!(pace.grain(64, 1), Grain { nodes: 6000, at_least: 75 });
    }
}
