//! `#firstmoves` is obeyed by whoever plays or encodes the game: plain minimax over the file, every method of search, and
//! the corrective encoding find the same winner in random positional games.
//!
//! `YOMIKIRI_SEED` and `YOMIKIRI_GAMES` choose other games and more of them.

mod random_sets;

use random_sets::Plain;
use yomikiri_game::{Game, Notation, Player, SplitMix64};
use yomikiri_polyomino::{Arena, Position, TurnError, pg};
use yomikiri_qbf::{Budget, corrective, solver};
use yomikiri_search::{Method, Monitor, Options, Question, Shallow, ask};

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn search_and_formula_agree() {
    let seed = number("YOMIKIRI_SEED", 3);
    let mut found = [[0; 2]; 2];
    for at in 0..number("YOMIKIRI_GAMES", 400) {
        let mut random = SplitMix64::new(seed.wrapping_mul(1_000_003).wrapping_add(at));
        let plain = Plain::random(&mut random);
        let text = plain.text();
        let context = format!("seed {seed}, game {at}:\n{text}");
        let game = pg::read(&text).unwrap_or_else(|error| panic!("{error}\n{context}"));
        let start = Position::<1>::new(Arena::of_sets(&game)).owning(&game.owned);
        for player in Player::BOTH {
            let expected = plain.can_win(player as usize);
            found[usize::from(!plain.first.is_empty())][usize::from(expected)] += 1;
            assert!(!(expected && yomikiri_game::Tactics::cannot_win(&start, player)), "{context}");
            for method in [Method::Dfs, Method::Id, Method::IdTable, Method::Pns, Method::Dfpn] {
                for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
                    let options = Options { method, shallow, memory: 1 << 20, ..Options::default() };
                    let report = ask(&start, Question { can_win: player }, &options, &Monitor::default())
                        .expect("little memory");
                    let answer = report.answer.known();
                    assert_eq!(answer, Some(expected), "{player} {method:?} {shallow:?}, {context}");
                }
            }
            for game in [&game, &start.positional()] {
                let formula = corrective::encode(game, player, &Budget::default()).expect("no limit").formula;
                let answer =
                    solver::solve(&formula, &solver::Options::default(), &solver::Progress::default());
                assert_eq!(answer.known(), Some(expected), "{player} by formula, {context}");
            }
        }
    }
    assert!(found.iter().flatten().all(|&count| count > 20), "{found:?}");
}

/// Two cells side by side win; the first stone may not go to the middle, from which they would.
#[test]
fn the_rule_changes_the_winner_and_is_shown() {
    let text = |first: &str| {
        format!(
            "#positions\na b c\n#times\nt1 t2 t3\n#blackturns\nt1 t3\n#blackwins\na b\nb c\n#whitewins\n#firstmoves\n{first}\n"
        )
    };
    let start = |first: &str| {
        let game = pg::read(&text(first)).expect("well formed");
        Position::<1>::new(Arena::of_sets(&game))
    };
    let wins = |start: &Position<1>| {
        let question = Question { can_win: Player::First };
        let report = ask(start, question, &Options::default(), &Monitor::default()).expect("little memory");
        report.answer.known()
    };
    assert_eq!(wins(&start("")), Some(true));
    assert_eq!(wins(&start("b")), Some(true));
    let bound = start("a c");
    assert_eq!(wins(&bound), Some(false));
    let mut moves = Vec::new();
    bound.moves(&mut moves);
    assert_eq!(moves.iter().map(|&m| bound.move_text(m)).collect::<Vec<_>>(), ["a", "c"]);
    assert_eq!(bound.parse_move("b"), Err(TurnError::NotFirst("a,c".to_owned())));
    assert!(yomikiri_game::play_line(bound, "a b c").is_ok(), "only the first move is bound");
}
