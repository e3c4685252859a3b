//! What is asked of a board, whatever its game.

use crate::referee::{Played, Referee};

/// The position as it lies.
pub(super) fn position(board: &impl Referee) -> Vec<u8> {
    let mut bytes = Vec::new();
    board.position(&mut bytes);
    bytes
}

/// Its least image.
pub(super) fn canonical(board: &impl Referee) -> Vec<u8> {
    let mut bytes = Vec::new();
    board.canonical(&mut bytes);
    bytes
}

/// The legal moves and what comes of them.
pub(super) fn legal_moves(board: &mut impl Referee) -> Vec<(u32, Played)> {
    let mut codes = Vec::new();
    board.candidates(&mut codes);
    let result = |&code: &u32| {
        let played = board.play(code);
        if played == Played::Illegal {
            return None;
        }
        board.undo();
        Some((code, played))
    };
    codes.iter().filter_map(result).collect()
}
