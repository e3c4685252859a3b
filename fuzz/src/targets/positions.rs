//! **No text and no bytes make a reader of positions panic, and what is read is written so that it reads the same.**
//!
//! The same input for every game, as text and as exact bytes.

use std::sync::LazyLock;
use yomikiri_game::{Exact, PositionText, status};
use yomikiri_polyomino::{Arena, pg};

const SETS: &str = "#blackinitials\nb\n#whiteinitials\n#times\nt1 t2 t3 t4 t5\n#blackturns\nt1 t4 t5\n#positions\na b c d e f g\n\
                    #blackwins\na b c\nc d e\n#whitewins\nd e f\na g\n";

static TOSS: LazyLock<yomikiri_toss::Position> = LazyLock::new(|| {
    let text = include_str!("../../../suites/toss/breakthrough-3x4.toss");
    yomikiri_toss::Position::new(text, Some(20)).expect("a game")
});

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    for name in ["trax:4x4", "trax-loop:3x3", "trax:8x8"] {
        try_all(&yomikiri_trax::Position::new(name.parse().expect(name)), bytes);
    }
    try_all(&"amazons:4x4".parse::<yomikiri_amazons::Start>().expect("a start").position(), bytes);
    for name in ["gttt:3x3,animal=el", "torus:3x3,animal=tippy,p=2,q=1", "gomoku:4x3,k=3,turns=5"] {
        let arena = Arena::of_rules(&name.parse().expect(name));
        try_all(&yomikiri_polyomino::Position::<1>::new(arena), bytes);
    }
    let game = pg::read(SETS).expect("a game");
    try_all(&yomikiri_polyomino::Position::<1>::new(Arena::of_sets(&game)).owning(&game.owned), bytes);
    try_all(&*TOSS, bytes);
    true
}

fn try_all<G: Exact + PositionText>(start: &G, bytes: &[u8]) {
    if let Ok(mut position) = start.read_cells(bytes) {
        assert_eq!(position.cells(), bytes);
        assert_read_back(start, &mut position);
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(mut position) = start.parse_position(text)
    {
        let again = start.read_cells(&position.cells()).expect("what is written is read");
        assert_eq!(again.position_text(), position.position_text());
        assert_read_back(start, &mut position);
    }
}

fn assert_read_back<G: Exact + PositionText>(start: &G, position: &mut G) {
    let again = start.parse_position(&position.position_text()).expect("what is written is read");
    assert_eq!(again.cells(), position.cells());
    let _any = status(position);
}
