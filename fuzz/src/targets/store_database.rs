//! **No file makes the reader of databases panic, and what it reads it would write again.**
//!
//! The bytes are taken as they are, and once more with their checksums put right, so that what lies behind the checksums is
//! reached: they are cut into sections of the names that a database has.

use yomikiri_store::container::{Container, assemble};
use yomikiri_store::graph::Database;

const NAMES: [&str; 10] = [
    "description",
    "counts",
    "numbers",
    "starts",
    "splits",
    "options",
    "heat",
    "wall starts",
    "thermographs",
    "table 0",
];

fn read(bytes: Vec<u8>) {
    let Ok(database) = Container::from_bytes(bytes).and_then(Database::new) else {
        return;
    };
    for code in 0..2 * database.games().min(1000) as u32 {
        let _thermograph = database.walls(code);
        let _game = database.game(code as usize / 2);
    }
    let few = (0..database.tables()).all(|table| database.table_length(table) < 100_000);
    if few && let Ok(contents) = database.contents() {
        let again = Container::from_bytes(contents.to_bytes()).and_then(Database::new).expect("just written");
        assert_eq!(again.contents().expect("text").games, contents.games);
    }
}

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    read(bytes.to_vec());
    // Lengths of the sections first, then their contents.
    let (lengths, mut rest) = bytes.split_at(bytes.len().min(NAMES.len()));
    let mut sections = Vec::new();
    for (name, &length) in NAMES.into_iter().zip(lengths) {
        let (section, others) = rest.split_at(rest.len().min(length.into()));
        sections.push((name, section.to_vec()));
        rest = others;
    }
    read(assemble(&sections));
    true
}
