//! The reader of files of games: line by line, word by word, and what is wrong with them.

use super::{Agreement, Claim, Comment, Record};
use crate::notation::split_number;
use crate::rules::Rules;
use yomikiri_game::{Outcome, Player, presentable};

/// A file that is no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: not UTF-8 text (byte {column} of the line)")]
pub struct NotText {
    /// The line, counted from 1.
    pub line: usize,
    /// The byte in the line, counted from 1.
    pub column: usize,
}

/// What is wrong with a line of a file, whatever its moves are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: FaultKind,
}

/// What may be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// It is not UTF-8. It was read as Latin-1.
    #[error("not UTF-8 text (byte {column} of the line)")]
    NotText {
        /// The byte in the line, counted from 1.
        column: usize,
    },
    /// It names a variant of the game that nobody knows. The rules of the games below are taken as not stated.
    #[error("the variant `{0}` is not known")]
    UnknownVariant(String),
    /// A comment in braces begins there and never ends.
    #[error("the comment that begins here never ends")]
    OpenComment,
}

/// The games of a file, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The games.
    pub records: Vec<Record>,
    /// What is wrong, by line. Whether the moves are legal is not looked at.
    pub faults: Vec<Fault>,
}

impl Records {
    /// The same, unless no game is written in a line of text: then it is no file of games.
    ///
    /// # Errors
    /// The place of the first byte that is no text.
    pub fn of_text(self) -> Result<Self, NotText> {
        let not_text = |fault: &Fault| match fault.kind {
            FaultKind::NotText { column } => Some(NotText { line: fault.line, column }),
            FaultKind::UnknownVariant(_) | FaultKind::OpenComment => None,
        };
        let wrong: Vec<NotText> = self.faults.iter().filter_map(not_text).collect();
        let is_readable = self.records.iter().any(|game| wrong.iter().all(|wrong| wrong.line != game.line));
        match wrong.into_iter().next() {
            Some(first) if !is_readable => Err(first),
            _ => Ok(self),
        }
    }
}

/// Reads a file of games, all of it, whatever is wrong with it.
#[must_use]
pub fn read_records(bytes: &[u8]) -> Records {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match std::str::from_utf8(line) {
            Ok(text) => reader.line(number, text),
            Err(error) => {
                reader.fault(number, FaultKind::NotText { column: error.valid_up_to() + 1 });
                // Names in old files are written in Latin-1, whose bytes are the first characters of Unicode.
                let text: String = line.iter().map(|&byte| char::from(byte)).collect();
                reader.line(number, &text);
            }
        }
    }
    reader.finish()
}

/// Reads a file of games that must be text.
///
/// # Errors
/// If it is not text. Whether the moves are legal is not looked at.
pub fn parse_records(bytes: &[u8]) -> Result<Vec<Record>, NotText> {
    let Records { records, faults } = read_records(bytes);
    let not_text = faults.iter().find_map(|fault| match fault.kind {
        FaultKind::NotText { column } => Some(NotText { line: fault.line, column }),
        _ => None,
    });
    not_text.map_or(Ok(records), Err)
}

#[derive(Default)]
struct Reader {
    read: Records,
    /// The game being read, if it may have more lines; `None` where every line is a game.
    open: Option<Open>,
    /// The comment in braces being read: where it began, how many braces are open, its text.
    braces: Option<(usize, usize, String)>,
}

/// A game that may have more lines.
struct Open {
    game: Record,
    /// Whether it goes on up to a blank line; otherwise only lines that begin with a move number belong to it.
    is_named: bool,
}

impl Reader {
    fn fault(&mut self, line: usize, kind: FaultKind) {
        self.read.faults.push(Fault { line, kind });
    }

    fn finish(mut self) -> Records {
        if let Some((line, ..)) = self.braces {
            self.fault(line, FaultKind::OpenComment);
        }
        self.finish_game();
        self.read.faults.sort_by_key(|fault| fault.line);
        self.read
    }

