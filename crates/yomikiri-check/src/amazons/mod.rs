//! Amazons: plain rules to be read beside the rules of the game, and a referee that is fast enough for proofs.
//!
//! `tests/amazons_referee.rs` compares the two move by move.

mod plain;
mod referee;

pub use plain::{Board, Rejected, Side};
pub use referee::Amazons;
