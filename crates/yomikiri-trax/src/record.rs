//! Files of games (`.trx`), as they are found.
//!
//! Three forms are in use, and all are read, also mixed in one file:
//!
//! - *bulk*: one game a line, the moves separated by spaces; a line may begin with the winner and a tab
//!   (`white`, `red`, `draw`, `none`);
//! - *named*: a line with the variant (`Trax`, `8x8 Trax`, `Loop Trax`), a line `somebody vs somebody`, then
//!   the moves on any number of lines, up to a blank line or the next variant;
//! - *tagged*: lines such as `[White "somebody"]`, then the moves.
//!
//! Moves may be numbered (`1. @0/`, `1.@0/`, `1 @0/`) and marked (`@0/!?`). `RESIGN`, `White resigns` and `DRAW` end a
//! game by agreement; `1-0`, `0-1` and `1/2` are its result. `#` at the start of a line, `;` anywhere and braces hold
//! comments, which are kept. A line whose first word has no digit is a remark, not a game.
//!
//! Nothing stops the reader: what is wrong with a line is noted, and the next line is read.

mod reading;

pub use reading::{Fault, FaultKind, NotText, Records, parse_records, read_records};

use crate::rules::Rules;
use std::fmt;
use yomikiri_game::{Outcome, Player};

/// One game of a file, its moves not yet played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The line that the moves begin on, counted from 1.
    pub line: usize,
    /// The rules, if the file names them.
    pub rules: Option<Rules>,
    /// The players, if the file names them: White, then Red.
    pub players: Option<(String, String)>,
    /// The moves.
    pub moves: Vec<String>,
    /// The line of each move, counted from 1.
    pub move_lines: Vec<usize>,
    /// What is written beside the moves.
    pub comments: Vec<Comment>,
    /// How the players agreed to end it, if they did.
    pub agreement: Option<Agreement>,
    /// Who gave up, if the file names the player.
    pub resigned: Option<Player>,
    /// Whether more is written after that, which is a mistake.
    pub goes_on_after_agreement: bool,
    /// What the file says about the result.
    pub claim: Option<Claim>,
}

/// A text beside the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The number of moves before it.
    pub after: usize,
    /// The text.
    pub text: String,
}

/// An end by agreement instead of by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// A player gave up: the one to move, unless the file names him.
    Resigned,
    /// The players agreed on a draw.
    Drawn,
}

