//! Boards of squares: text, symmetries, connected parts.

use crate::BoardError;
use std::fmt;

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Nothing: `.`
    Empty,
    /// A stone of the first player, Left: `x`
    Left,
    /// A stone of the second player, Right: `o`
    Right,
    /// Not part of the board, or covered: `#`
    Blocked,
}

impl Cell {
    fn symbol(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Left => 'x',
            Self::Right => 'o',
            Self::Blocked => '#',
        }
    }

    /// With the players exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            other => other,
        }
    }
}

/// The most squares of a board: four kinds of cells each, in the bits of a key but for the player to move.
pub(crate) const MOST_CELLS: usize = 63;

/// Squares in rows. As text, the rows are separated by `/`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    columns: usize,
    cells: Vec<Cell>,
}

impl Grid {
    /// A board on which every cell is the same.
    ///
    /// # Errors
    /// If it has no cells or too many.
    pub fn filled(columns: usize, rows: usize, cell: Cell) -> Result<Self, BoardError> {
        let count = columns.saturating_mul(rows);
        match count {
            0 => Err(BoardError::Shape),
            1..=MOST_CELLS => Ok(Self { columns, cells: vec![cell; count] }),
            _ => Err(BoardError::TooLarge(count, MOST_CELLS)),
        }
    }

    /// Reads a board of these kinds of cells, or a size such as `4x3` (columns, rows) of boards filled with `fill`.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(text: &str, allowed: &'static str, fill: impl Fn(usize) -> Cell) -> Result<Self, BoardError> {
        if let Some((columns, rows)) = text.split_once('x')
            && let (Ok(columns), Ok(rows)) = (columns.parse(), rows.parse())
        {
            let mut grid = Self::filled(columns, rows, Cell::Empty)?;
            for at in 0..grid.cells.len() {
                grid.cells[at] = fill(at % columns + at / columns);
            }
            return Ok(grid);
        }
        let rows: Vec<&str> = text.split('/').collect();
        let columns = rows[0].chars().count();
        let mut grid = Self::filled(columns, rows.len(), Cell::Empty)?;
        if rows.iter().any(|row| row.chars().count() != columns) {
            return Err(BoardError::Shape);
        }
        for (at, symbol) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            let kinds = [Cell::Empty, Cell::Left, Cell::Right, Cell::Blocked];
            let cell = kinds.into_iter().find(|kind| kind.symbol() == symbol && allowed.contains(symbol));
            grid.cells[at] = cell.ok_or(BoardError::Cell(symbol, allowed))?;
        }
        Ok(grid)
    }

    /// The number of squares.
    #[must_use]
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// What is on a square.
    #[must_use]
    pub fn get(&self, square: usize) -> Cell {
        self.cells[square]
    }

    /// The same board with something else on a square.
    #[must_use]
    pub fn with(&self, square: usize, cell: Cell) -> Self {
        let mut grid = self.clone();
        grid.cells[square] = cell;
        grid
    }

    /// The number of cells of a kind.
    #[must_use]
    pub fn count(&self, cell: Cell) -> u32 {
        self.cells.iter().filter(|&&other| other == cell).count() as u32
    }

    /// The square to the right, if there is one.
    #[must_use]
    pub fn east(&self, square: usize) -> Option<usize> {
        (!(square + 1).is_multiple_of(self.columns)).then_some(square + 1)
    }

    /// The square below, if there is one.
    #[must_use]
    pub fn south(&self, square: usize) -> Option<usize> {
        Some(square + self.columns).filter(|&below| below < self.cells.len())
    }

    /// The squares beside a square.
    pub fn beside(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let west = (!square.is_multiple_of(self.columns)).then(|| square - 1);
        let north = square.checked_sub(self.columns);
        [north, west, self.east(square), self.south(square)].into_iter().flatten()
    }

    /// The name of a square: a letter for the column and the row counted from the top.
    #[must_use]
    pub fn name(&self, square: usize) -> String {
        let column = char::from(b'a' + (square % self.columns) as u8);
        format!("{column}{}", square / self.columns + 1)
    }

    /// Two bits a cell.
    #[must_use]
    pub fn code(&self) -> u128 {
        self.cells.iter().fold(0, |code, &cell| code << 2 | cell as u128)
    }

    /// The board seen in one of eight ways: mirrored (1, 2), and with rows and columns exchanged (4).
    #[must_use]
    pub fn seen(&self, way: usize) -> Self {
        let (width, height) = (self.columns, self.cells.len() / self.columns);
        let (columns, rows) = if way & 4 == 0 { (width, height) } else { (height, width) };
        let from = |at: usize| {
            let (x, y) = (at % columns, at / columns);
            let (x, y) = if way & 4 == 0 { (x, y) } else { (y, x) };
            let x = if way & 1 == 0 { x } else { width - 1 - x };
            let y = if way & 2 == 0 { y } else { height - 1 - y };
            self.cells[y * width + x]
        };
        Self { columns, cells: (0..columns * rows).map(from).collect() }
    }

    /// With the players exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self { columns: self.columns, cells: self.cells.iter().map(|cell| cell.exchanged()).collect() }
    }

    /// The least of all ways to see the board, and whether the players are exchanged in it.
    #[must_use]
    pub fn normal(&self) -> (Self, bool) {
        let seen = |exchanged: bool| {
            let board = if exchanged { self.exchanged() } else { self.clone() };
            (0..8).map(move |way| (board.seen(way), exchanged))
        };
        seen(false).chain(seen(true)).min().unwrap_or_else(|| (self.clone(), false))
    }

    /// The ways to see the board that keep its shape.
    #[must_use]
    pub fn mirrors(&self) -> Vec<usize> {
        let is_square = self.columns * self.columns == self.cells.len();
        if is_square { (0..8).collect() } else { (0..4).collect() }
    }

    /// The connected parts of the cells that are not `rest`, each on a board of its own that is no larger than it needs to
    /// be.
    #[must_use]
    pub fn parts(&self, rest: Cell) -> Vec<Self> {
        let mut seen = vec![false; self.cells.len()];
        let mut parts = Vec::new();
        for start in 0..self.cells.len() {
            if seen[start] || self.cells[start] == rest {
                continue;
            }
            let mut part = Self { columns: self.columns, cells: vec![rest; self.cells.len()] };
            let mut open = vec![start];
            seen[start] = true;
            while let Some(square) = open.pop() {
                part.cells[square] = self.cells[square];
                for beside in self.beside(square) {
                    if self.cells[beside] != rest && !std::mem::replace(&mut seen[beside], true) {
                        open.push(beside);
                    }
                }
            }
            parts.push(part.trimmed(rest));
        }
        parts
    }

    /// Without rows and columns at the edge that have nothing but `rest`.
    fn trimmed(&self, rest: Cell) -> Self {
        let used = || (0..self.cells.len()).filter(|&square| self.cells[square] != rest);
        let bounds = |of: &dyn Fn(usize) -> usize| used().map(of).min().zip(used().map(of).max());
        let columns = bounds(&|square| square % self.columns);
        let rows = bounds(&|square| square / self.columns);
        let (Some((left, right)), Some((top, bottom))) = (columns, rows) else {
            return self.clone();
        };
        let row = |y: usize| self.cells[y * self.columns + left..=y * self.columns + right].iter().copied();
        Self { columns: right - left + 1, cells: (top..=bottom).flat_map(row).collect() }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, row) in self.cells.chunks(self.columns).enumerate() {
            if at > 0 {
                f.write_str("/")?;
            }
            let row: String = row.iter().map(|cell| cell.symbol()).collect();
            f.write_str(&row)?;
        }
        Ok(())
    }
}
