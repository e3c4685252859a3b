//! Squares in rows: text, symmetries, connected parts.

use crate::BoardError;
use yomikiri_game::Player;

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone of the first player, Left.
    Left,
    /// A stone of the second player, Right.
    Right,
    /// Not part of the board, covered, or nobody's.
    Blocked,
}

impl Cell {
    /// A stone of a player.
    #[must_use]
    pub fn of(player: Player) -> Self {
        match player {
            Player::First => Self::Left,
            Player::Second => Self::Right,
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

/// All ways to see a board ([`Grid::seen`]), with the players as they are or exchanged.
pub(crate) const ALL_WAYS: [(usize, bool); 16] = {
    let mut ways = [(0, false); 16];
    let mut at = 0;
    while at < 16 {
        ways[at] = (at % 8, at >= 8);
        at += 1;
    }
    ways
};

/// Squares in rows.
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

    /// Reads a board of these kinds of cells, whose rows are separated by `/`.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(text: &str, kinds: &[(Cell, char)]) -> Result<Self, BoardError> {
        let rows: Vec<&str> = text.split('/').collect();
        let columns = rows[0].chars().count();
        let mut grid = Self::filled(columns, rows.len(), Cell::Empty)?;
        if rows.iter().any(|row| row.chars().count() != columns) {
            return Err(BoardError::Shape);
        }
        for (at, symbol) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            let kind = kinds.iter().find(|kind| kind.1 == symbol);
            let wrong = || BoardError::Cell(symbol, kinds.iter().map(|kind| kind.1).collect());
            grid.cells[at] = kind.ok_or_else(wrong)?.0;
        }
        Ok(grid)
    }

    /// The opposite of [`Grid::read`].
    #[must_use]
    pub fn text(&self, kinds: &[(Cell, char)]) -> String {
        let symbol = |cell: &Cell| kinds.iter().find(|kind| kind.0 == *cell).map_or('?', |kind| kind.1);
        let rows: Vec<String> =
            self.cells.chunks(self.columns).map(|row| row.iter().map(symbol).collect()).collect();
        rows.join("/")
    }

    /// A board of so many columns with these cells, row by row.
    pub(crate) fn of_cells(columns: usize, cells: Vec<Cell>) -> Self {
        Self { columns, cells }
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
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

    /// Puts something else on a square.
    pub fn set(&mut self, square: usize, cell: Cell) {
        self.cells[square] = cell;
    }

    /// The cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
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

    /// The squares of a board seen in one of eight ways: mirrored (1, 2), and with rows and columns exchanged (4). For each
    /// square of what is seen, the square of the board that is there.
    pub(crate) fn squares_seen(columns: usize, rows: usize, way: usize) -> Vec<usize> {
        let across = if way & 4 == 0 { columns } else { rows };
        let square = |at: usize| {
            let (x, y) = (at % across, at / across);
            let (x, y) = if way & 4 == 0 { (x, y) } else { (y, x) };
            let x = if way & 1 == 0 { x } else { columns - 1 - x };
            let y = if way & 2 == 0 { y } else { rows - 1 - y };
            y * columns + x
        };
        (0..columns * rows).map(square).collect()
    }

    /// The board seen in one of eight ways, perhaps with the players exchanged.
    #[must_use]
    pub fn seen(&self, (way, exchanged): (usize, bool)) -> Self {
        let columns = if way & 4 == 0 { self.columns } else { self.rows() };
        let cell = |square: usize| {
            let cell = self.cells[square];
            if exchanged { cell.exchanged() } else { cell }
        };
        let cells = Self::squares_seen(self.columns, self.rows(), way).into_iter().map(cell).collect();
        Self { columns, cells }
    }

    /// Whether the board seen in a way has the same shape.
    #[must_use]
    pub fn keeps_shape(&self, way: usize) -> bool {
        way & 4 == 0 || self.columns == self.rows()
    }

    /// The connected parts of the cells that are not `rest`, each on a board of this size.
    #[must_use]
    pub fn regions(&self, rest: Cell) -> Vec<Self> {
        let mut seen = 0u64;
        let mut regions = Vec::new();
        for start in 0..self.cells.len() {
            if seen >> start & 1 == 0 && self.cells[start] != rest {
                let region = self.connected(start, |cell| cell != rest);
                seen |= region;
                let cell = |at: usize| if region >> at & 1 == 1 { self.cells[at] } else { rest };
                regions
                    .push(Self { columns: self.columns, cells: (0..self.cells.len()).map(cell).collect() });
            }
        }
        regions
    }

    /// The set of squares, a bit each, that hang together with a square through cells of some kind.
    #[must_use]
    pub fn connected(&self, start: usize, is_inside: impl Fn(Cell) -> bool) -> u64 {
        let (mut found, mut fresh) = (1u64 << start, 1u64 << start);
        while fresh != 0 {
            let square = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            for beside in self.beside(square) {
                if found >> beside & 1 == 0 && is_inside(self.cells[beside]) {
                    found |= 1 << beside;
                    fresh |= 1 << beside;
                }
            }
        }
        found
    }

    /// Without rows and columns at the edge that have nothing but `rest`.
    #[must_use]
    pub fn trimmed(&self, rest: Cell) -> Self {
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
