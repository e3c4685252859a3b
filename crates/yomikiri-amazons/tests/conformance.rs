//! Amazons through the conformance kit, against the reference rules.

use yomikiri_amazons::{Position, Start};
use yomikiri_check::amazons as reference;
use yomikiri_game::conformance::{self as kit, Reference};
use yomikiri_game::{Outcome, Player, Status, conformance, perft, position_conformance};

fn named(name: &str) -> Position {
    name.parse::<Start>().expect(name).position()
}

fn board(text: &str) -> Position {
    Position::new(text.parse().expect(text), Player::First)
}

/// The reference rules, speaking the kit's language.
#[derive(Clone)]
struct Adapter(reference::Board);

impl Adapter {
    fn of(position: &Position) -> Self {
        let text = position.board().to_string();
        Self(reference::Board::new(&text, reference::Side::Black).expect("a board"))
    }
}

fn player(side: reference::Side) -> Player {
    match side {
        reference::Side::Black => Player::First,
        reference::Side::White => Player::Second,
    }
}

impl Reference<Position> for Adapter {
    fn to_move(&self) -> Player {
        player(self.0.to_move())
    }

    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves()
    }

    fn play(&mut self, text: &str) {
        self.0.play(text).expect("legal by the fast rules");
    }

    fn status(&self) -> Status {
        self.0.winner().map_or(Status::Open, |side| Status::Over(Outcome::Win(player(side))))
    }

    fn ending(&self) -> String {
        "stuck".to_owned()
    }

    fn compare(&self, position: &Position) {
        assert_eq!(position.board().to_string(), self.0.text());
    }
}

conformance! {
    amazons_4x4: Position = named("amazons:4x4"), games 30, reference Adapter::of(&named("amazons:4x4"));
    amazons_5x5: Position = named("amazons:5x5"), games 4, reference Adapter::of(&named("amazons:5x5"));
    one_row: Position = board("x.x....o.o"), games 50, reference Adapter::of(&board("x.x....o.o"));
    one_column: Position = board("x|.|.|#|.|o"), games 20, reference Adapter::of(&board("x|.|.|#|.|o"));
    oblong: Position = board("x...o|.#...|x...o"), games 10, reference Adapter::of(&board("x...o|.#...|x...o"));
    nobody: Position = board("...|..."), games 1, reference Adapter::of(&board("...|..."));
}

position_conformance! {
    amazons_4x4_positions: Position = named("amazons:4x4"), games 20;
    one_row_positions: Position = board("x.x....o.o"), games 30;
    oblong_positions: Position = board("x...o|.#...|x...o"), games 5;
    nobody_positions: Position = board("...|..."), games 1;
}

/// Its keys are hashes, unlike those of small boards; a whole kit would take minutes.
#[test]
fn the_usual_board_agrees_with_the_reference() {
    let late = board(
        "...o#.o...|.####.....|####......|o#.######o|.##.#..###|##.###....|x######..x|.#.#####..|..#..##...|.#.x..x...",
    );
    kit::agrees_with_reference(&late, &Adapter::of(&late), 4);
    kit::keys_are_canonical(&late, 2);
    kit::notation_round_trips(&named("amazons:10x10"), 0);
}

#[test]
fn the_number_of_moves_from_the_usual_start() {
    let mut usual = named("amazons");
    assert_eq!(perft(&mut usual, 1), 2176);
    assert_eq!(perft(&mut usual, 2), 4_307_152);
}
