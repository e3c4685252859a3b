//! The outside of a file: its first line, the compressed content, the checksum at the end.
//!
//! All is read as it comes, from any stream of bytes. The checksum can therefore be compared only when
//! everything has been read; until then a proof may be said to fail, but not to hold. Whoever finds a fault before
//! the end reads the rest too ([`Envelope::open_seal`]), to be able to say whether it is one of the proof or
//! merely damage.

use super::decompress::{Decompressor, WindowTooLarge};
use super::failure::Failure;
use super::monitor::Monitor;
use std::io::{self, BufReader, Read};

const FIRST_LINES: [(&[u8; 17], Version); 3] = [
    (b"yomikiri-proof 1\n", Version::One),
    (b"yomikiri-proof 2\n", Version::Two),
    (b"yomikiri-proof 3\n", Version::Three),
];

/// Which version of the format a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// Without descriptions of games, without `from`, without theorems.
    One,
    /// With a search that remembers nothing.
    Two,
    Three,
}

impl Version {
    /// The symbol that stands for the move with code 0.
    pub(super) fn first_move(self) -> u32 {
        match self {
            Self::One => 3,
            Self::Two | Self::Three => 4,
        }
    }
}

/// How many bytes the checksum at the end has.
const SEAL: usize = 4;

/// How many bytes are asked of the source at once.
const PIECE: usize = 1 << 16;

/// A file being read; what it gives to read is the decompressed content.
pub(super) struct Envelope<R: Read> {
    content: Decompressor<BufReader<Sealed<R>>>,
    version: Version,
}

impl<R: Read> Envelope<R> {
    /// Reads the first line. The window of the decompressor is at most this power of two.
    pub(super) fn new(source: R, largest_window: u32) -> Result<Self, Failure> {
        let mut sealed = Sealed::new(source);
        let mut first_line = [0; 17];
        sealed.read_exact(&mut first_line).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Failure::Foreign,
            _ => Failure::Read(error),
        })?;
        let known = FIRST_LINES.into_iter().find(|(line, _)| **line == first_line);
        let (_, version) = known.ok_or(Failure::Foreign)?;
        let content = Decompressor::new(BufReader::new(sealed), largest_window).map_err(Failure::Read)?;
        Ok(Self { content, version })
    }

    /// The version that the first line names.
    pub(super) fn version(&self) -> Version {
        self.version
    }

    /// Reads what is left of the file and compares the checksum.
    pub(super) fn open_seal(self, monitor: &Monitor) -> Result<(), Failure> {
        self.content.into_inner().into_inner().finish(monitor)
    }

    /// What an error in reading the content means.
    pub(super) fn failure(error: io::Error) -> Failure {
        match error.get_ref() {
            Some(inner) if inner.is::<SourceError>() => Failure::Read(error),
            Some(inner) if inner.downcast_ref::<WindowTooLarge>().is_some_and(|window| window.is_limited) => {
                Failure::Memory
            }
            _ => Failure::Damaged(format!("it cannot be decompressed: {error}")),
        }
    }
}

impl<R: Read> Read for Envelope<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.content.read(into)
    }
}

/// All of a stream but its last four bytes, with the checksum of what has been read.
struct Sealed<R> {
    source: R,
    /// What was got from the source; `given` of it was given on. The last four bytes are never given before there are
    /// others behind them.
    held: Vec<u8>,
    given: usize,
    ended: bool,
    checksum: crc32fast::Hasher,
}

impl<R: Read> Sealed<R> {
    fn new(source: R) -> Self {
        Self { source, held: Vec::new(), given: 0, ended: false, checksum: crc32fast::Hasher::new() }
    }

    fn refill(&mut self) -> io::Result<()> {
        self.held.drain(..self.given);
        self.given = 0;
        let got = (&mut self.source)
            .take(PIECE as u64)
            .read_to_end(&mut self.held)
            .map_err(|error| io::Error::new(error.kind(), SourceError(error)))?;
        self.ended = got < PIECE;
        Ok(())
    }

    fn finish(mut self, monitor: &Monitor) -> Result<(), Failure> {
        let mut rest = [0; 4096];
        while self.read(&mut rest).map_err(Failure::Read)? > 0 {
            if monitor.is_stopped() {
                return Err(Failure::Stopped);
            }
        }
        if self.held[self.given..] == self.checksum.finalize().to_le_bytes() {
            Ok(())
        } else {
            Err(Failure::Damaged("its checksum is wrong".to_owned()))
        }
    }
}

