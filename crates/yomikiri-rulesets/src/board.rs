//! A board of some rules: text, options, parts, symmetries.

use crate::BoardError;
use crate::grid::{Cell, Grid};
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;
use yomikiri_game::{Drawn, Ink, Partizan, Picture, Player};

/// Rules of a game on squares. What a move does to a board is said in one place, [`Rules::each_move`].
pub trait Rules: Clone + fmt::Debug + Ord + Hash + Send + Sync + 'static {
    /// The word that names the ruleset.
    const WORD: &'static str;

    /// The kinds of cells, and the character of each. The board has no others.
    const CELLS: &'static [(Cell, char)];

    /// The ways to see a board ([`Grid::seen`]) that are the same game, and whether the players are exchanged then.
    const SYMMETRIES: &'static [(usize, bool)];

    /// What surrounds a small board, to the right and below, so that it becomes a larger one of the same value; `None` if
    /// there is no such cell.
    const FILLING: Option<Cell>;

    /// Whether boards have a single row.
    const IS_ROW: bool = false;

    /// What [`Rules::height`] counts.
    const HEIGHT: &'static str;

    /// The cell of a board that is given by its size, by column plus row; `None` if there is no such board.
    fn start(_diagonal: usize) -> Option<Cell> {
        None
    }

    /// Why there is no such board, if there is none.
    ///
    /// # Errors
    /// If there is none.
    fn check(_grid: &Grid) -> Result<(), &'static str> {
        Ok(())
    }

    /// Shows the moves of a player, each as the squares that change, in the order of the board.
    fn each_move(grid: &Grid, player: Player, each: &mut impl FnMut(&[(usize, Cell)]));

    /// The text of a move.
    fn move_text(grid: &Grid, changes: &[(usize, Cell)]) -> String {
        changes.iter().map(|&(square, _)| grid.name(square)).collect()
    }

    /// What a cell adds to the height of a board of `size` cells. The height falls with every move.
    fn height(size: usize, square: usize, cell: Cell) -> usize;

    /// The parts of a board, each in its place on a board of the same size. Parts in which nobody can move may be left out.
    fn regions(grid: &Grid) -> Vec<Grid>;

    /// A board no larger than a region needs.
    fn trimmed(region: &Grid) -> Grid {
        region.clone()
    }

    /// Removes what cannot matter any more; whether there was anything. The height falls then.
    fn simplify(_grid: &mut Grid) -> bool {
        false
    }
}

/// A board of some rules. As text it is one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board<R> {
    grid: Grid,
    rules: PhantomData<R>,
}

impl<R: Rules> Board<R> {
    pub(crate) fn new(grid: Grid) -> Self {
        Self { grid, rules: PhantomData }
    }

    /// The squares.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The moves of a player as text, each with the board after it, in the order of the board.
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        R::each_move(&self.grid, player, &mut |changes| {
            moves.push((R::move_text(&self.grid, changes), self.after(changes)));
        });
        moves
    }

    fn after(&self, changes: &[(usize, Cell)]) -> Self {
        let mut grid = self.grid.clone();
        for &(square, cell) in changes {
            grid.set(square, cell);
        }
        Self::new(grid)
    }

    /// Whether a player can move.
    #[must_use]
    pub fn can_move(&self, player: Player) -> bool {
        let mut can = false;
        R::each_move(&self.grid, player, &mut |_| can = true);
        can
    }

    /// How far the game is: it grows with every move.
    #[must_use]
    pub fn progress(&self) -> u32 {
        let size = self.grid.size();
        let highest = |square| R::CELLS.iter().map(|&(cell, _)| R::height(size, square, cell)).max();
        let come = |square| highest(square).unwrap_or(0) - R::height(size, square, self.grid.get(square));
        (0..size).map(come).sum::<usize>() as u32
    }

    /// The boards that are the same game under the symmetries that do not exchange the players, this one included.
    #[must_use]
    pub fn images(&self) -> Vec<Self> {
        let keeps = |&&(way, exchanged): &&(usize, bool)| !exchanged && self.grid.keeps_shape(way);
        R::SYMMETRIES.iter().filter(keeps).map(|&way| Self::new(self.grid.seen(way))).collect()
    }

    /// The parts, each in its place on a board of this size: the moves in it have the same texts as on this board.
    #[must_use]
    pub fn regions(&self) -> Vec<Self> {
        R::regions(&self.grid).into_iter().map(Self::new).collect()
    }

    /// A board no larger than this region needs.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        Self::new(R::trimmed(&self.grid))
    }
}

impl<R: Rules> Partizan for Board<R> {
    fn parts(&self) -> Vec<Self> {
        R::regions(&self.grid).iter().map(|region| Self::new(R::trimmed(region))).collect()
    }

    fn options(&self, player: Player) -> Vec<Self> {
        let mut options = Vec::new();
        R::each_move(&self.grid, player, &mut |changes| options.push(self.after(changes)));
        options
    }

    fn normal(&self) -> (Self, bool) {
        let seen = R::SYMMETRIES.iter().map(|&way| (self.grid.seen(way), way.1));
        let (grid, is_exchanged) = seen.min().unwrap_or_else(|| (self.grid.clone(), false));
        (Self::new(grid), is_exchanged)
    }
}

impl<R: Rules> FromStr for Board<R> {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let size = text
            .split_once('x')
            .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
        let grid = match size {
            Some((columns, rows)) if R::start(0).is_some() => {
                let mut grid = Grid::filled(columns, rows, Cell::Empty)?;
                for at in 0..grid.size() {
                    grid.set(at, R::start(at % columns + at / columns).unwrap_or(Cell::Empty));
                }
                grid
            }
            _ => Grid::read(text, R::CELLS)?,
        };
        if R::IS_ROW && grid.rows() > 1 {
            return Err(BoardError::Shape);
        }
        R::check(&grid).map_err(BoardError::Impossible)?;
        Ok(Self::new(grid))
    }
}

impl<R: Rules> fmt::Display for Board<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.grid.text(R::CELLS))
    }
}

impl<R: Rules> Drawn for Board<R> {
    fn picture(&self) -> Picture {
        let (columns, rows) = (self.grid.columns(), self.grid.rows());
        let mut picture = Picture::new(2 * columns, rows);
        for (at, symbol) in self.to_string().chars().filter(|&symbol| symbol != '/').enumerate() {
            let (shown, ink) = match self.grid.get(at) {
                Cell::Left => (symbol, Ink::First),
                Cell::Right => (symbol, Ink::Second),
                Cell::Empty if symbol == '.' => ('·', Ink::Faint),
                Cell::Empty | Cell::Blocked => (symbol, Ink::Faint),
            };
            picture.put(at / columns, 2 * (at % columns), shown, ink);
        }
        picture
    }
}
