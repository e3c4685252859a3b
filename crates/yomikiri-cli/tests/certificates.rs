//! Certificates on the command line: written, checked, refused, and turned into strategies that win.

mod program;

use program::Folder;
use std::process::{Command, Output};

fn yomikiri(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(arguments)
        .current_dir(&folder.0)
        .output()
        .expect("the program");
    let Output { status, stdout, stderr } = output;
    let text = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.code().unwrap_or(-1), text)
}

/// The game of the paper in which the winner puts two stones a turn, and its formula.
const GAME: &str = "gttt:4x4,animal=tippy,p=2,q=1";
const TURNS: &str = "4";
const WINNER: &str = "second";

fn encoded(name: &str) -> Folder {
    let folder = Folder::new(name);
    let (code, text) = yomikiri(
        &folder,
        &[
            "qbf",
            "encode",
            GAME,
            "--turns",
            TURNS,
            "--player",
            WINNER,
            "--out",
            "f.qdimacs",
            "--map",
            "f.json",
        ],
    );
    assert_eq!(code, 0, "{text}");
    folder
}

fn wins(folder: &Folder, from: &str) {
    let (code, text) = yomikiri(
        folder,
        &["qbf", "strategy", GAME, "--turns", TURNS, "--player", WINNER, "--from", from, "--out", "s.tsv"],
    );
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("wins all"), "{text}");
}

#[test]
fn our_certificate_is_a_strategy() {
    let folder = encoded("certificate-ours");
    for name in ["c.aag", "c.aig", "c.tsv"] {
        let (code, text) = yomikiri(&folder, &["qbf", "solve", "f.qdimacs", "--certificate", name]);
        assert_eq!(code, 10, "{text}");
        let (code, text) = yomikiri(&folder, &["qbf", "check", "f.qdimacs", name]);
        assert_eq!(code, 10, "{text}");
        assert!(text.contains("Skolem functions are right"), "{text}");
        wins(&folder, name);
    }
    // One gate changed.
    let text = std::fs::read_to_string(folder.file("c.aag")).expect("a certificate");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let sizes: Vec<usize> = lines[0].split(' ').skip(1).filter_map(|word| word.parse().ok()).collect();
    for output in &mut lines[1 + sizes[1]..1 + sizes[1] + sizes[3]] {
        let literal: u32 = output.parse().expect("a literal");
        *output = (literal ^ 1).to_string();
    }
    std::fs::write(folder.file("wrong.aag"), lines.join("\n") + "\n").expect("a file");
    let (code, text) = yomikiri(&folder, &["qbf", "check", "f.qdimacs", "wrong.aag"]);
    assert_eq!(code, 2, "{text}");
    let (code, text) = yomikiri(&folder, &["qbf", "check", "f.qdimacs", "wrong.aag", "--json"]);
    assert!(code == 2 && text.contains("refused"), "{text}");
    // The table, with every move of the winner changed.
    let table = std::fs::read_to_string(folder.file("c.tsv")).expect("a table");
    let (head, lines) = table.split_once("strategy table\n").expect("a table");
    let changed = |line: &str| {
        let (given, chosen) = line.split_once('\t').expect("a tab");
        let turned = |word: &str| word.strip_prefix('-').map_or(format!("-{word}"), str::to_owned);
        format!("{given}\t{}\n", chosen.split(' ').map(turned).collect::<Vec<_>>().join(" "))
    };
    let wrong: String = lines.lines().map(changed).collect();
    std::fs::write(folder.file("wrong.tsv"), format!("{head}strategy table\n{wrong}")).expect("a file");
    let (code, text) = yomikiri(&folder, &["qbf", "check", "f.qdimacs", "wrong.tsv"]);
    assert!(code == 2 && text.contains("wrong"), "{text}");
    let map = std::fs::read_to_string(folder.file("f.json")).expect("a map");
    assert!(map.contains("\"variable_map\"") && map.contains("\"turn\":1"), "{map}");
}

/// The same from a trace of DepQBF, if that is installed.
#[test]
fn a_trace_is_a_strategy() {
    let folder = encoded("certificate-trace");
    let options = ["--trace", "--dep-man=simple", "--traditional-qcdcl", "--no-qbce-dynamic"];
    let Ok(output) = Command::new("depqbf").args(options).arg("f.qdimacs").current_dir(&folder.0).output()
    else {
        return;
    };
    std::fs::write(folder.file("f.qrp"), &output.stdout).expect("a file");
    let (code, text) = yomikiri(&folder, &["qbf", "check", "f.qdimacs", "f.qrp"]);
    assert_eq!(code, 10, "{text}");
    wins(&folder, "f.qrp");
    // A step that drops a literal which it may not.
    let trace = String::from_utf8(output.stdout).expect("text");
    let wrong: Vec<_> = trace
        .lines()
        .map(|line| match line.split_once(" 0 ") {
            Some((step, from)) if from != "0" && step.split(' ').count() > 4 => {
                let step = step.rsplit_once(' ').map_or(step, |(step, _)| step);
                format!("{step} 0 {from}")
            }
            _ => line.to_owned(),
        })
        .collect();
    std::fs::write(folder.file("wrong.qrp"), wrong.join("\n")).expect("a file");
    let (code, text) = yomikiri(&folder, &["qbf", "check", "f.qdimacs", "wrong.qrp"]);
    assert_eq!(code, 2, "{text}");
}

