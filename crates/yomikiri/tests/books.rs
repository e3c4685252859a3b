//! A game with books answers from them, and plays from them, as a search would.

use std::sync::Arc;
use yomikiri::books::Books;
use yomikiri::play::{Reason, Style, opponent};
use yomikiri::{BestMoves, Disk, Game, GameName, Job, ProofPlan, Registry, Solution, Task};
use yomikiri_game::{Duration, Player, SplitMix64, Status, Stop};
use yomikiri_search::{Asked, By, Limits, Options, Verdict};

fn game(name: &str) -> Game {
    let name: GameName = name.parse().expect(name);
    name.load(&Disk).expect("it can be loaded")
}

fn job() -> Job {
    Job { options: Options { memory: 64 << 20, ..Options::default() }, ..Job::default() }
}

fn solved(game: &Game, moves: &str, job: &Job) -> Solution {
    let board = game.board_after(moves).expect(moves);
    game.solve(&*board, job, &Task::default()).expect("enough memory")
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort_unstable();
    moves
}

/// The game with proofs about positions as its books.
fn with_books(name: &str, positions: &[(&str, Asked)], search: u32) -> Game {
    let game = game(name);
    let mut books = Books::default();
    for &(moves, asked) in positions {
        let proof = Some(ProofPlan { file: None, search });
        let solution = solved(&game, moves, &Job { asked, proof, ..job() });
        let proof = solution.proof.and_then(|proof| proof.content).expect("a proof");
        let registry = Registry::standard();
        books.add(moves, &proof[..], registry.referees(), &Stop::new()).expect("it can be read");
    }
    game.with_books(Arc::new(books))
}

const GAMES: [&str; 5] = [
    "trax:3x3",
    "trax:4x4",
    "gttt:3x3,animal=tippy",
    "gttt:3x3,animal=el,p=2,q=1",
    "toss:../../suites/toss/tic-tac-toe.toss",
];

#[test]
fn answers_and_moves_are_those_of_a_search() {
    let mut random = SplitMix64::new(1);
    let (mut covered, mut searched) = (0, 0);
    for (name, search) in GAMES.into_iter().zip([0, 100, 0, 20, 5]) {
        let plain = game(name);
        let with = with_books(name, &[("", Asked::Both)], search);
        let at_start = solved(&with, "", &job());
        assert!(at_start.answers.answers.iter().all(|answered| answered.by != By::Search), "{name}");
        assert!(at_start.cost().nodes == 0 && !at_start.line.is_empty(), "{name}");
        for round in 0..40 {
            let mut board = plain.board();
            for _ in 0..random.below(7) {
                // Half of the moves are those of the book, so that some of the games stay in it.
                let moves = board.moves().join(" ");
                let from_book = solved(&with, &board.history().join(" "), &job()).best_moves;
                let any = moves.split(' ').nth(random.below(board.moves().len().max(1))).unwrap_or_default();
                let text =
                    if random.below(2) == 0 { from_book.first().map_or(any, String::as_str) } else { any };
                if board.play(text).is_err() {
                    break;
                }
            }
            let moves = board.history().join(" ");
            let (found, expected) = (solved(&with, &moves, &job()), solved(&plain, &moves, &job()));
            assert_eq!(found.verdict(), expected.verdict(), "{name} {moves}");
            let is_covered = found.answers.answers.iter().any(|answered| answered.by == By::Book);
            *(if is_covered { &mut covered } else { &mut searched }) += 1;
            if board.status() == Status::Open {
                let all = Job { best_moves: BestMoves::All, ..job() };
                let good = solved(&plain, &moves, &all).best_moves;
                assert_eq!(found.best_moves.is_empty(), good.is_empty(), "{name} {moves}");
                assert!(found.best_moves.iter().all(|m| good.contains(m)), "{name} {moves}: {found:?}");
                // What no book is about takes a search for every move.
                if is_covered && round < 8 {
                    assert_eq!(
                        sorted(solved(&with, &moves, &all).best_moves),
                        sorted(good),
                        "{name} {moves}"
                    );
                }
            }
        }
    }
    assert!(covered > 50 && searched > 10, "{covered} covered, {searched} searched");
}

