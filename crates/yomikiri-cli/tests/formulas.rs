//! Games by search and through formulas: the answers must not differ.

mod program;

use yomikiri_game::{Game, Played, Player, PositionalGame, SplitMix64, Stop, Tactics, perft, playout};
use yomikiri_polyomino::{Arena, Position, pg};
use yomikiri_qbf::corrective::{self, Encoded};
use yomikiri_qbf::external::{self, Allowance, External, Program};
use yomikiri_qbf::solver::{Options, Progress, solve};
use yomikiri_qbf::{Budget, Circuit, Formula, direct, qcir};
use yomikiri_search::{Monitor, Question, ask};

fn position(name: &str) -> Position<1> {
    Position::new(Arena::of_rules(&name.parse().expect(name)))
}

fn described(name: &str) -> yomikiri_toss::Position {
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_yomikiri")).args(["toss", "make", name]).output();
    let text = String::from_utf8(output.expect("the program runs").stdout).expect("text");
    let limit = name.split("turns=").nth(1).map(|turns| turns.parse().expect("a number"));
    yomikiri_toss::Position::new(&text, limit).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"))
}

fn is_true(formula: &Formula) -> bool {
    solve(formula, &Options::default(), &Progress::default()).known().expect("no limit")
}

fn by_search<G: yomikiri_search::Solvable>(game: &G, player: Player) -> bool {
    let shallow = yomikiri_search::Shallow::One;
    let options =
        yomikiri_search::Options { shallow, memory: 16 << 20, ..yomikiri_search::Options::default() };
    let report =
        ask(game, Question { can_win: player }, &options, &Monitor::default()).expect("memory is to be had");
    report.answer.known().expect("no limit")
}

const GAMES: &[&str] = &[
    "gttt:3x3,animal=tippy",
    "gttt:3x3,animal=el,turns=5",
    "gttt:3x3,animal=el,turns=4",
    "gttt:3x3,animal=tic",
    "gttt:3x3,animal=tic,win=first",
    "gttt:3x2,animal=domino,p=2,q=1",
    "gttt:3x3,animal=knobby,p=2,q=1",
    "gttt:3x3,animal=elly,p=2,q=2",
    "gttt:3x3,animal=fatty,p=3,q=1",
    "gttt:4x3,animal=elly,turns=7",
    "torus:3x3,animal=tippy,turns=7",
    "torus:3x3,animal=skinny",
    "torus:3x2,animal=elly,p=2,q=1",
    "torus:2x2,animal=el",
    "gomoku:3x3,k=3,turns=7",
    "gttt:2x2,animal=domino",
];

fn encode(game: &PositionalGame, player: Player) -> Encoded {
    corrective::encode(game, player, &Budget::default()).expect("no limit")
}

#[test]
fn the_corrective_encoding_says_what_search_finds() {
    for name in GAMES {
        let start = position(name);
        for player in Player::BOTH {
            let expected = by_search(&start, player);
            assert_eq!(is_true(&encode(&start.positional(), player).formula), expected, "{name}, {player}");
        }
    }
}

#[test]
fn the_corrective_encoding_of_positions_under_way() {
    for (name, plies) in [
        ("gttt:4x4,animal=tippy,turns=11", 4),
        ("gttt:4x4,animal=elly,p=2,turns=6", 2),
        ("gttt:4x4,animal=knobby", 7),
    ] {
        for seed in 0..8 {
            let played = playout(&position(name), &mut SplitMix64::new(seed), plies + (seed % 2) as usize);
            if played.outcome.is_some() {
                continue;
            }
            for player in Player::BOTH {
                let expected = by_search(&played.position, player);
                let encoded = encode(&played.position.positional(), player);
                assert_eq!(is_true(&encoded.formula), expected, "{name}, seed {seed}, {player}");
            }
        }
    }
}

#[test]
fn the_corrective_encoding_of_random_winning_sets() {
    for seed in 0..300 {
        let game = random_game(&mut SplitMix64::new(seed));
        let start: Position<1> = Position::new(Arena::of_sets(&game));
        for player in Player::BOTH {
            let expected = by_search(&start, player);
            assert_eq!(is_true(&encode(&game, player).formula), expected, "{}, {player}", pg::write(&game));
        }
    }
}

