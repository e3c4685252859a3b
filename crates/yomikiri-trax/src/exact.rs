//! Positions and moves as proofs write them (`docs/proof-format.md`).

use crate::diagram::Diagram;
use crate::position::{Position, Turn};
use crate::rules::{Full, Stuck};
use crate::tile::{Sign, Tile};
use yomikiri_game::{Canonical, Exact, Foreseen, Game, Key, Player, PositionError};

impl Exact for Position {
    fn spelt_out(&self) -> String {
        let rules = self.rules();
        let mut options = Vec::new();
        if let Some(n) = rules.limit() {
            options.push(format!("{n}x{n}"));
        }
        if let Some(line) = rules.line() {
            options.push(format!("line={line}"));
        }
        options.push(match rules.stuck() {
            Stuck::Loss => "stuck=loss".to_owned(),
            Stuck::Draw => "stuck=draw".to_owned(),
            Stuck::LastMoverLoses => "stuck=last-mover-loses".to_owned(),
        });
        options.push(match rules.full() {
            Full::Draw => "full=draw".to_owned(),
            Full::LastMoverLoses => "full=last-mover-loses".to_owned(),
        });
        let name = if rules.line().is_some() { "trax" } else { "trax-loop" };
        format!("{name}:{}", options.join(","))
    }

    fn write_cells(&self, into: &mut Vec<u8>) {
        let (height, width) =
            if self.is_empty() { (0, 0) } else { (self.extent.height(), self.extent.width()) };
        into.extend([height as u8, width as u8, self.to_move() as u8]);
        for row in 0..height {
            for column in 0..width {
                let cell = self.grid.cell(self.extent.top + row, self.extent.left + column);
                into.push(self.tile(cell).map_or(0, Tile::white));
            }
        }
    }

    fn read_cells(&self, bytes: &[u8]) -> Result<Self, PositionError> {
        let [height, width, mover, cells @ ..] = bytes else {
            return Err(PositionError::whole(format!("{} bytes: at least 3 are needed", bytes.len())));
        };
        let to_move = match mover {
            0 => Player::First,
            1 => Player::Second,
            _ => return Err(PositionError::byte(bytes, 2, "expected a player, 0 or 1")),
        };
        let expected = usize::from(*height) * usize::from(*width);
        if cells.len() != expected {
            return Err(PositionError::whole(format!("{} cells instead of {expected}", cells.len())));
        }
        if let Some(strange) = cells.iter().position(|&cell| cell != 0 && Tile::from_white(cell).is_none()) {
            return Err(PositionError::byte(bytes, 3 + strange, "expected the white sides of a tile, or 0"));
        }
        Self::assembled(
            *self.rules(),
            &Diagram::new((*height).into(), (*width).into(), cells.to_vec()),
            to_move,
        )
    }

    fn key_when_asked(&mut self, _can_win: Player) -> Key {
        let is_narrowed = std::mem::replace(&mut self.is_narrowed, true);
        let key = self.key();
        self.is_narrowed = is_narrowed;
        key
    }

    fn fill(&self) -> u32 {
        self.progress()
    }

    fn foresee_as_it_lies(&mut self, turn: Turn) -> Foreseen {
        self.foreseen(turn)
    }

    fn code(&self, turn: Turn) -> u32 {
        let kind = match turn.tile().sign() {
            Sign::Slash => 0,
            Sign::Backslash => 1,
            Sign::Plus => 2,
        };
        if self.is_empty() {
            return kind;
        }
        let row = u32::from(self.grid.row(turn.cell()) + 1 - self.extent.top);
        let column = u32::from(self.grid.column(turn.cell()) + 1 - self.extent.left);
        (row * (u32::from(self.extent.width()) + 2) + column) * 3 + kind
    }
}
