//! Writing files safely, where there are files.
//!
//! In a browser there are none: whoever names one gets an error that says so, and proofs are made in memory.

#[cfg(not(target_family = "wasm"))]
pub(super) use yomikiri_store::{
    lock::Lock,
    replace::{check_writable, replace},
};

#[cfg(target_family = "wasm")]
pub(super) use missing::{Lock, check_writable, replace};

#[cfg(target_family = "wasm")]
mod missing {
    use std::io::{self, Write};
    use std::path::Path;

    fn unsupported<T>() -> io::Result<T> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "there are no files in a browser"))
    }

    /// Nothing is ever locked.
    pub(in crate::solving) struct Lock;

    impl Lock {
        pub(in crate::solving) fn acquire(_path: &Path, _holder: &str) -> io::Result<Self> {
            unsupported()
        }
    }

    pub(in crate::solving) fn check_writable(_path: &Path) -> io::Result<()> {
        unsupported()
    }

    pub(in crate::solving) fn replace<T>(
        _path: &Path,
        _write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        unsupported()
    }
}
