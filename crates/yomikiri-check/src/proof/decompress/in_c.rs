//! By the reference implementation.

use super::WindowTooLarge;
use std::io::{self, BufRead, Read};

/// One or more compressed frames, read as one stream.
pub(in crate::proof) struct Decompressor<R: BufRead> {
    decoder: zstd::Decoder<'static, R>,
    largest_window: u32,
}

impl<R: BufRead> Decompressor<R> {
    pub(in crate::proof) fn new(source: R, largest_window: u32) -> io::Result<Self> {
        let mut decoder = zstd::Decoder::with_buffer(source)?;
        decoder.window_log_max(largest_window)?;
        Ok(Self { decoder, largest_window })
    }

    /// What follows after what has been read.
    pub(in crate::proof) fn into_inner(self) -> R {
        self.decoder.finish()
    }
}

impl<R: BufRead> Read for Decompressor<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(into).map_err(|error| {
            // The library tells its errors apart by their names only.
            let too_large = error.to_string() == "Frame requires too much memory for decoding";
            if too_large { WindowTooLarge::error(self.largest_window) } else { error }
        })
    }
}
