//! The rounds of the coordinator: jobs go out, answers come in, what has changed is written.

use super::belief::Belief;
use super::{Asking, Claimed, Coordinator, CoordinatorError, Out, pace};
use crate::campaign::{Effects, Outcome};
use crate::exchange::{Incoming, Receipt};
use crate::message::{Answer, Cancelled, Claim, Facts, Job, MOST_NOTES, Note, Progress};
use crate::store::Batch;
use crate::tree::{JobNumber, Report};
use std::time::{Duration, Instant};
use yomikiri_game::{Key, Player};
use yomikiri_search::Numbers;

/// The first jobs take less.
const A_MOMENT: Duration = Duration::from_secs(1);

impl Coordinator<'_> {
    /// Gives every worker something to do.
    pub(super) fn give_out(&mut self, asking: &mut Asking<'_>) {
        let workers = self.exchange.workers().unwrap_or_else(|| self.roster.alive()).max(1);
        asking.workers = workers;
        asking.campaign.set_workers(workers);
        if self.plan.grain.is_none() {
            let positions = asking.campaign.tree().len();
            asking.campaign.set_grain(asking.pace.grain(workers, positions));
        }
        let mut wanted = (workers + self.plan.ahead) as usize;
        // At first nobody knows where to begin: whoever comes too early searches what is not needed. But nobody waits for a worker that
        // does not answer.
        let welcome = 1 + (asking.nodes / pace::NODES_FOR_ANOTHER) as usize;
        if welcome < wanted && asking.out.values().all(|out| out.posted.elapsed() < A_MOMENT) {
            wanted = welcome;
        }
        while asking.campaign.tree().running() < wanted {
            let Some(order) = asking.campaign.next_order() else {
                break;
            };
            let numbers = order.numbers;
            let mut place = self.plan.place.clone();
            place.moves.extend(order.moves);
            let job = Job {
                run: self.run_id,
                number: order.job,
                place,
                key: order.key.0,
                second: asking.question.can_win == Player::Second,
                proof: order.thresholds.proof,
                disproof: order.thresholds.disproof,
                at_least: order.grain.at_least,
                nodes: order.grain.nodes,
                search: self.plan.search,
                notes: if self.passes_on_notes() { pace::notes_for(workers) } else { 0 },
            };
            self.next_job = order.job + 1;
            if let Err(error) = self.exchange.post(&job) {
                tracing::warn!("a job could not be sent: {error}");
                asking.campaign.withdrawn(order.job);
                break;
            }
            let (posted, number) = (Instant::now(), numbers.proof.min(numbers.disproof));
            asking.out.insert(
                order.job,
                Out { key: order.key, posted, last_sign: posted, claim: Claimed::Not, number },
            );
        }
    }

    /// Waits for answers, takes in what comes in a moment, writes it and acknowledges it. A transaction costs more than an
    /// answer, so one is made for many of them; nobody waits for it, since jobs and news go out at once.
    pub(super) fn take_in(&mut self, asking: &mut Asking<'_>) -> Result<(), CoordinatorError> {
        const WAIT: Duration = Duration::from_millis(100);
        const MOST: usize = 256;
        let mut batch = Batch::default();
        let mut changed = asking.campaign.take_changed();
        let mut receipts = Vec::<Receipt>::new();
        let began = Instant::now();
        for _ in 0..MOST {
            let wait = WAIT.saturating_sub(began.elapsed());
            let incoming = match self.exchange.receive(wait) {
                Ok(Some(incoming)) => incoming,
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!("nothing can be received: {error}");
                    std::thread::sleep(WAIT);
                    break;
                }
            };
            match incoming {
                Incoming::Progress(progress) => {
                    let cancelled = self.heard(progress, asking);
                    let are_free = !cancelled.is_empty() && !self.task.is_stopped();
                    self.spread(asking, cancelled);
                    if are_free {
                        self.give_out(asking);
                    }
                }
                Incoming::Unsent(job) => {
                    asking.out.remove(&job);
                    asking.campaign.withdrawn(job);
                }
                Incoming::Garbage(why) => {
                    self.status.garbage += 1;
                    tracing::warn!("a message was dropped: {why}");
                }
                Incoming::Answer(answer, receipt) => {
                    receipts.push(receipt);
                    let effects = self.answered(&answer, asking, &mut batch)?;
                    changed.extend(effects.changed);
                    self.spread(asking, effects.cancelled);
                    if asking.campaign.tree().answer().is_some() || self.task.is_stopped() {
                        break;
                    }
                    // Whoever has answered should not wait for the others.
                    self.give_out(asking);
                }
            }
        }
        changed.extend(asking.campaign.take_changed());
        self.write(asking, &mut batch, changed)?;
        if let Err(error) = self.exchange.acknowledge(&receipts) {
            // They come again, and change nothing.
            tracing::warn!("answers could not be acknowledged: {error}");
        }
        Ok(())
    }

    /// Tells everybody the news, and which jobs do not matter any more.
    fn spread(&mut self, asking: &mut Asking<'_>, cancelled: Vec<JobNumber>) {
        for news in asking.news.chunks(MOST_NOTES) {
            let second = asking.question.can_win == Player::Second;
            self.exchange.tell(&Facts { run: self.run_id, second, positions: news.to_vec() });
        }
        asking.news.clear();
        for job in &cancelled {
            asking.out.remove(job);
        }
        asking.cancelled.extend(&cancelled);
        if !cancelled.is_empty() {
            self.exchange.cancel(&Cancelled { run: self.run_id, jobs: cancelled });
        }
    }

    /// Writes what has changed.
    pub(super) fn write(
        &mut self,
        asking: &Asking<'_>,
        batch: &mut Batch,
        mut changed: Vec<Key>,
    ) -> Result<(), CoordinatorError> {
        changed.sort_unstable();
        changed.dedup();
        batch.nodes = changed.into_iter().filter_map(|key| asking.campaign.record(key)).collect();
        batch.workers = self.roster.take_changed();
        if !batch.is_empty() {
            batch.next_job = Some(self.next_job);
            batch.spent = Some(asking.nodes);
            self.store.commit(asking.question.can_win, batch)?;
        }
        Ok(())
    }

    /// Takes in a sign of life. Gives the jobs that do not matter any more, if its claim is right.
    fn heard(&mut self, progress: Progress, asking: &mut Asking<'_>) -> Vec<JobNumber> {
        self.roster.heard(&progress);
        let Progress { worker, job: Some((run, number, _)), claim, .. } = progress else {
            return Vec::new();
        };
        let Some(out) = asking.out.get_mut(&number).filter(|_| run == self.run_id) else {
            return Vec::new();
        };
        out.last_sign = Instant::now();
        let is_welcome =
            |claim: &Claim| claim.build.keys == self.build.keys && !self.roster.is_banned(&worker);
        let is_first = matches!(out.claim, Claimed::Not);
        let Some(claim) = claim.filter(|claim| is_first && self.passes_on_notes() && is_welcome(claim))
        else {
            return Vec::new();
        };
        out.claim = Claimed::Since(out.last_sign);
        let cancelled = asking.campaign.claimed(number, claim.answer);
        self.take_over(&claim.notes, asking);
        cancelled
    }

    /// Takes over what a worker has noted, and tells everybody.
    fn take_over(&self, notes: &[Note], asking: &mut Asking<'_>) {
        if self.passes_on_notes() {
            asking.news.extend(notes.iter().take(pace::notes_for(asking.workers) as usize));
            asking.campaign.noted(notes.iter().map(|&(key, proof, disproof, work)| Report {
                key: Key(key),
                numbers: Numbers { proof, disproof },
                work,
            }));
        }
    }

    /// Whether others hear of what one worker has noted or claims before there is a proof. If it is wrong, somebody will find a
    /// contradiction where he looks for a proof, and forget it.
    fn passes_on_notes(&self) -> bool {
        self.plan.belief != Belief::Checked
    }

    /// Takes in an answer.
    pub(super) fn answered(
        &mut self,
        answer: &Answer,
        asking: &mut Asking<'_>,
        batch: &mut Batch,
    ) -> Result<Effects, CoordinatorError> {
        self.roster.answered(&answer.worker);
        let key = Key(answer.key);
        let out = asking.out.remove(&answer.job);
        asking.cancelled.remove(&answer.job);
        let outcome = match self.objection(answer, asking) {
            // A job that was cancelled may be answered with anything, and workers that are stopped refuse theirs.
            Some(objection) if out.is_none() || self.task.is_stopped() => {
                tracing::debug!("an answer of {} is ignored: {objection}", answer.worker);
                Outcome::Nothing
            }
            Some(objection) => {
                tracing::warn!("an answer of {} is ignored: {objection}", answer.worker);
                Outcome::Nothing
            }
            None => self.believed(answer, asking, batch)?,
        };
        let proved = matches!(outcome, Outcome::Proved(_));
        let is_believed = !matches!(outcome, Outcome::Nothing);
        let effects = asking.campaign.answered(answer.job, key, outcome, answer.nodes);
        if is_believed {
            self.take_over(&answer.notes, asking);
        }
        // Work is work, even if nobody wants its result any more.
        if self.is_comrade(answer) {
            asking.nodes += answer.nodes;
            self.status.jobs_done += 1;
            self.roster.worked(answer, effects.mattered);
        }
        if let Some(out) = out {
            asking.pace.learn(out.posted.elapsed(), answer, effects.mattered);
            if proved && out.key == key {
                self.estimate.learn(out.number, answer.nodes);
            }
        }
        Ok(effects)
    }

    /// Gives jobs up that nobody has said anything about for long, and claims that were not proved for long: whoever makes one and
    /// never proves it must not keep the others waiting.
    pub(super) fn find_lost(&mut self, asking: &mut Asking<'_>) {
        let lost_after = self.plan.lost_after;
        let lost: Vec<JobNumber> = asking
            .out
            .iter()
            .filter(|(_, out)| out.last_sign.elapsed() > lost_after)
            .map(|(&job, _)| job)
            .collect();
        for job in lost {
            tracing::warn!("job {job} is lost, and is given out again");
            self.status.jobs_lost += 1;
            asking.out.remove(&job);
            asking.campaign.withdrawn(job);
        }
        let is_old = |out: &Out| matches!(out.claim, Claimed::Since(then) if then.elapsed() > lost_after);
        for (&job, out) in asking.out.iter_mut().filter(|(_, out)| is_old(out)) {
            tracing::warn!("the claim of job {job} was not proved for long, and is not relied on any more");
            out.claim = Claimed::Doubted;
            asking.campaign.doubted(job);
        }
    }

    /// Ends all jobs of a question, and hears what workers did for it in the end.
    pub(super) fn withdraw_all(&mut self, asking: &mut Asking<'_>) -> Result<(), CoordinatorError> {
        const LAST_WORDS: Duration = Duration::from_millis(200);
        let jobs: Vec<JobNumber> = asking.out.keys().copied().collect();
        asking.cancelled.extend(&jobs);
        self.exchange.cancel(&Cancelled { run: self.run_id, jobs });
        let until = Instant::now() + LAST_WORDS;
        while !asking.cancelled.is_empty() && Instant::now() < until {
            self.take_in(asking)?;
        }
        for (job, _) in asking.out.drain() {
            asking.campaign.withdrawn(job);
        }
        Ok(())
    }
}
