//! What the prover needs: one move where he is to move, every move where his opponent is.

use super::ahead::Walker;
use super::plain::PlainSearch;
use super::{Demands, Statement};
use crate::dfpn::{self, Settings};
use crate::ending::{EndingMemory, EndingReader};
use crate::numbers::Numbers;
use crate::table::Table;
use crate::watch::{StopReason, Watch};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;
use yomikiri_game::{Canonical, Exact, Key, Played, Status, Tactics, try_moves};

/// What is written for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// So little is left that the checker had better search it.
    Search,
    /// A theorem says it.
    Theorem,
    /// A lemma that is there already says it.
    Lemma,
    /// The prover ends the game.
    Finish,
    /// The prover moves to the position with this key.
    Move(Key),
    /// The opponent moves, or nobody can.
    Replies,
}

/// A position that the proof goes through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) plan: Plan,
    /// How many positions lead to it.
    pub(super) uses: u32,
    /// The number of symbols in its tree, with those of all that is not a lemma of its own.
    size: u32,
}

/// A tree larger than that becomes a lemma, so that there is something to check side by side.
const LARGEST_TREE: u32 = 2000;
/// A tree that is used more than once becomes a lemma if it is larger than this: a lemma has to give its position.
const LARGEST_REPEATED_TREE: u32 = 16;
/// The plays to spend on the endings of one move, where the ending was read out before: as many as it takes.
const ENDING_PLAYS: u32 = u32::MAX;

impl Step {
    pub(super) fn is_lemma(&self) -> bool {
        self.size > LARGEST_TREE || self.uses > 1 && self.size > LARGEST_REPEATED_TREE
    }

    /// What it adds to a tree that leads to it.
    fn part(&self) -> u32 {
        if self.is_lemma() { 1 } else { self.size }
    }
}

/// Why a strategy has a gap.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gap {
    Stopped(StopReason),
    Contradiction,
}

impl From<StopReason> for Gap {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// The positions that a proof goes through, by key.
pub(super) struct Strategy<'t, M> {
    statement: Statement,
    pub(super) demands: Demands,
    table: &'t Table<Numbers>,
    settings: Settings,
    endings: EndingReader<M>,
    plain: PlainSearch<M>,
    /// Whether a lemma about the position with this key is there already.
    is_lemma: &'t mut dyn FnMut(Key) -> bool,
    /// Which of several threads walks through it, if there are several.
    walker: Option<Walker<'t>>,
    steps: FxHashMap<Key, Step>,
}

impl<'t, M: Copy + Eq> Strategy<'t, M> {
    pub(super) fn new(
        statement: Statement,
        demands: Demands,
        table: &'t Table<Numbers>,
        settings: Settings,
        is_lemma: &'t mut dyn FnMut(Key) -> bool,
        walker: Option<Walker<'t>>,
    ) -> Self {
        let endings = EndingReader::new(statement.question, EndingMemory::new());
        let plain = PlainSearch::new(statement);
        let steps = FxHashMap::default();
        Self { statement, demands, table, settings, endings, plain, is_lemma, walker, steps }
    }

    pub(super) fn step(&self, key: Key) -> Option<&Step> {
        self.steps.get(&key)
    }

