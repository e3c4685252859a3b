//! The searches of the papers: the answers are right, and the counts are what the papers' rules of counting give.

use std::num::NonZeroU16;
use yomikiri_game::samples::{Boxes, Mnk};
use yomikiri_game::{Canonical, Played, Player};
use yomikiri_search::{
    ChildNumbers, MINIMUM_MEMORY, Method, Monitor, Options, Published, Question, Shallow, Solvable, ask,
};

fn options(method: Method, shallow: Shallow, published: Published) -> Options {
    Options { method, shallow, published: Some(published), memory: MINIMUM_MEMORY, ..Options::default() }
}

fn every_setting() -> Vec<Published> {
    let mut all = Vec::new();
    for children in [ChildNumbers::Array, ChildNumbers::Keys, ChildNumbers::Moves] {
        for virtual_numbers in [false, true] {
            for tells in [false, true] {
                for in_turn in [false, true] {
                    all.push(Published { children, virtual_numbers, tells, in_turn, ..Published::USUAL });
                }
            }
        }
    }
    all
}

fn check<G: Solvable>(game: &G) {
    for can_win in Player::BOTH {
        let asked = |options: &Options| {
            ask(game, Question { can_win }, options, &Monitor::default()).expect("enough memory")
        };
        let plain = Options { method: Method::Dfs, ..Options::default() };
        let answer = asked(&plain).answer;
        assert!(answer.known().is_some());
        for method in [Method::Id, Method::IdTable] {
            let report = asked(&options(method, Shallow::Off, Published::USUAL));
            assert_eq!(report.answer, answer, "{method:?}");
        }
        for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
            for published in every_setting() {
                for threads in [1, 2, 5] {
                    let threads = NonZeroU16::new(threads).expect("not zero");
                    let options = Options { threads, ..options(Method::Dfpn, shallow, published) };
                    assert_eq!(asked(&options).answer, answer, "{options:?}");
                }
            }
        }
    }
}

#[test]
fn answers_are_right_whatever_is_chosen() {
    check(&Mnk::new(3, 3, 3));
    check(&Mnk::new(3, 2, 2));
    check(&Boxes::new(1, 2));
}

/// Every position that iterative deepening comes to, counted by a plain recursion of another shape: all iterations, with leaves
/// and ends.
fn plain_count<G: Canonical>(game: &mut G, question: Question, limit: u32) -> (Option<bool>, u64) {
    if limit == 0 {
        return (None, 1);
    }
    let attacks = game.to_move() == question.can_win;
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let (mut count, mut answers) = (1, Vec::new());
    for m in moves {
        let (answer, below, token) = match game.play(m) {
            Played::Illegal => continue,
            Played::Over(outcome, token) => (Some(outcome.winner() == Some(question.can_win)), 1, token),
            Played::Open(token) => {
                let (answer, below) = plain_count(game, question, limit - 1);
                (answer, below, token)
            }
        };
        game.undo(token);
        count += below;
        answers.push(answer);
        if answer == Some(attacks) {
            return (answer, count);
        }
    }
    (if answers.contains(&None) { None } else { Some(!attacks) }, count)
}

#[test]
fn iterative_deepening_counts_every_position_it_comes_to() {
    for can_win in Player::BOTH {
        let (mut game, question) = (Mnk::new(3, 2, 3), Question { can_win });
        let mut expected = 0;
        for limit in 1.. {
            let (answer, count) = plain_count(&mut game, question, limit);
            expected += count;
            if answer.is_some() {
                break;
            }
        }
        let options = options(Method::Id, Shallow::Off, Published::USUAL);
        let found = ask(&game, question, &options, &Monitor::default()).expect("enough memory");
        assert_eq!(found.statistics.nodes, expected);
    }
}

/// Taking turns, several threads visit the same nodes every time.
#[test]
fn threads_in_turn_repeat_themselves() {
    let published = Published { in_turn: true, ..Published::USUAL };
    let threads = NonZeroU16::new(12).expect("not zero");
    let options = Options { threads, ..options(Method::Dfpn, Shallow::Off, published) };
    let nodes = || {
        let question = Question { can_win: Player::First };
        let report = ask(&Mnk::new(4, 3, 3), question, &options, &Monitor::default()).expect("enough memory");
        report.statistics.nodes
    };
    let once = nodes();
    assert!((0..5).all(|_| nodes() == once));
}
