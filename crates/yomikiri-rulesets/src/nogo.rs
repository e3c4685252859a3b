//! NoGo: a stone is put on an empty square such that every group of stones keeps a liberty, an empty square beside it.
//!
//! A board is `x` and `o` for the stones of Left and Right and `.` for empty squares, rows separated by `/`; or a size, `4x3`.
//!
//! # References
//! - M. Müller: [*Rules of NoGo*](https://webdocs.cs.ualberta.ca/~mmueller/nogo/rules.html).

use crate::grid::{Cell, Grid};
use crate::{BoardError, Ruleset};
use std::fmt;
use std::str::FromStr;
use yomikiri_game::{Partizan, Player};

/// A board of NoGo.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoGo(Grid);

impl NoGo {
    /// Whether the group of a stone has an empty square beside it.
    fn has_liberty(grid: &Grid, stone: usize) -> bool {
        let colour = grid.get(stone);
        let mut group = vec![stone];
        let mut at = 0;
        while at < group.len() {
            for beside in grid.beside(group[at]) {
                match grid.get(beside) {
                    Cell::Empty => return true,
                    cell if cell == colour && !group.contains(&beside) => group.push(beside),
                    _ => {}
                }
            }
            at += 1;
        }
        false
    }

    /// Whether every group has a liberty.
    fn is_alive(grid: &Grid) -> bool {
        let is_stone = |&square: &usize| matches!(grid.get(square), Cell::Left | Cell::Right);
        (0..grid.size()).filter(is_stone).all(|square| Self::has_liberty(grid, square))
    }
}

impl Ruleset for NoGo {
    const WORD: &'static str = "nogo";

    fn moves(&self, player: Player) -> Vec<(String, Self)> {
        let Self(grid) = self;
        let own = match player {
            Player::First => Cell::Left,
            Player::Second => Cell::Right,
        };
        let place = |square: usize| {
            let after = grid.with(square, own);
            // Only the groups beside the stone, and its own, have lost a liberty.
            let beside = grid.beside(square).filter(|&at| grid.get(at) != Cell::Empty);
            let alive = beside.chain([square]).all(|at| Self::has_liberty(&after, at));
            alive.then(|| (grid.name(square), Self(after)))
        };
        (0..grid.size()).filter(|&square| grid.get(square) == Cell::Empty).filter_map(place).collect()
    }

    fn progress(&self) -> u32 {
        self.0.size() as u32 - self.0.count(Cell::Empty)
    }

    fn code(&self) -> u128 {
        self.0.code()
    }

    fn images(&self) -> Vec<Self> {
        self.0.mirrors().into_iter().map(|way| Self(self.0.seen(way))).collect()
    }
}

impl Partizan for NoGo {
    fn parts(&self) -> Vec<Self> {
        // Stones bind distant squares together through their liberties, so the board stays whole.
        if self.is_open() { vec![self.clone()] } else { Vec::new() }
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.moves(player).into_iter().map(|(_, after)| after).collect()
    }

    fn normal(&self) -> (Self, bool) {
        let (grid, is_exchanged) = self.0.normal();
        (Self(grid), is_exchanged)
    }
}

impl FromStr for NoGo {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let grid = Grid::read(text, ".xo", |_| Cell::Empty)?;
        if Self::is_alive(&grid) {
            Ok(Self(grid))
        } else {
            Err(BoardError::Impossible("a group has no liberty"))
        }
    }
}

impl fmt::Display for NoGo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
