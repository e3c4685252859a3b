//! One writer at a time: a lock beside a file that is written again and again.
//!
//! The lock is on a file of its own, `FILE.lock`, because `FILE` itself is replaced by a new one every time. The
//! system releases it when the program ends, however it ends. The file says who holds the lock, for the message of
//! whoever comes second; it is removed when the lock is given back.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// A lock, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// The system's lock is on this handle.
    file: File,
}

/// Why a lock could not be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else holds it.
    #[error("in use by another run ({holder})")]
    Held {
        /// Who holds it, as far as is known.
        holder: String,
    },
    /// The file of the lock cannot be opened or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Lock {
    /// Locks a file, which need not exist, for a holder who is described in a few words.
    ///
    /// # Errors
    /// If somebody else holds the lock, or its file cannot be written.
    pub fn acquire(path: &Path, holder: &str) -> Result<Self, LockError> {
        let lock = lock_path(path);
        loop {
            let file = File::options().read(true).write(true).create(true).truncate(false).open(&lock)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::Error(error)) => return Err(error.into()),
                Err(TryLockError::WouldBlock) => {
                    const LONGEST: u64 = 200;
                    let mut holder = String::new();
                    // A holder that has not written its name yet, or cannot be read, has none.
                    let _unnamed = file.take(LONGEST).read_to_string(&mut holder);
                    let holder = if holder.is_empty() { "unknown".to_owned() } else { holder };
                    return Err(LockError::Held { holder });
                }
            }
            // Whoever held it before may have removed the file between our opening and locking it.
            if is_at(&file, &lock) {
                // From here on the file is ours: without room for the name it is removed again.
                let mut held = Self { path: lock, file };
                held.file.set_len(0)?;
                held.file.rewind()?;
                held.file.write_all(holder.as_bytes())?;
                return Ok(held);
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // What stays behind is locked by nobody.
        let _left_behind = fs::remove_file(&self.path);
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, ToOwned::to_owned);
    name.push(".lock");
    path.with_file_name(name)
}

/// Whether an open file is the one that lies at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let found = fs::metadata(path).map(identity);
    found.is_ok_and(|found| file.metadata().map(identity).is_ok_and(|own| own == found))
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_told_who_is_first() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        let first = Lock::acquire(&path, "process 1").expect("free");
        let second = Lock::acquire(&path, "process 2").expect_err("held");
        assert!(second.to_string().contains("process 1"), "{second}");
        drop(first);
        assert!(!lock_path(&path).exists());
        Lock::acquire(&path, "process 2").expect("free again");
    }

    #[test]
    fn many_at_once_hold_it_one_by_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        let inside = std::sync::atomic::AtomicU32::new(0);
        let held = std::sync::atomic::AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(lock) = Lock::acquire(&path, "somebody") {
                            assert_eq!(inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                            held.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                            inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
        assert!(held.into_inner() > 0);
    }

    /// Where the name of the holder cannot be written, nothing is left behind.
    #[cfg(unix)]
    #[test]
    fn a_lock_that_cannot_be_written_is_gone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        std::os::unix::fs::symlink("/dev/full", lock_path(&path)).expect("a link");
        assert!(Lock::acquire(&path, "process 1").is_err());
        assert!(fs::symlink_metadata(lock_path(&path)).is_err(), "the file is still there");
    }

    #[test]
    fn a_file_left_behind_by_a_crash_locks_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        fs::write(lock_path(&path), "process 1, which is dead").expect("room");
        Lock::acquire(&path, "process 2").expect("nobody holds it");
    }
}
