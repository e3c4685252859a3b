//! Runs of hours, in seconds: killed, resumed, limited, watched.

mod program;

use program::Folder;
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.arg("solve").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn solve(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

fn start(arguments: &[&str]) -> Child {
    command(arguments).spawn().expect("the program runs")
}

/// The result as JSON, and the exit code.
fn result(output: &Output) -> (Value, Option<i32>) {
    let error = String::from_utf8_lossy(&output.stderr);
    let object = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no result: {error}"));
    (object, output.status.code())
}

fn refused(arguments: &[&str]) -> String {
    let output = solve(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty() && !error.contains("panicked"), "{error}");
    error
}

fn nodes(object: &Value) -> u64 {
    object["cost"]["nodes"].as_u64().expect("a number of nodes")
}

/// Waits until a file has changed from what it was.
fn wait_for_change(file: &Path, before: Option<&[u8]>, child: &mut Child) {
    let started = Instant::now();
    while std::fs::read(file).ok().as_deref() == before {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before it was killed");
        assert!(started.elapsed() < Duration::from_secs(60), "no checkpoint was written");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_run_killed_three_times_gives_the_same_verdict() {
    let folder = Folder::new("killed");
    let file = folder.file("checkpoint");
    let run = ["trax:5x5", "--json", "--checkpoint", &file, "--checkpoint-every", "20ms"];
    let mut child = start(&run);
    for kill in 0..3 {
        let before = if kill == 0 { None } else { std::fs::read(&file).ok() };
        wait_for_change(Path::new(&file), before.as_deref(), &mut child);
        // At another moment each time: between checkpoints or while one is written.
        std::thread::sleep(Duration::from_millis(7 * kill));
        child.kill().expect("it was running");
        child.wait().expect("it is dead");
        let threads = if kill == 1 { "2" } else { "1" };
        let memory = ["16M", "1G", "64M"][kill as usize];
        let again = [&run[..], &["--resume", &file, "--threads", threads, "--memory", memory]].concat();
        child = start(&again);
    }
    let (object, code) = result(&child.wait_with_output().expect("it ends"));
    assert_eq!((&object["verdict"], code), (&"draw".into(), Some(0)));
    let (whole, _) = result(&solve(&["trax:5x5", "--json"]));
    assert!(nodes(&object) > nodes(&whole) / 2, "all nodes are counted");
    assert!(nodes(&object) < 2 * nodes(&whole), "little is lost: {} of {}", nodes(&object), nodes(&whole));
    // What is finished is known at once, with what it cost.
    let (again, code) = result(&solve(&["trax:5x5", "--json", "--resume", &file]));
    // Which of the good moves is shown depends on the table, which is gone.
    let without_moves = |mut object: Value| {
        let moves = object.as_object_mut().expect("an object").remove("best_moves");
        assert!(moves.is_some_and(|moves| moves.as_array().is_some_and(|moves| moves.len() == 1)));
        object.as_object_mut().and_then(|object| object.remove("line"));
        object
    };
    assert_eq!((without_moves(again), code), (without_moves(object), Some(0)));
}

/// A proof may take as long as the search. What it is made from is kept until it is written.
#[test]
fn a_run_killed_while_it_writes_its_proof_searches_nothing_again() {
    let folder = Folder::new("killed-proof");
    let (file, proof) = (folder.file("checkpoint"), folder.file("proof"));
    let run = ["trax:5x5", "--can-win", "second", "--json", "--checkpoint", &file, "--proof", &proof];
    // The first checkpoint is written with the answer. The proof takes a second or more.
    let mut child = start(&[&run[..], &["--checkpoint-every", "1h", "--proof-search", "1000000"]].concat());
    wait_for_change(Path::new(&file), None, &mut child);
    child.kill().expect("it was running");
    child.wait().expect("it is dead");
    assert!(!Path::new(&proof).exists());
    let (object, code) = result(&solve(&[&run[..], &["--resume", &file]].concat()));
    assert_eq!((&object["questions"][0]["can_win"], code), (&false.into(), Some(0)), "{object}");
    let (whole, _) = result(&solve(&["trax:5x5", "--can-win", "second", "--json"]));
    assert!(nodes(&object) <= nodes(&whole) + 50, "{} instead of {}", nodes(&object), nodes(&whole));
    let checked = Command::new(env!("CARGO_BIN_EXE_yomikiri")).args(["check", &proof]).output();
    assert!(checked.expect("the program runs").status.success());
}

#[test]
fn both_questions_go_on_from_where_they_were() {
    let folder = Folder::new("both");
    let file = folder.file("checkpoint");
    let run =
        ["trax:4x4", "--json", "--endings", "0", "--checkpoint", &file, "--nodes", "200", "--memory", "1M"];
    let (mut object, mut code) = result(&solve(&run));
    assert_eq!(object["questions"].as_array().map(Vec::len), Some(1), "a limit ends the run");
    let mut pieces = 1;
    while code == Some(1) {
        pieces += 1;
        let before = nodes(&object);
        (object, code) = result(&solve(&[&run[..], &["--resume", &file]].concat()));
        assert!(nodes(&object) > before);
        assert!(pieces < 20);
    }
    assert_eq!((&object["verdict"], code), (&"draw".into(), Some(0)));
    assert!(pieces >= 4, "{pieces} pieces");
    let (whole, _) = result(&solve(&["trax:4x4", "--json", "--endings", "0"]));
    assert!(nodes(&object) < 2 * nodes(&whole));
}

/// The same question, answered in pieces with a checkpoint that has room for little.
#[test]
fn a_checkpoint_is_no_larger_than_it_may_be() {
    let folder = Folder::new("size");
    let (all, little) = (folder.file("all"), folder.file("little"));
    let question = ["trax:5x5", "--can-win", "first", "--json", "--endings", "0"];
    let run = [&question[..], &["--nodes", "12000", "--checkpoint"]].concat();
    let size = |file: &str| std::fs::metadata(file).expect("a checkpoint").len();
    assert_eq!(result(&solve(&[&run[..], &[&all]].concat())).1, Some(1));
    let limited = [&run[..], &[&little, "--checkpoint-size", "20K"]].concat();
    assert_eq!(result(&solve(&limited)).1, Some(1));
    assert!(size(&all) > 40_000);
    assert!((10_000..=20_480).contains(&size(&little)), "{} bytes", size(&little));
    let (object, code) = result(&solve(&[&question[..], &["--resume", &little]].concat()));
    assert_eq!((&object["questions"][0]["can_win"], code), (&false.into(), Some(0)));
    assert!(nodes(&object) > 12_000);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::new("refused");
    let file = folder.file("checkpoint");
    let moves = ["--moves", "@0/"];
    solve(&["trax:5x5", "--moves", "@0/", "--nodes", "2000", "--checkpoint", &file]);
    let bytes = std::fs::read(&file).expect("a checkpoint");
    for (game, more, reason) in [
        ("trax:4x4", &moves[..], "this is a checkpoint of trax:5x5, not of trax:4x4"),
        ("trax:5x5,stuck=draw", &moves, "not of trax:5x5,stuck=draw"),
        ("trax:5x5", &[], "the position after `@0/`, not of the start of the game"),
        ("trax:5x5", &["--moves", "@0+"], "not of the position after `@0+`"),
        (
            "trax:5x5",
            &["--moves", "@0/", "--can-win", "first"],
            "about who wins, not about whether the first player can win",
        ),
        ("trax:5x5", &["--moves", "@0/", "--epsilon", "0.5"], "--epsilon 0.25, not made with"),
        ("trax:5x5", &["--moves", "@0/", "--method", "pns"], "only the method dfpn"),
    ] {
        let error = refused(&[&[game, "--resume", &file], more].concat());
        assert!(error.contains(reason), "{error}");
    }
    let damaged = folder.file("damaged");
    let check = |bytes: &[u8], reason: &str| {
        std::fs::write(&damaged, bytes).expect("room on the disk");
        let error = refused(&["trax:5x5", "--moves", "@0/", "--resume", &damaged]);
        assert!(error.contains(&damaged) && error.contains(reason), "{error}");
    };
    for end in [0, 5, 30, 200, bytes.len() / 2, bytes.len() - 1] {
        check(&bytes[..end], if end == 0 { "not a checkpoint" } else { "cut short" });
    }
    for at in [40, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        check(&bytes, "damaged");
    }
    let text = String::from_utf8_lossy(&bytes[..21]).into_owned();
    assert_eq!(text, "yomikiri checkpoint 1");
    check(&[b"yomikiri checkpoint 2", &bytes[21..]].concat(), "version 2, this program reads version 1");
    check(b"PK\x03\x04", "not a checkpoint");
    refused(&["trax:5x5", "--resume", &folder.file("missing")]);
    refused(&["trax:5x5", "--checkpoint", &folder.file("no/such/folder")]);
    refused(&["trax:5x5", "--checkpoint", &folder.0.display().to_string()]);
    refused(&["trax:5x5", "--metrics", &folder.file("no/such/folder")]);
    assert_eq!(std::fs::read(&file).expect("a checkpoint"), bytes, "it is as it was");
}

/// Somebody who forgets `--resume` loses nothing, however often.
#[test]
fn a_checkpoint_knows_the_position_that_it_began_at() {
    let folder = Folder::new("position");
    let file = folder.file("checkpoint");
    let shown = program::json(&["show", "trax:5x5", "--moves", "@0/ A0/ B1+", "--json"]);
    let position = shown[0]["position"].as_str().expect("a position as text");
    let run = ["trax:5x5", "--position", position, "--json", "--checkpoint", &file, "--nodes", "50"];
    let (object, code) = result(&solve(&run));
    assert_eq!((&object["from"], code), (&position.into(), Some(1)));
    let (again, code) = result(&solve(&["trax:5x5", "--position", position, "--json", "--resume", &file]));
    assert_eq!((&again["from"], code), (&position.into(), Some(0)));
    for other in [&["trax:5x5", "--resume", &file][..], &["trax:5x5", "--moves", "@0/", "--resume", &file]] {
        let error = refused(other);
        assert!(error.contains("this is a checkpoint of the position from `"), "{error}");
    }
}

#[test]
fn a_checkpoint_is_never_overwritten_unasked() {
    let folder = Folder::new("overwrite");
    let file = folder.file("checkpoint");
    solve(&["trax:5x5", "--nodes", "2000", "--checkpoint", &file]);
    let bytes = std::fs::read(&file).expect("a checkpoint");
    for game in ["trax:4x4", "trax:5x5", "trax:4x4"] {
        let error = refused(&[game, "--nodes", "100", "--checkpoint", &file]);
        assert!(error.contains("exists already"), "{error}");
        assert_eq!(std::fs::read(&file).expect("a checkpoint"), bytes);
    }
    solve(&["trax:4x4", "--nodes", "10", "--checkpoint", &file, "--overwrite"]);
    assert_ne!(std::fs::read(&file).expect("a checkpoint"), bytes);
}

/// The same command again and again comes to the answer: made for a service that is restarted.
#[test]
fn continuing_begins_or_goes_on() {
    let folder = Folder::new("continue");
    let file = folder.file("checkpoint");
    let run = ["trax:5x5", "--json", "--nodes", "1000", "--continue", &file];
    let mut runs = 0;
    let object = loop {
        runs += 1;
        let (object, code) = result(&solve(&run));
        if code == Some(0) {
            break object;
        }
        assert!(code == Some(1) && runs < 40);
    };
    assert!(runs > 2, "{runs} runs");
    assert_eq!(object["verdict"], "draw");
}

/// Two runs on one checkpoint: the second says who holds it and touches nothing.
#[test]
fn a_checkpoint_has_one_writer() {
    let folder = Folder::new("one-writer");
    let file = folder.file("checkpoint");
    let mut first =
        start(&["trax:8x8", "--memory", "64M", "--checkpoint", &file, "--checkpoint-every", "20ms"]);
    wait_for_change(Path::new(&file), None, &mut first);
    let error = refused(&["trax:5x5", "--checkpoint", &file, "--overwrite"]);
    assert!(error.contains(&format!("process {}", first.id())), "{error}");
    first.kill().expect("it was running");
    first.wait().expect("it is dead");
    // A crash releases the lock, and what it left is whole.
    let (_, code) =
        result(&solve(&["trax:8x8", "--json", "--memory", "64M", "--nodes", "1", "--resume", &file]));
    assert_eq!(code, Some(1));
    solve(&["trax:4x4", "--checkpoint", &file, "--overwrite"]);
}

/// The same path for two purposes is refused before anything is touched.
#[test]
fn one_path_has_one_purpose() {
    let folder = Folder::new("purposes");
    let file = folder.file("file");
    for arguments in [
        ["--checkpoint", &file, "--proof", &file],
        ["--checkpoint", &file, "--metrics", &file],
        ["--continue", &file, "--metrics", &file],
        ["--proof", &file, "--metrics", &file],
    ] {
        refused(&[&["trax:4x4"][..], &arguments].concat());
        assert!(!Path::new(&file).exists(), "{arguments:?}");
    }
}

/// What is searched is identified by the content of its file, not by its name.
#[test]
fn an_edited_game_is_another_game() {
    let folder = Folder::new("edited");
    let (game, file) = (folder.file("game.pg"), folder.file("checkpoint"));
    let text = |wins: &str| {
        format!(
            "#blackinitials\n#whiteinitials\n#times\nt1 t2 t3 t4\n#blackturns\nt1 t3\n#positions\na b c d\n#blackwins\n{wins}\n#whitewins\na b\n"
        )
    };
    std::fs::write(&game, text("a b\na c")).expect("room");
    let name = format!("pg:{game}");
    solve(&[&name, "--checkpoint", &file]);
    std::fs::write(&game, text("a b")).expect("room");
    let error = refused(&[&name, "--resume", &file]);
    assert!(error.contains("this is a checkpoint of pg sha256"), "{error}");
}

/// A limit on the size of files is like a full disk: a warning, and the search goes on.
#[test]
#[cfg(unix)]
fn a_limit_on_file_sizes_does_not_end_the_search() {
    let folder = Folder::new("file-sizes");
    let file = folder.file("checkpoint");
    let program = env!("CARGO_BIN_EXE_yomikiri");
    let search = "solve trax:5x5 --json -q --checkpoint-every 20ms --checkpoint";
    // Blocks of 512 or 1024 bytes; a checkpoint soon has more.
    let script = format!("ulimit -f 2 && exec {program} {search} {file}");
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let (object, code) = result(&output);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((&object["verdict"], code), (&"draw".into(), Some(0)), "{errors}");
    assert!(errors.contains("File too large"), "{errors}");
}

#[test]
#[cfg(unix)]
fn signals_leave_a_checkpoint() {
    let folder = Folder::new("signals");
    for signal in ["-INT", "-TERM"] {
        let (file, metrics) = (folder.file(signal), folder.file("metrics"));
        let arguments =
            ["trax:8x8", "--memory", "64M", "--json", "--checkpoint", &file, "--metrics", &metrics];
        let child = start(&arguments);
        std::thread::sleep(Duration::from_millis(700));
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        let (object, code) = result(&child.wait_with_output().expect("it ends"));
        assert_eq!((&object["verdict"], code), (&"unknown".into(), Some(1)));
        let resumed = ["trax:8x8", "--memory", "1M", "--json", "--resume", &file, "--nodes", "100"];
        let (again, _) = result(&solve(&resumed));
        let first = |object: &Value| object["questions"][0]["cost"]["nodes"].as_u64();
        assert_eq!(first(&again), first(&object).map(|nodes| nodes + 100));
    }
    let text = std::fs::read_to_string(folder.file("metrics")).expect("metrics");
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let kinds: Vec<_> = events.iter().map(|event| event["type"].as_str().expect("a type")).collect();
    assert_eq!(kinds, ["answer", "checkpoint", "answer", "checkpoint"], "one run after the other");
    assert!(
        events
            .iter()
            .all(|event| event["game"] == "trax:8x8" && event["time"].is_f64() && event["version"] == 1)
    );
    assert!(events[1]["bytes"].as_u64() > Some(1000) && events[1]["positions"].as_u64() > Some(100));
}
