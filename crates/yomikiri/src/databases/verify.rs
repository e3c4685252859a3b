//! A random sample, derived again by other means.
//!
//! Each board of the sample is evaluated from its own moves, region by region, by code that shares neither the
//! numbering of boards nor their moves with the build; and if it is small, played out by plain search as well.

use super::{Database, DatabaseError, Decoder};
use crate::endgames::evaluator;
use crate::task::Task;
use rustc_hash::FxHashMap;
use yomikiri_amazons::Board;
use yomikiri_cgt::evaluate::{Evaluator, Unevaluated};
use yomikiri_game::{Catalogue, Duration, Instant, Partizan, Player, SplitMix64};

/// Boards with so many empty squares are played out.
const PLAYED_OUT: u32 = 6;

/// What became of a sample.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// How many boards were derived again.
    pub checked: u64,
    /// How many of them were also played out.
    pub played: u64,
    /// Those that the database has wrong.
    pub wrong: Vec<Board>,
    /// Whether the whole sample was looked at.
    pub complete: bool,
    /// The time it took.
    pub elapsed: Duration,
}

impl Database {
    /// Derives a random sample of the boards again.
    ///
    /// # Errors
    /// If a board of the sample is out of reach.
    pub fn verify(&self, sample: u32, seed: u64, task: &Task) -> Result<Verified, DatabaseError> {
        let started = Instant::now();
        let mut random = SplitMix64::new(seed);
        let mut evaluator = evaluator(task.stop());
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
        evaluator: &mut Evaluator<Board>,
        verified: &mut Verified,
    ) -> Result<(), DatabaseError> {
        let table = random.below(self.catalogues.len());
        let catalogue = &self.catalogues[table];
        let representatives = catalogue.representatives(random.below(catalogue.layers()));
        if representatives.is_empty() {
            return Ok(());
        }
        let representative = representatives[random.below(representatives.len())];
        let board = catalogue.board(representative);
        let kept = decoder.form(&self.graph, &mut evaluator.forms, self.code_at(table, representative))?;
        let mut right = evaluator.value(&board)? == kept;
        if board.empty_squares() <= PLAYED_OUT {
            let mut known = FxHashMap::default();
            let wins = Player::BOTH.map(|player| plainly_wins(&board, player, &mut known));
            right &= evaluator.forms.outcome(kept).beginner_wins() == (wins[0], wins[1]);
            verified.played += 1;
        }
        if !right {
            verified.wrong.push(board);
        }
        verified.checked += 1;
        Ok(())
    }
}

/// Whether a player, to move, wins a board, by trying everything.
fn plainly_wins(board: &Board, player: Player, known: &mut FxHashMap<(Board, Player), bool>) -> bool {
    if let Some(&known) = known.get(&(*board, player)) {
        return known;
    }
    let wins = board.options(player).iter().any(|after| !plainly_wins(after, !player, known));
    known.insert((*board, player), wins);
    wins
}
