//! Texts that ask for too much: an error that names the limit, soon, and no panic; and a switch ends it sooner.

use std::fmt::Write;
use std::time::{Duration, Instant};
use yomikiri_game::Stop;
use yomikiri_toss::{LowerError, MOST_BYTES, Position, TossError, lower_until, parse};

const START: &str = "START [ | P:1 {}; Q:1 {} | ] \" * * * *\n * * * *\n * * * *\n * * * *\n\"\n";

/// A game with these definitions, which is over when `A0()` holds.
fn game(definitions: &str) -> String {
    format!(
        "PLAYERS 1, 2\n{definitions}RULE Put: [a | | -] -> [a | P{{a}} | -] emb P, Q pre not A0()\n\
         LOC 0 {{ PLAYER 1 {{ PAYOFF :(A0()) MOVES [Put -> 0] }} PLAYER 2 {{ PAYOFF 0 }} }}\n{START}"
    )
}

/// Reads a game; it must not take long, whatever comes of it.
#[track_caller]
fn read(text: &str) -> Result<Position, TossError> {
    let started = Instant::now();
    let result = Position::new(text, Some(4));
    // A busy machine may be ten times slower than a free one.
    assert!(started.elapsed() < Duration::from_secs(60), "{:?} for {} bytes", started.elapsed(), text.len());
    result
}

#[track_caller]
fn refused(text: &str, limit: &str) {
    match read(text) {
        Ok(_) => panic!("it was read"),
        Err(error) => assert!(error.reason.contains(limit), "{error}"),
    }
}

/// `REL A0() = …A1()…A1()…`, and so on: as a tree, twice as much with each line.
fn doubling(levels: usize, body: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for level in 0..levels {
        let _infallible = writeln!(text, "REL A{level}() = {}", body(&format!("A{}()", level + 1)));
    }
    text + &format!("REL A{levels}() = ex x P(x)\n")
}

#[test]
fn definitions_that_double_are_no_trouble_where_they_can_be_shared() {
    read(&game(&doubling(60, |next| format!("not {next} and not {next}")))).expect("sixty lines");
    let odd = game(&doubling(12, |next| format!("not {next} and P_() or {next} and not P_()")));
    let odd = odd.replace("PLAYERS 1, 2\n", "PLAYERS 1, 2\nREL P_() = all x Q(x)\n");
    read(&odd).expect("it can be decided");
}

#[test]
fn what_explodes_is_refused() {
    let odd = doubling(40, |next| format!("not {next} and P_() or {next} and not P_()"));
    let odd = game(&odd).replace("PLAYERS 1, 2\n", "PLAYERS 1, 2\nREL P_() = all x Q(x)\n");
    refused(&odd, "1000000 atoms");
    refused(&game(&doubling(40, |next| format!("ex x ({next} and {next})"))), "variables under one");
    refused(&game("REL A0() = ex a, b, c, d, e, f, g, h (P(a) and P(h))\n"), "steps");
    let wide = game("REL A0() = ex a, b, c, d (P(a) and P(b) and Q(c) and Q(d))\n");
    refused(&wide.replace("* * * *", &"* ".repeat(60)), "1000000 different conditions");
}

/// The same takes seconds for every kind of explosion, so for the others it must do that they can be stopped.
#[test]
fn what_explodes_can_be_stopped() {
    // Under `ex`, alternatives are opened up into cases.
    let cases = format!("REL A0() = ex x ({})\n", ["(x = x or P(x))"; 40].join(" and "));
    let sums = ["(:(P(a)) + :(P(b)))"; 16].join(" * ");
    let numbers = format!("REL A0() = ex a, b, c, d, e, f ({sums} > 3)\n");
    let choices = "REL A0() = ex a, b, c, d, e, f, g, h (P(a) and P(h))\n";
    // Elements that cannot all be neighbours, which shows only at the last of them.
    let rule =
        "RULE Put: [a, b, c, d, e, f, g, h, i | R{(a, i); (i, a)} | -] -> [a, b, c, d, e, f, g, h, i | | -]";
    let matches = game("REL A0() = ex x P(x)\n").replace("RULE Put: [a | | -] -> [a | P{a} | -]", rule);
    for text in [game(&cases), game(&numbers), game(choices), matches] {
        let description = parse(&text).expect("well formed");
        let started = Instant::now();
        // Long before the limit on steps is reached, on a fast machine, too.
        let stop = Stop::new().within(Duration::from_millis(20));
        assert_eq!(lower_until(&description, &stop).err(), Some(LowerError::Stopped), "{text}");
        // Milliseconds after that on a free machine.
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}: {text}", started.elapsed());
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let chain: String = (0..3000).map(|at| format!("REL A{at}() = not A{}()\n", at + 1)).collect();
    refused(&game(&(chain + "REL A3000() = ex x P(x)\n")), "levels");
    // As deep as it may be, on a small stack.
    let deepest: String = (0..290).map(|at| format!("REL A{at}() = not A{}()\n", at + 1)).collect();
    let text = game(&(deepest + "REL A290() = ex x P(x)\n"));
    let small = std::thread::Builder::new().stack_size(1 << 20).spawn(move || read(&text).is_ok());
    assert!(small.expect("a thread").join().expect("no overflow"));
    let many: Vec<_> = (0..500).map(|at| format!("x{at}")).collect();
    refused(&game(&format!("REL A0() = ex {} (P(x0))\n", many.join(", "))), "400 variables");
    let facts: String = (0..200).map(|at| format!("; F{at}:1 {{}}")).collect();
    refused(&game("REL A0() = ex x P(x)\n").replace("; Q:1 {}", &facts), "100 relations");
    refused(&" ".repeat(MOST_BYTES + 1), &MOST_BYTES.to_string());
}

#[test]
fn long_texts_are_read_in_linear_time() {
    let long = vec!["P(x)"; 400_000];
    let text = format!("REL A0() = ex x ({})\n", long.join(" and "));
    assert!(text.len() < MOST_BYTES);
    let description = parse(&text).expect("long, but well formed");
    assert_eq!(yomikiri_toss::format(&text).expect("well formed").lines().count(), 1);
    drop(description);
    read(&game(&text)).expect("it is only P(x)");
    let sum = format!("REL A0() = ({}) > 3\n", vec!["1"; 400_000].join(" + "));
    read(&game(&sum)).expect("a long sum");
    let board = format!("PLAYERS 1, 2\nSTART [ | P:1 {{}} | ] \"{}\"", "* ".repeat(1_000_000));
    refused(&board, "400 can be handled");
    let rules: String = (0..50_000).map(|at| format!("RULE R{at}: [a||-]->[a||-]\n")).collect();
    read(&(game("REL A0() = ex x P(x)\n") + &rules)).expect("many rules");
}

#[test]
fn the_switch_is_looked_at() {
    let text = game("REL A0() = ex a, b, c, d, e, f, g, h (P(a) and P(h))\n");
    let description = parse(&text).expect("well formed");
    let stop = Stop::new();
    stop.request();
    assert_eq!(lower_until(&description, &stop).err(), Some(LowerError::Stopped));
    assert_eq!(Position::new_until(&text, None, &stop).err(), Some(LowerError::Stopped));
    let small = game("REL A0() = ex x P(x)\n");
    assert!(Position::new_until(&small, None, &Stop::new()).is_ok());
    let wrong = parse("PLAYERS 1").expect("well formed");
    assert!(matches!(lower_until(&wrong, &Stop::new()), Err(LowerError::Wrong(_))));
}
