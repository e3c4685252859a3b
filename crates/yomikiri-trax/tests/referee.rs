//! Trax against the referee that checks its proofs, move by move.

#[path = "../../yomikiri-check/tests/referee_comparison/mod.rs"]
mod referee_comparison;

use referee_comparison::agree;
use yomikiri_check::trax::Trax;
use yomikiri_trax::Position;

#[test]
fn games_agree() {
    for (name, games) in [
        ("trax:2x2", 20),
        ("trax:3x3", 40),
        ("trax:4x4", 40),
        ("trax:5x5,line=4,stuck=draw", 20),
        ("trax:8x8", 10),
        ("trax-loop:4x4,stuck=last-mover-loses,full=last-mover-loses", 30),
        ("trax", 1),
    ] {
        agree::<_, Trax>(&Position::new(name.parse().expect(name)), games);
    }
}
