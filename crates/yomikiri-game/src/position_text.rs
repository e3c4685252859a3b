//! Positions as text: one line that says everything, as a FEN does in chess.
//!
//! A text is a few words separated by white space: the board row by row, the player to move, and whatever else the
//! game needs. `docs/notation.md` has the form of each game. [`fields`] and [`Word`] are what readers share, so that
//! every error names the offending piece and its place.

use crate::{Game, Player};

/// The capability of writing a position down in one line and reading it back.
pub trait PositionText: Game {
    /// The position in one line.
    fn position_text(&self) -> String;

    /// Reads a position of the same game as this one; only the rules of this position count.
    ///
    /// The game is not over there, except that the player to move may be unable to
    /// ([`status`](crate::status) says so). Whether a game can come to the position is not looked at.
    ///
    /// # Errors
    /// If the text is malformed, or says something that is no position of this game.
    fn parse_position(&self, text: &str) -> Result<Self, PositionError>;
}

/// Why a text, or some bytes, are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A piece of it means nothing, or is at the wrong place.
    #[error("`{piece}` at place {place}: {reason}")]
    Piece {
        /// The piece as it is written.
        piece: String,
        /// Where it begins, counted from 1: characters of a text, or bytes.
        place: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Every piece is understood, but together they are no position.
    #[error("{0}")]
    Whole(String),
}

impl PositionError {
    /// An error about all of it.
    pub fn whole(reason: impl Into<String>) -> Self {
        Self::Whole(reason.into())
    }

    /// An error about one byte, by its index.
    pub fn byte(bytes: &[u8], index: usize, reason: impl Into<String>) -> Self {
        let piece = bytes.get(index).map_or("the end".to_owned(), u8::to_string);
        Self::Piece { piece, place: index + 1, reason: reason.into() }
    }
}

/// A part of a text and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The part.
    pub text: &'a str,
    /// Where it begins, in characters counted from 1.
    pub place: usize,
}

/// The words of a text, of which there must be as many as `names` says.
///
/// # Errors
/// If there are more or fewer.
pub fn fields<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Result<[Word<'a>; N], PositionError> {
    let words: Vec<Word<'a>> = words(text).collect();
    let (found, extra) = (words.len(), words.get(N).copied());
    let expected = format!("expected {N} words: {}", names.join(", "));
    words.try_into().map_err(|_| match extra {
        Some(extra) => extra.error(expected),
        None => PositionError::Whole(format!("{expected}, but found {found}")),
    })
}

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().map(move |word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        Word { text: word, place: text[..before].chars().count() + 1 }
    })
}

impl<'a> Word<'a> {
    /// An error about it.
    pub fn error(self, reason: impl Into<String>) -> PositionError {
        const SHOWN: usize = 40;
        let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        let piece = self.text.chars().take(SHOWN).map(printable).collect();
        PositionError::Piece { piece, place: self.place, reason: reason.into() }
    }

    /// The parts between separators.
    pub fn split(self, separators: &'a [char]) -> impl Iterator<Item = Word<'a>> {
        let mut place = self.place;
        self.text.split(separators).map(move |part| {
            let word = Word { text: part, place };
            place += part.chars().count() + 1;
            word
        })
    }

    /// Its characters.
    pub fn symbols(self) -> impl Iterator<Item = Word<'a>> {
        let ends = self.text.char_indices().map(|(at, c)| (at, at + c.len_utf8()));
        ends.enumerate()
            .map(move |(count, (from, to))| Word { text: &self.text[from..to], place: self.place + count })
    }

    /// The cells of a board: rows separated by `|` or `/`, a character each cell, all rows equally long.
    ///
    /// # Errors
    /// If the board has another size than `size`, columns and rows; where `None` is given, if the rows differ.
    pub fn board(self, size: Option<(usize, usize)>) -> Result<Vec<Vec<Word<'a>>>, PositionError> {
        let rows: Vec<Word<'a>> = self.split(&['|', '/']).collect();
        let length = |row: &Word<'a>| row.text.chars().count();
        let (columns, height) = size.unwrap_or((length(&rows[0]), rows.len()));
        if rows.len() != height {
            return Err(self.error(format!("{} rows, but the board has {height}", rows.len())));
        }
        if let Some((at, row)) = rows.iter().enumerate().find(|(_, row)| length(row) != columns) {
            let found = length(row);
            return Err(row.error(format!("row {} has {found} cells instead of {columns}", at + 1)));
        }
        Ok(rows.into_iter().map(|row| row.symbols().collect()).collect())
    }

    /// The player that it names: by one of these names, or as `first` or `second`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn player(self, names: [&str; 2]) -> Result<Player, PositionError> {
        for (player, usual) in Player::BOTH.into_iter().zip(["first", "second"]) {
            if self.text == names[player as usize] || self.text == usual {
                return Ok(player);
            }
        }
        Err(self.error(format!("no player is called that (known: {}, {})", names[0], names[1])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let [board, player] = fields("  x·o|... \t x ", ["board", "player"]).expect("two words");
        assert_eq!((board.place, player.place), (3, 13));
        let rows = board.board(None).expect("a board");
        let places: Vec<Vec<_>> =
            rows.iter().map(|row| row.iter().map(|cell| (cell.text, cell.place)).collect()).collect();
        assert_eq!(places, [[("x", 3), ("·", 4), ("o", 5)], [(".", 7), (".", 8), (".", 9)]]);
        assert_eq!(player.player(["x", "o"]), Ok(Player::First));
    }

    #[test]
    fn errors_name_the_piece_and_its_place() {
        let message = |error: PositionError| error.to_string();
        let names = ["board", "player"];
        assert!(message(fields("a", names).expect_err("one")).contains("but found 1"));
        assert!(
            message(fields("a b cd", names).expect_err("three")).starts_with("`cd` at place 5: expected 2")
        );
        let [board] = fields(" ab/c", ["board"]).expect("one word");
        assert_eq!(
            message(board.board(None).expect_err("ragged")),
            "`c` at place 5: row 2 has 1 cells instead of 2"
        );
        assert!(
            message(board.board(Some((2, 3))).expect_err("short")).contains("2 rows, but the board has 3")
        );
        assert!(message(board.player(["x", "o"]).expect_err("nobody")).contains("(known: x, o)"));
        assert_eq!(message(PositionError::byte(&[7], 0, "no cell")), "`7` at place 1: no cell");
        assert_eq!(message(PositionError::byte(&[7], 1, "no cell")), "`the end` at place 2: no cell");
    }
}
