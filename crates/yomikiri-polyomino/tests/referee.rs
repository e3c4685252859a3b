//! Positional games against the referee that checks their proofs, move by move.

#[path = "../../yomikiri-check/tests/referee_comparison/mod.rs"]
mod referee_comparison;

use referee_comparison::agree;
use yomikiri_check::positional::Stones;
use yomikiri_polyomino::{Arena, Position, pg};

fn named<const W: usize>(name: &str, games: u64) {
    agree::<_, Stones>(&Position::<W>::new(Arena::of_rules(&name.parse().expect(name))), games);
}

#[test]
fn named_games_agree() {
    for name in [
        "gttt:3x3,animal=tippy",
        "gttt:4x3,animal=el",
        "gttt:4x4,animal=snaky",
        "gttt:3x3,animal=knobby,p=2,q=1",
        "gttt:5x2,animal=w,q=2,turns=4",
        "gttt:4x4,animal=#.#/.#.",
        "gttt:2x2,animal=el,q=5",
        "torus:3x3,animal=tippy",
        "torus:4x2,animal=elly,p=2",
        "torus:5x3,animal=f",
        "gttt:3x3,animal=tic,win=first",
        "gomoku:4x4,k=3",
        "gomoku:5x4,k=4,p=2,q=1",
        "gomoku:6x6,k=5,win=first",
    ] {
        named::<1>(name, 12);
    }
    named::<1>("gttt:3x4,animal=fatty,p=3,q=2", 3);
    named::<6>("gttt:9x9,animal=domino", 2);
    named::<6>("gomoku:12x7,k=5,turns=6", 1);
}

#[test]
fn games_of_winning_sets_agree() {
    for text in [
        "#blackinitials\nb\n#whiteinitials\n#times\nt1 t2 t3 t4 t5\n#blackturns\nt1 t4 t5\n#positions\na b c d e f g\n\
         #blackwins\na b c\nc d e\n#whitewins\nd e f\na g\n",
        "#times\n#blackturns\n#positions\na b\n#blackwins\na b\n#whitewins\n",
        "#times\n1 2 3 4 5 6 7 8 9\n#blackturns\n2 3 5 7 9\n#positions\na b c d e f\n#blackwins\na b\nc d e\n#whitewins\n\
         a b\nc d e\n#firstmoves\na c\n",
    ] {
        let game = pg::read(text).expect(text);
        agree::<_, Stones>(&Position::<1>::new(Arena::of_sets(&game)).owning(&game.owned), 40);
    }
}
