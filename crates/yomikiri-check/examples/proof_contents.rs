//! Writes contents of small proofs into a folder, one a file, for the fuzzer to begin with.
//!
//!     cargo run --release -p yomikiri-check --example proof_contents FOLDER

#[path = "../tests/proof_writer/mod.rs"]
mod proof_writer;

use proof_writer::Writer;
use std::path::PathBuf;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::referee::Referee;
use yomikiri_check::trax::Trax;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("a folder must be given"));
    std::fs::create_dir_all(&folder)?;
    for search in [0, 5, 50] {
        for lemma_every in [1, 3] {
            let contents = [
                content::<Mnk>("mnk:2x2,k=2", search, lemma_every),
                content::<Mnk>("mnk:3x2,k=3", search, lemma_every),
                content::<Mnk>("mnk:3x3,k=3", search, lemma_every),
                content::<Trax>("trax:2x2,line=2,stuck=loss,full=draw", search, lemma_every),
                content::<Trax>("trax-loop:2x2,stuck=draw,full=last-mover-loses", search, lemma_every),
            ];
            for (index, content) in contents.into_iter().enumerate() {
                std::fs::write(folder.join(format!("{index}-{search}-{lemma_every}")), content)?;
            }
        }
    }
    Ok(())
}

fn content<G: Referee>(game: &str, search: u32, lemma_every: usize) -> Vec<u8> {
    let mut writer = Writer::<G>::new(game, search, lemma_every);
    writer.claim_all("");
    writer.finish().to_bytes()
}
