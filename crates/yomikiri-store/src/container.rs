//! Files of named sections.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `yomikiri` |
//! | 4 | the version of the format, little-endian like all numbers |
//! | 4 | the number of sections |
//! | 4 | checksum of the table that follows |
//! | 36 each | a section: its name (16 bytes, filled up with zeros), where it begins (8), its length (8), its checksum (4) |
//!
//! A file is replaced as a whole (`replace.rs`), never changed in place.
//!
//! It is read into memory as a whole, and all checksums are compared then. A memory map would share the file with whoever changes
//! it: a file that is truncated while it is mapped ends the program with a signal, and one that is overwritten is no longer what
//! the checksums were compared with. Reading costs more than mapping (512 MB with their checksum: 0.4 s of processor time instead of
//! 0.1 s), but databases have megabytes, and looking through their references when they are opened costs more than either.

use std::io;
#[cfg(not(target_family = "wasm"))]
use std::{fs::File, io::Read, path::Path};

const MAGIC: &[u8; 8] = b"yomikiri";
/// The version that this program writes, and the only one it reads.
pub const VERSION: u32 = 1;
const NAME: usize = 16;
const ENTRY: usize = NAME + 8 + 8 + 4;
const HEADER: usize = 8 + 4 + 4 + 4;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Not one of ours.
    #[error("this is not a file of Yomikiri")]
    Foreign,
    /// From another version of the program.
    #[error("the file has format version {found}, this program reads version {VERSION}")]
    Version {
        /// What the file says.
        found: u32,
    },
    /// Cut off, or changed.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// A file of ours, but of another kind.
    #[error("the file has no section `{0}`: it is not a database of this kind")]
    Missing(&'static str),
}

/// A file that has been opened and found in order.
#[derive(Debug)]
pub struct Container {
    bytes: Vec<u8>,
    sections: Vec<(String, std::ops::Range<usize>)>,
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// A length or a place, if it is one that memory can have.
fn length(bytes: &[u8], at: usize) -> Option<usize> {
    u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?).try_into().ok()
}

impl Container {
    /// Opens a file and checks it. (Not on wasm, which has no files.)
    ///
    /// # Errors
    /// If it cannot be read, is none of ours, or is damaged.
    #[cfg(not(target_family = "wasm"))]
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        // Opening a pipe waits for somebody to write, and a device may have no end.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file").into());
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        let room = usize::try_from(length).ok().and_then(|length| bytes.try_reserve_exact(length).ok());
        room.ok_or_else(|| {
            let reason = format!("there is no memory for its {length} bytes");
            io::Error::new(io::ErrorKind::OutOfMemory, reason)
        })?;
        file.take(length).read_to_end(&mut bytes)?;
        Self::from_bytes(bytes)
    }

    /// The same from bytes in memory.
    ///
    /// # Errors
    /// If they are none of ours, or damaged.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, ReadError> {
        const CUT: ReadError = ReadError::Damaged("it has been cut off");
        if bytes.get(..8) != Some(MAGIC) {
            return Err(ReadError::Foreign);
        }
        let version = word(&bytes, 8).ok_or(CUT)?;
        if version != VERSION {
            return Err(ReadError::Version { found: version });
        }
        let count = word(&bytes, 12).ok_or(CUT)? as usize;
        let table_end = count.checked_mul(ENTRY).and_then(|length| length.checked_add(HEADER)).ok_or(CUT)?;
        let table = bytes.get(HEADER..table_end).ok_or(CUT)?;
        if Some(crc32fast::hash(table)) != word(&bytes, 16) {
            return Err(ReadError::Damaged("the checksum of its table of sections is wrong"));
        }
        let mut sections = Vec::with_capacity(count);
        for entry in table.chunks_exact(ENTRY) {
            let name = entry[..NAME].split(|&byte| byte == 0).next().unwrap_or_default();
            let name = String::from_utf8_lossy(name).into_owned();
            let start = length(entry, NAME).ok_or(CUT)?;
            let length = length(entry, NAME + 8).ok_or(CUT)?;
            let range = start..start.checked_add(length).ok_or(CUT)?;
            let content = bytes.get(range.clone()).ok_or(CUT)?;
            if Some(crc32fast::hash(content)) != word(entry, NAME + 16) {
                return Err(ReadError::Damaged("the checksum of a section is wrong"));
            }
            sections.push((name, range));
        }
        Ok(Self { bytes, sections })
    }

    /// The content of a section.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn section(&self, name: &'static str) -> Result<&[u8], ReadError> {
        let found = self.sections.iter().find(|(other, _)| other == name);
        found.map(|(_, range)| &self.bytes[range.clone()]).ok_or(ReadError::Missing(name))
    }

    /// The size of the file.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }
}

