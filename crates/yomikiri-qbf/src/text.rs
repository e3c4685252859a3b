//! Texts with places: what the readers of formats share.

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
        const LONGEST: usize = 40;
        let visible = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        let mut shown: String = self.text.chars().take(LONGEST).map(visible).collect();
        if self.text.chars().nth(LONGEST).is_some() {
            shown.push('…');
        }
        shown
    }
}

/// The words of a line, numbered from 1.
pub(crate) fn words(line: &str, number: usize) -> impl Iterator<Item = Word<'_>> {
    line.split_whitespace().map(move |text| {
        let offset = text.as_ptr() as usize - line.as_ptr() as usize;
        Word { text, line: number, column: line[..offset].chars().count() + 1 }
    })
}

/// An error at the end of a text.
pub(crate) fn at_end(text: &str, reason: impl Into<String>) -> ReadError {
    let line = text.lines().count().max(1);
    let column = text.lines().last().map_or(0, |last| last.chars().count()) + 1;
    ReadError { line, column, reason: reason.into() }
}
