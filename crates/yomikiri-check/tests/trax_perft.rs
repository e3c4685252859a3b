//! The number of move sequences of a given length, which other programs that
//! play Trax have counted too. A finished game is not continued, and counts at
//! its own length only.

use yomikiri_check::trax::{Board, Rules};

fn sequences(board: &Board, length: u32) -> u64 {
    if length == 0 {
        return 1;
    }
    let mut count = 0;
    for text in board.legal_moves() {
        let mut next = board.clone();
        next.play(&text).expect("a legal move is accepted");
        count += sequences(&next, length - 1);
    }
    count
}

#[test]
fn unlimited() {
    let board = Board::new(Rules::unlimited());
    for (length, expected) in [(1, 2), (2, 24), (3, 432), (4, 9568)] {
        assert_eq!(sequences(&board, length), expected, "length {length}");
    }
}

#[test]
fn three_by_three() {
    let board = Board::new(Rules::square(3));
    for (length, expected) in [(4, 8560), (5, 135_320)] {
        assert_eq!(sequences(&board, length), expected, "length {length}");
    }
}

#[test]
fn four_by_four() {
    let board = Board::new(Rules::square(4));
    assert_eq!(sequences(&board, 4), 9568);
}
