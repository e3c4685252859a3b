//! The layout of descriptions: what is laid out stays as it is, means the same, and keeps its comments.

use yomikiri_toss::{format, parse};

#[track_caller]
fn check(text: &str, comments: usize) {
    let laid_out = format(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()), "laid out again:\n{laid_out}");
    // Places are part of no comparison but that of structures, which begin elsewhere now.
    let (before, after) = (parse(text).expect("read"), parse(&laid_out).expect("read"));
    assert_eq!(before.relations, after.relations, "{laid_out}");
    assert_eq!(before.players, after.players, "{laid_out}");
    assert_eq!(
        laid_out.lines().filter(|line| line.trim_start().starts_with("// ")).count(),
        comments,
        "{laid_out}"
    );
}

#[test]
fn what_is_laid_out_stays_as_it_is() {
    check("// one\nREL A() = P(x) REL B() = P(x)\n// two\n", 2);
    check("REL\n// between\nA() = P(x) // behind\n\t// last\r\n", 2);
    check("START [ | | ] \"\n// is no comment on a board\n // nor here\n\"", 2);
    check("LOC 0 {} // behind\nRULE A: [a||-] -> [a||-]\n// before PLAYERS\nPLAYERS 1, 2", 1);
    check("REL A() = (x = y and (P(x) or Q(x)) and not (x = x and y = y)) or ex x all y (P(y))", 0);
    check("REL A() = 1 + 2 - (3 - 4) * 5 ^ (6 ^ 7) ^ 8 * :(P(x) or 1 < 2) > (1 + 2) * 3", 0);
    check("REL A() = (1 + 2) + 3 = ((4 * 5) * 6) ^ 7", 0);
    check("REL A() = not not (not x = y) and (ex x ex y (P(x) and P(y)))", 0);
}

#[test]
fn the_games_of_the_suite_are_laid_out_once() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/toss");
    let mut games = 0;
    for entry in std::fs::read_dir(folder).expect("the suite") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a text");
        let laid_out = format(&text).expect("a game");
        assert_eq!(format(&laid_out), Ok(laid_out));
        games += 1;
    }
    assert!(games >= 8);
}
