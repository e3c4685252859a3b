//! The rules in arrays are the simple rules, move by move.

mod proof_writer;

use proof_writer::{Random, as_it_lies, canonical, children};
use std::collections::BTreeSet;
use yomikiri_check::referee::{Outcome, Played, Player, Referee};
use yomikiri_check::trax::{Board, Full, Rules, Side, Status, Stuck, Trax};

fn player(side: Side) -> Player {
    match side {
        Side::White => Player::First,
        Side::Red => Player::Second,
    }
}

fn outcome(status: Status) -> Option<Outcome> {
    match status {
        Status::Open => None,
        Status::Won { by, .. } => Some(Outcome::Win(player(by))),
        Status::Draw { .. } => Some(Outcome::Draw),
    }
}

/// A position by the simple rules, as the format has it.
fn bytes_of(board: &Board) -> Vec<u8> {
    let cells: Vec<_> = board.cells().collect();
    let height = cells.iter().map(|((row, _), _)| *row).max().unwrap_or(0) as usize;
    let width = cells.iter().map(|((_, column), _)| *column).max().unwrap_or(0) as usize;
    let mover = u8::from(board.to_move() == Side::Red);
    let mut bytes = vec![height as u8, width as u8, mover];
    bytes.resize(3 + height * width, 0);
    for ((row, column), tile) in cells {
        bytes[3 + (row as usize - 1) * width + column as usize - 1] = tile;
    }
    bytes
}

/// The position turned by a right angle, clockwise.
fn turned(bytes: &[u8]) -> Vec<u8> {
    let (height, width) = (usize::from(bytes[0]), usize::from(bytes[1]));
    let mut image = vec![bytes[1], bytes[0], bytes[2]];
    for row in 0..width {
        for column in 0..height {
            let tile = bytes[3 + (height - 1 - column) * width + row];
            // North becomes east, east south, south west, west north.
            image.push(tile << 1 & 15 | tile >> 3);
        }
    }
    image
}

/// The position in a mirror: left and right are exchanged.
fn mirrored(bytes: &[u8]) -> Vec<u8> {
    let width = usize::from(bytes[1]);
    let mut image = bytes[..3].to_vec();
    if width > 0 {
        for row in bytes[3..].chunks(width) {
            image.extend(row.iter().rev().map(|tile| tile & 5 | tile << 2 & 8 | tile >> 2 & 2));
        }
    }
    image
}

fn images(bytes: &[u8]) -> BTreeSet<Vec<u8>> {
    let mut images = BTreeSet::new();
    let mut image = bytes.to_vec();
    for _ in 0..4 {
        image = turned(&image);
        images.insert(mirrored(&image));
        images.insert(image.clone());
    }
    images
}

/// Compares everything that can be asked about a position, and all of its moves.
fn compare(board: &Board, arrays: &mut Trax) {
    assert_eq!(player(board.to_move()), arrays.to_move());
    let bytes = bytes_of(board);
    assert_eq!(as_it_lies(arrays), bytes);
    assert_eq!(Some(&canonical(arrays)), images(&bytes).first());
    let legal: BTreeSet<String> = board.legal_moves().into_iter().collect();
    let mut codes = Vec::new();
    arrays.candidates(&mut codes);
    assert!(codes.is_sorted_by(|one, other| one < other));
    let mut played = BTreeSet::new();
    for &code in &codes {
        let text = arrays.move_text(code);
        assert_eq!(arrays.parse_move(&text), Ok(code));
        let before = arrays.fingerprint();
        if arrays.play(code) != Played::Illegal {
            arrays.undo();
            played.insert(text);
        }
        assert_eq!((as_it_lies(arrays), arrays.fingerprint()), (bytes.clone(), before));
    }
    if board.status() == Status::Open {
        assert_eq!(played, legal);
        assert!(!legal.is_empty(), "the reference calls this stuck");
    }
}

