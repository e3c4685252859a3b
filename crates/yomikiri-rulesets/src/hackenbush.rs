//! Hackenbush strings: stalks of edges that stand on the ground. A player cuts an edge of his colour, or a green one, and all
//! above it falls.
//!
//! A board is stalks from the ground up, `L` for Left's edges, `R` for Right's and `G` for green ones, separated by `.`:
//! `LRR.G`. What has fallen is `.`, too, so every edge keeps its place.
//!
//! # References
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways*, 2nd edition, volume 1, 2001, chapters 1 to 3.

use crate::board::Rules;
use crate::grid::{Cell, Grid};
use yomikiri_game::Player;

/// The rules of Hackenbush strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hackenbush {}

impl Rules for Hackenbush {
    const WORD: &'static str = "hackenbush";
    const CELLS: &'static [(Cell, char)] =
        &[(Cell::Empty, '.'), (Cell::Left, 'L'), (Cell::Right, 'R'), (Cell::Blocked, 'G')];
    const SYMMETRIES: &'static [(usize, bool)] = &[(0, false), (0, true)];
    const FILLING: Option<Cell> = Some(Cell::Empty);
    const IS_ROW: bool = true;
    const HEIGHT: &'static str = "edges";

    fn each_move(grid: &Grid, player: Player, each: &mut impl FnMut(&[(usize, Cell)])) {
        let own = Cell::of(player);
        for cut in (0..grid.size()).filter(|&at| [own, Cell::Blocked].contains(&grid.get(at))) {
            let above = (cut..grid.size()).take_while(|&at| grid.get(at) != Cell::Empty);
            let fallen: Vec<_> = above.map(|at| (at, Cell::Empty)).collect();
            each(&fallen);
        }
    }

    fn move_text(_grid: &Grid, changes: &[(usize, Cell)]) -> String {
        (changes[0].0 + 1).to_string()
    }

    fn height(_size: usize, _square: usize, cell: Cell) -> usize {
        usize::from(cell != Cell::Empty)
    }

    fn regions(grid: &Grid) -> Vec<Grid> {
        grid.regions(Cell::Empty)
    }

    fn trimmed(region: &Grid) -> Grid {
        region.trimmed(Cell::Empty)
    }
}
