//! **No file of games, whatever is in it, makes the reader or the rules panic.**
//!
//! Any bytes: they are refused, or every game read from them can be played. A game is played to the end or
//! to a move that is wrong, and every word that was read as a move is taken as one. An error shows the word, shortened if it is long.

use yomikiri_game::{Notation, play_line, presentable};
use yomikiri_trax::record::parse_records;
use yomikiri_trax::{Position, Rules};

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(records) = parse_records(bytes) else {
        return true;
    };
    for record in records {
        let rules = record.rules.unwrap_or_else(Rules::unlimited);
        match play_line(Position::new(rules), &record.moves.join(" ")) {
            Ok(mut line) => {
                assert_eq!(line.moves.len(), record.moves.len());
                line.position.ending();
            }
            Err(error) => assert_eq!(presentable(&record.moves[error.number - 1]), error.text),
        }
    }
    true
}
