//! Whole runs in one process: the verdict of `solve`, with a proof that holds, whatever the workers do.

mod common;

use common::{Behaviour, plan, solved, with_crew};
use yomikiri::Task;
use yomikiri_cluster::campaign::Grain;
use yomikiri_cluster::store::Store;
use yomikiri_cluster::{Belief, coordinate};
use yomikiri_game::Stop;

/// The same verdict as `solve`, and a proof that the checker accepts.
#[test]
fn the_verdict_is_that_of_solve() {
    for (name, workers) in [("trax:3x3", 1), ("trax:4x4", 3), ("gttt:3x3,animal=tic", 2)] {
        let mut plan = plan(name);
        plan.grain = Some(Grain { nodes: 40, at_least: 4 });
        let found = solved(&plan, workers, &[]);
        let job = yomikiri::Job::default();
        let expected = plan.game.solve(&*plan.board, &job, &Task::default()).expect("solved");
        assert_eq!(found.verdict(), expected.verdict(), "{name}");
        let proof = found.proof.expect("a proof").content.expect("in memory");
        let checked = plan.registry.referees().check(
            &proof[..],
            std::num::NonZeroUsize::MIN,
            &yomikiri_check::proof::Monitor::default(),
        );
        checked.expect("the proof holds");
    }
}

/// A coordinator that is stopped goes on from its store, and does not do again what was done.
#[test]
fn a_stopped_coordinator_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.store");
    let mut plan = plan("trax:4x4");
    plan.grain = Some(Grain { nodes: 20, at_least: 2 });
    let run = plan.run();
    let mut rounds = 0;
    let solution = loop {
        rounds += 1;
        assert!(rounds < 200, "it does not come to an end");
        let store = Store::open(&file, &run).expect("a store");
        let stop = Stop::new();
        let found = with_crew(2, &[], |exchange| {
            let mut exchange = common::StoppedAfter { exchange, answers: 2 * rounds, stop: stop.clone() };
            coordinate(&plan, &store, &mut exchange, &Default::default(), &Task::new(stop))
        });
        let found = found.expect("no failure");
        if found.is_complete() && found.proof.is_some() {
            break found;
        }
    };
    assert!(rounds > 1, "it was stopped at least once");
    assert_eq!(solution.verdict().to_string(), "draw");
    // A store belongs to its run.
    let other = common::plan("trax:3x3").run();
    assert!(Store::open(&file, &other).is_err());
}

/// Liars are found out, however much is checked at once; garbage and other builds are ignored.
#[test]
fn lies_are_never_believed() {
    for belief in [Belief::Checked, Belief::Sampled, Belief::Unchecked] {
        for liar in [
            Behaviour::ClaimsWithoutProof,
            Behaviour::ClaimsTheOpposite,
            Behaviour::SendsProofsOfOthers,
            Behaviour::ClaimsAnything,
        ] {
            let mut plan = plan("trax:4x4");
            plan.belief = belief;
            plan.grain = Some(Grain { nodes: 30, at_least: 3 });
            let found = solved(&plan, 2, &[liar]);
            assert_eq!(found.verdict().to_string(), "draw", "{belief:?}, {liar:?}");
            assert!(found.proof.is_some(), "{belief:?}, {liar:?}");
        }
    }
}

/// Nobody waits for ever for the proof of a claim.
#[test]
fn a_claim_that_is_never_proved_stops_nobody() {
    let mut plan = plan("trax:4x4");
    plan.belief = Belief::Sampled;
    plan.grain = Some(Grain { nodes: 30, at_least: 3 });
    plan.lost_after = std::time::Duration::from_millis(300);
    let found = solved(&plan, 2, &[Behaviour::NeverProves]);
    assert_eq!(found.verdict().to_string(), "draw");
    assert!(found.proof.is_some());
}