fn random_game(random: &mut SplitMix64) -> PositionalGame {
    let cells = 4 + random.below(5);
    let mut text = String::from("#positions\n");
    (0..cells).for_each(|cell| text += &format!("c{cell} "));
    let times = 2 + random.below(cells);
    text += "\n#times\n";
    (0..times).for_each(|time| text += &format!("t{time} "));
    text += "\n#blackturns\n";
    (0..times).filter(|time| time % 2 == random.below(5) % 2).for_each(|time| text += &format!("t{time} "));
    for block in ["#blackwins", "#whitewins"] {
        text += &format!("\n{block}\n");
        for _ in 0..random.below(8) {
            let (start, step, size) = (random.below(cells), 1 + random.below(3), 1 + random.below(4));
            let mut set: Vec<_> = (0..size).map(|i| (start + i * step) % cells).collect();
            set.sort_unstable();
            set.dedup();
            set.iter().for_each(|cell| text += &format!("c{cell} "));
            text += "\n";
        }
    }
    pg::read(&text).expect("well formed")
}

#[test]
fn described_games_are_the_games_that_they_describe() {
    for (name, depth) in [
        ("gttt:3x3,animal=tippy", 6),
        ("gttt:3x3,animal=knobby,p=2,q=1", 4),
        ("gttt:4x3,animal=elly,p=2,q=2", 3),
        ("gttt:3x3,animal=tic,win=first", 6),
        ("torus:3x3,animal=tippy", 5),
        ("torus:3x3,animal=skinny", 3),
        ("torus:4x2,animal=elly", 5),
        ("torus:2x2,animal=el", 4),
        ("torus:1x3,animal=domino", 3),
        ("gomoku:3x3,k=3", 6),
        ("gttt:4x4,animal=y,turns=3", 3),
        ("gttt:2x2,animal=#", 2),
    ] {
        let (mut ours, mut theirs) = (position(name), described(name));
        for depth in 0..=depth {
            assert_eq!(perft(&mut theirs, depth), perft(&mut ours, depth), "{name} at depth {depth}");
        }
    }
}

#[test]
fn the_direct_encoding_says_what_search_finds() {
    for name in GAMES.iter().filter(|name| !name.contains("p=3") && !name.contains("4x3")) {
        let limit = if name.contains("turns") { "" } else { ",turns=6" };
        let name = format!("{name}{limit}");
        let start = described(&name);
        for player in Player::BOTH {
            let circuit = direct::encode(&start.transitions(), u32::MAX, player, &Budget::default())
                .expect("the players alternate");
            let expected = by_search(&position(&name), player);
            assert_eq!(by_search(&start, player), expected, "{name} by search, {player}");
            assert_eq!(
                is_true(&circuit.clauses(&Budget::default()).expect("no limit")),
                expected,
                "{name}, {player}"
            );
            let again = qcir::read(&qcir::write(&circuit, &[])).expect("what is written is read");
            assert_eq!(again, circuit);
        }
    }
}

/// The files under suites/toss: what they are worth.
#[test]
fn shipped_descriptions() {
    for (file, limit, first, second) in [
        (include_str!("../../../suites/toss/tic-tac-toe.toss"), None, false, false),
        (include_str!("../../../suites/toss/elly-4x4.toss"), Some(7), true, false),
        (include_str!("../../../suites/toss/elly-2-1-4x4.toss"), Some(4), false, true),
        (include_str!("../../../suites/toss/elly-torus-4x4.toss"), Some(7), true, false),
        (include_str!("../../../suites/toss/connect-3-4x3.toss"), None, true, false),
        (include_str!("../../../suites/toss/breakthrough-3x4.toss"), Some(30), true, false),
    ] {
        let start = yomikiri_toss::Position::new(file, limit).expect("well formed");
        assert_eq!((by_search(&start, Player::First), by_search(&start, Player::Second)), (first, second));
        let laid_out = yomikiri_toss::format(file).expect("well formed");
        let mut again = yomikiri_toss::Position::new(&laid_out, limit).expect("well formed");
        assert_eq!(perft(&mut again, 2), perft(&mut start.clone(), 2), "the layout changes nothing");
        assert_eq!(yomikiri_toss::format(&laid_out).as_ref(), Ok(&laid_out), "the layout is final");
    }
}

/// Values of the outermost variables are a winning first turn.
#[test]
fn the_first_move_wins() {
    for name in ["gttt:3x3,animal=tippy", "gttt:4x4,animal=tippy,turns=9", "torus:4x4,animal=elly,turns=7"] {
        let lines = std::process::Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(["qbf", "decide", name, "--json"])
            .output()
            .expect("the program runs");
        let line: serde_json::Value = serde_json::from_slice(&lines.stdout).expect("an object");
        assert_eq!((&line["type"], &line["verdict"]), (&"decision".into(), &"first".into()));
        let first = line["questions"][0]["first_move"].as_str().expect("a move");
        let mut start = position(name);
        let turn = yomikiri_game::Notation::parse_move(&start, first).expect(first);
        let Played::Open(_) = start.play(turn) else {
            panic!("{first} ends the game");
        };
        assert!(by_search(&start, Player::First), "{name} {first}");
    }
}

