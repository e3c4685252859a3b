//! How a job is searched: within its thresholds, but at least for a while, and at most for its nodes.

use crate::campaign::Grain;
use rustc_hash::FxHashMap;
use yomikiri::pieces::{Explored, Pieces};
use yomikiri_search::{Company, Knowledge, Limits, Monitor, Numbers, Options, Question, Thresholds};

/// A position to be searched, and how far.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) question: Question,
    pub(crate) thresholds: Numbers,
    pub(crate) grain: Grain,
    /// How to search. Limits are those of the grain.
    pub(crate) options: &'a Options,
}

/// What is known, and who else adds to it.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) company: &'a Company,
}

/// Searches a position. Gives what it has come to, and its nodes.
///
/// A job that reaches its thresholds early goes on with higher ones until it has cost what it is worth to be sent.
pub(crate) fn search(
    pieces: &dyn Pieces,
    task: Task<'_>,
    shared: Shared<'_>,
    monitor: &Monitor,
) -> (Explored, u64) {
    let Task { question, mut thresholds, grain, options } = task;
    let mut nodes = 0;
    let mut notes = FxHashMap::default();
    loop {
        let limits = Limits { nodes: Some(grain.nodes.saturating_sub(nodes).max(1)), time: None };
        let options = Options { limits, ..*options };
        let Shared { knowledge, company } = shared;
        let mut explored =
            pieces.explore(question, knowledge, company, Thresholds(thresholds), &options, monitor);
        nodes += explored.statistics.nodes;
        // The later ones are better.
        notes.extend(explored.notes.drain(..).map(|(key, numbers, work)| (key, (numbers, work))));
        let open = explored.numbers.filter(|numbers| !numbers.is_decided());
        let Some(numbers) = open.filter(|_| explored.stopped.is_none() && nodes < grain.at_least) else {
            explored.notes = notes.into_iter().map(|(key, (numbers, work))| (key, numbers, work)).collect();
            return (explored, nodes);
        };
        let raised = |limit: u32, now: u32| limit.max(now.saturating_add(now / 4).saturating_add(1));
        thresholds.proof = raised(thresholds.proof, numbers.proof);
        thresholds.disproof = raised(thresholds.disproof, numbers.disproof);
    }
}
