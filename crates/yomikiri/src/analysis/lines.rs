//! Lines of bytes, none of them too long: whoever sends a line without an end must not fill the memory.

use std::io::{self, BufRead};

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text, without the end of the line. What is not UTF-8 is replaced.
    Text(String),
    /// It was longer than is allowed, and was skipped.
    TooLong,
}

/// The lines of a reader.
pub struct Lines<R> {
    reader: R,
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most so many bytes.
    pub fn new(reader: R, longest: usize) -> Self {
        Self { reader, longest }
    }

    /// The next line; `None` at the end.
    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut is_too_long = false;
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                if bytes.is_empty() && !is_too_long {
                    return Ok(None);
                }
                break;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            if bytes.len() + piece.len() > self.longest {
                is_too_long = true;
                bytes.clear();
            } else if !is_too_long {
                bytes.extend_from_slice(piece);
            }
            let used = piece.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if is_too_long {
            return Ok(Some(Line::TooLong));
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        Ok(Some(Line::Text(String::from_utf8_lossy(&bytes).into_owned())))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_rest_is_read() {
        let input = b"one\r\n\n0123456789\n01234567890\nlast \xff";
        for size in [1, 2, 3, 100] {
            let reader = io::BufReader::with_capacity(size, &input[..]);
            let lines: Vec<Line> = Lines::new(reader, 10).map(|line| line.expect("no failure")).collect();
            let text = |text: &str| Line::Text(text.to_owned());
            assert_eq!(
                lines,
                [text("one"), text(""), text("0123456789"), Line::TooLong, text("last \u{fffd}")]
            );
        }
    }
}
