//! Df-pn by the pseudo-code of paper 000.
//!
//! A node is a call of `MID`, here [`Dfpn::visit`]: every visit counts, first or not, and so does a visit of a position at which
//! the game is over. Positions that only the shallow search looks at do not count.
//!
//! - A position that was never visited has the numbers 1 and 1.
//! - Every legal move is a child of its own. Two that lead to the same position count twice in the sum.
//! - The shallow search of depth d goes before everything else at every visit. It asks no table and leaves nothing in it but
//!   the value of the node itself, as one that cost nothing. It may overlook some endings ([`Published::sharp`]).
//! - A thread in a node adds 1 to the number that the others choose by, which is also the number that is kept for their node. Not
//!   so if the node is decided: the pseudo-code adds it there, too, but then two threads that meet below a decided node keep
//!   each other there for ever, if they go at the same pace.
//!
//! The pseudo-code tests ϕ = ∞ for "proven" at its end; that is a misprint for ϕ = 0.
//!
//! Two caches make it fast without changing what is visited: the children of nodes left a short while ago (`child_cache.rs`), and
//! what the shallow search has seen of positions, with their keys (`glances.rs`).

use super::baton::Baton;
use super::glances::{Glance, Glances};
use super::{ChildNumbers, Published};
use crate::child_cache::{ChildCache, ExactPosition};
use crate::crowd::{Crowd, Finish, STACK};
use crate::numbers::{Numbers, Thresholds, summarise};
use crate::question::Question;
use crate::solve::Shallow;
use crate::table::{Handle, Table};
use crate::watch::{Patience, StopReason, Watch};
use yomikiri_game::{Canonical, Foreseen, Game, Key, Played, Status, Tactics, try_move};

/// How it goes about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) shallow: Shallow,
    pub(crate) threads: usize,
    pub(crate) published: Published,
    /// The memory for what the shallow search has seen, in bytes.
    pub(crate) glances: u64,
}

/// Answers the question about `game`.
pub(crate) fn search<G: Canonical + Tactics + Send>(
    game: &mut G,
    question: Question,
    settings: Settings,
    table: &Table<Numbers>,
    watch: &mut Watch<'_>,
) -> Result<bool, StopReason> {
    let (crowd, finish) = (Crowd::new(settings.threads), Finish::default());
    // Without exact keys a move has to be played to know which position it leads to. (A look of depth 0 or 1 takes no longer than
    // remembering it.)
    let keeps_glances = settings.shallow == Shallow::Two && game.exact_key().is_some();
    let glances = keeps_glances.then(|| Glances::new(settings.glances)).flatten();
    let baton = (settings.published.in_turn && settings.threads > 1).then(|| Baton::new(settings.threads));
    let run = |thread: usize, game: &mut G, watch: &mut Watch<'_>| {
        if let Some(baton) = &baton {
            baton.begin(thread);
        }
        let mut search = Dfpn {
            question,
            settings,
            thread,
            baton: baton.as_ref(),
            crowd: &crowd,
            finish: &finish,
            table: table.handle(),
            eye: if settings.published.sharp { None } else { game.overlooking() },
            glances: glances.as_ref(),
            child_cache: ChildCache::for_threads(settings.threads),
            candidates: Vec::new(),
            moves: Vec::new(),
            frames: Vec::new(),
            path: Vec::new(),
            watch,
        };
        let key = game.key();
        let result = search.visit(game, key, None, Thresholds::NONE, 0);
        search.watch.show_table(table);
        if result.is_ok() {
            finish.announce();
        }
        drop(search);
        if let Some(baton) = &baton {
            baton.leave(thread);
        }
        result.map(|numbers| numbers.proof == 0)
    };
    if settings.threads == 1 {
        return run(0, game, watch);
    }
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        for thread in 1..settings.threads {
            let (mut game, mut watch) = (game.clone(), watch.for_helper());
            let run = &run;
            let work = move || (run(thread, &mut game, &mut watch), watch);
            match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                Ok(helper) => helpers.push(helper),
                // A thread that cannot be had is done without.
                Err(_) => baton.iter().for_each(|baton| baton.leave(thread)),
            }
        }
        let mut result = run(0, game, watch);
        for helper in helpers {
            let (found, helper) = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            watch.absorb(helper);
            result = result.or(found);
        }
        result
    })
}

