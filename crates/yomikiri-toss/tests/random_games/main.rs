//! Random games described in text: every method of search, the direct encoding, and rules that share nothing with the crate
//! find the same outcome.
//!
//! `YOMIKIRI_GAMES` and `YOMIKIRI_SEED` choose more games and others: `YOMIKIRI_GAMES=100000 cargo test --release -p
//! yomikiri-toss --test random_games`. A failure prints the seed, the number of the game and its text.

mod rules;

use rules::Game;
use yomikiri_game::{Player, SplitMix64, Status, status};
use yomikiri_qbf::{Budget, direct, solver};
use yomikiri_search::{Method, Monitor, Options, Question, Shallow, ask};
use yomikiri_toss::Position;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

/// How often each comparison was made.
#[derive(Debug, Default)]
struct Tally {
    games: u32,
    outcomes: [u32; 3],
    formulas: u32,
    without_limit: u32,
}

#[test]
fn methods_formulas_and_plain_rules_agree() {
    let seed = number("YOMIKIRI_SEED", 12);
    let mut tally = Tally::default();
    for at in 0..number("YOMIKIRI_GAMES", 1_500) {
        let mut random = SplitMix64::new(seed.wrapping_mul(1_000_003).wrapping_add(at));
        let game = Game::random(&mut random);
        let text = game.text();
        let context = format!("seed {seed}, game {at}:\n{text}");
        let limit = 1 + random.below(4) as u32;
        let start = Position::new(&text, Some(limit)).unwrap_or_else(|error| panic!("{error}\n{context}"));
        if let Some(value) = game.value(limit, &mut 3_000) {
            compare(start, value, limit, &mut tally, &context);
        }
        // A game that only ever adds something ends by itself; then it is so many turns at most.
        if let Ok(start) = Position::new(&text, None)
            && let Some(value) = game.value(40, &mut 3_000)
        {
            tally.without_limit += 1;
            let turns = start.transitions().turns.expect("it ends by itself");
            assert!(turns < 40, "{context}");
            compare(start, value, turns, &mut tally, &context);
        }
    }
    println!("{tally:?}");
    assert!(tally.outcomes.iter().all(|&count| count * 20 > tally.games), "{tally:?}");
    assert!(tally.formulas * 4 > tally.games && tally.without_limit * 20 > tally.games, "{tally:?}");
}

/// Compares everything with the outcome of a game.
fn compare(mut start: Position, value: rules::Outcome, turns: u32, tally: &mut Tally, context: &str) {
    tally.games += 1;
    tally.outcomes[value] += 1;
    let is_open = status(&mut start) == Status::Open;
    for player in Player::BOTH {
        let expected = value == player as usize + 1;
        for method in [Method::Dfs, Method::Id, Method::IdTable, Method::Pns, Method::Dfpn] {
            for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
                let options = Options { method, shallow, memory: 1 << 20, ..Options::default() };
                let report = ask(&start, Question { can_win: player }, &options, &Monitor::default());
                let answer = report.expect("little memory").answer.known();
                // The tree of best-first search may not fit.
                if method == Method::Pns && answer.is_none() {
                    continue;
                }
                assert_eq!(
                    answer,
                    Some(expected),
                    "{player} within {turns}, {method:?} {shallow:?}, {context}"
                );
            }
        }
        if turns > 8 {
            continue;
        }
        let Ok(circuit) = direct::encode(&start.transitions(), turns, player, &Budget::default()) else {
            continue;
        };
        // Some formulas of many turns are hard.
        let limits = solver::Limits { refinements: Some(1_000), ..solver::Limits::default() };
        let options = solver::Options { limits, ..solver::Options::default() };
        let answer = solver::solve(
            &circuit.clauses(&Budget::default()).expect("no limit"),
            &options,
            &solver::Progress::default(),
        )
        .known();
        tally.formulas += u32::from(is_open && answer.is_some());
        assert!(
            answer.is_none_or(|answer| answer == expected),
            "{player} within {turns}, by formula, {context}"
        );
    }
}
