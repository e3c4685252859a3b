//! Standard output that may be closed by its reader, as in `yomikiri … | head`.
//!
//! A reader who has seen enough is no failure, and says nothing about the result: the command goes on to its end, which
//! then decides the exit code. Long work is asked to stop, since nobody waits for it any more.

use crate::running::interrupts;
use std::io::{self, ErrorKind, Write};

/// A writer that swallows everything once its reader is gone.
pub(crate) struct Output<W> {
    inner: W,
    is_closed: bool,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, is_closed: false }
    }

    /// What came of a write, where a reader who is gone is no failure.
    fn forgive<T>(&mut self, result: io::Result<T>, otherwise: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                interrupts().request();
                Ok(otherwise)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let written = self.inner.write(bytes);
        self.forgive(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.inner.flush();
        self.forgive(flushed, ())
    }
}
