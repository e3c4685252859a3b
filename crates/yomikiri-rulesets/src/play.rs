//! A board with a player to move: a ruleset as a game that is played to the end. Who cannot move loses.

use crate::{Board, Rules};
use yomikiri_game::{Canonical, Drawn, Game, Key, Notation, Outcome, Picture, Played, Player, Tactics};

/// A position of a ruleset, with normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play<R> {
    board: Board<R>,
    to_move: Player,
}

impl<R: Rules> Play<R> {
    /// The first player, Left, is to move.
    #[must_use]
    pub fn new(board: Board<R>) -> Self {
        Self { board, to_move: Player::First }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board<R> {
        &self.board
    }

    /// The same board with a player to move.
    #[must_use]
    pub fn with_mover(self, to_move: Player) -> Self {
        Self { to_move, ..self }
    }
}

impl<R: Rules> Game for Play<R> {
    /// The number of the move among those of the player.
    type Move = u16;
    type Undo = Board<R>;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self, into: &mut Vec<u16>) {
        into.extend(0..self.board.moves(self.to_move).len() as u16);
    }

    fn play(&mut self, number: u16) -> Played<Board<R>> {
        let Some((_, after)) = self.board.moves(self.to_move).into_iter().nth(number.into()) else {
            return Played::Illegal;
        };
        let player = self.to_move;
        let before = std::mem::replace(&mut self.board, after);
        self.to_move = !player;
        if self.board.can_move(self.to_move) {
            Played::Open(before)
        } else {
            Played::Over(Outcome::Win(player), before)
        }
    }

    fn undo(&mut self, before: Board<R>) {
        self.board = before;
        self.to_move = !self.to_move;
    }

    fn outcome_when_stuck(&self) -> Outcome {
        Outcome::Win(!self.to_move)
    }

    fn progress(&self) -> u32 {
        self.board.progress()
    }
}

impl<R: Rules> Canonical for Play<R> {
    fn key(&mut self) -> Key {
        let least = self.board.images().iter().map(|image| image.grid().code()).min().unwrap_or(0);
        Key(least << 1 | self.to_move as u128)
    }

    fn images(&self) -> Vec<Self> {
        let image = |board| Self { board, to_move: self.to_move };
        self.board.images().into_iter().map(image).collect()
    }
}

impl<R: Rules> Tactics for Play<R> {}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no move of the player to move; the moves are written like {1}")]
pub struct MoveError(String, String);

impl<R: Rules> Notation for Play<R> {
    type Error = MoveError;

    fn move_text(&self, number: u16) -> String {
        let moves = self.board.moves(self.to_move);
        moves.get(usize::from(number)).map(|(text, _)| text.clone()).unwrap_or_default()
    }

    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        let moves = self.board.moves(self.to_move);
        let found = moves.iter().position(|(name, _)| name == text);
        let example =
            moves.first().map_or_else(|| "nothing: there are none".to_owned(), |(name, _)| name.clone());
        let wrong =
            || MoveError(text.chars().take(20).filter(|symbol| !symbol.is_control()).collect(), example);
        found.map(|number| number as u16).ok_or_else(wrong)
    }

    fn ending(&mut self) -> &'static str {
        "stuck"
    }
}

impl<R: Rules> Drawn for Play<R> {
    fn picture(&self) -> Picture {
        self.board.picture()
    }
}