impl<R: Read> Read for Sealed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.held.len() - self.given <= SEAL && !self.ended {
            self.refill()?;
        }
        let available = (self.held.len() - self.given).saturating_sub(SEAL);
        let count = available.min(into.len());
        let piece = &self.held[self.given..self.given + count];
        into[..count].copy_from_slice(piece);
        self.checksum.update(piece);
        self.given += count;
        Ok(count)
    }
}

/// An error of the source, as opposed to one in decompressing what came from it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct SourceError(io::Error);

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives bytes one by one.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = into.len().min(1);
            self.0.read(&mut into[..count])
        }
    }

    fn sealed(content: &[u8]) -> Vec<u8> {
        let mut file = FIRST_LINES[0].0.to_vec();
        file.extend(zstd::encode_all(content, 3).expect("compressed"));
        let checksum = crc32fast::hash(&file);
        file.extend(checksum.to_le_bytes());
        file
    }

    fn unsealed(source: impl Read) -> Result<Vec<u8>, Failure> {
        unsealed_within(source, 27)
    }

    fn unsealed_within(source: impl Read, largest_window: u32) -> Result<Vec<u8>, Failure> {
        let mut envelope = Envelope::new(source, largest_window)?;
        let mut content = Vec::new();
        envelope.read_to_end(&mut content).map_err(Envelope::<&[u8]>::failure)?;
        envelope.open_seal(&Monitor::default())?;
        Ok(content)
    }

    #[test]
    fn content_comes_out_as_it_went_in() {
        for length in [0, 1, 5, 70_000, 300_000] {
            let content: Vec<u8> = (0..length).map(|i: u32| (i.wrapping_mul(i) >> 7) as u8).collect();
            let file = sealed(&content);
            assert_eq!(unsealed(&file[..]).expect("a file"), content);
            assert_eq!(unsealed(Trickle(&file)).expect("a file"), content);
        }
    }

    #[test]
    fn a_window_has_a_greatest_size() {
        let content = vec![7; 1 << 22];
        // Without the length of the content the window is that of the level: more than 64 KiB.
        let mut encoder = zstd::Encoder::new(FIRST_LINES[0].0.to_vec(), 3).expect("an encoder");
        io::Write::write_all(&mut encoder, &content).expect("compressed");
        let mut file = encoder.finish().expect("compressed");
        file.extend(crc32fast::hash(&file).to_le_bytes());
        assert_eq!(unsealed_within(&file[..], 27).expect("a file"), content);
        assert!(matches!(unsealed_within(&file[..], 16), Err(Failure::Memory)));
        // The byte after the magic number and the descriptor of the frame is the size of the window.
        let window = FIRST_LINES[0].0.len() + 5;
        file[window] = 0xff;
        assert!(matches!(unsealed_within(&file[..], 27), Err(Failure::Damaged(_))));
        // 2^27, which is the most that a sound file has.
        file[window] = 17 << 3;
        assert!(matches!(unsealed_within(&file[..], 26), Err(Failure::Memory)));
    }

    #[test]
    fn several_frames_are_one_stream() {
        let mut file = FIRST_LINES[0].0.to_vec();
        for part in ["one ", "", "stream"] {
            file.extend(zstd::encode_all(part.as_bytes(), 3).expect("compressed"));
        }
        file.extend(crc32fast::hash(&file).to_le_bytes());
        assert_eq!(unsealed(&file[..]).expect("a file"), b"one stream");
    }

    #[test]
    fn what_is_cut_off_or_changed_or_added_is_noticed() {
        let file = sealed(b"some content");
        for length in 0..file.len() {
            assert!(unsealed(&file[..length]).is_err(), "{length}");
        }
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 0x10;
            assert!(unsealed(&changed[..]).is_err(), "{place}");
        }
        let mut longer = file.clone();
        longer.push(0);
        assert!(matches!(unsealed(&longer[..]), Err(Failure::Damaged(_))));
        let mut garbage = file[..file.len() - SEAL].to_vec();
        garbage.extend(b"garbage");
        garbage.extend(crc32fast::hash(&garbage).to_le_bytes());
        assert!(matches!(unsealed(&garbage[..]), Err(Failure::Damaged(_))));
    }

    #[test]
    fn other_files_are_foreign() {
        for file in [&b""[..], b"yomikiri", b"yomikiri-proof 4\nand more", b"yomikiri-proof 1\n", &[0; 100]] {
            assert!(matches!(unsealed(file), Err(Failure::Foreign)));
        }
    }
}
