//! The fields of a JSON object, taken one after the other; whatever is left in the end is unknown.

use super::query::{Id, QueryError};
use super::question::Place;
use crate::job::{METHODS, method_name};
use serde_json::{Map, Value};
use yomikiri_game::{Player, presentable};
use yomikiri_search::Method;

/// The longest text of moves, of a position, of an expression.
const LONGEST_TEXT: usize = 100_000;

/// The longest file of games, or description of a game.
const LONGEST_FILE: usize = 1 << 20;

/// The fields of a query that have not been read yet.
pub(super) struct Fields {
    id: Id,
    object: Map<String, Value>,
}

impl Fields {
    pub(super) fn new(id: Id, mut object: Map<String, Value>) -> Self {
        object.remove("id");
        Self { id, object }
    }

    pub(super) fn error(&self, field: &'static str, message: impl Into<String>) -> QueryError {
        QueryError::new(Some(self.id.clone()), Some(field), message)
    }

    /// The value of a field. Null is the same as no field.
    fn take(&mut self, field: &'static str) -> Option<Value> {
        self.object.remove(field).filter(|value| !value.is_null())
    }

    /// The id, if every field has been read.
    pub(super) fn end(self) -> Result<Id, QueryError> {
        match self.object.keys().next() {
            None => Ok(self.id),
            Some(key) => {
                let message = format!("unknown field `{}`", presentable(key));
                Err(QueryError::new(Some(self.id), None, message))
            }
        }
    }

    /// A text of any length.
    pub(super) fn long_text(&mut self, field: &'static str) -> Result<Option<String>, QueryError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.error(field, "expected a text")),
        }
    }

    pub(super) fn text(&mut self, field: &'static str) -> Result<Option<String>, QueryError> {
        match self.long_text(field)? {
            Some(text) if text.len() > LONGEST_TEXT => Err(self.error(field, "the text is too long")),
            text => Ok(text),
        }
    }

    pub(super) fn required(&mut self, field: &'static str) -> Result<String, QueryError> {
        let text = self.text(field)?;
        text.ok_or_else(|| self.error(field, format!("the field `{field}` is missing")))
    }

    /// The content of a file.
    pub(super) fn optional_file(&mut self, field: &'static str) -> Result<Option<String>, QueryError> {
        match self.long_text(field)? {
            Some(text) if text.len() > LONGEST_FILE => Err(self.error(field, "the file is too long")),
            text => Ok(text),
        }
    }

    /// The same where there must be one.
    pub(super) fn file(&mut self, field: &'static str) -> Result<String, QueryError> {
        let text = self.optional_file(field)?;
        text.ok_or_else(|| self.error(field, format!("the field `{field}` is missing")))
    }

    /// A proof file in Base64. Its size is bounded by that of the message.
    pub(super) fn proof(&mut self) -> Result<String, QueryError> {
        self.long_text("proof")?.ok_or_else(|| self.error("proof", "the field `proof` is missing"))
    }

    /// Where in which game.
    pub(super) fn place(&mut self) -> Result<Place, QueryError> {
        Ok(Place { game: self.required("game")?, moves: self.moves()?, position: self.text("position")? })
    }

    /// Moves as a list of texts, or as one text.
    pub(super) fn moves(&mut self) -> Result<String, QueryError> {
        let moves = match self.take("moves") {
            None => Some(String::new()),
            Some(Value::String(text)) => Some(text),
            Some(Value::Array(moves)) => {
                moves.iter().map(Value::as_str).collect::<Option<Vec<_>>>().map(|texts| texts.join(" "))
            }
            Some(_) => None,
        };
        match moves {
            Some(moves) if moves.len() <= LONGEST_TEXT => Ok(moves),
            Some(_) => Err(self.error("moves", "the text is too long")),
            None => Err(self.error("moves", "expected a text, or a list of texts")),
        }
    }

    pub(super) fn seconds(&mut self, field: &'static str) -> Result<Option<f64>, QueryError> {
        match self.take(field).map(|value| value.as_f64()) {
            None => Ok(None),
            Some(Some(seconds)) if seconds >= 0.0 && seconds.is_finite() => Ok(Some(seconds)),
            Some(_) => Err(self.error(field, "expected a number of seconds")),
        }
    }

    pub(super) fn flag(&mut self, field: &'static str) -> Result<bool, QueryError> {
        match self.take(field) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(self.error(field, "expected true or false")),
        }
    }

    pub(super) fn number(&mut self, field: &'static str) -> Result<Option<u64>, QueryError> {
        match self.take(field).map(|value| value.as_u64()) {
            None => Ok(None),
            Some(Some(number)) => Ok(Some(number)),
            Some(None) => Err(self.error(field, "expected a whole number")),
        }
    }

    /// A number from 1 to `most`; `usual` if the field is missing.
    pub(super) fn small(&mut self, field: &'static str, most: u32, usual: u32) -> Result<u32, QueryError> {
        match self.number(field)? {
            None => Ok(usual),
            Some(number) if (1..=u64::from(most)).contains(&number) => Ok(number as u32),
            Some(_) => Err(self.error(field, format!("expected a whole number from 1 to {most}"))),
        }
    }

    /// A player, or both.
    pub(super) fn player(&mut self) -> Result<Option<Player>, QueryError> {
        match self.text("player")?.as_deref() {
            None | Some("both") => Ok(None),
            Some("first") => Ok(Some(Player::First)),
            Some("second") => Ok(Some(Player::Second)),
            Some(_) => Err(self.error("player", "expected first, second or both")),
        }
    }

    pub(super) fn method(&mut self) -> Result<Method, QueryError> {
        let Some(name) = self.text("method")? else {
            return Ok(Method::Dfpn);
        };
        let method = METHODS.into_iter().find(|&method| method_name(method) == name);
        method.ok_or_else(|| self.error("method", format!("there is no method `{}`", presentable(&name))))
    }
}
