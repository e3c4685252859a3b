//! A game written down move by move, played out.

use crate::{Game, Notation, Outcome, Played, Status, status};

/// A position together with how it came about and whether the game is over there.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The position after the last move.
    pub position: G,
    /// The moves as they were written, in a normal form.
    pub moves: Vec<String>,
    /// Whether the game has ended.
    pub status: Status,
}

/// Which move of a written game is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} `{text}`: {reason}")]
pub struct LineError {
    /// The number of the offending move, counted from 1.
    pub number: usize,
    /// The move as written.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl LineError {
    /// An error about a move as it was written, which may be anything.
    #[must_use]
    pub fn new(number: usize, text: &str, reason: String) -> Self {
        Self { number, text: presentable(text), reason }
    }
}

/// Plays the written `moves` from `start`.
///
/// # Errors
/// At the first move that is malformed, illegal, or comes after the end of the game.
pub fn play_line<G: Notation>(mut start: G, moves: &str) -> Result<Line<G>, LineError> {
    let mut played = Vec::new();
    let mut over = None;
    for text in G::split_moves(moves) {
        let (usual, outcome, _) = play_text(&mut start, text, over.is_some())
            .map_err(|reason| LineError::new(played.len() + 1, text, reason))?;
        played.push(usual);
        over = outcome;
    }
    let status = over.map_or_else(|| status(&mut start), Status::Over);
    Ok(Line { position: start, moves: played, status })
}

/// A text fit to be shown in an error: without control characters, and not too long.
#[must_use]
pub fn presentable(text: &str) -> String {
    const LONGEST: usize = 40;
    let visible = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut shown: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Plays one written move; gives its usual form, the outcome if it ended the game, and what it takes to undo it.
///
/// # Errors
/// If it is malformed or illegal, or the game `is_over`. The position is as before.
pub fn play_text<G: Notation>(
    game: &mut G,
    text: &str,
    is_over: bool,
) -> Result<(String, Option<Outcome>, G::Undo), String> {
    const TOO_LATE: &str = "the game is already over";
    if is_over {
        return Err(TOO_LATE.to_owned());
    }
    let refused = match game.parse_move(text) {
        Err(error) => error.to_string(),
        Ok(m) => {
            let usual = game.move_text(m);
            match game.play(m) {
                Played::Illegal => game.why_illegal(m),
                Played::Open(token) => return Ok((usual, None, token)),
                Played::Over(outcome, token) => return Ok((usual, Some(outcome), token)),
            }
        }
    };
    // A player who is stuck has no legal move, so his trying one ends up here.
    Err(match status(game) {
        Status::Open => refused,
        Status::Over(_) => TOO_LATE.to_owned(),
    })
}
