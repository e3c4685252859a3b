//! How fast proofs are checked: writes proofs of Trax 4×4 by full search, which takes a minute, and checks them
//! with one thread. The first has trees only and five plays a lemma; the others leave more and more to search.
//!
//!     cargo run --release -p yomikiri-check --example plays_per_second

#[path = "../tests/proof_writer/mod.rs"]
mod proof_writer;

use proof_writer::Writer;
use std::num::NonZeroUsize;
use std::time::Instant;
use yomikiri_check::proof::{Monitor, check};
use yomikiri_check::trax::Trax;

fn main() {
    for (search, lemma_every) in [(0, 2), (100, 2), (10_000, 1)] {
        let mut writer = Writer::<Trax>::new("trax:4x4,line=4,stuck=loss,full=draw", search, lemma_every);
        writer.claim_all("");
        let content = writer.finish();
        let file = content.to_file();
        let started = Instant::now();
        let proven = check(&file[..], NonZeroUsize::MIN, &Monitor::default()).expect("a right proof");
        let seconds = started.elapsed().as_secs_f64();
        let counts = proven.counts;
        println!(
            "search {search}: {} bytes, {} lemmas, {} nodes, {} plays, {seconds:.2} s, {:.2} million plays a second",
            file.len(),
            counts.lemmas,
            counts.nodes,
            counts.plays,
            counts.plays as f64 / seconds / 1e6,
        );
    }
}
