//! What the test files share.

use yomikiri_check::trax::{Board, Rules};

/// The board after the given moves, all of which must be legal.
pub fn after(rules: Rules, moves: &str) -> Board {
    let mut board = Board::new(rules);
    for text in moves.split_whitespace() {
        if let Err(error) = board.play(text) {
            panic!("{text} in {moves}: {error}");
        }
    }
    board
}
