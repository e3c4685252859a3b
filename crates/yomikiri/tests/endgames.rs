//! Values, endgames, databases and the opponent, through the library.

use std::num::NonZeroUsize;
use yomikiri::databases::{BuildPlan, Built, Database, Scope, Survey, build};
use yomikiri::endgames::{analyse, parse_boards, winner};
use yomikiri::play::{EndgameStyle, Reason, Style, opponent};
use yomikiri::{Disk, Game, GameName, Task};
use yomikiri_amazons::{Board, Endgames};
use yomikiri_cgt::Forms;
use yomikiri_cgt::evaluate::Evaluator;
use yomikiri_cgt::explore::Explorer;
use yomikiri_cgt::strategies::{Part, hotstrat, thermostrat};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_game::{Catalogue, Duration, Player, SplitMix64, Status, Stop};

/// A database of the boards of 3×3 squares.
fn database() -> Database {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("3x3.ydb");
    let scope = Scope { width: 3, height: 3, left: 1, right: 1, most_empty: None };
    let plan = BuildPlan { out: out.clone(), threads: NonZeroUsize::MIN, memory: 1 << 30 };
    let built = build::<Board>(&scope, &plan, &Task::default()).expect("it can be built");
    assert!(matches!(built, Built::Whole { .. }));
    Database::open(&out).expect("just built")
}

fn amazons(size: usize) -> Game {
    let name: GameName = format!("amazons:{size}x{size}").parse().expect("a name");
    name.load(&Disk).expect("it needs no file")
}

/// Every answer is the same whichever was asked before.
#[test]
fn a_database_can_be_asked_again_and_again() {
    let database = database();
    for text in ["x..|...|..o", "x.o|.#.|#..", "..x|..o|...", "x..|...|..o"] {
        let boards = parse_boards::<Board>(text).expect("a board");
        let analysis = analyse(&boards, None, &Task::default()).expect("small");
        let found = database.query(&boards[0]).expect("it is there");
        assert_eq!(found.value.canonical, analysis.value.canonical, "{text}");
        assert_eq!(found.value.thermograph, analysis.value.thermograph, "{text}");
    }
    // With a database, an analysis says the same, also of regions that it does not hold.
    for text in ["x..|...|..o", "x.o|.#.|#..", "x..o|.#.. + ..x|..o|..."] {
        let boards = parse_boards::<Board>(text).expect("boards");
        let plain = analyse(&boards, None, &Task::default()).expect("small");
        let looked_up = analyse(&boards, Some(&database), &Task::default()).expect("small");
        assert_eq!(plain.value.canonical, looked_up.value.canonical, "{text}");
        for (plain, looked_up) in plain.moves.iter().flatten().zip(looked_up.moves.iter().flatten()) {
            assert_eq!(
                (&plain.text, &plain.value, plain.wins, plain.undominated, plain.hotstrat, plain.thermostrat),
                (
                    &looked_up.text,
                    &looked_up.value,
                    looked_up.wins,
                    looked_up.undominated,
                    looked_up.hotstrat,
                    looked_up.thermostrat
                ),
                "{text}"
            );
        }
    }
    let verified = database.verify(50, 1, &Task::default()).expect("small");
    assert!(verified.complete && verified.wrong.is_empty() && verified.checked == 50);
    let stopped = Task::default();
    stopped.stop().request();
    assert!(!database.verify(50, 1, &stopped).expect("small").complete);
    assert!(database.statistics(&stopped).expect("small").is_none());
}

/// Single boards evaluated by their numbers in a catalogue are worth what the plain evaluator finds, in any order.
#[test]
fn an_explorer_finds_the_values_of_the_evaluator() {
    let mut random = SplitMix64::new(7);
    for (width, height, amazons) in
        [(3, 3, [1, 1]), (3, 4, [2, 1]), (5, 2, [1, 2]), (4, 4, [1, 1]), (3, 3, [1, 0])]
    {
        let catalogue = Endgames::new(width, height, amazons, Some(7)).expect("a small box");
        let mut evaluator = Evaluator::new(Forms::new(), usize::MAX);
        let mut explorer = Explorer::new(catalogue.clone(), Stop::new());
        for _ in 0..300 {
            let representatives = catalogue.representatives(random.below(catalogue.layers()));
            let mut numbers = Vec::new();
            let one = representatives[random.below(representatives.len())];
            catalogue.images(one, &mut |image, _| numbers.push(image));
            let number = numbers[random.below(numbers.len())];
            let board = catalogue.board(number);
            let expected = evaluator.value(&board).expect("small");
            let found = explorer.value(&mut evaluator.forms, number).expect("small");
            assert_eq!(found, expected, "{board}");
            let moved = catalogue.number_of(&board).expect("it fits");
            assert_eq!(explorer.value(&mut evaluator.forms, moved).expect("small"), expected, "{board}");
        }
    }
    let stop = Stop::new();
    stop.request();
    let catalogue = Endgames::new(3, 3, [1, 1], None).expect("a small box");
    let last = catalogue.size() - 1;
    assert!(Explorer::new(catalogue, stop).value(&mut Forms::new(), last).is_err());
}

