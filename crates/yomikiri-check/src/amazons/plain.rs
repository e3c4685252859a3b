//! The rules of Amazons, written to be read beside the rules.
//!
//! Two players have amazons on a board of squares. In a turn a player moves one of their amazons any
//! distance in a straight line, along a row, a column or a diagonal, over empty squares only. From where she
//! has arrived, the amazon shoots an arrow in the same way: any distance in a straight line over empty squares,
//! one of which may be the square that she has just left. The arrow stays where it lands. Neither amazons nor arrows ever
//! leave the board, and nothing is passed over. A player who cannot move has lost.
//!
//! The board is a list of rows of characters, as it is written: `x`, `o`, `#` and `.`. Whether a move is legal
//! is found by walking, square by square; the legal moves are found by trying all triples of squares.

use thiserror::Error;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player with the amazons `x`, who moves first.
    Black,
    /// The player with the amazons `o`.
    White,
}

impl Side {
    fn letter(self) -> char {
        match self {
            Side::Black => 'x',
            Side::White => 'o',
        }
    }

    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// Why a text was not understood or a move not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejected {
    /// The rows are not a board.
    #[error("not a board: expected rows of equal length made of x, o, # and .")]
    NotABoard,
    /// The text is not three squares.
    #[error("not a move: expected three squares such as b1-a1-a2")]
    Malformed,
    /// The move is against the rules.
    #[error("the move is against the rules")]
    Illegal,
}

/// A game of Amazons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// From the top row to the bottom row.
    rows: Vec<Vec<char>>,
    to_move: Side,
}

/// A column from the left and a row from the top, both counted from 0.
type Place = (i32, i32);

impl Board {
    /// A board written as rows separated by `|`.
    pub fn new(text: &str, to_move: Side) -> Result<Board, Rejected> {
        let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
        let well_formed = rows.iter().all(|row| {
            !row.is_empty() && row.len() == rows[0].len() && row.iter().all(|square| "xo#.".contains(*square))
        });
        if well_formed { Ok(Board { rows, to_move }) } else { Err(Rejected::NotABoard) }
    }

    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Who has won, if the side to move cannot move.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        if self.legal_moves().is_empty() { Some(self.to_move.opponent()) } else { None }
    }

    /// The rows, separated by `|`.
    #[must_use]
    pub fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("|")
    }

    fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for y in 0..self.rows.len() {
            for x in 0..self.rows[y].len() {
                places.push((x as i32, y as i32));
            }
        }
        places
    }

    fn at(&self, (x, y): Place) -> char {
        self.rows[y as usize][x as usize]
    }

    fn set(&mut self, (x, y): Place, square: char) {
        self.rows[y as usize][x as usize] = square;
    }

    /// Whether a queen could go from one place to another: in a straight line, over empty squares only, the
    /// last one included.
    fn is_queen_move(&self, from: Place, to: Place) -> bool {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        if (dx, dy) == (0, 0) || dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return false;
        }
        let mut place = from;
        while place != to {
            place = (place.0 + dx.signum(), place.1 + dy.signum());
            if self.at(place) != '.' {
                return false;
            }
        }
        true
    }

    /// The board after a move, if the move is legal.
    fn after(&self, from: Place, to: Place, arrow: Place) -> Option<Board> {
        let letter = self.to_move.letter();
        if self.at(from) != letter || !self.is_queen_move(from, to) {
            return None;
        }
        let mut board = self.clone();
        board.set(from, '.');
        board.set(to, letter);
        if !board.is_queen_move(to, arrow) {
            return None;
        }
        board.set(arrow, '#');
        board.to_move = self.to_move.opponent();
        Some(board)
    }

    /// Columns are letters from the left, rows numbers from the bottom.
    fn name(&self, (x, y): Place) -> String {
        let letter = (b'a' + x as u8) as char;
        format!("{letter}{}", self.rows.len() as i32 - y)
    }

    /// Every legal move, in notation and in the order of the strings.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        let places = self.places();
        let mut moves = Vec::new();
        for &from in places.iter().filter(|&&place| self.at(place) == self.to_move.letter()) {
            for &to in places.iter().filter(|&&place| self.is_queen_move(from, place)) {
                for &arrow in &places {
                    if self.after(from, to, arrow).is_some() {
                        moves.push([from, to, arrow].map(|place| self.name(place)).join("-"));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    /// Plays a move written in notation. On an error the board is as before.
    pub fn play(&mut self, text: &str) -> Result<(), Rejected> {
        let named = |name: &str| self.places().into_iter().find(|&place| self.name(place) == name);
        let squares: Option<Vec<Place>> = text.split('-').map(named).collect();
        let Some([from, to, arrow]) = squares.as_deref() else {
            return Err(Rejected::Malformed);
        };
        *self = self.after(*from, *to, *arrow).ok_or(Rejected::Illegal)?;
        Ok(())
    }
}
