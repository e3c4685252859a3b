//! The program as its users call it: forms that others rely on, exit codes, errors.

mod program;

use program::{error, json, text, yomikiri};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A file with some content, gone at the end of the test.
struct TemporaryFile(std::path::PathBuf);

impl TemporaryFile {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("yomikiri-{}-{name}", std::process::id()));
        let mut file = std::fs::File::create(&path).expect("a temporary file");
        file.write_all(content).expect("room on the disk");
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

#[test]
fn solve_in_its_fixed_form() {
    let lines = json(&[
        "solve",
        "trax:4x4",
        "--method",
        "dfpn",
        "--shallow",
        "2",
        "--threads",
        "1",
        "--memory",
        "1M",
        "--json",
    ]);
    let [object] = &lines[..] else {
        panic!("one line expected: {lines:?}");
    };
    assert_eq!(object["game"], "trax:4x4");
    assert_eq!(object["moves"], serde_json::json!([]));
    assert_eq!(object["verdict"], "draw");
    assert_eq!(object["to_move"], "first");
    let questions = object["questions"].as_array().expect("questions");
    let nodes: u64 = questions.iter().filter_map(|question| question["cost"]["nodes"].as_u64()).sum();
    assert_eq!(object["cost"]["nodes"].as_u64(), Some(nodes));
    for (question, player) in questions.iter().zip(["first", "second"]) {
        assert_eq!(question["player"], player);
        assert_eq!(question["can_win"], false);
        let cost = &question["cost"];
        for field in ["nodes", "shallow_nodes", "table_entries"] {
            assert!(cost[field].as_u64() > Some(0), "{field}");
        }
        assert!(cost["seconds"].as_f64() > Some(0.0));
        assert_eq!(cost["collections"], 0);
    }
}

