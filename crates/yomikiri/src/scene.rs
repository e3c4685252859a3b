//! A position as a program shows it that takes clicks: pieces on squares, and every move with what it would do.

use yomikiri_game::{Layout, Outcome, Pieces, Player, Square};

/// A position and its moves on squares.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The board and everything on it.
    pub layout: Layout,
    /// The squares of the lines or sets that won, each with the player they belong to.
    pub winning: Vec<(Square, Player)>,
    /// The legal moves.
    pub choices: Vec<Choice>,
    /// Moves that look possible but are against the rules.
    pub refused: Vec<Refused>,
    /// The number of moves that are not listed because there are too many.
    pub left_out: usize,
}

impl Scene {
    /// The most moves that are listed.
    pub const MOST_CHOICES: usize = 5000;
}

/// A legal move.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub text: String,
    /// The squares that it names, in the order in which a player points at them.
    pub squares: Vec<Square>,
    /// The pieces that it adds; in Trax, the forced tiles among them.
    pub added: Pieces,
    /// The pieces that it removes.
    pub removed: Pieces,
    /// The outcome, if it ends the game.
    pub outcome: Option<Outcome>,
}

/// A move that is against the rules.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The move.
    pub text: String,
    /// The squares that it names.
    pub squares: Vec<Square>,
    /// Why it is refused.
    pub why: String,
}
