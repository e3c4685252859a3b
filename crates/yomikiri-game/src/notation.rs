//! Moves as text.

use crate::Game;

/// The capability of writing moves down and reading them back.
pub trait Notation: Game {
    /// Why a text is no move here. Its message names the offending piece and the place.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The text of a move at this position.
    fn move_text(&self, m: Self::Move) -> String;

    /// Reads a move at this position. What it returns is pseudo-legal: [`Game::play`] may still refuse it.
    ///
    /// # Errors
    /// If the text is malformed, or names no pseudo-legal move of this position.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Self::Error>;

    /// Why [`Game::play`] refuses a pseudo-legal move.
    fn why_illegal(&self, _m: Self::Move) -> String {
        "the move is illegal".to_owned()
    }

    /// Splits a written game into the texts of its moves. Moves are separated by white space unless a game
    /// says otherwise.
    fn split_moves(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    /// One word for what ended the game, asked after [`Game::play`] has reported it over or every move has
    /// proved illegal: `loop`, `line`, `full`, `stuck`, …
    fn ending(&mut self) -> &'static str {
        "over"
    }
}
