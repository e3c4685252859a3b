//! A piece of a search: df-pn from a position until its numbers reach thresholds or a limit is reached.
//!
//! Whoever coordinates many searches knows more than one of them: that other positions have become more promising. So a
//! piece ends at thresholds, says how far it has come, and what it thinks of the children that are left, so that the next
//! pieces can begin there. What it knows stays in its [`Knowledge`], and a later piece of the same game and question goes
//! on from that, wherever it begins. Pieces may be searched at the same time with the same knowledge; a [`Company`] keeps them
//! from doing the same work twice.

use crate::crowd::Company;
use crate::dfpn::{self, Searched};
use crate::knowledge::Knowledge;
use crate::numbers::{Numbers, Thresholds, summarise};
use crate::question::Question;
use crate::solve::{Options, Solvable};
use crate::watch::{Monitor, Statistics, StopReason, Watch};
use yomikiri_game::{Key, Played};

/// What a piece of a search has come to.
#[derive(Clone, Debug)]
pub struct Explored<M> {
    /// The numbers of the position. If nothing was searched, `None`.
    pub numbers: Option<Numbers>,
    /// Why it ended, if the position is neither decided nor at the thresholds.
    pub stopped: Option<StopReason>,
    /// The cost.
    pub statistics: Statistics,
    /// The children that are left to search. What is missing was decided against the player to move.
    pub children: Vec<Successor<M>>,
    /// What was noted of positions: their keys, numbers and what they have cost.
    pub notes: Vec<(Key, Numbers, u64)>,
}

/// A child of a position, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor<M> {
    /// The move.
    pub m: M,
    /// The key under which the search knows the position after it.
    pub key: Key,
    /// Its numbers.
    pub numbers: Numbers,
    /// The nodes that they have cost; 0 for a first guess.
    pub work: u64,
}

/// Searches a position by df-pn, from what is known already about the same game and question, until it is decided, its
/// numbers reach the thresholds, or a limit is reached.
pub fn explore<G: Solvable>(
    game: &G,
    question: Question,
    knowledge: &Knowledge,
    company: &Company,
    thresholds: Thresholds,
    options: &Options,
    monitor: &Monitor,
) -> Explored<G::Move> {
    let mut watch = Watch::new(options.limits, monitor);
    let mut narrowed = game.narrowed(question.can_win);
    let attacks = narrowed.to_move() == question.can_win;
    // A search that is stopped leaves the board where it was.
    let Searched { result, children, notes } = dfpn::search_within(
        &mut narrowed.clone(),
        question,
        options.into(),
        thresholds,
        &knowledge.table,
        company,
        &mut watch,
    );
    let numbers = match result {
        Ok(numbers) if numbers.is_decided() => Some(numbers),
        Err(_) if children.is_empty() => None,
        // As they are, and not as they look with others in the position.
        Ok(_) | Err(_) => Some(summarise(children.iter().map(|&(_, numbers, _)| numbers), attacks).numbers),
    };
    let statistics = watch.finish();
    let notes = notes.into_iter().map(|(key, (numbers, work))| (key, numbers, work)).collect();
    let children = with_moves(&mut narrowed, children);
    Explored { numbers, stopped: result.err(), statistics, children, notes }
}

