//! Endings, read out by plain depth-first search.
//!
//! Where little is left to play, a position is decided sooner by trying everything than by proof numbers: a
//! play costs a few hundredths of a df-pn node, which has to name its children by canonical keys, look
//! them up, look at the replies to each and keep what it found. So df-pn tries this first at a new position
//! with few spaces left, and gives up after a number of plays.
//!
//! What makes it quick:
//! - A position that the attacker is seen to have no chance in ([`Tactics::is_hopeless_for`]) is not searched. (In Trax that saves a third
//!   of the plays.)
//! - All moves are tried for an immediate end, and for a position already read out, before any is followed.
//! - Then the moves that fill most come first: what is left after them is smallest. (On 5×5 Trax that is
//!   worth a factor of three, and killer moves another 1.3.)
//! - A small memory of positions as they lie, by [`Canonical::quick_key`], which all threads share. It is never cleared:
//!   an answer stays true as long as the question stays the same.

use crate::question::Question;
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use yomikiri_game::{Canonical, Foreseen, Game, Played, Tactics};

/// The number of positions remembered, a power of two: few enough to stay in a fast cache.
const REMEMBERED: usize = 1 << 15;

/// When to read a position out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endings {
    /// The most progress that may be left ([`yomikiri_game::Tactics::left`]); 0 for never.
    pub left: u32,
    /// How many plays to spend on a position at most.
    pub plays: u32,
}

impl Endings {
    /// Never.
    pub const OFF: Self = Self { left: 0, plays: 0 };
}

/// What is remembered of endings, for one question.
pub(crate) struct EndingMemory {
    /// Quick keys with their lowest bit replaced by the answer; 0 for nothing. An entry is one word, so whatever a
    /// thread reads another one has written as a whole.
    entries: Box<[AtomicU64]>,
}

impl EndingMemory {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { entries: (0..REMEMBERED).map(|_| AtomicU64::new(0)).collect() })
    }

    #[inline]
    fn entry(&self, key: u64) -> &AtomicU64 {
        &self.entries[(key >> 40) as usize % REMEMBERED]
    }

    #[inline]
    fn recall(&self, key: u64) -> Option<bool> {
        let remembered = self.entry(key).load(Relaxed);
        (remembered | 1 == key | 1).then_some(remembered & 1 == 1)
    }

    #[inline]
    fn remember(&self, key: u64, answer: bool) {
        self.entry(key).store(key & !1 | u64::from(answer), Relaxed);
    }
}

/// A reader of endings for one question.
pub(crate) struct EndingReader<M> {
    question: Question,
    memory: Arc<EndingMemory>,
    frames: Vec<Frame<M>>,
    /// The plays that may still be spent.
    budget: u32,
}

/// What belongs to one level of the search, kept to be used again.
struct Frame<M> {
    moves: Vec<M>,
    /// The moves to follow, with the progress after them.
    open: Vec<(Reverse<u32>, M)>,
    /// Moves that were good at this level, the latest first.
    killers: [Option<M>; 2],
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), open: Vec::new(), killers: [None, None] }
    }
}

impl<M: Copy + Eq> Frame<M> {
    /// Puts the killers, and before them `hint`, to the front of the moves as far as they are there.
    fn promote(&mut self, hint: Option<M>) {
        let mut front = 0;
        for good in [hint, self.killers[0], self.killers[1]].into_iter().flatten() {
            if let Some(at) = self.moves[front..].iter().position(|&m| m == good) {
                self.moves[front..=front + at].rotate_right(1);
                front += 1;
            }
        }
    }

    fn was_good(&mut self, m: M) {
        if self.killers[0] != Some(m) {
            self.killers = [Some(m), self.killers[0]];
        }
    }
}

impl<M: Copy + Eq> EndingReader<M> {
    pub(crate) fn new(question: Question, memory: Arc<EndingMemory>) -> Self {
        Self { question, memory, frames: Vec::new(), budget: 0 }
    }

    /// The answer for a position, if at most `plays` plays give it, and the plays spent.
    pub(crate) fn read_out<G>(&mut self, game: &mut G, plays: u32) -> (Option<bool>, u32)
    where
        G: Canonical + Tactics + Game<Move = M>,
    {
        self.budget = plays;
        let key = game.quick_key();
        let answer = self.memory.recall(key).or_else(|| self.search(game, key, 0, None));
        (answer, plays - self.budget)
    }

