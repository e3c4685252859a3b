//! What was found out about a position.

use std::path::PathBuf;
use yomikiri_game::Player;
use yomikiri_search::{Answers, Asked, Statistics, Verdict};

/// Who wins a position, how that is known, and how to play it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The game.
    pub game: String,
    /// The position that the moves begin at, if it is not the start of the game.
    pub from: Option<String>,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Whose move it is there.
    pub to_move: Player,
    /// About whom it was asked.
    pub asked: Asked,
    /// The answers, what they follow from and what they cost.
    pub answers: Answers<Statistics>,
    /// Moves of the player to move that keep the value of the position: that win, or hold a draw. None if every move
    /// loses, if nothing is known, or if they were not asked for.
    pub best_moves: Vec<String>,
    /// A line of play in which every move keeps the value, as far as that could be shown cheaply.
    pub line: Vec<String>,
    /// The proof that was written.
    pub proof: Option<WrittenProof>,
    /// Why the last checkpoint could not be written: then what the search has found is lost with the program.
    pub lost_checkpoint: Option<String>,
    /// Why a proof that was asked for was not written.
    pub no_proof: Option<String>,
}

/// A proof in a file or in memory.
#[derive(Clone, Debug)]
pub struct WrittenProof {
    /// The file.
    pub file: Option<PathBuf>,
    /// The content, if there is no file.
    pub content: Option<Vec<u8>>,
    /// The lemmas in it.
    pub lemmas: u64,
    /// Its size.
    pub bytes: u64,
}

impl Solution {
    /// Who wins, as far as is known.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.answers.verdict
    }

    /// Whether everything that was asked is answered.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.answers.is_complete(self.asked)
    }

    /// What all searches cost together.
    #[must_use]
    pub fn cost(&self) -> Statistics {
        self.answers.answers.iter().fold(Statistics::default(), |sum, answered| sum.plus(&answered.cost))
    }
}