/// A range of turns: each number has the verdict that it has alone, up to the first win, and the first move wins.
#[test]
fn a_range_of_turns_ends_at_the_shortest_win() {
    let decisions = |arguments: &[&str]| -> Vec<serde_json::Value> {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(["qbf", "decide", "--json", "--no-theorems"])
            .args(arguments)
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    };
    for (name, turns, shortest) in [
        ("gttt:3x3,animal=el", 1..=7, Some((5, "first"))),
        ("gttt:3x3,animal=tippy", 2..=9, Some((9, "first"))),
        ("gttt:3x3,animal=domino", 2..=5, Some((3, "first"))),
        ("torus:4x3,animal=elly", 3..=6, None),
        ("gttt:4x4,animal=tippy,p=2,q=2", 1..=4, Some((3, "first"))),
        // The first turn has one stone, the others two: every number of turns is a formula of its own.
        ("gttt:4x4,animal=tippy,p=2,q=1", 2..=4, Some((4, "second"))),
        ("gttt:2x2,animal=skinny", 1..=4, None),
    ] {
        let range = format!("{}..{}", turns.start(), turns.end());
        let found = decisions(&[name, "--turns", &range]);
        let last = shortest.map_or(*turns.end(), |(turns, _)| turns);
        assert_eq!(found.len() as u32, last - turns.start() + 1, "{name}: {found:?}");
        for (turns, decision) in (*turns.start()..).zip(&found) {
            assert_eq!(decision["turns"], turns, "{name}");
            let alone = &decisions(&[name, "--turns", &turns.to_string()])[0];
            assert_eq!(decision["verdict"], alone["verdict"], "{name}, {turns} turns");
            let winner =
                shortest.filter(|&(shortest, _)| shortest == turns).map_or("draw", |(_, winner)| winner);
            assert_eq!(decision["verdict"], winner, "{name}, {turns} turns");
        }
        if let Some((turns, "first")) = shortest {
            let first = found.last().expect("a decision")["questions"][0]["first_move"].as_str();
            let first = first.expect("a move").to_owned();
            let mut start = position(&format!("{name},turns={turns}"));
            let turn = yomikiri_game::Notation::parse_move(&start, &first).expect("a move");
            let Played::Open(_) = start.play(turn) else {
                panic!("{first} ends the game");
            };
            assert!(by_search(&start, Player::First), "{name}, {turns} turns: {first}");
        }
    }
}

/// What others think of our files. Without other solvers there is nothing to test: that is said, and in CI it is a failure.
#[test]
fn other_solvers_accept_our_files() {
    let present: Vec<_> = External::known().filter_map(|solver| external::find(&solver).ok()).collect();
    if present.is_empty() {
        let missing = "no external solver is present (Debian: apt-get install depqbf)";
        assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty()), "{missing}");
        eprintln!("SKIPPED: {missing}");
    }
    let answers = |program: &Program, formula: &Formula, expected: bool, what: &str| {
        let answer = program.solve(formula, Allowance::default(), &Stop::new()).expect("an answer");
        assert_eq!(answer, Some(expected), "{program:?} on {what}");
    };
    for program in &present {
        for name in ["gttt:3x3,animal=tippy", "gttt:3x3,animal=knobby,p=2,q=1", "torus:3x3,animal=el"] {
            let (whole, limited) = (position(name), format!("{name},turns=5"));
            let described = described(&limited);
            for player in Player::BOTH {
                let corrective = encode(&whole.positional(), player).formula;
                answers(program, &corrective, by_search(&whole, player), &format!("{name}, {player}"));
                let direct: Circuit =
                    direct::encode(&described.transitions(), u32::MAX, player, &Budget::default())
                        .expect("the players alternate");
                let expected = by_search(&position(&limited), player);
                answers(
                    program,
                    &direct.clauses(&Budget::default()).expect("no limit"),
                    expected,
                    &format!("{limited}, described, {player}"),
                );
            }
        }
    }
}

