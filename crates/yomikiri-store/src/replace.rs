//! Files that are there in full or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where the new content of a file is before it is complete: beside it, so that it is on the same file system.
/// The name is always the same, so that whatever is killed again and again leaves one such file, not many.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, ToOwned::to_owned);
    name.push(".partial");
    path.with_file_name(name)
}

/// Makes sure that the file could be written, without touching it.
///
/// # Errors
/// If it could not.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let unfinished = unfinished(path);
    File::create(&unfinished)?;
    fs::remove_file(unfinished)
}

/// Gives a file new content. Until that is complete and safe on the disk, the file is as it was: at whatever
/// moment the program or the machine dies, it has the old content or the new.
///
/// # Errors
/// If it cannot be written; then, too, it is as it was.
pub fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let unfinished = unfinished(path);
    let written = (|| {
        let mut file = BufWriter::with_capacity(1 << 18, File::create(&unfinished)?);
        let result = write(&mut file)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&unfinished, path)?;
        Ok(result)
    })();
    if written.is_err() {
        // It may not even exist; and what could not be written cannot be used for anything else.
        let _already_gone = fs::remove_file(&unfinished);
    } else if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        // The new name is on the disk when the folder is. Not every system can be asked for that.
        let _unsupported = File::open(folder).and_then(|folder| folder.sync_all());
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
