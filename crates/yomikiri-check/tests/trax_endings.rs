//! How games end, and for whom.

mod common;

use common::after;
use yomikiri_check::trax::{Full, How, Rules, Side, Status, Stuck};

fn status(rules: Rules, moves: &str) -> Status {
    after(rules, moves).status()
}

fn won(by: Side, how: How) -> Status {
    Status::Won { by, how }
}

#[test]
fn the_smallest_loop() {
    let board = after(Rules::unlimited(), "@0/ B1\\ A2\\");
    assert_eq!(board.status(), won(Side::Red, How::Loop));
    assert_eq!(board.tile_count(), 4);
    assert_eq!(board.legal_moves(), Vec::<String>::new());
}

#[test]
fn a_line_of_eight_columns() {
    let seven = "@0+ B1+ C1+ D1+ E1+ F1+ G1+";
    let eight = format!("{seven} H1+");
    let red_line = won(Side::Red, How::Line);
    assert_eq!(status(Rules::unlimited(), seven), Status::Open);
    assert_eq!(status(Rules::unlimited(), &eight), red_line);
    assert_eq!(status(Rules::square(16), &eight), red_line);
    assert_eq!(status(Rules::square(7), seven), red_line);
}

#[test]
fn the_length_of_a_line_is_an_option() {
    let five = Rules { line: Some(5), ..Rules::unlimited() };
    assert_eq!(status(five, "@0+ A2+ A3+ A4+"), Status::Open);
    let white_line = won(Side::White, How::Line);
    assert_eq!(status(five, "@0+ A2+ A3+ A4+ A5+"), white_line);

    let never = Rules { line: None, ..Rules::unlimited() };
    let nine = "@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+ A9+";
    assert_eq!(status(never, nine), Status::Open);
    assert_eq!(status(never, "@0/ B1\\ A2\\"), won(Side::Red, How::Loop), "loops win still");
}

#[test]
fn the_opponents_line_wins_for_the_opponent() {
    // Red places the tile that lengthens White's line to two rows.
    let board = after(Rules::square(2), "@0+ A0+");
    assert_eq!(board.to_move(), Side::White);
    assert_eq!(board.status(), won(Side::White, How::Line));
}

#[test]
fn if_both_colours_win_the_mover_wins() {
    let moves = "@0+ B1\\ B2/ A2+ A3/ A0\\ @3+ @3\\ B2+";
    let board = after(Rules::unlimited(), moves);
    assert_eq!(board.to_move(), Side::Red, "White has moved");
    assert!(matches!(board.status(), Status::Won { by: Side::White, .. }));
}

/// White: A1 from the top to A2, out to the left. Red: A1 from the left, B1,
/// B2, A2, out at the bottom. B1 is forced by the red lines from A1 and B2.
const FULL_TWO_BY_TWO: &str = "@0+ A2/ B2/";

#[test]
fn a_full_board_is_a_draw() {
    let board = after(Rules::square(2), FULL_TWO_BY_TWO);
    assert_eq!(board.tile_count(), 4);
    assert_eq!(board.status(), Status::Draw { how: How::Full });
    assert_eq!(board.legal_moves(), Vec::<String>::new());
}

#[test]
fn a_full_board_may_be_lost_by_the_last_mover() {
    let rules = Rules { full: Full::LastMoverLoses, ..Rules::square(2) };
    assert_eq!(status(rules, FULL_TWO_BY_TWO), won(Side::Red, How::Full));
}

#[test]
fn a_win_comes_before_a_full_board() {
    let board = after(Rules::square(2), "@0/ B1\\ A2\\");
    assert_eq!(board.tile_count(), 4);
    assert_eq!(board.status(), won(Side::Red, How::Loop));
}

#[test]
fn a_full_board_of_eight_by_eight() {
    let moves = "@0/ @1/ @1/ @1/ A0/ A3/ @3/ A4/ @1+ C0/ D6+ @1/ D0/ @3\\ G3+ E0+ F1/ B5+ H3\\ \
                 G1/ H1/ B8+ A8/";
    let board = after(Rules::square(8), moves);
    assert_eq!(board.tile_count(), 64);
    assert_eq!(board.status(), Status::Draw { how: How::Full });
}

/// A game of 8×8 that leaves a hole of three rows and two columns at the top
/// edge, in which every tile brings three lines of one colour to some space.
/// White moved last.
const STUCK: &str = "@0+ @1\\ C1\\ A0/ @1\\ B0/ @2\\ B1\\ C0/ B4+ E5+ C5/ C6/ A5/ @6\\ A4+ D7\\ \
                     E7\\ @6\\ B7/ E0\\ D1\\ @5\\ A4\\ B3/ B2/ B1/ B8/ A8/ G3+ H8\\ H3/ G1+";

#[test]
fn without_a_legal_move_the_side_to_move_loses() {
    let board = after(Rules::square(8), STUCK);
    assert_eq!(board.tile_count(), 58);
    assert_eq!(board.to_move(), Side::Red);
    assert_eq!(board.status(), won(Side::White, How::Stuck));
    assert_eq!(board.legal_moves(), Vec::<String>::new());
}

#[test]
fn what_happens_without_a_legal_move_is_an_option() {
    let with = |stuck| Rules { stuck, ..Rules::square(8) };
    let drawn = Status::Draw { how: How::Stuck };
    assert_eq!(status(with(Stuck::Draw), STUCK), drawn);
    let last_mover_lost = won(Side::Red, How::Stuck);
    assert_eq!(status(with(Stuck::LastMoverLoses), STUCK), last_mover_lost);
}
