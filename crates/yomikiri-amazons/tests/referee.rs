//! Amazons against the referee that checks its proofs, move by move.

#[path = "../../yomikiri-check/tests/referee_comparison/mod.rs"]
mod referee_comparison;

use referee_comparison::agree;
use yomikiri_amazons::{Position, Start};
use yomikiri_check::amazons::Amazons;
use yomikiri_check::referee::Referee;
use yomikiri_game::{Exact, PositionText};

fn named(name: &str) -> Position {
    name.parse::<Start>().expect(name).position()
}

#[test]
fn named_games_agree() {
    agree::<_, Amazons>(&named("amazons:4x4"), 10);
    agree::<_, Amazons>(&named("amazons:5x5"), 2);
    let late = "o#....|.###..|#x#.o.|..#.#.|x.####|..#..o x";
    agree::<_, Amazons>(&named("amazons:6x6").parse_position(late).expect(late), 10);
}

#[test]
fn starts_agree() {
    for size in 4..=10 {
        let start = named(&format!("amazons:{size}x{size}"));
        let referee = Amazons::start(&start.spelt_out(), None).expect("a name");
        assert_eq!(referee.position_text(), start.position_text());
    }
}
