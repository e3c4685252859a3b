//! Games described in text, in the language of Toss.

use crate::board::{self, Board};
use crate::files::Files;
use crate::playable::{Playable, Provable, Texts};
use crate::registry::{Family, LoadError, Rules};
use std::sync::Arc;
use yomikiri_game::{Stop, TransitionSystem};
use yomikiri_toss::{LowerError, Position};

impl Playable for Position {
    fn provable(&self) -> Option<Provable<Self>> {
        Some(Provable::exact())
    }

    fn texts(&self) -> Option<Texts<Self>> {
        Some(Texts::of())
    }
}

pub(super) struct Toss;

impl Family for Toss {
    fn words(&self) -> &[&str] {
        &["toss"]
    }

    fn pattern(&self) -> &str {
        "toss:FILE"
    }

    fn summary(&self) -> &str {
        "a game described in the language of Toss, from a file; toss:FILE,turns=D ends after D turns"
    }

    fn name(&self, text: &str) -> Result<String, String> {
        parts(text).map(|_| text.to_owned())
    }

    fn load(&self, name: &str, files: &dyn Files, stop: &Stop) -> Result<Arc<dyn Rules>, LoadError> {
        let (path, turns) = parts(name).map_err(|why| super::described_wrongly(name, &why))?;
        let text = super::read(path, files)?;
        let start = position(path, &text, turns, stop)?;
        // The layout of the description does not matter.
        let text = yomikiri_toss::format(&text).map_err(|error| super::described_wrongly(path, &error))?;
        Ok(Arc::new(Described { start, content: format!("turns {turns:?}\n{text}") }))
    }
}

/// The start of the game that a text describes; `name` is for errors.
pub(super) fn position(
    name: &str,
    text: &str,
    turns: Option<u32>,
    stop: &Stop,
) -> Result<Position, LoadError> {
    Position::new_until(text, turns, stop).map_err(|error| match error {
        LowerError::Wrong(error) => super::described_wrongly(name, &error),
        LowerError::Stopped => LoadError::Stopped(name.to_owned()),
    })
}

/// The file, and the limit on turns.
fn parts(name: &str) -> Result<(&str, Option<u32>), String> {
    let rest = name.strip_prefix("toss:").unwrap_or("");
    let (path, turns) = match rest.rsplit_once(",turns=") {
        None => (rest, None),
        Some((path, turns)) => {
            let number = turns.parse().map_err(|_| format!("turns={turns}: expected a number of turns"))?;
            (path, Some(number))
        }
    };
    if path.is_empty() {
        return Err("the name of a file is missing: toss:FILE".to_owned());
    }
    Ok((path, turns))
}

struct Described {
    start: Position,
    content: String,
}

impl Rules for Described {
    fn start(&self) -> Box<dyn Board> {
        Box::new(board::Position::new(self.start.clone()))
    }

    fn colours(&self) -> [&str; 2] {
        Position::COLOURS
    }

    fn content(&self) -> Option<&str> {
        Some(&self.content)
    }

    fn within(&self, turns: u32) -> Option<Arc<dyn Rules>> {
        let content = format!("within {turns}\n{}", self.content);
        Some(Arc::new(Self { start: self.start.within(turns), content }))
    }

    fn transitions(&self, _stop: &Stop) -> Result<Option<TransitionSystem>, LoadError> {
        Ok(Some(self.start.transitions()))
    }
}
