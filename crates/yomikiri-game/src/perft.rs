//! Counting the leaves of the game tree: the standard test of move generation.

use crate::{Game, Played};

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
        match game.play(m) {
            Played::Illegal => {}
            Played::Open(token) => {
                leaves += count(game, depth - 1, spare);
                game.undo(token);
            }
            Played::Over(_, token) => {
                leaves += u64::from(depth == 1);
                game.undo(token);
            }
        }
    }
    moves.clear();
    spare.push(moves);
    leaves
}
