//! The search visits as many nodes as `suites/trax/bench.txt` says.

use std::path::Path;
use yomikiri::Task;
use yomikiri::bench::Bench;
use yomikiri_game::Stop;

#[test]
fn the_signature_is_the_one_on_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/trax/bench.txt");
    let text = std::fs::read_to_string(file).expect("the file of the signature");
    let mut numbers = text.lines().filter(|line| !line.starts_with('#'));
    let expected: u64 = numbers.next().expect("a line with the signature").parse().expect("a number");
    let bench = Bench::run(&Task::default()).expect("64 MB of memory");
    let nodes: Vec<_> = bench.searches.iter().map(|search| (search.game, search.nodes)).collect();
    assert_eq!(
        bench.signature(),
        Some(expected),
        "the search has changed: if that is meant, update suites/trax/bench.txt ({nodes:?})"
    );
}

#[test]
fn what_was_stopped_has_no_signature() {
    let stop = Stop::new();
    stop.request();
    let bench = Bench::run(&Task::new(stop)).expect("64 MB of memory");
    assert_eq!(bench.signature(), None);
    assert!(bench.perft.is_none() && bench.searches.is_empty());
}
