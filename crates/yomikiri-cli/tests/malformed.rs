//! Malformed descriptions and formulas: an error with line and column, exit code 2, no panic.

use std::process::Command;

/// Each with the command that reads it, the line and column of the mistake, and a piece of the message.
const CASES: &[(Kind, &str, usize, usize, &str)] = &[
    (Kind::Formula, "", 1, 1, "problem line"),
    (Kind::Formula, "1 2 0\n", 1, 1, "problem line"),
    (Kind::Formula, "p\n", 1, 1, "p cnf"),
    (Kind::Formula, "p dnf 1 1\n", 1, 3, "cnf"),
    (Kind::Formula, "p cnf x 1\n", 1, 7, "variables"),
    (Kind::Formula, "p cnf -1 1\n", 1, 7, "variables"),
    (Kind::Formula, "p cnf 1 99999999999\n", 1, 9, "clauses"),
    (Kind::Formula, "p cnf 1 1 1\n", 1, 11, "after the problem line"),
    (Kind::Formula, "p cnf 1 1\np cnf 1 1\n", 2, 1, "second"),
    (Kind::Formula, "p cnf 2 1\ne 1 2\n1 0\n", 2, 5, "missing"),
    (Kind::Formula, "p cnf 2 1\ne 1 -2 0\n1 0\n", 2, 5, "negation"),
    (Kind::Formula, "p cnf 2 1\ne 1 0\na 1 0\n1 0\n", 3, 1, "twice"),
    (Kind::Formula, "p cnf 2 1\ne 1 0 2\n1 0\n", 2, 7, "after the 0"),
    (Kind::Formula, "p cnf 2 2\ne 1 0\n1 0\na 2 0\n1 2 0\n", 4, 1, "after a clause"),
    (Kind::Formula, "p cnf 2 1\n1 two 0\n", 2, 3, "number"),
    (Kind::Formula, "p cnf 2 1\n1 2\n", 2, 4, "missing"),
    (Kind::Formula, "p cnf 2 1\n1 0\n2 0\n", 3, 1, "after the last"),
    (Kind::Formula, "p cnf 2 1\n999999999999 0\n", 2, 1, "number"),
    (Kind::Formula, "#QCIR-14\noutput(1)\n", 2, 8, "neither quantified nor a gate"),
    (Kind::Formula, "#QCIR-G14\nexists(1)\n", 2, 10, "output"),
    (Kind::Formula, "#QCIR-G14\nexists(1\noutput(1)\n", 2, 9, "line ends"),
    (Kind::Formula, "#QCIR-G14\nexists(1)\noutput(2)\n2 = nand(1)\n", 4, 5, "nand"),
    (Kind::Formula, "#QCIR-G14\nexists(1)\noutput(2)\n2 = and(3)\n", 4, 9, "neither"),
    (Kind::Formula, "#QCIR-G14\nexists(1, 1)\noutput(1)\n", 2, 11, "twice"),
    (Kind::Formula, "#QCIR-G14\nexists(1)\noutput(2)\n2 = xor(1)\n", 4, 5, "two inputs"),
    (Kind::Formula, "#QCIR-G14\nexists(1)\noutput(1)\nforall(2)\n", 4, 1, "prenex"),
    (Kind::Game, "", 1, 1, "PLAYERS"),
    (Kind::Game, "PLAYERS 1, 2, 3", 1, 9, "two players"),
    (Kind::Game, "PLAYERS 1, 2", 1, 1, "START"),
    (Kind::Game, "PLAYERS 1, 2\nBOARD", 2, 1, "expected PLAYERS, REL"),
    (Kind::Game, "PLAYERS 1, 2\nREL A(x = R(x, x)", 2, 9, "`)`"),
    (Kind::Game, "PLAYERS 1, 2\nREL A(x) = R(x, y)\nSTART [ | P:1 {} | ] \"* *\"", 2, 17, "not bound"),
    (Kind::Game, "PLAYERS 1, 2\nREL A(x) = B(x)\nSTART [ | P:1 {} | ] \"* *\"", 2, 12, "`B`"),
    (Kind::Game, "PLAYERS 1, 2\nREL A(x) = R(x)\nSTART [ | P:1 {} | ] \"* *\"", 2, 12, "2 places"),
    (Kind::Game, "PLAYERS 1, 2\nREL A(x) = A(x)\nSTART [ | P:1 {} | ] \"* *\"", 2, 5, "by itself"),
    (
        Kind::Game,
        "PLAYERS 1, 2\nREL A(x) = :(P(x))\nSTART [ | P:1 {} | ] \"* *\"",
        2,
        12,
        "expected a formula",
    ),
    (Kind::Game, "PLAYERS 1, 2\nSTART [ | P:1 {} | ] \"* *\n*\"", 3, 1, "a row of 1"),
    (Kind::Game, "PLAYERS 1, 2\nSTART [ | P:1 {} | ] \"* ?\"", 2, 25, "`?`"),
    (Kind::Game, "PLAYERS 1, 2\nSTART [ | P:1 {} | ] \"* *", 2, 22, "closing"),
    (
        Kind::Game,
        "PLAYERS 1, 2\nLOC 0 { PLAYER 1 { PAYOFF 0 MOVES [A -> 0] } }\nSTART [ | P:1 {} | ] \"*\"",
        2,
        36,
        "no rule",
    ),
    (Kind::Game, "PLAYERS 1, 2\nREL A() = ((((P(x)", 2, 19, "the end"),
];

#[derive(Clone, Copy, Debug)]
enum Kind {
    Formula,
    Game,
}

#[test]
fn mistakes_have_a_line_and_a_column() {
    assert!(CASES.len() >= 30);
    for (number, (kind, text, line, column, piece)) in CASES.iter().enumerate() {
        let path = std::env::temp_dir().join(format!("yomikiri-malformed-{}-{number}", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        let file = path.to_str().expect("a plain name");
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
        match kind {
            Kind::Formula => command.args(["qbf", "solve", file]),
            Kind::Game => command.args(["toss", "solve", file]),
        };
        let output = command.output().expect("the program runs");
        std::fs::remove_file(&path).expect("it was there");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text:?}: {error}");
        assert!(output.stdout.is_empty(), "{text:?}");
        assert!(error.contains(&format!("line {line}, column {column}:")), "{text:?}: {error}");
        assert!(error.contains(piece), "{text:?}: {error}");
    }
}

#[test]
fn deep_nesting_and_absurd_sizes_are_refused() {
    let deep = format!("PLAYERS 1, 2\nREL A() = {}", "(".repeat(100_000));
    let nots = format!("PLAYERS 1, 2\nREL A() = {} P(x)", "not ".repeat(100_000));
    for text in [deep, nots] {
        let error = yomikiri_toss::parse(&text).expect_err("too deep");
        assert!(error.reason.contains("deep"), "{error}");
    }
    let huge = format!("PLAYERS 1, 2\nSTART [ | P:1 {{}} | ] \"{}\"", "* ".repeat(1000));
    assert!(yomikiri_toss::Position::new(&huge, None).is_err());
}
