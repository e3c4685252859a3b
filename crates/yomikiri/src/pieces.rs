//! Pieces of a search, for those who coordinate many: a position searched within thresholds, its children, its proof.
//!
//! [`Game::solve`](crate::Game::solve) answers a question in one run. A coordinator of many workers has to ask for less: a
//! while of search at one position, with what is known from before, and the lemmas of what was decided, which it puts
//! together with those of others. This is that, for a board of any game; what is coordinated and how is
//! `yomikiri-cluster`'s business.

use crate::board::Position;
use crate::playable::Playable;
use std::io;
use yomikiri_game::{Key, Played, Player};
use yomikiri_search::{
    Company, Demands, Knowledge, Lemma, Monitor, Numbers, Options, ProofError, Question, Statement,
    Statistics, StopReason, Thresholds, explore,
};

/// What a piece of a search has come to.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The numbers of the position; `None` if it was stopped before anything was searched.
    pub numbers: Option<Numbers>,
    /// Why it ended, if the position is neither decided nor at the thresholds.
    pub stopped: Option<StopReason>,
    /// The cost.
    pub statistics: Statistics,
    /// The children that are left to search. What is missing was decided against the player to move.
    pub children: Vec<Child>,
    /// What was noted of positions: their keys, numbers and what they have cost.
    pub notes: Vec<(Key, Numbers, u64)>,
}

/// A child of a position, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The move.
    pub m: String,
    /// The key under which a search that asks the same question knows the position after it.
    pub key: Key,
    /// Who is to move there.
    pub to_move: Player,
    /// Its numbers.
    pub numbers: Numbers,
    /// The nodes that they have cost; 0 for a first guess.
    pub work: u64,
}

/// What the proofs about a game begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the game with all its rules spelt out.
    pub game: String,
    /// The text that describes the game, if its name does not.
    pub definition: Option<String>,
    /// The exact position at which the moves of claims begin.
    pub from: Vec<u8>,
}

/// A proof to be written.
pub struct Proving<'a> {
    /// What is proved of the position.
    pub statement: Statement,
    /// What the checker may be asked to do.
    pub demands: Demands,
    /// What is known.
    pub knowledge: &'a Knowledge,
    /// How to search for what is not known any more.
    pub options: &'a Options,
    /// Stops it.
    pub monitor: &'a Monitor,
    /// Whether there is a lemma with the statement about the position with this key ([`Board::key`](crate::Board::key)).
    pub is_lemma: &'a mut dyn FnMut(Key) -> bool,
    /// Where the lemmas go. The last is about the position itself.
    pub sink: &'a mut dyn FnMut(Lemma<'_>) -> io::Result<()>,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum Unproved {
    /// Nobody could check a proof about the game.
    #[error("the checker has no rules for this game")]
    NoReferee,
    /// It could not be written.
    #[error(transparent)]
    Proof(#[from] ProofError<io::Error>),
}

/// Pieces of a search at a position. Every [`Board`](crate::Board) has them.
pub trait Pieces {
    /// The key under which a search that asks this question knows the position.
    fn asked_key(&self, question: Question) -> Key;

    /// Searches within thresholds, from what is known, perhaps in company.
    fn explore(
        &self,
        question: Question,
        knowledge: &Knowledge,
        company: &Company,
        thresholds: Thresholds,
        options: &Options,
        monitor: &Monitor,
    ) -> Explored;

    /// Proves what a search has found out.
    ///
    /// # Errors
    /// If the game has no referee, or the proof cannot be written.
    fn prove(&self, proving: Proving<'_>) -> Result<(), Unproved>;

    /// What proofs about the game begin with; `None` if there can be none.
    fn subject(&self) -> Option<Subject>;
}

impl<G: Playable> Pieces for Position<G> {
    fn asked_key(&self, question: Question) -> Key {
        self.game.narrowed(question.can_win).key()
    }

    fn explore(
        &self,
        question: Question,
        knowledge: &Knowledge,
        company: &Company,
        thresholds: Thresholds,
        options: &Options,
        monitor: &Monitor,
    ) -> Explored {
        let explored = explore(&self.game, question, knowledge, company, thresholds, options, monitor);
        let mut game = self.game.clone();
        let mut described = Vec::with_capacity(explored.children.len());
        for child in explored.children {
            let m = game.move_text(child.m);
            // A narrowed game has the moves of the real one, or fewer.
            let Played::Open(token) = game.play(child.m) else {
                continue;
            };
            let to_move = game.to_move();
            game.undo(token);
            described.push(Child { m, key: child.key, to_move, numbers: child.numbers, work: child.work });
        }
        Explored {
            numbers: explored.numbers,
            stopped: explored.stopped,
            statistics: explored.statistics,
            children: described,
            notes: explored.notes,
        }
    }

    fn prove(&self, proving: Proving<'_>) -> Result<(), Unproved> {
        let provable = self.game.provable().ok_or(Unproved::NoReferee)?;
        let Proving { statement, demands, knowledge, options, monitor, is_lemma, sink } = proving;
        let prove = provable.prove_with_lemmas;
        prove(&self.game, statement, demands, knowledge, options, monitor, is_lemma, sink)?;
        Ok(())
    }

    fn subject(&self) -> Option<Subject> {
        let start = self.start();
        let provable = start.provable()?;
        Some(Subject {
            game: (provable.spelt_out)(start),
            definition: (provable.definition)(start),
            from: (provable.cells)(start),
        })
    }
}
