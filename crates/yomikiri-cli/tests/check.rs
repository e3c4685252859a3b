//! `check` as its users call it.

#[path = "../../yomikiri-check/tests/proof_writer/mod.rs"]
mod proof_writer;

use proof_writer::{Content, Writer};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use yomikiri_check::trax::Trax;

/// Runs `check` on standard input.
fn check(file: &[u8], options: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["check", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // It need not read a file to the end that is none.
    let _unread = child.stdin.take().expect("a pipe").write_all(file);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

fn proof(positions: &[&str]) -> Content {
    let mut writer = Writer::<Trax>::new("trax:3x3,line=3,stuck=loss,full=draw", 20, 2);
    for moves in positions {
        for statement in [1, 3] {
            writer.claim(statement, moves);
        }
    }
    writer.finish()
}

#[test]
fn a_proof_that_holds() {
    let content = proof(&["", "@0/ B1+"]);
    let file = content.to_file();
    let output = check(&file, &["--threads", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), content.claims.len());
    assert!(lines[0].starts_with("proof holds: trax:3x3, first player cannot win, "), "{lines:?}");
    assert!(lines[1].starts_with("proof holds: trax:3x3, second player cannot win, "), "{lines:?}");
    assert!(lines[2].starts_with("proof holds: trax:3x3, after @0/ B1+, "), "{lines:?}");
    assert!(lines.iter().all(|line| line.ends_with(" nodes checked")), "{lines:?}");

    let path = std::env::temp_dir().join(format!("yomikiri-{}.proof", std::process::id()));
    std::fs::write(&path, &file).expect("room on the disk");
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri")).arg("check").arg(&path).arg("--json").output();
    std::fs::remove_file(&path).expect("it was there");
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&object["proof"], &object["game"]), (&"holds".into(), &"trax:3x3".into()));
    assert_eq!(object["claims"][1], json!({ "player": "second", "can_win": false, "moves": [] }));
    assert_eq!(object["claims"][2]["moves"], json!(["@0/", "B1+"]));
    assert_eq!(object["lemmas"], content.lemmas.len());
    for field in ["nodes", "plays", "seconds"] {
        assert!(object[field].as_f64() > Some(0.0), "{field}");
    }
}

#[test]
fn a_proof_that_fails() {
    let mut content = proof(&[""]);
    let last = content.lemmas.last_mut().expect("lemmas");
    *last.tree.last_mut().expect("a tree") = 1_000_000;
    let expected = format!("lemma {}", content.lemmas.len() - 1);
    let file = content.to_file();
    let output = check(&file, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let error = text(&output.stderr);
    assert!(error.starts_with("error: -: ") && error.contains(&expected), "{error}");

    let output = check(&file, &["--json"]);
    assert_eq!(output.status.code(), Some(2));
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&object["proof"], &object["lemma"]), (&"fails".into(), &(content.lemmas.len() - 1).into()));
    assert!(object["path"].as_array().is_some_and(|moves| !moves.is_empty()), "{object}");
}

#[test]
fn damaged_and_foreign_files() {
    let mut file = proof(&[""]).to_file();
    let middle = file.len() / 2;
    file[middle] ^= 1;
    for (file, expected) in [
        (&file[..], "damaged"),
        (&file[..middle], "damaged"),
        (b"", "not a proof file"),
        (b"something else altogether", "not a proof file"),
    ] {
        let output = check(file, &[]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected) && !error.contains("panicked"), "{error}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri")).args(["check", "no-such.proof"]).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot read no-such.proof"));
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri")).args(["check", "."]).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot read"));
}

#[test]
fn an_interrupt_leaves_it_undecided() {
    // Without a limit to the board, a search of a million plays goes deep and takes long.
    let mut content = proof(&[""]);
    content.game = "trax:line=8,stuck=loss,full=draw".to_owned();
    content.search = 1_000_000;
    content.lemmas.truncate(1);
    content.lemmas[0].position = vec![0, 0, 0];
    content.lemmas[0].tree = vec![1];
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(&content.to_file()).expect("it reads");
    drop(stdin);
    std::thread::sleep(Duration::from_millis(500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("stopped"));
}

#[test]
fn proofs_of_pieces_are_put_together() {
    let folder = tempfile::tempdir().expect("room on the disk");
    let write = |name: &str, statement: u8, positions: &[&str]| {
        let mut writer = Writer::<Trax>::new("trax:3x3,line=3,stuck=loss,full=draw", 20, 2);
        assert!(positions.iter().all(|moves| writer.claim(statement, moves)), "they are true");
        std::fs::write(folder.path().join(name), writer.finish().to_file()).expect("room on the disk");
    };
    let check = |options: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(["check", "--quiet"])
            .arg(folder.path())
            .args(options)
            .output();
        let output = output.expect("the program runs");
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    assert_eq!(check(&[]).0, Some(2), "there is nothing yet");
    // To hold the draw, the second player needs an answer to each of the two first moves.
    write("a.proof", 1, &["@0+"]);
    write("b.proof", 3, &[""]);
    let (code, out, error) = check(&[]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].contains("a.proof: proof holds: trax:3x3, after @0+, first player cannot win, "),
        "{out}"
    );
    assert_eq!(
        lines[2..],
        [
            "together: trax:3x3, first player cannot win: missing: @0/",
            "together: trax:3x3, second player cannot win: it follows"
        ]
    );
    let (_, out, _) = check(&["--json"]);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines[0]["file"].as_str().is_some_and(|file| file.ends_with("a.proof")));
    assert_eq!(
        lines[2],
        json!({"type": "conclusion", "game": "trax:3x3", "player": "first", "can_win": false, "follows": false,
               "missing": [["@0/"]], "version": 1})
    );
    write("c.proof", 1, &["@0/"]);
    let (code, out, _) = check(&[]);
    assert_eq!((code, out.lines().last()), (Some(0), Some("together: trax:3x3: a draw")));
    // What was not checked says nothing.
    std::fs::write(folder.path().join("d.proof"), "nonsense").expect("room on the disk");
    let (code, out, error) = check(&[]);
    assert_eq!(code, Some(2));
    assert!(!out.contains("together") && error.contains("d.proof"), "{out}{error}");
    assert_eq!(check(&["--after", ""]).0, Some(2), "that is about one proof");
}
