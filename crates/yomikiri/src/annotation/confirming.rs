//! Claims asked again of a search that shares nothing with the mate search: df-pn, which looks at all moves.
//!
//! That a move threw away a forced win says two things: that its player could force a win before it, and that he cannot
//! any more. Both are asked.

use super::{AnnotatedGame, Judgement};
use crate::task::Task;
use yomikiri_game::{Outcome, Player, SplitMix64, Status, play_line};
use yomikiri_search::{Answer, Limits, Monitor, Options, Question, SetupError, ask};
use yomikiri_trax::Position;

/// Claims to be asked again: a sample of all that are added.
#[derive(Clone, Debug)]
pub struct Confirming {
    wanted: usize,
    random: SplitMix64,
    seen: usize,
    claims: Vec<Claim>,
}

/// A move that is said to have thrown a win away.
#[derive(Clone, Debug)]
struct Claim {
    start: Position,
    before: String,
    after: String,
    player: Player,
    place: String,
}

/// What the other search says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// Claims that there were.
    pub claims: usize,
    /// Claims that were asked.
    pub asked: usize,
    /// Claims of which it is confirmed that the win was there.
    pub won_before: usize,
    /// Claims of which it is confirmed that the win is gone.
    pub gone_after: usize,
    /// Claims of which neither could be found out within the limit.
    pub unknown: usize,
    /// Claims that are wrong: where they are, and what is wrong.
    pub wrong: Vec<String>,
}

/// What df-pn may spend on a question.
const NODES: u64 = 2_000_000;
const MEMORY: u64 = 256 << 20;

impl Confirming {
    /// A sample of at most so many claims.
    #[must_use]
    pub fn new(wanted: usize, seed: u64) -> Self {
        Self { wanted, random: SplitMix64::new(seed), seen: 0, claims: Vec::new() }
    }

    /// Adds the claims of a game.
    pub fn add(&mut self, game: &AnnotatedGame) {
        for (ply, made) in game.moves.iter().enumerate() {
            if made.judgement != Judgement::ThrewAway {
                continue;
            }
            self.seen += 1;
            // Every claim has the same chance to be among the sample.
            let slot = if self.claims.len() < self.wanted {
                self.claims.len()
            } else {
                self.random.below(self.seen)
            };
            if slot >= self.wanted {
                continue;
            }
            let moves = &game.record.moves;
            let claim = Claim {
                start: Position::new(game.rules),
                before: moves[..ply].join(" "),
                after: moves[..=ply].join(" "),
                player: made.player,
                place: format!("game {}, move {} {}", game.number, ply + 1, made.text),
            };
            if slot == self.claims.len() {
                self.claims.push(claim);
            } else {
                self.claims[slot] = claim;
            }
        }
    }

    /// Asks.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn ask(&self, task: &Task) -> Result<Confirmed, SetupError> {
        let mut confirmed = Confirmed { claims: self.seen, ..Confirmed::default() };
        task.steps("confirming", "claims", |progress| {
            progress.expect(self.claims.len() as u64);
            let monitor = Monitor::new(progress.stop().clone());
            for claim in &self.claims {
                let before = claim.can_win(&claim.before, &monitor)?;
                let after = claim.can_win(&claim.after, &monitor)?;
                if progress.is_stopped() {
                    break;
                }
                confirmed.asked += 1;
                confirmed.won_before += usize::from(before == Some(true));
                confirmed.gone_after += usize::from(after == Some(false));
                confirmed.unknown += usize::from(before.is_none() || after.is_none());
                if before == Some(false) {
                    confirmed.wrong.push(format!("{}: there was no win before it", claim.place));
                }
                if after == Some(true) {
                    confirmed.wrong.push(format!("{}: the win is still there", claim.place));
                }
                progress.reach(confirmed.asked as u64);
            }
            Ok(())
        })?;
        Ok(confirmed)
    }
}

impl Claim {
    /// Whether its player can force a win after some moves.
    fn can_win(&self, moves: &str, monitor: &Monitor) -> Result<Option<bool>, SetupError> {
        let Ok(line) = play_line(self.start.clone(), moves) else {
            return Ok(None);
        };
        if let Status::Over(outcome) = line.status {
            return Ok(Some(outcome == Outcome::Win(self.player)));
        }
        // Whoever has a win cannot be beaten, so the question about the other one may be easier.
        for (player, meaning) in [(self.player, true), (!self.player, false)] {
            let limits = Limits { nodes: Some(NODES), time: None };
            let options = Options { memory: MEMORY, limits, ..Options::default() };
            let report = ask(&line.position, Question { can_win: player }, &options, monitor)?;
            match report.answer {
                Answer::Yes => return Ok(Some(meaning)),
                Answer::No if player == self.player => return Ok(Some(false)),
                Answer::No | Answer::Unknown(_) => {}
            }
        }
        Ok(None)
    }
}
