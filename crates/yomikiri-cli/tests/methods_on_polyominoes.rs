//! Values of small games: by plain minimax without any knowledge, and by every method.

use yomikiri_game::{Game, Outcome, Played, Player, SplitMix64, Tactics, playout};
use yomikiri_polyomino::{Arena, Position, pg};
use yomikiri_search::{Method, Monitor, Options, Question, Shallow, Verdict, ask, solve};

fn position(name: &str) -> Position<1> {
    Position::new(Arena::of_rules(&name.parse().expect(name)))
}

/// Whether a player can force a win, by nothing but the rules.
fn can_win(game: &mut Position<1>, player: Player) -> bool {
    let attacks = game.to_move() == player;
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let stuck = moves.is_empty();
    for m in moves {
        let (answer, token) = match game.play(m) {
            Played::Illegal => unreachable!("all turns are legal"),
            Played::Over(outcome, token) => (outcome == Outcome::Win(player), token),
            Played::Open(token) => (can_win(game, player), token),
        };
        game.undo(token);
        if answer == attacks {
            return attacks;
        }
    }
    !stuck && !attacks
}

/// Narrowing changes no answer, at any position of random games, with any method.
#[test]
fn narrowing_changes_no_answer() {
    for (name, plies, games) in [
        ("gttt:3x3,animal=tippy", 1, 9),
        ("gttt:3x3,animal=el", 1, 9),
        ("gttt:3x3,animal=tic", 2, 12),
        ("gttt:4x3,animal=elly", 4, 12),
        ("gttt:4x4,animal=tippy,turns=11", 6, 12),
        ("gttt:4x4,animal=knobby", 8, 30),
        ("torus:3x3,animal=knobby", 2, 20),
        ("torus:4x3,animal=skinny", 4, 20),
        ("gttt:3x3,animal=tippy,p=2,q=1", 1, 10),
        ("gttt:4x3,animal=elly,p=2", 2, 10),
        ("gttt:4x3,animal=knobby,p=2,q=2", 2, 10),
        ("gttt:4x3,animal=fatty,p=3,q=1", 1, 8),
        ("gttt:4x4,animal=tippy,p=2,q=2,turns=5", 2, 4),
        ("gttt:3x3,animal=tic,win=first", 1, 9),
        ("gomoku:4x3,k=3", 4, 20),
    ] {
        for seed in 0..games {
            for depth in [plies, plies + 1] {
                let played = playout(&position(name), &mut SplitMix64::new(seed), depth);
                if played.outcome.is_some() {
                    continue;
                }
                check_answers(&played.position, name);
            }
        }
    }
}

#[track_caller]
fn check_answers(position: &Position<1>, name: &str) {
    for player in Player::BOTH {
        let expected = can_win(&mut position.clone(), player);
        for method in [Method::Dfs, Method::Id, Method::IdTable, Method::Pns, Method::Dfpn] {
            for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
                let options = Options { method, shallow, memory: 1 << 20, ..Options::default() };
                let question = Question { can_win: player };
                let report =
                    ask(position, question, &options, &Monitor::default()).expect("memory is to be had");
                assert_eq!(
                    report.answer.known(),
                    Some(expected),
                    "{name} {player} {method:?} {shallow:?} {position:?}"
                );
            }
        }
    }
}

/// The same for random winning sets, where nothing is regular.
#[test]
fn narrowing_changes_no_answer_on_random_winning_sets() {
    for seed in 0..150 {
        let mut random = SplitMix64::new(seed);
        let cells = 5 + random.below(4);
        let mut text = String::from("#positions\n");
        for cell in 0..cells {
            text += &format!("c{cell} ");
        }
        let times = 3 + random.below(cells);
        text += "\n#times\n";
        for time in 0..times {
            text += &format!("t{time} ");
        }
        text += "\n#blackturns\n";
        for time in 0..times {
            if random.below(2) == 0 {
                text += &format!("t{time} ");
            }
        }
        for block in ["#blackwins", "#whitewins"] {
            text += &format!("\n{block}\n");
            for _ in 0..random.below(7) {
                let size = 1 + random.below(4);
                let start = random.below(cells);
                let step = [1, 2, 3][random.below(3)];
                let mut set: Vec<_> = (0..size).map(|i| (start + i * step) % cells).collect();
                set.sort_unstable();
                set.dedup();
                text += &set.iter().map(|cell| format!("c{cell} ")).collect::<String>();
                text += "\n";
            }
        }
        let game = pg::read(&text).expect("well formed");
        check_answers(&Position::new(Arena::of_sets(&game)), &text);
    }
}

/// The winner and the number of turns on 4×4, from suites/polyomino/harary-4x4.tsv.
#[test]
fn facts_on_4x4() {
    let facts = include_str!("../../../suites/polyomino/harary-4x4.tsv");
    let mut checked = 0;
    for line in facts.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, value, turns] = fields[..] else {
            panic!("three fields expected: {line}");
        };
        assert_eq!(verdict(name), value, "{name}");
        if let Ok(turns) = turns.parse::<u32>() {
            assert_eq!(verdict(&format!("{name},turns={turns}")), value, "{name} in {turns}");
            assert_ne!(verdict(&format!("{name},turns={}", turns - 1)), value, "{name} in {turns} - 1");
        }
        checked += 1;
    }
    assert_eq!(checked, 27);
}

fn verdict(name: &str) -> String {
    let options = Options { memory: 64 << 20, ..Options::default() };
    let solution = solve(&position(name), &options, &Monitor::default()).expect("memory is to be had");
    solution.verdict.to_string()
}

/// The theorem that spares a search says nothing else than the search.
#[test]
fn strategy_stealing_is_right() {
    for (name, applies) in [
        ("gttt:3x3,animal=tippy", true),
        ("torus:3x3,animal=el,turns=4", true),
        ("gttt:3x3,animal=domino,p=2,q=1", false),
        ("gttt:3x3,animal=tic,win=first", false),
    ] {
        let start = position(name);
        assert_eq!(start.cannot_win(Player::Second), applies, "{name}");
        assert!(!start.cannot_win(Player::First));
        if applies {
            assert!(!can_win(&mut start.clone(), Player::Second), "{name}");
        }
    }
    assert_eq!(verdict("gttt:4x4,animal=domino,p=2,q=1"), Verdict::Wins(Player::Second).to_string());
}
