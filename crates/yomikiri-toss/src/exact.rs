//! Positions and moves as proofs write them (`docs/proof-format.md`), and positions as text:
//! `B,B,*|*,*,*|W+K,*,W 1 5` is what holds of each cell, the location and the number of turns played.
//!
//! A cell is `*` or the relations that hold of it, joined by `+`; cells are separated by `,`, rows by `|`. Locations are
//! counted from 0 in the order of the description. Any such state is a position, as long as no more turns are played
//! than there may be; at the limit the game is a draw, and a player without a move may be to move.

use crate::position::Position;
use std::sync::Arc;
use yomikiri_game::{Exact, PositionError, PositionText, Word, fields};

/// The bytes before the atoms: the location and the number of turns, little-endian.
const PREFIX: usize = 2 + 4;

impl Position {
    /// The position in which these atoms hold, if there are such a location and so many turns.
    fn at(&self, state: Vec<bool>, location: usize, turns: u32) -> Result<Self, PositionError> {
        let locations = self.system().locations.len();
        if location >= locations {
            let reason = format!("there is no location {location} (known: 0 to {})", locations - 1);
            return Err(PositionError::Whole(reason));
        }
        match self.table.limit {
            Some(limit) if turns > limit => {
                Err(PositionError::Whole(format!("{turns} turns, but the game has {limit} at most")))
            }
            _ => Ok(Self::assembled(Arc::clone(&self.table), state, location, turns)),
        }
    }
}

impl Exact for Position {
    fn spelt_out(&self) -> String {
        self.table.limit.map_or_else(|| "toss".to_owned(), |limit| format!("toss:turns={limit}"))
    }

    fn definition(&self) -> Option<String> {
        Some(self.table.text.clone())
    }

    fn write_cells(&self, into: &mut Vec<u8>) {
        into.extend((self.location as u16).to_le_bytes());
        into.extend(self.turns.to_le_bytes());
        let byte = |bits: &[bool]| (0..).zip(bits).fold(0, |byte, (at, &holds)| byte | u8::from(holds) << at);
        into.extend(self.state.chunks(8).map(byte));
    }

    fn read_cells(&self, bytes: &[u8]) -> Result<Self, PositionError> {
        let length = PREFIX + self.state.len().div_ceil(8);
        let (&[a, b, c, d, e, f, ref atoms @ ..], true) = (bytes, bytes.len() == length) else {
            return Err(PositionError::whole(format!("{} bytes instead of {length}", bytes.len())));
        };
        let atom = |at: usize| atoms[at / 8] >> (at % 8) & 1 == 1;
        if (self.state.len()..8 * atoms.len()).any(atom) {
            return Err(PositionError::byte(bytes, length - 1, "there are no such atoms"));
        }
        let state = (0..self.state.len()).map(atom).collect();
        self.at(state, u16::from_le_bytes([a, b]).into(), u32::from_le_bytes([c, d, e, f]))
    }

    /// A move is its place among all legal ones. Where many are asked about, [`Exact::codes`] is faster.
    fn code(&self, m: u32) -> u32 {
        let possible = |action: &&_| self.is_possible(action);
        self.system().locations[self.location].actions[..m as usize].iter().filter(possible).count() as u32
    }

    fn codes(&self, legal: &[u32]) -> Vec<u32> {
        (0..legal.len() as u32).collect()
    }

    /// They are listed in this order.
    fn sort_by_code(&self, _moves: &mut [u32]) {}
}

impl PositionText for Position {
    fn position_text(&self) -> String {
        let (columns, rows) = self.table.lowered.size;
        let fluents = &self.table.lowered.fluents;
        let cell = |cell: usize| {
            let here = |(r, _): &(usize, &String)| self.state[r * columns * rows + cell];
            let names: Vec<_> =
                fluents.iter().enumerate().filter(here).map(|(_, name)| name.as_str()).collect();
            if names.is_empty() { "*".to_owned() } else { names.join("+") }
        };
        let row = |row: usize| {
            (0..columns).map(|column| cell(row * columns + column)).collect::<Vec<_>>().join(",")
        };
        let board = (0..rows).map(row).collect::<Vec<_>>().join("|");
        format!("{board} {} {}", self.location, self.turns)
    }

    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        let [board, location, turns] = fields(text, ["the board", "the location", "the turns played"])?;
        let (columns, height) = self.table.lowered.size;
        let rows: Vec<Word<'_>> = board.split(&['|', '/']).collect();
        if rows.len() != height {
            return Err(board.error(format!("{} rows, but the board has {height}", rows.len())));
        }
        let fluents = &self.table.lowered.fluents;
        let mut state = vec![false; self.state.len()];
        for (at, row) in rows.into_iter().enumerate() {
            let cells: Vec<Word<'_>> = row.split(&[',']).collect();
            if cells.len() != columns {
                let reason = format!("row {} has {} cells instead of {columns}", at + 1, cells.len());
                return Err(row.error(reason));
            }
            for (column, cell) in cells.into_iter().enumerate().filter(|(_, cell)| cell.text != "*") {
                for name in cell.split(&['+']) {
                    let fluent = fluents.iter().position(|fluent| fluent == name.text).ok_or_else(|| {
                        name.error(format!("expected * or relations of the game: {}", fluents.join(", ")))
                    })?;
                    state[fluent * columns * height + at * columns + column] = true;
                }
            }
        }
        let number = |word: Word<'_>| word.text.parse::<u32>().map_err(|_| word.error("expected a number"));
        self.at(state, number(location)? as usize, number(turns)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_position_is_refused() {
        let text = include_str!("../../../suites/toss/breakthrough-3x4.toss");
        let start = Position::new(text, Some(9)).expect("a game");
        assert_eq!(start.position_text(), "B,B,B|*,*,*|*,*,*|W,W,W 0 0");
        for (text, expected) in [
            ("B,B,B|*,*,*|*,*,*|W,W,W 0", "but found 2"),
            ("B,B,B|*,*,*|W,W,W 0 0", "3 rows, but the board has 4"),
            ("B,B,B|*,*|*,*,*|W,W,W 0 0", "`*,*` at place 7: row 2 has 2 cells"),
            ("B,B,B|*,*,*|*,X,*|W,W,W 0 0", "`X` at place 15: expected * or relations of the game: B, W"),
            ("B,B,B|*,*,*|*,,*|W,W,W 0 0", "`` at place 15"),
            ("B,B,B|*,*,*|*,*,*|W,W,W two 0", "`two` at place 25"),
            ("B,B,B|*,*,*|*,*,*|W,W,W 2 0", "no location 2 (known: 0 to 1)"),
            ("B,B,B|*,*,*|*,*,*|W,W,W 0 10", "10 turns, but the game has 9"),
        ] {
            let error = start.parse_position(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let both = "B+W,B,B|*,*,*|*,*,*|W,*,W 1 9";
        assert_eq!(start.parse_position(both).map(|position| position.position_text()), Ok(both.to_owned()));
        assert!(start.read_cells(&[0; 8]).is_err());
        let error = start.read_cells(&[2, 0, 0, 0, 0, 0, 0, 0, 0]).expect_err("a location").to_string();
        assert!(error.contains("no location 2"), "{error}");
    }
}