    /// Finds out what is needed from a position on. Gives what it adds to the tree that led to it.
    pub(super) fn explore<G>(&mut self, game: &mut G, watch: &mut Watch<'_>) -> Result<u32, Gap>
    where
        G: Exact + Tactics + Send + yomikiri_game::Game<Move = M>,
    {
        let key = game.key();
        if let Entry::Occupied(mut known) = self.steps.entry(key) {
            known.get_mut().uses += 1;
            return Ok(known.get().part());
        }
        watch.node()?;
        if self.walker.is_some_and(|walker| walker.is_done()) {
            return Err(Gap::Stopped(StopReason::Interrupted));
        }
        let (plan, size) = match (self.is_lemma)(key) {
            true => (Plan::Lemma, 1),
            false => self.plan(game, key, watch)?,
        };
        let step = Step { plan, uses: 1, size };
        self.steps.insert(key, step);
        Ok(step.part())
    }

    /// Whether so little is left that the checker can search it.
    fn is_searchable<G: Exact<Move = M>>(&mut self, game: &G, key: Key) -> bool {
        let Demands { search, .. } = self.demands;
        let mut find_out = || search > 0 && self.plain.holds(game, search) == Some(true);
        match self.walker {
            Some(walker) => walker.notice.or_find_out(key, find_out),
            None => find_out(),
        }
    }

    fn plan<G>(&mut self, game: &mut G, key: Key, watch: &mut Watch<'_>) -> Result<(Plan, u32), Gap>
    where
        G: Exact + Tactics + Send + yomikiri_game::Game<Move = M>,
    {
        let statement = self.statement;
        if self.demands.theorems && statement.is_theorem(game) {
            return Ok((Plan::Theorem, 1));
        }
        let provers_turn = statement.is_provers_turn(game);
        if provers_turn && game.finishing_move(statement.question.aim(game.to_move()), None).is_some() {
            return Ok((Plan::Finish, 1));
        }
        if self.is_searchable(game, key) {
            return Ok((Plan::Search, 1));
        }
        let mut open = Vec::new();
        let mut stuck = true;
        let contradicted = try_moves(game, |game, m, status| {
            stuck = false;
            match status {
                Status::Open => open.push((game.key(), m, game.progress())),
                Status::Over(outcome) if !provers_turn && !statement.is_good(outcome) => {
                    return ControlFlow::Break(());
                }
                Status::Over(_) => {}
            }
            ControlFlow::Continue(())
        });
        if contradicted.is_break() {
            return Err(Gap::Contradiction);
        }
        if stuck {
            let good = statement.is_good(game.outcome_when_stuck());
            return if good { Ok((Plan::Replies, 1)) } else { Err(Gap::Contradiction) };
        }
        if provers_turn {
            let (key, m) = self.choose(game, &open, watch)?;
            let size = 1 + self.explore_after(game, m, watch)?;
            return Ok((Plan::Move(key), size));
        }
        let mut size = 1u32;
        // Several moves may lead to the same position.
        open.sort_unstable_by_key(|&(key, ..)| key);
        open.dedup_by_key(|&mut (key, ..)| key);
        if let Some(walker) = self.walker {
            walker.turn(&mut open);
        }
        for (_, m, _) in open {
            size = size.saturating_add(self.explore_after(game, m, watch)?);
        }
        Ok((Plan::Replies, size))
    }

    /// Whether so little is left that trying everything is the quickest way.
    fn is_ending<G: Tactics>(&self, game: &G) -> bool {
        game.left().is_some_and(|left| left <= self.settings.endings.left)
    }

    /// Whether the statement holds at a position with little left, found out by trying everything.
    fn holds_at_the_end<G>(&mut self, game: &mut G) -> bool
    where
        G: Canonical + Tactics + yomikiri_game::Game<Move = M>,
    {
        self.endings.read_out(game, ENDING_PLAYS).0 == Some(self.statement.answer)
    }

    fn explore_after<G>(&mut self, game: &mut G, m: M, watch: &mut Watch<'_>) -> Result<u32, Gap>
    where
        G: Exact + Tactics + Send + yomikiri_game::Game<Move = M>,
    {
        let Played::Open(token) = game.play(m) else {
            unreachable!("the game went on here a moment ago");
        };
        let size = self.explore(game, watch);
        game.undo(token);
        size
    }

    /// A move of the prover after which the statement still holds, among those that do not end the game: if
    /// possible one that costs little to prove.
    fn choose<G>(
        &mut self,
        game: &mut G,
        open: &[(Key, M, u32)],
        watch: &mut Watch<'_>,
    ) -> Result<(Key, M), Gap>
    where
        G: Exact + Tactics + Send + yomikiri_game::Game<Move = M>,
    {
        // Best one that is needed anyway; otherwise one that fills much.
        let needed = open.iter().filter(|(key, ..)| self.steps.contains_key(key));
        if let Some(&(key, m, _)) = needed.min_by_key(|(key, ..)| self.steps[key].size) {
            return Ok((key, m));
        }
        let question = self.statement.question;
        let asked: Vec<Key> = open
            .iter()
            .map(|&(_, m, _)| {
                let Played::Open(token) = game.play(m) else {
                    unreachable!("the game went on here a moment ago");
                };
                let key = game.key_when_asked(question.can_win);
                game.undo(token);
                key
            })
            .collect();
        if let Some(found) = self.known(open, &asked) {
            return Ok(found);
        }
        let mut by_progress = open.to_vec();
        by_progress.sort_by_key(|&(.., progress)| std::cmp::Reverse(progress));
        let is_ending = self.is_ending(game);
        if !is_ending {
            // The table has lost it, or never had it: find it again.
            let mut narrowed = game.narrowed(question.can_win);
            let answer = dfpn::search(&mut narrowed, question, self.settings, self.table, watch)?;
            if answer != self.statement.answer {
                return Err(Gap::Contradiction);
            }
            if let Some(found) = self.known(open, &asked) {
                return Ok(found);
            }
        }
        for (key, m, _) in by_progress {
            let Played::Open(token) = game.play(m) else {
                unreachable!("the game went on here a moment ago");
            };
            let holds = if is_ending {
                Ok(self.holds_at_the_end(game))
            } else {
                let mut narrowed = game.narrowed(question.can_win);
                let answer = dfpn::search(&mut narrowed, question, self.settings, self.table, watch);
                answer.map(|answer| answer == self.statement.answer)
            };
            game.undo(token);
            if holds? {
                return Ok((key, m));
            }
        }
        Err(Gap::Contradiction)
    }

    /// The move to a position that the table knows to be good: that which took least work to find out. The table knows
    /// positions by their keys when `asked`.
    fn known(&self, open: &[(Key, M, u32)], asked: &[Key]) -> Option<(Key, M)> {
        let table = self.table.handle();
        let work = |key| {
            let (numbers, work) = table.get(key)?;
            (numbers.answer() == Some(self.statement.answer)).then_some(work)
        };
        let good = open.iter().zip(asked);
        let good = good.filter_map(|(&(key, m, _), &asked)| work(asked).map(|work| (work, key, m)));
        good.min_by_key(|&(work, ..)| work).map(|(_, key, m)| (key, m))
    }
}
