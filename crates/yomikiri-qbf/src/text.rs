//! Texts with places: what the readers of formats share.

use std::fmt;

/// Why a text is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What was found and what was expected.
    pub reason: String,
}

/// What is unusual about a text that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is unusual.
    pub reason: String,
}

impl Warning {
    pub(crate) fn at(word: Word<'_>, reason: impl Into<String>) -> Self {
        Self { line: word.line, column: word.column, reason: reason.into() }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason)
    }
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Word<'_> {
    pub(crate) fn error(self, reason: impl Into<String>) -> ReadError {
        ReadError { line: self.line, column: self.column, reason: reason.into() }
    }

    /// The word as it can be shown: not too long, no control characters.
    pub(crate) fn shown(self) -> String {
        yomikiri_game::presentable(self.text)
    }
}

/// The words of a line, numbered from 1. Columns are counted from word to word: counting each from the start of the
/// line would take time quadratic in its length.
pub(crate) fn words(line: &str, number: usize) -> impl Iterator<Item = Word<'_>> {
    let (mut at, mut column) = (0, 1);
    line.split_whitespace().map(move |text| {
        let offset = text.as_ptr() as usize - line.as_ptr() as usize;
        column += line[at..offset].chars().count();
        at = offset;
        Word { text, line: number, column }
    })
}

/// The longest text that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 30;

pub(crate) fn check_length(text: &str) -> Result<(), ReadError> {
    if text.len() > MOST_BYTES {
        let reason = format!("{} bytes: at most {MOST_BYTES} can be handled", text.len());
        return Err(ReadError { line: 1, column: 1, reason });
    }
    Ok(())
}

/// An error at the end of a text.
pub(crate) fn at_end(text: &str, reason: impl Into<String>) -> ReadError {
    let line = text.lines().count().max(1);
    let column = text.lines().last().map_or(0, |last| last.chars().count()) + 1;
    ReadError { line, column, reason: reason.into() }
}
