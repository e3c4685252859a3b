//! **The fast rules of Amazons and the reference rules agree on every board that can be read.**
//!
//! A text is refused, or it is displayed as a text that is read as the same board, both rules see the same moves of either
//! player, and playing them leads to the same boards. A second text, after a line break, is tried as a move.

use yomikiri_amazons::Board;
use yomikiri_check::amazons as reference;
use yomikiri_game::Player;

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let (board, tried) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(board) = board.parse::<Board>() else {
        return true;
    };
    let shown = board.to_string();
    assert_eq!(shown.parse(), Ok(board));
    // Trying all triples of squares takes long on a large board.
    if u32::from(board.width()) * u32::from(board.height()) > 25 {
        return true;
    }
    for (player, side) in [(Player::First, reference::Side::Black), (Player::Second, reference::Side::White)]
    {
        let rules = reference::Board::new(&shown, side).expect("a board that was displayed");
        let mut ours: Vec<_> = board.continuations(player).collect();
        ours.sort_by_key(|&(m, _)| board.move_text(m));
        let theirs = rules.legal_moves();
        assert_eq!(ours.len(), theirs.len(), "{shown}");
        for ((m, after), text) in ours.into_iter().zip(theirs) {
            assert_eq!(board.move_text(m), text);
            assert_eq!(board.parse_move(player, &text), Ok(m));
            let mut played = rules.clone();
            played.play(&text).expect("a legal move");
            assert_eq!(after.to_string(), played.text());
        }
        let (ours, theirs) = (board.parse_move(player, tried), rules.clone().play(tried));
        // Capitals are understood by the one and not by the other.
        assert!(ours.is_ok() || theirs.is_err(), "{tried}");
    }
    true
}
