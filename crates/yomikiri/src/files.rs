//! Files that a game is described in, and who may read them.
//!
//! A name such as `toss:FILE` is parsed without touching the disk. The file is asked for when the game is loaded,
//! through this capability, so that a server can deny it and a test can make files up.

use crate::quantity::Bytes;
use std::fs::File;
use std::io::{self, Read};

/// Reads the files that names of games refer to.
pub trait Files {
    /// The whole content of a file.
    ///
    /// # Errors
    /// If there is no such file, it cannot be read, or the caller may not read it.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;
}

/// The largest file of any other kind that is read as a whole: 1 GiB.
pub const LARGEST_INPUT: u64 = 1 << 30;

/// Reads everything, if it is not more than a limit. A device or a pipe may have no end.
///
/// # Errors
/// If there is more, or it cannot be read.
pub fn read_within(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if source.take(limit + 1).read_to_end(&mut bytes)? as u64 > limit {
        let message = format!("the file has more than {}, which is the limit", Bytes(limit));
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Gives a file new content. Until that is complete, the file is as it was.
///
/// # Errors
/// If it cannot be written; then, too, it is as it was.
#[cfg(not(target_family = "wasm"))]
pub fn write_whole(path: &std::path::Path, content: &[u8]) -> io::Result<()> {
    yomikiri_store::replace::replace(path, |to| to.write_all(content))
}

/// The largest file that describes a game: 16 MiB.
pub const LARGEST_DESCRIPTION: u64 = 16 << 20;

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        read_within(File::open(path)?, LARGEST_DESCRIPTION)
    }
}

/// One text in place of every file: for callers who bring the description of a game along.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a>(pub &'a str);

impl Files for Given<'_> {
    fn read(&self, _path: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.as_bytes().to_vec())
    }
}

/// No files at all: for callers that take names from strangers.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &str) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, "files may not be read here"))
    }
}
