//! Mate problems: the search for mates on Trax, against facts and against the general solvers.

use std::path::Path;
use yomikiri::puzzles::{DistinctProblems, GameLine};
use yomikiri_game::{Game, Notation, Outcome, Played, SplitMix64, Status, play_line, playout};
use yomikiri_search::{
    Answer, Detector, Effort, FoundMate, Limits, MINIMUM_MEMORY, MateAnswer, MateOptions, MateTable, Method,
    Monitor, Options, Question, Scope, ask, find_mate,
};
use yomikiri_trax::puzzle::{Claim, parse_puzzles};
use yomikiri_trax::{Position, Rules, Turn};

fn position(name: &str, moves: &str) -> Position {
    let line = play_line(Position::new(name.parse().expect(name)), moves).expect(moves);
    assert_eq!(line.status, Status::Open, "{name} {moves}");
    line.position
}

fn solve(position: &mut Position, options: &MateOptions) -> MateAnswer<Turn> {
    let table = MateTable::new(4 * MINIMUM_MEMORY).expect("little memory");
    find_mate(position, options, &table, &Monitor::default()).answer
}

fn mate(position: &mut Position, options: &MateOptions) -> Option<FoundMate<Turn>> {
    match solve(position, options) {
        MateAnswer::Mate(mate) => Some(mate),
        MateAnswer::NoMate => None,
        MateAnswer::Unknown(reason) => panic!("{position:?}: {reason}"),
    }
}

fn by_threats(max_plies: u32) -> MateOptions {
    MateOptions { max_plies, effort: Effort::Threats, ..MateOptions::default() }
}

/// The line must be legal, end with a win of the attacker, and be as long as the mate.
fn check_line(position: &Position, mate: &FoundMate<Turn>) {
    let attacker = position.to_move();
    let mut game = position.clone();
    let mut over = None;
    for &turn in &mate.line {
        assert_eq!(over, None, "{position:?}: the line goes on after the end");
        over = match game.play(turn) {
            Played::Illegal => panic!("{position:?}: an illegal move in {:?}", mate.line),
            Played::Open(_) => None,
            Played::Over(outcome, _) => Some(outcome),
        };
    }
    let outcome = over.or_else(|| match yomikiri_game::status(&mut game) {
        Status::Open => None,
        Status::Over(outcome) => Some(outcome),
    });
    assert_eq!(outcome, Some(Outcome::Win(attacker)), "{position:?}: {mate:?}");
    assert_eq!(mate.line.len() as u32, mate.plies, "{position:?}: {mate:?}");
    assert!(mate.first_moves.contains(&mate.line[0]));
}

