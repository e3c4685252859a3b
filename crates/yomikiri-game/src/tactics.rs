//! Shallow knowledge: what a game can see without a search, faster than a search would.

use crate::{Aim, Game, Outcome, Played, Player};
use std::ops::ControlFlow;

/// What a look ahead says about a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// The move ends the game.
    Over(Outcome),
    /// It does not, but this player, whose turn is next, can then end the game as he likes.
    Settled(Player),
    /// Neither was seen.
    Open(Outlook),
}

/// What is seen at a glance of a position in which the game goes on: enough for a first guess of how hard
/// it is to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// About how many moves there are to choose from; 1 where nobody counted.
    pub replies: u32,
    /// Whether the opponent of the player to move would win with the next move if he could, so that only
    /// few of the moves are any good.
    pub threatened: bool,
}

impl Outlook {
    /// Nothing was looked at.
    pub const UNKNOWN: Self = Self { replies: 1, threatened: false };
}

/// The capability of seeing the end of the game one and two moves ahead.
///
/// The provided methods try every move, so a game without special knowledge says `impl Tactics for MyGame
/// {}` and is served; a game that knows better overrides them. The conformance kit compares an override with
/// plain trial.
pub trait Tactics: Game {
    /// A move with which the player to move ends the game at once so that `aim` is met, or `None` if there
    /// is no such move.
    ///
    /// `first` is a move that the caller has seen succeed in a similar position (not necessarily possible
    /// in this one): a hint what to try first.
    fn finishing_move(&mut self, aim: Aim, first: Option<Self::Move>) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        if let Some(at) = first.and_then(|hint| moves.iter().position(|&m| m == hint)) {
            moves.swap(0, at);
        }
        moves.into_iter().find(|&m| self.finishes(m, aim))
    }

    /// Whether the pseudo-legal move `m` ends the game at once so that `aim` is met for the mover.
    fn finishes(&mut self, m: Self::Move, aim: Aim) -> bool {
        let player = self.to_move();
        match self.play(m) {
            Played::Illegal => false,
            Played::Open(token) => {
                self.undo(token);
                false
            }
            Played::Over(outcome, token) => {
                self.undo(token);
                aim.is_met(player, outcome)
            }
        }
    }

    /// Calls `visit` with every legal move and what a look ahead says about it, `aims` being what the first
    /// and the second player are after; until `visit` breaks off.
    ///
    /// Whether a move ends the game must always be seen. Whether the next one can end it must be right
    /// where it is claimed, but a game may content itself with what it sees at a glance; the provided method
    /// tries every pair of moves. Moves come in the order of [`Game::moves`], except that one which ends the
    /// game as its player likes may come early. During the call for a [`Prospect::Open`] move it is on the
    /// board; otherwise it may or may not be.
    fn sift(
        &mut self,
        aims: [Aim; 2],
        mut visit: impl FnMut(&mut Self, Self::Move, Prospect) -> ControlFlow<()>,
    ) {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let mut hint = None;
        for m in moves {
            let (prospect, token) = match self.play(m) {
                Played::Illegal => continue,
                Played::Over(outcome, token) => (Prospect::Over(outcome), token),
                Played::Open(token) => {
                    let next = self.to_move();
                    match self.finishing_move(aims[next as usize], hint) {
                        None => (Prospect::Open(Outlook::UNKNOWN), token),
                        finish => {
                            hint = finish;
                            (Prospect::Settled(next), token)
                        }
                    }
                }
            };
            let flow = visit(self, m, prospect);
            self.undo(token);
            if flow.is_break() {
                return;
            }
        }
    }
}
