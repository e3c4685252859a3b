//! How far long work is, as text, the same in every front end.

use crate::task::{Figures, Report};
use crate::text::{clock, counted, grouped};
use yomikiri_game::{Duration, Instant, Steps};
use yomikiri_search::Snapshot;

/// Nodes per second over the last few seconds.
#[derive(Clone, Debug)]
pub struct Speed {
    since: Instant,
    nodes: Option<u64>,
    current: f64,
}

impl Speed {
    const WINDOW: Duration = Duration::from_secs(2);

    /// The speed of work that begins now.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        Self { since: now, nodes: None, current: 0.0 }
    }

    /// Whether it knows how far the work was at some time.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.nodes.is_some()
    }

    /// The speed at a moment, by how far the work is.
    pub fn at(&mut self, now: Instant, figures: &Figures) -> f64 {
        let nodes = nodes(figures).unwrap_or(0);
        // A search that was resumed does not begin at zero.
        let before = *self.nodes.get_or_insert(nodes);
        let passed = now - self.since;
        if self.current == 0.0 || passed >= Self::WINDOW {
            self.current = nodes.saturating_sub(before) as f64 / passed.as_secs_f64();
        }
        if passed >= Self::WINDOW {
            (self.since, self.nodes) = (now, Some(nodes));
        }
        self.current
    }
}

/// The number whose growth is the speed of the work.
fn nodes(figures: &Figures) -> Option<u64> {
    match figures {
        Figures::Search { snapshot, .. } => Some(snapshot.nodes),
        Figures::Check { counts, .. } => Some(counts.nodes),
        Figures::Formula(_) | Figures::Steps { .. } => None,
    }
}

/// How far work is, in one line.
#[must_use]
pub fn described(report: &Report, speed: f64) -> String {
    let seconds = report.elapsed.as_secs_f64();
    let speed = format!("{}/s", grouped(speed as u64));
    let mut parts = vec![clock(seconds)];
    match &report.figures {
        Figures::Search { snapshot, line, .. } => {
            let Snapshot {
                nodes, table_entries, table_capacity, collections, depth, proof, disproof, ..
            } = *snapshot;
            parts.extend([counted(nodes, "node"), speed]);
            if table_capacity > 0 {
                parts.push(format!("table {:.0} %", 100.0 * table_entries as f64 / table_capacity as f64));
            }
            if collections > 0 {
                parts.push(counted(collections, "collection"));
            }
            if proof + disproof > 0 {
                parts.push(format!("pn {} dn {}", grouped(proof), grouped(disproof)));
            }
            parts.push(format!("depth {depth}"));
            if !line.is_empty() {
                parts.push(format!("at {} …", line.join(" ")));
            }
        }
        Figures::Check { counts, done } => {
            parts.extend(done.map(|done| format!("{:.0} %", 100.0 * done)));
            parts.extend([counted(counts.nodes, "node"), speed]);
            parts.extend([counted(counts.lemmas, "lemma"), counted(counts.plays, "play")]);
        }
        Figures::Formula(snapshot) => {
            parts.push(format!("level {}", snapshot.level));
            parts.push(counted(snapshot.refinements, "refinement"));
            parts.push(counted(snapshot.conflicts, "conflict"));
        }
        Figures::Steps { steps: Steps { done, total, detail }, unit, detail: of } => {
            if *total > 0 {
                let left = seconds * (*total as f64 / (*done).max(1) as f64 - 1.0);
                parts.push(format!("{} of {} {unit}", grouped(*done), grouped(*total)));
                parts.push(format!("{} left", clock(left.max(0.0))));
            } else {
                parts.push(format!("{} {unit}", grouped(*done)));
            }
            if let (Some(of), true) = (of, *detail > 0) {
                parts.push(format!("{} {of}", grouped(*detail)));
            }
        }
    }
    parts.join("  ")
}