    fn line(&mut self, number: usize, text: &str) {
        if self.braces.is_some() {
            return self.moves(number, text);
        }
        if let Some(comment) = text.strip_prefix('#') {
            return self.comment(comment);
        }
        let plain = text.split([';', '{']).next().unwrap_or_default().trim();
        if plain.is_empty() {
            if text.trim().is_empty() {
                // A blank line ends a game, but not before it has begun.
                if self.open.as_ref().is_some_and(|open| !open.game.moves.is_empty()) {
                    self.finish_game();
                }
            } else {
                self.moves(number, text);
            }
            return;
        }
        if let Some((name, value)) = tag(plain) {
            return self.tag(number, name, value);
        }
        match variant(plain) {
            Variant::Known(rules) => return self.begin(number, Some(rules)),
            Variant::Unknown => {
                self.fault(number, FaultKind::UnknownVariant(presentable(plain)));
                return self.begin(number, None);
            }
            Variant::None => {}
        }
        if let Some((players, result)) = versus(plain) {
            if self.open.as_ref().is_none_or(|open| !open.game.moves.is_empty()) {
                self.begin(number, None);
            }
            if let Some(Open { game, .. }) = &mut self.open {
                game.players = Some(players);
                game.claim = result.map(Claim::Result).or(game.claim);
            }
            return;
        }
        self.moves(number, text);
    }

    /// Begins a game that goes on up to a blank line.
    fn begin(&mut self, number: usize, rules: Option<Rules>) {
        self.finish_game();
        let game = Record { line: number, rules, ..Record::default() };
        self.open = Some(Open { game, is_named: true });
    }

    fn finish_game(&mut self) {
        self.read.records.extend(self.open.take().map(|open| open.game));
    }

    /// What is said beside the moves: of the game being read, or else of the last one.
    fn comment(&mut self, text: &str) {
        let game = match &mut self.open {
            Some(open) => Some(&mut open.game),
            None => None,
        };
        let text = text.trim();
        if let Some(game) = game.filter(|_| !text.is_empty()) {
            game.comments.push(Comment { after: game.moves.len(), text: text.to_owned() });
        }
    }

    fn tag(&mut self, number: usize, name: &str, value: &str) {
        if self.open.as_ref().is_none_or(|open| !open.game.moves.is_empty()) {
            self.begin(number, None);
        }
        let mut unknown = false;
        if let Some(Open { game, .. }) = &mut self.open {
            match name.to_ascii_lowercase().as_str() {
                "white" => game.players.get_or_insert_default().0 = value.to_owned(),
                "red" | "black" => game.players.get_or_insert_default().1 = value.to_owned(),
                "result" => game.claim = result(value).map(Claim::Result).or(game.claim),
                "game" | "variant" => match variant(value) {
                    Variant::Known(rules) => game.rules = Some(rules),
                    Variant::Unknown | Variant::None => unknown = true,
                },
                _ => {}
            }
        }
        if unknown {
            self.fault(number, FaultKind::UnknownVariant(presentable(value)));
        }
    }

    /// A line of moves: of the game being read, or a game of its own.
    fn moves(&mut self, number: usize, text: &str) {
        let words = self.words(number, text);
        let first = words.iter().find_map(|word| match word {
            Word::Text(text) => Some(*text),
            Word::Comment(_) => None,
        });
        let Some(first) = first else {
            return self.take(number, &words);
        };
        let move_number = leading_number(first);
        let has_digit = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
        // What has no digit in its first word is no move: a remark, unless it says how the game ended.
        let is_remark = !has_digit(first) && end_word(first).is_none() && result(first).is_none();
        let is_remark = is_remark && !text.contains('\t') && !is_resignation(text) && !is_dots(first);
        match &self.open {
            Some(open) if open.is_named || move_number.is_some_and(|number| number > 1) => {
                if is_remark {
                    self.comment(text);
                } else {
                    self.take(number, &words);
                }
            }
            _ if is_remark => {}
            _ => {
                self.finish_game();
                let mut game = Record { line: number, ..Record::default() };
                let winner = text.split_once('\t').and_then(|(word, _)| winner(word));
                let words = if winner.is_some() { &words[1..] } else { &words[..] };
                game.claim = winner;
                self.open = Some(Open { game, is_named: false });
                self.take(number, words);
                if move_number.is_none() {
                    self.finish_game();
                }
            }
        }
    }

