//! Limits are noticed wherever the time is spent: in reading a game, within a node, in looking for moves to show.
//!
//! What is asserted about time is far from exact: each of these runs went on for twenty seconds and more before.

use std::io;
use yomikiri::formulas::{Encoding, FormulaError, GameFormula, Plan, Solving};
use yomikiri::{Files, Game, GameName, Job, LoadError, NoFiles, Task};
use yomikiri_game::{Duration, Instant, Player, Stop};
use yomikiri_qbf::Budget;
use yomikiri_search::{Answer, Limits, Method, Options, StopReason, Verdict};

fn game(name: &str) -> Game {
    name.parse::<GameName>().expect(name).load(&NoFiles).expect(name)
}

/// Solves a game that is far too large; gives up for the limits, and soon.
#[track_caller]
fn given_up(name: &str, method: Method, limits: Limits) {
    let game = game(name);
    let job =
        Job { options: Options { method, limits, memory: 64 << 20, ..Options::default() }, ..Job::default() };
    let started = Instant::now();
    let solution = game.solve(&*game.board(), &job, &Task::default()).expect("memory is to be had");
    assert_eq!(solution.verdict(), Verdict::Unknown);
    let elapsed = started.elapsed();
    assert!(elapsed < Duration::from_secs(10), "{name}: {elapsed:?}");
}

const HALF_A_SECOND: Limits = Limits { time: Some(Duration::from_millis(500)), nodes: None };

#[test]
fn the_time_of_a_question_covers_the_moves_that_are_shown() {
    given_up("gttt:12x12,animal=el", Method::Dfpn, HALF_A_SECOND);
    given_up("gttt:12x12,animal=el", Method::Dfpn, Limits { nodes: Some(1), time: None });
}

/// A turn of two stones has 10,000 replies, and the first node tries them after each of its moves.
#[test]
fn the_clock_is_looked_at_within_a_node() {
    given_up("gttt:12x12,animal=snaky,p=2", Method::Dfpn, HALF_A_SECOND);
    given_up("gttt:12x12,animal=snaky,p=2", Method::Pns, HALF_A_SECOND);
}

/// A switch that was thrown before anything began ends every method at once.
#[test]
fn a_request_is_heard_by_every_method() {
    let game = game("gttt:12x12,animal=snaky,p=2");
    for method in yomikiri::METHODS {
        let stop = Stop::new();
        stop.request();
        let job =
            Job { options: Options { method, memory: 64 << 20, ..Options::default() }, ..Job::default() };
        let started = Instant::now();
        let solution = game.solve(&*game.board(), &job, &Task::new(stop)).expect("memory is to be had");
        assert_eq!(solution.verdict(), Verdict::Unknown);
        assert!(started.elapsed() < Duration::from_secs(5), "{method:?}: {:?}", started.elapsed());
    }
}

/// A short text that takes seconds to unfold, until it proves too large.
struct Explosive;

impl Files for Explosive {
    fn read(&self, _path: &str) -> io::Result<Vec<u8>> {
        let text = "PLAYERS 1, 2\n\
             REL A0() = ex a, b, c, d, e, f, g, h (P(a) and P(h))\n\
             RULE Put: [a | | -] -> [a | P{a} | -] emb P, Q pre not A0()\n\
             LOC 0 { PLAYER 1 { PAYOFF :(A0()) MOVES [Put -> 0] } PLAYER 2 { PAYOFF 0 } }\n\
             START [ | P:1 {}; Q:1 {} | ] \" * * * *\n * * * *\n * * * *\n * * * *\n\"\n";
        Ok(text.into())
    }
}

#[test]
fn reading_a_description_can_be_stopped() {
    let name: GameName = "toss:explosive,turns=4".parse().expect("a name");
    let late = Stop::new().within(Duration::ZERO);
    assert!(matches!(name.load_until(&Explosive, &late), Err(LoadError::Stopped(_))));
    // A name that needs no reading needs no time.
    let name: GameName = "trax:4x4".parse().expect("a name");
    assert!(name.load_until(&NoFiles, &late).is_ok());
}

/// The direct encoding describes the game in text first.
#[test]
fn encoding_can_be_stopped() {
    let game = game("gttt:8x8,animal=tippy");
    let late = Stop::new().within(Duration::ZERO);
    let encoding = Some(Encoding::Direct);
    let budget = Budget { stop: late, memory: None };
    let found = GameFormula::new(&game, Some(9), Player::First, encoding, &budget);
    assert!(matches!(found, Err(FormulaError::Description(LoadError::Stopped(_)))));
    let found = GameFormula::new(&game, None, Player::First, None, &budget);
    assert!(matches!(found, Err(FormulaError::Stopped)));
    let plan = Plan {
        encoding,
        solving: Solving { time: Some(Duration::ZERO), ..Solving::default() },
        ..Plan::default()
    };
    let decided = plan.decide(&game, &Task::default()).expect("no answer is no error");
    assert_eq!(decided.verdict(), Verdict::Unknown);
}

/// What cannot be held is not written.
#[test]
fn encoding_keeps_its_memory() {
    let game = game("gttt:8x8,animal=tippy");
    for encoding in [Encoding::Corrective, Encoding::Direct] {
        let budget = Budget { stop: Stop::new(), memory: Some(1 << 17) };
        let found = GameFormula::new(&game, Some(9), Player::First, Some(encoding), &Budget::default());
        let found = found.expect("no limit");
        let clauses = found.clauses(&Budget::default()).expect("no limit").statistics().clauses;
        assert!(clauses > 3_000, "{encoding:?}: {clauses} clauses");
        let found = GameFormula::new(&game, Some(9), Player::First, Some(encoding), &budget);
        assert!(matches!(found, Err(FormulaError::Memory)), "{encoding:?}");
        let solving = Solving { memory: Some(1 << 20), ..Solving::default() };
        let plan = Plan { encoding: Some(encoding), turns: Some(9), solving, ..Plan::default() };
        let decided = plan.decide(&game, &Task::default()).expect("a limit is no error");
        assert_eq!(decided.answers.answers[0].answer, Answer::Unknown(StopReason::Memory));
    }
}