/// The bytes of a file with these sections. Names have at most 16 bytes.
#[must_use]
pub fn assemble(sections: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut table = Vec::with_capacity(sections.len() * ENTRY);
    let mut start = HEADER + sections.len() * ENTRY;
    for (name, content) in sections {
        debug_assert!(name.len() <= NAME);
        let mut padded = [0; NAME];
        padded[..name.len()].copy_from_slice(name.as_bytes());
        table.extend_from_slice(&padded);
        table.extend_from_slice(&(start as u64).to_le_bytes());
        table.extend_from_slice(&(content.len() as u64).to_le_bytes());
        table.extend_from_slice(&crc32fast::hash(content).to_le_bytes());
        start += content.len();
    }
    let mut bytes = Vec::with_capacity(start);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(sections.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&crc32fast::hash(&table).to_le_bytes());
    bytes.extend_from_slice(&table);
    for (_, content) in sections {
        bytes.extend_from_slice(content);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        assemble(&[("one", b"first".to_vec()), ("two", vec![7; 1000])])
    }

    #[test]
    fn sections_read_back() {
        let container = Container::from_bytes(sample()).expect("in order");
        assert_eq!(container.section("one").expect("there"), b"first");
        assert_eq!(container.section("two").expect("there"), [7; 1000]);
        assert!(matches!(container.section("three"), Err(ReadError::Missing("three"))));
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let good = sample();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(Container::from_bytes(bad).is_err(), "byte {at}");
            assert!(Container::from_bytes(good[..at].to_vec()).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn other_files_are_told_apart() {
        assert!(matches!(Container::from_bytes(Vec::new()), Err(ReadError::Foreign)));
        assert!(matches!(
            Container::from_bytes(b"PNG or so, longer than a header".to_vec()),
            Err(ReadError::Foreign)
        ));
        let mut later = sample();
        later[8] = 2;
        assert!(matches!(Container::from_bytes(later), Err(ReadError::Version { found: 2 })));
    }

    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn files_are_read_as_bytes_are() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(file.path(), sample()).expect("room on the disk");
        let container = Container::open(file.path()).expect("in order");
        assert_eq!(container.size(), sample().len());
        assert_eq!(container.section("one").expect("there"), b"first");
    }

    /// Whatever becomes of the file, what was opened stays as it was: reading it must not even end the program.
    #[test]
    #[cfg(unix)]
    fn a_file_that_changes_while_it_is_open_does_no_harm() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("changes");
        let content: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        let bytes = assemble(&[("numbers", content.clone())]);
        for damage in ["truncated", "overwritten"] {
            std::fs::write(&path, &bytes).expect("room on the disk");
            let container = Container::open(&path).expect("in order");
            let file = File::options().write(true).open(&path).expect("it is ours");
            if damage == "truncated" {
                file.set_len(10).expect("shorter");
            } else {
                std::os::unix::fs::FileExt::write_all_at(&file, &vec![0xFF; bytes.len()], 0).expect("room");
            }
            assert!(container.section("numbers").expect("there") == content, "{damage}");
            assert!(Container::open(&path).is_err(), "{damage}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn only_regular_files_are_opened() {
        for path in ["/", "/dev/zero", "/no such file"] {
            assert!(matches!(Container::open(Path::new(path)), Err(ReadError::Io(_))), "{path}");
        }
    }
}
