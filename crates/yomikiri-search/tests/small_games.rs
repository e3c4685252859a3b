//! All methods, with all options, on the sample games: their verdicts must not differ.

use std::num::NonZeroU16;
use yomikiri_game::samples::{Boxes, Mnk};
use yomikiri_game::{Outcome, Played, Player, SplitMix64, playout};
use yomikiri_search::{
    Answer, Endings, Limits, MINIMUM_MEMORY, Method, Monitor, Options, Published, Question, SetupError,
    Shallow, ShallowWhen, Solvable, StopReason, Verdict, ask, solve,
};

const METHODS: [Method; 5] = [Method::Dfs, Method::Id, Method::IdTable, Method::Pns, Method::Dfpn];

fn verdict(game: &impl Solvable, options: &Options) -> Verdict {
    let solution = solve(game, options, &Monitor::default()).expect("memory is to be had");
    solution.verdict
}

/// Every method and every option that could matter.
fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for method in METHODS {
        for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
            for shallow_when in [ShallowWhen::EveryVisit, ShallowWhen::NewNodes] {
                for epsilon in [0.0, 0.25, 2.0] {
                    let endings = if epsilon > 0.0 { Endings { left: 4, plays: 100 } } else { Endings::OFF };
                    for (guesses, published) in [(true, None), (false, None), (true, Some(Published::USUAL))]
                    {
                        all.push(Options {
                            threads: NonZeroU16::MIN,
                            method,
                            shallow,
                            shallow_when,
                            epsilon,
                            guesses,
                            endings,
                            published,
                            memory: 4 * MINIMUM_MEMORY,
                            limits: Limits::default(),
                        });
                    }
                }
            }
        }
    }
    all
}

fn check(game: &impl Solvable, expected: Verdict) {
    for options in all_options() {
        assert_eq!(verdict(game, &options), expected, "{options:?}");
    }
}

/// More threads than cores, on tables that are collected all the time: the verdict is the same.
#[test]
fn threads_change_no_verdict() {
    for (threads, seeds) in [(2, 40), (4, 20), (16, 10)] {
        for seed in 0..seeds {
            let start = Mnk::new(4, 4, 4);
            let played = playout(&start, &mut SplitMix64::new(seed), 6);
            if played.outcome.is_some() {
                continue;
            }
            for shallow in [Shallow::Off, Shallow::Two] {
                let alone = Options { shallow, memory: MINIMUM_MEMORY, ..Options::default() };
                let together = Options { threads: NonZeroU16::new(threads).expect("not zero"), ..alone };
                assert_eq!(
                    verdict(&played.position, &together),
                    verdict(&played.position, &alone),
                    "{threads} threads, seed {seed}"
                );
            }
        }
    }
}

#[test]
fn small_boards() {
    check(&Mnk::new(3, 3, 3), Verdict::Draw);
    check(&Mnk::new(4, 2, 2), Verdict::Wins(Player::First));
    check(&Mnk::new(1, 1, 2), Verdict::Draw);
    check(&Boxes::new(1, 1), Verdict::Wins(Player::Second));
    check(&Boxes::new(2, 1), Verdict::Draw);
}

/// The value of a position by nothing but the rules.
fn minimax<G: Solvable>(game: &mut G) -> i8 {
    let sign = |player| if player == Player::First { 1 } else { -1 };
    let value = |outcome: Outcome| outcome.winner().map_or(0, sign);
    let own = sign(game.to_move());
    let mut best = None;
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for m in moves {
        let (worth, token) = match game.play(m) {
            Played::Illegal => continue,
            Played::Over(outcome, token) => (value(outcome), token),
            Played::Open(token) => (minimax(game), token),
        };
        game.undo(token);
        best = best.max(Some(own * worth));
    }
    best.map_or_else(|| value(game.outcome_when_stuck()), |best| own * best)
}

fn agrees_with_minimax<G: Solvable>(start: &G, moves: usize, games: u64) {
    for seed in 0..games {
        let played = playout(start, &mut SplitMix64::new(seed), moves);
        if played.outcome.is_some() {
            continue;
        }
        let expected = match minimax(&mut played.position.clone()) {
            0 => Verdict::Draw,
            1 => Verdict::Wins(Player::First),
            _ => Verdict::Wins(Player::Second),
        };
        for method in METHODS {
            for shallow in [Shallow::Off, Shallow::Two] {
                let options = Options { method, shallow, memory: MINIMUM_MEMORY, ..Options::default() };
                let found = verdict(&played.position, &options);
                assert_eq!(found, expected, "seed {seed}, {options:?}");
            }
        }
    }
}

