//! All boards of a size, numbered.
//!
//! A board is a number whose digits are its cells. Everything that adds up over cells (the image of a number under a symmetry,
//! the height) is a table for the lower half of the digits and one for the upper half: two look-ups.
//!
//! A file has room only for one board of each class of equal ones. Their numbers are listed when they are first needed, by going
//! through all numbers once. The rejected alternative, to keep that list in the file, would make a database as large again.

use crate::board::{Board, Rules};
use crate::grid::{Cell, Grid, MOST_CELLS};
use std::marker::PhantomData;
use std::sync::OnceLock;
use yomikiri_game::{Catalogue, Player};

/// The boards of some rules on so many columns and rows; smaller boards lie in a corner, if the rules have a cell to fill up the
/// rest.
#[derive(Clone, Debug)]
pub struct Boards<R> {
    columns: usize,
    rows: usize,
    /// The numbers are less than that.
    size: usize,
    /// Numbers of the lower half of the digits are less than that.
    split: usize,
    /// What the digit 1 of each square is worth.
    weights: Vec<usize>,
    /// The cells of the lower and of the upper half of the squares, by number.
    cells: [Vec<Vec<Cell>>; 2],
    /// Their heights.
    heights: [Vec<u16>; 2],
    symmetries: Vec<Symmetry>,
    classes: OnceLock<Classes>,
    rules: PhantomData<R>,
}

/// A symmetry: the images of the lower and of the upper half of a number.
#[derive(Clone, Debug)]
struct Symmetry {
    exchanges: bool,
    images: [Vec<u32>; 2],
}

/// The least number of each class of equal boards.
#[derive(Clone, Debug)]
struct Classes {
    /// By layer, then by number.
    representatives: Vec<u32>,
    /// Where each layer begins; and the end.
    starts: Vec<usize>,
}

/// Why boards cannot be numbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardsError {
    /// No such board.
    #[error("{columns}x{rows}: {why}")]
    Size {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// What is wrong.
        why: &'static str,
    },
    /// The numbers of the boards do not fit.
    #[error("there are too many boards of {columns}x{rows} squares (at most {most} can be numbered)")]
    TooMany {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// The limit.
        most: usize,
    },
}

/// A file could claim any size, and to list the classes of so many boards takes a second or two.
const MOST_BOARDS: usize = 1 << 28;

/// The digit of a cell.
fn digit<R: Rules>(cell: Cell) -> usize {
    R::CELLS
        .iter()
        .position(|&(kind, _)| kind == cell)
        .unwrap_or_else(|| unreachable!("a cell of these rules"))
}

impl<R: Rules> Boards<R> {
    /// The boards of a size.
    ///
    /// # Errors
    /// If there are none, or too many.
    pub fn new(columns: usize, rows: usize) -> Result<Self, BoardsError> {
        let size = Self::count(columns, rows)?;
        let (kinds, squares) = (R::CELLS.len(), columns * rows);
        let weights: Vec<usize> = (0..squares).map(|square| kinds.pow(square as u32)).collect();
        let split = kinds.pow(squares.div_ceil(2) as u32);
        let mut boards = Self {
            columns,
            rows,
            size,
            split,
            weights,
            cells: [Vec::new(), Vec::new()],
            heights: [Vec::new(), Vec::new()],
            symmetries: Vec::new(),
            classes: OnceLock::new(),
            rules: PhantomData,
        };
        boards.lay_out();
        Ok(boards)
    }

    /// How many numbers there are.
    fn count(columns: usize, rows: usize) -> Result<usize, BoardsError> {
        let wrong = |why| BoardsError::Size { columns, rows, why };
        let squares = columns.saturating_mul(rows);
        if squares == 0 || squares > MOST_CELLS {
            return Err(wrong("expected 1 to 63 cells"));
        }
        if R::IS_ROW && rows > 1 {
            return Err(wrong("boards have one row, such as 8x1"));
        }
        let most = MOST_BOARDS;
        let size = R::CELLS.len().checked_pow(squares as u32).filter(|&size| size <= most);
        size.ok_or(BoardsError::TooMany { columns, rows, most })
    }

