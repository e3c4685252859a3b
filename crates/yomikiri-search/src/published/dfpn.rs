//! Df-pn by the pseudo-code of paper 000.
//!
//! A node is a call of `MID`, here [`Searcher::step`]: every visit counts, first or not, and so does a visit of a position at which
//! the game is over. Positions that only the shallow search looks at do not count.
//!
//! - A position that was never visited has the numbers 1 and 1.
//! - Every legal move is a child of its own. Two that lead to the same position count twice in the sum.
//! - The shallow search of depth d goes before everything else at every visit (`shallow.rs`). It leaves nothing in the table but
//!   the value of the node itself, as one that cost nothing. It may overlook some endings ([`Published::sharp`]).
//! - A thread in a node adds 1 to the number that the others choose by, which is also the number that is kept for their node. Not
//!   so if the node is decided: the pseudo-code adds it there, too, but then two threads that meet below a decided node keep
//!   each other there for ever, if they go at the same pace.
//! - A thread counts as in a node once it has chosen it. The pseudo-code marks the node after its shallow search; then more threads come to
//!   the same node, and there are more nodes (`docs/as-in-the-papers.md` has figures).
//!
//! The pseudo-code tests ϕ = ∞ for "proven" at its end; that is a misprint for ϕ = 0.
//!
//! **Turns.** The path of a search is kept in [`Searcher::levels`] instead of the stack, so that a search can be left after every
//! node. Searches that take turns are all run by one thread. (Before, each had a thread of its own and they waited for each other:
//! two switches of threads for each node took a third of the time.)
//!
//! **Faster with the same visits**: the children of nodes left a short while ago are kept (`child_cache.rs`), and what the shallow
//! search has seen of positions, with their keys (`glances.rs`). Table lines are fetched ahead. Numbers of children are read again
//! only if the table may have new ones ([`News`]).

use super::glances::Glances;
use super::shallow::{Left, ShallowSearch};
use super::{ChildNumbers, Published};
use crate::child_cache::{ChildCache, ExactPosition};
use crate::crowd::{Crowd, Finish, STACK};
use crate::numbers::{Numbers, Thresholds, summarise};
use crate::question::Question;
use crate::solve::Shallow;
use crate::table::{Handle, Table};
use crate::watch::{StopReason, Watch};
use yomikiri_game::{Canonical, Game, Key, Played, Tactics, try_move};

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
    // Without exact keys a move has to be played to know which position it leads to.
    let keeps_glances = settings.shallow == Shallow::Two && game.exact_key().is_some();
    let glances = keeps_glances.then(|| Glances::new(settings.glances)).flatten();
    let threads = if settings.published.in_turn { 1 } else { settings.threads };
    let run = |game: &G, watch: &mut Watch<'_>| {
        let mut tools = Tools {
            settings,
            is_alone: threads == 1,
            crowd: &crowd,
            finish: &finish,
            table: table.handle(),
            shallow: ShallowSearch::new(question, settings.shallow, glances.as_ref()),
            child_cache: ChildCache::for_threads(threads),
            news: News::default(),
            watch,
        };
        let mut searchers: Vec<Searcher<G>> = (0..settings.threads / threads)
            .map(|number| Searcher::new(game.clone(), question, settings, number == 0))
            .collect();
        let result = take_turns(&mut searchers, &mut tools);
        tools.watch.show_table(table);
        if result.is_ok() {
            finish.announce();
        }
        result
    };
    if threads == 1 {
        return run(game, watch);
    }
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        for _ in 1..threads {
            let (game, mut watch) = (game.clone(), watch.for_helper());
            let run = &run;
            let work = move || (run(&game, &mut watch), watch);
            // A thread that cannot be had is done without.
            helpers.extend(std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok());
        }
        let mut result = run(game, watch);
        for helper in helpers {
            let (found, helper) = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            watch.absorb(helper);
            result = result.or(found);
        }
        result
    })
}