#[test]
fn a_book_about_one_question_leaves_the_other_to_a_search() {
    let with = with_books("trax:4x4", &[("@0/", Asked::About(Player::Second))], 100);
    let by = |moves: &str| -> Vec<By> {
        let solution = solved(&with, moves, &job());
        solution.answers.answers.iter().map(|answered| answered.by).collect()
    };
    assert_eq!(by("@0/"), [By::Search, By::Book]);
    // What holds after a move of White holds before it, but not after another one.
    assert_eq!(by(""), [By::Search, By::Book]);
    assert_eq!(by("@0+"), [By::Search, By::Search]);
    // All moves that a book is about are known from it, too; others are searched as long as the limit allows.
    let all = Job { best_moves: BestMoves::All, asked: Asked::About(Player::Second), ..job() };
    let limits = Limits { nodes: Some(1), time: None };
    let hardly = Job { options: Options { limits, ..all.options }, ..all.clone() };
    assert_eq!(solved(&with, "", &hardly).best_moves, ["@0/"]);
    let searched = solved(&game("trax:4x4"), "", &all).best_moves;
    assert_eq!(sorted(solved(&with, "", &all).best_moves), sorted(searched));
    // All replies are in the book, those that lead to the same position turned as well.
    let replies = with.board_after("@0/").expect("a move").moves();
    let draws = replies.iter().map(|reply| format!("@0/ {reply}"));
    let draws = draws.filter(|moves| solved(&with, moves, &job()).verdict() == Verdict::Draw);
    assert!(draws.inspect(|moves| assert_eq!(by(moves), [By::Search, By::Book], "{moves}")).count() > 4);
}

/// Pieces two moves away: all replies to a move, in as many books.
#[test]
fn books_of_pieces_say_together_what_follows() {
    let game = game("trax:4x4");
    let about_red = Asked::About(Player::Second);
    let replies = game.board_after("@0/").expect("a move").moves();
    let is_open = |reply: &String| {
        let board = game.board_after(&format!("@0/ {reply}")).expect("a reply");
        board.status() == Status::Open
    };
    let pieces: Vec<String> =
        replies.iter().filter(|reply| is_open(reply)).map(|reply| format!("@0/ {reply}")).collect();
    let with = |pieces: &[String]| {
        let positions: Vec<(&str, Asked)> = pieces.iter().map(|moves| (moves.as_str(), about_red)).collect();
        with_books("trax:4x4", &positions, 100)
    };
    let job = Job { asked: about_red, ..job() };
    let whole = with(&pieces);
    for moves in ["", "@0/"] {
        let solution = solved(&whole, moves, &job);
        assert_eq!(solution.answers.answers[0].by, By::Book, "{moves:?}");
        assert_eq!(solution.answers.answers[0].answer.known(), Some(false), "{moves:?}");
    }
    assert_eq!(solved(&whole, "", &job).best_moves, ["@0/"]);
    // The pieces that are one another's images can be spared, but not all of a kind.
    let without = pieces.iter().filter(|moves| !moves.contains('+')).cloned().collect::<Vec<_>>();
    assert!(without.len() < pieces.len());
    assert_eq!(solved(&with(&without), "", &job).answers.answers[0].by, By::Search);
}

#[test]
fn whoever_plays_by_a_book_does_not_lose() {
    let with = with_books("trax:4x4", &[("", Asked::Both)], 100);
    let style = Style { time: Duration::from_millis(20), ..Style::default() };
    let mut reader = opponent(&with, style, None).expect("enough memory");
    let mut random = SplitMix64::new(7);
    let (mut won, mut by_book) = (0, 0);
    for number in 0..60 {
        let side = Player::BOTH[number % 2];
        let mut board = with.board();
        while board.status() == Status::Open {
            let text = if board.to_move() == side {
                let choice = reader.choose(&*board, &Task::default()).expect("a move");
                by_book += u32::from(matches!(choice.reason, Reason::Book { .. }));
                choice.text
            } else {
                let moves = board.moves();
                moves[random.below(moves.len())].clone()
            };
            board.play(&text).expect("a legal move");
        }
        let Status::Over(outcome) = board.status() else { unreachable!("it ended") };
        assert_ne!(outcome.winner(), Some(!side), "{:?}", board.history());
        won += u32::from(outcome.winner() == Some(side));
    }
    assert!(by_book >= 60, "{by_book} moves from the book");
    assert!(won > 10, "random play loses often: {won} of 60");
}

#[test]
fn books_of_other_games_are_left_closed() {
    let three = with_books("trax:3x3", &[("", Asked::Both)], 0);
    let registry = Registry::standard();
    let proof =
        solved(&game("trax:4x4"), "", &Job { proof: Some(ProofPlan { file: None, search: 0 }), ..job() });
    let mut books = Books::default();
    let content = proof.proof.and_then(|proof| proof.content).expect("a proof");
    books.add("4x4", &content[..], registry.referees(), &Stop::new()).expect("it can be read");
    let solution = solved(&three.with_books(Arc::new(books)), "", &job());
    assert!(solution.answers.answers.iter().all(|answered| answered.by == By::Search));
    let nonsense = Books::default().add("nonsense", &b"nonsense"[..], registry.referees(), &Stop::new());
    assert!(nonsense.is_err_and(|error| error.to_string().starts_with("nonsense: ")));
}
