//! `count` as its users call it: the counts that `docs/counting.md` gives, and what is refused.

mod program;

use program::{error, json};
use serde_json::Value;
use std::path::Path;

/// The rows of a file under `suites/trax`.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/trax").join(file);
    let text = std::fs::read_to_string(path).expect("a suite");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// The one line that a command prints.
fn line(arguments: &[&str]) -> Value {
    let lines = json(arguments);
    let [line] = &lines[..] else {
        panic!("one line expected: {lines:?}");
    };
    line.clone()
}

/// Boards that are counted in a test; 9×9 and 10×10 take seconds and minutes.
const QUICK: [&str; 6] = ["trax:3x3", "trax:4x4", "trax:5x5", "trax:6x6", "trax:7x7", "trax:8x8"];

#[test]
fn configurations_are_as_many_as_known() {
    let rows = rows("counts.tsv");
    let mut counted = 0;
    for row in rows.iter().filter(|row| QUICK.contains(&row[0].as_str())) {
        let found = line(&["count", &row[0], "--json"]);
        assert_eq!((&found["type"], &found["game"]), (&"count".into(), &row[0].as_str().into()));
        assert_eq!(found["method"], "exact");
        assert_eq!(found["configurations"], row[1].as_str(), "{}", row[0]);
        let exact: f64 = row[1].parse().expect("a number");
        assert_eq!(found["divided_by_8"].as_f64(), Some(exact / 8.0));
        counted += 1;
    }
    assert_eq!(counted, QUICK.len());
}

#[test]
fn positions_that_can_be_reached_are_as_many_as_known() {
    for row in rows("reachable.tsv") {
        let [game, plies, positions] = &row[..] else {
            panic!("three fields expected: {row:?}");
        };
        let expected: u64 = positions.parse().expect("a number");
        if plies == "all" && expected < 1_000_000 {
            let found = line(&["count", game, "--method", "reachable", "--json"]);
            assert_eq!(found["type"], "reachable");
            assert_eq!(found["total"], expected, "{game}");
            assert_eq!(found["complete"], true);
        } else if plies != "all" {
            let found = line(&["count", game, "--method", "reachable", "--plies", plies, "--json"]);
            assert_eq!(found["by_ply"].as_array().and_then(|plies| plies.last()), Some(&expected.into()));
            assert_eq!(found["complete"], false);
        }
    }
}

#[test]
fn other_games_can_be_counted_by_their_moves() {
    let found = line(&["count", "gomoku:3x3,k=3", "--method", "reachable", "--json"]);
    assert_eq!(found["total"], 765, "tic-tac-toe");
    let found = line(&["count", "gttt:2x2,animal=domino", "--method", "reachable", "--json"]);
    // Empty; one stone; a reply beside it or across; then the first player has two side by side, or always could.
    assert_eq!(found["by_ply"][0], 1);
    assert_eq!(found["by_ply"][1], 1);
    assert_eq!(found["by_ply"][2], 2);
}

#[test]
fn a_seed_makes_an_estimate_repeatable() {
    for method in ["1", "2", "importance"] {
        let estimate = |seed: &str| {
            let arguments =
                ["count", "trax:3x3", "--method", method, "--samples", "20000", "--seed", seed, "--json"];
            let mut found = line(&arguments);
            found.as_object_mut().expect("an object").remove("seconds");
            found
        };
        assert_eq!(estimate("7"), estimate("7"), "method {method}");
        assert_ne!(estimate("7")["estimate"], estimate("8")["estimate"], "method {method}");
        let [low, high] = [0, 1].map(|end| estimate("7")["interval"][end].as_f64().expect("a number"));
        // What method 2 estimates is 8 × 2,685.05.
        let truth = if method == "2" { 21_480.4 } else { 23_290.0 };
        assert!((low..=high).contains(&truth), "method {method}: {truth} is not from {low} to {high}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    for (arguments, said) in [
        (&["count", "trax"][..], "name a board, such as trax:4x4"),
        (&["count", "gttt:3x3,animal=el"], "use --method reachable"),
        (&["count", "trax:12x12"], "boards up to 11x11"),
        (&["count", "trax:12x12", "--method", "2-exact"], "boards up to 11x11"),
        (&["count", "trax:4x4", "--method", "1", "--samples", "0"], "--samples"),
        (&["count", "trax:4x4", "--method", "3"], "possible values"),
        (&["count", "trax:4x4", "--plies", "3"], "--plies is for --method reachable"),
        (&["count", "trax:4x4", "--threads", "0"], "from 1 to"),
        (&["count", "chess"], "there is no game `chess`"),
    ] {
        let error = error(arguments);
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}
