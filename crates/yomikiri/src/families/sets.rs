//! Positional games given by their winning sets, in a file.

use crate::board::{self, Board};
use crate::files::Files;
use crate::registry::{Family, LoadError, Rules};
use std::sync::Arc;
use yomikiri_game::{PositionalGame, Stop};
use yomikiri_polyomino::{Arena, Position, pg};

pub(super) struct WinningSets;

impl Family for WinningSets {
    fn words(&self) -> &[&str] {
        &["pg"]
    }

    fn pattern(&self) -> &str {
        "pg:FILE"
    }

    fn summary(&self) -> &str {
        "a positional game by its winning sets, from a file"
    }

    fn name(&self, text: &str) -> Result<String, String> {
        match text.strip_prefix("pg:") {
            None | Some("") => Err("the name of a file is missing: pg:FILE".to_owned()),
            Some(_) => Ok(text.to_owned()),
        }
    }

    fn load(&self, name: &str, files: &dyn Files, _stop: &Stop) -> Result<Arc<dyn Rules>, LoadError> {
        let path = name.strip_prefix("pg:").unwrap_or(name);
        let game = pg::read(&super::read(path, files)?).map_err(|e| super::described_wrongly(path, &e))?;
        Ok(Arc::new(Sets::new(game)))
    }
}

struct Sets {
    game: PositionalGame,
    /// Every set and every turn, whatever the layout of the file.
    content: String,
}

impl Sets {
    fn new(game: PositionalGame) -> Self {
        Self { content: format!("{game:?}"), game }
    }
}

impl Rules for Sets {
    fn start(&self) -> Box<dyn Board> {
        let Self { game, .. } = self;
        if game.cells.len() <= 64 {
            Box::new(board::Position::new(Position::<1>::new(Arena::of_sets(game)).owning(&game.owned)))
        } else {
            Box::new(board::Position::new(Position::<6>::new(Arena::of_sets(game)).owning(&game.owned)))
        }
    }

    fn colours(&self) -> [&str; 2] {
        ["X", "O"]
    }

    fn content(&self) -> Option<&str> {
        Some(&self.content)
    }

    fn within(&self, turns: u32) -> Option<Arc<dyn Rules>> {
        Some(Arc::new(Self::new(self.game.clone().within(turns as usize))))
    }

    fn positional(&self) -> Option<PositionalGame> {
        Some(self.game.clone())
    }
}
