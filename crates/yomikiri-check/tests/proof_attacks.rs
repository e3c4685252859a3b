//! Proofs that were tampered with.
//!
//! Damage is noticed, whatever it is. But a checksum notices that already; so the content is changed, and sealed
//! again as if it had been written so. Then the checker may accept only what a full search confirms.

mod proof_writer;

use proof_writer::forgery::{Judge, nudged, tampered};
use proof_writer::{Content, Random, Writer, after, seal};
use std::num::NonZeroUsize;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::proof::{Failure, Fault, Monitor, Proven, check};
use yomikiri_check::referee::{Player, Referee};
use yomikiri_check::trax::Trax;

fn check_file(file: &[u8]) -> Result<Proven, Failure> {
    check(file, NonZeroUsize::MIN, &Monitor::default())
}

fn written<G: Referee>(game: &str, moves: &[&str], search: u32, lemma_every: usize) -> Content {
    let mut writer = Writer::<G>::new(game, search, lemma_every);
    for moves in moves {
        writer.claim_all(moves);
    }
    writer.finish()
}

fn two_by_two() -> Content {
    written::<Trax>("trax:2x2,line=2,stuck=loss,full=draw", &["", "@0/"], 3, 1)
}

fn three_by_three() -> Content {
    written::<Trax>("trax:3x3,line=3,stuck=loss,full=draw", &[""], 30, 2)
}

fn tic_tac_toe() -> Content {
    written::<Mnk>("mnk:3x3,k=3", &["", "b2 a1"], 20, 2)
}

