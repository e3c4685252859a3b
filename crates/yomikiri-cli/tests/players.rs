//! What people with a board in front of them call: `play`, `ugi`, `analyse`, `annotate`, `show FILE`.

mod program;

use program::{Folder, text, yomikiri};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

/// Runs a command with this input.
fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    program.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that has ended does not listen.
        let _unheard = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic");
    output
}

#[test]
fn a_person_plays_with_commands() {
    let folder = Folder::new("play");
    let saved = folder.file("game.trx");
    let input = format!(
        "help\nhint\nthreats\nZ9+\nlevel 10\nlevel 2\ntime 10ms\nA0/\nundo\nmoves\nswap\nswap\nsave {saved}\nresign\n"
    );
    let arguments =
        ["play", "trax", "--moves", "1. @0/", "--as", "second", "--time", "50ms", "--color", "never"];
    let output = with_input(&arguments, input.as_bytes());
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}{}", text(&output.stderr));
    for said in [
        "undo ",
        "Neither side could win at once",
        "Z9 is not next to any tile",
        "from 1 to 9",
        "level 2",
        "saved in",
        "has resigned",
    ] {
        assert!(printed.contains(said), "no `{said}` in {printed}");
    }
    let shown = yomikiri(&["show", &saved]);
    assert_eq!(shown.status.code(), Some(0), "{}", text(&shown.stderr));
}

#[test]
fn every_game_can_be_played() {
    for game in ["trax:3x3", "trax-loop:3x3", "gomoku:3x3,k=3", "gttt:3x3,animal=el", "amazons:4x4"] {
        let output = yomikiri(&["play", game, "--time", "20ms", "--json", "--quiet"]);
        assert_eq!(output.status.code(), Some(0), "{game}: {}", text(&output.stderr));
        let last: Value =
            serde_json::from_str(text(&output.stdout).lines().last().expect("an end")).expect("JSON");
        assert_eq!((&last["type"], &last["over"]), (&"ending".into(), &true.into()), "{game}");
    }
}

/// A stop that comes at once ends what was asked before it.
#[test]
fn ugi_thinks_until_it_is_stopped() {
    let output = with_input(
        &["ugi", "trax:8x8"],
        b"ugi\nposition startpos moves @0/ @1/\ngo infinite\nstop\nisready\nquit\n",
    );
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let at = |beginning: &str| lines.iter().position(|line| line.starts_with(beginning));
    assert!(at("ugiok") < at("bestmove ") && at("bestmove ") < at("readyok"), "{lines:?}");
}

/// The memory that a process uses, in bytes.
#[cfg(target_os = "linux")]
fn memory_of(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line");
    line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("a number") << 10
}

/// The perfect defenders of 8×8 Trax: the moves of both players come from the kept proofs, and so does the answer.
#[test]
fn eight_by_eight_is_answered_and_played_from_its_proofs() {
    let proofs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/trax-8x8");
    let mut analyse = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["analyse", "--threads", "1", "--memory", "32M", "--book", proofs])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let queries = r#"{"id":1,"action":"solve","game":"trax:8x8"}
{"id":2,"action":"move","game":"trax:8x8"}
{"id":3,"action":"move","game":"trax:8x8","moves":"@0/"}
{"id":4,"action":"move","game":"trax:8x8","moves":"@0+"}
"#;
    analyse.stdin.take().expect("piped").write_all(queries.as_bytes()).expect("it listens");
    let output = analyse.wait_with_output().expect("it ends");
    let answers: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|answer: &Value| answer["final"] == true)
        .collect();
    let [solution, moves @ ..] = &answers[..] else { panic!("no answers") };
    assert_eq!((&solution["verdict"], &solution["cost"]["nodes"]), (&"draw".into(), &0.into()));
    let moves: Vec<&Value> = moves.iter().map(|answer| &answer["move"]).collect();
    assert_eq!(moves, ["@0/", "A0/", "@1+"]);
}

