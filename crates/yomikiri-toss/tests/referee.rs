//! Described games against the referee that checks their proofs, an interpreter of the same text, move by move.

#[path = "../../yomikiri-check/tests/referee_comparison/mod.rs"]
mod referee_comparison;

use referee_comparison::agree;
use yomikiri_check::toss::Toss;
use yomikiri_toss::Position;

fn check(text: &str, limit: Option<u32>, games: u64) {
    agree::<_, Toss>(&Position::new(text, limit).expect("a game"), games);
}

#[test]
fn the_games_of_the_suite_agree() {
    check(include_str!("../../../suites/toss/tic-tac-toe.toss"), None, 30);
    check(include_str!("../../../suites/toss/tic-tac-toe.toss"), Some(6), 30);
    check(include_str!("../../../suites/toss/connect-3-4x3.toss"), None, 20);
    check(include_str!("../../../suites/toss/breakthrough-3x4.toss"), Some(20), 20);
    check(include_str!("../../../suites/toss/breakthrough-3x4.toss"), Some(0), 1);
    check(include_str!("../../../suites/toss/elly-4x4.toss"), None, 3);
    check(include_str!("../../../suites/toss/elly-torus-4x4.toss"), None, 2);
    check(include_str!("../../../suites/toss/gomoku-4x4-4.toss"), None, 3);
    check(include_str!("../../../suites/toss/elly-2-1-4x4.toss"), None, 1);
    check(include_str!("../../../suites/toss/tippy-2-2-4x4.toss"), None, 1);
}

/// What the suite does not use: `post`, `all`, numbers, exact neighbours, several relations of a cell, moves with the
/// same effect, locations that do not alternate.
#[test]
fn strange_games_agree() {
    let text = "PLAYERS 1, 2
        REL Busy(x) = P(x) or Q(x)
        REL Full() = all x Busy(x)
        REL Near(x, y) = R(x, y) or R(y, x) or C(x, y) or C(y, x)
        REL Alone(x) = not ex y (Near(x, y) and P(y)) and (ex y Near(x, y) or x = x)
        REL Many() = :(ex x, y (P(x) and P(y) and not x = y)) + 2 * :(ex x (P(x) and Q(x))) ^ 2 > 1
        RULE Put: [a | | -] -> [a | P{a} | -] emb P pre not Many() post not Full()
        RULE PutAgain: [a | | -] -> [a | P{a} | -] emb P, Q pre Alone(a)
        RULE Pair: [a, b | R{(a, b)} | -] -> [b, a | R{(a, b)}; Q{a}; Q{b} | -] emb Q, R pre not P(a)
        RULE Slide: [a, b | Q{a}; C{(b, a)} | -] -> [a, b | Q{b}; P{a} | ] emb C
        LOC 3 { PLAYER 1 { PAYOFF :(Many()) - :(Full()) MOVES [Put -> 7]; [PutAgain -> 7]; [PutAgain -> 0] }
                PLAYER 2 { PAYOFF 1 - :(Many()) } }
        LOC 0 { PLAYER 2 { PAYOFF 2 MOVES [Pair -> 7]; [Slide -> 3] } PLAYER 1 { PAYOFF 0 - 1 } }
        LOC 7 { PLAYER 2 { PAYOFF :(Full()) MOVES [Slide -> 0]; [Pair -> 3] } PLAYER 1 { PAYOFF 1 } }
        START [ | P:1 {}; Q {} | ] \"
          * Q *
          P * *
        \"";
    check(text, Some(9), 200);
}
