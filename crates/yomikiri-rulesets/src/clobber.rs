//! Clobber: a stone moves onto a neighbour of the other colour, which is removed.
//!
//! A board is `x` and `o` for the stones of Left and Right and `.` for empty squares, rows separated by `/`; or a size, `4x3`,
//! for a board on which the colours alternate.
//!
//! # References
//! - M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe: *An introduction to Clobber*, Integers 5(2), 2005.

use crate::board::Rules;
use crate::grid::{ALL_WAYS, Cell, Grid};
use yomikiri_game::Player;

/// The rules of Clobber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clobber {}

impl Rules for Clobber {
    const WORD: &'static str = "clobber";
    const CELLS: &'static [(Cell, char)] = &[(Cell::Empty, '.'), (Cell::Left, 'x'), (Cell::Right, 'o')];
    const SYMMETRIES: &'static [(usize, bool)] = &ALL_WAYS;
    const FILLING: Option<Cell> = Some(Cell::Empty);
    const HEIGHT: &'static str = "stones";

    fn start(diagonal: usize) -> Option<Cell> {
        Some(if diagonal.is_multiple_of(2) { Cell::Left } else { Cell::Right })
    }

    fn each_move(grid: &Grid, player: Player, each: &mut impl FnMut(&[(usize, Cell)])) {
        let own = Cell::of(player);
        for square in (0..grid.size()).filter(|&square| grid.get(square) == own) {
            for to in grid.beside(square).filter(|&to| grid.get(to) == own.exchanged()) {
                each(&[(square, Cell::Empty), (to, own)]);
            }
        }
    }

    fn height(_size: usize, _square: usize, cell: Cell) -> usize {
        usize::from(cell != Cell::Empty)
    }

    fn regions(grid: &Grid) -> Vec<Grid> {
        let has_both = |part: &Grid| part.count(Cell::Left) > 0 && part.count(Cell::Right) > 0;
        grid.regions(Cell::Empty).into_iter().filter(has_both).collect()
    }

    fn trimmed(region: &Grid) -> Grid {
        region.trimmed(Cell::Empty)
    }

    fn simplify(grid: &mut Grid) -> bool {
        let mut alive = 0u64;
        for square in (0..grid.size()).filter(|&square| grid.get(square) == Cell::Left) {
            let has_other = |beside| grid.get(beside) == Cell::Right;
            if alive >> square & 1 == 0 && grid.beside(square).any(has_other) {
                alive |= grid.connected(square, |cell| cell != Cell::Empty);
            }
        }
        let is_dead =
            |grid: &Grid, square: usize| grid.get(square) != Cell::Empty && alive >> square & 1 == 0;
        let mut is_simpler = false;
        for square in 0..grid.size() {
            if is_dead(grid, square) {
                grid.set(square, Cell::Empty);
                is_simpler = true;
            }
        }
        is_simpler
    }
}
