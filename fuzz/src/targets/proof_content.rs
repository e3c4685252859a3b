//! **No proof file makes the checker panic, and none that it accepts proves a falsehood.**
//!
//! Any bytes, taken once as a whole file and once as the version and the content of one: compressed and sealed, so that the
//! fuzzer need not guess checksums. A content that is accepted by one thread is accepted by two with the same counts; if
//! its game is small, a full search confirms its claims. Accepted or not, a walk through it ends with an entry or a reason.

#[path = "../../../crates/yomikiri-check/tests/proof_writer/mod.rs"]
mod proof_writer;

use proof_writer::{Truth, after, seal_as};
use std::num::NonZeroUsize;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::positional::Stones;
use yomikiri_check::proof::{Games, Monitor, Proven, Statement, check};
use yomikiri_check::referee::{Player, Referee};
use yomikiri_check::trax::Trax;

/// A search takes as long as the file says; this keeps inputs fast.
const MOST_SEARCH: usize = "search 9999".len();

const SMALL: [&str; 6] = ["trax:2x2,", "trax-loop:2x2,", "mnk:3x3,", "mnk:2x2,", "gttt:2x2,", "torus:2x2,"];

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let _refused = check(bytes, NonZeroUsize::MIN, &Monitor::default());
    let Some((digit @ b'1'..=b'2', bytes)) = bytes.split_first() else {
        return true;
    };
    let header = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let header = String::from_utf8_lossy(header).into_owned();
    let game = header.lines().next().and_then(|line| line.strip_prefix("game ")).unwrap_or_default();
    if header.lines().any(|line| line.starts_with("search ") && line.len() > MOST_SEARCH) {
        return true;
    }
    let file = seal_as(digit - b'0', bytes);
    walk(&file);
    let Ok(proven) = check(&file[..], NonZeroUsize::MIN, &Monitor::default()) else {
        return true;
    };
    let two = NonZeroUsize::new(2).expect("not zero");
    let again = check(&file[..], two, &Monitor::default()).expect("it was accepted before");
    assert_eq!(proven, again);
    if proven.from.is_none() && SMALL.iter().any(|name| game.starts_with(name)) {
        match game.split(':').next() {
            Some("mnk") => confirm::<Mnk>(game, &proven),
            Some("gttt" | "torus") => confirm::<Stones>(game, &proven),
            _ => confirm::<Trax>(game, &proven),
        }
    }
    true
}

/// Follows the first branch of every claim, as far as it goes.
fn walk(file: &[u8]) {
    let Ok(book) = Games::default().open(file, &Monitor::default()) else {
        return;
    };
    for claim in 0..book.claims().len().min(4) {
        let mut path = Vec::new();
        while let Ok(entry) = book.after(claim, &path, &Monitor::default()) {
            match entry.branches.into_iter().find(|branch| branch.ends.is_none()) {
                Some(branch) if path.len() < 40 => path.push(branch.text),
                _ => break,
            }
        }
    }
}

fn confirm<G: Referee>(game: &str, proven: &Proven) {
    let start = G::start(game, proven.definition.as_deref()).expect("it was accepted");
    for claim in &proven.claims {
        let Statement { player, can_win } = claim.statement;
        let statement = if player == Player::First { 0 } else { 2 } + u8::from(!can_win);
        let holds = Truth::default().holds(&after(&start, &claim.moves.join(" ")), statement);
        assert!(holds, "{game}: {claim:?} was accepted");
    }
}
