//! **No file of games, whatever is in it, makes the reader or the rules panic.**
//!
//! Any bytes: they are refused, or every game read from them can be played. A game is played to the end or
//! to a move that is wrong, and every word that was read as a move is taken as one. An error shows the word, shortened if it is long.

use yomikiri_game::{Notation, play_line, presentable};
use yomikiri_trax::record::{Records, parse_records, read_records};
use yomikiri_trax::{Position, Rules};

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let Records { records, faults } = read_records(bytes);
    let lines = bytes.split(|&byte| byte == b'\n').count();
    assert!(faults.iter().all(|fault| (1..=lines).contains(&fault.line)));
    if let Ok(parsed) = parse_records(bytes) {
        assert_eq!(parsed, records);
    }
    for record in records {
        assert_eq!(record.moves.len(), record.move_lines.len());
        assert!(
            record.move_lines.is_sorted() && record.move_lines.iter().all(|line| (1..=lines).contains(line))
        );
        assert!(record.comments.iter().all(|comment| comment.after <= record.moves.len()));
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
