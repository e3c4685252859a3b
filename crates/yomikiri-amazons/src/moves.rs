//! Moves and how they are written: `b1-a1-a2`, from b1 to a1 with an arrow to a2.
//!
//! Columns are letters from the left, rows are numbers from the bottom, as in chess.

use crate::board::{Board, squares};
use yomikiri_game::Player;

/// A move of an amazon and her arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the amazon comes from, row by row from the top left.
    pub(crate) from: u8,
    /// Where she goes.
    pub(crate) to: u8,
    /// Where the arrow goes.
    pub(crate) arrow: u8,
}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not three squares.
    #[error("expected three squares such as b1-a1-a2: from, to, arrow")]
    Malformed,
    /// A square that does not exist.
    #[error("`{square}` is not a square of a board of {width}x{height}")]
    NoSquare {
        /// As written.
        square: String,
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
    },
    /// No amazon of the player there.
    #[error("no amazon of {colour} is on {square}")]
    NoAmazon {
        /// `x` or `o`.
        colour: char,
        /// The square.
        square: String,
    },
    /// No queen's move along empty squares.
    #[error("{what} cannot go from {from} to {to}: not a straight line of empty squares")]
    Blocked {
        /// The amazon or the arrow.
        what: &'static str,
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
}

/// The letter of a player.
pub(crate) fn colour(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

impl Board {
    /// The moves of a player, amazon by amazon.
    pub fn moves(&self, player: Player) -> impl Iterator<Item = Move> + use<> {
        let geometry = self.geometry();
        let vacant = self.vacant();
        squares(self.amazons(player)).flat_map(move |from| {
            geometry.reach(from, vacant).flat_map(move |to| {
                let free = vacant & !(1 << to) | 1 << from;
                geometry.reach(to, free).map(move |arrow| Move { from, to, arrow })
            })
        })
    }

    /// The empty squares next to a player's amazons.
    pub(crate) fn ways_out(&self, player: Player) -> u128 {
        let near = &self.geometry().neighbours;
        squares(self.amazons(player)).fold(0, |out, square| out | near[usize::from(square)]) & self.vacant()
    }

    /// Whether a player has a move. (Wherever an amazon can step, she can shoot back.)
    #[must_use]
    pub fn can_move(&self, player: Player) -> bool {
        self.ways_out(player) != 0
    }

    /// The board after a move.
    #[must_use]
    pub fn after(mut self, player: Player, m: Move) -> Self {
        self.toggle(player, 1 << m.from | 1 << m.to, 1 << m.arrow);
        self
    }

    pub(crate) fn square_name(&self, square: u8) -> String {
        let column = char::from(b'a' + square % self.width());
        format!("{column}{}", self.height() - square / self.width())
    }

    /// A move as text.
    #[must_use]
    pub fn move_text(&self, m: Move) -> String {
        [m.from, m.to, m.arrow].map(|square| self.square_name(square)).join("-")
    }

    fn parse_square(&self, text: &str) -> Result<u8, MoveError> {
        let read = || {
            let mut symbols = text.chars();
            let column = symbols.next()?.to_ascii_lowercase();
            let row = symbols.as_str();
            // No sign, no leading zero, no more digits than there can be.
            if !column.is_ascii_lowercase() || row.starts_with(['+', '0']) {
                return None;
            }
            let (column, row) = (column as u8 - b'a', row.parse::<u8>().ok()?);
            let on_board = column < self.width() && (1..=self.height()).contains(&row);
            on_board.then(|| (self.height() - row) * self.width() + column)
        };
        read().ok_or_else(|| MoveError::NoSquare {
            square: text.chars().filter(|symbol| !symbol.is_control()).take(10).collect(),
            width: self.width(),
            height: self.height(),
        })
    }

    /// Reads a move of a player; what it gives is legal.
    ///
    /// # Errors
    /// If the text is malformed or the move is against the rules.
    pub fn parse_move(&self, player: Player, text: &str) -> Result<Move, MoveError> {
        let parts: Vec<&str> = text.split('-').collect();
        let [from, to, arrow] = parts[..] else {
            return Err(MoveError::Malformed);
        };
        let [from, to, arrow] = [self.parse_square(from)?, self.parse_square(to)?, self.parse_square(arrow)?];
        if self.amazons(player) >> from & 1 == 0 {
            return Err(MoveError::NoAmazon { colour: colour(player), square: self.square_name(from) });
        }
        let geometry = self.geometry();
        let vacant = self.vacant();
        let blocked = |what, from, to| {
            Err(MoveError::Blocked { what, from: self.square_name(from), to: self.square_name(to) })
        };
        if !geometry.reach(from, vacant).any(|square| square == to) {
            return blocked("the amazon", from, to);
        }
        if !geometry.reach(to, vacant & !(1 << to) | 1 << from).any(|square| square == arrow) {
            return blocked("the arrow", to, arrow);
        }
        Ok(Move { from, to, arrow })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(board: &str, text: &str, expected: &str) {
        let board: Board = board.parse().expect(board);
        let read = match board.parse_move(Player::First, text) {
            Ok(m) => board.after(Player::First, m).to_string(),
            Err(error) => error.to_string(),
        };
        assert!(read.contains(expected), "{text}: {read}");
    }

    #[test]
    fn moves_are_read_and_judged() {
        check("x..|...", "a2-b2-a2", "#x.|...");
        check("x..|...", "A2-C2-B1", "..x|.#.");
        check("x..|...", "a2-b2", "expected three squares");
        check("x..|...", "a2-d2-a2", "`d2` is not a square");
        check("x..|...", "a2-a0-a2", "`a0` is not a square");
        check("x..|...", "b2-c2-b2", "no amazon of x is on b2");
        check("x.o|...", "a2-c2-b2", "the amazon cannot go from a2 to c2");
        check("x..|...", "a2-c1-a1", "the amazon cannot go");
        check("x#.|...", "a2-b1-b2", "the arrow cannot go from b1 to b2");
    }
}
