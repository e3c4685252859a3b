//! Mate problems: made, solved, checked and printed through the library.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use yomikiri::puzzles::{
    CheckPlan, Confirmation, DistinctProblems, GameLine, OPENING, PuzzleError, Recipe, Sheet, check, make,
    solve,
};
use yomikiri::{Figures, GameName, NoFiles, Task};
use yomikiri_game::{Game, Player, Stop, play_line};
use yomikiri_search::{Detector, MateOptions};
use yomikiri_trax::diagram::SYMMETRIES;
use yomikiri_trax::puzzle::Puzzle;
use yomikiri_trax::{Position, Rules};

const MEMORY: u64 = 16 << 20;

fn recipe(count: usize) -> Recipe {
    Recipe {
        rules: Rules::square(8).expect("a board"),
        least_plies: 3,
        greatest_plies: 5,
        count,
        seed: 7,
        detector: Detector::Exact,
        several: false,
        shorter_nodes: 20_000,
        nodes: 10_000,
        games: 1_000_000,
        memory: MEMORY,
    }
}

fn made(count: usize) -> Vec<(usize, Puzzle)> {
    let mut puzzles = Vec::new();
    let number = make(&recipe(count), DistinctProblems::default(), &Task::default(), |puzzle| {
        puzzles.push((puzzles.len() + 1, puzzle));
        ControlFlow::Continue(())
    });
    assert_eq!(number.expect("little memory"), count);
    puzzles
}

fn plan(confirm: usize) -> CheckPlan {
    CheckPlan {
        default_rules: Rules::unlimited(),
        detector: Detector::Exact,
        confirm,
        seed: 1,
        full_nodes: 500_000,
        memory: MEMORY,
    }
}

/// What is made passes the check, and the unrestricted solver agrees; the sheet has them all.
#[test]
fn made_problems_are_right() {
    let puzzles = made(4);
    assert_eq!(puzzles, made(4), "they follow from the seed");
    let mut lines = Vec::new();
    let summary = check("made", &puzzles, &plan(4), &Task::default(), |checked| {
        assert_eq!(checked.error, None, "line {}", checked.line);
        assert_eq!(checked.confirmation, Some(Confirmation::Wins));
        lines.push(checked.line);
        ControlFlow::Continue(())
    });
    let summary = summary.expect("little memory");
    assert_eq!(lines, [1, 2, 3, 4]);
    assert_eq!((summary.checked, summary.wrong, summary.confirmed), (4, 0, 4));
    let sheet = Sheet::new("made", &puzzles, Rules::unlimited(), MEMORY, &Task::default());
    let sheet = sheet.expect("problems with positions");
    assert_eq!(sheet.problems.len(), 4);
    for problem in &sheet.problems {
        assert_eq!(problem.line.len(), usize::from(problem.plies), "a line to the end");
        assert!(problem.first_moves.contains(&problem.line[0]));
    }
}

/// The positions of a problem's game, each as all its images under rotation, reflection and exchange of colours.
fn images(puzzle: &Puzzle) -> Vec<HashSet<String>> {
    let mut position = Position::new(puzzle.rules.expect("named"));
    let mut images = Vec::new();
    for text in &puzzle.moves {
        position = play_line(position, text).expect(text).position;
        let diagram = position.diagram();
        let other = diagram.recoloured();
        let (here, there) = (position.to_move(), !position.to_move());
        images.push(
            SYMMETRIES
                .into_iter()
                .flat_map(|symmetry| {
                    [
                        format!("{} {here:?}", diagram.image(symmetry)),
                        format!("{} {there:?}", other.image(symmetry)),
                    ]
                })
                .collect(),
        );
    }
    images
}

/// Plays games on a small board, and gives what is made of them.
fn made_of_small_games(count: usize, games: u64) -> Vec<Vec<HashSet<String>>> {
    let rules = Rules::square(5).expect("a board");
    let small = Recipe { rules, least_plies: 3, count, games, ..recipe(count) };
    let mut problems = Vec::new();
    let number = make(&small, DistinctProblems::default(), &Task::default(), |puzzle| {
        problems.push(images(&puzzle));
        ControlFlow::Continue(())
    });
    assert_eq!(number.expect("little memory"), problems.len());
    problems
}

#[test]
fn a_game_gives_one_problem_at_most() {
    let made = made_of_small_games(1000, 12).len();
    assert!((2..=12).contains(&made), "{made}");
}

#[test]
fn no_problem_repeats_or_continues_another() {
    let problems = made_of_small_games(60, 1_000_000);
    assert_eq!(problems.len(), 60);
    for (at, one) in problems.iter().enumerate() {
        let last = one.last().expect("a move");
        for (other, game) in problems.iter().enumerate().filter(|(other, _)| *other != at) {
            let passes = game.iter().any(|position| !position.is_disjoint(last));
            assert!(!passes, "problem {other} comes by problem {at}");
        }
    }
}

