//! A text as words.

use crate::syntax::{Place, TossError};

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
            _ => format!("`{}`", self.text.chars().take(40).collect::<String>()),
        }
    }
}

/// Splits a text into words; the last one is the end. `//` starts a comment.
pub(crate) fn words(text: &str) -> Result<Vec<Word<'_>>, TossError> {
    let mut words = Vec::new();
    let mut place = Place { line: 1, column: 1 };
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if rest.starts_with("//") {
            (None, rest.find('\n').unwrap_or(rest.len()))
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
            return Err(place.error(format!("`{first}` means nothing here")));
        };
        let (word, after) = rest.split_at(length);
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
        rest = after;
    }
    words.push(Word { kind: Kind::End, text: "", place });
    Ok(words)
}
