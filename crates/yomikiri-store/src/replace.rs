//! Files that are there in full or not at all.
//!
//! New content is written to a temporary file beside the old one, made safe on the disk, and renamed. At whatever moment
//! the program or the machine dies, the file has the old content or the new.
//!
//! - The temporary file has a random name that nobody else uses: two programs that write the same file do not
//!   mix their contents, and no file of the user's is ever taken for a temporary one. The price is that a program that
//!   is killed while it writes leaves its temporary file behind (`.NAME.RANDOM.partial`).
//! - A symbolic link stays one: what it points to is replaced.
//! - The permissions of a file that is replaced stay as they were.
//! - What is no regular file (a terminal, `/dev/null`) cannot be replaced and is written to directly. A pipe is refused: to
//!   open one waits for a reader, which nothing but a kill could end, and to look whether it can be opened makes its
//!   reader believe that all has been written.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The number of bytes that are written at a time.
const BUFFER: usize = 1 << 18;

/// As many links are followed as by the system.
const MOST_LINKS: usize = 40;

/// Makes sure that the file could be written, without touching it.
///
/// # Errors
/// If it could not.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::File { path, .. } => temporary_file(&path)?.close(),
        Target::Device(path) => OpenOptions::new().write(true).open(path).map(drop),
    }
}

/// Gives a file new content. Until that is complete and safe on the disk, the file is as it was.
///
/// # Errors
/// If it cannot be written; then, too, it is as it was.
pub fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    match Target::of(path)? {
        Target::File { path, old } => {
            let mut file = BufWriter::with_capacity(BUFFER, temporary_file(&path)?);
            let result = write(&mut file)?;
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            if let Some(old) = old {
                file.as_file().set_permissions(old.permissions())?;
            }
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)?;
            sync_folder(&path);
            Ok(result)
        }
        Target::Device(path) => {
            let mut device = BufWriter::with_capacity(BUFFER, OpenOptions::new().write(true).open(path)?);
            let result = write(&mut device)?;
            device.flush()?;
            Ok(result)
        }
    }
}

/// What a path leads to, all links followed.
enum Target {
    /// A regular file, or none yet.
    File { path: PathBuf, old: Option<fs::Metadata> },
    /// Something that is there and is neither a file nor a folder.
    Device(PathBuf),
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        // The system follows links that lead to no path, such as `/dev/stdout`.
        if fs::metadata(path).is_ok_and(|there| is_pipe(&there)) {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "it is a pipe, and a file is needed"));
        }
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            // Without a name at its end (`..`, `/`) it is a folder, even if there is none.
            if path.file_name().is_none() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            match fs::symlink_metadata(&path) {
                Ok(there) if there.is_symlink() => {
                    let to = fs::read_link(&path)?;
                    // A relative link starts in the folder that holds it; an absolute one replaces everything.
                    path.pop();
                    path.push(to);
                }
                Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
                Ok(there) if there.is_file() => return Ok(Self::File { path, old: Some(there) }),
                Ok(_) => return Ok(Self::Device(path)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self::File { path, old: None });
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many symbolic links"))
    }
}

#[cfg(unix)]
fn is_pipe(there: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    there.file_type().is_fifo()
}

/// Elsewhere a pipe has no path.
#[cfg(not(unix))]
fn is_pipe(_there: &fs::Metadata) -> bool {
    false
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().unwrap_or(path);
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// An empty file beside another one, so that it is on the same file system. It is gone when it is dropped.
fn temporary_file(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Those of any new file, of which the system takes away what the user does not want.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder_of(path))
}

/// The new name is on the disk when the folder is.
fn sync_folder(path: &Path) {
    // Not every system can be asked for that.
    let _unsupported = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::{TempDir, tempdir};

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).expect("the folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_has_the_old_content_or_the_new() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("file");
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
        assert_eq!(names(&folder), ["file"], "nothing is left beside it");
        for bad in [folder.path().to_owned(), folder.path().join("no/such/folder"), PathBuf::from("/")] {
            assert!(check_writable(&bad).is_err(), "{}", bad.display());
            assert!(replace(&bad, |file| file.write_all(b"new")).is_err(), "{}", bad.display());
        }
    }

    #[test]
    fn files_of_the_user_are_left_alone() {
        let folder = tempdir().expect("a folder");
        let own = ["file.partial", "file.writing", ".file.partial"];
        for name in own {
            fs::write(folder.path().join(name), name).expect("written");
        }
        let path = folder.path().join("file");
        check_writable(&path).expect("it is");
        replace(&path, |file| file.write_all(b"new")).expect("written");
        assert!(replace(&path, |_| Err::<(), _>(io::ErrorKind::Other.into())).is_err());
        for name in own {
            assert_eq!(fs::read(folder.path().join(name)).expect("there"), name.as_bytes());
        }
        assert_eq!(names(&folder).len(), 4);
    }

    #[test]
    fn two_writers_do_not_mix() {
        let folder = tempdir().expect("a folder");
        let path = folder.path().join("file");
        let inner = replace(&path, |outer| {
            outer.write_all(b"outer")?;
            replace(&path, |inner| inner.write_all(b"inner"))?;
            fs::read(&path)
        });
        assert_eq!(inner.expect("written"), b"inner");
        assert_eq!(fs::read(&path).expect("there"), b"outer");
        assert_eq!(names(&folder), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("elsewhere")).expect("a folder");
        fs::write(at("elsewhere/file"), "old").expect("written");
        fs::set_permissions(at("elsewhere/file"), fs::Permissions::from_mode(0o640)).expect("set");
        symlink("elsewhere/file", at("link")).expect("a link");
        symlink(at("link"), at("link to a link")).expect("a link");
        symlink("elsewhere/none", at("dangling")).expect("a link");
        symlink("round", at("round")).expect("a link");
        for (name, target) in [("link to a link", "elsewhere/file"), ("dangling", "elsewhere/none")] {
            check_writable(&at(name)).expect("it is");
            replace(&at(name), |file| file.write_all(name.as_bytes())).expect("written");
            assert!(fs::symlink_metadata(at(name)).expect("there").is_symlink());
            assert_eq!(fs::read(at(target)).expect("there"), name.as_bytes());
        }
        let mode = |name| fs::metadata(at(name)).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode("elsewhere/file"), 0o640);
        fs::write(at("plain"), "").expect("written");
        assert_eq!(mode("elsewhere/none"), mode("plain"), "as of any new file");
        assert!(replace(&at("round"), |_| Ok(())).is_err());
        let device = Path::new("/dev/null");
        check_writable(device).expect("it is");
        replace(device, |file| file.write_all(b"gone")).expect("written");
        assert!(fs::metadata(device).expect("there").file_type().is_char_device());
    }
    /// To wait for a reader would be to wait for ever.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_at_once() {
        let folder = tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        let error = check_writable(&pipe).expect_err("refused");
        assert!(error.to_string().contains("pipe"), "{error}");
        let error = replace(&pipe, |file| file.write_all(b"new")).expect_err("refused");
        assert!(error.to_string().contains("pipe"), "{error}");
    }
}
