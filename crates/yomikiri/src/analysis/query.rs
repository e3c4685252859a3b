//! A line of JSON, read.

use serde_json::{Map, Value};
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
    /// A position to look at.
    Analyse(Query),
    /// That the query of this id end.
    Stop(Id),
    /// That all queries end.
    StopAll(Id),
    /// Whether anybody is there.
    Ready(Id),
}

/// A position to look at, and what is wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// What answers will be called.
    pub id: Id,
    /// The name of the game.
    pub game: String,
    /// The moves that lead to the position.
    pub moves: String,
    /// The position that they begin at, if it is not the start of the game.
    pub position: Option<String>,
    /// The most time, in seconds.
    pub seconds: Option<f64>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The time from one answer to the next while the search goes on, in seconds; `None` for the last answer alone.
    pub every: Option<f64>,
    /// Whether every move is wanted with its status.
    pub all_moves: bool,
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
    let Value::Object(object) = value else {
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
    Fields { id, object }.read()
}

struct Fields {
    id: Id,
    object: Map<String, Value>,
}

impl Fields {
    fn error(&self, field: &'static str, message: impl Into<String>) -> QueryError {
        QueryError::new(Some(self.id.clone()), Some(field), message)
    }

    /// Makes sure that there are no fields but these.
    fn only(&self, known: &[&str]) -> Result<(), QueryError> {
        match self
            .object
            .keys()
            .find(|key| !known.contains(&key.as_str()) && *key != "id" && *key != "action")
        {
            None => Ok(()),
            Some(key) => {
                let message = format!("unknown field `{}`", presentable(key));
                Err(QueryError::new(Some(self.id.clone()), None, message))
            }
        }
    }

    fn read(self) -> Result<Request, QueryError> {
        let action = match self.object.get("action") {
            None => "analyse",
            Some(Value::String(action)) => action,
            Some(_) => return Err(self.error("action", "the action must be a text")),
        };
        match action {
            "analyse" => self.query().map(Request::Analyse),
            "stop" => {
                self.only(&[])?;
                Ok(Request::Stop(self.id))
            }
            "stop_all" => {
                self.only(&[])?;
                Ok(Request::StopAll(self.id))
            }
            "ready" => {
                self.only(&[])?;
                Ok(Request::Ready(self.id))
            }
            _ => Err(self.error("action", "the action must be analyse, stop, stop_all or ready")),
        }
    }

    fn query(self) -> Result<Query, QueryError> {
        self.only(&["game", "moves", "position", "seconds", "nodes", "every", "all_moves"])?;
        let game = self.text("game")?.ok_or_else(|| self.error("game", "the game is missing"))?;
        Ok(Query {
            game,
            moves: self.moves()?,
            position: self.text("position")?,
            seconds: self.seconds("seconds")?,
            nodes: match self.object.get("nodes") {
                None | Some(Value::Null) => None,
                Some(nodes) => {
                    Some(nodes.as_u64().ok_or_else(|| self.error("nodes", "expected a whole number"))?)
                }
            },
            every: self.seconds("every")?,
            all_moves: match self.object.get("all_moves") {
                None => false,
                Some(Value::Bool(wanted)) => *wanted,
                Some(_) => return Err(self.error("all_moves", "expected true or false")),
            },
            id: self.id,
        })
    }

    fn text(&self, field: &'static str) -> Result<Option<String>, QueryError> {
        match self.object.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self.error(field, "expected a text")),
        }
    }

    /// Moves as a list of texts, or as one text.
    fn moves(&self) -> Result<String, QueryError> {
        let wrong = || self.error("moves", "expected a text, or a list of texts");
        match self.object.get("moves") {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Array(moves)) => {
                let texts: Option<Vec<&str>> = moves.iter().map(Value::as_str).collect();
                texts.map(|texts| texts.join(" ")).ok_or_else(wrong)
            }
            Some(_) => Err(wrong()),
        }
    }

    fn seconds(&self, field: &'static str) -> Result<Option<f64>, QueryError> {
        match self.object.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_f64() {
                Some(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(Some(seconds)),
                _ => Err(self.error(field, "expected a number of seconds")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read() {
        let line = r#"{"id":"a","game":"trax","moves":["@0/","@1/"],"seconds":1.5,"nodes":7,"every":0.1,"all_moves":true}"#;
        let Ok(Request::Analyse(query)) = read(line) else { panic!("a query") };
        assert_eq!((query.id, query.moves.as_str()), (Id::Text("a".to_owned()), "@0/ @1/"));
        assert_eq!(
            (query.seconds, query.nodes, query.every, query.all_moves),
            (Some(1.5), Some(7), Some(0.1), true)
        );
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
        ] {
            let error = read(line).expect_err(line);
            assert_eq!((error.id, error.field), (id.map(Id::Number), field), "{line}: {}", error.message);
        }
        let deep = "[".repeat(100_000);
        assert!(read(&deep).is_err());
    }
}
