//! A solution says how: its moves and its line keep the value that it claims, for every game and every method.

use yomikiri::{BestMoves, Disk, Game, GameName, Job, METHODS, Solution, Task};
use yomikiri_game::{Player, SplitMix64, Status};
use yomikiri_search::{Asked, By, Method, Options, Verdict};

fn game(name: &str) -> Game {
    let name: GameName = name.parse().expect(name);
    name.load(&Disk).expect("it can be loaded")
}

fn solved(game: &Game, moves: &str, job: &Job) -> Solution {
    let board = game.board_after(moves).expect(moves);
    game.solve(&*board, job, &Task::default()).expect("enough memory")
}

fn job(method: Method, best_moves: BestMoves) -> Job {
    Job { options: Options { method, memory: 64 << 20, ..Options::default() }, best_moves, ..Job::default() }
}

fn value(game: &Game, moves: &str) -> Verdict {
    solved(game, moves, &job(Method::Dfpn, BestMoves::None)).verdict()
}

fn after(moves: &str, more: &[String]) -> String {
    [moves, &more.join(" ")].join(" ")
}

/// Asserts that every move of a solution keeps the value.
fn check(name: &str, moves: &str, method: Method) {
    let game = game(name);
    let solution = solved(&game, moves, &job(method, BestMoves::All));
    let verdict = solution.verdict();
    assert_ne!(verdict, Verdict::Unknown, "{name} {moves} by {method:?}");
    let board = game.board_after(moves).expect(moves);
    if board.status() != Status::Open {
        assert!(solution.best_moves.is_empty() && solution.line.is_empty());
        return;
    }
    // All moves that keep the value, by solving the position after each.
    let keeps = |m: &String| value(&game, &after(moves, std::slice::from_ref(m))) == verdict;
    let mover_loses = verdict == Verdict::Wins(!solution.to_move);
    let mut expected: Vec<String> =
        if mover_loses { Vec::new() } else { board.moves().into_iter().filter(keeps).collect() };
    let mut found = solution.best_moves.clone();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{name} {moves} by {method:?}");
    assert!(!solution.line.is_empty(), "{name} {moves} by {method:?}: no line");
    for length in 1..=solution.line.len() {
        let so_far = after(moves, &solution.line[..length]);
        assert_eq!(value(&game, &so_far), verdict, "{name}: {so_far}");
    }
    // One move is one of them.
    let one = solved(&game, moves, &job(method, BestMoves::One));
    assert_eq!(one.best_moves.len(), usize::from(!mover_loses), "{name} {moves} by {method:?}");
    assert!(one.best_moves.iter().all(|m| expected.contains(m)));
}

const GAMES: [&str; 9] = [
    "trax:3x3",
    "trax:2x2,line=2",
    "gttt:3x3,animal=tippy",
    "gttt:3x3,animal=el,p=2,q=1",
    "torus:3x2,animal=elly",
    "gomoku:3x3,k=3",
    "toss:../../suites/toss/tic-tac-toe.toss",
    "amazons:4x4",
    "gttt:3x3,animal=knobby,win=first",
];

/// A position some random moves into the game, so that little is left to solve.
fn random_moves(name: &str, random: &mut SplitMix64, length: usize) -> String {
    let mut board = game(name).board();
    for _ in 0..length {
        let moves = board.moves();
        if moves.is_empty() {
            break;
        }
        board.play(&moves[random.below(moves.len())]).expect("a legal move");
    }
    board.history().join(" ")
}

#[test]
fn moves_and_lines_keep_the_value_by_every_method() {
    let mut random = SplitMix64::new(11);
    for name in GAMES {
        // Far enough into the game for the slowest method.
        let deep = if name.starts_with("amazons") { 9 } else { 4 };
        for method in METHODS {
            for length in [deep, deep + 1, deep + 2] {
                check(name, &random_moves(name, &mut random, length), method);
            }
        }
    }
}

#[test]
fn moves_and_lines_keep_the_value_from_the_start() {
    for name in GAMES.iter().filter(|name| !name.starts_with("amazons")) {
        check(name, "", Method::Dfpn);
    }
}

#[test]
fn a_game_without_draws_is_asked_one_question() {
    let solution = solved(&game("amazons:4x4"), "", &job(Method::Dfpn, BestMoves::One));
    assert_eq!(solution.verdict(), Verdict::Wins(Player::First));
    let by: Vec<By> = solution.answers.answers.iter().map(|answered| answered.by).collect();
    assert_eq!(by, [By::Search, By::OtherAnswer]);
    let asked = Job { asked: Asked::About(Player::Second), ..job(Method::Dfpn, BestMoves::None) };
    let solution = solved(&game("amazons:4x4"), "", &asked);
    assert_eq!(solution.verdict(), Verdict::Wins(Player::First));
    assert!(solution.is_complete());
}

#[test]
fn a_theorem_is_called_a_theorem() {
    let solution = solved(&game("gttt:3x3,animal=fatty"), "", &job(Method::Dfpn, BestMoves::One));
    let second = solution.answers.answers.iter().find(|answered| answered.question.can_win == Player::Second);
    assert!(second.is_some_and(|answered| matches!(answered.by, By::Theorem | By::OtherAnswer)));
    let searched = Job { theorems: false, ..job(Method::Dfpn, BestMoves::One) };
    let solution = solved(&game("gttt:3x3,animal=fatty"), "", &searched);
    assert!(solution.answers.answers.iter().all(|answered| answered.by != By::Theorem));
}
