//! Proofs of every game in the later versions of the format: right ones hold, and whatever is done to them, nothing wrong
//! is proved.
//!
//! As in `proof_attacks.rs`, contents are changed and sealed again as if they had been written so. What the checker accepts
//! is confirmed by a full search of the game that the header describes, whatever became of it.

mod proof_writer;

use proof_writer::forgery::{Judge, nudged, tampered, unseal};
use proof_writer::samples::{CORNER, SETS, TWO_ROWS};
use proof_writer::{Content, Random, Writer, after};
use std::num::NonZeroUsize;
use yomikiri_check::amazons::Amazons;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::positional::Stones;
use yomikiri_check::proof::{Failure, Fault, Monitor, Proven, check};
use yomikiri_check::referee::Referee;
use yomikiri_check::toss::Toss;
use yomikiri_check::trax::Trax;

fn checked(content: &Content, threads: usize) -> Result<Proven, Failure> {
    let threads = NonZeroUsize::new(threads).expect("threads");
    check(&content.to_file()[..], threads, &Monitor::default())
}

/// How a proof is written: in which version, with searches of so many plays, one position in so many being a lemma.
#[derive(Clone, Copy)]
struct How {
    version: u8,
    search: u32,
    lemma_every: usize,
}

/// Without searches, every position a lemma.
const EVERY_LEMMA: How = How { version: 2, search: 0, lemma_every: 1 };

/// The versions of the format that know every game.
const VERSIONS: [u8; 2] = [2, 3];

/// The proof of all that is true of some positions of a game.
fn proof<G: Referee>(
    (game, definition): (&str, Option<&str>),
    from: Option<&[u8]>,
    moves: &[&str],
    How { version, search, lemma_every }: How,
) -> Content {
    let mut writer = Writer::<G>::written_as(version, game, definition, search, lemma_every);
    if let Some(from) = from {
        writer.begin_at(from);
    }
    for moves in moves {
        writer.claim_all(moves);
    }
    writer.finish()
}

/// A proof of every game, in each version.
fn proofs((search, lemma_every): (u32, usize)) -> Vec<Content> {
    VERSIONS.into_iter().flat_map(|version| proofs_as(How { version, search, lemma_every })).collect()
}

fn proofs_as(how: How) -> Vec<Content> {
    vec![
        proof::<Trax>(("trax:2x2,line=2,stuck=loss,full=draw", None), None, &["", "@0/"], how),
        proof::<Mnk>(("mnk:3x2,k=3", None), None, &["", "a1 b1"], how),
        proof::<Stones>(("gttt:3x2,animal=#./##,p=1,q=1,win=either", None), None, &["", "b1 a1"], how),
        proof::<Stones>(("gttt:3x2,animal=##./.##,p=2,q=1,win=either", None), None, &["", "b1"], how),
        proof::<Stones>(("torus:3x2,animal=###,p=1,q=1,win=first,turns=5", None), None, &[""], how),
        proof::<Stones>(("gomoku:3x3,k=3,p=1,q=1,win=either", None), None, &["b2 a1", "a1 b2 c3"], how),
        proof::<Stones>(("pg", Some(SETS)), None, &["", "a d,e"], how),
        proof::<Amazons>(("amazons:4x4", None), Some(&CORNER), &["", "a4-b4-a4"], how),
        proof::<Toss>(("toss", Some(TWO_ROWS)), None, &["", "a1"], how),
        proof::<Toss>(("toss:turns=4", Some(TWO_ROWS)), None, &[""], how),
    ]
}

#[test]
fn proofs_of_every_game_hold() {
    for how in [(0, 1), (0, usize::MAX), (5, 2), (100, 1)] {
        for content in proofs(how) {
            let one = checked(&content, 1).unwrap_or_else(|failure| panic!("{}: {failure}", content.game));
            assert_eq!(one, checked(&content, 3).expect("it held before"), "{}", content.game);
            assert_eq!(one.definition, content.definition);
            assert_eq!(one.from.is_some(), content.game.starts_with("amazons"), "{}", content.game);
            assert_eq!(one.claims.len(), content.claims.len());
        }
    }
    // Theorems are used, counted, and not needed.
    let game = ("gttt:3x2,animal=#./##,p=1,q=1,win=either", None);
    let with = proof::<Stones>(game, None, &[""], How { version: 2, search: 0, lemma_every: 2 });
    assert!(checked(&with, 1).expect("it holds").counts.theorems > 0);
    let mut writer = Writer::<Stones>::written_as(3, game.0, game.1, 0, 2);
    writer.theorems = false;
    writer.claim_all("");
    assert_eq!(checked(&writer.finish(), 1).expect("it holds").counts.theorems, 0);
}