/// The theorem is applied to positions at the start only.
#[test]
fn theorems_are_about_the_start() {
    let mut start = position("gttt:3x3,animal=el");
    assert!(start.cannot_win(Player::Second));
    let Played::Open(_) = start.play([4].into_iter().collect()) else {
        panic!("one stone ends nothing");
    };
    assert!(!start.cannot_win(Player::Second));
}

/// A strategy from formulas, replayed against all replies by the reference rules.
#[test]
fn strategies_win_against_every_reply() {
    use std::collections::{BTreeSet, HashMap};
    use yomikiri_check::polyomino::{Cell, Game as Reference, Rules, Side, Status};

    fn turn(text: &str) -> BTreeSet<Cell> {
        let cell = |name: &str| (i32::from(name.as_bytes()[0] - b'a') + 1, name[1..].parse().expect("a row"));
        text.split(',').map(cell).collect()
    }

    fn wins(game: &Reference, winner: Side, moves: &[String], strategy: &HashMap<String, String>) -> u32 {
        match game.status() {
            Status::Won(side) => {
                assert_eq!(side, winner, "{moves:?}");
                return 1;
            }
            Status::Draw => panic!("a draw after {moves:?}"),
            Status::Open => {}
        }
        let replies: Vec<String> = if game.to_move() == winner {
            vec![strategy[&moves.join(" ")].clone()]
        } else {
            let name = |(column, row): &Cell| format!("{}{row}", char::from(b'a' + (*column - 1) as u8));
            let text = |turn: &BTreeSet<Cell>| {
                let mut cells: Vec<_> = turn.iter().copied().collect();
                cells.sort_by_key(|&(column, row)| (row, column));
                cells.iter().map(name).collect::<Vec<_>>().join(",")
            };
            game.legal_turns().iter().map(text).collect()
        };
        let mut games = 0;
        for reply in replies {
            let mut after = game.clone();
            assert!(after.play(&turn(&reply)), "{reply} after {moves:?}");
            let moves: Vec<_> = moves.iter().cloned().chain([reply]).collect();
            games += wins(&after, winner, &moves, strategy);
        }
        games
    }

    for (name, animal, p, winner) in [
        ("gttt:3x3,animal=el", vec![(0, 0), (1, 0), (0, 1)], 1, Side::First),
        ("gttt:3x3,animal=domino,p=2", vec![(0, 0), (1, 0)], 2, Side::Second),
    ] {
        let file = std::env::temp_dir().join(format!("yomikiri-strategy-{}-{p}", std::process::id()));
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(["qbf", "decide", name, "--strategy", file.to_str().expect("a plain name")])
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(&file).expect("a strategy");
        std::fs::remove_file(&file).expect("it was there");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let strategy = lines
            .filter_map(|line| line.split_once('\t'))
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .collect();
        let (columns, rows, q) = (3, 3, 1);
        let rules = Rules { columns, rows, torus: false, animal, p, q, turns: None, only_first_wins: false };
        assert!(wins(&Reference::new(rules), winner, &[], &strategy) > 5, "{name}");
    }
}

/// A formula that does not fit is refused before it is in memory; one that does is solved within the limit or given up.
#[test]
#[cfg(target_os = "linux")]
fn formulas_keep_to_their_memory() {
    use std::fmt::Write;
    let folder = program::Folder::new("formulas-memory");
    // Few letters, many clauses.
    let mut text = String::from("p cnf 2000 1000000\ne 1 2 3 4 5 6 7 8 9 0\n");
    (0..1_000_000).for_each(|clause| {
        let _infallible = writeln!(text, "{} 0", 1 + clause % 9);
    });
    let large = folder.file("large.qdimacs");
    std::fs::write(&large, &text).expect("a file");
    let (exit, _) = program::peak_memory(&["qbf", "solve", &large]);
    assert_eq!(exit, Some(10));
    let (exit, peak) = program::peak_memory(&["qbf", "solve", &large, "--memory", "32M"]);
    assert_eq!(exit, Some(2));
    assert!(peak < 32 << 20, "{peak} bytes");
    // A formula that grows in the solver.
    for memory in [32, 64] {
        let limit = format!("{memory}M");
        let arguments =
            ["qbf", "decide", "gttt:6x6,animal=elly", "--turns", "13", "--memory", &limit, "--time", "5s"];
        let (exit, peak) = program::peak_memory(&arguments);
        assert!(matches!(exit, Some(0 | 1)), "{exit:?}");
        assert!(peak > 10 << 20 && peak < memory << 20, "{peak} bytes of {memory} MiB");
    }
}
