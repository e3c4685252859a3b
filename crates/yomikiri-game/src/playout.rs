//! Random games.

use crate::{Game, Outcome, Played, SplitMix64};

/// A game played at random.
#[derive(Clone, Debug)]
pub struct Playout<G: Game> {
    /// The position at the end, or where the limit was reached.
    pub position: G,
    /// The moves from the start.
    pub moves: Vec<G::Move>,
    /// How it ended; `None` if the limit came first.
    pub outcome: Option<Outcome>,
}

/// Plays uniformly chosen legal moves from `start` until the game is over or `limit` moves are played.
pub fn playout<G: Game>(start: &G, random: &mut SplitMix64, limit: usize) -> Playout<G> {
    let mut game = Playout { position: start.clone(), moves: Vec::new(), outcome: None };
    let mut candidates = Vec::new();
    while game.outcome.is_none() && game.moves.len() < limit {
        candidates.clear();
        game.position.moves(&mut candidates);
        game.outcome = loop {
            if candidates.is_empty() {
                break Some(game.position.outcome_when_stuck());
            }
            let m = candidates.swap_remove(random.below(candidates.len()));
            match game.position.play(m) {
                Played::Illegal => {}
                Played::Open(_) => {
                    game.moves.push(m);
                    break None;
                }
                Played::Over(outcome, _) => {
                    game.moves.push(m);
                    break Some(outcome);
                }
            }
        };
    }
    game
}