/// Of two proofs of a piece the smaller is kept, and the other is not left lying about; unless the check takes too long.
#[test]
fn the_smaller_proof_is_kept() {
    use yomikiri_cluster::exported::export_proofs;
    for (seconds, kept) in [(10, true), (0, false)] {
        let mut plan = plan("trax:4x4");
        plan.grain = Some(Grain { nodes: 5, at_least: 1 });
        plan.proof_time = std::time::Duration::from_secs(seconds);
        let store = Store::in_memory(&plan.run()).expect("a store");
        let found = with_crew(0, &[Behaviour::ShortensProofs], |exchange| {
            coordinate(&plan, &store, exchange, &Default::default(), &Task::default())
        });
        assert!(found.expect("no failure").proof.is_some());
        let folder = tempfile::tempdir().expect("a folder");
        let files = export_proofs(&store, folder.path()).expect("proofs");
        assert!(files > 5);
        let long = std::fs::read_dir(folder.path())
            .expect("a folder")
            .filter(|entry| {
                std::fs::read(entry.as_ref().expect("an entry").path()).expect("a file").ends_with(&[0; 1000])
            })
            .count();
        // The answer that decides everything is the last one that is taken in.
        assert!(if kept { long <= 2 } else { long == files }, "{long} of {files} files are long");
    }
}

#[test]
fn strange_workers_do_no_harm() {
    let strange = [
        Behaviour::AnswersGarbage,
        Behaviour::OtherBuild,
        Behaviour::AnswersTwice,
        Behaviour::AnswersLate,
        Behaviour::NeverAnswers,
        Behaviour::Refuses,
        Behaviour::InventsNumbers,
    ];
    for behaviour in strange {
        let mut plan = plan("trax:4x4");
        plan.grain = Some(Grain { nodes: 30, at_least: 3 });
        plan.lost_after = std::time::Duration::from_millis(300);
        let found = solved(&plan, 2, &[behaviour]);
        assert_eq!(found.verdict().to_string(), "draw", "{behaviour:?}");
        assert!(found.proof.is_some(), "{behaviour:?}");
    }
}

/// What one store knows can be passed on as text and proofs, and another goes on from it.
#[test]
fn stores_are_exported_and_merged() {
    use yomikiri_cluster::exported::{Exported, export_proofs, merge};
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second, proofs) =
        (folder.path().join("a.store"), folder.path().join("b.store"), folder.path().join("proofs"));
    // Large enough for pieces of both workers.
    let mut plan = plan("trax:5x5");
    plan.grain = Some(Grain { nodes: 60, at_least: 2 });
    let run = plan.run();
    let store = Store::open(&first, &run).expect("a store");
    let found = with_crew(2, &[], |exchange| {
        coordinate(&plan, &store, exchange, &Default::default(), &Task::default())
    });
    let nodes = |found: &yomikiri::Solution| {
        found.answers.answers.iter().map(|answered| answered.cost.nodes).sum::<u64>()
    };
    let before = nodes(&found.expect("solved"));
    let exported = Exported::of(&store).expect("a store");
    let text = exported.to_string();
    assert_eq!(text.parse::<Exported>().expect("the same"), exported);
    assert!(export_proofs(&store, &proofs).expect("proofs") > 5);
    let pieces = text.lines().filter(|line| line.starts_with("piece ")).count() as u64;
    let merged = merge(&second, &text, &proofs, &plan.registry).expect("merged");
    assert_eq!((merged.taken, merged.known, merged.refused), (pieces, 0, 0));
    let again = merge(&second, &text, &proofs, &plan.registry).expect("merged");
    assert_eq!((again.taken, again.known), (0, pieces));
    let store = Store::open(&second, &run).expect("a store");
    let found = with_crew(2, &[], |exchange| {
        coordinate(&plan, &store, exchange, &Default::default(), &Task::default())
    });
    let found = found.expect("solved");
    assert_eq!(found.verdict().to_string(), "draw");
    assert!(found.proof.is_some() && nodes(&found) < before / 4, "{} of {before} nodes", nodes(&found));
    // A proof that was changed, and a line that says something else, are refused.
    let damaged = folder.path().join("c.store");
    let lie = text.replace(" no ", " yes ");
    let merged = merge(&damaged, &lie, &proofs, &plan.registry).expect("read");
    assert!(merged.refused > 0);
    assert!(merge(&damaged, "nonsense", &proofs, &plan.registry).is_err());
    assert!(merge(&damaged, &text.replace("search", "seek"), &proofs, &plan.registry).is_err());
}
