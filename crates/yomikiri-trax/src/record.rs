//! Files of games (`.trx`).
//!
//! Two forms are in use, and both are read, also mixed in one file:
//!
//! - *bulk*: one game a line, the moves separated by spaces; a line may begin with the winner and a tab
//!   (`white`, `red`, `draw`, `none`);
//! - *named*: a line with the variant (`Trax`, `8x8 Trax`, `Loop Trax`), a line `somebody vs somebody`, then
//!   the moves on any number of lines, up to a blank line or the next variant. Moves may be numbered.
//!
//! `RESIGN` and `DRAW` end a game by agreement. `#` at the start of a line and `;` anywhere begin a comment.

use crate::rules::Rules;
use std::fmt;
use yomikiri_game::Player;

/// One game of a file, its moves not yet played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line that the moves begin on, counted from 1.
    pub line: usize,
    /// The rules, if the file names them.
    pub rules: Option<Rules>,
    /// The players, if the file names them: White, then Red.
    pub players: Option<(String, String)>,
    /// The moves.
    pub moves: Vec<String>,
    /// How the players agreed to end it, if they did.
    pub agreement: Option<Agreement>,
    /// Whether more is written after that, which is a mistake.
    pub goes_on_after_agreement: bool,
    /// The winner that the file claims.
    pub claim: Option<Claim>,
}

/// An end by agreement instead of by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The player to move gave up.
    Resigned,
    /// The players agreed on a draw.
    Drawn,
}

/// What a file says about the end of a game by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This player has won.
    Won(Player),
    /// Nobody has won: a draw, an agreement, or an unfinished game.
    NotWon,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(player) => player.fmt(f),
            Self::NotWon => f.pad("none"),
        }
    }
}

/// A file that is no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: not UTF-8 text (byte {column} of the line)")]
pub struct NotText {
    /// The line, counted from 1.
    pub line: usize,
    /// The byte in the line, counted from 1.
    pub column: usize,
}

/// Reads a file of games.
///
/// # Errors
/// If it is not text. Whether the moves are legal is not looked at.
pub fn parse_records(bytes: &[u8]) -> Result<Vec<Record>, NotText> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        NotText {
            line: before.iter().filter(|&&b| b == b'\n').count() + 1,
            column: before.len() - line_start + 1,
        }
    })?;
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        reader.line(number, line);
    }
    reader.finish_game();
    Ok(reader.records)
}

#[derive(Default)]
struct Reader {
    records: Vec<Record>,
    /// The named game being read; `None` where every line is a game.
    named: Option<Record>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        if line.starts_with('#') {
            return;
        }
        let line = line.split(';').next().unwrap_or_default();
        if line.trim().is_empty() {
            // A blank line ends a named game, but not before it has begun.
            if self.named.as_ref().is_some_and(|game| !game.moves.is_empty()) {
                self.finish_game();
            }
            return;
        }
        if let Some(rules) = variant(line) {
            self.finish_game();
            self.named = Some(Record { rules: Some(rules), ..Record::beginning_at(number) });
            return;
        }
        match &mut self.named {
            Some(game) if game.moves.is_empty() && line.contains(" vs ") => {
                game.players = line
                    .split_once(" vs ")
                    .map(|(white, red)| (white.trim().to_owned(), red.trim().to_owned()));
            }
            Some(game) => {
                if game.moves.is_empty() {
                    game.line = number;
                }
                game.read_moves(line);
            }
            None => {
                let mut game = Record::beginning_at(number);
                let moves = match line.split_once('\t').map(|(word, rest)| (claim(word), rest)) {
                    Some((Some(claim), rest)) => {
                        game.claim = Some(claim);
                        rest
                    }
                    _ => line,
                };
                game.read_moves(moves);
                self.records.push(game);
            }
        }
    }

    fn finish_game(&mut self) {
        self.records.extend(self.named.take());
    }
}

impl Record {
    fn beginning_at(line: usize) -> Self {
        Self {
            line,
            rules: None,
            players: None,
            moves: Vec::new(),
            agreement: None,
            goes_on_after_agreement: false,
            claim: None,
        }
    }

    fn read_moves(&mut self, text: &str) {
        for word in text.split_whitespace() {
            let number = word.strip_suffix(['.', ')', ':']).unwrap_or(word);
            if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
                continue;
            }
            let agreement = match word.to_ascii_uppercase().as_str() {
                "RESIGN" | "RESIGNS" => Some(Agreement::Resigned),
                "DRAW" => Some(Agreement::Drawn),
                _ => None,
            };
            if self.agreement.is_some() {
                self.goes_on_after_agreement = true;
            } else if agreement.is_some() {
                self.agreement = agreement;
            } else {
                self.moves.push(word.to_owned());
            }
        }
    }
}

/// The rules that a line names.
fn variant(line: &str) -> Option<Rules> {
    let name: String = line.split_whitespace().collect::<String>().to_ascii_lowercase();
    match name.as_str() {
        "trax" => Some(Rules::unlimited()),
        "8x8trax" | "limitedtrax" => Rules::square(8).ok(),
        "looptrax" => Some(Rules::unlimited().with_line(None)),
        _ => None,
    }
}

fn claim(word: &str) -> Option<Claim> {
    match word {
        "white" | "first" => Some(Claim::Won(Player::First)),
        "red" | "second" => Some(Claim::Won(Player::Second)),
        "draw" | "none" => Some(Claim::NotWon),
        _ => None,
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
}
