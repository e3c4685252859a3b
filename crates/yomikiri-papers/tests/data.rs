//! The data files of the crate are copies of the suites. `YOMIKIRI_DATA=rewrite` copies them again.

use std::path::Path;

const FILES: [&str; 11] = [
    "papers/amazons-003.tsv",
    "papers/counts-000.tsv",
    "papers/game-sizes-000.tsv",
    "papers/gttt-004.tsv",
    "polyomino/solvers-004.tsv",
    "papers/trax-000.tsv",
    "papers/trax-001.tsv",
    "trax/after-two-moves.tsv",
    "trax/mates-by-length.tsv",
    "trax/measured.tsv",
    "trax/puzzles.tsv",
];

#[test]
fn the_data_files_are_those_of_the_suites() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = here.join("data");
    for file in FILES {
        let suite = here.join("../../suites").join(file);
        let copy = data.join(Path::new(file).file_name().expect("a name"));
        if std::env::var_os("YOMIKIRI_DATA").is_some_and(|wish| wish == "rewrite") {
            std::fs::copy(&suite, &copy).expect("the copy can be written");
        }
        let [suite, copy] = [&suite, &copy].map(|path| std::fs::read_to_string(path).expect("a data file"));
        assert!(suite == copy, "suites/{file} has changed: run this test with YOMIKIRI_DATA=rewrite");
    }
    let copies = std::fs::read_dir(&data).expect("the folder").count();
    assert_eq!(copies, FILES.len(), "a data file is not compared with anything");
}