#[test]
fn random_positions_have_their_minimax_value() {
    agrees_with_minimax(&Mnk::new(4, 3, 3), 4, 40);
    agrees_with_minimax(&Mnk::new(4, 4, 4), 8, 40);
    agrees_with_minimax(&Boxes::new(3, 2), 9, 40);
    agrees_with_minimax(&Boxes::new(2, 2), 5, 40);
}

/// Dots and boxes: whoever completes a box moves again.
#[test]
fn players_need_not_alternate() {
    let game = Boxes::new(2, 2);
    for (method, shallow) in [
        (Method::Dfs, Shallow::Off),
        (Method::IdTable, Shallow::Off),
        (Method::Dfpn, Shallow::Off),
        (Method::Dfpn, Shallow::One),
        (Method::Dfpn, Shallow::Two),
    ] {
        let options = Options { method, shallow, memory: 16 * MINIMUM_MEMORY, ..Options::default() };
        assert_eq!(verdict(&game, &options), Verdict::Wins(Player::First), "{options:?}");
    }
}

#[test]
fn limits_give_unknown_and_are_exact() {
    let game = Mnk::new(4, 4, 4);
    let question = Question { can_win: Player::First };
    for method in METHODS {
        let options = |limits| Options {
            method,
            limits,
            shallow: Shallow::Off,
            memory: MINIMUM_MEMORY,
            ..Options::default()
        };
        let nodes = Limits { nodes: Some(123), time: None };
        let report = ask(&game, question, &options(nodes), &Monitor::default()).expect("memory");
        assert_eq!(report.answer, Answer::Unknown(StopReason::Nodes), "{method:?}");
        assert_eq!(report.statistics.nodes, 123, "{method:?}");

        let time = Limits { nodes: None, time: Some(std::time::Duration::ZERO) };
        let report = ask(&game, question, &options(time), &Monitor::default()).expect("memory");
        assert_eq!(report.answer, Answer::Unknown(StopReason::Time), "{method:?}");

        let monitor = Monitor::default();
        monitor.stop();
        let report = ask(&game, question, &options(Limits::default()), &monitor).expect("memory");
        assert_eq!(report.answer, Answer::Unknown(StopReason::Interrupted), "{method:?}");
    }
}

#[test]
fn a_tree_that_does_not_fit_is_unknown() {
    let options =
        Options { method: Method::Pns, shallow: Shallow::Off, memory: MINIMUM_MEMORY, ..Options::default() };
    let solution = solve(&Mnk::new(5, 5, 5), &options, &Monitor::default()).expect("memory");
    assert_eq!(solution.answers[0].answer, Answer::Unknown(StopReason::Memory));
    assert_eq!(solution.verdict, Verdict::Unknown);
}

#[test]
fn memory_that_cannot_be_is_refused() {
    let game = Mnk::new(3, 3, 3);
    let with = |method, memory| {
        let options = Options { method, memory, ..Options::default() };
        solve(&game, &options, &Monitor::default()).map(|solution| solution.verdict)
    };
    let asked = MINIMUM_MEMORY - 1;
    for method in [Method::IdTable, Method::Pns, Method::Dfpn] {
        assert_eq!(with(method, asked), Err(SetupError::TooLittleMemory { asked }));
    }
    for asked in [u64::MAX, 1 << 60, 1 << 47] {
        assert_eq!(with(Method::Dfpn, asked), Err(SetupError::TooMuchMemory { asked }));
    }
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    for options in all_options() {
        let statistics = || {
            let solution = solve(&Mnk::new(4, 3, 3), &options, &Monitor::default());
            let reports = solution.expect("memory").answers.into_iter();
            reports
                .map(|report| report.cost)
                .map(|s| (s.nodes, s.shallow_nodes, s.table_entries, s.depth))
                .collect::<Vec<_>>()
        };
        assert_eq!(statistics(), statistics(), "{options:?}");
    }
}
