//! What the coordinator believes of an answer, and what happens to a worker that has lied.

use super::{Asking, Coordinator, CoordinatorError};
use crate::campaign::Outcome;
use crate::lemmas::{About, Lemmas, NoLemmas};
use crate::message::{Answer, Finding};
use crate::processor;
use crate::store::{Batch, Piece};
use std::time::{Duration, Instant};
use yomikiri_check::proof::{Failure, Monitor as CheckMonitor};
use yomikiri_game::Key;
use yomikiri_search::{Numbers, Statement};

/// Which proofs of pieces are checked as soon as they come. The proof of the whole is always checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Belief {
    /// All.
    Checked,
    /// The first eight of each worker, and after that one in sixteen, drawn at random; but no more than fit into a 200th of the
    /// coordinator's time, apart from the very first one of each worker.
    #[default]
    Sampled,
    /// None.
    Unchecked,
}

impl Coordinator<'_> {
    /// The share of its time that the coordinator spends on checks of samples at most, so that it can keep up with many workers.
    const SHARE_FOR_CHECKS: f64 = 0.005;

    /// Whether an answer is about this run, of a worker that may be believed.
    pub(super) fn is_comrade(&self, answer: &Answer) -> bool {
        answer.run == self.run_id
            && answer.build.keys == self.build.keys
            && !self.roster.is_banned(&answer.worker)
    }

    /// Why an answer is not even looked at, if it is not.
    pub(super) fn objection(&self, answer: &Answer, asking: &Asking<'_>) -> Option<String> {
        if answer.run != self.run_id {
            return Some(format!("it belongs to run {}", answer.run));
        }
        if self.roster.is_banned(&answer.worker) {
            return Some("it has lied before".to_owned());
        }
        if let Finding::Refused { why } = &answer.finding {
            return Some(format!("it refused the job: {why}"));
        }
        if answer.build.keys != self.build.keys {
            return Some(format!("its build {} knows positions by other keys", answer.build.version));
        }
        if !asking.campaign.tree().contains(Key(answer.key)) {
            return Some("nobody asked about its position".to_owned());
        }
        None
    }

    /// What is believed of an answer.
    pub(super) fn believed(
        &mut self,
        answer: &Answer,
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<Outcome, CoordinatorError> {
        let key = Key(answer.key);
        let (found, lemmas) = match &answer.finding {
            Finding::Refused { .. } => return Ok(Outcome::Nothing),
            &Finding::Open { proof, disproof, .. } => {
                let numbers = Numbers { proof, disproof };
                return Ok(Outcome::Open { numbers, nodes: answer.nodes, children: answer.reports() });
            }
            Finding::Decided { answer, lemmas } => (*answer, Lemmas::packed(lemmas.clone())),
        };
        if asking.campaign.tree().answer_for(key).is_some() {
            // It comes late, or for the second time.
            self.keep_if_smaller(answer, found, &lemmas, asking, batch)?;
            return Ok(Outcome::Nothing);
        }
        let moves = asking.campaign.tree().path(key).unwrap_or_default();
        let mut checked = false;
        let has_time =
            self.status.check_seconds < Self::SHARE_FOR_CHECKS * self.started.elapsed().as_secs_f64();
        if self.plan.search.is_some() && self.roster.is_checked(&answer.worker, self.plan.belief, has_time) {
            let statement = Statement { question: asking.question, answer: found };
            match self.check(&lemmas, statement, &moves, None) {
                Ok(()) => checked = true,
                Err(NoLemmas::Unproved(Failure::Stopped)) => return Ok(Outcome::Nothing),
                Err(why) => {
                    self.caught(&answer.worker, &why, asking, batch)?;
                    return Ok(Outcome::Nothing);
                }
            }
        }
        let mut board = self.plan.board.boxed();
        if moves.iter().any(|m| board.play(m).is_err()) {
            return Ok(Outcome::Nothing);
        }
        let proof = self.plan.search.map(|_| lemmas.digest());
        let piece = Piece {
            answer: found,
            moves,
            exact_key: board.key().0,
            worker: answer.worker.clone(),
            build: answer.build.clone(),
            nodes: asking.campaign.tree().leaf_work(key).unwrap_or(0) + answer.nodes,
            proof,
            checked,
        };
        // Others may lean on what was checked.
        if checked {
            let Numbers { proof, disproof } = Numbers::decided(found);
            asking.news.push((key.0, proof, disproof, piece.nodes));
        }
        asking.pieces.insert(key, piece.clone());
        batch.pieces.push((key, piece, proof.map(|_| lemmas)));
        Ok(Outcome::Proved(found))
    }

    /// Another proof of a piece that is decided. It takes the place of the one that is there if it is smaller and its check
    /// takes no longer than [`Plan::proof_time`](super::Plan::proof_time).
    fn keep_if_smaller(
        &mut self,
        answer: &Answer,
        found: bool,
        lemmas: &Lemmas,
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<(), CoordinatorError> {
        let key = Key(answer.key);
        let Some(piece) = asking.pieces.get(&key).filter(|piece| piece.answer == found).cloned() else {
            return Ok(());
        };
        let Some(present) = self.lemmas_of(key, &piece, batch)? else {
            return Ok(());
        };
        if lemmas.as_bytes().len() >= present.as_bytes().len() {
            return Ok(());
        }
        let statement = Statement { question: asking.question, answer: found };
        match self.check(lemmas, statement, &piece.moves, Some(self.plan.proof_time)) {
            Ok(()) => {
                let (worker, build) = (answer.worker.clone(), answer.build.clone());
                let piece = Piece { worker, build, proof: Some(lemmas.digest()), checked: true, ..piece };
                asking.pieces.insert(key, piece.clone());
                batch.pieces.retain(|(other, ..)| *other != key);
                batch.pieces.push((key, piece, Some(lemmas.clone())));
                Ok(())
            }
            Err(NoLemmas::Unproved(Failure::Stopped)) => Ok(()),
            Err(why) => self.caught(&answer.worker, &why, asking, batch),
        }
    }

    /// The lemmas of a piece, which may not be written yet.
    fn lemmas_of(&self, key: Key, piece: &Piece, batch: &Batch) -> Result<Option<Lemmas>, CoordinatorError> {
        let unwritten = batch.pieces.iter().find(|(other, ..)| *other == key);
        match (unwritten, piece.proof) {
            (Some((_, _, Some(lemmas))), _) => Ok(Some(lemmas.clone())),
            (_, Some(digest)) => Ok(Some(self.store.lemmas(digest)?)),
            (_, None) => Ok(None),
        }
    }

    /// Checks the proof of a piece, and counts what that costs.
    fn check(
        &mut self,
        lemmas: &Lemmas,
        statement: Statement,
        moves: &[String],
        within: Option<Duration>,
    ) -> Result<(), NoLemmas> {
        let before = processor::seconds_of_thread();
        let checked = self.holds(lemmas, statement, moves, within);
        self.status.check_seconds += processor::seconds_of_thread() - before;
        checked
    }

    fn holds(
        &self,
        lemmas: &Lemmas,
        statement: Statement,
        moves: &[String],
        within: Option<Duration>,
    ) -> Result<(), NoLemmas> {
        let (Some(subject), Some(search)) = (&self.subject, self.plan.search) else {
            return Ok(());
        };
        let (stop, began) = (self.task.stop().clone(), Instant::now());
        let is_late = move || within.is_some_and(|within| began.elapsed() > within);
        let monitor = CheckMonitor::until(move || stop.is_requested() || is_late());
        let from_start: Vec<String> = self.plan.place.moves.iter().chain(moves).cloned().collect();
        let about = About { subject, search };
        lemmas.check(&about, statement, &from_start, self.plan.registry.referees(), &monitor)?;
        // A short check ends before anybody has looked at the clock.
        if is_late() { Err(NoLemmas::Unproved(Failure::Stopped)) } else { Ok(()) }
    }

    /// A proof does not hold.
    fn caught(
        &mut self,
        worker: &str,
        why: &NoLemmas,
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<(), CoordinatorError> {
        tracing::warn!("{worker} claims what it cannot prove: {why}");
        self.distrust(worker, asking, batch)
    }

    /// A worker has lied: it is not believed any more, and what it said before is looked into.
    pub(super) fn distrust(
        &mut self,
        worker: &str,
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<(), CoordinatorError> {
        self.status.lies += 1;
        self.roster.ban(worker);
        let suspects: Vec<Key> = asking
            .pieces
            .iter()
            .filter(|(_, piece)| piece.worker == worker && !piece.checked)
            .map(|(&key, _)| key)
            .collect();
        self.verify(&suspects, asking, batch)?;
        Ok(())
    }

    /// Checks pieces, and does not believe any more in those that do not hold. Gives their number.
    pub(super) fn verify(
        &mut self,
        keys: &[Key],
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<usize, CoordinatorError> {
        let mut false_ones = 0;
        for &key in keys {
            let Some(piece) = asking.pieces.get(&key).cloned() else {
                continue;
            };
            let lemmas = self.lemmas_of(key, &piece, batch)?.unwrap_or_default();
            let statement = Statement { question: asking.question, answer: piece.answer };
            let holds = self.check(&lemmas, statement, &piece.moves, None).is_ok();
            if self.task.is_stopped() {
                break;
            }
            batch.pieces.retain(|(other, ..)| *other != key);
            if holds {
                let piece = Piece { checked: true, ..piece };
                asking.pieces.insert(key, piece.clone());
                batch.pieces.push((key, piece, Some(lemmas)));
            } else {
                tracing::warn!("a piece of {} does not hold, and is searched again", piece.worker);
                false_ones += 1;
                self.roster.ban(&piece.worker);
                asking.pieces.remove(&key);
                asking.campaign.revoke(key);
                batch.revoked.push(key);
            }
        }
        Ok(false_ones)
    }
}
