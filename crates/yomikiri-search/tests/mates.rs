//! The search for mates on m,n,k-games, where a plain search says how soon a player can win.

use yomikiri_game::samples::Mnk;
use yomikiri_game::{Game, Outcome, Played, Player, SplitMix64, playout};
use yomikiri_search::{
    Detector, Effort, MINIMUM_MEMORY, MateAnswer, MateOptions, MateTable, Monitor, find_mate,
};

/// How soon `attacker` wins by force, within `plies`, if the opponent holds out; by trying everything.
fn plain(game: &mut Mnk, attacker: Player, plies: u32) -> Option<u32> {
    if plies == 0 {
        return None;
    }
    let attacks = game.to_move() == attacker;
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best: Option<u32> = None;
    for m in moves {
        let (length, token) = match game.play(m) {
            Played::Illegal => continue,
            Played::Over(outcome, token) => ((outcome == Outcome::Win(attacker)).then_some(1), token),
            Played::Open(token) => (plain(game, attacker, plies - 1).map(|length| length + 1), token),
        };
        game.undo(token);
        best = match (attacks, best, length) {
            (true, Some(best), Some(length)) => Some(best.min(length)),
            (true, None, length) => length,
            (true, best, None) => best,
            (false, _, None) => return None,
            (false, best, Some(length)) => Some(best.unwrap_or(0).max(length)),
        };
    }
    best
}

/// The sample games take no look of their own at threats, so every move is tried.
fn options(effort: Effort, max_plies: u32) -> MateOptions {
    MateOptions { effort, max_plies, detector: Detector::Trial, ..MateOptions::default() }
}

#[test]
fn the_shortest_mate_is_what_trying_everything_finds() {
    let mut mates = 0;
    for (start, opening) in [(Mnk::new(3, 3, 3), 0), (Mnk::new(4, 3, 3), 3), (Mnk::new(4, 4, 3), 5)] {
        for seed in 0..60 {
            let game = playout(&start, &mut SplitMix64::new(seed), opening + (seed % 3) as usize);
            if game.outcome.is_some() {
                continue;
            }
            let mut game = game.position;
            let attacker = game.to_move();
            let expected = plain(&mut game, attacker, 5);
            for effort in [Effort::Full, Effort::Both { shorter_nodes: None, full_nodes: None }] {
                let table = MateTable::new(MINIMUM_MEMORY).expect("little memory");
                let report = find_mate(&mut game, &options(effort, 5), &table, &Monitor::default());
                assert_eq!(report.mate().map(|mate| mate.plies), expected, "{game:?} {effort:?}");
                if let Some(mate) = report.mate() {
                    assert!(mate.is_shortest);
                    mates += 1;
                }
            }
            let table = MateTable::new(MINIMUM_MEMORY).expect("little memory");
            let threats = find_mate(&mut game, &options(Effort::Threats, 5), &table, &Monitor::default());
            if let Some(mate) = threats.mate() {
                assert!(expected.is_some_and(|plies| plies <= mate.plies), "{game:?}");
            }
        }
    }
    assert!(mates > 50, "only {mates} came up");
}

#[test]
fn all_first_moves_are_found_and_counted_once() {
    for seed in 0..40 {
        let game = playout(&Mnk::new(4, 3, 3), &mut SplitMix64::new(seed), 4);
        if game.outcome.is_some() {
            continue;
        }
        let mut game = game.position;
        let attacker = game.to_move();
        let table = MateTable::new(MINIMUM_MEMORY).expect("little memory");
        let all = MateOptions { all: true, ..options(Effort::Full, 5) };
        let report = find_mate(&mut game, &all, &table, &Monitor::default());
        let Some(mate) = report.mate() else {
            continue;
        };
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for m in moves {
            let (expected, token) = match game.play(m) {
                Played::Illegal => continue,
                Played::Over(outcome, token) => ((outcome == Outcome::Win(attacker)).then_some(1), token),
                Played::Open(token) => (plain(&mut game, attacker, 4).map(|length| length + 1), token),
            };
            game.undo(token);
            let soonest = mate.first_moves.contains(&m);
            let later = mate.longer_wins.iter().find(|win| win.m == m);
            assert_eq!(soonest, expected == Some(mate.plies), "{game:?} {m}");
            assert_eq!(later.is_some(), expected.is_some_and(|plies| plies > mate.plies), "{game:?} {m}");
        }
        assert_eq!(mate.undecided, [0u8; 0]);
    }
}

/// With little memory and many searches in one table the answers stay the same.
#[test]
fn a_table_may_serve_for_many_positions() {
    for detector in [Detector::Exact, Detector::Shape, Detector::Trial] {
        let table = MateTable::new(MINIMUM_MEMORY).expect("little memory");
        for seed in 0..200 {
            let game = playout(&Mnk::new(5, 4, 4), &mut SplitMix64::new(seed), 9);
            if game.outcome.is_some() {
                continue;
            }
            let mut game = game.position;
            let options = MateOptions { detector, ..options(Effort::Threats, 7) };
            let fresh = MateTable::new(MINIMUM_MEMORY).expect("little memory");
            let alone = find_mate(&mut game, &options, &fresh, &Monitor::default());
            let shared = find_mate(&mut game, &options, &table, &Monitor::default());
            assert_eq!(alone.mate().map(|mate| mate.plies), shared.mate().map(|mate| mate.plies), "{game:?}");
        }
    }
}

#[test]
fn a_stopped_search_does_not_know() {
    let monitor = Monitor::default();
    monitor.stop();
    let table = MateTable::new(MINIMUM_MEMORY).expect("little memory");
    let report = find_mate(&mut Mnk::new(4, 4, 3), &MateOptions::default(), &table, &monitor);
    assert!(matches!(report.answer, MateAnswer::Unknown(_)));
    assert!(MateTable::new(1).is_err());
}
