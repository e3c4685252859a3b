//! Formulas with known answers, from suites/qbf.

use std::path::Path;
use std::time::{Duration, Instant};
use yomikiri_qbf::qdimacs;
use yomikiri_qbf::solver::{Limits, Options, Progress, solve};

#[test]
fn known_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/qbf");
    let list = std::fs::read_to_string(folder.join("EXPECTED.tsv")).expect("the list of answers");
    let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::default() };
    let (mut count, mut quick) = (0, 0);
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (name, expected) = line.split_once('\t').expect("two fields");
        let text = std::fs::read_to_string(folder.join(name)).expect(name);
        let formula = qdimacs::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = qdimacs::read(&qdimacs::write(&formula, &[])).expect("what is written is read");
        assert_eq!(again, formula, "{name}");
        let started = Instant::now();
        let answer = solve(&formula, &Options { preprocess: true, limits }, &Progress::default());
        count += 1;
        if let Some(answer) = answer.known() {
            assert_eq!(answer, expected == "SAT", "{name}");
            quick += u32::from(started.elapsed() < Duration::from_secs(5));
        }
    }
    assert_eq!(count, 53);
    assert!(quick >= 45, "only {quick} were decided within 5 s");
}
