//! The reference rules of Amazons, on boards small enough to check by hand.

use yomikiri_check::amazons::{Board, Rejected, Side};

#[test]
fn an_amazon_moves_and_shoots() {
    let board = Board::new("x..", Side::Black).expect("a board");
    assert_eq!(board.legal_moves(), ["a1-b1-a1", "a1-b1-c1", "a1-c1-a1", "a1-c1-b1"]);
    let mut after = board.clone();
    assert_eq!(after.play("a1-c1-a1"), Ok(()));
    assert_eq!((after.text().as_str(), after.to_move()), ("#.x", Side::White));
    assert_eq!(after.winner(), Some(Side::Black), "White has no amazon");
}

#[test]
fn nothing_is_passed_over() {
    let mut board = Board::new("x#.|.o.", Side::Black).expect("a board");
    assert_eq!(board.legal_moves(), ["a2-a1-a2"]);
    assert_eq!(board.play("a2-c2-b2"), Err(Rejected::Illegal));
    assert_eq!(board.play("a2-c1-b1"), Err(Rejected::Illegal));
    assert_eq!(board.play("a2-a1"), Err(Rejected::Malformed));
    assert_eq!(board.play("a2-a1-d9"), Err(Rejected::Malformed));
}

#[test]
fn who_cannot_move_has_lost() {
    let board = Board::new("xo", Side::White).expect("a board");
    assert_eq!(board.winner(), Some(Side::Black));
    assert_eq!(Board::new("x.|.", Side::White), Err(Rejected::NotABoard));
    assert_eq!(Board::new("x?", Side::White), Err(Rejected::NotABoard));
}

/// The number of moves from the start of the usual game: 2176, as is well known.
#[test]
fn the_first_move_of_the_usual_game() {
    let start = "...o..o...|..........|..........|o........o|..........|..........|x........x|..........|..........|...x..x...";
    let board = Board::new(start, Side::Black).expect("a board");
    assert_eq!(board.legal_moves().len(), 2176);
}
