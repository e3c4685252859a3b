//! A text as words and comments.

use crate::parser::MOST_BYTES;
use crate::syntax::{Place, TossError};
use yomikiri_game::presentable;

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a key word.
    Name,
    Number,
    /// One or two characters that are no letters.
    Symbol,
    /// A text between double quotes, without them.
    Board,
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) place: Place,
}

impl Word<'_> {
    /// The word as it is shown in errors.
    pub(crate) fn shown(&self) -> String {
        match self.kind {
            Kind::End => "the end".to_owned(),
            Kind::Board => "a board".to_owned(),
            _ => format!("`{}`", presentable(self.text)),
        }
    }
}

/// A comment that has a line of its own.
#[derive(Clone, Debug)]
pub(crate) struct Comment<'a> {
    /// With its `//`, without spaces at its ends.
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

/// A text taken apart.
pub(crate) struct Text<'a> {
    /// The words; the last one is the end.
    pub(crate) words: Vec<Word<'a>>,
    /// The comments on lines of their own. `//` starts a comment, but not within a board.
    pub(crate) comments: Vec<Comment<'a>>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(text: &'a str) -> Result<Self, TossError> {
        let mut place = Place { line: 1, column: 1 };
        if text.len() > MOST_BYTES {
            return Err(place.error(format!("{} bytes: at most {MOST_BYTES} can be handled", text.len())));
        }
        let (mut words, mut comments) = (Vec::new(), Vec::new());
        let mut rest = text;
        // The line that the latest word ends on.
        let mut used = 0;
        while let Some(first) = rest.chars().next() {
            let (kind, length) = if first.is_whitespace() {
                (None, first.len_utf8())
            } else if rest.starts_with("//") {
                let length = rest.find('\n').unwrap_or(rest.len());
                if used < place.line {
                    comments.push(Comment { text: rest[..length].trim(), line: place.line });
                }
                (None, length)
            } else if first.is_ascii_alphabetic() || first == '_' {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                (Some(Kind::Name), end.unwrap_or(rest.len()))
            } else if first.is_ascii_digit() {
                (Some(Kind::Number), rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()))
            } else if first == '"' {
                let end = rest[1..].find('"').ok_or_else(|| place.error("the board has no closing `\"`"))?;
                (Some(Kind::Board), end + 2)
            } else if rest.starts_with("->") {
                (Some(Kind::Symbol), 2)
            } else if "()[]{}|,;:=<>+-*^".contains(first) {
                (Some(Kind::Symbol), 1)
            } else {
                let shown = presentable(&first.to_string());
                return Err(place.error(format!("unexpected `{shown}`")));
            };
            let (word, after) = rest.split_at(length);
            let is_word = kind.is_some();
            if let Some(kind) = kind {
                let text = if kind == Kind::Board { &word[1..word.len() - 1] } else { word };
                words.push(Word { kind, text, place });
            }
            for c in word.chars() {
                if c == '\n' {
                    place = Place { line: place.line + 1, column: 1 };
                } else {
                    place.column += 1;
                }
            }
            if is_word {
                used = place.line;
            }
            rest = after;
        }
        words.push(Word { kind: Kind::End, text: "", place });
        Ok(Self { words, comments })
    }
}
