//! The proof of the whole, and the search for the piece that spoils it.

use super::{Asking, Coordinator, CoordinatorError};
use crate::lemmas::About;
use crate::proof::{self, Unfinished};
use crate::store::Batch;
use yomikiri::WrittenProof;
use yomikiri_game::{Key, Player};
use yomikiri_search::{Answered, By, Question, Statement, Statistics};

impl Coordinator<'_> {
    /// Puts the proof of the whole together and checks it. `None` if something that was believed did not hold and must be
    /// searched again; the inner error says why there is no proof.
    pub(super) fn prove(
        &mut self,
        answers: &[Answered<Statistics>],
    ) -> Result<Option<Result<WrittenProof, String>>, CoordinatorError> {
        let (Some(subject), Some(search)) = (self.subject.clone(), self.plan.search) else {
            return Ok(Some(Err("no proof was wanted".to_owned())));
        };
        let plan = self.plan;
        let mut statements = Vec::new();
        let mut unproved = Vec::new();
        for answered in answers {
            let Some(answer) = answered.answer.known() else {
                continue;
            };
            let statement = Statement { question: answered.question, answer };
            match answered.by {
                By::Search => {
                    let asking = self.begin(answered.question)?;
                    unproved.extend(unchecked(&asking).into_iter().map(|key| (answered.question, key)));
                    statements.push((statement, Some((asking.campaign.tree().clone(), asking.pieces))));
                }
                By::Theorem => statements.push((statement, None)),
                By::Rules | By::OtherAnswer | By::Book => {}
            }
        }
        let about = About { subject: &subject, search };
        let put_together = proof::put_together(&about, plan, &statements, self.store, plan.memory, self.task);
        match put_together {
            Ok(written) => return Ok(Some(Ok(written))),
            Err(Unfinished::Stopped) => return Ok(Some(Err("stopped".to_owned()))),
            Err(Unfinished::Store(error)) => return Err(error.into()),
            Err(Unfinished::Failed(why)) if unproved.is_empty() => return Err(CoordinatorError::Proof(why)),
            Err(Unfinished::Failed(why)) => tracing::warn!("the proof does not hold: {why}"),
        }
        // One of the pieces that were not checked is to blame.
        let mut false_ones = 0;
        for question in Player::BOTH.map(|can_win| Question { can_win }) {
            let keys: Vec<Key> =
                unproved.iter().filter(|(about, _)| *about == question).map(|&(_, key)| key).collect();
            if keys.is_empty() {
                continue;
            }
            let mut asking = self.begin(question)?;
            let mut batch = Batch::default();
            false_ones += self.verify(&keys, &mut asking, &mut batch)?;
            let changed = asking.campaign.take_changed();
            self.write(&asking, &mut batch, changed)?;
        }
        self.status.lies += false_ones as u64;
        match false_ones {
            _ if self.task.is_stopped() => Ok(Some(Err("stopped".to_owned()))),
            0 => Err(CoordinatorError::Proof("every piece holds, but the whole does not".to_owned())),
            _ => Ok(None),
        }
    }
}

/// The pieces that were not checked.
fn unchecked(asking: &Asking<'_>) -> Vec<Key> {
    asking.pieces.iter().filter(|(_, piece)| !piece.checked).map(|(&key, _)| key).collect()
}