/// The position put up from its bytes is the same as that which was played, and plays on in the same way.
fn compare_put_up(arrays: &Trax, put_up: &mut Trax) {
    let bytes = as_it_lies(arrays);
    assert_eq!(put_up.set_position(&bytes), Ok(()));
    assert_eq!(as_it_lies(put_up), bytes);
    assert_eq!(put_up.to_move(), arrays.to_move());
    assert_eq!(put_up.fingerprint(), arrays.fingerprint());
    // Moves are taken back instead of played on copies: copies of all children of a large board would take gigabytes.
    let (mut arrays, mut codes, mut other_codes) = (arrays.clone(), Vec::new(), Vec::new());
    arrays.candidates(&mut codes);
    put_up.candidates(&mut other_codes);
    assert_eq!(codes, other_codes);
    for code in codes {
        let played = arrays.play(code);
        assert_eq!(put_up.play(code), played);
        if played == Played::Illegal {
            continue;
        }
        assert_eq!(as_it_lies(&arrays), as_it_lies(put_up));
        assert_eq!(arrays.fingerprint(), put_up.fingerprint());
        arrays.undo();
        put_up.undo();
    }
    assert_eq!(as_it_lies(put_up), bytes);
}

/// Plays a random game by both rules.
fn play_game(rules: Rules, random: &mut Random, most_moves: usize) -> Status {
    let mut board = Board::new(rules);
    let mut arrays = Trax::new(rules);
    let mut put_up = Trax::new(rules);
    let mut positions = Vec::new();
    for _ in 0..most_moves {
        compare(&board, &mut arrays);
        if random.below(8) == 0 {
            compare_put_up(&arrays, &mut put_up);
        }
        positions.push(as_it_lies(&arrays));
        let legal = board.legal_moves();
        // Attaching to the end of the list tends to make long shapes, choosing at random round ones.
        let text = if random.below(16) == 0 { &legal[legal.len() - 1] } else { random.choose(&legal) };
        board.play(text).expect("a legal move");
        let code = arrays.parse_move(text).expect("a move");
        let played = arrays.play(code);
        assert_eq!(as_it_lies(&arrays), bytes_of(&board));
        let expected = outcome(board.status());
        if board.status() == Status::Open {
            assert_eq!(played, Played::Open);
            continue;
        }
        if played == Played::Open {
            // By these rules the players find out for themselves that nobody can move.
            assert_eq!(children(&arrays).len(), 0);
            assert_eq!(Some(arrays.stuck()), expected);
        } else {
            assert_eq!(played, Played::Over(expected.expect("over")));
            assert!(put_up.set_position(&as_it_lies(&arrays)).is_err(), "the game is over");
        }
        break;
    }
    while let Some(position) = positions.pop() {
        arrays.undo();
        assert_eq!(as_it_lies(&arrays), position);
    }
    board.status()
}

fn variants(size: Option<u8>) -> Vec<Rules> {
    let usual = size.map_or_else(Rules::unlimited, Rules::square);
    let mut variants = vec![usual];
    for line in [None, Some(1), Some(2), Some(3), Some(8)] {
        for (stuck, full) in [(Stuck::Draw, Full::LastMoverLoses), (Stuck::LastMoverLoses, Full::Draw)] {
            variants.push(Rules { line, stuck, full, ..usual });
        }
    }
    variants
}

#[test]
fn random_games_on_small_boards() {
    let mut random = Random(2);
    let mut endings = std::collections::BTreeMap::new();
    for (size, games) in [(2, 150), (3, 150), (4, 50), (5, 12), (6, 4), (7, 1)] {
        for rules in variants(Some(size)) {
            for _ in 0..games {
                let status = play_game(rules, &mut random, usize::MAX);
                *endings.entry(format!("{status:?}")).or_insert(0) += 1;
            }
        }
    }
    // Both players by loops and lines and full boards, which may also be draws.
    assert!(endings.len() >= 7, "{endings:?}");
}

/// On 8×8, all spaces are in a hole in which every tile brings three lines of one colour to some space.
const STUCK: &str = "@0+ @1\\ C1\\ A0/ @1\\ B0/ @2\\ B1\\ C0/ B4+ E5+ C5/ C6/ A5/ @6\\ A4+ D7\\ \
                     E7\\ @6\\ B7/ E0\\ D1\\ @5\\ A4\\ B3/ B2/ B1/ B8/ A8/ G3+ H8\\ H3/ G1+";

