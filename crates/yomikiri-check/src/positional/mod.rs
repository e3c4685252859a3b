//! Positional games as the checker of proofs sees them: generalised tic-tac-toe, k in a row, and games that are given by
//! their winning sets.
//!
//! - `game`: cells, winning sets, turns, symmetries: what stays the same;
//! - `name`: the games that a name says everything about;
//! - `pg`: the games that a text describes;
//! - `theorems`: who cannot win any more;
//! - `stones`: a position, and the game as a referee sees it.
//!
//! The tests compare it with the rules in [`polyomino`](crate::polyomino), which prepare nothing, and the game crate's with
//! both.

mod game;
mod name;
mod pg;
mod stones;
mod theorems;

pub use stones::Stones;