struct Child<M> {
    m: M,
    key: Key,
    /// The answer, if the game is over here.
    ended: Option<bool>,
    numbers: Numbers,
    /// The nodes that its numbers have cost so far.
    work: u64,
    /// How many moves of its parent the shallow search has looked at: so many looks does the paper take at every visit.
    looks: u32,
}

/// A move that may become a child.
struct Candidate<M> {
    m: M,
    foreseen: Option<Foreseen>,
    glance: Option<Glance>,
}

struct Dfpn<'a, 'w, G: Game> {
    question: Question,
    settings: Settings,
    thread: usize,
    baton: Option<&'a Baton>,
    crowd: &'a Crowd,
    finish: &'a Finish,
    table: Handle<'a, Numbers>,
    /// The position as the shallow search sees it, if that is another one.
    eye: Option<G>,
    glances: Option<&'a Glances>,
    child_cache: ChildCache<Child<G::Move>>,
    /// The moves of the node that is being expanded, with what is known of them without playing them.
    candidates: Vec<Candidate<G::Move>>,
    /// Room for moves.
    moves: Vec<G::Move>,
    /// The children at each level of the path, kept to be used again.
    frames: Vec<Vec<Child<G::Move>>>,
    /// The nodes from the root to here.
    path: Vec<Key>,
    watch: &'a mut Watch<'w>,
}

impl<G: Canonical + Tactics> Dfpn<'_, '_, G> {
    /// `MID`: searches a position until it is decided or its numbers reach the thresholds.
    fn visit(
        &mut self,
        game: &mut G,
        key: Key,
        ended: Option<bool>,
        thresholds: Thresholds,
        work: u64,
    ) -> Result<Numbers, StopReason> {
        if let Some(baton) = self.baton {
            let thread = self.thread;
            self.table.step_aside(|| baton.pass(thread));
        }
        if self.finish.is_announced() {
            return Err(StopReason::Interrupted);
        }
        self.table.rest();
        let before = self.watch.statistics.nodes;
        let depth = self.path.len();
        self.watch.node()?;
        self.watch.reached(depth as u32)?;
        if let Some(answer) = ended {
            return Ok(self.keep(key, Numbers::decided(answer), work + 1));
        }
        if self.frames.len() == depth {
            self.frames.push(Vec::new());
        }
        let mut children = std::mem::take(&mut self.frames[depth]);
        children.clear();
        let keeps_keys = self.settings.published.children != ChildNumbers::Moves;
        let exact = keeps_keys.then(|| ExactPosition::of(game, key)).flatten();
        let answer = if exact.is_some_and(|exact| self.child_cache.take(exact, &mut children)) {
            self.watch.statistics.shallow_nodes += children.first().map_or(0, |child| child.looks.into());
            None
        } else {
            self.expand(game, &mut children)?
        };
        let (numbers, work) = match answer {
            // Cheap to find again, so that it is among the first to be dropped.
            Some(answer) => (Numbers::decided(answer), 0),
            None => {
                for child in &mut children {
                    (child.numbers, child.work) = self.table.get(child.key).unwrap_or((Numbers::OPEN, 0));
                }
                self.path.push(key);
                let numbers = self.develop(game, &mut children, thresholds)?;
                self.path.pop();
                (numbers, work + self.watch.statistics.nodes - before)
            }
        };
        if let Some(exact) = exact
            && !numbers.is_decided()
        {
            self.child_cache.put(exact, &mut children);
        }
        self.frames[depth] = children;
        Ok(self.keep(key, numbers, work))
    }