    /// Adds the words of a line to the game being read.
    fn take(&mut self, number: usize, words: &[Word<'_>]) {
        let Some(Open { game, .. }) = &mut self.open else {
            return;
        };
        let mut before: Option<&str> = None;
        for word in words {
            match word {
                Word::Comment(text) if !text.is_empty() => {
                    game.comments.push(Comment { after: game.moves.len(), text: text.clone() });
                }
                Word::Comment(_) => {}
                Word::Text(text) => {
                    game.word(number, text, before);
                    before = Some(text);
                }
            }
        }
    }

    /// The words of a line, its comments apart.
    fn words<'t>(&mut self, number: usize, text: &'t str) -> Vec<Word<'t>> {
        let mut words = Vec::new();
        let mut rest = text;
        loop {
            if let Some((_, depth, comment)) = &mut self.braces {
                let end = rest.char_indices().find(|&(_, c)| {
                    *depth = match c {
                        '{' => *depth + 1,
                        '}' => *depth - 1,
                        _ => *depth,
                    };
                    *depth == 0
                });
                let within = end.map_or(rest, |(at, _)| &rest[..at]).trim();
                if !comment.is_empty() && !within.is_empty() {
                    comment.push(' ');
                }
                comment.push_str(within);
                let Some((at, _)) = end else {
                    return words;
                };
                words.push(Word::Comment(std::mem::take(comment)));
                self.braces = None;
                rest = &rest[at + 1..];
            }
            let at = rest.find(['{', '(', ';']).unwrap_or(rest.len());
            words.extend(rest[..at].split_whitespace().map(Word::Text));
            let from = &rest[at..];
            match from.chars().next() {
                Some('{') => {
                    self.braces = Some((number, 1, String::new()));
                    rest = &from[1..];
                }
                Some('(') => {
                    let end = from.find(')').unwrap_or(from.len());
                    words.push(Word::Comment(from[1..end].trim().to_owned()));
                    rest = from.get(end + 1..).unwrap_or_default();
                }
                Some(_) => {
                    words.push(Word::Comment(from[1..].trim().to_owned()));
                    return words;
                }
                None => return words,
            }
        }
    }
}

/// A piece of a line of moves.
enum Word<'t> {
    Text(&'t str),
    Comment(String),
}

impl Record {
    /// Takes a word: a move number, a result, the end of the game, or a move. `before` is the word before it.
    fn word(&mut self, line: usize, word: &str, before: Option<&str>) {
        let (number, text) = split_number(word);
        if text.is_empty() && number.is_some() || is_dots(text) || text == "*" {
            return;
        }
        if let Some(outcome) = result(word) {
            self.claim = Some(Claim::Result(outcome));
            return;
        }
        if side(text).is_some() {
            // The next word says what this player does.
            return;
        }
        let agreement = end_word(text);
        if self.agreement.is_some() {
            self.goes_on_after_agreement = true;
        } else if agreement.is_some() {
            self.agreement = agreement;
            if agreement == Some(Agreement::Resigned) {
                self.resigned = before.and_then(side);
            }
        } else {
            if self.moves.is_empty() {
                self.line = line;
            }
            let mark = text.trim_end_matches(['!', '?']);
            let (text, mark) = if mark.is_empty() { (text, "") } else { text.split_at(mark.len()) };
            self.moves.push(text.to_owned());
            self.move_lines.push(line);
            if !mark.is_empty() {
                self.comments.push(Comment { after: self.moves.len(), text: mark.to_owned() });
            }
        }
    }
}

fn leading_number(word: &str) -> Option<usize> {
    split_number(word).0
}

fn is_dots(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte == b'.')
}

