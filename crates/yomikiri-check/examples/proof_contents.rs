//! Writes contents of small proofs into a folder, one a file, for the fuzzer to begin with. What comes first in a file is
//! the version of the format, as a digit.
//!
//!     cargo run --release -p yomikiri-check --example proof_contents FOLDER

#[path = "../tests/proof_writer/mod.rs"]
mod proof_writer;

use proof_writer::Writer;
use std::path::PathBuf;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::positional::Stones;
use yomikiri_check::referee::Referee;
use yomikiri_check::toss::Toss;
use yomikiri_check::trax::Trax;

const SETS: &str = "#times\n1 2 3\n#blackturns\n1 3\n#positions\na b c\n#blackwins\na b\n#whitewins\nb c";

const TOSS: &str = "PLAYERS 1, 2\nREL Two() = ex x, y (P(x) and P(y) and R(x, y))\n\
                    RULE Put: [a | | -] -> [a | P{a} | -] emb P, Q\nRULE Block: [a | | -] -> [a | Q{a} | -] emb P, Q pre not Two()\n\
                    LOC 0 { PLAYER 1 { PAYOFF :(Two()) MOVES [Put -> 1] } }\n\
                    LOC 1 { PLAYER 1 { PAYOFF :(Two()) } PLAYER 2 { PAYOFF 1 - :(Two()) MOVES [Block -> 0] } }\n\
                    START [ | P:1 {}; Q:1 {} | ] \" * * * \"";

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("a folder must be given"));
    std::fs::create_dir_all(&folder)?;
    for search in [0, 5, 50] {
        for lemma_every in [1, 3] {
            let how = (search, lemma_every);
            let contents = [
                content::<Mnk>(1, "mnk:2x2,k=2", None, how),
                content::<Mnk>(1, "mnk:3x2,k=3", None, how),
                content::<Mnk>(2, "mnk:3x3,k=3", None, how),
                content::<Trax>(1, "trax:2x2,line=2,stuck=loss,full=draw", None, how),
                content::<Trax>(2, "trax-loop:2x2,stuck=draw,full=last-mover-loses", None, how),
                content::<Stones>(2, "gttt:2x2,animal=#./##,p=1,q=1,win=either", None, how),
                content::<Stones>(2, "torus:2x2,animal=##,p=2,q=1,win=first", None, how),
                content::<Stones>(2, "pg", Some(SETS), how),
                content::<Toss>(2, "toss", Some(TOSS), how),
            ];
            for (index, content) in contents.into_iter().enumerate() {
                std::fs::write(folder.join(format!("{index}-{search}-{lemma_every}")), content)?;
            }
        }
    }
    Ok(())
}

fn content<G: Referee>(
    version: u8,
    game: &str,
    definition: Option<&str>,
    (search, lemma_every): (u32, usize),
) -> Vec<u8> {
    let mut writer = Writer::<G>::written_as(version, game, definition, search, lemma_every);
    writer.claim_all("");
    let digit = b'0' + version;
    [&[digit][..], &writer.finish().to_bytes()].concat()
}