/// Lets each search in turn visit a node, until one of them has the answer.
fn take_turns<G: Canonical + Tactics>(
    searchers: &mut [Searcher<G>],
    tools: &mut Tools<'_, '_, G>,
) -> Result<bool, StopReason> {
    loop {
        for searcher in &mut *searchers {
            if let Some(numbers) = searcher.step(tools)? {
                return Ok(numbers.proof == 0);
            }
        }
    }
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

/// What the searches of one thread have in common.
struct Tools<'a, 'w, G: Game> {
    settings: Settings,
    /// Whether no other thread writes to the table.
    is_alone: bool,
    crowd: &'a Crowd,
    finish: &'a Finish,
    table: Handle<'a, Numbers>,
    shallow: ShallowSearch<'a, G>,
    child_cache: ChildCache<Child<G::Move>>,
    news: News,
    watch: &'a mut Watch<'w>,
}

impl<G: Game> Tools<'_, '_, G> {
    fn keep(&mut self, key: Key, numbers: Numbers, work: u64) -> Numbers {
        self.table.put(key, numbers, work);
        self.news.add(key);
        self.watch.show_table(self.table.table());
        numbers
    }
}

impl<G: Canonical + Tactics> Tools<'_, '_, G> {
    /// Reads the numbers of the children again, if they are not kept.
    fn look_again(&self, game: &mut G, children: &mut [Child<G::Move>], read_at: u64) {
        let published = self.settings.published.children;
        let only_news = self.is_alone && published == ChildNumbers::Keys && self.news.cover(read_at);
        for child in children {
            match published {
                // Several threads cannot know each other's arrays.
                ChildNumbers::Array if self.settings.threads == 1 => return,
                ChildNumbers::Array | ChildNumbers::Keys => {}
                ChildNumbers::Moves => {
                    let key = try_move(game, child.m, |game, _| game.key());
                    debug_assert_eq!(key, Some(child.key));
                    child.key = key.unwrap_or(child.key);
                }
            }
            if !only_news || self.news.mention(child.key) {
                (child.numbers, child.work) =
                    self.table.get(child.key).unwrap_or((child.numbers, child.work));
            }
        }
    }
}

/// A call of `MID`.
struct Call {
    key: Key,
    /// The answer, if the game is over here.
    ended: Option<bool>,
    thresholds: Thresholds,
    /// The nodes that the position has cost before.
    work: u64,
}

/// A node on the path.
struct Level<G: Game> {
    call: Call,
    exact: Option<ExactPosition>,
    children: Vec<Child<G::Move>>,
    /// The nodes visited before it was entered.
    before: u64,
    /// Whether the numbers of the children were just read.
    is_read: bool,
    /// How much was in the [`News`] when they were read last.
    read_at: u64,
    /// The move to the next node on the path.
    followed: Option<Followed<G>>,
}

struct Followed<G: Game> {
    child: usize,
    token: G::Undo,
    /// The same move where the shallow search sees it.
    seen: Option<Played<G::Undo>>,
    /// The nodes visited before it.
    before: u64,
}

/// One of the searches.
struct Searcher<G: Game> {
    question: Question,
    game: G,
    /// The position as the shallow search sees it, if that is another one.
    eye: Option<G>,
    /// The node to be visited next.
    next: Call,
    /// The nodes from the root to the parent of that.
    levels: Vec<Level<G>>,
    /// Vectors to be used again.
    spare: Vec<Vec<Child<G::Move>>>,
    nodes: u64,
    /// Whether its line is shown.
    leads: bool,
}

impl<G: Canonical + Tactics> Searcher<G> {
    fn new(mut game: G, question: Question, settings: Settings, leads: bool) -> Self {
        let eye = if settings.published.sharp { None } else { game.overlooking() };
        let next = Call { key: game.key(), ended: None, thresholds: Thresholds::NONE, work: 0 };
        Self { question, game, eye, next, levels: Vec::new(), spare: Vec::new(), nodes: 0, leads }
    }

    /// Visits the next node, and goes back from nodes that are done with, to the one whose child is next. Gives the numbers of the
    /// root if that is done with.
    fn step(&mut self, tools: &mut Tools<'_, '_, G>) -> Result<Option<Numbers>, StopReason> {
        let mut done = self.enter(tools)?;
        loop {
            if let Some(numbers) = done {
                if self.levels.is_empty() {
                    return Ok(Some(numbers));
                }
                self.go_back(numbers, tools);
            }
            done = self.develop(tools);
            if done.is_none() {
                return Ok(None);
            }
        }
    }

    /// Enters the next node. Gives its numbers if it is done with at once; else it is on the path.
    fn enter(&mut self, tools: &mut Tools<'_, '_, G>) -> Result<Option<Numbers>, StopReason> {
        if tools.finish.is_announced() {
            return Err(StopReason::Interrupted);
        }
        tools.table.rest();
        tools.watch.node()?;
        tools.watch.reached(self.levels.len() as u32)?;
        let before = self.nodes;
        self.nodes += 1;
        let Call { key, ended, thresholds, work } = self.next;
        if let Some(answer) = ended {
            return Ok(Some(tools.keep(key, Numbers::decided(answer), work + 1)));
        }
        let mut children = self.spare.pop().unwrap_or_default();
        let keeps_keys = tools.settings.published.children != ChildNumbers::Moves;
        let exact = keeps_keys.then(|| ExactPosition::of(&self.game, key)).flatten();
        let (answer, looks) = if exact.is_some_and(|exact| tools.child_cache.take(exact, &mut children)) {
            children.iter().for_each(|child| tools.table.fetch(child.key));
            (None, children.first().map_or(0, |child| child.looks))
        } else {
            self.expand(&mut children, tools)?
        };
        tools.watch.statistics.shallow_nodes += u64::from(looks);
        if let Some(answer) = answer {
            self.put_aside(children);
            // Cheap to find again, so that it is among the first to be dropped.
            return Ok(Some(tools.keep(key, Numbers::decided(answer), 0)));
        }
        for child in &mut children {
            (child.numbers, child.work) = tools.table.get(child.key).unwrap_or((Numbers::OPEN, 0));
        }
        let (read_at, call) = (tools.news.kept, Call { key, ended, thresholds, work });
        let is_read = keeps_keys;
        self.levels.push(Level { call, exact, children, before, is_read, read_at, followed: None });
        Ok(None)
    }

    /// Keeps a vector to be used again.
    fn put_aside(&mut self, mut children: Vec<Child<G::Move>>) {
        children.clear();
        self.spare.push(children);
    }

    /// The shallow search, and the children that it leaves open, whose numbers are not read yet. Gives the answer, if it has one, and
    /// how many moves it has looked at.
    fn expand(
        &mut self,
        children: &mut Vec<Child<G::Move>>,
        tools: &mut Tools<'_, '_, G>,
    ) -> Result<(Option<bool>, u32), StopReason> {
        let Tools { shallow, watch, table, .. } = tools;
        let looked = shallow.look(&mut self.game, &mut self.eye, watch, |Left { m, key, ended }| {
            table.fetch(key);
            children.push(Child { m, key, ended, numbers: Numbers::OPEN, work: 0, looks: 0 });
        })?;
        children.iter_mut().for_each(|child| child.looks = looked.looks);
        Ok((looked.answer, looked.looks))
    }

    /// Comes back from the child of the last node on the path, with what was found there.
    fn go_back(&mut self, numbers: Numbers, tools: &mut Tools<'_, '_, G>) {
        let level = self.levels.last_mut().expect("a child has a parent");
        let followed = level.followed.take().expect("a child was followed");
        let child = &mut level.children[followed.child];
        tools.crowd.leave(child.key);
        child.numbers = numbers;
        child.work += self.nodes - followed.before;
        self.game.undo(followed.token);
        if let (Some(eye), Some(Played::Open(token) | Played::Over(_, token))) =
            (&mut self.eye, followed.seen)
        {
            eye.undo(token);
        }
        level.is_read = false;
    }

    /// Follows the best child of the last node on the path, or leaves the node and gives its numbers if the thresholds are reached.
    fn develop(&mut self, tools: &mut Tools<'_, '_, G>) -> Option<Numbers> {
        let (depth, published) = (self.levels.len() - 1, tools.settings.published);
        let attacks = self.game.to_move() == self.question.can_win;
        let level = &mut self.levels[depth];
        if !std::mem::replace(&mut level.is_read, true) {
            tools.look_again(&mut self.game, &mut level.children, level.read_at);
        }
        level.read_at = tools.news.kept;
        let looks = |child: &Child<G::Move>| match published.virtual_numbers {
            true => child.numbers.with_threads(attacks, tools.crowd.in_node(child.key)),
            false => child.numbers,
        };
        let summary = summarise(level.children.iter().map(looks), attacks);
        if depth == 0 && self.leads {
            tools.watch.show_root(summary.numbers.proof, summary.numbers.disproof);
        }
        let thresholds = level.call.thresholds;
        if summary.numbers.is_decided() || !thresholds.allow(summary.numbers) {
            return Some(self.leave(summary.numbers, tools));
        }
        if published.tells && tools.settings.threads > 1 {
            let decided = |level: &Level<G>| {
                let (numbers, _) = tools.table.get(level.call.key)?;
                numbers.is_decided().then_some(numbers)
            };
            let here = decided(&self.levels[depth]);
            if here.is_some() || self.levels.iter().any(|above| decided(above).is_some()) {
                return Some(self.leave(here.unwrap_or(summary.numbers), tools));
            }
        }
        let level = &mut self.levels[depth];
        let child = &level.children[summary.best];
        let (key, ended, work) = (child.key, child.ended, child.work);
        let thresholds = thresholds.for_best_child(&summary, child.numbers, attacks, 0.0);
        let (Played::Open(token) | Played::Over(_, token)) = self.game.play(child.m) else {
            unreachable!("the move was legal when the child was found");
        };
        let seen = self.eye.as_mut().map(|eye| eye.play(child.m));
        level.followed = Some(Followed { child: summary.best, token, seen, before: self.nodes });
        self.next = Call { key, ended, thresholds, work };
        if self.leads {
            tools.watch.follows(depth, key);
        }
        tools.crowd.enter(key);
        None
    }

    /// Leaves the last node on the path with these numbers.
    fn leave(&mut self, numbers: Numbers, tools: &mut Tools<'_, '_, G>) -> Numbers {
        let Level { call, exact, mut children, before, .. } = self.levels.pop().expect("it was entered");
        if let Some(exact) = exact
            && !numbers.is_decided()
        {
            tools.child_cache.put(exact, &mut children);
        }
        self.put_aside(children);
        tools.keep(call.key, numbers, call.work + self.nodes - before)
    }
}

/// The positions whose numbers were kept last.
///
/// A node reads the numbers of all its children again whenever a child has been visited. Most visits change a few entries of the
/// table, and only the children among these have new numbers.
#[derive(Default)]
struct News {
    /// How often something was kept.
    kept: u64,
    /// A part of each of the last keys.
    last: [u64; NEWS],
}

const NEWS: usize = 4;

impl News {
    #[inline]
    fn add(&mut self, key: Key) {
        self.last[self.kept as usize % NEWS] = key.0 as u64;
        self.kept += 1;
    }

    /// Whether all that was kept since then is among the last.
    fn cover(&self, since: u64) -> bool {
        self.kept - since <= NEWS as u64
    }

    /// Whether a position may be among the last.
    #[inline]
    fn mention(&self, key: Key) -> bool {
        self.last.contains(&(key.0 as u64))
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
