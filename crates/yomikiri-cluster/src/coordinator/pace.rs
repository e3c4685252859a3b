//! How fast jobs come back, and how large they should be.

use crate::campaign::Grain;
use crate::message::Answer;
use std::time::Duration;

/// How fast jobs come back, and how large they should be.
#[derive(Default)]
pub(super) struct Pace {
    answers: u32,
    waiting: f64,
    searching: f64,
    nodes: f64,
    wasted: f64,
}

impl Pace {
    /// Jobs take so many times as long as the way to a worker and back.
    const TIMES_LATENCY: f64 = 20.0;
    const ANSWERS: u32 = 64;
    const LARGEST: u64 = 100_000;

    pub(super) fn learn(&mut self, turnaround: Duration, answer: &Answer, mattered: bool) {
        let searching = answer.micros as f64 / 1e6;
        self.answers += 1;
        self.waiting += (turnaround.as_secs_f64() - searching).max(0.0);
        self.searching += searching;
        self.nodes += answer.nodes as f64;
        self.wasted += if mattered { 0.0 } else { answer.nodes as f64 };
    }

    /// The grain that fits, when enough answers have come.
    pub(super) fn grain(&mut self, now: Grain) -> Option<Grain> {
        if self.answers < Self::ANSWERS {
            return None;
        }
        let Self { answers, waiting, searching, nodes, wasted } = std::mem::take(self);
        let latency = waiting / f64::from(answers);
        let fitting = latency * Self::TIMES_LATENCY * nodes / searching.max(1e-6);
        let smallest = Grain::default().nodes;
        // What is thrown away speaks for smaller jobs, and counts more.
        let fitting = if wasted > nodes / 4.0 { (now.nodes / 2) as f64 } else { fitting };
        let nodes = (fitting as u64).clamp(smallest.max(now.nodes / 2), Self::LARGEST.min(now.nodes * 2));
        Some(Grain::of(nodes))
    }
}