    /// The shallow search, and the children that it leaves open, whose numbers are not read yet; or the answer, if it has one.
    fn expand(
        &mut self,
        game: &mut G,
        children: &mut Vec<Child<G::Move>>,
    ) -> Result<Option<bool>, StopReason> {
        let (question, shallow) = (self.question, self.settings.shallow);
        let wanted = question.answer_in_favour_of(game.to_move());
        let mut candidates = std::mem::take(&mut self.candidates);
        self.find_candidates(game, &mut candidates);
        let (mut stuck, mut looks, mut hint) = (true, 0, None);
        let mut answer = None;
        for candidate in &candidates {
            let Some((glance, ended)) = self.glance(game, candidate, &mut hint) else {
                continue;
            };
            let m = candidate.m;
            stuck = false;
            if shallow > Shallow::Off {
                looks += 1;
                let patience = if shallow == Shallow::Two { Patience::Some } else { Patience::Much };
                self.watch.child(patience)?;
            }
            match glance.known {
                None => children.push(Child {
                    m,
                    key: glance.key,
                    ended,
                    numbers: Numbers::OPEN,
                    work: 0,
                    looks: 0,
                }),
                Some(seen) if seen == wanted => {
                    answer = Some(wanted);
                    break;
                }
                Some(_) => {}
            }
        }
        self.candidates = candidates;
        self.watch.statistics.shallow_nodes += u64::from(looks);
        children.iter_mut().for_each(|child| child.looks = looks);
        Ok(match answer {
            None if stuck => Some(question.answered_by(game.outcome_when_stuck())),
            None => children.is_empty().then_some(!wanted),
            answer => answer,
        })
    }

    /// The moves of a node, with what is known of them without playing them.
    fn find_candidates(&mut self, game: &mut G, candidates: &mut Vec<Candidate<G::Move>>) {
        candidates.clear();
        self.moves.clear();
        game.all_moves(&mut self.moves);
        candidates.extend(self.moves.iter().map(|&m| Candidate { m, foreseen: None, glance: None }));
        if let Some(glances) = self.glances {
            for candidate in candidates.iter_mut() {
                candidate.foreseen = Some(game.foresee(candidate.m));
            }
            // In a loop of its own: a processor that need not wait for one fetches several from memory at once.
            for candidate in candidates {
                if let Some(Foreseen::Open { quick_key, .. }) = candidate.foreseen {
                    candidate.glance = glances.get(quick_key);
                }
            }
        }
    }

    /// What the shallow search says of a move, with the key of the position after it (if it does not have the answer), and the
    /// answer if the game is over there. `None` if the move is illegal. `hint` is a reply that ended the game after another move.
    fn glance(
        &mut self,
        game: &mut G,
        candidate: &Candidate<G::Move>,
        hint: &mut Option<G::Move>,
    ) -> Option<(Glance, Option<bool>)> {
        if let Some(glance) = candidate.glance {
            return Some((glance, None));
        }
        if let Some(Foreseen::Illegal) = candidate.foreseen {
            return None;
        }
        let seen = self.play_and_look(game, candidate.m, hint);
        if let (Some(glances), Some(Foreseen::Open { quick_key, .. }), Some((glance, _))) =
            (self.glances, candidate.foreseen, seen)
        {
            glances.put(quick_key, glance);
        }
        seen
    }

    /// The same by playing the move.
    fn play_and_look(
        &mut self,
        game: &mut G,
        m: G::Move,
        hint: &mut Option<G::Move>,
    ) -> Option<(Glance, Option<bool>)> {
        let (question, shallow) = (self.question, self.settings.shallow);
        let (eye, moves) = (&mut self.eye, &mut self.moves);
        try_move(game, m, |game, status| {
            let ended = match status {
                Status::Over(outcome) => Some(question.answered_by(outcome)),
                Status::Open => None,
            };
            let mut look = |game: &mut G, status| match status {
                _ if shallow == Shallow::Off => None,
                Status::Over(outcome) => Some(question.answered_by(outcome)),
                Status::Open if shallow == Shallow::Two => answer_of_next_move(game, question, hint, moves),
                Status::Open => None,
            };
            let known = match eye {
                None => look(game, status),
                // What overlooks some ends of the game takes others for draws, so it is believed only if it is right.
                Some(eye) => {
                    try_move(eye, m, &mut look).flatten().filter(|&seen| look(game, status) == Some(seen))
                }
            };
            let key = if known.is_none() { game.key() } else { Key(0) };
            (Glance { key, known }, ended)
        })
    }

