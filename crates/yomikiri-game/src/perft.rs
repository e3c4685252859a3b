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
    let mut buffers = vec![Vec::new(); depth as usize];
    count(game, &mut buffers)
}

/// One buffer of moves per remaining level, so that the inner loop allocates nothing.
fn count<G: Game>(game: &mut G, buffers: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    moves.clear();
    game.moves(moves);
    let mut leaves = 0;
    for &m in moves.iter() {
        match game.play(m) {
            Played::Illegal => {}
            Played::Open(token) => {
                leaves += count(game, deeper);
                game.undo(token);
            }
            Played::Over(_, token) => {
                leaves += u64::from(deeper.is_empty());
                game.undo(token);
            }
        }
    }
    leaves
}
