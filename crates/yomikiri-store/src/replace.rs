//! Files that are there in full or not at all.
//!
//! New content is written beside the file, on the same file system, under a name that no other file has: `FILE.` and
//! something random. A fixed name was rejected: two programs would write into one file, and a user's own file of that
//! name would be lost. A program that is killed may leave such a file behind; nothing ever reads it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file beside a file. It is gone when it is dropped.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    // Who may read it is as with any other file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path))
}

/// Makes sure that the file could be written, without touching it.
///
/// # Errors
/// If it could not.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    beside(path)?.close()
}

/// Gives a file new content. Until that is complete and safe on the disk, the file is as it was: at whatever
/// moment the program or the machine dies, it has the old content or the new.
///
/// # Errors
/// If it cannot be written; then, too, it is as it was, and nothing is left beside it.
pub fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let mut file = beside(path)?;
    let mut buffer = BufWriter::with_capacity(1 << 18, file.as_file_mut());
    let result = write(&mut buffer)?;
    buffer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    file.persist(path)?;
    // The new name is on the disk when the folder is. Not every system can be asked for that.
    let _unsupported = File::open(folder(path)).and_then(|folder| folder.sync_all());
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("yomikiri-store-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).expect("a temporary folder");
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _already_gone = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_has_the_old_content_or_the_new() {
        let folder = Folder::new("replace");
        let path = folder.0.join("file");
        replace(&path, |file| file.write_all(b"old")).expect("written");
        let failed: io::Result<()> = replace(&path, |file| {
            file.write_all(b"new, but")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("there"), b"old");
        replace(&path, |file| file.write_all(b"new")).expect("written");
        assert_eq!(fs::read(&path).expect("there"), b"new");
        check_writable(&path).expect("it is");
        assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 1, "nothing is left beside it");
        assert!(check_writable(&folder.0).is_err());
        assert!(check_writable(&folder.0.join("no/such/folder")).is_err());
    }
    /// Files of others are neither deleted nor written into, whatever they are called.
    #[test]
    fn files_of_others_stay() {
        let folder = Folder::new("others");
        let path = folder.0.join("file");
        for name in ["file.partial", "file.writing", "file.tmp"] {
            fs::write(folder.0.join(name), b"mine").expect("room");
        }
        check_writable(&path).expect("it is");
        replace(&path, |file| file.write_all(b"new")).expect("written");
        let failed: io::Result<()> = replace(&path, |_| Err(io::ErrorKind::StorageFull.into()));
        assert!(failed.is_err());
        for name in ["file.partial", "file.writing", "file.tmp"] {
            assert_eq!(fs::read(folder.0.join(name)).expect("there"), b"mine", "{name}");
        }
        assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 4);
    }

    /// Two that write the same file at once: it is whole, and one of the two.
    #[test]
    fn two_writers_do_not_mix() {
        let folder = Folder::new("two");
        let path = folder.0.join("file");
        std::thread::scope(|scope| {
            for letter in [b'a', b'b'] {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        let write =
                            |file: &mut dyn Write| (0..100).try_for_each(|_| file.write_all(&[letter; 5000]));
                        replace(path, write).expect("written");
                        let content = fs::read(path).expect("there");
                        assert_eq!(content.len(), 500_000);
                        assert!(content.iter().all(|&byte| byte == content[0]));
                    }
                });
            }
        });
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_it_as_any_other_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("mode");
        let mode = |name: &str| fs::metadata(folder.0.join(name)).expect("there").permissions().mode();
        fs::write(folder.0.join("plain"), b"").expect("room");
        replace(&folder.0.join("replaced"), |_| Ok(())).expect("written");
        assert_eq!(mode("replaced"), mode("plain"));
    }
}
