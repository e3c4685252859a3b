//! The search of version 3, which remembers what it has seen.
//!
//! Most of what the search of a few moves comes to, it comes to again in another order of the same moves. So answers are
//! remembered by the position as it lies, exactly, for as long as the search goes on. And the moves that fill most are followed
//! first, because least is left after them. On the endings of Trax both together save two thirds of the plays.
//!
//! A search begins at the canonical image of its position, so that it takes the same number of plays however the position lies
//! in a tree.

use super::examiner::Examiner;
use super::failure::Fault;
use super::statement::Statement;
use crate::referee::{Played, Referee};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;

/// An answer, with the position as it lies.
struct Known {
    /// Its bytes, among those of all positions.
    position: Range<usize>,
    answer: bool,
    /// The answer before it with the same fingerprint.
    before: Option<u32>,
}

/// What a search remembers.
#[derive(Default)]
pub(super) struct Recollection {
    /// The last answer with a fingerprint. (Fingerprints are not chosen by whoever wrote the proof; if many were equal, the search
    /// would only be slow.)
    last: FxHashMap<u64, u32>,
    known: Vec<Known>,
    /// The bytes of all positions, one behind another.
    positions: Vec<u8>,
    /// The moves to follow at each level, one level behind another: how much is on the board after them, and their codes.
    open: Vec<(Reverse<u32>, u32)>,
    /// The prover's move that was found last: when a search is over, that at its root.
    found: Option<u32>,
}

impl Recollection {
    fn clear(&mut self) {
        self.last.clear();
        self.known.clear();
        self.positions.clear();
        self.open.clear();
        self.found = None;
    }
}

impl<G: Referee> Examiner<'_, G> {
    /// Whether the statement holds at the position on the board. `left` is how many plays are left to the search.
    pub(super) fn search_remembering(&mut self, statement: Statement, left: &mut u32) -> Result<bool, Fault> {
        self.position.clear();
        self.board.canonical(&mut self.position);
        self.spare.set_position(&self.position).map_err(Fault::Position)?;
        self.recollection.clear();
        std::mem::swap(&mut self.board, &mut self.spare);
        let holds = self.recollecting(statement, left);
        std::mem::swap(&mut self.board, &mut self.spare);
        holds
    }

    /// The move of the prover that the last search has found, if it held and he was to move.
    pub(super) fn found_move(&self) -> Option<u32> {
        self.recollection.found
    }

    /// What is remembered of the position on the board.
    fn recall(&mut self) -> Option<bool> {
        let Recollection { last, known, positions, .. } = &self.recollection;
        let mut at = *last.get(&self.board.fingerprint())?;
        self.position.clear();
        self.board.position(&mut self.position);
        loop {
            let Known { position, answer, before } = &known[at as usize];
            if positions[position.clone()] == *self.position {
                return Some(*answer);
            }
            at = (*before)?;
        }
    }

    fn remember(&mut self, answer: bool) {
        let Recollection { last, known, positions, .. } = &mut self.recollection;
        let begin = positions.len();
        self.board.position(positions);
        // There are fewer answers than plays.
        let before = last.insert(self.board.fingerprint(), known.len() as u32);
        known.push(Known { position: begin..positions.len(), answer, before });
    }

    /// The search. What the player to move wants to hear is yes, if he is the prover, and otherwise no.
    fn recollecting(&mut self, statement: Statement, left: &mut u32) -> Result<bool, Fault> {
        let wanted = self.board.to_move() == statement.prover();
        let (level, open_level) = (self.codes.len(), self.recollection.open.len());
        self.board.candidates(&mut self.codes);
        let (mut legal, mut answer) = (false, None);
        for index in level..self.codes.len() {
            let code = self.codes[index];
            let known = match self.play(code) {
                Played::Illegal => continue,
                Played::Over(outcome) => Some(statement.wants(outcome)),
                Played::Open => self.recall(),
            };
            if known.is_none() {
                self.recollection.open.push((Reverse(self.board.fill()), code));
            }
            self.take_back();
            self.pay(left)?;
            legal = true;
            if known == Some(wanted) {
                answer = Some(code);
                break;
            }
        }
        self.codes.truncate(level);
        if !legal {
            return Ok(statement.wants(self.board.stuck()));
        }
        if answer.is_none() {
            answer = self.follow(open_level, wanted, statement, left)?;
        }
        self.recollection.open.truncate(open_level);
        if wanted && answer.is_some() {
            self.recollection.found = answer;
        }
        Ok(answer.is_some() == wanted)
    }

    /// Follows the moves of a level. Gives the first after which the answer is as wanted.
    fn follow(
        &mut self,
        level: usize,
        wanted: bool,
        statement: Statement,
        left: &mut u32,
    ) -> Result<Option<u32>, Fault> {
        self.recollection.open[level..].sort_unstable();
        for index in level..self.recollection.open.len() {
            let (_, code) = self.recollection.open[index];
            self.pay(left)?;
            self.play(code);
            let answer = match self.recall() {
                Some(answer) => Ok(answer),
                None => self.enter().and_then(|()| self.recollecting(statement, left)).inspect(|&answer| {
                    self.remember(answer);
                }),
            };
            self.take_back();
            if answer? == wanted {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }
}
