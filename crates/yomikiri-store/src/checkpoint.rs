//! A search that was interrupted, to be gone on with. `docs/checkpoint-format.md` has the format.
//!
//! A text says what was searched and how far it was; compressed records say what is known; a checksum over
//! every byte before it ends the file. Records are ordered by fingerprint, so that equal knowledge is equal bytes, and a
//! fingerprint is written as its distance from the one before.
//!
//! Bytes of equal significance are written together (all lowest bytes of the block, then all second ones, …):
//! the high ones are nearly all alike and vanish, the low ones of a fingerprint are random and stay as they are.

mod header;
mod records;

pub use header::{Answered, Asked, Header};
pub use records::{LONGEST_FINGERPRINT, SHORTEST_FINGERPRINT};
pub use yomikiri_game::Record;

use crate::compression::{Compressor, Decompressor};
use records::{Collector, Distributor};
use std::io::{self, BufRead, Read, Write};

/// The version of the format.
pub const VERSION: u32 = 1;

/// Why bytes are no checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It does not begin like one.
    #[error("this is not a checkpoint of Yomikiri")]
    NoCheckpoint,
    /// Another version.
    #[error("the checkpoint has version {0}, this program reads version {VERSION}")]
    Version(String),
    /// The file ends too soon.
    #[error("the checkpoint is cut short")]
    CutShort,
    /// The checksum is wrong, or what it says makes no sense.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// It cannot be read.
    #[error(transparent)]
    Io(io::Error),
}

impl CheckpointError {
    fn damaged(reason: impl Into<String>) -> Self {
        Self::Damaged(reason.into())
    }

    /// What an error in decompressing means.
    fn undecodable(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::CutShort,
            // What the decompressor has to say.
            io::ErrorKind::Other => Self::damaged(error.to_string()),
            _ => Self::Io(error),
        }
    }
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::CutShort,
            _ => Self::Io(error),
        }
    }
}

/// Writes a checkpoint; gives the number of records. They must come in the order of their fingerprints.
///
/// # Errors
/// If it cannot be written, or what is to be written cannot be said in this format.
pub fn write(to: impl Write, header: &Header, records: impl IntoIterator<Item = Record>) -> io::Result<u64> {
    let mut to = Summing::new(to);
    to.write_all(header.to_text()?.as_bytes())?;
    let mut body = Compressor::new(&mut to, LEVEL)?;
    let mut collector = Collector::new(header.fingerprint_bits);
    for record in records {
        collector.push(record, &mut body)?;
    }
    let count = collector.finish(&mut body)?;
    body.finish()?;
    let sum = to.sum.clone().finalize();
    to.write_all(&sum.to_le_bytes())?;
    to.flush()?;
    Ok(count)
}

/// How hard the compressor tries. What is random in the records no effort makes smaller.
const LEVEL: i32 = 1;
/// The decompressor refuses to look back further, in powers of two, so that no file can ask for much memory.
const LONGEST_WINDOW: u32 = 23;

/// A checkpoint that is being read.
#[derive(Debug)]
pub struct Checkpoint<R> {
    /// What was searched and how far it was. It may be damaged until the records have been read.
    pub header: Header,
    from: Summing<R>,
}

impl<R: BufRead> Checkpoint<R> {
    /// Reads the beginning.
    ///
    /// # Errors
    /// If it is none, or of another version, or damaged.
    pub fn open(from: R) -> Result<Self, CheckpointError> {
        let mut from = Summing::new(from);
        let header = header::read(&mut from)?;
        Ok(Self { header, from })
    }

    /// Reads the records, to the end of the file. Only if this succeeds is anything that was read to be trusted.
    ///
    /// # Errors
    /// If the file is damaged, or `take` fails.
    pub fn records<E: From<CheckpointError>>(
        self,
        mut take: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<Header, E> {
        let Self { header, mut from } = self;
        let mut body = Decompressor::new(&mut from, LONGEST_WINDOW).map_err(CheckpointError::undecodable)?;
        let mut distributor = Distributor::new(header.fingerprint_bits);
        while let Some(block) = distributor.block(&mut body)? {
            block.into_iter().try_for_each(&mut take)?;
        }
        drop(body);
        from.check_sum()?;
        Ok(header)
    }
}

/// Keeps a checksum of everything that passes.
#[derive(Debug)]
struct Summing<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T> Summing<T> {
    fn new(inner: T) -> Self {
        Self { inner, sum: crc32fast::Hasher::new() }
    }
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: BufRead> Summing<R> {
    /// Reads the checksum and the end of the file.
    fn check_sum(self) -> Result<(), CheckpointError> {
        let Self { mut inner, sum } = self;
        let mut expected = [0; 4];
        inner.read_exact(&mut expected)?;
        if sum.finalize().to_le_bytes() != expected {
            return Err(CheckpointError::damaged("its checksum is wrong"));
        }
        if !inner.fill_buf()?.is_empty() {
            return Err(CheckpointError::damaged("something follows after its end"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Summing<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Summing<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // What was filled is still there, so that this reads nothing and cannot fail.
        if let Ok(filled) = self.inner.fill_buf() {
            self.sum.update(&filled[..count.min(filled.len())]);
        }
        self.inner.consume(count);
    }
}

#[cfg(test)]
mod tests;