/// The moves to children that are known by their keys.
fn with_moves<G: Solvable>(game: &mut G, mut children: Vec<(Key, Numbers, u64)>) -> Vec<Successor<G::Move>> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut found = Vec::with_capacity(children.len());
    for m in moves {
        if children.is_empty() {
            break;
        }
        let token = match game.play(m) {
            Played::Illegal => continue,
            Played::Over(_, token) => {
                game.undo(token);
                continue;
            }
            Played::Open(token) => token,
        };
        let reached = game.key();
        game.undo(token);
        if let Some(at) = children.iter().position(|&(key, ..)| key == reached) {
            let (key, numbers, work) = children.swap_remove(at);
            found.push(Successor { m, key, numbers, work });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Limits;
    use crate::{Answer, ask};
    use yomikiri_game::samples::{Boxes, Mnk};
    use yomikiri_game::{Played, Player};

    const ONE_LOOK: Thresholds = Thresholds(Numbers { proof: 1, disproof: 1 });

    /// The answer, found by looking once at each position of a tree that this test keeps: children that a look leaves out
    /// are those that do not matter.
    fn by_looks<G: Solvable>(game: &mut G, question: Question, knowledge: &Knowledge) -> bool {
        let (company, options) = (Company::new(1), Options::default());
        let Explored { numbers, children, .. } =
            explore(game, question, knowledge, &company, ONE_LOOK, &options, &Monitor::default());
        if let Some(answer) = numbers.and_then(Numbers::answer) {
            return answer;
        }
        let wanted = question.answer_in_favour_of(game.to_move());
        for child in children {
            let Played::Open(token) = game.play(child.m) else { panic!("the game goes on after a child") };
            let answer = by_looks(game, question, knowledge);
            game.undo(token);
            if answer == wanted {
                return wanted;
            }
        }
        !wanted
    }

    #[test]
    fn children_are_all_that_matters() {
        fn same<G: Solvable>(game: &G) {
            for can_win in Player::BOTH {
                let question = Question { can_win };
                let whole = ask(game, question, &Options::default(), &Monitor::default()).expect("memory");
                let knowledge = Knowledge::new(1 << 20).expect("memory");
                let found = by_looks(&mut game.clone(), question, &knowledge);
                assert_eq!(whole.answer.known(), Some(found));
            }
        }
        same(&Mnk::new(3, 3, 3));
        same(&Mnk::new(4, 3, 3));
        same(&Boxes::new(2, 2));
    }

    /// Pieces with rising thresholds come to the answer, and an interrupted one tells how far it has come.
    #[test]
    fn pieces_go_on_from_each_other() {
        let game = Mnk::new(4, 4, 4);
        let question = Question { can_win: Player::First };
        let options = Options { memory: 4 << 20, ..Options::default() };
        let whole = ask(&game, question, &options, &Monitor::default()).expect("memory");
        assert_eq!(whole.answer, Answer::No);
        let knowledge = Knowledge::new(options.memory).expect("memory");
        let company = Company::new(1);
        let (mut nodes, mut limit, mut pieces) = (0, 2, 0);
        let found = loop {
            pieces += 1;
            let limits = Limits { nodes: Some(whole.statistics.nodes / 5), time: None };
            let options = Options { limits, ..options };
            let thresholds = Thresholds(Numbers { proof: limit, disproof: limit });
            let explored =
                explore(&game, question, &knowledge, &company, thresholds, &options, &Monitor::default());
            nodes += explored.statistics.nodes;
            let numbers = explored.numbers.expect("searched");
            if let Some(answer) = numbers.answer() {
                break answer;
            }
            assert!(explored.stopped.is_some() || !thresholds.allow(numbers));
            assert!(!explored.children.is_empty());
            limit += limit / 4 + 1;
        };
        assert!(!found);
        assert!(pieces > 5 && nodes < 2 * whole.statistics.nodes, "{pieces} pieces, {nodes} nodes");
    }

    /// Many at the same position with the same knowledge find the answer, and share the work.
    #[test]
    fn company_shares_the_work() {
        let game = Mnk::new(4, 4, 4);
        let question = Question { can_win: Player::First };
        let options = Options { memory: 4 << 20, ..Options::default() };
        let alone = ask(&game, question, &options, &Monitor::default()).expect("memory").statistics.nodes;
        let (knowledge, company) = (Knowledge::new(options.memory).expect("memory"), Company::new(4));
        let nodes: u64 = std::thread::scope(|scope| {
            let search = || {
                let monitor = Monitor::default();
                let found =
                    explore(&game, question, &knowledge, &company, Thresholds::NONE, &options, &monitor);
                assert_eq!(found.numbers.and_then(Numbers::answer), Some(false));
                found.statistics.nodes
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(search)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
        });
        assert!(nodes < 2 * alone, "{nodes} nodes instead of {alone}");
    }

    /// Who learns what another one has noted has less to do.
    #[test]
    fn notes_save_work() {
        let game = Mnk::new(4, 4, 4);
        let question = Question { can_win: Player::First };
        let options = Options { memory: 4 << 20, ..Options::default() };
        let search = |knowledge: &Knowledge| {
            let (company, monitor) = (Company::new(1).noting(8), Monitor::default());
            explore(&game, question, knowledge, &company, Thresholds::NONE, &options, &monitor)
        };
        let first = search(&Knowledge::new(options.memory).expect("memory"));
        assert!(first.notes.len() > 10 && first.notes.iter().all(|&(_, _, work)| work >= 8));
        let informed = Knowledge::new(options.memory).expect("memory");
        for &(key, numbers, work) in &first.notes {
            informed.learn(key, numbers, work);
        }
        let second = search(&informed);
        assert_eq!(second.numbers, first.numbers);
        assert!(second.statistics.nodes < first.statistics.nodes / 4, "{:?}", second.statistics);
    }

    #[test]
    fn what_is_learned_is_believed() {
        let game = Mnk::new(4, 3, 3);
        let question = Question { can_win: Player::First };
        let knowledge = Knowledge::new(1 << 20).expect("memory");
        let look = |knowledge| {
            let (company, options) = (Company::new(1), Options::default());
            explore(&game, question, knowledge, &company, ONE_LOOK, &options, &Monitor::default())
        };
        let before = look(&knowledge);
        assert!(before.numbers.is_some_and(|numbers| !numbers.is_decided()));
        knowledge.learn(before.children[0].key, Numbers::decided(true), 100);
        assert_eq!(look(&knowledge).numbers, Some(Numbers::decided(true)));
    }
}
