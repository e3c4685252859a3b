//! Domineering: Left covers two free squares above each other, Right two side by side.
//!
//! A board is `.` for free squares and `#` for covered or missing ones, rows separated by `/`; or a size, `4x3`.
//!
//! # References
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways*, 2nd edition, volume 1, 2001.
//! - M. Lachmann, C. Moore, I. Rapaport: *Who wins Domineering on rectangular boards?*, in More Games of No Chance, 2002.

use crate::board::Rules;
use crate::grid::{Cell, Grid};
use yomikiri_game::Player;

/// The rules of Domineering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Domineering {}

impl Rules for Domineering {
    const WORD: &'static str = "domineering";
    const CELLS: &'static [(Cell, char)] = &[(Cell::Blocked, '#'), (Cell::Empty, '.')];
    /// A quarter turn exchanges the players.
    const SYMMETRIES: &'static [(usize, bool)] =
        &[(0, false), (1, false), (2, false), (3, false), (4, true), (5, true), (6, true), (7, true)];
    const FILLING: Option<Cell> = Some(Cell::Blocked);
    const HEIGHT: &'static str = "free squares";

    fn start(_diagonal: usize) -> Option<Cell> {
        Some(Cell::Empty)
    }

    fn each_move(grid: &Grid, player: Player, each: &mut impl FnMut(&[(usize, Cell)])) {
        for square in 0..grid.size() {
            let other = match player {
                Player::First => grid.south(square),
                Player::Second => grid.east(square),
            };
            if let Some(other) = other
                && [square, other].iter().all(|&at| grid.get(at) == Cell::Empty)
            {
                each(&[(square, Cell::Blocked), (other, Cell::Blocked)]);
            }
        }
    }

    fn move_text(grid: &Grid, changes: &[(usize, Cell)]) -> String {
        grid.name(changes[0].0)
    }

    fn height(_size: usize, _square: usize, cell: Cell) -> usize {
        usize::from(cell == Cell::Empty)
    }

    fn regions(grid: &Grid) -> Vec<Grid> {
        // Nobody can move in a single square.
        grid.regions(Cell::Blocked).into_iter().filter(|part| part.count(Cell::Empty) > 1).collect()
    }

    fn trimmed(region: &Grid) -> Grid {
        region.trimmed(Cell::Blocked)
    }

    fn simplify(grid: &mut Grid) -> bool {
        let mut is_simpler = false;
        for square in (0..grid.size()).filter(|&square| grid.get(square) == Cell::Empty).collect::<Vec<_>>() {
            if grid.beside(square).all(|beside| grid.get(beside) == Cell::Blocked) {
                grid.set(square, Cell::Blocked);
                is_simpler = true;
            }
        }
        is_simpler
    }
}
