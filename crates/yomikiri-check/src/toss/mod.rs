//! Games described in the language of Toss: a plain interpreter of the text itself.
//!
//! A description has cells on a board, relations of one cell that moves change, the fixed relations `R` and `C` (the
//! second cell is the right neighbour of the first, or the one below it), defined relations, rules, locations and a start.
//! The solver turns all that into conditions over atoms before it plays; here nothing is turned into anything. A formula
//! is evaluated on the board as it is, and a move is found by trying a rule at every place.
//!
//! - `words`, `parser`, `syntax`: reading;
//! - `formula`: formulas with their names resolved, and whether they hold;
//! - `game`: a description that speaks of what exists;
//! - `referee`: a position, and the game as a referee sees it.
//!
//! `docs/proof-format.md` says what the language means.

mod formula;
mod game;
mod parser;
mod referee;
mod syntax;
mod words;

pub use referee::Toss;
