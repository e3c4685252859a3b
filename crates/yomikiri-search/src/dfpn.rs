//! Depth-first proof-number search.
//!
//! It develops the same most-proving nodes as best-first proof-number search, but stays below a node while
//! that is where the most-proving node is: a node is searched until its proof or disproof number reaches a
//! threshold at which some other part of the tree is more promising. What was found is kept in a table, so
//! that memory is bounded.
//!
//! - The numbers of a node's children live in the frame of the node on the path, and are read from the
//!   table once when the node is entered: keys are not computed again and again, and since a child's result
//!   goes straight into the frame, a table that forgets everything costs time but cannot make the search
//!   go round in circles.
//! - Moves that lead to the same position are one child. (In Trax a tile and the one that it forces are often the same
//!   move twice.) Counted twice, a child would make its parent look harder than it is, and its second copy would
//!   not learn what a search of the first has found.
//! - The children of nodes left a short while ago are kept (`child_cache.rs`), so that a return costs a few look-ups. Hence the
//!   table holds positions that were visited, and not the first guesses for all others.
//! - A move that decided another node at the same level (a killer) makes its child look twice as good at first.
//! - The 1 + ε rule: a child is left only when another one is better by the fraction ε, so that the search
//!   does not jump between equally promising children.
//! - A shallow search at each node (`expansion.rs`), at every visit or at new nodes only.
//!
//! **Threads.** Several threads search from the root with one table. A thread inside a node makes it look
//! worse to the others (a virtual proof number), by a sixteenth if all others are in it, so that they spread out. It is added where the best
//! child is chosen and the least number taken, never to the sum, and never to a decided child, which would
//! look undecided. Children in which another thread is or was are read from the table again.
//!
//! The pseudo-code of the 2017 paper tests ϕ = ∞ for "proven" at its end; that is a misprint for ϕ = 0.
//!
//! # References
//! - A. Nagai and H. Imai, *Proof for the equivalence between some best-first algorithms and depth-first
//!   algorithms for AND/OR trees*, 1999; A. Nagai, PhD thesis, University of Tokyo, 2002.
//! - J. Pawlewicz and Ł. Lew, *Improving depth-first PN-search: 1 + ε trick*, Computers and Games 2006.
//! - K. Kuwabara and K. Hoki, *An attempt to find the game value of Limited TRAX*, 2017, section 4.5.

use crate::child_cache::{ChildCache, ExactPosition};
use crate::crowd::{Company, Crowd, Finish, STACK};
use crate::ending::{EndingReader, Endings};
use crate::expansion::{Candidate, Expanded, NewChildren, Recalled, expand};
use crate::numbers::{Numbers, Thresholds, summarise};
use crate::question::Question;
use crate::solve::{Shallow, ShallowWhen};
use crate::table::{Handle, Table};
use crate::watch::{StopReason, Watch};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use yomikiri_game::{Canonical, Game, Key, Outlook, Played, Tactics};

/// How df-pn goes about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) shallow: Shallow,
    pub(crate) when: ShallowWhen,
    pub(crate) epsilon: f64,
    /// Whether first guesses follow from what is seen of a position.
    pub(crate) guesses: bool,
    pub(crate) endings: Endings,
    pub(crate) threads: usize,
}

/// What is known of a child on the path's frames.
struct Child<M> {
    m: M,
    key: Key,
    numbers: Numbers,
    /// The nodes that its numbers have cost so far; 0 for a position never visited.
    work: u64,
    /// The answer that will be found when it is visited, if the game is over here (at shallow depth 0 only). Such a child is not in
    /// the table: its key may be that of a position in which the game goes on.
    ended: Option<bool>,
    /// How many other threads were in it at the last look.
    others: u32,
}

impl<M> Child<M> {
    /// Its numbers as they look with other threads in it: worse for the player to move, so that he rather
    /// goes elsewhere. A decided child stays decided.
    #[inline]
    fn visible(&self, mover_attacks: bool, helpers: u32) -> Numbers {
        if self.others == 0 || self.numbers.is_decided() {
            self.numbers
        } else {
            self.numbers.worse_for_mover(mover_attacks, self.others, helpers)
        }
    }
}

