//! NoGo: a stone is put on an empty square such that every group of stones keeps a liberty, an empty square beside it.
//!
//! A board is `x` and `o` for the stones of Left and Right and `.` for empty squares, rows separated by `/`; or a size, `4x3`.
//!
//! # References
//! - M. Müller: [*Rules of NoGo*](https://webdocs.cs.ualberta.ca/~mmueller/nogo/rules.html).

use crate::board::Rules;
use crate::grid::{ALL_WAYS, Cell, Grid};
use yomikiri_game::Player;

/// The rules of NoGo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoGo {}

/// Whether the group of a stone has an empty square beside it.
fn has_liberty(grid: &Grid, stone: usize) -> bool {
    let colour = grid.get(stone);
    let mut group = grid.connected(stone, |cell| cell == colour);
    while group != 0 {
        let square = group.trailing_zeros() as usize;
        group &= group - 1;
        if grid.beside(square).any(|beside| grid.get(beside) == Cell::Empty) {
            return true;
        }
    }
    false
}

impl Rules for NoGo {
    const WORD: &'static str = "nogo";
    const CELLS: &'static [(Cell, char)] = &[(Cell::Empty, '.'), (Cell::Left, 'x'), (Cell::Right, 'o')];
    const SYMMETRIES: &'static [(usize, bool)] = &ALL_WAYS;
    /// The edge of the board is no liberty, and no other cell is like that.
    const FILLING: Option<Cell> = None;
    const HEIGHT: &'static str = "empty squares";

    fn start(_diagonal: usize) -> Option<Cell> {
        Some(Cell::Empty)
    }

    fn check(grid: &Grid) -> Result<(), &'static str> {
        let mut stones = (0..grid.size()).filter(|&square| grid.get(square) != Cell::Empty);
        if stones.all(|stone| has_liberty(grid, stone)) { Ok(()) } else { Err("a group has no liberty") }
    }

    fn each_move(grid: &Grid, player: Player, each: &mut impl FnMut(&[(usize, Cell)])) {
        let own = Cell::of(player);
        let mut after = grid.clone();
        for square in (0..grid.size()).filter(|&square| grid.get(square) == Cell::Empty) {
            after.set(square, own);
            // Only the groups beside the stone, and its own, have lost a liberty.
            let mut beside = grid.beside(square).filter(|&at| grid.get(at) != Cell::Empty);
            if has_liberty(&after, square) && beside.all(|at| has_liberty(&after, at)) {
                each(&[(square, own)]);
            }
            after.set(square, Cell::Empty);
        }
    }

    fn height(_size: usize, _square: usize, cell: Cell) -> usize {
        usize::from(cell == Cell::Empty)
    }

    fn regions(grid: &Grid) -> Vec<Grid> {
        // Stones bind distant squares together through their liberties, so the board stays whole.
        vec![grid.clone()]
    }
}
