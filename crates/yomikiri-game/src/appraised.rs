//! How good a position looks when there is no time to read it out.

use crate::Game;

/// The capability of guessing who is ahead.
pub trait Appraised: Game {
    /// How good the position looks for the player to move: positive is good, 0 is even.
    fn appraise(&self) -> i32;
}
