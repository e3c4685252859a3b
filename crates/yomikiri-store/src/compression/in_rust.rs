//! By an implementation in Rust.

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, BufRead, Read, Write};

/// Writes one frame.
pub(crate) struct Compressor<W: Write> {
    to: W,
    content: Vec<u8>,
}

impl<W: Write> Compressor<W> {
    /// The beginning of a frame. There is one level only.
    #[expect(clippy::unnecessary_wraps, reason = "the other implementation may fail here")]
    pub(crate) fn new(to: W, _level: i32) -> io::Result<Self> {
        Ok(Self { to, content: Vec::new() })
    }

    /// The same with a checksum, which frames by this implementation always have.
    #[expect(clippy::unnecessary_wraps, reason = "the other implementation may fail here")]
    pub(crate) fn with_checksum(self) -> io::Result<Self> {
        Ok(self)
    }

    /// Ends the frame.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.to.write_all(&compress_to_vec(&self.content[..], CompressionLevel::Fastest))?;
        Ok(self.to)
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.content.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads one frame, and nothing that follows it.
pub(crate) struct Decompressor<R> {
    source: Source<R>,
    decoder: FrameDecoder,
}

impl<R: BufRead> Decompressor<R> {
    /// The beginning of a frame. It must not look back further than so many powers of two: that is the memory it takes.
    pub(crate) fn new(from: R, longest_window: u32) -> io::Result<Self> {
        let mut source = Source { inner: from, error: None };
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(1 << longest_window);
        decoder.init(&mut source).map_err(|error| source.error(error))?;
        Ok(Self { source, decoder })
    }
}

impl<R: BufRead> Read for Decompressor<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let decoded = self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
            decoded.map_err(|error| self.source.error(error))?;
        }
        let count = self.decoder.read(into)?;
        if self.decoder.is_finished() && self.decoder.can_collect() == 0 {
            let stored = self.decoder.get_checksum_from_data();
            if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
                return Err(io::Error::other("the checksum of a frame is wrong"));
            }
        }
        Ok(count)
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
        self.error.take().unwrap_or_else(|| io::Error::other(error))
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into);
        match &read {
            Ok(0) if !into.is_empty() => self.error = Some(io::ErrorKind::UnexpectedEof.into()),
            // Reading is tried again after this one.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let kind = error.kind();
                self.error = read.err();
                return Err(kind.into());
            }
            Ok(_) => {}
        }
        read
    }
}
