//! Polyomino games under all kinds of rules, through the conformance kit, against the reference rules.

mod reference;

use reference::Adapter;
use yomikiri_game::{conformance, position_conformance};
use yomikiri_polyomino::{Arena, Position, pg};

fn position<const W: usize>(name: &str) -> Position<W> {
    Position::new(Arena::of_rules(&name.parse().expect(name)))
}

/// A game given by winning sets, with stones on the board and two turns in a row.
fn hypergraph(more: &str) -> Position<1> {
    let text = "#blackinitials\nb\n#whiteinitials\n#times\nt1 t2 t3 t4 t5\n#blackturns\nt1 t4 t5\n#positions\na b c d e f g\n\
                #blackwins\na b c\nc d e\n#whitewins\nd e f\na g\n";
    let game = pg::read(&(text.to_owned() + more)).expect("well formed");
    Position::new(Arena::of_sets(&game)).owning(&game.owned)
}

conformance! {
    tippy_3x3: Position<1> = position("gttt:3x3,animal=tippy"), games 40,
        reference Adapter::new("gttt:3x3,animal=tippy");
    el_4x3: Position<1> = position("gttt:4x3,animal=el"), games 30, reference Adapter::new("gttt:4x3,animal=el");
    two_and_one: Position<1> = position("gttt:3x3,animal=knobby,p=2,q=1"), games 30,
        reference Adapter::new("gttt:3x3,animal=knobby,p=2,q=1");
    three_and_two: Position<1> = position("gttt:3x4,animal=fatty,p=3,q=2"), games 6,
        reference Adapter::new("gttt:3x4,animal=fatty,p=3,q=2");
    limited: Position<1> = position("gttt:4x4,animal=skinny,turns=5"), games 20,
        reference Adapter::new("gttt:4x4,animal=skinny,turns=5");
    torus_3x3: Position<1> = position("torus:3x3,animal=tippy"), games 30,
        reference Adapter::new("torus:3x3,animal=tippy");
    torus_4x2: Position<1> = position("torus:4x2,animal=elly,p=2"), games 30,
        reference Adapter::new("torus:4x2,animal=elly,p=2");
    maker_breaker: Position<1> = position("gttt:3x3,animal=tic,win=first"), games 30,
        reference Adapter::new("gttt:3x3,animal=tic,win=first");
    too_many_stones: Position<1> = position("gttt:2x2,animal=el,q=5"), games 2,
        reference Adapter::new("gttt:2x2,animal=el,q=5");
    large: Position<6> = position("gttt:9x9,animal=domino"), games 3, reference Adapter::new("gttt:9x9,animal=domino");
    in_a_row: Position<1> = position("gomoku:4x4,k=3"), games 30;
    winning_sets: Position<1> = hypergraph(""), games 60;
    first_moves: Position<1> = hypergraph("#firstmoves\ne g\n"), games 60;
}

position_conformance! {
    tippy_3x3_positions: Position<1> = position("gttt:3x3,animal=tippy"), games 30;
    two_and_one_positions: Position<1> = position("gttt:3x3,animal=knobby,p=2,q=1"), games 20;
    three_and_two_positions: Position<1> = position("gttt:3x4,animal=fatty,p=3,q=2"), games 4;
    limited_positions: Position<1> = position("gttt:4x4,animal=skinny,turns=5"), games 10;
    torus_4x2_positions: Position<1> = position("torus:4x2,animal=elly,p=2"), games 10;
    too_many_stones_positions: Position<1> = position("gttt:2x2,animal=el,q=5"), games 2;
    large_positions: Position<6> = position("gttt:9x9,animal=domino"), games 2;
    in_a_row_positions: Position<1> = position("gomoku:4x3,k=3"), games 20;
    winning_sets_positions: Position<1> = hypergraph(""), games 40;
    first_moves_positions: Position<1> = hypergraph("#firstmoves\ne g\n"), games 40;
}