#[test]
fn the_starter_puzzles() {
    for (moves, plies, first_moves) in [
        (r"@0/ @1\", 1, &["A0/", r"B0\"][..]),
        (r"@0/ @1\ C1\", 1, &[r"B2\", "C2/"]),
        (r"@0/ B1+ C1\", 1, &["B2+"]),
        ("@0/ A2+ @2/ @2/", 3, &[r"A1\"]),
        (r"@0/ B1\ C1\ @1/ B2/", 5, &[r"A0\", "D0/"]),
    ] {
        let mut position = position("trax", moves);
        let mate = mate(&mut position, &MateOptions { all: true, ..by_threats(11) }).expect(moves);
        assert_eq!(mate.plies, plies, "{moves}");
        let texts: Vec<_> = mate.first_moves.iter().map(|&turn| position.move_text(turn)).collect();
        assert_eq!(texts, first_moves, "{moves}");
        check_line(&position, &mate);
    }
}

#[test]
fn recorded_mates_are_found_with_their_length() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/trax/mates-8x8.tsv");
    let puzzles = parse_puzzles(&std::fs::read(path).expect("the suite")).expect("well-formed");
    assert!(puzzles.len() >= 500);
    let table = MateTable::new(16 * MINIMUM_MEMORY).expect("little memory");
    for (line, puzzle) in puzzles {
        let Claim::Wins { first_move, plies } = &puzzle.claim else {
            panic!("line {line} is of another form");
        };
        let mut position = position("trax:8x8", &puzzle.moves.join(" "));
        let options = MateOptions { max_plies: u32::from(*plies), ..MateOptions::default() };
        let report = find_mate(&mut position, &options, &table, &Monitor::default());
        let mate = report.mate().unwrap_or_else(|| panic!("line {line} is not solved"));
        assert_eq!((mate.plies, mate.is_shortest), (u32::from(*plies), true), "line {line}");
        let named = position.parse_move(first_move).expect(first_move);
        let all = MateOptions { all: true, ..options };
        let is_known = mate.first_moves.contains(&named) || {
            let report = find_mate(&mut position, &all, &table, &Monitor::default());
            report.mate().is_some_and(|mate| mate.first_moves.contains(&named))
        };
        assert!(is_known, "line {line}: {first_move} is not among the winning moves");
        check_line(&position, mate);
    }
}

/// `yomikiri puzzle check` solves all of them again; here some of the shorter ones.
#[test]
fn made_problems_are_distinct_and_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/trax/puzzles.tsv");
    let puzzles = parse_puzzles(&std::fs::read(path).expect("the suite")).expect("well-formed");
    assert_eq!(puzzles.len(), 1000);
    let mut known = DistinctProblems::default();
    for (number, (line, puzzle)) in puzzles.into_iter().enumerate() {
        let Claim::Solved(solved) = &puzzle.claim else {
            panic!("line {line} is of another form");
        };
        let name = puzzle.rules.expect("named").to_string();
        let mut position = position(&name, &puzzle.moves.join(" "));
        assert_eq!(position.to_move(), solved.side, "line {line}");
        let game = GameLine::of_puzzle(&puzzle, Rules::unlimited()).expect("a position");
        assert!(known.admits(&game), "line {line} is like one before it");
        known.insert(&game);
        if number % 20 == 0 && solved.plies <= 7 {
            let mate = mate(&mut position, &by_threats(7)).unwrap_or_else(|| panic!("line {line}: no mate"));
            let texts: Vec<_> = mate.first_moves.iter().map(|&turn| position.move_text(turn)).collect();
            assert_eq!((mate.plies, &texts), (u32::from(solved.plies), &solved.first_moves), "line {line}");
            check_line(&position, &mate);
        }
    }
}

/// Every position of random games, until `visit` has seen them all.
fn positions(rules: Rules, seeds: std::ops::Range<u64>, mut visit: impl FnMut(&mut Position)) {
    for seed in seeds {
        let mut position = Position::new(rules);
        for m in playout(&position.clone(), &mut SplitMix64::new(seed), 100).moves {
            let Played::Open(_) = position.play(m) else {
                break;
            };
            visit(&mut position);
        }
    }
}

/// What the general solvers say: whether the player to move wins, and in how many plies at least.
fn general(position: &Position, method: Method, nodes: u64) -> (Option<bool>, u32) {
    let limits = Limits { nodes: Some(nodes), time: None };
    let options = Options { method, memory: 16 * MINIMUM_MEMORY, limits, ..Options::default() };
    let question = Question { can_win: position.to_move() };
    let report = ask(position, question, &options, &Monitor::default()).expect("little memory");
    (
        matches!(report.answer, Answer::Yes | Answer::No).then_some(report.answer == Answer::Yes),
        report.statistics.depth,
    )
}

/// Compares with the general solvers on the positions of some random games; gives how many mates and how many
/// positions without one were compared.
fn compare(name: &str, seeds: std::ops::Range<u64>) -> (u32, u32) {
    let rules: Rules = name.parse().expect(name);
    let (mut mates, mut none) = (0, 0);
    positions(rules, seeds, |position| {
        if let Some(mate) = mate(position, &by_threats(7)) {
            check_line(position, &mate);
            let (wins, depth) = general(position, Method::IdTable, 100_000);
            if wins.is_some() {
                assert_eq!(wins, Some(true), "{position:?}: {mate:?}");
                // A player without a move is found out one ply later than he loses.
                assert!(
                    depth <= mate.plies + 1,
                    "{position:?}: the shortest win takes {depth}, not {}",
                    mate.plies
                );
            } else {
                assert_eq!(
                    general(position, Method::Dfpn, 10_000_000).0,
                    Some(true),
                    "{position:?}: {mate:?}"
                );
            }
            mates += 1;
        }
        let spaces = rules.capacity().expect("a limit") - position.progress();
        if spaces <= 12 {
            let full = MateOptions { max_plies: spaces + 1, effort: Effort::Full, ..MateOptions::default() };
            let found = mate(position, &full);
            let (wins, _) = general(position, Method::Dfpn, 10_000_000);
            assert_eq!(Some(found.is_some()), wins, "{position:?}: {found:?}");
            if let Some(found) = &found {
                check_line(position, found);
            } else {
                none += 1;
            }
        }
    });
    (mates, none)
}

#[test]
fn mates_are_wins_and_no_others_are() {
    for name in [
        "trax:4x4",
        "trax:5x5",
        "trax:6x6",
        "trax-loop:5x5,stuck=draw",
        "trax:5x5,line=3,full=last-mover-loses",
    ] {
        let (mates, none) = compare(name, 0..12);
        assert!(mates > 20 && (none > 3 || name.contains("line=3")), "{name}: {mates} mates, {none} without");
    }
}

/// The same on more games than a test may take: `cargo test --release -p yomikiri-cli --test mates_on_trax -- --ignored`.
#[test]
#[ignore = "minutes of search; the command is above and in CONTRIBUTING.md"]
fn mates_are_wins_on_two_thousand_games() {
    for name in ["trax:5x5", "trax:6x6"] {
        let (mates, none) = compare(name, 1000..2000);
        println!("{name}: {mates} mates, {none} positions without one");
    }
}

#[test]
fn complete_detectors_agree_and_others_find_only_mates() {
    for name in ["trax:6x6", "trax:8x8", "trax"] {
        let mut seen = [0; 4];
        positions(name.parse().expect(name), 0..12, |position| {
            let exact = mate(position, &by_threats(5));
            let with = |detector| MateOptions { detector, ..by_threats(5) };
            let trial = mate(position, &with(Detector::Trial));
            let length = |mate: &Option<FoundMate<Turn>>| mate.as_ref().map(|mate| mate.plies);
            assert_eq!(length(&exact), length(&trial), "{position:?}");
            for detector in [Detector::Shape, Detector::Killer(1), Detector::Killer(5)] {
                let Some(found) = mate(position, &with(detector)) else {
                    assert!(detector != Detector::Killer(5) || exact.is_none(), "{position:?}");
                    continue;
                };
                assert!(
                    length(&exact).is_some_and(|plies| plies <= found.plies),
                    "{position:?}: {detector:?}"
                );
                let mut game = position.clone();
                for &turn in &found.line {
                    assert!(!matches!(game.play(turn), Played::Illegal));
                }
                seen[1 + usize::from(detector != Detector::Shape)] += 1;
            }
            seen[0] += u32::from(exact.is_some());
        });
        assert!(seen[0] > 20 && seen[1] > 5 && seen[2] > seen[1], "{name}: {seen:?}");
    }
}

/// Some wins have a quiet move: threats alone do not find them, or not so soon.
#[test]
fn quiet_moves_are_found_by_the_full_search() {
    let mut quiet = 0;
    positions("trax:5x5".parse().expect("a name"), 0..300, |position| {
        let spaces = 25 - position.progress();
        if spaces > 9 {
            return;
        }
        let both = MateOptions { max_plies: spaces + 1, ..MateOptions::default() };
        if let Some(found) = mate(position, &both)
            && found.by == Scope::Full
        {
            let threats = mate(position, &by_threats(spaces + 1));
            assert!(threats.is_none_or(|mate| mate.plies > found.plies), "{position:?}");
            check_line(position, &found);
            quiet += 1;
        }
    });
    assert!(quiet >= 3, "only {quiet} came up");
}

#[test]
fn limits_give_no_wrong_answer() {
    let mut position = position("trax", r"@0/ B1\ C1\ @1/ B2/");
    let limits = Limits { nodes: Some(20), time: None };
    let stopped = solve(&mut position, &MateOptions { limits, ..MateOptions::default() });
    assert!(matches!(stopped, MateAnswer::Unknown(_)), "{stopped:?}");
    let effort = Effort::Both { shorter_nodes: Some(1), full_nodes: Some(1) };
    let hasty = mate(&mut position, &MateOptions { effort, ..MateOptions::default() }).expect("a mate");
    assert_eq!((hasty.plies, hasty.is_shortest), (5, false));
    check_line(&position, &hasty);
}