    /// Follows the best child again and again until the thresholds are reached.
    fn develop(
        &mut self,
        game: &mut G,
        children: &mut [Child<G::Move>],
        thresholds: Thresholds,
    ) -> Result<Numbers, StopReason> {
        let attacks = game.to_move() == self.question.can_win;
        let (depth, published) = (self.path.len() - 1, self.settings.published);
        // The numbers were read when the node was entered.
        let mut are_new = published.children != ChildNumbers::Moves;
        loop {
            if !std::mem::take(&mut are_new) {
                self.look_again(game, children);
            }
            let crowd = self.crowd;
            let looks = |child: &Child<G::Move>| match published.virtual_numbers {
                true => child.numbers.with_threads(attacks, crowd.in_node(child.key)),
                false => child.numbers,
            };
            let summary = summarise(children.iter().map(looks), attacks);
            if depth == 0 {
                self.watch.show_root(summary.numbers.proof, summary.numbers.disproof);
            }
            if summary.numbers.is_decided() || !thresholds.allow(summary.numbers) {
                return Ok(summary.numbers);
            }
            if published.tells && self.settings.threads > 1 {
                let here = self.decided_numbers(depth);
                if here.is_some() || (0..depth).any(|above| self.decided_numbers(above).is_some()) {
                    return Ok(here.unwrap_or(summary.numbers));
                }
            }
            let child = &mut children[summary.best];
            let limits = thresholds.for_best_child(&summary, child.numbers, attacks, 0.0);
            let (Played::Open(token) | Played::Over(_, token)) = game.play(child.m) else {
                unreachable!("the move was legal when the child was found");
            };
            let seen = self.eye.as_mut().map(|eye| eye.play(child.m));
            let before = self.watch.statistics.nodes;
            self.watch.follows(depth, child.key);
            self.crowd.enter(child.key);
            let found = self.visit(game, child.key, child.ended, limits, child.work);
            self.crowd.leave(child.key);
            child.numbers = found?;
            child.work += self.watch.statistics.nodes - before;
            game.undo(token);
            if let (Some(eye), Some(Played::Open(token) | Played::Over(_, token))) = (&mut self.eye, seen) {
                eye.undo(token);
            }
        }
    }

    /// Reads the numbers of the children again, if they are not kept.
    fn look_again(&self, game: &mut G, children: &mut [Child<G::Move>]) {
        for child in children {
            match self.settings.published.children {
                // Several threads cannot know each other's arrays.
                ChildNumbers::Array if self.settings.threads == 1 => return,
                ChildNumbers::Array | ChildNumbers::Keys => {}
                ChildNumbers::Moves => {
                    let key = try_move(game, child.m, |game, _| game.key());
                    debug_assert_eq!(key, Some(child.key));
                    child.key = key.unwrap_or(child.key);
                }
            }
            (child.numbers, child.work) = self.table.get(child.key).unwrap_or((child.numbers, child.work));
        }
    }

    /// The numbers of a node on the path, if another thread has decided it.
    fn decided_numbers(&self, depth: usize) -> Option<Numbers> {
        let (numbers, _) = self.table.get(self.path[depth])?;
        numbers.is_decided().then_some(numbers)
    }

    fn keep(&mut self, key: Key, numbers: Numbers, work: u64) -> Numbers {
        self.table.put(key, numbers, work);
        self.watch.show_table(self.table.table());
        numbers
    }
}

impl Numbers {
    /// The same with `threads` added to the number of the player to move, if that is not decided.
    fn with_threads(self, mover_attacks: bool, threads: u32) -> Self {
        if self.is_decided() {
            return self;
        }
        let own = self.of_mover(mover_attacks).saturating_add(threads);
        Self::for_mover(mover_attacks, own, self.of_opponent(mover_attacks))
    }
}

/// The answer, if one more move of whoever is to move here gives it: he ends the game as he likes, or every move of his ends
/// it as he does not. `hint` is a move to try first; a move that ends the game takes its place.
fn answer_of_next_move<G: Canonical + Tactics>(
    game: &mut G,
    question: Question,
    hint: &mut Option<G::Move>,
    moves: &mut Vec<G::Move>,
) -> Option<bool> {
    let mover = game.to_move();
    let wanted = question.answer_in_favour_of(mover);
    if let Some(finish) = game.finishing_move(question.aim(mover), *hint) {
        *hint = Some(finish);
        return Some(wanted);
    }
    moves.clear();
    game.moves(moves);
    let mut stuck = true;
    for &m in moves.iter() {
        match game.foresee(m) {
            Foreseen::Illegal => {}
            Foreseen::Open { .. } => return None,
            Foreseen::Over(_) => stuck = false,
        }
    }
    Some(if stuck { question.answered_by(game.outcome_when_stuck()) } else { !wanted })
}
