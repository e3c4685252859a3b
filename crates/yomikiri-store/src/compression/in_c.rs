//! By the reference implementation.

use std::io::{self, BufRead, Read, Write};

/// Writes one frame.
pub(crate) struct Compressor<W: Write>(zstd::Encoder<'static, W>);

impl<W: Write> Compressor<W> {
    /// The beginning of a frame. The level, from 1 to 22, says how much effort to spend.
    pub(crate) fn new(to: W, level: i32) -> io::Result<Self> {
        zstd::Encoder::new(to, level).map(Self)
    }

    /// The same with a checksum of the content.
    pub(crate) fn with_checksum(mut self) -> io::Result<Self> {
        self.0.include_checksum(true)?;
        Ok(self)
    }

    /// Ends the frame.
    pub(crate) fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Reads one frame, and nothing that follows it.
pub(crate) struct Decompressor<R: BufRead>(zstd::Decoder<'static, R>);

impl<R: BufRead> Decompressor<R> {
    /// The beginning of a frame. It must not look back further than so many powers of two: that is the memory it takes.
    pub(crate) fn new(from: R, longest_window: u32) -> io::Result<Self> {
        let mut decoder = zstd::Decoder::with_buffer(from)?.single_frame();
        decoder.window_log_max(longest_window)?;
        Ok(Self(decoder))
    }
}

impl<R: BufRead> Read for Decompressor<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.read(into)
    }
}
