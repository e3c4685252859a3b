//! How a run stands, for those who watch it.

use super::{Asking, Coordinator};
use crate::processor;
use crate::status::Shown;
use yomikiri::{Figures, Work};
use yomikiri_game::Player;
use yomikiri_search::{Numbers, Snapshot};

/// A run, as somebody sees it who watches the task.
pub(super) struct Watched {
    pub(super) shown: Shown,
    pub(super) about: Player,
}

impl Work for Watched {
    fn figures(&self) -> Figures {
        let status = self.shown.get();
        let snapshot = Snapshot {
            nodes: status.nodes,
            proof: status.proof.into(),
            disproof: status.disproof.into(),
            ..Snapshot::default()
        };
        Figures::Search { question: Some(self.about), snapshot, line: Vec::new() }
    }
}

impl Coordinator<'_> {
    /// Shows how it stands, but not too often; without a question, for the last time.
    pub(super) fn show(&mut self, asking: Option<&Asking<'_>>) {
        const EVERY: f64 = 0.2;
        let seconds = self.started.elapsed().as_secs_f64();
        let traffic = self.exchange.traffic();
        let status = &mut self.status;
        if asking.is_some() && status.seconds > 0.0 && seconds - status.seconds < EVERY {
            return;
        }
        if let Some(asking) = asking {
            let tree = asking.campaign.tree();
            let Numbers { proof, disproof } = tree.numbers();
            status.second = asking.question.can_win == Player::Second;
            (status.answer, status.proof, status.disproof) = (tree.answer(), proof, disproof);
            status.positions = tree.len() as u64;
            status.pieces = asking.pieces.len() as u64;
            status.checked = asking.pieces.values().filter(|piece| piece.checked).count() as u64;
            status.jobs_out = asking.out.len() as u64;
            status.moves = tree.moves();
            status.grain = asking.campaign.grain().nodes;
            status.remaining = self.estimate.of(proof.min(disproof));
            remember(&mut status.history, (seconds, proof, disproof));
            // The proof of the whole is another matter.
            let own = processor::seconds_of_thread() - self.cpu_before;
            status.cpu_seconds = own + traffic.cpu_micros as f64 / 1e6;
        }
        (status.messages, status.bytes) = (traffic.messages, traffic.bytes);
        status.jobs_waiting = traffic.waiting.min(status.jobs_out);
        status.workers = self.roster.shown();
        let sum = self.roster.sum();
        if seconds > status.seconds {
            let rate = sum.nodes.saturating_sub(status.nodes) as f64 / (seconds - status.seconds);
            // Over the last few seconds, rather than the last round.
            let weight = ((seconds - status.seconds) / 5.0).min(1.0);
            status.nodes_per_second += weight * (rate - status.nodes_per_second);
        }
        (status.nodes, status.proof_nodes, status.wasted) = (sum.nodes, sum.proof_nodes, sum.wasted);
        if asking.is_some() {
            status.seconds = seconds;
        }
        self.shown.set(status.clone());
    }
}

/// Keeps a few hundred points, the later the denser.
fn remember(history: &mut Vec<(f64, u32, u32)>, point: (f64, u32, u32)) {
    const MOST: usize = 512;
    if history.last().is_some_and(|last| point.0 - last.0 < 1.0) {
        return;
    }
    history.push(point);
    if history.len() > MOST {
        let mut number = 0;
        history.retain(|_| {
            number += 1;
            number % 2 == 0 || number > MOST / 2
        });
    }
}
