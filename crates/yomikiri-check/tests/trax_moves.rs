//! Which moves are legal, what they do, and why others are rejected.

mod common;

use common::after;
use yomikiri_check::trax::{Board, Rejected, Rules, Side, Status};

/// Checks that a move is rejected for the given reason, and changes nothing.
fn assert_rejected(board: &Board, text: &str, why: &Rejected) {
    let mut copy = board.clone();
    assert_eq!(copy.play(text).as_ref(), Err(why), "{text}");
    assert_eq!(&copy, board, "{text} changed the board");
    assert!(!board.legal_moves().iter().any(|legal| legal == text));
}

#[test]
fn there_are_two_first_moves() {
    let board = Board::new(Rules::unlimited());
    assert_eq!(board.to_move(), Side::White);
    assert_eq!(board.status(), Status::Open);
    assert_eq!(board.legal_moves(), ["@0+", "@0/"]);
    for text in ["@0\\", "A1+", "A0/", "@1/"] {
        assert_rejected(&board, text, &Rejected::NotAnOpening);
    }
}

#[test]
fn every_tile_fits_on_every_side_of_the_first() {
    let board = after(Rules::unlimited(), "@0+");
    assert_eq!(board.to_move(), Side::Red);
    let expected = ["@1+", "@1/", "@1\\", "A0+", "A0/", "A0\\", "A2+", "A2/", "A2\\", "B1+", "B1/", "B1\\"];
    assert_eq!(board.legal_moves(), expected);
}

fn cells(board: &Board) -> Vec<((u32, u32), u8)> {
    board.cells().collect()
}

#[test]
fn the_first_tiles_are_coloured_as_the_rules_say() {
    let slash = after(Rules::unlimited(), "@0/");
    assert_eq!(cells(&slash), [((1, 1), 1 + 8)], "white joins N and W");
    let cross = after(Rules::unlimited(), "@0+");
    assert_eq!(cells(&cross), [((1, 1), 1 + 4)], "white joins N and S");
}

#[test]
fn coordinates_are_counted_anew_every_turn() {
    // Red goes on to the west, then turns south: white joins N and W.
    let board = after(Rules::unlimited(), "@0+ @1/");
    assert_eq!(cells(&board), [((1, 1), 1 + 8), ((1, 2), 1 + 4)]);
    // Again at the west, now continuing a white line, straight.
    let board = after(Rules::unlimited(), "@0+ @1/ @1+");
    let expected = [((1, 1), 2 + 8), ((1, 2), 1 + 8), ((1, 3), 1 + 4)];
    assert_eq!(cells(&board), expected);
}

#[test]
fn forced_plays_belong_to_the_turn() {
    let board = after(Rules::unlimited(), "@0/ B1\\ A2\\");
    let expected = [((1, 1), 1 + 8), ((1, 2), 1 + 2), ((2, 1), 4 + 8), ((2, 2), 2 + 4)];
    assert_eq!(cells(&board), expected);
}

#[test]
fn malformed_text() {
    let board = after(Rules::unlimited(), "@0+");
    for text in ["", "B1", "b1+", "B01+", "B1+ ", "1B+", "B1*", "B1+\u{0301}"] {
        assert_rejected(&board, text, &Rejected::Malformed);
    }
}

#[test]
fn occupied_and_distant_spaces() {
    let board = after(Rules::unlimited(), "@0+");
    assert_rejected(&board, "A1+", &Rejected::Occupied);
    let distant = [
        "@0+",
        "@2+",
        "B0/",
        "B2\\",
        "C1+",
        "A3+",
        "ZZZZZZZZ99999999999999/",
        "A99999999999999/",
        "ZZZZZZZZ1/",
        "A4294967295/",
        "A2147483648/",
    ];
    for text in distant {
        assert_rejected(&board, text, &Rejected::NotAdjacent);
    }
}

#[test]
fn colours_must_match() {
    // A1 and B1 send white lines south; A2 takes the one from A1 to the west
    // and sends a red line east. So B2 has white at N and red at W, and no `/`.
    let board = after(Rules::unlimited(), "@0+ B1/ A2/");
    assert_eq!(board.tile_count(), 3);
    assert_rejected(&board, "B2/", &Rejected::ColoursDoNotMatch);
    let legal = board.legal_moves();
    assert!(legal.contains(&"B2+".to_owned()));
    assert!(legal.contains(&"B2\\".to_owned()));
}

#[test]
fn the_box_floats_but_does_not_grow_beyond_the_limit() {
    let board = after(Rules::square(2), "@0/ B1/");
    let why = Rejected::OutsideBox { limit: 2 };
    assert_rejected(&board, "C1+", &why);
    assert_rejected(&board, "@1+", &why);
    for text in ["A0+", "A2+", "B0+", "B2+"] {
        assert!(board.legal_moves().contains(&text.to_owned()), "{text}");
    }
}

#[test]
fn unlimited_has_a_limit_too() {
    let lines_never_win = Rules { line: None, ..Rules::unlimited() };
    let moves = format!("@0+{}", " @1+".repeat(254));
    let board = after(lines_never_win, &moves);
    assert_eq!(board.tile_count(), 255);
    let why = Rejected::OutsideBox { limit: 255 };
    assert_rejected(&board, "@1+", &why);
    assert_rejected(&board, "IV1+", &why);
    assert_rejected(&board, "IU1+", &Rejected::Occupied);
    assert!(board.clone().play("IU0+").is_ok());
}

#[test]
fn three_lines_of_one_colour_make_the_turn_illegal() {
    let moves = "@0/ B1+ C1/ C2\\ @1+ A2/ A3/ D3\\";
    let board = after(Rules::unlimited(), moves);
    let why = Rejected::ThreeLines { colour: Side::White, space: "C3".to_owned() };
    assert_rejected(&board, "B3\\", &why);
    assert_eq!(why.to_string(), "three white lines would enter C3");
}

#[test]
fn nothing_is_played_after_the_end() {
    let board = after(Rules::unlimited(), "@0/ B1\\ A2\\");
    assert_rejected(&board, "A0+", &Rejected::GameOver);
    assert_rejected(&board, "nonsense", &Rejected::Malformed);
}

/// Every move that can be written with coordinates up to `greatest`.
fn writable_moves(greatest: usize) -> Vec<String> {
    let mut moves = Vec::new();
    for column in "@ABCDE".chars().take(greatest + 1) {
        for row in 0..=greatest {
            for sign in ['+', '/', '\\'] {
                moves.push(format!("{column}{row}{sign}"));
            }
        }
    }
    moves.sort();
    moves
}

fn assert_listed_as_accepted(board: &Board, depth: u32) {
    let accepted: Vec<String> =
        writable_moves(5).into_iter().filter(|text| board.clone().play(text).is_ok()).collect();
    assert_eq!(board.legal_moves(), accepted);
    if depth > 0 {
        for text in accepted {
            let mut next = board.clone();
            next.play(&text).expect("was accepted before");
            assert_listed_as_accepted(&next, depth - 1);
        }
    }
}

#[test]
fn the_listed_moves_are_those_that_are_accepted() {
    assert_listed_as_accepted(&Board::new(Rules::square(3)), 3);
    assert_listed_as_accepted(&Board::new(Rules::unlimited()), 3);
}
