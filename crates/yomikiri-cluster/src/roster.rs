//! The workers that a coordinator has heard of: who is there, what they have done, whom to believe.

use crate::coordinator::Belief;
use crate::message::{Answer, Progress};
use crate::status::WorkerStatus;
use crate::store::Effort;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};
use yomikiri_game::SplitMix64;

/// A worker that was not heard of for so long is gone.
const GONE_AFTER: Duration = Duration::from_secs(20);
/// So many answers of a worker are checked in any case, and later one in so many, drawn at random: a liar must not know which.
const CHECKED_FIRST: u64 = 8;
const CHECKED_LATER: u64 = 16;

#[derive(Default)]
struct Member {
    last_sign: Option<Instant>,
    threads: u16,
    claims: u64,
    effort: Effort,
}

impl Member {
    fn is_alive(&self) -> bool {
        self.last_sign.is_some_and(|last| last.elapsed() < GONE_AFTER)
    }
}

/// The workers.
pub(crate) struct Roster {
    members: BTreeMap<String, Member>,
    changed: BTreeSet<String>,
    random: SplitMix64,
}

impl Roster {
    /// As a store has it.
    pub(crate) fn restored(workers: Vec<(String, Effort)>) -> Self {
        let member = |(name, effort)| (name, Member { effort, ..Member::default() });
        let members = workers.into_iter().map(member).collect();
        // The keys of a hash map come from the operating system.
        let random = SplitMix64::new(RandomState::new().hash_one(0));
        Self { members, changed: BTreeSet::new(), random }
    }

    fn member(&mut self, name: &str) -> &mut Member {
        if !self.members.contains_key(name) {
            self.members.insert(name.to_owned(), Member::default());
        }
        self.changed.insert(name.to_owned());
        self.members.entry(name.to_owned()).or_default()
    }

    /// A worker has given a sign of life.
    pub(crate) fn heard(&mut self, progress: &Progress) {
        let member = self.members.entry(progress.worker.clone()).or_default();
        member.threads = progress.threads;
        member.last_sign = (!progress.leaves).then(Instant::now);
    }

    /// A worker has answered something.
    pub(crate) fn answered(&mut self, name: &str) {
        self.member(name).last_sign = Some(Instant::now());
    }

    /// A worker has done a job.
    pub(crate) fn worked(&mut self, answer: &Answer, mattered: bool) {
        let effort = &mut self.member(&answer.worker).effort;
        effort.jobs += 1;
        effort.nodes += answer.nodes;
        effort.proof_nodes += answer.proof_nodes;
        effort.wasted += if mattered { 0 } else { answer.nodes };
        effort.micros += answer.micros;
    }

    /// The number of workers that are there and believed.
    pub(crate) fn alive(&self) -> u32 {
        self.members.values().filter(|member| member.is_alive() && member.effort.lies == 0).count() as u32
    }

    /// Whether the next claim of a worker is checked at once. If there is no time for a sample, only its very first one is.
    pub(crate) fn is_checked(&mut self, name: &str, belief: Belief, has_time: bool) -> bool {
        let is_drawn = self.random.next_u64().is_multiple_of(CHECKED_LATER);
        let claims = &mut self.member(name).claims;
        *claims += 1;
        match belief {
            Belief::Checked => true,
            Belief::Unchecked => false,
            Belief::Sampled => *claims == 1 || has_time && (*claims <= CHECKED_FIRST || is_drawn),
        }
    }

    /// A worker is not believed any more.
    pub(crate) fn ban(&mut self, name: &str) {
        self.member(name).effort.lies += 1;
    }

    /// Whether a worker is not believed.
    pub(crate) fn is_banned(&self, name: &str) -> bool {
        self.members.get(name).is_some_and(|member| member.effort.lies > 0)
    }

    /// Whose efforts have changed since this was last asked.
    pub(crate) fn take_changed(&mut self) -> Vec<(String, Effort)> {
        let changed = std::mem::take(&mut self.changed);
        changed.into_iter().filter_map(|name| Some((name.clone(), self.members.get(&name)?.effort))).collect()
    }

    /// What all have done together.
    pub(crate) fn sum(&self) -> Effort {
        let mut sum = Effort::default();
        for Member { effort, .. } in self.members.values() {
            sum.jobs += effort.jobs;
            sum.nodes += effort.nodes;
            sum.proof_nodes += effort.proof_nodes;
            sum.wasted += effort.wasted;
            sum.micros += effort.micros;
            sum.lies += effort.lies;
        }
        sum
    }

    /// For people to see.
    pub(crate) fn shown(&self) -> Vec<WorkerStatus> {
        let shown = |(name, member): (&String, &Member)| WorkerStatus {
            name: name.clone(),
            alive: member.is_alive(),
            banned: member.effort.lies > 0,
            threads: member.threads,
            jobs: member.effort.jobs,
            nodes: member.effort.nodes,
        };
        self.members.iter().map(shown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first claims are checked, then about one in sixteen, and not those that anybody could foresee.
    #[test]
    fn claims_are_checked_at_random() {
        let checked = || {
            let mut roster = Roster::restored(Vec::new());
            (0..1608).map(|_| roster.is_checked("somebody", Belief::Sampled, true)).collect::<Vec<bool>>()
        };
        let (first, second) = (checked(), checked());
        assert!(first[..8].iter().all(|&is_checked| is_checked));
        let later = first[8..].iter().filter(|&&is_checked| is_checked).count();
        assert!((50..160).contains(&later), "{later} of 1600");
        assert_ne!(first, second);
        let mut roster = Roster::restored(Vec::new());
        assert!((0..100).all(|_| roster.is_checked("somebody", Belief::Checked, false)));
        assert!((0..100).all(|_| !roster.is_checked("somebody", Belief::Unchecked, true)));
        let mut roster = Roster::restored(Vec::new());
        let hurried: Vec<bool> =
            (0..100).map(|_| roster.is_checked("somebody", Belief::Sampled, false)).collect();
        assert!(hurried[0] && !hurried[1..].contains(&true));
    }
}