#[test]
fn standard_results_and_warnings() {
    let folder = Folder::new("certificate-qdo");
    std::fs::write(folder.file("t.qdimacs"), "p cnf 3 9\ne 1 0\na 2 0\ne 3 0\n1 0\n-2 3 0\n")
        .expect("a file");
    let (code, text) = yomikiri(&folder, &["qbf", "solve", "t.qdimacs", "--qdo"]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("s cnf 1 3 2\nV 1 0\n") && text.contains("9 clauses are promised"), "{text}");
    std::fs::write(folder.file("f.qdimacs"), "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n1 -2 0\n").expect("a file");
    let (code, text) = yomikiri(&folder, &["qbf", "solve", "f.qdimacs", "--qdo"]);
    assert_eq!((code, text.as_str()), (20, "s cnf 0 2 2\nV -1 0\n"));
    // Herbrand functions as a table; and the clauses of the file are counted, one of which is always true.
    let (code, text) = yomikiri(&folder, &["qbf", "solve", "f.qdimacs", "--certificate", "f.tsv"]);
    assert_eq!(code, 20, "{text}");
    let table = std::fs::read_to_string(folder.file("f.tsv")).expect("a table");
    assert_eq!(table, "# f.qdimacs: unsat\nstrategy table\n\t-1\n");
    let (code, text) = yomikiri(&folder, &["qbf", "check", "f.qdimacs", "f.tsv"]);
    assert!(code == 20 && text.contains("Herbrand functions are right"), "{text}");
    std::fs::write(folder.file("a.qdimacs"), "p cnf 2 2\ne 1 2 0\n1 -1 0\n2 0\n").expect("a file");
    let (code, text) = yomikiri(&folder, &["qbf", "solve", "a.qdimacs", "--qdo"]);
    assert_eq!(code, 10, "{text}");
    assert!(text.starts_with("s cnf 1 2 2\n") && text.contains("V 2 0\n"), "{text}");
    std::fs::write(folder.file("n.qcir"), "#QCIR-G14\noutput(g)\ng = exists(x; x)\n").expect("a file");
    let (code, text) = yomikiri(&folder, &["qbf", "solve", "n.qcir", "--certificate", "n.aag"]);
    assert!(code == 2 && text.contains("prenex"), "{text}");
    assert_eq!(yomikiri(&folder, &["qbf", "solve", "n.qcir"]).0, 10);
}

#[test]
fn a_family_with_a_board_that_is_none_is_refused() {
    let folder = Folder::new("family");
    let (code, text) =
        yomikiri(&folder, &["qbf", "encode", "--turns", "3..4", "--boards", "2x2,0x3", "--out", "family"]);
    assert!(code == 2 && text.contains("0x3"), "{text}");
    let (code, text) = yomikiri(
        &folder,
        &["qbf", "encode", "--turns", "3..4", "--boards", "2x2", "--animals", "el,tic", "--out", "family"],
    );
    assert!(code == 0 && text.contains("12 files"), "{text}");
}

/// Writes, solves and checks the formulas of the games of paper 004 that `admits` lets through; says how many.
fn games_of_the_paper(name: &str, admits: impl Fn(&str, &str) -> bool) -> usize {
    let folder = Folder::new(name);
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../yomikiri-papers/data/gttt-004.tsv");
    let rows = std::fs::read_to_string(data).expect("the paper's games");
    let mut count = 0;
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let [game, turns, value] =
            row.split('\t').take(3).collect::<Vec<_>>().try_into().expect("three fields");
        for (player, format) in
            [("first", "qdimacs"), ("second", "qdimacs"), ("first", "qcir"), ("second", "qcir")]
        {
            if !admits(game, turns) {
                continue;
            }
            let file = format!("f.{format}");
            let encode = ["qbf", "encode", game, "--turns", turns, "--player", player];
            let (code, text) =
                yomikiri(&folder, &[&encode[..], &["--format", format, "--out", &file]].concat());
            assert_eq!(code, 0, "{text}");
            let expected = if value == player { 10 } else { 20 };
            let (code, text) = yomikiri(&folder, &["qbf", "solve", &file, "--certificate", "f.aig"]);
            assert_eq!(code, expected, "{row}, {player}, {format}: {text}");
            let (code, text) = yomikiri(&folder, &["qbf", "check", &file, "f.aig"]);
            assert_eq!(code, expected, "{row}, {player}, {format}: {text}");
            count += 1;
        }
    }
    count
}

/// Nine turns on 4×4 take seconds to minutes to check; `every_game_of_the_paper_has_a_certificate` has them.
#[test]
fn games_of_the_paper_have_certificates() {
    assert_eq!(
        games_of_the_paper("certificate-short", |game, turns| turns != "9" || game.contains("3x3")),
        172
    );
}

#[test]
#[ignore = "minutes: cargo test -p yomikiri-cli --test certificates -- --ignored"]
fn every_game_of_the_paper_has_a_certificate() {
    assert_eq!(games_of_the_paper("certificate-all", |_, _| true), 180);
}