fn judge(judge: &mut Judge, content: &[u8]) {
    judge.judge(1, content).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn every_changed_byte_is_noticed() {
    for content in [two_by_two(), tic_tac_toe()] {
        let file = content.to_file();
        assert!(check_file(&file).is_ok());
        let changes: &[u8] = if file.len() < 300 { &[1, 2, 4, 8, 16, 32, 64, 128, 255] } else { &[1, 128] };
        for place in 0..file.len() {
            for change in changes {
                let mut changed = file.clone();
                changed[place] ^= change;
                assert!(check_file(&changed).is_err(), "byte {place} ^ {change}");
            }
        }
    }
}

#[test]
fn every_cut_is_noticed() {
    let file = three_by_three().to_file();
    assert!(check_file(&file).is_ok());
    for length in 0..file.len() {
        assert!(check_file(&file[..length]).is_err(), "cut to {length} bytes");
    }
    // The same for the content. A cut between lemmas leaves a proof of the lemmas before it, but not of what is claimed:
    // the last lemma is that of a claim.
    let content = three_by_three().to_bytes();
    for length in 0..content.len() {
        assert!(check_file(&seal(&content[..length])).is_err(), "content cut to {length} bytes");
    }
}

#[test]
fn changed_bytes_of_the_content_prove_nothing_wrong() {
    let mut all = Judge::default();
    for content in [two_by_two(), tic_tac_toe()] {
        let bytes = content.to_bytes();
        let changes: &[u8] = if bytes.len() < 1000 { &[1, 2, 4, 8, 16, 32, 64, 128] } else { &[1, 3] };
        for place in 0..bytes.len() {
            for change in changes {
                let mut changed = bytes.clone();
                changed[place] ^= change;
                judge(&mut all, &changed);
            }
        }
    }
    let mut random = Random(5);
    let bytes = three_by_three().to_bytes();
    for _ in 0..2000 {
        judge(&mut all, &nudged(&bytes, &mut random));
    }
    assert!(all.rejected > 5000, "{} rejected, {} accepted", all.rejected, all.accepted);
}

#[test]
fn tampered_proofs_prove_nothing_wrong() {
    let mut all = Judge::default();
    let mut random = Random(6);
    for content in [two_by_two(), three_by_three(), tic_tac_toe()] {
        for _ in 0..2000 {
            judge(&mut all, &tampered(&content, &mut random).to_bytes());
        }
    }
    let Judge { accepted, rejected, .. } = all;
    assert!(accepted > 100 && rejected > 4000, "{accepted} accepted, {rejected} rejected");
}

/// The failure of a tampered content.
fn failure(content: &Content) -> Failure {
    check_file(&content.to_file()).expect_err("tampered with")
}

fn fault(content: &Content) -> (u32, Fault) {
    match failure(content) {
        Failure::Lemma { number, fault, .. } => (number, fault),
        other => panic!("{other}"),
    }
}

#[test]
fn a_proof_may_not_lean_on_itself() {
    let mut content = three_by_three();
    for lemma in &mut content.lemmas {
        lemma.tree = vec![0];
    }
    assert_eq!(fault(&content), (0, Fault::NotListed));
    // Nor on a lemma behind it, with any number of threads.
    let mut content = three_by_three();
    let count = content.lemmas.len();
    content.lemmas.swap(0, count - 1);
    let file = content.to_file();
    for threads in 1..5 {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let failure = check(&file[..], threads, &Monitor::default()).expect_err("circular");
        assert!(matches!(failure, Failure::Lemma { number: 0, .. }), "{failure}");
    }
}

#[test]
fn faults_are_named() {
    let good = three_by_three();
    let with = |change: &dyn Fn(&mut Content)| {
        let mut content = good.clone();
        change(&mut content);
        content
    };
    let last = good.lemmas.len() as u32 - 1;
    let repeated = with(&|content| content.lemmas.push(content.lemmas[2].clone()));
    assert_eq!(fault(&repeated), (last + 1, Fault::Repeated(2)));
    let longer = with(&|content| content.lemmas[1].tree.push(1));
    assert_eq!(fault(&longer), (1, Fault::TreeGoesOn));
    let shorter = with(&|content| content.lemmas[0].tree.truncate(0));
    assert_eq!(fault(&shorter), (0, Fault::TreeEnds));
    let turned = with(&|content| {
        let lemma = content.lemmas.iter_mut().find(|lemma| lemma.position[..2] == [1, 1]).expect("one tile");
        lemma.position[3] = 10 - lemma.position[3] / 9;
    });
    assert!(matches!(fault(&turned).1, Fault::NotCanonical | Fault::Repeated(_)));
    let impossible = with(&|content| content.lemmas[0].position[2] = 2);
    assert!(matches!(fault(&impossible), (0, Fault::Position(_))));
    let stingy = with(&|content| content.search = 1);
    assert!(matches!(fault(&stingy), (_, Fault::SearchTooLong(1))));
    let other_claim = with(&|content| content.claims[0].lemma = 0);
    assert!(matches!(failure(&other_claim), Failure::Claim { number: 1, .. }));
    let no_lemma = with(&|content| content.claims[0].lemma = last + 1);
    assert!(matches!(failure(&no_lemma), Failure::Claim { number: 1, .. }));
    let no_game = with(&|content| content.game = "chess:8x8".to_owned());
    assert!(matches!(failure(&no_game), Failure::Header { line: 1, .. }));
    let illegal = with(&|content| content.claims[0].moves = "@0/ B7+".to_owned());
    assert!(matches!(failure(&illegal), Failure::Header { line: 3, .. }));
    // The path leads to the node.
    let mut tampered = written::<Mnk>("mnk:3x3,k=3", &[""], 0, usize::MAX);
    *tampered.lemmas[0].tree.last_mut().expect("a tree") = 0;
    match failure(&tampered) {
        Failure::Lemma { number: 0, path, fault: Fault::NotListed } => {
            let board = after(&Mnk::start("mnk:3x3,k=3", None).expect("a name"), &path.join(" "));
            assert!(path.len() > 2, "{path:?}");
            assert_eq!(board.to_move(), if path.len() % 2 == 0 { Player::First } else { Player::Second });
        }
        other => panic!("{other}"),
    }
}

#[test]
fn hostile_lengths() {
    let header = b"game trax:line=8,stuck=loss,full=draw\nsearch 1000\nclaim 0 0\n\n";
    let check_lemma =
        |lemma: &[u8]| check_file(&seal(&[header, lemma].concat())).expect_err("nothing is proved");
    let fault_of = |lemma: &[u8]| match check_lemma(lemma) {
        Failure::Lemma { number: 0, fault, .. } => fault,
        other => panic!("{other}"),
    };
    assert_eq!(fault_of(&[4]), Fault::Statement(4));
    assert_eq!(fault_of(&[0]), Fault::CutShort);
    assert_eq!(fault_of(&[0, 255, 255, 255, 255, 15]), Fault::LongPosition(u32::MAX));
    assert_eq!(fault_of(&[0, 200, 1, 0]), Fault::CutShort);
    assert_eq!(fault_of(&[0, 3, 0, 0, 0, 255, 255, 255, 255, 15, 1]), Fault::LongTree(u32::MAX));
    assert_eq!(fault_of(&[0, 3, 0, 0, 0, 255, 255, 255, 31, 1]), Fault::CutShort);
    assert_eq!(fault_of(&[0, 3, 0, 0, 0, 1, 1]), Fault::SearchTooLong(1000));
    assert!(matches!(check_lemma(&[]), Failure::Claim { number: 1, .. }));
}

#[test]
fn a_check_can_be_stopped() {
    let monitor = Monitor::default();
    monitor.stop();
    let file = written::<Mnk>("mnk:4x3,k=3", &[""], 1_000_000, 1).to_file();
    let result = check(&file[..], NonZeroUsize::MIN, &monitor);
    assert!(matches!(result, Err(Failure::Stopped)), "{result:?}");
}
