//! Turns, and the game as a referee sees it.

use super::super::notation::{Move, Place, Sign};
use super::super::rules::{Full, Rules, Stuck};
use super::grid::{Cell, Earlier, Grid};
use super::name;
use super::position::{self, PREFIX};
use super::tile::{self, Asked, EAST, KINDS, NO_TILE, NORTH, NOTHING, SOUTH, Tile, WEST};
use crate::referee::{Outcome, Played, Player, Referee, undescribed};

/// The signs by the kinds of the format.
const SIGNS: [Sign; 3] = [Sign::Slash, Sign::Backslash, Sign::Cross];

/// The kinds of the two first moves.
const OPENING_KINDS: [usize; 2] = [0, 2];

/// A position of Trax.
#[derive(Clone, Debug)]
pub struct Trax {
    rules: Rules,
    grid: Grid,
    to_move: Player,
    /// How the grid was before each move.
    history: Vec<Earlier>,
    /// Cells that may have to be filled; empty between moves.
    waiting: Vec<Cell>,
}

impl Trax {
    /// The empty board.
    #[must_use]
    pub fn new(rules: Rules) -> Trax {
        let grid = Grid::new(usize::from(rules.greatest_span()));
        Trax { rules, grid, to_move: Player::First, history: Vec::new(), waiting: Vec::new() }
    }

    fn least_span(&self) -> Option<usize> {
        self.rules.line.map(|line| line as usize)
    }

    /// The cell and tile of a code, if such a tile may be laid there as far as the neighbours and the limit go.
    fn placement(&self, code: u32) -> Option<(Cell, Tile)> {
        let (place, kind) = (code as usize / 3, code as usize % 3);
        if self.grid.is_empty() {
            let (row, column) = self.grid.origin(1, 1);
            let is_opening = place == 0 && OPENING_KINDS.contains(&kind);
            return is_opening.then(|| (self.grid.cell(row, column), KINDS[kind]));
        }
        let extent = self.grid.extent();
        let (row, column) = (place / (extent.width() + 2), place % (extent.width() + 2));
        let may_be = |number: usize, size: usize| {
            (1..=size).contains(&number) || (number <= size + 1 && size < self.grid.span())
        };
        if !may_be(row, extent.height()) || !may_be(column, extent.width()) {
            return None;
        }
        let cell = self.grid.cell(extent.top + row - 1, extent.left + column - 1);
        let entering = self.grid.entering(cell);
        if self.grid.tile(cell) != NO_TILE || entering == NOTHING {
            return None;
        }
        Some((cell, tile::fitting(entering, kind)?))
    }

    /// Lays a tile and all that are forced by it. `false`: three lines of a colour meet somewhere.
    fn lay_with_forced(&mut self, cell: Cell, tile: Tile) -> bool {
        self.waiting.clear();
        let (mut cell, mut tile) = (cell, tile);
        loop {
            self.grid.lay(cell, tile);
            for side in [NORTH, EAST, SOUTH, WEST] {
                let neighbour = self.grid.across(cell, side);
                match self.grid.asked(neighbour) {
                    Asked::Nothing => {}
                    Asked::Forced(_) => self.waiting.push(neighbour),
                    Asked::Impossible => return false,
                }
            }
            // A cell may wait twice; what it asks for is asked when it is its turn.
            (cell, tile) = loop {
                let Some(waiting) = self.waiting.pop() else {
                    return true;
                };
                if let Asked::Forced(forced) = self.grid.asked(waiting) {
                    break (waiting, forced);
                }
            };
        }
    }

    /// Who has won by tiles laid since some time.
    fn winner(&self, earlier: Earlier, mover: Player) -> Option<Player> {
        // The mover's colour first: if both have won, the player who moved wins.
        [mover, mover.opponent()]
            .into_iter()
            .find(|&player| self.grid.has_won_since(earlier, player == Player::First, self.least_span()))
    }

    fn mover_byte(&self) -> u8 {
        match self.to_move {
            Player::First => 0,
            Player::Second => 1,
        }
    }
}

impl Referee for Trax {
    fn start(name: &str, definition: Option<&str>) -> Result<Self, String> {
        undescribed(definition)?;
        name::parse(name).map(Trax::new)
    }

