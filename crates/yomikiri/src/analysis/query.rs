//! A line of JSON, read.

use super::fields::Fields;
use super::question::Question;
use serde_json::Value;
use std::fmt;
use yomikiri_game::presentable;

/// What a query is called by whoever asks: a text or a whole number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Id {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "`{}`", presentable(text)),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// An answer.
    Ask(Question),
    /// That the query of this id end.
    Stop(Id),
    /// That all queries end.
    StopAll(Id),
    /// Whether anybody is there.
    Ready(Id),
}

/// What is wrong with a line, and the id of the query if it has one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The id.
    pub id: Option<Id>,
    /// The field that is wrong, if it is one.
    pub field: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

impl QueryError {
    /// An error about a query.
    #[must_use]
    pub fn new(id: Option<Id>, field: Option<&'static str>, message: impl Into<String>) -> Self {
        Self { id, field, message: message.into() }
    }
}

/// An id longer than this is not one that a program makes.
const LONGEST_ID: usize = 200;

/// Reads a line.
///
/// # Errors
/// If it is no JSON object, or a field is missing, unknown, or not what it should be.
pub fn read(line: &str) -> Result<Request, QueryError> {
    let error = |message: String| QueryError::new(None, None, message);
    let value: Value = serde_json::from_str(line).map_err(|wrong| error(format!("not JSON: {wrong}")))?;
    let Value::Object(mut object) = value else {
        return Err(error("expected a JSON object".to_owned()));
    };
    let id = match object.get("id") {
        Some(Value::String(text)) if text.chars().count() <= LONGEST_ID => Id::Text(text.clone()),
        Some(Value::Number(number)) if number.is_i64() => Id::Number(number.as_i64().unwrap_or_default()),
        None => return Err(QueryError::new(None, Some("id"), "the id is missing")),
        Some(_) => {
            return Err(QueryError::new(None, Some("id"), "the id must be a short text or a whole number"));
        }
    };
    let action = match object.remove("action") {
        None => "analyse".to_owned(),
        Some(Value::String(action)) => action,
        Some(_) => return Err(QueryError::new(Some(id), Some("action"), "the action must be a text")),
    };
    let fields = Fields::new(id, object);
    match action.as_str() {
        "stop" => fields.end().map(Request::Stop),
        "stop_all" => fields.end().map(Request::StopAll),
        "ready" => fields.end().map(Request::Ready),
        action => Question::read(action, fields).map(Request::Ask),
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::Action;
    use super::*;

    #[test]
    fn queries_are_read() {
        let line = r#"{"id":"a","game":"trax","moves":["@0/","@1/"],"seconds":1.5,"nodes":7,"every":0.1,"all_moves":true}"#;
        let Ok(Request::Ask(Question { id, seconds, every, action: Action::Analyse(query), .. })) =
            read(line)
        else {
            panic!("a query")
        };
        assert_eq!((id, query.place.moves.as_str()), (Id::Text("a".to_owned()), "@0/ @1/"));
        assert_eq!((seconds, query.nodes, every, query.all_moves), (Some(1.5), Some(7), Some(0.1), true));
        assert_eq!(read(r#"{"id":7,"action":"stop"}"#), Ok(Request::Stop(Id::Number(7))));
    }

    #[test]
    fn what_is_wrong_is_named_with_the_id() {
        for (line, id, field) in [
            ("", None, None),
            ("[]", None, None),
            ("{\"id\":{}}", None, Some("id")),
            ("{\"game\":\"trax\"}", None, Some("id")),
            ("{\"id\":1.5}", None, Some("id")),
            ("{\"id\":1}", Some(1), Some("game")),
            ("{\"id\":1,\"action\":\"fly\"}", Some(1), Some("action")),
            ("{\"id\":1,\"game\":5}", Some(1), Some("game")),
            ("{\"id\":1,\"game\":\"trax\",\"moves\":[1]}", Some(1), Some("moves")),
            ("{\"id\":1,\"game\":\"trax\",\"seconds\":-1}", Some(1), Some("seconds")),
            ("{\"id\":1,\"game\":\"trax\",\"nodes\":-1}", Some(1), Some("nodes")),
            ("{\"id\":1,\"game\":\"trax\",\"all_moves\":1}", Some(1), Some("all_moves")),
            ("{\"id\":1,\"game\":\"trax\",\"colour\":1}", Some(1), None),
            ("{\"id\":1,\"action\":7}", Some(1), Some("action")),
            ("{\"id\":1,\"action\":\"stop\",\"game\":\"trax\"}", Some(1), None),
            ("{\"id\":1,\"action\":\"show\"}", Some(1), Some("game")),
            ("{\"id\":1,\"action\":\"show\",\"game\":\"trax\",\"position\":1}", Some(1), Some("position")),
            (
                "{\"id\":1,\"action\":\"solve\",\"game\":\"trax\",\"method\":\"magic\"}",
                Some(1),
                Some("method"),
            ),
            ("{\"id\":1,\"action\":\"solve\",\"game\":\"trax\",\"player\":\"me\"}", Some(1), Some("player")),
            ("{\"id\":1,\"action\":\"mate\",\"game\":\"trax\",\"plies\":1000}", Some(1), Some("plies")),
            ("{\"id\":1,\"action\":\"move\",\"game\":\"trax\",\"level\":0}", Some(1), Some("level")),
            ("{\"id\":1,\"action\":\"formulas\",\"game\":\"trax\",\"turns\":1.5}", Some(1), Some("turns")),
            ("{\"id\":1,\"action\":\"check\"}", Some(1), Some("proof")),
        ] {
            let error = read(line).expect_err(line);
            assert_eq!((error.id, error.field), (id.map(Id::Number), field), "{line}: {}", error.message);
        }
        let long = format!(r#"{{"id":1,"action":"show","game":"trax","moves":"{}"}}"#, "x".repeat(100_001));
        assert_eq!(read(&long).map_err(|error| error.field), Err(Some("moves")));
        let deep = "[".repeat(100_000);
        assert!(read(&deep).is_err());
    }
}