/// What a file says about the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This player has won by the rules.
    Won(Player),
    /// Nobody has won by the rules: a draw, an agreement, or an unfinished game.
    NotWon,
    /// The game was scored so, for whatever reason: `1-0`, `0-1`, `1/2`.
    Result(Outcome),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(player) => player.fmt(f),
            Self::NotWon => f.pad("none"),
            Self::Result(Outcome::Win(Player::First)) => f.pad("1-0"),
            Self::Result(Outcome::Win(Player::Second)) => f.pad("0-1"),
            Self::Result(Outcome::Draw) => f.pad("1/2"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<Record> {
        parse_records(text.as_bytes()).expect("readable")
    }

    #[test]
    fn bulk_and_named_games_are_read() {
        let games = records(
            "# a comment\nred\t@0/ B1\\ A2\\\n\n@0+ RESIGN\n8x8 Trax\nAda vs Bob B.\n\n 1. @0/ ; hm\n 2. @1/\n\n@0/ DRAW\nTrax\nx vs y\n@0+\nLoop Trax\n@0/\n",
        );
        let moves: Vec<_> = games.iter().map(|game| game.moves.join(" ")).collect();
        assert_eq!(moves, ["@0/ B1\\ A2\\", "@0+", "@0/ @1/", "@0/", "@0+", "@0/"]);
        assert_eq!(games[0].claim, Some(Claim::Won(Player::Second)));
        assert_eq!(games[1].agreement, Some(Agreement::Resigned));
        assert_eq!(games[2].rules, Rules::square(8).ok());
        assert_eq!(games[2].players, Some(("Ada".to_owned(), "Bob B.".to_owned())));
        assert_eq!(games[2].line, 8);
        assert_eq!(games[3].agreement, Some(Agreement::Drawn));
        assert_eq!(games[5].rules.map(|rules| rules.line()), Some(None));
    }

    #[test]
    fn what_is_no_text_is_refused_with_its_place() {
        assert_eq!(parse_records(b"@0/\n@0+ \xff\n"), Err(NotText { line: 2, column: 5 }));
        let games = records("@0/ DRAW @1/\n@0/ DRAW\n");
        assert_eq!([true, false], [0, 1].map(|game: usize| games[game].goes_on_after_agreement));
        assert_eq!(parse_records(b""), Ok(Vec::new()));
    }

    /// A record has the words as they are; an error about one has it as it can be shown.
    #[test]
    fn a_long_word_that_is_no_move_is_shortened_in_the_error_alone() {
        let word = format!("{}\u{1b}[31m", "B".repeat(60));
        let games = records(&format!("@0/ {word} @0+"));
        assert_eq!(games[0].moves[1], word);
        let start = crate::Position::new(Rules::square(8).expect("a board"));
        let error = yomikiri_game::play_line(start, &games[0].moves.join(" ")).expect_err("no move");
        assert_eq!((error.number, error.text.as_str()), (2, yomikiri_game::presentable(&word).as_str()));
        assert!(error.text.chars().count() < 50 && !error.text.contains('\u{1b}'), "{error}");
    }

    /// Files as they are found: numbers glued to moves, marks, comments of every kind, results, names, other line ends.
    #[test]
    fn records_are_read_as_they_are_found() {
        let games = records(
            "####GAME 1:\r\nTrax\r\n  1 @0/  \r\n  2 A2+!?  ; good\r\n        ; and more\r\n\r\nOne remark on @0/.\r\n\
             Ada vs. Bob 0-1\n1.@0/ {a {nested} note} 2.@1/ (not @1+)\n3. ... White resigns\n\n\
             [White \"Eve\"]\n[Black \"Mal\"]\n[Result \"1/2-1/2\"]\n[Game \"trax:8x8\"]\n\n1. @0+ {a comment\nof two lines} 2. @1+ 1/2-1/2\n\n\
             1. @0/ 2. @1/\n1. @0+ 2. @1+\n3. @1+ *\n6x6 Loop Trax\n@0/\n",
        );
        let moves: Vec<_> = games.iter().map(|game| game.moves.join(" ")).collect();
        assert_eq!(moves, ["@0/ A2+", "@0/ @1/", "@0+ @1+", "@0/ @1/", "@0+ @1+ @1+", "@0/"]);
        assert_eq!(games[0].move_lines, [3, 4]);
        assert_eq!(games[0].comments.len(), 3);
        assert_eq!(games[0].comments[0], Comment { after: 2, text: "!?".to_owned() });
        assert_eq!(games[1].players, Some(("Ada".to_owned(), "Bob".to_owned())));
        assert_eq!(games[1].claim, Some(Claim::Result(Outcome::Win(Player::Second))));
        assert_eq!((games[1].agreement, games[1].resigned), (Some(Agreement::Resigned), Some(Player::First)));
        assert_eq!(games[1].comments[0].text, "a {nested} note");
        assert_eq!(games[2].players, Some(("Eve".to_owned(), "Mal".to_owned())));
        assert_eq!(
            (games[2].claim, games[2].rules),
            (Some(Claim::Result(Outcome::Draw)), Rules::square(8).ok())
        );
        assert_eq!(games[2].comments[0].text, "a comment of two lines");
        assert_eq!(games[5].rules.map(|rules| (rules.limit(), rules.line())), Some((Some(6), None)));
    }

    /// Every mistake is noted with its line, and what follows it is read.
    #[test]
    fn no_mistake_hides_another() {
        let bytes = b"@0/ caf\xe9\n@0+\nSupertrax\n@0/ @1/\n\n@0/ \xff\n{ never closed\n@0/ @1/\n";
        let Records { records, faults } = read_records(bytes);
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "line 1: not UTF-8 text (byte 8 of the line)",
                "line 3: the variant `Supertrax` is not known",
                "line 6: not UTF-8 text (byte 5 of the line)",
                "line 7: the comment that begins here never ends",
            ]
        );
        assert_eq!(records.len(), 4);
        assert_eq!(records[0].moves, ["@0/", "caf\u{e9}"]);
        assert_eq!((records[2].moves.len(), records[2].rules), (2, None));
    }
}
