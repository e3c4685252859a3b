//! The one trait that every game implements.
//!
//! # Why it is cut this way
//!
//! - **Moves are pseudo-legal and `play` may refuse.** In Trax a move is illegal if the chain of forced
//!   tiles that it starts goes wrong, and the only way to know is to play it. A list of legal moves would
//!   play everything twice.
//! - **`play` says how the game ended; a position does not.** Whether a game is over is known best to the
//!   move that ended it; asking a position again would be a second computation of the same thing. The one
//!   exception is a player who turns out to have no legal move: only whoever has tried all moves knows, and
//!   asks [`Game::outcome_when_stuck`]. [`status`] does that for callers who want a plain answer.
//! - **Play and undo, not copies.** An undo token is a value on the caller's stack, so that a search needs
//!   no allocation, and a position may keep whatever journal it likes.
//! - **The player to move is asked, not assumed to alternate.** A game in which a turn has several parts,
//!   or an extra move is earned, needs nothing special.
//! - **[`Game::progress`] grows with every move.** It proves that no position can come back, so that no
//!   search here has to look for repetitions. A game that can repeat counts its turns and ends at a limit.

use crate::{Outcome, Player};
use std::ops::ControlFlow;

/// A two-player game of perfect information, as a position that moves are played on and taken back from.
///
/// A value of this type is a position of an unfinished game, or one that [`Game::play`] has just reported
/// as over; nothing but [`Game::undo`] and a key may be asked of the latter.
pub trait Game: Clone {
    /// A move. It needs to make sense only at the position that produced it.
    type Move: Copy + Eq + std::fmt::Debug;
    /// What [`Game::undo`] needs to take back one move.
    type Undo;

    /// Whose move it is.
    fn to_move(&self) -> Player;

    /// Appends the pseudo-legal moves to `into`: every legal move is among them, each once, in an order
    /// that depends on nothing but the position.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// The same with the moves that [`Game::moves`] leaves out because others lead to the same position but for symmetry.
    /// For whoever counts as somebody did who had them all; no other method has a use for it.
    fn all_moves(&self, into: &mut Vec<Self::Move>) {
        self.moves(into);
    }

    /// Plays a move that [`Game::moves`] or [`Game::all_moves`] gave at this position. An illegal move changes nothing.
    fn play(&mut self, m: Self::Move) -> Played<Self::Undo>;

    /// Takes back the latest move that is still on the board.
    fn undo(&mut self, token: Self::Undo);

    /// The result if every pseudo-legal move proves illegal (or there is none).
    fn outcome_when_stuck(&self) -> Outcome;

    /// Whether the game can end without a winner. Where it cannot, one question decides it instead of two.
    fn can_be_drawn(&self) -> bool {
        true
    }

    /// A measure that strictly increases with every move: tiles placed, stones on the board, turns taken.
    fn progress(&self) -> u32;
}

/// What came of playing a move.
#[derive(Debug)]
pub enum Played<U> {
    /// The move was illegal and has changed nothing.
    Illegal,
    /// The game goes on.
    Open(U),
    /// The move ended the game.
    Over(Outcome, U),
}

/// Whether a game is still going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a legal move.
    Open,
    /// The game has ended.
    Over(Outcome),
}

/// Plays a pseudo-legal move, shows the position after it, and takes the move back. Gives what was seen, or `None` if
/// the move is illegal.
///
/// ```
/// use yomikiri_game::{Game, Status, samples::Mnk, try_move};
///
/// let mut game = Mnk::new(3, 3, 3);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// let next = try_move(&mut game, moves[0], |game, status| (game.to_move(), status));
/// assert_eq!(next, Some((!game.to_move(), Status::Open)));
/// ```
#[inline]
pub fn try_move<G: Game, T>(game: &mut G, m: G::Move, look: impl FnOnce(&mut G, Status) -> T) -> Option<T> {
    let (status, token) = match game.play(m) {
        Played::Illegal => return None,
        Played::Open(token) => (Status::Open, token),
        Played::Over(outcome, token) => (Status::Over(outcome), token),
    };
    let seen = look(game, status);
    game.undo(token);
    Some(seen)
}

/// Shows the position after every legal move, in the order of [`Game::moves`], until `look` breaks off; gives what it
/// broke off with.
#[inline]
pub fn try_moves<G: Game, B>(
    game: &mut G,
    mut look: impl FnMut(&mut G, G::Move, Status) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for m in moves {
        if let Some(seen) = try_move(game, m, |game, status| look(game, m, status)) {
            seen?;
        }
    }
    ControlFlow::Continue(())
}

/// The legal moves of an unfinished position, found by trying all pseudo-legal ones.
pub fn legal_moves<G: Game>(game: &mut G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.retain(|&m| try_move(game, m, |_, _| ()).is_some());
    moves
}

/// The status of a position that no move has ended yet: over only if the player to move is stuck.
pub fn status<G: Game>(game: &mut G) -> Status {
    if legal_moves(game).is_empty() { Status::Over(game.outcome_when_stuck()) } else { Status::Open }
}
