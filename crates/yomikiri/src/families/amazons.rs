//! Amazons, on square boards with the usual starting positions.

use crate::files::Files;
use crate::playable::{Layouts, Playable, Provable, Texts};
use crate::registry::{Family, LoadError, Rules, StartOnly};
use std::sync::Arc;
use yomikiri_amazons::{Position, Start};
use yomikiri_game::Stop;

impl Playable for Position {
    const COLOURS: [&'static str; 2] = ["black, x", "white, o"];

    fn provable(&self) -> Option<Provable<Self>> {
        Some(Provable::exact())
    }

    fn texts(&self) -> Option<Texts<Self>> {
        Some(Texts::of())
    }

    fn layouts(&self) -> Option<Layouts<Self>> {
        Some(Layouts::of())
    }
}

pub(super) struct Amazons;

impl Family for Amazons {
    fn words(&self) -> &[&str] {
        &["amazons"]
    }

    fn pattern(&self) -> &str {
        "amazons:NxN"
    }

    fn summary(&self) -> &str {
        "Amazons on a board of N×N"
    }

    fn name(&self, text: &str) -> Result<String, String> {
        let start: Start = text.parse().map_err(|error| format!("{error}"))?;
        Ok(start.to_string())
    }

    fn load(&self, name: &str, _files: &dyn Files, _stop: &Stop) -> Result<Arc<dyn Rules>, LoadError> {
        let start: Start = name
            .parse()
            .map_err(|error: yomikiri_amazons::start::StartError| super::described_wrongly(name, &error))?;
        Ok(Arc::new(StartOnly(start.position())))
    }
}
