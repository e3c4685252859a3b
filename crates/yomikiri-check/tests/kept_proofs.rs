//! The proofs that are kept under `proofs/` are those of its table: each has the size and the claim that the table says, and opens
//! as a book that answers about its own position.
//!
//! A full check takes minutes. It is a command: `yomikiri check proofs/trax-7x7`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use yomikiri_check::proof::{Games, Monitor};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs")
}

/// The names of all proof files in the folders of `proofs/`.
fn files() -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    let entries =
        |path: &Path| fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    for game in entries(&folder()).filter(|path| path.is_dir()) {
        for file in entries(&game) {
            let name = file.strip_prefix(folder()).expect("it is in the folder");
            files.insert(name.to_str().expect("a plain name").replace('\\', "/"));
        }
    }
    files
}

#[test]
fn the_table_describes_the_files() {
    let table = fs::read_to_string(folder().join("pieces.tsv")).expect("the table");
    let mut listed = BTreeSet::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[file, game, moves, statement, _nodes, _seconds, bytes, _checked, _date, _machine, _command] =
            fields.as_slice()
        else {
            panic!("{line}: {} fields", fields.len());
        };
        let content = fs::read(folder().join(file)).expect(file);
        assert_eq!(content.len().to_string(), bytes, "{file}");
        let book = Games::default().open(&content[..], &Monitor::default()).expect(file);
        assert_eq!(book.game(), game, "{file}");
        let [claim] = book.claims() else { panic!("{file}: {} claims", book.claims().len()) };
        assert_eq!(
            (claim.statement.to_string(), claim.moves.join(" ")),
            (statement.to_owned(), moves.to_owned())
        );
        let nowhere: [&str; 0] = [];
        let entry = book.after(0, &nowhere, &Monitor::default()).expect(file);
        assert_eq!(entry.statement, claim.statement);
        listed.insert(file.to_owned());
    }
    assert_eq!(listed, files());
    assert!(!listed.is_empty());
}
