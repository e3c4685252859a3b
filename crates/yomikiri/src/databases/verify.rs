//! A random sample, derived again by other means.
//!
//! Each board of the sample is evaluated from its own moves, region by region, by code that does not share the numbering of
//! boards with the build (and of Amazons not the moves); and if it is small, played out by plain search as well.

use super::{Database, DatabaseError, Decoder};
use crate::endgames::{Endgame, Numbered, evaluator};
use crate::task::Task;
use rustc_hash::FxHashMap;
use yomikiri_cgt::evaluate::{Evaluator, Unevaluated};
use yomikiri_game::{Catalogue, Duration, Instant, Player, SplitMix64};

/// Boards of layers up to this one are played out.
const PLAYED_OUT: usize = 6;

/// What became of a sample.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// How many boards were derived again.
    pub checked: u64,
    /// How many of them were also played out.
    pub played: u64,
    /// Those that the database has wrong.
    pub wrong: Vec<String>,
    /// Whether the whole sample was looked at.
    pub complete: bool,
    /// The time it took.
    pub elapsed: Duration,
}

impl<B: Endgame> Database<B> {
    /// Derives a random sample of the boards again.
    ///
    /// # Errors
    /// If a board of the sample is out of reach.
    pub fn verify(&self, sample: u32, seed: u64, task: &Task) -> Result<Verified, DatabaseError> {
        let started = Instant::now();
        let mut random = SplitMix64::new(seed);
        let mut evaluator = evaluator::<B>(task.stop());
        let mut decoder = Decoder::default();
        let mut verified = Verified::default();
        let checked = task.steps("verify", "boards", |progress| {
            progress.expect(sample.into());
            for _ in 0..sample {
                self.check_one(&mut random, &mut decoder, &mut evaluator, &mut verified)?;
                if progress.advance(1).is_err() {
                    return Err(Unevaluated::Stopped.into());
                }
            }
            Ok(())
        });
        match checked {
            Ok(()) => verified.complete = true,
            Err(DatabaseError::Unevaluated(Unevaluated::Stopped)) => {}
            Err(error) => return Err(error),
        }
        verified.elapsed = started.elapsed();
        Ok(verified)
    }

    fn check_one(
        &self,
        random: &mut SplitMix64,
        decoder: &mut Decoder,
        evaluator: &mut Evaluator<B>,
        verified: &mut Verified,
    ) -> Result<(), DatabaseError> {
        let table = random.below(self.catalogues.len());
        let catalogue = &self.catalogues[table];
        let layer = random.below(catalogue.layers());
        let representatives = catalogue.representatives(layer);
        if representatives.is_empty() {
            return Ok(());
        }
        let representative = representatives[random.below(representatives.len())];
        let board = catalogue.board(representative);
        let kept = decoder.form(&self.graph, &mut evaluator.forms, self.code_at(table, representative))?;
        let mut right = evaluator.value(&board)? == kept;
        if layer <= PLAYED_OUT {
            let mut known = FxHashMap::default();
            let wins = Player::BOTH.map(|player| plainly_wins(&board, player, &mut known));
            right &= evaluator.forms.outcome(kept).beginner_wins() == (wins[0], wins[1]);
            verified.played += 1;
        }
        if !right {
            verified.wrong.push(board.to_string());
        }
        verified.checked += 1;
        Ok(())
    }
}

/// Whether a player, to move, wins a board, by trying everything.
fn plainly_wins<B: Endgame>(board: &B, player: Player, known: &mut FxHashMap<(B, Player), bool>) -> bool {
    if let Some(&known) = known.get(&(board.clone(), player)) {
        return known;
    }
    let wins = board.options(player).iter().any(|after| !plainly_wins(after, !player, known));
    known.insert((board.clone(), player), wins);
    wins
}
