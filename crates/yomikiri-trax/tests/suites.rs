//! The facts about Trax under `suites/trax`, each file with its source in its header.

use std::collections::HashSet;
use std::path::Path;
use yomikiri_game::{
    Canonical, Game, Key, Notation, Outcome, Played, Player, Status, Threats, legal_moves, perft, play_line,
};
use yomikiri_trax::record::{Claim, parse_records};
use yomikiri_trax::{Position, Rules};

fn suite(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/trax").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a table, without its comments.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = suite(name);
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

fn position(name: &str) -> Position {
    Position::new(name.parse().expect(name))
}

/// Depth 7 of the unlimited game takes ten seconds: `yomikiri perft trax --depth 7`.
const TOO_DEEP: u64 = 100_000_000;

#[test]
fn perft_counts_agree() {
    let rows = rows("perft.tsv");
    assert!(rows.len() >= 16);
    for row in rows {
        let (depth, leaves) = (row[1].parse().expect("a depth"), row[2].parse().expect("a count"));
        if leaves < TOO_DEEP {
            assert_eq!(perft(&mut position(&row[0]), depth), leaves, "{row:?}");
        }
    }
}

#[test]
fn examples_end_as_stated() {
    let rows = rows("examples.tsv");
    assert_eq!(rows.len(), 7);
    for row in rows {
        let end = match play_line(position(&row[0]), &row[1]) {
            Err(error) => format!("move {} is illegal: {}", error.number, error.reason),
            Ok(mut line) => format!("{:?} by {}", line.status, line.position.ending()),
        };
        let expected = match row[2].as_str() {
            "red wins by a loop" => "Over(Win(Second)) by loop",
            "red wins by a line" | "red wins by a line of 8 columns" => "Over(Win(Second)) by line",
            "white wins by a loop" => "Over(Win(First)) by loop",
            "the board is full, nobody has won" => "Over(Draw) by full",
            "both colours win at once: white moved, so white wins" => "Over(Win(First)) by",
            "the ninth move is illegal (three lines of one colour would enter one space)" => {
                "move 9 is illegal: three"
            }
            other => panic!("no test for {other}"),
        };
        assert!(end.starts_with(expected), "{row:?} ends: {end}");
    }
}

#[test]
fn recorded_games_end_with_the_recorded_winner() {
    let records = parse_records(suite("games-8x8.tsv").as_bytes()).expect("well-formed");
    assert!(records.len() >= 300);
    let mut stuck = 0;
    for record in records {
        let start = Position::new(Rules::square(8).expect("a board"));
        let line = play_line(start, &record.moves.join(" "));
        let mut line = line.unwrap_or_else(|error| panic!("line {}: {error}", record.line));
        let by_tiles = match (line.status, line.position.ending()) {
            (Status::Over(Outcome::Win(player)), "loop" | "line") => Claim::Won(player),
            (Status::Over(Outcome::Win(_)), reason) => {
                assert_eq!(reason, "stuck");
                stuck += 1;
                Claim::NotWon
            }
            _ => Claim::NotWon,
        };
        assert_eq!(Some(by_tiles), record.claim, "line {}", record.line);
    }
    assert_eq!(stuck, 3);
}

#[test]
fn unlimited_games_are_legal() {
    let records = parse_records(suite("games-unlimited.trx").as_bytes()).expect("well-formed");
    assert_eq!(records.len(), 70);
    for record in records {
        let line = play_line(position("trax"), &record.moves.join(" "));
        assert!(line.is_ok(), "line {}: {line:?}", record.line);
    }
}

#[test]
fn reachable_positions_are_counted_exactly() {
    for row in rows("reachable.tsv") {
        let mut start = position(&row[0]);
        let mut seen = HashSet::new();
        match row[1].parse() {
            Ok(moves) => after_moves(&mut start, moves, &mut seen),
            Err(_) => {
                seen.insert(start.key());
                reach(&mut start, &mut seen);
            }
        }
        assert_eq!(seen.len().to_string(), row[2], "{row:?}");
    }
}

/// Adds all positions that can be reached from this one, finished ones included.
fn reach(position: &mut Position, seen: &mut HashSet<Key>) {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for m in moves {
        match position.play(m) {
            Played::Illegal => {}
            Played::Open(token) => {
                if seen.insert(position.key()) {
                    reach(position, seen);
                }
                position.undo(token);
            }
            Played::Over(_, token) => {
                seen.insert(position.key());
                position.undo(token);
            }
        }
    }
}

/// Adds the positions after exactly so many moves.
fn after_moves(position: &mut Position, moves: u32, seen: &mut HashSet<Key>) {
    if moves == 0 {
        seen.insert(position.key());
        return;
    }
    for m in legal_moves(position) {
        if let Played::Open(token) | Played::Over(_, token) = position.play(m) {
            after_moves(position, moves - 1, seen);
            position.undo(token);
        }
    }
}

/// Keys tell apart what exact diagrams tell apart, and nothing else.
#[test]
fn keys_agree_with_exact_diagrams() {
    let mut by_key = HashSet::new();
    let mut by_diagram = HashSet::new();
    let mut layer = vec![position("trax:3x3")];
    while let Some(mut position) = layer.pop() {
        let white = position.to_move() == Player::First;
        let is_new = by_diagram.insert((position.diagram().canonical(), white));
        assert_eq!(by_key.insert(position.key()), is_new);
        if is_new && position.end_reason().is_none() {
            for m in legal_moves(&mut position) {
                let mut next = position.clone();
                next.play(m);
                layer.push(next);
            }
        }
    }
    assert_eq!(by_diagram.len(), 4944);
}

#[test]
fn a_span_of_255_is_the_end_of_the_world() {
    // White lines run north to south, so no red loop closes and the red line of 8 columns wins; a column of
    // crossings would win too. Without lines the board can grow to its limit.
    let mut game = position("trax-loop");
    for moves in 0..255 {
        let text = if moves == 0 { "@0+" } else { "@1+" };
        let m = game.parse_move(text).expect("there is room");
        assert!(matches!(game.play(m), Played::Open(_)), "move {moves}");
    }
    let error = game.parse_move("@1+").expect_err("there is no room");
    assert_eq!(error.to_string(), "a tile at @1 would make the board larger than 255x255");
    assert_eq!(game.move_text(game.parse_move("IU0+").expect("above the last column")), "IU0+");
}

#[test]
fn the_rules_of_a_first_move() {
    let game = position("trax");
    for text in ["@0\\", "A1/", "@1/", "A0+"] {
        let error = game.parse_move(text).expect_err(text);
        assert_eq!(error.to_string(), "the first move is @0/ or @0+");
    }
    let line = play_line(position("trax:8x8"), r"@0/ A0\ @2\").expect("legal");
    assert_eq!(line.status, Status::Over(Outcome::Win(Player::First)));
}

/// Random games hardly ever leave a player without a move; recorded ones do.
#[test]
fn nobody_gets_stuck_unforeseen() {
    let records = parse_records(suite("games-8x8.tsv").as_bytes()).expect("well-formed");
    let mut stuck = 0;
    for record in records {
        let mut position = position("trax:8x8");
        for text in &record.moves {
            let may = position.may_get_stuck();
            let turn = position.parse_move(text).expect(text);
            if let Played::Open(_) = position.play(turn)
                && legal_moves(&mut position).is_empty()
            {
                assert!(may, "line {}: {text}", record.line);
                stuck += 1;
            }
        }
    }
    assert_eq!(stuck, 3);
}
