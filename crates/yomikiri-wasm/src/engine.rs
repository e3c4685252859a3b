//! A query, answered.

use std::cell::RefCell;
use yomikiri::analysis::{Event, Examiner, Progress, QueryError, Request, read};
use yomikiri::{NoFiles, Registry, Task, view};
use yomikiri_game::{Duration, Stop};

/// Memory of a search: what a phone can spare.
const MEMORY: u64 = 128 << 20;
/// The time of a question that names none.
const USUAL: Duration = Duration::from_secs(30);
/// The most time of a question.
const MOST: Duration = Duration::from_secs(3600);

thread_local! {
    /// The search that is going on.
    static RUNNING: RefCell<Option<(Task, Progress)>> = const { RefCell::new(None) };
}

/// Answers a query: gives lines of JSON to `tell`, the last one final.
pub fn ask(text: &str, tell: &(dyn Fn(&str) + Sync)) {
    let say = |event: &Event| tell(&view::event_line(event));
    let registry = Registry::shared();
    match read(text) {
        Ok(Request::Ask(question)) => {
            let task = Task::new(Stop::new().within(question.time(USUAL, MOST)));
            RUNNING.set(Some((task.clone(), Progress::new(&question))));
            Examiner::new(MEMORY).examine(&question, registry, &NoFiles, &task, &|event| say(&event));
            RUNNING.set(None);
        }
        Ok(Request::Ready(id)) => {
            let games = registry.families().map(|family| family.pattern().to_owned()).collect();
            say(&Event::Ready { id, games });
        }
        Ok(Request::Stop(id) | Request::StopAll(id)) => {
            // Where there is one thread, nothing is being answered when a query is read.
            say(&Event::Error(QueryError::new(Some(id), None, "there is no such query")));
        }
        Err(error) => say(&Event::Error(error)),
    }
}

/// Tells how far the search is, if there is one.
pub fn look(tell: &dyn Fn(&str)) {
    let event = RUNNING.with_borrow_mut(|running| {
        let (task, progress) = running.as_mut()?;
        progress.look(task)
    });
    if let Some(event) = event {
        tell(&view::event_line(&event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn told(text: &str) -> Vec<String> {
        let lines = Mutex::new(Vec::new());
        ask(text, &|line| lines.lock().expect("no panic").push(line.to_owned()));
        lines.into_inner().expect("no panic")
    }

    #[test]
    fn queries_are_answered_and_mistakes_are_told() {
        let lines = told(r#"{"id":1,"action":"solve","game":"trax:3x3"}"#);
        assert!(lines.len() == 1 && lines[0].contains(r#""verdict":"draw""#), "{lines:?}");
        assert!(lines[0].contains(r#""id":1,"final":true"#));
        assert!(told(r#"{"id":1,"action":"ready"}"#)[0].contains("analysis_ready"));
        for wrong in
            ["", "{}", r#"{"id":1,"action":"stop"}"#, r#"{"id":1,"action":"show","game":"toss:/etc/passwd"}"#]
        {
            assert!(told(wrong)[0].contains("analysis_error"), "{wrong}");
        }
        look(&|line| panic!("nothing is going on: {line}"));
    }
}
