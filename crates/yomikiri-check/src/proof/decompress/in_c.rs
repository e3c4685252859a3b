//! By the reference implementation.

use super::LARGEST_WINDOW;
use std::io::{self, BufRead, Read};

/// One or more compressed frames, read as one stream.
pub(in crate::proof) struct Decompressor<R: BufRead>(zstd::Decoder<'static, R>);

impl<R: BufRead> Decompressor<R> {
    pub(in crate::proof) fn new(source: R) -> io::Result<Self> {
        let mut decoder = zstd::Decoder::with_buffer(source)?;
        decoder.window_log_max(LARGEST_WINDOW)?;
        Ok(Self(decoder))
    }

    /// What follows after what has been read.
    pub(in crate::proof) fn into_inner(self) -> R {
        self.0.finish()
    }
}

impl<R: BufRead> Read for Decompressor<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.read(into)
    }
}
