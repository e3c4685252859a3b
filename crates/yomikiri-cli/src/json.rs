//! `--json`: one object per line, in the vocabulary of the library.

use std::io::{self, Write};
use yomikiri::view;

/// Prints a shape on a line of its own.
pub(crate) fn line(out: &mut impl Write, shape: impl Into<view::Line>) -> io::Result<()> {
    writeln!(out, "{}", view::line(shape))
}
