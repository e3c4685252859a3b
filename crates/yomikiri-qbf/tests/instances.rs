//! Formulas with known answers, from suites/qbf.

use std::path::Path;
use yomikiri_qbf::qdimacs;
use yomikiri_qbf::solver::{Limits, Options, Progress, solve};

/// The hardest takes 4,860 refinements. What counts is not seconds, which a busy machine has fewer of.
const REFINEMENTS: u64 = 10_000;

#[test]
fn known_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/qbf");
    let list = std::fs::read_to_string(folder.join("EXPECTED.tsv")).expect("the list of answers");
    let limits = Limits { refinements: Some(REFINEMENTS), ..Limits::default() };
    let mut count = 0;
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (name, expected) = line.split_once('\t').expect("two fields");
        let text = std::fs::read_to_string(folder.join(name)).expect(name);
        let formula = qdimacs::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = qdimacs::read(&qdimacs::write(&formula, &[])).expect("what is written is read");
        assert_eq!(again, formula, "{name}");
        let answer = solve(&formula, &Options { preprocess: true, limits }, &Progress::default());
        assert_eq!(answer.known(), Some(expected == "SAT"), "{name}");
        count += 1;
    }
    assert_eq!(count, 53);
}