#[test]
fn a_player_without_a_move() {
    for stuck in [Stuck::Loss, Stuck::Draw, Stuck::LastMoverLoses] {
        let rules = Rules { stuck, ..Rules::square(8) };
        let (mut board, mut arrays) = (Board::new(rules), Trax::new(rules));
        for text in STUCK.split_whitespace() {
            board.play(text).expect("a legal move");
            let code = arrays.parse_move(text).expect("a move");
            assert_eq!(arrays.play(code), Played::Open);
        }
        assert_eq!(children(&arrays).len(), 0);
        assert_eq!(Some(arrays.stuck()), outcome(board.status()));
        compare_put_up(&arrays, &mut Trax::new(rules));
    }
}

#[test]
fn random_games_on_large_boards() {
    let mut random = Random(3);
    for size in [Some(8), Some(16), None] {
        for rules in variants(size) {
            for _ in 0..3 {
                play_game(rules, &mut random, 40);
            }
        }
    }
}

#[test]
fn a_long_game_without_a_limit() {
    let rules = Rules { line: None, ..Rules::unlimited() };
    for direction in ["@1+", "A0+"] {
        let mut board = Trax::new(rules);
        for text in std::iter::once("@0+").chain(std::iter::repeat_n(direction, 254)) {
            let code = board.parse_move(text).expect("a move");
            assert_eq!(board.play(code), Played::Open);
        }
        let code = board.parse_move(direction).expect("a move");
        assert_eq!(board.play(code), Played::Illegal, "255 rows or columns is all");
        compare_put_up(&board, &mut Trax::new(rules));
    }
}

#[test]
fn no_code_and_no_bytes_confuse_the_board() {
    let mut random = Random(4);
    let mut board = Trax::new(Rules::square(4));
    let mut accepted = 0;
    for _ in 0..200_000 {
        let (height, width) = (random.below(4) as u8, random.below(4) as u8);
        let mut bytes = vec![height, width, random.below(2) as u8];
        let tiles = [0, 3, 5, 6, 9, 10, 12];
        bytes.extend((0..height * width).map(|_| *random.choose(&tiles)));
        match random.below(20) {
            0 => bytes[random.below(3)] = random.next() as u8,
            1 => bytes.truncate(random.below(bytes.len() + 1)),
            2 => bytes.push(0),
            _ => {}
        }
        if board.set_position(&bytes).is_ok() {
            accepted += 1;
            assert_eq!(as_it_lies(&board), bytes);
            assert_eq!(images(&bytes).first(), Some(&canonical(&board)));
        }
        for _ in 0..3 {
            board.play(random.next() as u32 >> random.below(32));
        }
    }
    assert!(accepted > 1000, "{accepted}");
}

#[test]
fn what_is_no_position() {
    let mut board = Trax::new(Rules::square(3));
    let mut expect = |bytes: &[u8], expected: &str| {
        assert_eq!(board.set_position(bytes), Err(expected.to_owned()), "{bytes:?}");
    };
    expect(&[0, 0], "it is too short");
    expect(&[0, 0, 1], "the other player is to move");
    expect(&[0, 1, 0], "the box is larger than the tiles");
    expect(&[1, 1, 0, 5], "the other player is to move");
    expect(&[1, 1, 2, 5], "there is no such player to move");
    expect(&[1, 1, 1, 7], "a cell is not a tile");
    expect(&[1, 1, 1, 16], "a cell is not a tile");
    expect(&[1, 1, 1, 5, 5], "the number of cells is not that of the box");
    expect(&[1, 4, 1, 5, 5, 5, 5], "the box is too large");
    expect(&[1, 2, 1, 5, 0], "the box is larger than the tiles");
    expect(&[1, 2, 1, 5, 10], "colours do not match");
    expect(&[2, 2, 1, 9, 3, 12, 0], "a forced tile is missing");
    expect(&[1, 3, 1, 5, 0, 5], "a forced tile is missing");
    expect(&[3, 3, 1, 5, 0, 0, 0, 0, 0, 0, 0, 5], "the tiles do not hang together");
    expect(&[2, 2, 0, 6, 12, 3, 9], "somebody has won");
    expect(&[3, 1, 0, 5, 5, 5], "somebody has won");
    assert_eq!(board.set_position(&[2, 1, 0, 5, 5]), Ok(()));
    let mut board = Trax::new(Rules { line: None, ..Rules::square(2) });
    assert_eq!(board.set_position(&[2, 2, 0, 5, 3, 9, 12]), Err("the board is full".to_owned()));
}