    /// The sizes whose boards make up those of a box: the box itself, if smaller boards lie in it; else all that fit.
    #[must_use]
    pub fn sizes(columns: usize, rows: usize) -> Vec<(usize, usize)> {
        if R::FILLING.is_some() {
            return vec![(columns, rows)];
        }
        let all = (1..=columns).flat_map(|x| (1..=rows).map(move |y| (x, y)));
        // A board that is turned is the same.
        all.filter(|&(x, y)| x >= y || x > rows || y > columns).collect()
    }

    /// The memory that the numbering takes.
    ///
    /// # Errors
    /// As with [`Boards::new`].
    pub fn memory(columns: usize, rows: usize) -> Result<u64, BoardsError> {
        let size = Self::count(columns, rows)? as u64;
        let half = (R::CELLS.len() as u64).pow((columns * rows).div_ceil(2) as u32);
        // Each cell a byte in a list of its own, its height, its images; then the classes, most of which are full.
        let symmetries = R::SYMMETRIES.len() as u64;
        Ok(2 * half * (40 + 2 + 4 * symmetries) + 4 * (size / symmetries + size / 16 + 1024))
    }

    /// Fills the tables by halves.
    fn lay_out(&mut self) {
        let (kinds, squares) = (R::CELLS.len(), self.columns * self.rows);
        let halves = [0..squares.div_ceil(2), squares.div_ceil(2)..squares];
        for (half, range) in halves.iter().enumerate() {
            let numbers = 0..kinds.pow(range.len() as u32);
            let cells = |mut number: usize| {
                let digits = range.clone().map(|_| {
                    let digit = number % kinds;
                    number /= kinds;
                    R::CELLS[digit].0
                });
                digits.collect()
            };
            self.cells[half] = numbers.map(cells).collect();
            let height = |cells: &Vec<Cell>| {
                let of_cell = |(square, &cell)| R::height(squares, square, cell);
                range.clone().zip(cells).map(of_cell).sum::<usize>() as u16
            };
            self.heights[half] = self.cells[half].iter().map(height).collect();
        }
        for &(way, exchanges) in R::SYMMETRIES {
            // Rows and columns can be exchanged only on a square board.
            if way & 4 != 0 && self.columns != self.rows {
                continue;
            }
            let mut goes_to = vec![0; squares];
            for (to, from) in Grid::squares_seen(self.columns, self.rows, way).into_iter().enumerate() {
                goes_to[from] = to;
            }
            let of_cell = |(square, &cell): (usize, &Cell)| {
                let cell = if exchanges { cell.exchanged() } else { cell };
                (self.weights[goes_to[square]] * digit::<R>(cell)) as u32
            };
            let images = [0, 1].map(|half: usize| {
                let image = |cells: &Vec<Cell>| halves[half].clone().zip(cells).map(of_cell).sum();
                self.cells[half].iter().map(image).collect()
            });
            self.symmetries.push(Symmetry { exchanges, images });
        }
    }

