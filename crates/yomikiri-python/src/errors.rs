//! Exceptions: those of the package, with the text that the command line would print.
//!
//! The classes are written in Python (`yomikiri/errors.py`), where they can inherit from the exceptions that people expect:
//! a text that is no move is a `ValueError`, a file that cannot be read an `OSError`.

use pyo3::PyErr;
use pyo3::panic::PanicException;
use std::any::Any;
use std::fmt::Display;

mod classes {
    use pyo3::import_exception;

    import_exception!(yomikiri.errors, Error);
    import_exception!(yomikiri.errors, FileError);
    import_exception!(yomikiri.errors, InputError);
    import_exception!(yomikiri.errors, InternalError);
    import_exception!(yomikiri.errors, LimitError);
    import_exception!(yomikiri.errors, Stopped);
}

/// What was given means nothing, or not here.
pub(crate) fn input(error: impl Display) -> PyErr {
    classes::InputError::new_err(error.to_string())
}

/// What was asked for takes more memory, or more of something else, than there may be.
pub(crate) fn limit(error: impl Display) -> PyErr {
    classes::LimitError::new_err(error.to_string())
}

/// A file cannot be read or written, or is not what it should be.
pub(crate) fn file(error: impl Display) -> PyErr {
    classes::FileError::new_err(error.to_string())
}

/// The work was stopped before there was anything to give.
pub(crate) fn stopped() -> PyErr {
    classes::Stopped::new_err("stopped")
}

/// Anything else.
pub(crate) fn other(error: impl Display) -> PyErr {
    classes::Error::new_err(error.to_string())
}

/// A mistake in the program: a panic that was caught.
pub(crate) fn internal(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "a panic".to_owned());
    classes::InternalError::new_err(format!("a mistake in Yomikiri, please report it: {text}"))
}

/// The same for calls that the interpreter makes directly, where a panic would pass through `except Exception`.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T, PyErr>) -> Result<T, PyErr> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)) {
        Ok(result) => result,
        Err(panic) if panic.is::<PanicException>() => std::panic::resume_unwind(panic),
        Err(panic) => Err(internal(&*panic)),
    }
}
