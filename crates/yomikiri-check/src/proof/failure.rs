//! Why a proof does not hold.

use super::number::BadNumber;
use crate::referee::Outcome;
use std::io;
use thiserror::Error;

/// Why a file does not prove what it claims.
#[derive(Debug, Error)]
pub enum Failure {
    /// The source of the bytes gave an error.
    #[error("cannot read it: {0}")]
    Read(io::Error),
    /// The file is something else.
    #[error("not a proof file: it does not begin with the line `yomikiri-proof` and a version from 1 to 3")]
    Foreign,
    /// The file is not as it was written.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The header is not as it should be.
    #[error("line {line} of the header: {why}")]
    Header {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A lemma does not hold, or is not written as it should be.
    #[error("lemma {number}{} fails: {fault}", after(path))]
    Lemma {
        /// Its number, from 0.
        number: u32,
        /// The moves, from the lemma's position, to the node that fails.
        path: Vec<String>,
        /// What is wrong there.
        fault: Fault,
    },
    /// The lemmas hold, but do not establish a claim.
    #[error("claim {number} fails: {why}")]
    Claim {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The check was stopped.
    #[error("stopped")]
    Stopped,
    /// The check needs more memory than it may use. Nothing is known of the proof.
    #[error("the check needs more memory than it may use")]
    Memory,
}

fn after(path: &[String]) -> String {
    if path.is_empty() { String::new() } else { format!(", after {},", path.join(" ")) }
}

/// What is wrong with a lemma.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The content ends inside of the lemma.
    #[error("the file ends in the middle of it")]
    CutShort,
    /// A number is not written as it should be.
    #[error(transparent)]
    Number(#[from] BadNumber),
    /// There is no such statement.
    #[error("there is no statement {0}")]
    Statement(u8),
    /// No position of the game is as long as this.
    #[error("its position has {0} bytes, more than any of the game has")]
    LongPosition(u32),
    /// The tree is longer than trees may be.
    #[error("its tree has {0} bytes, more than a tree may have")]
    LongTree(u32),
    /// There are more lemmas than can be numbered.
    #[error("there are too many lemmas")]
    TooMany,
    /// An earlier lemma says the same of the same position.
    #[error("it is the same as lemma {0}")]
    Repeated(u32),
    /// The bytes are no position of a game that goes on.
    #[error("its bytes are not a position: {0}")]
    Position(String),
    /// Another image of the position is less.
    #[error("its position is not the canonical one of its images")]
    NotCanonical,
    /// The tree ends where something must follow.
    #[error("its tree ends too early")]
    TreeEnds,
    /// The tree says all there is to say, but goes on.
    #[error("its tree has bytes after its end")]
    TreeGoesOn,
    /// The tree is deeper than trees may be.
    #[error("its tree is too deep")]
    TooDeep,
    /// The position is said to be listed, and is not.
    #[error("the position is not that of an earlier lemma with the same statement")]
    NotListed,
    /// The search needs more plays than the header allows.
    #[error("the search takes more than {0} plays")]
    SearchTooLong(u32),
    /// The search finds that the statement is wrong.
    #[error("the search finds the opposite")]
    Refuted,
    /// A theorem is said to settle the position, and none does.
    #[error("no theorem settles the position")]
    NoTheorem,
    /// Replies are said to be answered, but it is the prover who can move.
    #[error("a move of the prover is missing")]
    MoveMissing,
    /// A move of the prover is given, but he is not to move.
    #[error("the prover plays where the opponent is to move")]
    NotToMove,
    /// The prover's move is illegal.
    #[error("the prover's move with code {0} is illegal")]
    Illegal(u32),
    /// The prover's move ends the game in a way which the prover does not want.
    #[error("the prover's move {0} ends the game: {1}")]
    BadMove(String, Outcome),
    /// A reply ends the game in a way which the prover does not want.
    #[error("the reply {0} ends the game: {1}")]
    BadReply(String, Outcome),
    /// Nobody can move, and the prover does not want what this means.
    #[error("there is no legal move: {0}")]
    BadStuck(Outcome),
    /// The check was stopped.
    #[error("stopped")]
    Stopped,
}
