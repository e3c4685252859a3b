//! **No proof file makes the checker panic, and none that it accepts proves a falsehood.**
//!
//! Any bytes, taken once as a whole file and once as the content of one: compressed and sealed, so that the
//! fuzzer need not guess checksums. A content that is accepted by one thread is accepted by two with the same counts; if
//! its game is small, a full search confirms its claims.

#[path = "../../../crates/yomikiri-check/tests/proof_writer/mod.rs"]
mod proof_writer;

use proof_writer::{Truth, after, seal};
use std::num::NonZeroUsize;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::proof::{Claim, Monitor, Statement, check};
use yomikiri_check::referee::{Player, Referee};
use yomikiri_check::trax::Trax;

/// A search takes as long as the file says; this keeps inputs fast.
const MOST_SEARCH: usize = "search 9999".len();

const SMALL: [&str; 4] = ["trax:2x2,", "trax-loop:2x2,", "mnk:3x3,", "mnk:2x2,"];

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let _refused = check(bytes, NonZeroUsize::MIN, &Monitor::default());
    let Ok(header) = std::str::from_utf8(bytes.split(|&byte| byte >= 128).next().unwrap_or_default()) else {
        return true;
    };
    let mut lines = header.lines();
    let game = lines.next().and_then(|line| line.strip_prefix("game ")).unwrap_or_default();
    if lines.next().is_none_or(|line| line.len() > MOST_SEARCH) {
        return true;
    }
    let file = seal(bytes);
    let Ok(proven) = check(&file[..], NonZeroUsize::MIN, &Monitor::default()) else {
        return true;
    };
    let two = NonZeroUsize::new(2).expect("not zero");
    let again = check(&file[..], two, &Monitor::default()).expect("it was accepted before");
    assert_eq!(proven, again);
    if SMALL.iter().any(|name| game.starts_with(name)) {
        for claim in &proven.claims {
            let holds =
                if game.starts_with("mnk") { holds::<Mnk>(game, claim) } else { holds::<Trax>(game, claim) };
            assert!(holds, "{game}: {claim:?} was accepted");
        }
    }
    true
}

fn holds<G: Referee>(game: &str, claim: &Claim) -> bool {
    let start = G::start(game).expect("it was accepted");
    let Statement { player, can_win } = claim.statement;
    let statement = if player == Player::First { 0 } else { 2 } + u8::from(!can_win);
    Truth::default().holds(&after(&start, &claim.moves.join(" ")), statement)
}
