//! How much memory the solver takes: upper bounds, from what is counted anyway.
//!
//! A list may have twice the room that it needs and a map somewhat more, and the allocator adds a few words to each. The SAT
//! solver's lists of watchers never shrink, so a clause counts with more of them than it has. What this adds up to is compared with
//! what the process really takes in `tests/memory.rs`. Asking the system instead would count whatever else the program does, and not
//! be the same each time; an allocator that counts is not for a library to install.

use crate::formula::Formula;

/// What the allocator adds to each piece.
const PIECE: u64 = 16;
/// A list within a list: pointer, length, room; twice, for the room of the outer list.
const LIST: u64 = 2 * 24;
const LITERAL: u64 = 4;

/// A clause that is a list of literals.
pub(crate) fn clause(literals: usize) -> u64 {
    LIST + PIECE + 2 * LITERAL * literals as u64
}

/// A formula.
pub(super) fn formula(formula: &Formula) -> u64 {
    let clauses: u64 = formula.clauses().iter().map(|literals| clause(literals.len())).sum();
    let blocks = formula.prefix().blocks().iter();
    clauses + blocks.map(|block| LIST + PIECE + 2 * LITERAL * block.variables.len() as u64).sum::<u64>()
}

/// What the preprocessor has for a variable: its standing, and two lists of clauses.
pub(crate) const PREPROCESSED_VARIABLE: u64 = 2 * (24 + PIECE) + 16;

/// A clause in the preprocessor, with the places where it is listed.
pub(crate) fn preprocessed_clause(literals: usize) -> u64 {
    clause(literals) + 2 * LITERAL * (literals as u64 + 2)
}

/// A part of clauses.
pub(super) fn part(literals: usize) -> u64 {
    LIST + 2 * 24 + PIECE + LITERAL * literals as u64
}

/// The same as the key of a map.
pub(super) fn known_part(literals: usize) -> u64 {
    3 * 40 + PIECE + LITERAL * literals as u64
}

/// A SAT solver without anything.
pub(super) const SOLVER: u64 = 8 << 10;

/// A variable of a SAT solver, and its entries in the maps of a level.
pub(super) const VARIABLE: u64 = 300;

/// A part at a level.
pub(super) fn part_here(literals: usize) -> u64 {
    LIST + 2 * 16 + PIECE + LITERAL * literals as u64
}

/// A clause of a SAT solver: header and literals in the arena, which may have twice the room; and watchers.
pub(super) fn clause_in_solver(literals: usize) -> u64 {
    2 * LITERAL * (literals as u64 + 2) + WATCHERS
}

/// Two watchers of 8 bytes and the clause's number, in lists with room for three times as many.
const WATCHERS: u64 = 3 * 20;

/// The clauses that are left in an arena of so many bytes: at most one for three words.
pub(super) fn clauses_after_collection(bytes: usize) -> u64 {
    2 * bytes as u64 + WATCHERS * (bytes as u64 / 12)
}