fn end_word(word: &str) -> Option<Agreement> {
    match word.trim_end_matches(['.', '!']).to_ascii_uppercase().as_str() {
        "RESIGN" | "RESIGNS" | "RESIGNED" => Some(Agreement::Resigned),
        "DRAW" | "DRAWN" => Some(Agreement::Drawn),
        _ => None,
    }
}

/// Whether a line says that a player gives up: `White resigns`.
fn is_resignation(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().and_then(side).is_some() && words.next().and_then(end_word).is_some()
}

fn side(word: &str) -> Option<Player> {
    match word.to_ascii_lowercase().as_str() {
        "white" => Some(Player::First),
        "red" | "black" => Some(Player::Second),
        _ => None,
    }
}

/// A result as it is scored.
fn result(word: &str) -> Option<Outcome> {
    match word {
        "1-0" => Some(Outcome::Win(Player::First)),
        "0-1" => Some(Outcome::Win(Player::Second)),
        "1/2" | "1/2-1/2" | "½" | "½-½" | "0.5-0.5" => Some(Outcome::Draw),
        _ => None,
    }
}

/// What a line says about the variant.
enum Variant {
    Known(Rules),
    /// It names one that nobody knows.
    Unknown,
    /// It names none.
    None,
}

/// The variant that a line names.
fn variant(line: &str) -> Variant {
    const MOST_WORDS: usize = 3;
    if line.split_whitespace().count() > MOST_WORDS {
        return Variant::None;
    }
    if line.starts_with("trax")
        && let Ok(rules) = line.parse()
    {
        return Variant::Known(rules);
    }
    let name: String = line.split_whitespace().collect::<String>().to_ascii_lowercase();
    let Some((before, after)) = name.split_once("trax") else {
        return Variant::None;
    };
    let (mut limit, mut line) = (None, true);
    for word in [before, after] {
        let (word, is_loop) = match word.strip_prefix("loop").or_else(|| word.strip_suffix("loop")) {
            Some(word) => (word, true),
            None => (word, false),
        };
        line &= !is_loop;
        match word {
            "" => {}
            "limited" => limit = Some(8),
            // A square of any size: 8x8, 6×6.
            _ => match word.split_once(['x', '×']).map(|(n, m)| (n.parse::<u16>(), m.parse::<u16>())) {
                Some((Ok(n), Ok(m))) if n == m => limit = Some(n),
                // "traxgame.com" and the like name no variant.
                _ if word.bytes().all(|byte| byte.is_ascii_alphanumeric()) => return Variant::Unknown,
                _ => return Variant::None,
            },
        }
    }
    let rules = limit.map_or(Ok(Rules::unlimited()), Rules::square);
    match rules {
        Ok(rules) if line => Variant::Known(rules),
        Ok(rules) => Variant::Known(rules.with_line(None)),
        Err(_) => Variant::Unknown,
    }
}

/// The name and the value of a tag: `[White "somebody"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(char::is_whitespace)?;
    Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}

/// The players that a line names, and the result if it does.
fn versus(line: &str) -> Option<((String, String), Option<Outcome>)> {
    let (white, red) = [" vs ", " vs. ", " VS "].iter().find_map(|word| line.split_once(word))?;
    // A sentence may have such a word, too; a name has no full stop and is short.
    const LONGEST: usize = 60;
    if white.chars().count() > LONGEST || red.chars().count() > LONGEST {
        return None;
    }
    let (red, outcome) = match red.trim().rsplit_once(char::is_whitespace) {
        Some((name, last)) if result(last).is_some() => (name, result(last)),
        _ => (red, None),
    };
    Some(((white.trim().to_owned(), red.trim().to_owned()), outcome))
}

/// The winner that a line of a table begins with.
fn winner(word: &str) -> Option<Claim> {
    match word {
        "white" | "first" => Some(Claim::Won(Player::First)),
        "red" | "second" => Some(Claim::Won(Player::Second)),
        "draw" | "none" => Some(Claim::NotWon),
        _ => None,
    }
}
