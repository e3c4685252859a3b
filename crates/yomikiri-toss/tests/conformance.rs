//! Described games through the conformance kit. (They are compared with other rules in the tests of
//! `yomikiri`, where the games meet.)

use yomikiri_game::{conformance, position_conformance};
use yomikiri_toss::Position;

fn position(text: &str, limit: Option<u32>) -> Position {
    Position::new(text, limit).expect("well formed")
}

conformance! {
    tic_tac_toe: Position = position(include_str!("../../../suites/toss/tic-tac-toe.toss"), None), games 60;
    elly: Position = position(include_str!("../../../suites/toss/elly-4x4.toss"), None), games 3;
    two_and_one: Position = position(include_str!("../../../suites/toss/elly-2-1-4x4.toss"), None), games 1;
    connect: Position = position(include_str!("../../../suites/toss/connect-3-4x3.toss"), Some(9)), games 40;
    breakthrough: Position = position(include_str!("../../../suites/toss/breakthrough-3x4.toss"), Some(20)), games 40;
}

position_conformance! {
    tic_tac_toe_positions: Position = position(include_str!("../../../suites/toss/tic-tac-toe.toss"), None), games 30;
    two_and_one_positions: Position = position(include_str!("../../../suites/toss/elly-2-1-4x4.toss"), None), games 2;
    connect_positions: Position = position(include_str!("../../../suites/toss/connect-3-4x3.toss"), Some(9)), games 20;
    breakthrough_positions: Position = position(include_str!("../../../suites/toss/breakthrough-3x4.toss"), Some(20)),
        games 20;
}