    /// The number of columns and rows.
    #[must_use]
    pub fn dimensions(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    fn grid(&self, number: usize) -> Grid {
        let [low, high] = &self.cells;
        let cells = [&low[number % self.split][..], &high[number / self.split]].concat();
        Grid::of_cells(self.columns, cells)
    }

    fn number(&self, grid: &Grid) -> usize {
        grid.cells().iter().zip(&self.weights).map(|(&cell, weight)| weight * digit::<R>(cell)).sum()
    }

    fn image(&self, symmetry: &Symmetry, number: usize) -> usize {
        let [low, high] = &symmetry.images;
        (low[number % self.split] + high[number / self.split]) as usize
    }

    fn layer(&self, number: usize) -> usize {
        let [low, high] = &self.heights;
        usize::from(low[number % self.split] + high[number / self.split])
    }

    /// The board with a number.
    #[must_use]
    pub fn board(&self, number: usize) -> Board<R> {
        Board::new(self.grid(number))
    }

    /// The representative of the class of a board, and whether the players are exchanged there; `None` if the board is larger
    /// than these, or of another size and nothing can be filled up.
    #[must_use]
    pub fn class_of(&self, board: &Board<R>) -> Option<(usize, bool)> {
        let fits = |grid: &Grid| match R::FILLING {
            Some(_) => grid.columns() <= self.columns && grid.rows() <= self.rows,
            None => (grid.columns(), grid.rows()) == (self.columns, self.rows),
        };
        let mut seen = R::SYMMETRIES.iter().map(|&way| (board.grid().seen(way), way.1));
        let (small, exchanged) = seen.find(|(grid, _)| fits(grid))?;
        let mut grid =
            Grid::of_cells(self.columns, vec![R::FILLING.unwrap_or(Cell::Empty); self.columns * self.rows]);
        for (at, &cell) in small.cells().iter().enumerate() {
            grid.set(at / small.columns() * self.columns + at % small.columns(), cell);
        }
        let number = self.number(&grid);
        let images =
            self.symmetries.iter().map(|symmetry| (self.image(symmetry, number), symmetry.exchanges));
        let (representative, turned) = images.min()?;
        Some((representative, exchanged != turned))
    }

    /// How many classes there are.
    #[must_use]
    pub fn places(&self) -> usize {
        self.classes().representatives.len()
    }

    /// The place of a representative among all of them.
    #[must_use]
    pub fn place(&self, representative: usize) -> usize {
        let Classes { representatives, starts } = self.classes();
        let layer = self.layer(representative);
        let (start, end) = (starts[layer], starts[layer + 1]);
        let place = representatives[start..end].binary_search(&(representative as u32));
        start + place.unwrap_or_else(|_| unreachable!("the number of a representative"))
    }

    fn classes(&self) -> &Classes {
        self.classes.get_or_init(|| {
            let is_least =
                |&number: &usize| self.symmetries.iter().all(|way| self.image(way, number) >= number);
            let exists = |&number: &usize| R::check(&self.grid(number)).is_ok();
            let found: Vec<u32> =
                (0..self.size).filter(is_least).filter(exists).map(|number| number as u32).collect();
            let mut starts = vec![0; self.layers() + 1];
            for &number in &found {
                starts[self.layer(number as usize) + 1] += 1;
            }
            for layer in 1..starts.len() {
                starts[layer] += starts[layer - 1];
            }
            let mut next = starts.clone();
            let mut representatives = vec![0; found.len()];
            for number in found {
                let place = &mut next[self.layer(number as usize)];
                representatives[*place] = number;
                *place += 1;
            }
            Classes { representatives, starts }
        })
    }
}

impl<R: Rules> Catalogue for Boards<R> {
    fn size(&self) -> usize {
        self.size
    }

    fn layers(&self) -> usize {
        let highest = |half: usize| self.heights[half].iter().max().copied().unwrap_or(0);
        usize::from(highest(0) + highest(1)) + 1
    }

    fn representatives(&self, layer: usize) -> Vec<usize> {
        let Classes { representatives, starts } = self.classes();
        representatives[starts[layer]..starts[layer + 1]].iter().map(|&number| number as usize).collect()
    }

    fn options(&self, position: usize, player: Player, each: &mut impl FnMut(usize)) {
        let grid = self.grid(position);
        R::each_move(&grid, player, &mut |changes| {
            let after = changes.iter().fold(position, |number, &(square, cell)| {
                let (new, old) = (digit::<R>(cell), digit::<R>(grid.get(square)));
                number + self.weights[square] * new - self.weights[square] * old
            });
            each(after);
        });
    }

    fn images(&self, position: usize, each: &mut impl FnMut(usize, bool)) {
        for symmetry in &self.symmetries {
            each(self.image(symmetry, position), symmetry.exchanges);
        }
    }

    fn simpler(&self, position: usize) -> Option<usize> {
        let mut grid = self.grid(position);
        R::simplify(&mut grid).then(|| self.number(&grid))
    }
}