/// All exceptions, counted once more with the plain strategies and the solver of sums.
#[test]
fn exceptions_are_those_of_the_plain_strategies() {
    const MOST_EMPTY: usize = 3;
    let database = database();
    let catalogue = Endgames::new(3, 3, [1, 1], None).expect("a small box");
    let mut evaluator = Evaluator::new(Forms::new(), usize::MAX);
    let mut set = Vec::new();
    for layer in 0..=MOST_EMPTY {
        for number in catalogue.representatives(layer) {
            let form = evaluator.value(&catalogue.board(number)).expect("small");
            for form in [form, evaluator.forms.negative(form)] {
                if !set.contains(&form) {
                    set.push(form);
                }
            }
        }
    }
    let forms = &mut evaluator.forms;
    let mut solver = SumSolver::default();
    let mut counts = [0; 5];
    for (i, &a) in set.iter().enumerate() {
        for &b in &set[..=i] {
            counts[0] += 1;
            if !solver.wins(forms, &[a, b], Player::First).expect("small") {
                continue;
            }
            counts[1] += 1;
            let parts = [Part::of_form(forms, a), Part::of_form(forms, b)];
            let mut wrong = [false; 2];
            for (strategy, wrong) in wrong.iter_mut().enumerate() {
                let choice = match strategy {
                    0 => hotstrat(forms, &parts, Player::First),
                    _ => thermostrat(forms, &parts, Player::First),
                };
                if let Some(choice) = choice.expect("small") {
                    let mut after = [a, b];
                    after[choice.part] = parts[choice.part].options[0][choice.option];
                    *wrong = solver.wins(forms, &after, Player::Second).expect("small");
                }
            }
            counts[2] += u64::from(wrong[0]);
            counts[3] += u64::from(wrong[1]);
            counts[4] += u64::from(wrong[0] && wrong[1]);
        }
    }
    for threads in [1, 3] {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let survey = Survey { triples: false, most_empty: MOST_EMPTY as u32, sample: None, list: 3, threads };
        let found = database.exceptions(&survey, &Task::default()).expect("small");
        assert_eq!(found.forms, set.len());
        let found_counts =
            [found.sums, found.winnable, found.hotstrat_wrong, found.thermostrat_wrong, found.both_wrong];
        assert_eq!(found_counts, counts);
        assert!(found.complete && found.examples.len() == 3);
    }
}

#[test]
fn the_winner_of_boards_follows_from_their_value() {
    for text in ["x..o", "x..|o.. + x.o|...", "x.#o|..#.", "x...|....|...o"] {
        let boards = parse_boards::<Board>(text).expect("boards");
        let by_value = analyse(&boards, None, &Task::default()).expect("small").value.outcome;
        let won = winner(&boards, &Task::default()).expect("small");
        assert_eq!(won, Some(by_value.into()), "{text}");
    }
    let stopped = Task::default();
    stopped.stop().request();
    let large = parse_boards::<Board>("x......x|........|........|o......o").expect("a board");
    assert_eq!(winner(&large, &stopped).expect("no error"), None);
}

/// Whole games in every style; whoever is said to have won the endgame by exact play wins.
#[test]
fn the_opponent_plays_legal_moves_to_the_end() {
    let game = amazons(4);
    for endgame in [EndgameStyle::Exact, EndgameStyle::Thermostrat, EndgameStyle::Hotstrat] {
        let style = Style { endgame, time: Duration::from_millis(5), ..Style::default() };
        let mut opponent = opponent(&game, style, Some(database())).expect("Amazons");
        let mut board = game.board();
        let mut promised = None;
        while board.status() == Status::Open {
            let player = board.to_move();
            let choice = opponent.choose(&*board, &Task::default()).expect("a move");
            if let Reason::Endgame { by: EndgameStyle::Exact, won: true, .. } = choice.reason {
                promised.get_or_insert(player);
            }
            board.play(&choice.text).expect("legal");
        }
        let Status::Over(outcome) = board.status() else { unreachable!("the loop has ended") };
        assert!(promised.is_none_or(|player| outcome.winner() == Some(player)));
    }
}

#[test]
fn a_stopped_opponent_still_has_a_move() {
    let game = amazons(10);
    let style = Style { endgame: EndgameStyle::Exact, time: Duration::from_secs(3600), ..Style::default() };
    let mut opponent = opponent(&game, style, None).expect("Amazons");
    let task = Task::default();
    task.stop().request();
    let mut board = game.board();
    let choice = opponent.choose(&*board, &task).expect("a move");
    assert!(matches!(choice.reason, Reason::LookAhead { depth: 1, .. }));
    board.play(&choice.text).expect("legal");
}

#[test]
fn every_game_has_an_opponent() {
    for name in ["trax:4x4", "gomoku:3x3,k=3", "amazons:4x4"] {
        let name: GameName = name.parse().expect("a name");
        let game = name.load(&Disk).expect("it needs no file");
        let style = Style { time: Duration::from_millis(50), ..Style::default() };
        let mut opponent = opponent(&game, style, None).expect("memory");
        let board = game.board();
        let choice = opponent.choose(&*board, &Task::default()).expect("a move");
        assert!(board.moves().contains(&choice.text), "{name}: {}", choice.text);
    }
}