/// Answers the question about `game`.
pub(crate) fn search<G: Canonical + Tactics + Send>(
    game: &mut G,
    question: Question,
    settings: Settings,
    table: &Table<Numbers>,
    watch: &mut Watch<'_>,
) -> Result<bool, StopReason> {
    let company = Company::new(settings.threads as u32);
    let searched = search_within(game, question, settings, Thresholds::NONE, table, &company, watch);
    searched.result.map(|numbers| numbers.proof == 0)
}

/// What a search within thresholds has come to.
pub(crate) struct Searched {
    /// The numbers, or why they are neither decided nor at the thresholds.
    pub(crate) result: Result<Numbers, StopReason>,
    /// The children that are not decided: their keys, numbers and what they have cost.
    pub(crate) children: Vec<(Key, Numbers, u64)>,
    /// The same of all positions that are to be noted.
    pub(crate) notes: FxHashMap<Key, (Numbers, u64)>,
}

/// Searches `game` until it is decided or its numbers reach the thresholds, perhaps while others search with the same table.
pub(crate) fn search_within<G: Canonical + Tactics + Send>(
    game: &mut G,
    question: Question,
    settings: Settings,
    thresholds: Thresholds,
    table: &Table<Numbers>,
    company: &Company,
    watch: &mut Watch<'_>,
) -> Searched {
    let finish = Finish::default();
    let run = |game: &mut G, watch: &mut Watch<'_>| {
        let mut search = Dfpn {
            question,
            settings,
            crowd: &company.crowd,
            others: company.others(),
            finish: &finish,
            table: table.handle(),
            endings: EndingReader::new(question, Arc::clone(&company.endings)),
            frames: Vec::new(),
            killers: Vec::new(),
            child_cache: ChildCache::new(),
            interrupted: None,
            notable: company.notable,
            notes: FxHashMap::default(),
            watch,
        };
        let key = game.key();
        company.crowd.enter(key);
        let result = search.visit(game, key, 0, thresholds, 0);
        company.crowd.leave(key);
        search.watch.show_table(table);
        if result.is_ok() {
            finish.announce();
        }
        let children = search.frames.first_mut().map(std::mem::take).unwrap_or_default();
        let open = children.into_iter().filter(|child| !child.numbers.is_decided());
        let children = open.map(|child| (child.key, child.numbers, child.work)).collect();
        Searched { result, children, notes: search.notes }
    };
    if settings.threads == 1 {
        return run(game, watch);
    }
    std::thread::scope(|scope| {
        // A thread that cannot be had is done without.
        let helpers: Vec<_> = (1..settings.threads)
            .filter_map(|_| {
                let (mut game, mut watch) = (game.clone(), watch.for_helper());
                let run = &run;
                let work = move || (run(&mut game, &mut watch), watch);
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut result = run(game, watch);
        for helper in helpers {
            let (found, helper) = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            watch.absorb(helper);
            result.notes.extend(found.notes);
            // Whoever has the answer ends the search for all.
            if result.result.is_err() && found.result.is_ok() {
                (result.result, result.children) = (found.result, found.children);
            }
        }
        result
    })
}

struct Dfpn<'a, 'w, M> {
    question: Question,
    settings: Settings,
    crowd: &'a Crowd,
    /// The threads of this and other searches, except this one.
    others: u32,
    finish: &'a Finish,
    table: Handle<'a, Numbers>,
    endings: EndingReader<M>,
    /// The children at each level of the path, kept to be used again.
    frames: Vec<Vec<Child<M>>>,
    /// The moves that decided nodes at each level of the path in favour of their player to move, the latest first.
    killers: Vec<[Option<M>; 2]>,
    child_cache: ChildCache<Child<M>>,
    /// The numbers of the node that a search was interrupted in, while the path is left.
    interrupted: Option<Numbers>,
    /// Positions that have cost so many nodes,
    notable: u64,
    /// and what is known of them.
    notes: FxHashMap<Key, (Numbers, u64)>,
    watch: &'a mut Watch<'w>,
}

impl<M: Copy + Eq> Dfpn<'_, '_, M> {
    /// Searches a position until it is decided or its numbers reach the thresholds. `work` is what it has
    /// cost in earlier visits.
    fn visit<G>(
        &mut self,
        game: &mut G,
        key: Key,
        depth: usize,
        thresholds: Thresholds,
        work: u64,
    ) -> Result<Numbers, StopReason>
    where
        G: Canonical + Tactics + Game<Move = M>,
    {
        if self.finish.is_announced() {
            return Err(StopReason::Interrupted);
        }
        self.table.rest();
        if work == 0
            && depth > 0
            && let Some(answer) = self.read_out(game)
        {
            self.watch.node()?;
            self.watch.reached(depth as u32)?;
            self.keep(key, Numbers::decided(answer), 1);
            return Ok(Numbers::decided(answer));
        }
        let nodes_before = self.watch.statistics.nodes;
        if self.frames.len() == depth {
            self.frames.push(Vec::new());
            self.killers.push([None; 2]);
        }
        let mut children = std::mem::take(&mut self.frames[depth]);
        children.clear();
        let shallow = match self.settings.when {
            ShallowWhen::NewNodes if work > 0 => Shallow::One,
            _ => self.settings.shallow,
        }
        .min(self.settings.shallow);
        let question = self.question;
        // What a shallow search gave is as good at the next visit, unless that is to have another one.
        let exact = ExactPosition::of(game, key).filter(|_| self.settings.when == ShallowWhen::EveryVisit);
        let expanded = if let Some(exact) = exact
            && self.child_cache.take(exact, &mut children)
        {
            self.bring_up_to_date(&mut children);
            Expanded::Open
        } else {
            let mut new_children = Path {
                question,
                table: &self.table,
                children: &mut children,
                unknown_key: None,
                guesses: self.settings.guesses,
                keeps_guesses: self.settings.when == ShallowWhen::NewNodes,
                killers: self.killers[depth],
            };
            expand(game, question, shallow, &mut new_children, self.watch)?
        };
        if !expanded.belongs_to_parent(shallow) || depth == 0 {
            self.watch.node()?;
            self.watch.reached(depth as u32)?;
        }
        let (numbers, spent) = match expanded {
            Expanded::Finished(answer) => (Numbers::decided(answer), 0),
            Expanded::Decided(answer) if work == 0 => (Numbers::decided(answer), 0),
            Expanded::Decided(answer) => (Numbers::decided(answer), 1),
            Expanded::Open => {
                let attacks = game.to_move() == question.can_win;
                match self.develop(game, &mut children, depth, thresholds) {
                    Ok(numbers) => {
                        self.note_killer(attacks, &children, depth);
                        (numbers, self.watch.statistics.nodes - nodes_before)
                    }
                    Err(reason) => {
                        // Whoever goes on finds the path as it was left, and not as it was when it was entered.
                        let numbers = summarise(children.iter().map(|child| child.numbers), attacks).numbers;
                        self.interrupted = Some(numbers);
                        self.keep(key, numbers, work + self.watch.statistics.nodes - nodes_before);
                        self.frames[depth] = children;
                        return Err(reason);
                    }
                }
            }
        };
        // The root is not visited again, and its children are looked at when it is left.
        if let Some(exact) = exact
            && depth > 0
            && !numbers.is_decided()
        {
            self.child_cache.put(exact, &mut children);
        }
        self.frames[depth] = children;
        self.keep(key, numbers, work + spent);
        Ok(numbers)
    }

    /// Notes the move that has just decided a node for its player to move, if there is one.
    fn note_killer(&mut self, mover_attacks: bool, children: &[Child<M>], depth: usize) {
        if let Some(good) = children.iter().find(|child| child.numbers.of_mover(mover_attacks) == 0)
            && self.killers[depth][0] != Some(good.m)
        {
            self.killers[depth] = [Some(good.m), self.killers[depth][0]];
        }
    }

    /// Reads the numbers of children again that were kept for a while.
    fn bring_up_to_date(&self, children: &mut [Child<M>]) {
        for child in children.iter_mut().filter(|child| child.ended.is_none()) {
            if let Some((numbers, work)) = self.table.get(child.key) {
                (child.numbers, child.work) = (numbers, work);
            }
            child.others = 0;
        }
    }

    /// Follows the best child again and again until the thresholds are reached.
    fn develop<G>(
        &mut self,
        game: &mut G,
        children: &mut [Child<M>],
        depth: usize,
        thresholds: Thresholds,
    ) -> Result<Numbers, StopReason>
    where
        G: Canonical + Tactics + Game<Move = M>,
    {
        let attacks = game.to_move() == self.question.can_win;
        let helpers = self.others;
        loop {
            if helpers > 0 {
                self.refresh(children);
            }
            let summary = summarise(children.iter().map(|child| child.visible(attacks, helpers)), attacks);
            if depth == 0 {
                self.watch.show_root(summary.numbers.proof, summary.numbers.disproof);
            }
            if summary.numbers.is_decided() || !thresholds.allow(summary.numbers) {
                return Ok(summary.numbers);
            }
            let child = &mut children[summary.best];
            let limits = thresholds.for_best_child(&summary, child.numbers, attacks, self.settings.epsilon);
            if let Some(answer) = child.ended {
                self.watch.node()?;
                child.numbers = Numbers::decided(answer);
                continue;
            }
            let nodes_before = self.watch.statistics.nodes;
            let Played::Open(token) = game.play(child.m) else {
                unreachable!("the game went on here when the child was found");
            };
            self.watch.follows(depth, child.key);
            self.crowd.enter(child.key);
            let found = self.visit(game, child.key, depth + 1, limits, child.work);
            self.crowd.leave(child.key);
            child.work += self.watch.statistics.nodes - nodes_before;
            match found {
                Ok(numbers) => child.numbers = numbers,
                Err(reason) => {
                    child.numbers = self.interrupted.take().unwrap_or(child.numbers);
                    return Err(reason);
                }
            }
            game.undo(token);
        }
    }

    /// The answer for a position that is an ending, if it can be read out.
    fn read_out<G>(&mut self, game: &mut G) -> Option<bool>
    where
        G: Canonical + Tactics + Game<Move = M>,
    {
        let Endings { left, plays } = self.settings.endings;
        if game.left().is_none_or(|now| now > left) {
            return None;
        }
        let (answer, spent) = self.endings.read_out(game, plays);
        self.watch.statistics.ending_plays += u64::from(spent);
        answer
    }

    /// Looks again at the children that other threads are or were in.
    fn refresh(&self, children: &mut [Child<M>]) {
        for child in children.iter_mut().filter(|child| child.ended.is_none()) {
            let others = self.crowd.in_node(child.key);
            if others > 0 || child.others > 0 {
                if let Some((numbers, work)) = self.table.get(child.key) {
                    (child.numbers, child.work) = (numbers, child.work.max(work));
                }
                child.others = others;
            }
        }
    }

    fn keep(&mut self, key: Key, numbers: Numbers, work: u64) {
        self.table.put(key, numbers, work);
        if work >= self.notable {
            self.notes.insert(key, (numbers, work));
        }
        self.watch.show_table(self.table.table());
    }
}

/// Children in the frame of a node on the path, with the table at hand.
struct Path<'a, 't, M> {
    question: Question,
    table: &'a Handle<'t, Numbers>,
    children: &'a mut Vec<Child<M>>,
    /// The key of a position that was asked about in vain and is being looked at.
    unknown_key: Option<Key>,
    /// Whether a new position is guessed at. If not, its numbers are 1 and 1.
    guesses: bool,
    /// Whether guesses go into the table. That takes six entries instead of one for each node, and what it saves is a look
    /// now and then, unless later visits of the node do not look.
    keeps_guesses: bool,
    /// Moves that were good in other positions at the same level of the path.
    killers: [Option<M>; 2],
}

impl<G: Canonical<Move: Eq>> NewChildren<G> for Path<'_, '_, G::Move> {
    fn recall(&mut self, game: &mut G, m: G::Move) -> Recalled {
        let key = game.key();
        if self.children.iter().any(|child| child.ended.is_none() && child.key == key) {
            return Recalled::Undecided;
        }
        let Some((numbers, work)) = self.table.get(key) else {
            self.unknown_key = Some(key);
            return Recalled::Nothing;
        };
        if let Some(answer) = numbers.answer() {
            return Recalled::Decided(answer);
        }
        self.children.push(Child { m, key, numbers, work, ended: None, others: 0 });
        Recalled::Undecided
    }

    fn add(&mut self, game: &mut G, Candidate { m, ended, outlook }: Candidate<G::Move>) {
        let outlook = if self.guesses { outlook } else { Outlook::UNKNOWN };
        let key = self.unknown_key.take().unwrap_or_else(|| game.key());
        let opponent_attacks = game.to_move() == self.question.can_win;
        let mut numbers = Numbers::guess(outlook, opponent_attacks);
        if outlook != Outlook::UNKNOWN && self.killers.contains(&Some(m)) {
            numbers = numbers.better_for_opponent(opponent_attacks);
        }
        if self.keeps_guesses && outlook != Outlook::UNKNOWN {
            self.table.put(key, numbers, 0);
        }
        self.children.push(Child { m, key, numbers, work: 0, ended, others: 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::{Limits, Monitor};
    use yomikiri_game::Player;
    use yomikiri_game::samples::{Boxes, Mnk};

    /// Solves with a table that forgets nearly everything, and gives the collections it took.
    fn with_tiny_table<G: Canonical + Tactics + Send>(game: &G, answers: [bool; 2]) -> u64 {
        let mut collections = 0;
        for (can_win, answer) in std::iter::zip(Player::BOTH, answers) {
            for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
                for when in [ShallowWhen::EveryVisit, ShallowWhen::NewNodes] {
                    for epsilon in [0.0, 0.25] {
                        let monitor = Monitor::default();
                        let mut watch = Watch::new(Limits::default(), &monitor);
                        let table = Table::tiny();
                        let endings = Endings { left: 3, plays: 20 };
                        let settings =
                            Settings { shallow, when, epsilon, guesses: true, endings, threads: 1 };
                        let question = Question { can_win };
                        let game = &mut game.clone();
                        let found = search(game, question, settings, &table, &mut watch);
                        assert_eq!(found, Ok(answer), "{settings:?}");
                        collections += table.collections();
                    }
                }
            }
        }
        collections
    }

    #[test]
    fn a_table_far_too_small_costs_time_only() {
        assert!(with_tiny_table(&Mnk::new(3, 3, 3), [false, false]) > 0);
        assert!(with_tiny_table(&Mnk::new(4, 3, 3), [true, false]) > 0);
        assert!(with_tiny_table(&Boxes::new(2, 2), [true, false]) > 0);
    }

    #[test]
    fn moves_to_the_same_position_are_one_child() {
        let (question, table) = (Question { can_win: Player::First }, Table::tiny());
        let (mut game, mut children) = (Mnk::new(3, 3, 3), Vec::new());
        let handle = table.handle();
        let mut new_children = Path {
            question,
            table: &handle,
            children: &mut children,
            unknown_key: None,
            guesses: true,
            keeps_guesses: false,
            killers: [None; 2],
        };
        let monitor = Monitor::default();
        let mut watch = Watch::new(Limits::default(), &monitor);
        let expanded = expand(&mut game, question, Shallow::Two, &mut new_children, &mut watch);
        assert_eq!((expanded, children.len()), (Ok(Expanded::Open), 3), "a corner, an edge, the centre");
    }
}
