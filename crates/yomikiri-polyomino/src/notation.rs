//! Turns as text: `b3`, or `a1,b2` for several stones.

use crate::cells::Cells;
use crate::position::Position;
use yomikiri_game::{Game, Notation};

/// Why a text is no turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// No such cell.
    #[error("there is no cell `{0}` (cells: {1})")]
    NoCell(String, String),
    /// Somebody owns it.
    #[error("`{0}` is taken")]
    Taken(String),
    /// A cell twice.
    #[error("`{0}` comes twice")]
    Twice(String),
    /// Too few or too many stones.
    #[error("{found} stones, but this turn has {expected}")]
    Count {
        /// The stones of the text.
        found: u32,
        /// The stones of the turn.
        expected: u32,
    },
    /// None of the cells that the first stone may go to.
    #[error("the first move takes one of {0}")]
    NotFirst(String),
    /// The game is over.
    #[error("there is no turn left")]
    NoTurn,
}

impl<const W: usize> Notation for Position<W> {
    type Error = TurnError;

    fn move_text(&self, cells: Cells<W>) -> String {
        let names: Vec<_> = cells.iter().map(|cell| self.arena.names[usize::from(cell)].as_str()).collect();
        names.join(",")
    }

    fn parse_move(&self, text: &str) -> Result<Cells<W>, TurnError> {
        let names = &self.arena.names;
        let mut cells = Cells::NONE;
        for name in text.split(',') {
            let cell = names.iter().position(|known| known == name).ok_or_else(|| {
                let ends = names.first().zip(names.last());
                TurnError::NoCell(
                    name.to_owned(),
                    ends.map_or("none".to_owned(), |(a, z)| format!("{a} to {z}")),
                )
            })? as u16;
            if self.owner(cell).is_some() {
                return Err(TurnError::Taken(name.to_owned()));
            }
            if cells.contains(cell) {
                return Err(TurnError::Twice(name.to_owned()));
            }
            cells = cells | Cells::one(cell);
        }
        let expected = u32::from(self.next_turn().ok_or(TurnError::NoTurn)?.stones);
        let found = cells.len();
        if found != expected {
            return Err(TurnError::Count { found, expected });
        }
        match self.demanded() {
            Some(demanded) if !cells.meets(demanded) => Err(TurnError::NotFirst(self.move_text(demanded))),
            _ => Ok(cells),
        }
    }

    fn why_illegal(&self, _: Self::Move) -> String {
        unreachable!("every turn that can be written is legal")
    }

    fn ending(&mut self) -> &'static str {
        if self.winner().is_some() {
            return "set";
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let full = self.empty().is_empty();
        if full {
            "full"
        } else if moves.is_empty() {
            "turns"
        } else {
            "open"
        }
    }
}