    fn short_name(&self) -> String {
        name::short_name(&self.rules)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn candidates(&self, codes: &mut Vec<u32>) {
        if self.grid.is_empty() {
            codes.extend(OPENING_KINDS.map(|kind| kind as u32));
            return;
        }
        let extent = self.grid.extent();
        let rows =
            if extent.height() < self.grid.span() { 0..=extent.height() + 1 } else { 1..=extent.height() };
        let columns =
            if extent.width() < self.grid.span() { 0..=extent.width() + 1 } else { 1..=extent.width() };
        for row in rows {
            for column in columns.clone() {
                let cell = self.grid.cell(extent.top + row - 1, extent.left + column - 1);
                let entering = self.grid.entering(cell);
                if entering == NOTHING || self.grid.tile(cell) != NO_TILE {
                    continue;
                }
                let first_code = (row * (extent.width() + 2) + column) * KINDS.len();
                let kinds = (0..KINDS.len()).filter(|&kind| tile::fitting(entering, kind).is_some());
                codes.extend(kinds.map(|kind| (first_code + kind) as u32));
            }
        }
    }

    fn play(&mut self, code: u32) -> Played {
        let Some((cell, tile)) = self.placement(code) else {
            return Played::Illegal;
        };
        let earlier = self.grid.now();
        if !self.lay_with_forced(cell, tile) {
            self.grid.restore(earlier);
            return Played::Illegal;
        }
        let mover = self.to_move;
        self.history.push(earlier);
        self.to_move = mover.opponent();
        if let Some(winner) = self.winner(earlier, mover) {
            Played::Over(Outcome::Win(winner))
        } else if self.grid.is_full() {
            Played::Over(match self.rules.full {
                Full::Draw => Outcome::Draw,
                Full::LastMoverLoses => Outcome::Win(mover.opponent()),
            })
        } else {
            Played::Open
        }
    }

    /// The number of tiles.
    fn fill(&self) -> u32 {
        self.grid.tile_count() as u32
    }

    fn undo(&mut self) {
        if let Some(earlier) = self.history.pop() {
            self.grid.restore(earlier);
            self.to_move = self.to_move.opponent();
        }
    }

    fn stuck(&self) -> Outcome {
        match self.rules.stuck {
            Stuck::Loss => Outcome::Win(self.to_move.opponent()),
            Stuck::Draw => Outcome::Draw,
            Stuck::LastMoverLoses => Outcome::Win(self.to_move),
        }
    }

    /// A letter for the sides that the white line of a tile joins, as `docs/notation.md` has it.
    fn position_text(&self) -> String {
        let mut cells = Vec::new();
        position::append_cells(&self.grid, &mut cells);
        let letter = |&tile: &u8| match tile {
            NO_TILE => '.',
            5 => 'v',
            10 => 'h',
            9 => 'J',
            6 => 'r',
            3 => 'L',
            _ => '7',
        };
        let rows = cells.chunks(self.grid.extent().width().max(1));
        let rows: Vec<String> = rows.map(|row| row.iter().map(letter).collect()).collect();
        let board = if rows.is_empty() { "-".to_owned() } else { rows.join("|") };
        format!("{board} {}", if self.to_move == Player::First { "white" } else { "red" })
    }

    fn position(&self, bytes: &mut Vec<u8>) {
        let extent = self.grid.extent();
        bytes.extend([extent.height() as u8, extent.width() as u8, self.mover_byte()]);
        position::append_cells(&self.grid, bytes);
    }

    fn canonical(&self, bytes: &mut Vec<u8>) {
        let image = position::least_image(&self.grid);
        bytes.extend([image.height as u8, image.width as u8, self.mover_byte()]);
        image.append(&self.grid, bytes);
    }

    fn fingerprint(&self) -> u64 {
        self.grid.fingerprint()
    }

    fn longest_position(&self) -> usize {
        PREFIX + self.grid.span() * self.grid.span()
    }

    fn set_position(&mut self, bytes: &[u8]) -> Result<(), String> {
        let &[height, width, mover, ref cells @ ..] = bytes else {
            return Err("it is too short".to_owned());
        };
        let to_move = match mover {
            0 => Player::First,
            1 => Player::Second,
            _ => return Err("there is no such player to move".to_owned()),
        };
        let least_span = self.least_span();
        self.history.clear();
        self.grid.clear();
        self.to_move = to_move;
        // Turns alternate, but only the first ones are told apart by the number of tiles.
        let put_up =
            position::put_up(&mut self.grid, height, width, cells, least_span).and_then(|()| {
                match (self.grid.tile_count(), to_move) {
                    (0, Player::Second) | (1, Player::First) => Err("the other player is to move"),
                    _ => Ok(()),
                }
            });
        if put_up.is_err() {
            self.grid.clear();
            self.to_move = Player::First;
        }
        put_up.map_err(str::to_owned)
    }

    fn parse_move(&self, text: &str) -> Result<u32, String> {
        let Move { place: Place { column, row }, sign } = Move::parse(text)
            .ok_or("expected a column (@, A, B, …), a row (0, 1, 2, …) and one of + / \\")?;
        let extent = self.grid.extent();
        let outside = |number: u32, size: usize| number as usize > size + 1;
        if outside(column, extent.width()) || outside(row, extent.height()) {
            return Err("it touches no tile".to_owned());
        }
        let kind = SIGNS.iter().position(|&other| other == sign).unwrap_or_default();
        let place = row as usize * (extent.width() + 2) + column as usize;
        Ok((place * KINDS.len() + kind) as u32)
    }

    fn move_text(&self, code: u32) -> String {
        let (place, kind) = (code / 3, code as usize % 3);
        let columns = self.grid.extent().width() as u32 + 2;
        let place = Place { column: place % columns, row: place / columns };
        Move { place, sign: SIGNS[kind] }.to_string()
    }
}