fn judge(judge: &mut Judge, version: u8, content: &[u8]) {
    judge.judge(version, content).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn tampered_proofs_prove_nothing_wrong() {
    let mut all = Judge::default();
    let mut random = Random(7);
    for content in proofs((3, 2)) {
        for _ in 0..400 {
            judge(&mut all, content.version, &tampered(&content, &mut random).to_bytes());
        }
    }
    let Judge { accepted, rejected, .. } = all;
    assert!(accepted > 100 && rejected > 5000, "{accepted} accepted, {rejected} rejected");
}

#[test]
fn changed_bytes_prove_nothing_wrong() {
    let mut all = Judge::default();
    let mut random = Random(8);
    for content in proofs((5, 2)) {
        let bytes = content.to_bytes();
        for _ in 0..400 {
            judge(&mut all, content.version, &nudged(&bytes, &mut random));
        }
    }
    assert!(all.rejected > 5000, "{} rejected, {} accepted", all.rejected, all.accepted);
}

/// What is read back is what was written.
#[test]
fn contents_are_read_back() {
    for content in proofs((5, 2)) {
        let (version, bytes) = unseal(&content.to_file()).expect("a proof");
        assert_eq!(Content::read(version, &bytes), Some(content));
    }
}

fn failure(content: &Content, change: impl Fn(&mut Content)) -> Failure {
    let mut changed = content.clone();
    change(&mut changed);
    checked(&changed, 1).expect_err("tampered with")
}

/// A proof cannot be passed off as one about another game, another position or another statement.
#[test]
fn every_swap_is_refused() {
    for content in proofs((0, 1)) {
        // The claim says the opposite.
        let opposite = failure(&content, |content| content.claims[0].statement ^= 1);
        assert!(matches!(opposite, Failure::Claim { number: 1, .. }), "{}: {opposite}", content.game);
        // All lemmas do: then some lemma is not true.
        let lies = failure(&content, |content| {
            content.lemmas.iter_mut().for_each(|lemma| lemma.statement ^= 1);
            content.claims.iter_mut().for_each(|claim| claim.statement ^= 1);
        });
        assert!(matches!(lies, Failure::Lemma { .. }), "{}: {lies}", content.game);
        // A reply is not answered.
        let last = content.lemmas.iter().rposition(|lemma| lemma.tree.len() > 2 && lemma.tree[0] == 2);
        if let Some(last) = last {
            let unanswered = failure(&content, |content| {
                content.lemmas[last].tree.pop();
            });
            assert!(matches!(unanswered, Failure::Lemma { fault: Fault::TreeEnds, .. }), "{unanswered}");
        }
        // The definition is gone, or there is one too many.
        let definition = failure(&content, |content| {
            content.definition = match content.definition {
                Some(_) => None,
                None => Some("PLAYERS 1, 2".to_owned()),
            };
        });
        assert!(matches!(definition, Failure::Header { line: 1, .. }), "{definition}");
        let nowhere = failure(&content, |content| {
            content.from.pop();
        });
        assert!(matches!(nowhere, Failure::Header { .. }), "{nowhere}");
        // What claims begin at is shown, unless it is the start.
        let usual = content.clone();
        assert_eq!(checked(&usual, 1).expect("it holds").from.is_some(), usual.game.starts_with("amazons"));
    }
    let toss = proof::<Toss>(("toss", Some(TWO_ROWS)), None, &[""], EVERY_LEMMA);
    for (old, new) in [
        // The first player gets nothing for winning; a location is gone; a rule is gone; nothing wins.
        (":(WinP()) - :(WinQ()) }", "0 }"),
        ("LOC 0", "LOC 5"),
        ("RULE White", "RULE Grey"),
        ("R(x, y) or C(x, y)", "R(x, y) and C(x, y)"),
    ] {
        let edited = failure(&toss, |content| {
            let text = content.definition.take().expect("a text");
            assert!(text.contains(old));
            content.definition = Some(text.replacen(old, new, 1));
        });
        assert!(!matches!(edited, Failure::Damaged(_) | Failure::Read(_)), "{old}: {edited}");
    }
    // With another board at the start, the proof is still about the old one, and says so.
    let mut moved = toss.clone();
    moved.definition = toss.definition.map(|text| text.replacen("* Q *", "Q * *", 1));
    assert_eq!(checked(&moved, 1).expect("it holds").from.as_deref(), Some("*,Q,*|*,*,* 0 0"));
    // The first player wins this one, and none of the others.
    let stones =
        proof::<Stones>(("gttt:3x3,animal=#./##,p=1,q=1,win=either", None), None, &[""], EVERY_LEMMA);
    for game in [
        "gttt:3x3,animal=##/##,p=1,q=1,win=either",
        "gttt:3x3,animal=###,p=1,q=1,win=either",
        "gttt:3x3,animal=#./##,p=2,q=1,win=either",
        "gttt:3x3,animal=#./##,p=1,q=1,win=either,turns=3",
        "mnk:3x3,k=3",
    ] {
        let edited = failure(&stones, |content| content.game = game.to_owned());
        assert!(matches!(edited, Failure::Lemma { .. } | Failure::Header { .. }), "{game}: {edited}");
    }
}

/// A theorem counts only where its premises hold, and only for what it says.
#[test]
fn theorems_are_not_taken_on_trust() {
    let game = "gomoku:3x3,k=3,p=1,q=1,win=either";
    let fault = |statement: u8, moves: &str| {
        let start = Stones::start(game, None).expect("a game");
        let board = after(&start, moves);
        let position = proof_writer::canonical(&board);
        let content = Content {
            version: 2,
            game: game.to_owned(),
            definition: None,
            from: proof_writer::as_it_lies(&start),
            search: 0,
            claims: vec![proof_writer::Claim { statement, lemma: 0, moves: moves.to_owned() }],
            lemmas: vec![proof_writer::Lemma { statement, position, tree: vec![3] }],
        };
        match checked(&content, 1) {
            Ok(proven) => {
                assert_eq!(proven.counts.theorems, 1);
                None
            }
            Err(Failure::Lemma { fault, .. }) => Some(fault),
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(fault(3, ""), None, "the second player cannot win: he might be robbed of it");
    assert_eq!(fault(1, ""), Some(Fault::NoTheorem));
    assert_eq!(fault(0, ""), Some(Fault::NoTheorem));
    assert_eq!(fault(2, ""), Some(Fault::NoTheorem));
    assert_eq!(fault(3, "a1"), Some(Fault::NoTheorem), "a stone lies there already");
    // Only one row is left to the first player, and it is not his turn.
    assert_eq!(fault(1, "a1 b2 c3 a3 c1 b1 b3"), None);
}
