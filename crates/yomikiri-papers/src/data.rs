//! The data files: lines of fields with tabs between them, comments after `#`.
//!
//! They are copies of files under `suites/`, because a published crate can include only what lies in its own folder. Links
//! instead of copies would break the build on systems that check them out as text; `tests/data.rs` compares the copies.

/// The rows of a data file, each read by `parse`.
///
/// # Panics
/// If a row cannot be read. The files are part of the program, and tests read all of them.
pub(crate) fn rows<T, const N: usize>(
    data: &'static str,
    parse: impl Fn([&'static str; N]) -> Option<T>,
) -> Vec<T> {
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        parse(fields.try_into().ok()?)
    };
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).unwrap_or_else(|| panic!("a data file has the odd line {line:?}"))).collect()
}

/// A field that may be empty, which is written `-`.
pub(crate) fn optional<T: std::str::FromStr>(field: &str) -> Option<Option<T>> {
    if field == "-" { Some(None) } else { field.parse().ok().map(Some) }
}
