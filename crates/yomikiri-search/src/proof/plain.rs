//! The search that a checker is asked to do by itself, move by move as the format says, to know what it costs.
//!
//! Writing a proof consists mostly of such searches, and of those that come to nothing. So positions are remembered by a hash instead of
//! their cells, and moves are [foreseen](Exact::foresee_as_it_lies) instead of played. Should two positions share a hash, the proof
//! fails its check. Should one position have two, the checker finds an answer sooner than this search, and takes fewer plays.

use super::Statement;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use yomikiri_game::{Exact, Foreseen, Played};

/// The plain search about one statement, with memory that it uses again and again.
pub(super) struct PlainSearch<M> {
    statement: Statement,
    /// The plays that are left.
    left: u32,
    /// What was found out, by the hash of the position as it lies.
    known: FxHashMap<u64, bool>,
    levels: Vec<Level<M>>,
}

/// What belongs to one level of the search.
struct Level<M> {
    moves: Vec<M>,
    /// The moves to follow: how much is on the board after them, their place in the order of codes, and the hash of the position.
    open: Vec<(Reverse<u32>, usize, u64)>,
}

impl<M> Default for Level<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), open: Vec::new() }
    }
}

impl<M: Copy> PlainSearch<M> {
    pub(super) fn new(statement: Statement) -> Self {
        Self { statement, left: 0, known: FxHashMap::default(), levels: Vec::new() }
    }

    /// Whether the statement holds at a position; `None` if finding out takes more than `plays` plays.
    pub(super) fn holds<G: Exact<Move = M>>(&mut self, game: &G, plays: u32) -> Option<bool> {
        self.left = plays;
        self.known.clear();
        self.search(&mut game.canonical_image(), 0)
    }

    fn pay(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn search<G: Exact<Move = M>>(&mut self, game: &mut G, level: usize) -> Option<bool> {
        if self.levels.len() == level {
            self.levels.push(Level::default());
        }
        let mut here = std::mem::take(&mut self.levels[level]);
        let answer = self.search_in(&mut here, game, level);
        self.levels[level] = here;
        answer
    }

    /// The answer. The prover, if he is to move, wants it to be yes, and his opponent no.
    fn search_in<G: Exact<Move = M>>(
        &mut self,
        here: &mut Level<M>,
        game: &mut G,
        level: usize,
    ) -> Option<bool> {
        let wanted = self.statement.is_provers_turn(game);
        here.moves.clear();
        here.open.clear();
        game.moves(&mut here.moves);
        game.sort_by_code(&mut here.moves);
        let mut stuck = true;
        for (at, &m) in here.moves.iter().enumerate() {
            let known = match game.foresee_as_it_lies(m) {
                Foreseen::Illegal => continue,
                Foreseen::Over(outcome) => Some(self.statement.is_good(outcome)),
                Foreseen::Open { progress, quick_key } => {
                    let known = self.known.get(&quick_key).copied();
                    if known.is_none() {
                        here.open.push((Reverse(progress), at, quick_key));
                    }
                    known
                }
            };
            self.pay()?;
            stuck = false;
            if known == Some(wanted) {
                return known;
            }
        }
        if stuck {
            return Some(self.statement.is_good(game.outcome_when_stuck()));
        }
        here.open.sort_unstable();
        for &(_, at, key) in &here.open {
            self.pay()?;
            let answer = match self.known.get(&key) {
                Some(&answer) => answer,
                None => {
                    let Played::Open(token) = game.play(here.moves[at]) else {
                        unreachable!("the game went on here a moment ago");
                    };
                    let answer = self.search(game, level + 1);
                    game.undo(token);
                    self.known.insert(key, answer?);
                    answer?
                }
            };
            if answer == wanted {
                return Some(answer);
            }
        }
        Some(!wanted)
    }
}