#[test]
fn solve_asks_one_question_if_told_so() {
    let [object] = &json(&["solve", "trax:8x8", "--moves", r"@0/ A0\", "--can-win", "first", "--json"])[..]
    else {
        panic!("one line expected");
    };
    assert_eq!(object["verdict"], "first");
    assert_eq!(object["moves"], serde_json::json!(["@0/", r"A0\"]));
    assert_eq!(object["questions"].as_array().map(Vec::len), Some(1));
    let [object] = &json(&["solve", "trax:3x3", "--can-win", "second", "--json"])[..] else {
        panic!("one line expected");
    };
    assert_eq!((&object["verdict"], &object["questions"][0]["can_win"]), (&"unknown".into(), &false.into()));
}

#[test]
fn solve_knows_a_finished_game_and_a_won_one() {
    let [object] = &json(&["solve", "trax", "--moves", r"@0/ B1\ A2\", "--json"])[..] else {
        panic!("one line expected");
    };
    assert_eq!((&object["verdict"], &object["cost"]["nodes"]), (&"second".into(), &0.into()));
    let [object] = &json(&["solve", "trax:2x2", "--json"])[..] else {
        panic!("one line expected");
    };
    assert_eq!(object["verdict"], "first");
    assert_eq!(object["questions"][1]["can_win"], false);
    assert_eq!(object["questions"][1]["by"], "other_answer");
}

#[test]
fn limits_end_with_unknown_and_exit_code_1() {
    for limit in [["--nodes", "100"], ["--time", "50ms"]] {
        let output = yomikiri(&["solve", "trax:7x7", limit[0], limit[1], "--json"]);
        assert_eq!(output.status.code(), Some(1));
        let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(object["verdict"], "unknown");
        assert_eq!(object["questions"][0]["can_win"], Value::Null);
        assert!(object["questions"][0]["stopped"].is_string());
    }
}

#[test]
fn perft_in_its_fixed_form() {
    let [object] = &json(&["perft", "trax:4x4", "--depth", "5", "--json"])[..] else {
        panic!("one line expected");
    };
    assert_eq!(
        (&object["game"], &object["depth"], &object["leaves"]),
        (&"trax:4x4".into(), &5.into(), &241_320.into())
    );
    assert!(object["seconds"].as_f64().is_some());
    let output = yomikiri(&["perft", "trax", "--depth", "3"]);
    assert!(text(&output.stdout).contains("432"));
}

#[test]
fn show_in_its_fixed_form() {
    let show = |moves| json(&["show", "trax", "--moves", moves, "--json"]).remove(0);
    let over = show(r"@0/ B1\ A2\");
    assert_eq!(
        (&over["over"], &over["winner"], &over["reason"]),
        (&true.into(), &"second".into(), &"loop".into())
    );
    assert_eq!(over["legal_moves"], Value::Array(Vec::new()));
    let open = show("@0/");
    assert_eq!(
        (&open["over"], &open["winner"], &open["reason"]),
        (&false.into(), &Value::Null, &Value::Null)
    );
    assert_eq!(open["to_move"], "second");
    assert_eq!(open["legal_moves"].as_array().map(Vec::len), Some(12));
    let full = json(&[
        "show",
        "trax:8x8",
        "--json",
        "--moves",
        r"@0/ @1/ @1/ @1/ A0/ A3/ @3/ A4/ @1+ C0/ D6+ @1/ D0/ @3\ G3+ E0+ F1/ B5+ H3\ G1/ H1/ B8+ A8/",
    ])
    .remove(0);
    assert_eq!(
        (&full["over"], &full["winner"], &full["reason"]),
        (&true.into(), &Value::Null, &"full".into())
    );
}

#[test]
fn show_draws_the_board() {
    let output = yomikiri(&["show", "trax", "--moves", r"@0/ B1\", "--color", "always"]);
    let picture = text(&output.stdout);
    assert!(picture.contains('╔') && picture.contains("\x1b["), "{picture}");
    let output = yomikiri(&["show", "trax", "--moves", r"@0/ B1\"]);
    assert!(!text(&output.stdout).contains('\x1b'));
}

#[test]
fn a_search_survives_a_log_that_cannot_be_written() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else {
        return; // not a system that has one
    };
    let status = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["show", "trax", "--moves", "X"])
        .stderr(full)
        .status();
    assert_eq!(status.expect("the program runs").code(), Some(2));
}

#[test]
fn a_game_without_end_is_unknown_not_a_crash() {
    let output = yomikiri(&["solve", "trax", "--method", "dfs", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["questions"][0]["stopped"], "the search went deeper than 1000 moves");
}

#[test]
fn replay_checks_every_game() {
    let good = TemporaryFile::new("good.trx", b"red\t@0/ B1\\ A2\\\n8x8 Trax\nx vs y\n@0/ @1/ RESIGN\n");
    let lines = json(&["replay", good.path(), "--game", "trax:8x8", "--json"]);
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["winner"], &lines[0]["reason"]), (&"second".into(), &"loop".into()));
    assert_eq!((&lines[1]["over"], &lines[1]["agreement"]), (&false.into(), &"resigned".into()));
    assert_eq!(
        (&lines[2]["games"], &lines[2]["second"], &lines[2]["illegal"]),
        (&2.into(), &1.into(), &0.into())
    );

    let bad = TemporaryFile::new("bad.trx", b"@0/ @1/\n@0/ B9+\nwhite\t@0/ B1\\ A2\\\n");
    let output = yomikiri(&["replay", bad.path()]);
    assert_eq!(output.status.code(), Some(2));
    let report = text(&output.stdout);
    assert!(report.contains("first error: line 2: move 2 `B9+`: B9 is not next to any tile"), "{report}");
    assert!(report.contains("with a wrong winner in the file       1"), "{report}");
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    let binary = TemporaryFile::new("binary.trx", b"@0/ \xff\xfe\n");
    let missing = "there-is-no-such-file.trx";
    for (arguments, reason) in [
        (&["solve", "chess"][..], "there is no game `chess`; known games: trax:NxN"),
        (&["solve", "trax:5x6"], "must be square"),
        (&["solve", "trax:99999999999999999999x5"], "is not a board"),
        (&["solve", "trax:17x17"], "from 2x2 to 16x16"),
        (&["solve", "trax:5x5,line=x"], "`x` is not a value of `line`"),
        (&["solve", "trax:5x5,colour=blue"], "unknown option `colour`"),
        (&["solve", "trax:5x5", "--memory", "1K"], "at least 1048576 (1M)"),
        (&["solve", "trax:5x5", "--memory", "100000T"], "this machine cannot provide"),
        (&["solve", "trax:5x5", "--memory", "lots"], "expected a number and a unit"),
        (&["solve", "trax:5x5", "--shallow", "3"], "3 is not in 0..=2"),
        (&["solve", "trax:5x5", "--epsilon", "nan"], "from 0 to 100"),
        (&["solve", "trax:5x5", "--time", "soon"], "expected a number and a unit"),
        (&["solve", "trax:5x5", "--moves", "@0/ @0+"], "move 2 `@0+`: @0 is not next to any tile"),
        (&["show", "trax", "--moves", "hello"], "move 1 `hello`: expected a row number at character 6"),
        (&["show", "trax", "--moves", r"@0/ B1\ A2\ A1+"], "move 4 `A1+`: the game is already over"),
        (&["show", "trax", "--moves", r"@0/ B1+ C1/ C2\ @1+ A2/ A3/ D3\ B3\"], r"move 9 `B3\`: three"),
        (
            &["show", "trax:2x2", "--moves", "@0/ @1/ @1/"],
            "move 3 `@1/`: a tile at @1 would make the board larger than 2x2",
        ),
        (&["show", "trax", "--moves", "@0/ A0+ A0+ Ä1+"], "move 4 `Ä1+`: expected a column"),
        (&["perft", "trax", "--depth", "256"], "256 is not in 0..=255"),
        (&["solve", "trax:5x5", "--threads", "0"], "expected a number from 1 to 1024"),
        (&["solve", "trax-loop:5x5,line=5"], "trax-loop has no `line`"),
        (&["replay", missing], missing),
        (&["replay", binary.path()], "line 1: not UTF-8 text (byte 5 of the line)"),
        (&["reproduce", "005"], "invalid value '005'"),
        (&["frobnicate"], "unrecognized subcommand"),
    ] {
        let error = error(arguments);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

/// Whoever reads JSON gets errors as JSON, even if the command line itself is wrong.
#[test]
fn errors_are_json_too() {
    for arguments in [
        &["solve", "trax:4x4", "--jsno", "--json"][..],
        &["solve", "chess", "--json"],
        &["--json", "frobnicate"],
        &["solve", "toss:no-such-file", "--json"],
    ] {
        let output = yomikiri(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let object: Value = serde_json::from_slice(&output.stdout).expect("one line of JSON");
        let message = object["message"].as_str().expect("a message");
        assert!(
            object["type"] == "error" && !message.is_empty() && !message.starts_with("error"),
            "{object}"
        );
        assert!(text(&output.stderr).starts_with(&format!("error: {message}")), "{object}");
    }
    assert_eq!(error(&["solve", "toss:no-such-file"]).matches("No such file").count(), 1);
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["show", "trax"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_with_what_is_known() {
    let child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["solve", "trax:8x8", "--memory", "16M", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_millis(500));
    let interrupted = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(interrupted.elapsed() < Duration::from_secs(5));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["verdict"], "unknown");
    assert!(object["cost"]["nodes"].as_u64() > Some(0));
}

#[test]
fn reproduce_prints_the_papers_figures_beside_ours() {
    let lines = json(&["reproduce", "001", "--max-size", "3", "--json"]);
    assert_eq!(lines.len(), 6);
    for line in &lines {
        assert_eq!((&line["type"], &line["game"]), (&"paper_search".into(), &"trax:3x3,line=8".into()));
        assert_eq!(line["can_win"], false);
    }
    assert_eq!(lines[0]["paper_nodes"], 2_899_038);
    assert_eq!(lines[0]["depth"], 8);
    let output = yomikiri(&["reproduce", "000", "--max-size", "4"]);
    assert!(text(&output.stdout).contains("16,004"));
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = yomikiri(&["completions", shell]);
        assert!(text(&output.stdout).contains("yomikiri"), "{shell}");
    }
}
