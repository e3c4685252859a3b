//! Proofs that the solver wrote about random positions, changed in meaning and sealed again with right checksums.
//!
//! The forger and its judge are those of the checker's own tests, which work on proofs of a plain writer; here they get
//! proofs as the solver writes them, about games that nobody chose.

use crate::case::{Case, Finding};
use crate::demand;
use crate::subject::Subject;
use proof_writer::forgery::{Judge, nudged, tampered, unseal};
use proof_writer::{Content, Random};
use yomikiri::{BestMoves, Job, ProofPlan, Task};
use yomikiri_search::Options;

#[path = "../../../crates/yomikiri-check/tests/proof_writer/mod.rs"]
mod proof_writer;

/// Forgeries of one proof.
const FORGERIES: u32 = 150;
/// Positions that may be looked at to confirm what was accepted.
const EFFORT: u64 = 20_000;

pub fn run(case: &mut Case<'_>) -> Result<(), Finding> {
    let effort = case.pick(&[20, 200, 1_000, 4_000]);
    let subject = Subject::random(case, effort)?;
    let search = case.pick(&[0, 3, 20, 100]);
    let job = Job {
        best_moves: BestMoves::None,
        theorems: !case.one_in(3),
        options: Options { memory: 16 << 20, ..Options::default() },
        proof: Some(ProofPlan { file: None, search }),
        ..Job::default()
    };
    let described = |what: &str| Finding(format!("{what}\n{}", subject.text));
    let solution = subject.game.solve(&*subject.board, &job, &Task::default());
    let solution = solution.map_err(|error| described(&error.to_string()))?;
    let Some(file) = solution.proof.and_then(|proof| proof.content) else {
        return Ok(());
    };
    let (version, bytes) = unseal(&file).ok_or_else(|| described("the proof cannot be opened"))?;
    let content = Content::read(version, &bytes).ok_or_else(|| described("the proof cannot be read"))?;
    demand!(content.to_bytes() == bytes, "the proof is not written as it is read\n{}", subject.text);
    case.count("proofs forged");
    let mut judge = Judge::within(EFFORT);
    let mut random = Random(case.random.next_u64());
    for forgery in 0..FORGERIES {
        let forged = if forgery % 3 == 0 {
            nudged(&bytes, &mut random)
        } else {
            tampered(&content, &mut random).to_bytes()
        };
        if forged == bytes {
            continue;
        }
        case.count("forgeries");
        judge.judge(version, &forged).map_err(|wrong| {
            described(&format!("a false proof was accepted: {wrong}\n{}", String::from_utf8_lossy(&forged)))
        })?;
    }
    case.count_many("forgeries accepted, all true", u64::from(judge.accepted - judge.unjudged));
    case.count_many("forgeries accepted, too large to confirm", u64::from(judge.unjudged));
    case.count_many("forgeries refused", u64::from(judge.rejected));
    Ok(())
}
