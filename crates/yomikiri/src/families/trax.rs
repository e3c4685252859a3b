//! Trax, on boards with and without a limit.

use crate::files::Files;
use crate::playable::{Layouts, Playable, Provable, Texts};
use crate::registry::{Family, LoadError, Rules, StartOnly};
use std::sync::Arc;
use yomikiri_game::{Sketch, Stop};
use yomikiri_trax::Position;

impl Playable for Position {
    const COLOURS: [&'static str; 2] = ["white", "red"];

    fn provable(&self) -> Option<Provable<Self>> {
        Some(Provable::exact())
    }

    fn texts(&self) -> Option<Texts<Self>> {
        Some(Texts::of())
    }

    fn layouts(&self) -> Option<Layouts<Self>> {
        Some(Layouts::of())
    }

    fn sketched(&self) -> Option<Sketch> {
        Some(self.sketch())
    }
}

pub(super) struct Trax;

impl Family for Trax {
    fn words(&self) -> &[&str] {
        &["trax", "trax-loop"]
    }

    fn pattern(&self) -> &str {
        "trax:NxN"
    }

    fn summary(&self) -> &str {
        "Trax on a board of at most N×N; without :NxN there is no limit; in trax-loop lines do not win"
    }

    fn name(&self, text: &str) -> Result<String, String> {
        let rules: yomikiri_trax::Rules = text.parse().map_err(|error| format!("{error}"))?;
        Ok(rules.to_string())
    }

    fn load(&self, name: &str, _files: &dyn Files, _stop: &Stop) -> Result<Arc<dyn Rules>, LoadError> {
        let rules = name
            .parse()
            .map_err(|error: yomikiri_trax::rules::RulesError| super::described_wrongly(name, &error))?;
        Ok(Arc::new(StartOnly(Position::new(rules))))
    }
}
