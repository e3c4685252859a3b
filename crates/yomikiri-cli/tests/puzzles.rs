//! `puzzle` and `show --threats` as their users call them.

use serde_json::Value;
use std::process::{Command, Output};

fn yomikiri(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomikiri")).args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

/// Runs a command that must end with this exit code; gives what it printed.
fn printed(arguments: &[&str], code: i32) -> String {
    let output = yomikiri(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

fn json(arguments: &[&str], code: i32) -> Vec<Value> {
    printed(arguments, code).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Runs a command that must fail with exit code 2; gives its error.
fn error(arguments: &[&str]) -> String {
    let output = yomikiri(arguments);
    let error = text(&output.stderr).to_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// A file with some content, gone at the end of the test.
struct TemporaryFile(std::path::PathBuf);

impl TemporaryFile {
    fn new(name: &str, content: &str) -> Self {
        let path = std::env::temp_dir().join(format!("yomikiri-puzzles-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("room on the disk");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain name")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _already_gone = std::fs::remove_file(&self.0);
    }
}

const FIVE_PLIES: &str = r"@0/ B1\ C1\ @1/ B2/";

#[test]
fn solve_in_its_fixed_form() {
    let [object] = &json(&["puzzle", "solve", "trax", "--moves", FIVE_PLIES, "--all", "--json"], 0)[..]
    else {
        panic!("one line expected");
    };
    assert_eq!(object["result"], "mate");
    assert_eq!(object["plies"], 5);
    assert_eq!(object["by"], "threats");
    assert_eq!(object["to_move"], "second");
    assert_eq!(object["shortest"], true);
    assert_eq!(object["first_moves"], serde_json::json!([r"A0\", "D0/"]));
    assert!(object["longer_wins"].is_array());
    assert!(object["nodes"].as_u64() > Some(0) && object["seconds"].as_f64() > Some(0.0));
    // The line replays and wins.
    let line: Vec<&str> =
        object["line"].as_array().expect("a line").iter().filter_map(Value::as_str).collect();
    assert_eq!(line.len(), 5);
    let moves = format!("{FIVE_PLIES} {}", line.join(" "));
    let [end] = &json(&["show", "trax", "--moves", &moves, "--json"], 0)[..] else {
        panic!("one line expected");
    };
    assert_eq!((&end["over"], &end["winner"]), (&true.into(), &"second".into()));
}

#[test]
fn every_way_of_seeing_threats_may_be_chosen() {
    for reach in ["exact", "1", "2", "killer=1", "killer=7"] {
        let arguments =
            ["puzzle", "solve", "trax", "--moves", FIVE_PLIES, "--threats-only", "--reach", reach, "--json"];
        assert_eq!(json(&arguments, 0)[0]["plies"], 5, "{reach}");
    }
    let full = ["puzzle", "solve", "trax", "--moves", FIVE_PLIES, "--full", "--max-plies", "5", "--json"];
    assert_eq!(json(&full, 0)[0]["plies"], 5);
}

#[test]
fn solve_says_what_it_does_not_know() {
    let none = ["puzzle", "solve", "trax:4x4", "--moves", "@0+", "--max-plies", "3", "--json"];
    let object = &json(&none, 0)[0];
    assert_eq!((&object["result"], &object["plies"]), (&"no_mate".into(), &Value::Null));
    let stopped = ["puzzle", "solve", "trax", "--moves", FIVE_PLIES, "--nodes", "10", "--json"];
    let object = &json(&stopped, 1)[0];
    assert_eq!(object["result"], "unknown");
    assert!(object["stopped"].as_str().is_some_and(|reason| reason.contains("nodes")));
    // The other side to move, as if a move had been passed.
    let other = ["puzzle", "solve", "trax", "--moves", r"@0/ @1\ C1\", "--side", "white", "--json"];
    let object = &json(&other, 0)[0];
    assert_eq!((&object["to_move"], &object["plies"]), (&"first".into(), &1.into()));
}

#[test]
fn made_problems_are_the_same_again_and_pass_the_check() {
    let arguments = ["puzzle", "make", "--plies", "3-5", "--count", "6", "--seed", "7", "--game", "trax:8x8"];
    let made = printed(&arguments, 0);
    assert_eq!(made, printed(&arguments, 0));
    assert_ne!(made, printed(&[&arguments[..6], &["--seed", "8", "--game", "trax:8x8"]].concat(), 0));
    assert_eq!(made.lines().filter(|line| !line.starts_with('#')).count(), 6);
    let file = TemporaryFile::new("made.tsv", &made);
    let lines = json(&["puzzle", "check", file.path(), "--confirm", "6", "--json"], 0);
    let summary = lines.last().expect("a summary");
    assert_eq!((&summary["checked"], &summary["wrong"]), (&6.into(), &0.into()));
    assert_eq!((&summary["asked"], &summary["confirmed"]), (&6.into(), &6.into()));
    let page = printed(&["puzzle", "export", file.path(), "--html", "--title", "a < b"], 0);
    assert_eq!(page.matches("<svg ").count(), 6);
    assert!(page.contains("<h1>a &lt; b</h1>") && page.contains("Solutions"));
    let sheet = printed(&["puzzle", "export", file.path(), "--svg"], 0);
    assert!(sheet.starts_with("<svg ") && sheet.contains("Solutions"));
}

#[test]
fn check_reports_what_is_wrong() {
    let file = TemporaryFile::new(
        "wrong.tsv",
        "trax\tred\t5\tA0\\ D0/\tall\t3\t4\t@0/ B1\\ C1\\ @1/ B2/\n\
         trax\tred\t7\tA0\\ D0/\tall\t3\t4\t@0/ B1\\ C1\\ @1/ B2/\n\
         trax\tred\t5\tA0\\\tall\t3\t4\t@0/ B1\\ C1\\ @1/ B2/\n\
         trax\tred\t3\tA0\\\tall\t3\t4\t@0/ B1\\ C1\\ @1/ B2/\n\
         trax\tred\t3\tA0\\\tall\t3\t4\t@0/ Z9\\\n",
    );
    let output = printed(&["puzzle", "check", file.path()], 2);
    for expected in [
        "line 2: mate in 5, not in 7",
        "line 3: A0\\ D0/ win, not A0\\",
        "line 4: no mate within 3 plies",
        "line 5: move 2 `Z9\\`: Z9 is not next to any tile",
    ] {
        assert!(output.contains(expected), "{output}");
    }
}

#[test]
fn threats_are_listed_drawn_and_named() {
    let output = printed(&["show", "trax", "--threats", "--moves", r"@0/ B1+ C1\"], 0);
    assert!(output.contains("Red wins at once by B2+ (wide loop attack)."), "{output}");
    assert!(output.contains("2 ══╗ ╰─────╫─────╯ ╔══"), "{output}");
    let object = &json(&["show", "trax", "--threats", "--moves", r"@0/ @1\", "--json"], 0)[0];
    let threats = object["threats"].as_array().expect("threats");
    let moves: Vec<_> = threats.iter().map(|threat| &threat["move"]).collect();
    assert_eq!(moves, ["A0/", r"B0\"]);
    assert!(threats.iter().all(|threat| threat["player"] == "first" && threat["kind"] == "narrow_loop"));
    let picture = printed(&["show", "trax", "--threats", "--svg", "--moves", r"@0/ @1\"], 0);
    assert_eq!(picture.matches(r#"class="mark""#).count(), 2);
}

#[test]
fn mistakes_are_named() {
    for (arguments, message) in [
        (&["puzzle", "solve", "trax", "--moves", r"@0/ B1\ A2\"][..], "the game is over there"),
        (&["puzzle", "solve", "trax", "--moves", "@0/ Q7+"], "move 2 `Q7+`"),
        (&["puzzle", "solve", "trax", "--max-plies", "0"], "expected a number from 1 to 255"),
        (&["puzzle", "solve", "trax", "--reach", "3"], "expected exact, 1, 2 or killer=K"),
        (&["puzzle", "solve", "trax", "--full", "--threats-only"], "cannot be used with"),
        (&["puzzle", "solve", "trax", "--memory", "1"], "too little"),
        (&["puzzle", "make", "--plies", "7-3"], "7 is more than 3"),
        (&["puzzle", "check", "no-such-file"], "cannot read no-such-file"),
        (&["puzzle", "export", "no-such-file"], "--html"),
    ] {
        let error = error(arguments);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn the_evaluation_runs_on_a_few_problems() {
    let folder = std::env::temp_dir().join(format!("yomikiri-evaluation-{}", std::process::id()));
    let path = folder.to_str().expect("a plain name").to_owned();
    let arguments = [
        "reproduce",
        "002",
        "--accuracy",
        "3",
        "--speed",
        "4",
        "--puzzles",
        "3",
        "--lengths",
        "1",
        "--per-problem",
        "1s",
        "--plots",
        &path,
    ];
    let output = printed(&arguments, 0);
    for expected in ["killer=7", "likeliest mix", "under 1 ms", "mate solver", "killer=plies-2"] {
        assert!(output.contains(expected), "{output}");
    }
    for name in [
        "accuracy.tsv",
        "speed.tsv",
        "speed.svg",
        "df-pn.tsv",
        "df-pn.svg",
        "lengths.tsv",
        "mates-by-length.tsv",
    ] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    std::fs::remove_dir_all(folder).expect("it was made just now");
}
