//! Counting the leaves of the game tree: the standard test of move generation.

use crate::{Game, Status, try_move};

/// The number of move sequences of exactly `depth` moves. A finished game is not continued, so it counts
/// only at its own depth; illegal moves do not count.
///
/// ```
/// use yomikiri_game::{perft, samples::Mnk};
/// assert_eq!(perft(&mut Mnk::new(3, 3, 3), 9), 127_872);
/// ```
pub fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    count(game, depth, &mut Vec::new())
}

/// `spare` are buffers for moves that are not in use, so that the inner loop allocates nothing.
fn count<G: Game>(game: &mut G, depth: u32, spare: &mut Vec<Vec<G::Move>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = spare.pop().unwrap_or_default();
    game.moves(&mut moves);
    let mut leaves = 0;
    for &m in &moves {
        let below = try_move(game, m, |game, status| match status {
            Status::Open => count(game, depth - 1, spare),
            Status::Over(_) => u64::from(depth == 1),
        });
        leaves += below.unwrap_or(0);
    }
    moves.clear();
    spare.push(moves);
    leaves
}
