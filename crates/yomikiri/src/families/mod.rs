//! The games of this project, a family a file.

mod amazons;
mod polyomino;
pub(crate) mod rulesets;
mod sets;
mod toss;
mod trax;

use crate::registry::{Family, LoadError};
use std::sync::Arc;

/// All of them, in the order in which they are listed.
pub(crate) fn all() -> Vec<Arc<dyn Family>> {
    vec![
        Arc::new(trax::Trax),
        Arc::new(polyomino::Polyominoes),
        Arc::new(sets::WinningSets),
        Arc::new(toss::Toss),
        Arc::new(amazons::Amazons),
        Arc::new(rulesets::Rulesets),
    ]
}

/// The text of a file that describes a game.
fn read(path: &str, files: &dyn crate::files::Files) -> Result<String, LoadError> {
    let bytes = files.read(path).map_err(|error| LoadError::File { path: path.to_owned(), error })?;
    String::from_utf8(bytes).map_err(|error| described_wrongly(path, &error))
}

fn described_wrongly(path: &str, why: &impl ToString) -> LoadError {
    LoadError::Description { path: path.to_owned(), why: why.to_string() }
}
