//! A request, read.

use serde_json::{Map, Value};
use yomikiri_game::{Player, presentable};
use yomikiri_search::Method;

/// What a request is called by whoever asks: a short text or a whole number.
pub type Id = Value;

/// What is asked, and what its answers are called.
#[derive(Clone, Debug)]
pub struct Request {
    /// What answers are called.
    pub id: Id,
    /// What is asked.
    pub action: Action,
    /// The most time, in seconds.
    pub seconds: Option<f64>,
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Place {
    /// The name of the game.
    pub game: String,
    /// The moves that lead to the position.
    pub moves: String,
    /// The position that they begin at, if it is not the start of the game.
    pub position: Option<String>,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Action {
    /// Which games there are.
    Games,
    /// The board, the moves, how the game stands.
    Show(Place),
    /// Who wins.
    Solve {
        /// Where.
        place: Place,
        /// About whom; about both if nobody is named.
        player: Option<Player>,
        /// By which method.
        method: Method,
        /// The most nodes.
        nodes: Option<u64>,
        /// Whether all moves that keep the value are wanted.
        all: bool,
        /// Whether a proof is wanted.
        proof: bool,
    },
    /// What either player would win by.
    Threats(Place),
    /// The shortest forced win of the player to move.
    Mate {
        /// Where.
        place: Place,
        /// The longest win that is looked for.
        plies: u32,
    },
    /// A new mate problem.
    Problem {
        /// The name of the game.
        game: String,
        /// Its length.
        plies: u32,
        /// Seed of the random number generator.
        seed: u64,
    },
    /// The value of a game that is written as an expression.
    Value {
        /// The expression.
        expression: String,
    },
    /// The value of an Amazons board, or of several as a sum.
    Endgame {
        /// The boards.
        board: String,
    },
    /// A game as formulas, and what each solver and search says.
    Formulas {
        /// The name of the game.
        game: String,
        /// The game ends after so many turns at the latest.
        turns: u32,
    },
    /// A move of the program.
    Move(Place),
    /// Whether a proof holds.
    Check {
        /// The file in Base64.
        proof: String,
    },
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct RequestError {
    /// The id, if the request has one.
    pub id: Option<Id>,
    /// The field that is wrong, if it is one.
    pub field: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

impl RequestError {
    /// An error about a request.
    pub fn new(id: Option<Id>, field: Option<&'static str>, message: impl Into<String>) -> Self {
        Self { id, field, message: message.into() }
    }

    /// The error as a JSON object, which ends the request.
    #[must_use]
    pub fn object(&self) -> Value {
        serde_json::json!({
            "type": "request_error", "id": self.id, "field": self.field, "message": self.message,
            "final": true, "version": crate::view::VERSION,
        })
    }
}

/// The longest id.
const LONGEST_ID: usize = 200;
/// The longest text of moves, a position, an expression.
const LONGEST_TEXT: usize = 100_000;
/// The longest mate that is looked for.
const MOST_PLIES: u64 = 45;

/// Reads a request.
///
/// # Errors
/// If it is no JSON object, or a field is missing, unknown, too long, or of another type.
pub fn read(text: &str) -> Result<Request, RequestError> {
    let wrong = |field, message: String| RequestError::new(None, field, message);
    let value: Value =
        serde_json::from_str(text).map_err(|error| wrong(None, format!("not JSON: {error}")))?;
    let Value::Object(object) = value else {
        return Err(wrong(None, "expected a JSON object".to_owned()));
    };
    let id = match object.get("id") {
        Some(id @ Value::Number(number)) if number.is_i64() => id.clone(),
        Some(id @ Value::String(text)) if text.chars().count() <= LONGEST_ID => id.clone(),
        Some(_) => return Err(wrong(Some("id"), "the id must be a short text or a whole number".to_owned())),
        None => return Err(wrong(Some("id"), "the id is missing".to_owned())),
    };
    Fields { id, object, known: vec!["id", "action"] }.request()
}

/// The fields of a request, and which of them have been looked at.
struct Fields {
    id: Id,
    object: Map<String, Value>,
    known: Vec<&'static str>,
}

impl Fields {
    fn wrong<T>(&self, field: &'static str, message: impl Into<String>) -> Result<T, RequestError> {
        Err(RequestError::new(Some(self.id.clone()), Some(field), message))
    }

    fn take(&mut self, field: &'static str) -> Option<Value> {
        self.known.push(field);
        self.object.remove(field).filter(|value| !value.is_null())
    }

    fn request(mut self) -> Result<Request, RequestError> {
        let Some(Value::String(action)) = self.object.get("action").cloned() else {
            return self.wrong("action", "the action is missing, or is no text");
        };
        let seconds = match self.take("seconds").as_ref().map(Value::as_f64) {
            None => None,
            Some(Some(seconds)) if seconds >= 0.0 && seconds.is_finite() => Some(seconds),
            Some(_) => return self.wrong("seconds", "expected a number of seconds"),
        };
        let action = match action.as_str() {
            "games" => Action::Games,
            "show" => Action::Show(self.place()?),
            "solve" => Action::Solve {
                place: self.place()?,
                player: self.player()?,
                method: self.method()?,
                nodes: self.number("nodes", u64::MAX)?,
                all: self.flag("all")?,
                proof: self.flag("proof")?,
            },
            "threats" => Action::Threats(self.place()?),
            "mate" => Action::Mate { place: self.place()?, plies: self.small("plies", MOST_PLIES, 11)? },
            "problem" => Action::Problem {
                game: self.required("game")?,
                plies: self.small("plies", 15, 3)?,
                seed: self.number("seed", u64::MAX)?.unwrap_or(1),
            },
            "value" => Action::Value { expression: self.required("expression")? },
            "endgame" => Action::Endgame { board: self.required("board")? },
            "formulas" => {
                Action::Formulas { game: self.required("game")?, turns: self.small("turns", 400, 5)? }
            }
            "move" => Action::Move(self.place()?),
            "check" => Action::Check { proof: self.required("proof")? },
            other => {
                let message = format!("there is no action `{}`", presentable(other));
                return self.wrong("action", message);
            }
        };
        let known = &self.known;
        match self.object.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(Request { id: self.id, action, seconds }),
            Some(key) => {
                let message = format!("unknown field `{}`", presentable(key));
                Err(RequestError::new(Some(self.id), None, message))
            }
        }
    }

    fn place(&mut self) -> Result<Place, RequestError> {
        let game = self.required("game")?;
        let moves = match self.take("moves") {
            None => String::new(),
            Some(Value::String(text)) => text,
            Some(Value::Array(list)) => match list.iter().map(Value::as_str).collect::<Option<Vec<_>>>() {
                Some(moves) => moves.join(" "),
                None => return self.wrong("moves", "expected a text, or a list of texts"),
            },
            Some(_) => return self.wrong("moves", "expected a text, or a list of texts"),
        };
        if moves.len() > LONGEST_TEXT {
            return self.wrong("moves", "too long");
        }
        Ok(Place { game, moves, position: self.text("position")? })
    }

    fn text(&mut self, field: &'static str) -> Result<Option<String>, RequestError> {
        match self.take(field) {
            None => Ok(None),
            // A proof is a file; its size is bounded by that of the message.
            Some(Value::String(text)) if text.len() <= LONGEST_TEXT || field == "proof" => Ok(Some(text)),
            Some(Value::String(_)) => self.wrong(field, "too long"),
            Some(_) => self.wrong(field, "expected a text"),
        }
    }

    fn required(&mut self, field: &'static str) -> Result<String, RequestError> {
        match self.text(field)? {
            Some(text) => Ok(text),
            None => self.wrong(field, format!("the field `{field}` is missing")),
        }
    }

    fn flag(&mut self, field: &'static str) -> Result<bool, RequestError> {
        match self.take(field) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => self.wrong(field, "expected true or false"),
        }
    }

    fn number(&mut self, field: &'static str, most: u64) -> Result<Option<u64>, RequestError> {
        match self.take(field).map(|value| value.as_u64()) {
            None => Ok(None),
            Some(Some(number)) if number <= most => Ok(Some(number)),
            Some(Some(_)) => self.wrong(field, format!("expected at most {most}")),
            Some(None) => self.wrong(field, "expected a whole number"),
        }
    }

    fn small(&mut self, field: &'static str, most: u64, usual: u32) -> Result<u32, RequestError> {
        Ok(self.number(field, most)?.map_or(usual, |number| number as u32))
    }

    fn player(&mut self) -> Result<Option<Player>, RequestError> {
        match self.text("player")?.as_deref() {
            None | Some("both") => Ok(None),
            Some("first") => Ok(Some(Player::First)),
            Some("second") => Ok(Some(Player::Second)),
            Some(_) => self.wrong("player", "expected first, second or both"),
        }
    }

    fn method(&mut self) -> Result<Method, RequestError> {
        let Some(name) = self.text("method")? else {
            return Ok(Method::Dfpn);
        };
        match crate::METHODS.into_iter().find(|&method| crate::method_name(method) == name) {
            Some(method) => Ok(method),
            None => self.wrong("method", format!("there is no method `{}`", presentable(&name))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let text = r#"{"id":"a","action":"solve","game":"trax:4x4","moves":["@0/"],"player":"first","method":"pns","seconds":2}"#;
        let request = read(text).expect("a request");
        let Action::Solve { place, player, method, all, .. } = request.action else { panic!("solve") };
        assert_eq!(
            (place.moves.as_str(), player, method, all),
            ("@0/", Some(Player::First), Method::Pns, false)
        );
        assert_eq!((request.id, request.seconds), (Value::from("a"), Some(2.0)));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, field) in [
            ("", None),
            ("[]", None),
            (r#"{"action":"games"}"#, Some("id")),
            (r#"{"id":{},"action":"games"}"#, Some("id")),
            (r#"{"id":1}"#, Some("action")),
            (r#"{"id":1,"action":"fly"}"#, Some("action")),
            (r#"{"id":1,"action":"show"}"#, Some("game")),
            (r#"{"id":1,"action":"show","game":"trax","moves":[1]}"#, Some("moves")),
            (r#"{"id":1,"action":"show","game":"trax","position":1}"#, Some("position")),
            (r#"{"id":1,"action":"show","game":"trax","colour":1}"#, None),
            (r#"{"id":1,"action":"solve","game":"trax","method":"magic"}"#, Some("method")),
            (r#"{"id":1,"action":"solve","game":"trax","player":"me"}"#, Some("player")),
            (r#"{"id":1,"action":"solve","game":"trax","seconds":-1}"#, Some("seconds")),
            (r#"{"id":1,"action":"mate","game":"trax","plies":1000}"#, Some("plies")),
            (r#"{"id":1,"action":"check"}"#, Some("proof")),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.field, field, "{text}: {error}");
            assert_eq!(error.object()["final"], true);
        }
        assert!(read(&"[".repeat(100_000)).is_err());
    }
}
