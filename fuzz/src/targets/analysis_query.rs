//! **No line makes the reader of queries panic, and an error knows the id that the line has.**

use yomikiri::analysis::{Id, Request, read};

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let id = match read(&text) {
        Ok(Request::Analyse(query)) => {
            assert!(query.seconds.is_none_or(|seconds| seconds >= 0.0 && seconds.is_finite()));
            Some(query.id)
        }
        Ok(Request::Stop(id) | Request::StopAll(id) | Request::Ready(id)) => Some(id),
        Err(error) => error.id,
    };
    if let Some(Id::Text(text)) = &id {
        assert!(text.chars().count() <= 200);
    }
    text.starts_with('{')
}