/// Ten thousand lines that are no queries, or queries that cannot be answered, neither end the process nor make it grow.
#[test]
#[cfg(target_os = "linux")]
fn hostile_lines_neither_stop_analyse_nor_make_it_grow() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    program
        .args(["analyse", "--threads", "2", "--memory", "32M"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = program.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut answer = move || -> Value {
        serde_json::from_str(&answers.next().expect("an answer").expect("text")).expect("JSON")
    };
    let mate = |id: usize| format!(r#"{{"id":{id},"game":"trax","moves":"@0/ B1+ C1\\"}}"#) + "\n";
    stdin.write_all(mate(0).as_bytes()).expect("it listens");
    assert_eq!(answer()["verdict"], "second");
    let mut send = |number: usize| {
        let line: Vec<u8> = match number % 10 {
            0 => b"\xff\xfe\x00{\n".to_vec(),
            1 => b"{\"id\":\n".to_vec(),
            2 => format!(r#"{{"id":{number},"game":"trax","moves":"@0/ @0/"}}"#).into_bytes(),
            3 => format!(r#"{{"id":{number},"game":"toss:/etc/passwd"}}"#).into_bytes(),
            4 => format!(r#"{{"id":{number},"game":"trax","position":"{}"}}"#, "J".repeat(500)).into_bytes(),
            5 => format!(r#"{{"id":{number},"action":"stop"}}"#).into_bytes(),
            6 => format!(r#"{{"id":"{}","game":"trax"}}"#, "x".repeat(5000)).into_bytes(),
            7 => "[".repeat(2000).into_bytes(),
            8 => format!(r#"{{"id":{number},"game":"gttt:9999x9999,animal=tic"}}"#).into_bytes(),
            _ => format!(r#"{{"id":{number},"game":"trax","seconds":"soon"}}"#).into_bytes(),
        };
        stdin
            .write_all(&line)
            .and_then(|()| if number % 10 > 1 { stdin.write_all(b"\n") } else { Ok(()) })
            .expect("it listens");
        stdin.flush().expect("it listens");
    };
    let mut growth = Vec::new();
    let mut before = memory_of(child.id());
    for number in 1..=10_000 {
        send(number);
        let said = answer();
        assert_eq!(said["type"], "analysis_error", "{number}: {said}");
        if number % 1000 == 0 {
            let now = memory_of(child.id());
            growth.push(now.saturating_sub(before));
            before = now;
        }
    }
    // Each thread keeps some memory after its first query of a kind, whenever that is. Lines that are not forgotten take memory all the
    // time.
    let whole: u64 = growth.iter().sum();
    growth.sort_unstable();
    assert!(growth[growth.len() / 2] < 256 << 10, "it grows all the time: by {growth:?} bytes");
    assert!(whole < 64 << 20, "it has grown by {growth:?} bytes");
    stdin.write_all(mate(1).as_bytes()).expect("it listens");
    assert_eq!(answer()["verdict"], "second");
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn annotate_goes_on_after_a_mistake_and_says_so_at_the_end() {
    let folder = Folder::new("annotate");
    let games = folder.file("games.trx");
    std::fs::write(&games, "white\t@0/ B1\\ A2\\\n@0/ @1/ Z9+ @1/\n@0/ @1\\ A0/\n")
        .expect("room on the disk");
    let output = yomikiri(&["annotate", &games, "--quiet", "--jobs", "2"]);
    assert_eq!(output.status.code(), Some(2));
    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(printed.contains("Game 3") && printed.contains("A2\\??"), "{printed}");
    assert!(
        errors.contains("line 1: the file says first") && errors.contains("line 2: move 3 `Z9+`"),
        "{errors}"
    );
    for format in ["--trx", "--html"] {
        let output = yomikiri(&["annotate", &games, "--quiet", format]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stdout).contains(if format == "--trx" { "Z9+" } else { "<!DOCTYPE html>" }));
    }
    assert_eq!(yomikiri(&["annotate", &games, "--game", "9"]).status.code(), Some(2));
}

#[test]
fn games_of_a_file_are_shown_and_long_lists_are_wrapped() {
    let folder = Folder::new("show");
    let games = folder.file("games.trx");
    std::fs::write(&games, "@0/ @1/\n8x8 Trax\na vs b\n1. @0+ 2.@1+\n").expect("room on the disk");
    let shown = yomikiri(&["show", &games, "--number", "2", "--after", "1", "--json"]);
    let object: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    assert_eq!((&object["game"], &object["moves"]), (&"trax:8x8".into(), &serde_json::json!(["@0+"])));
    assert_eq!(yomikiri(&["show", &games, "--number", "3"]).status.code(), Some(2));
    let by_file = yomikiri(&["show", "trax", "--moves-file", &games, "--json"]);
    let object: Value = serde_json::from_slice(&by_file.stdout).expect("JSON");
    assert_eq!(object["moves"], serde_json::json!(["@0/", "@1/"]));
    let long = yomikiri(&["show", "gomoku:10x10,k=5"]);
    assert!(text(&long.stdout).lines().all(|line| line.chars().count() <= 200), "{}", text(&long.stdout));
}

#[test]
fn problems_come_from_real_games_and_have_their_days() {
    let folder = Folder::new("sheets");
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/trax/games-8x8.tsv");
    let output = yomikiri(&[
        "puzzle", "make", "--from", suite, "--game", "trax:8x8", "--plies", "3-9", "--count", "4", "--quiet",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let problems = folder.file("problems.tsv");
    std::fs::write(&problems, &output.stdout).expect("room on the disk");
    let checked = yomikiri(&["puzzle", "check", &problems, "--confirm", "4", "--quiet"]);
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    let mut days = std::collections::BTreeSet::new();
    for day in 1..=4 {
        let date = format!("2026-11-0{day}");
        let daily = yomikiri(&["puzzle", "daily", &problems, "--date", &date, "--json"]);
        let object: Value = serde_json::from_slice(&daily.stdout).expect("JSON");
        days.insert(object["number"].as_u64().expect("a number"));
        assert!(object["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg ")));
    }
    assert_eq!(days.len(), 4);
    assert_eq!(yomikiri(&["puzzle", "daily", &problems, "--date", "2026-02-30"]).status.code(), Some(2));
    let page = yomikiri(&["puzzle", "export", &problems, "--html"]);
    let page = text(&page.stdout);
    // A solution begins with its first move, which is printed once.
    let solutions = page.split("<section").nth(1).expect("solutions");
    for line in solutions.lines().filter(|line| line.starts_with("<li><b>")) {
        let first = line.trim_start_matches("<li><b>").split("</b>").next().expect("a move");
        let second = line.split("</b> ").nth(1).and_then(|rest| rest.split(' ').next());
        assert_ne!(Some(first), second, "{line}");
    }
}