    /// `hint` is a move that the player to move may win with: he threatened to.
    fn search<G>(&mut self, game: &mut G, key: u64, level: usize, hint: Option<M>) -> Option<bool>
    where
        G: Canonical + Tactics + Game<Move = M>,
    {
        if self.frames.len() == level {
            self.frames.push(Frame::default());
        }
        let mut frame = std::mem::take(&mut self.frames[level]);
        let answer = self.search_in(&mut frame, game, level, hint);
        self.frames[level] = frame;
        if let Some(answer) = answer {
            self.memory.remember(key, answer);
        }
        answer
    }

    fn search_in<G>(
        &mut self,
        frame: &mut Frame<M>,
        game: &mut G,
        level: usize,
        hint: Option<M>,
    ) -> Option<bool>
    where
        G: Canonical + Tactics + Game<Move = M>,
    {
        if game.is_hopeless_for(self.question.can_win) {
            return Some(false);
        }
        let wanted = self.question.answer_in_favour_of(game.to_move());
        frame.moves.clear();
        frame.open.clear();
        game.moves(&mut frame.moves);
        frame.promote(hint);
        let (mut stuck, mut threat) = (true, None);
        for at in 0..frame.moves.len() {
            let m = frame.moves[at];
            self.budget = self.budget.checked_sub(1)?;
            let answer = match game.foresee(m) {
                Foreseen::Illegal => continue,
                Foreseen::Over(outcome) => {
                    // What ends the game badly for its mover is often what the opponent wins with.
                    threat = Some(m);
                    Some(self.question.answered_by(outcome))
                }
                Foreseen::Open { progress, quick_key } => {
                    let answer = self.memory.recall(quick_key);
                    if answer.is_none() {
                        frame.open.push((Reverse(progress), m));
                    }
                    answer
                }
            };
            stuck = false;
            if answer == Some(wanted) {
                frame.was_good(m);
                return answer;
            }
        }
        if stuck {
            return Some(self.question.answered_by(game.outcome_when_stuck()));
        }
        frame.open.sort_by_key(|&(progress, _)| progress);
        for at in 0..frame.open.len() {
            let (_, m) = frame.open[at];
            self.budget = self.budget.checked_sub(1)?;
            let Played::Open(token) = game.play(m) else {
                unreachable!("the game went on here a moment ago");
            };
            let key = game.quick_key();
            let answer = self.memory.recall(key).or_else(|| self.search(game, key, level + 1, threat));
            game.undo(token);
            if answer? == wanted {
                frame.was_good(m);
                return answer;
            }
        }
        Some(!wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dfs;
    use crate::watch::{Limits, Monitor, Watch};
    use yomikiri_game::samples::{Boxes, Mnk};
    use yomikiri_game::{Player, SplitMix64, playout};

    /// Whatever an ending is said to be, plain search says too; and with enough plays everything is said.
    fn agrees_with_plain_search<G: Canonical + Tactics>(start: &G, moves: usize) {
        for can_win in Player::BOTH {
            let question = Question { can_win };
            let mut reader = EndingReader::new(question, EndingMemory::new());
            for seed in 0..300 {
                let mut game = start.clone();
                for &m in playout(start, &mut SplitMix64::new(seed), moves).moves.iter().take(moves) {
                    if !matches!(game.play(m), Played::Open(_)) {
                        break;
                    }
                    let monitor = Monitor::default();
                    let plain = dfs::search(
                        &mut game.clone(),
                        question,
                        &mut Watch::new(Limits::default(), &monitor),
                    );
                    let plays = [10, 100, u32::MAX][seed as usize % 3];
                    let (answer, spent) = reader.read_out(&mut game, plays);
                    assert!(spent <= plays);
                    assert!(answer.is_none() || answer == plain.ok(), "seed {seed}");
                    assert!(answer.is_some() || plays != u32::MAX);
                }
            }
        }
    }

    #[test]
    fn endings_agree_with_plain_search() {
        agrees_with_plain_search(&Mnk::new(3, 3, 3), 9);
        agrees_with_plain_search(&Mnk::new(4, 3, 3), 12);
        agrees_with_plain_search(&Boxes::new(2, 2), 12);
    }
}
