//! A board and whose move it is: the game.

use crate::board::Board;
use crate::moves::{Move, MoveError};
use yomikiri_game::{Aim, Canonical, Game, Key, Notation, Outcome, Played, Player, Tactics};

/// A position of a game of Amazons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    to_move: Player,
}

impl Position {
    /// A board with a player to move.
    #[must_use]
    pub fn new(board: Board, to_move: Player) -> Self {
        Self { board, to_move }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Game for Position {
    type Move = Move;
    type Undo = Move;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.extend(self.board.moves(self.to_move));
    }

    fn play(&mut self, m: Move) -> Played<Move> {
        self.board = self.board.after(self.to_move, m);
        self.to_move = !self.to_move;
        if self.board.can_move(self.to_move) {
            Played::Open(m)
        } else {
            Played::Over(Outcome::Win(!self.to_move), m)
        }
    }

    fn undo(&mut self, m: Move) {
        self.to_move = !self.to_move;
        // A step back is the same two squares.
        self.board = self.board.after(self.to_move, m);
    }

    fn outcome_when_stuck(&self) -> Outcome {
        Outcome::Win(!self.to_move)
    }

    fn can_be_drawn(&self) -> bool {
        false
    }

    fn progress(&self) -> u32 {
        128 - self.board.open().count_ones()
    }
}

/// Boards of up to this many squares are packed into a key whole, at 2 bits a square.
const PACKED: u32 = 60;

impl Canonical for Position {
    fn key(&mut self) -> Key {
        let packed = |image: &Board| {
            let (first, second) = (image.amazons(Player::First), image.amazons(Player::Second));
            (image.width(), image.open(), first, second)
        };
        let (width, open, first, second) = self.board.images().iter().map(packed).min().unwrap_or_default();
        let squares = u32::from(self.board.width()) * u32::from(self.board.height());
        let turn = self.to_move as u128;
        if squares <= PACKED {
            // An amazon of the second player is a shot square with an amazon on it.
            let low = open & !second;
            let high = first | second;
            return Key(low | high << PACKED | u128::from(width) << 121 | turn << 127);
        }
        Key([open, first, second, u128::from(width) << 1 | turn].into_iter().fold(0, mixed))
    }

    fn images(&self) -> Vec<Self> {
        self.board.images().map(|board| Self { board, to_move: self.to_move }).to_vec()
    }
}

/// Stirs a word into a 128-bit hash.
fn mixed(hash: u128, word: u128) -> u128 {
    const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    let hash = (hash ^ word).wrapping_mul(ODD);
    (hash ^ hash >> 61).wrapping_mul(ODD).rotate_left(47)
}

impl Tactics for Position {
    /// A move that leaves the opponent without one. It takes away two squares, hers and the arrow's: more than
    /// two ways out cannot be blocked at once, which nearly always answers the question.
    fn finishing_move(&mut self, _: Aim, first: Option<Move>) -> Option<Move> {
        if self.board.ways_out(!self.to_move).count_ones() > 2 {
            return None;
        }
        let finishes = |&m: &Move| !self.board.after(self.to_move, m).can_move(!self.to_move);
        let hint = first.filter(|&hint| self.board.moves(self.to_move).any(|m| m == hint));
        hint.filter(finishes).or_else(|| self.board.moves(self.to_move).find(finishes))
    }
}

impl Notation for Position {
    type Error = MoveError;

    fn move_text(&self, m: Move) -> String {
        self.board.move_text(m)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.board.parse_move(self.to_move, text)
    }

    fn why_illegal(&self, _: Move) -> String {
        unreachable!("every pseudo-legal move of Amazons is legal")
    }

    fn ending(&mut self) -> &'static str {
        "stuck"
    }
}
