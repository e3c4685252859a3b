//! **No line makes the reader of queries panic, and an error knows the id that the line has.**

use std::time::Duration;
use yomikiri::analysis::{Id, Request, read};

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let id = match read(&text) {
        Ok(Request::Ask(question)) => {
            let is_time = |seconds: Option<f64>| seconds.is_none_or(|time| time >= 0.0 && time.is_finite());
            assert!(is_time(question.seconds) && is_time(question.every));
            assert!(question.time(Duration::from_secs(1), Duration::from_secs(9)) <= Duration::from_secs(9));
            Some(question.id)
        }
        Ok(Request::Stop(id) | Request::StopAll(id) | Request::Ready(id)) => Some(id),
        Err(error) => error.id,
    };
    if let Some(Id::Text(text)) = &id {
        assert!(text.chars().count() <= 200);
    }
    text.starts_with('{')
}
