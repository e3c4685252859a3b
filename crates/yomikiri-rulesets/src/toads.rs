//! Toads and Frogs: on a strip, a toad of Left moves one place to the right, or jumps over one frog there; a frog of Right
//! does the same to the left.
//!
//! A board is `T` and `F` for toads and frogs and `_` for empty places.
//!
//! # References
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways*, 2nd edition, volume 1, 2001, chapters 1 and 3.
//! - J. Erickson: *New Toads and Frogs results*, in Games of No Chance, 1996.

use crate::board::Rules;
use crate::grid::{Cell, Grid};
use yomikiri_game::Player;

/// The rules of Toads and Frogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Toads {}

impl Rules for Toads {
    const WORD: &'static str = "toads";
    const CELLS: &'static [(Cell, char)] = &[(Cell::Empty, '_'), (Cell::Left, 'T'), (Cell::Right, 'F')];
    const SYMMETRIES: &'static [(usize, bool)] = &[(0, false), (1, true)];
    /// Toads at the right end are a wall: they cannot move, no toad jumps over them, and no frog is behind them.
    const FILLING: Option<Cell> = Some(Cell::Left);
    const IS_ROW: bool = true;
    const HEIGHT: &'static str = "steps to the ends";

    fn each_move(grid: &Grid, player: Player, each: &mut impl FnMut(&[(usize, Cell)])) {
        let (size, own) = (grid.size(), Cell::of(player));
        // Each player counts from the end where his pieces come from.
        let place = |at: usize| if player == Player::First { at } else { size - 1 - at };
        let cell = |at: usize| (at < size).then(|| grid.get(place(at)));
        for from in (0..size).filter(|&from| cell(from) == Some(own)) {
            let to = match (cell(from + 1), cell(from + 2)) {
                (Some(Cell::Empty), _) => from + 1,
                (Some(next), Some(Cell::Empty)) if next == own.exchanged() => from + 2,
                _ => continue,
            };
            each(&[(place(from), Cell::Empty), (place(to), own)]);
        }
    }

    fn move_text(_grid: &Grid, changes: &[(usize, Cell)]) -> String {
        let places: Vec<String> = changes.iter().map(|(place, _)| (place + 1).to_string()).collect();
        places.join("-")
    }

    fn height(size: usize, square: usize, cell: Cell) -> usize {
        match cell {
            Cell::Left => size - 1 - square,
            Cell::Right => square,
            Cell::Empty | Cell::Blocked => 0,
        }
    }

    fn regions(grid: &Grid) -> Vec<Grid> {
        vec![grid.clone()]
    }
}