#[test]
fn no_two_problems_share_an_opening() {
    let problems = made_of_small_games(60, 1_000_000);
    let openings: Vec<_> = problems.iter().filter_map(|game| game.get(OPENING - 1)).collect();
    assert!(openings.len() > 20, "only {} have an opening", openings.len());
    for (at, one) in openings.iter().enumerate() {
        assert!(openings[..at].iter().all(|other| other.is_disjoint(one)), "opening {at}");
    }
}

/// Another run does not make what a file has already.
#[test]
fn known_problems_are_not_made_again() {
    let puzzles = made(4);
    let known = DistinctProblems::of_file(&puzzles, Rules::unlimited()).expect("positions");
    let mut more = Vec::new();
    let number = make(&recipe(4), known, &Task::default(), |puzzle| {
        more.push(puzzle);
        ControlFlow::Continue(())
    });
    assert_eq!(number.expect("little memory"), 4);
    let of_file = DistinctProblems::of_file(&puzzles, Rules::unlimited()).expect("positions");
    for puzzle in &more {
        assert!(of_file.admits(&GameLine::of_puzzle(puzzle, Rules::unlimited()).expect("a position")));
    }
}

/// Found and wanted are steps, positions tried the other number.
#[test]
fn making_shows_how_far_it_is() {
    let task = Task::default();
    let seen = Mutex::new(Vec::new());
    let count = make(&recipe(3), DistinctProblems::default(), &task, |_| {
        let report = task.report().expect("work under way");
        assert_eq!(report.title, "trax:8x8 mate in 3-5");
        let Figures::Steps { steps, unit, detail } = report.figures else {
            panic!("steps expected");
        };
        assert_eq!((unit, detail), ("problems", Some("positions tried")));
        seen.lock().expect("one thread").push((steps.done, steps.total));
        assert!(steps.detail >= steps.done);
        ControlFlow::Continue(())
    });
    assert_eq!(count.expect("little memory"), 3);
    assert_eq!(*seen.lock().expect("one thread"), [(1, 3), (2, 3), (3, 3)]);
}

#[test]
fn a_request_to_stop_ends_the_work() {
    let stop = Stop::new();
    let task = Task::new(stop.clone());
    let mut taken = 0;
    let count = make(&recipe(1000), DistinctProblems::default(), &task, |_| {
        taken += 1;
        stop.request();
        ControlFlow::Continue(())
    });
    assert_eq!((count.expect("little memory"), taken), (1, 1));
    let puzzles = made(2);
    let summary = check("made", &puzzles, &plan(0), &task, |_| ControlFlow::Continue(()));
    let summary = summary.expect("little memory");
    assert_eq!((summary.puzzles, summary.checked), (2, 0));
    let sheet = Sheet::new("made", &puzzles, Rules::unlimited(), MEMORY, &task);
    assert_eq!(sheet.expect_err("it was stopped").to_string(), "stopped");
}

#[test]
fn either_player_may_be_to_move() {
    let game = "trax".parse::<GameName>().expect("a name").load(&NoFiles).expect("no file");
    let board = game.board_after(r"@0/ @1\ C1\").expect("legal moves");
    let (options, task) = (MateOptions::default(), Task::default());
    let as_white = solve(&game, &*board, Some(Player::First), &options, MEMORY, &task).expect("a position");
    assert_eq!(as_white.report.mate().map(|mate| mate.plies), Some(1));
    let as_it_is = solve(&game, &*board, None, &options, MEMORY, &task).expect("a position");
    assert_eq!(as_it_is.to_move, Player::Second);
}

#[test]
fn what_is_no_problem_is_refused() {
    let options = MateOptions { max_plies: 1, ..MateOptions::default() };
    let load = |name: &str| name.parse::<GameName>().expect(name).load(&NoFiles).expect(name);
    let other = load("gomoku:3x3,k=3");
    let error = solve(&other, &*other.board(), None, &options, MEMORY, &Task::default());
    assert!(matches!(error, Err(PuzzleError::NotTrax { .. })));
    let trax = load("trax");
    let over = trax.board_after(r"@0/ B1\ A2\").expect("a finished game");
    let error = solve(&trax, &*over, None, &options, MEMORY, &Task::default());
    assert!(matches!(error, Err(PuzzleError::Over)));
    let error = solve(&trax, &*trax.board(), None, &options, 1, &Task::default());
    assert!(matches!(error, Err(PuzzleError::Setup(_))));
}
