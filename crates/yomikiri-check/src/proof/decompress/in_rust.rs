//! By an implementation in Rust, which decodes single frames and leaves it to its caller to go from one to the next, to
//! skip what is no frame of data, and to compare checksums.

use super::WindowTooLarge;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// One or more compressed frames, read as one stream.
pub(in crate::proof) struct Decompressor<R> {
    source: Source<R>,
    decoder: FrameDecoder,
    largest_window: u32,
    /// Whether the decoder is in a frame, rather than between two.
    in_frame: bool,
}

impl<R: BufRead> Decompressor<R> {
    #[expect(clippy::unnecessary_wraps, reason = "the other implementation may fail here")]
    pub(in crate::proof) fn new(source: R, largest_window: u32) -> io::Result<Self> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(1 << largest_window);
        Ok(Self { source: Source { inner: source, error: None }, decoder, largest_window, in_frame: false })
    }

    /// What follows after what has been read.
    pub(in crate::proof) fn into_inner(self) -> R {
        self.source.inner
    }

    /// Enters the next frame; `false` at the end.
    fn enter_frame(&mut self) -> io::Result<bool> {
        while !self.source.inner.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => {
                    self.in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(length.into())?,
                Err(FrameDecoderError::WindowSizeTooBig { .. }) => {
                    return Err(WindowTooLarge::error(self.largest_window));
                }
                Err(error) => return Err(self.source.error(error)),
            }
        }
        Ok(false)
    }

    fn skip(&mut self, length: u64) -> io::Result<()> {
        let skipped = io::copy(&mut (&mut self.source.inner).take(length), &mut io::sink())?;
        if skipped == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Leaves a frame that has been read to its end.
    fn leave_frame(&mut self) -> io::Result<()> {
        self.in_frame = false;
        let stored = self.decoder.get_checksum_from_data();
        if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum of a frame is wrong"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Decompressor<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.in_frame && !self.enter_frame()? {
                return Ok(0);
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(into);
            }
            if self.decoder.is_finished() {
                self.leave_frame()?;
            } else {
                let decoded =
                    self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
                decoded.map_err(|error| self.source.error(error))?;
            }
        }
    }
}

/// A source that keeps its errors: the decoder hides them in others.
struct Source<R> {
    inner: R,
    error: Option<io::Error>,
}

impl<R> Source<R> {
    /// The error behind one of the decoder.
    fn error(&mut self, error: FrameDecoderError) -> io::Error {
        self.error.take().unwrap_or_else(|| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.inner.read(into).map_err(|error| {
            let kind = error.kind();
            // Reading is tried again after being interrupted.
            if kind != io::ErrorKind::Interrupted {
                self.error = Some(error);
            }
            kind.into()
        })
    }
}
