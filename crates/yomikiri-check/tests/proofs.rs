//! Right proofs hold, and what is counted is what was done.

mod proof_writer;

use proof_writer::{Claim, Content, Lemma, Writer, after, as_it_lies, canonical, remembering_cost};
use std::num::NonZeroUsize;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::proof::{Failure, Monitor, Proven, check};
use yomikiri_check::referee::Referee;
use yomikiri_check::trax::Trax;

fn check_with(content: &Content, threads: usize) -> Result<Proven, Failure> {
    let threads = NonZeroUsize::new(threads).expect("threads");
    check(&content.to_file()[..], threads, &Monitor::default())
}

/// All that is true of some positions of a game is proved, in several ways, and the proofs hold.
fn prove_all<G: Referee>(game: &str, moves: &[&str], searches: &[u32]) {
    for &search in searches {
        for lemma_every in [1, 2, 5, usize::MAX] {
            let mut writer = Writer::<G>::new(game, search, lemma_every);
            for moves in moves {
                writer.claim_all(moves);
            }
            let content = writer.finish();
            let what = format!("{game} {search} {lemma_every}");
            let one = check_with(&content, 1).unwrap_or_else(|failure| panic!("{what}: {failure}"));
            let three = check_with(&content, 3).unwrap_or_else(|failure| panic!("{what}: {failure}"));
            assert_eq!(one, three, "{what}");
            assert_eq!(one.counts.lemmas, content.lemmas.len() as u64, "{what}");
            let symbols: usize = content.lemmas.iter().map(|lemma| lemma.tree.len()).sum();
            assert!(one.counts.nodes >= symbols as u64, "{what}");
            assert!(one.counts.nodes == symbols as u64 || search > 0, "{what}");
            let claims = one.claims.iter().map(|claim| (claim.lemma, claim.moves.join(" ")));
            let written = content.claims.iter().map(|claim| (claim.lemma, claim.moves.clone()));
            assert!(claims.eq(written), "{what}");
        }
    }
}

#[test]
fn mnk_proofs_hold() {
    prove_all::<Mnk>("mnk:1x1,k=1", &[""], &[0, 1]);
    prove_all::<Mnk>("mnk:3x3,k=3", &["", "b2 a1", "a1 b1"], &[0, 10, 1000]);
    prove_all::<Mnk>("mnk:4x3,k=3", &["", "b2 a1"], &[0, 30]);
    prove_all::<Mnk>("mnk:3x3,k=4", &["a1"], &[30]);
}

#[test]
fn trax_proofs_hold() {
    for game in [
        "trax:2x2,line=2,stuck=loss,full=draw",
        "trax:2x2,line=8,stuck=loss,full=last-mover-loses",
        "trax-loop:2x2,stuck=draw,full=draw",
    ] {
        prove_all::<Trax>(game, &["", "@0/", "@0+"], &[0, 3, 50]);
    }
    prove_all::<Trax>("trax:3x3,line=3,stuck=loss,full=draw", &["", "@0/ B1+"], &[0, 10, 100, 2000]);
    prove_all::<Trax>("trax-loop:3x3,stuck=last-mover-loses,full=draw", &["@0+"], &[20]);
}

/// A file that was written when the format was new. It must hold for ever.
#[test]
fn an_old_file_holds() {
    let file = include_bytes!("data/trax-4x4-version-1.proof");
    assert!(file.starts_with(b"yomikiri-proof 1\n"));
    let proven = check(&file[..], NonZeroUsize::MIN, &Monitor::default()).expect("it holds");
    assert_eq!(proven.game, "trax:4x4");
    assert_eq!((proven.claims.len(), proven.counts.theorems, proven.from), (2, 0, None));
    // Its symbols mean something else in the second version.
    let mut relabelled = file[..file.len() - 4].to_vec();
    relabelled[15] = b'2';
    relabelled.extend(crc32fast::hash(&relabelled).to_le_bytes());
    assert!(check(&relabelled[..], NonZeroUsize::MIN, &Monitor::default()).is_err());
}

/// The same of version 2, whose search remembers nothing.
#[test]
fn a_file_of_version_2_holds() {
    let file = include_bytes!("data/trax-4x4-version-2.proof");
    assert!(file.starts_with(b"yomikiri-proof 2\n"));
    let proven = check(&file[..], NonZeroUsize::MIN, &Monitor::default()).expect("it holds");
    assert_eq!((proven.game.as_str(), proven.claims.len()), ("trax:4x4", 2));
}

/// A search may take as many plays as the format counts, and not one less.
#[test]
fn the_search_of_version_3_is_counted_play_by_play() {
    let game = "trax:3x3,line=3,stuck=loss,full=draw";
    let mut costs = Vec::new();
    for moves in ["@0/ B1+", "@0+ A0/", "@0/ @1/ A0+", "@0+ A0+"] {
        for statement in 0..4 {
            let board = after(&Trax::start(game, None).expect("a game"), moves);
            let (holds, cost) = remembering_cost(&board, statement, u32::MAX).expect("there is no limit");
            if !holds {
                continue;
            }
            for (search, fits) in [(cost, true), (cost - 1, false)] {
                let lemma = Lemma { statement, position: canonical(&board), tree: vec![1] };
                let claim = Claim { statement, lemma: 0, moves: moves.to_owned() };
                let content = Content {
                    version: 3,
                    game: game.to_owned(),
                    definition: None,
                    from: as_it_lies(&Trax::start(game, None).expect("a game")),
                    search,
                    claims: vec![claim],
                    lemmas: vec![lemma],
                };
                let checked = check(&content.to_file()[..], NonZeroUsize::MIN, &Monitor::default());
                assert_eq!(checked.is_ok(), fits, "{moves}, statement {statement}, {search} of {cost} plays");
            }
            costs.push(cost);
        }
    }
    assert!(costs.len() >= 6 && costs.iter().any(|&cost| cost > 50), "{costs:?}");
}
