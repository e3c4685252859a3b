//! The board and the rules of a turn.
//!
//! A turn places one tile, then fills every space that two lines of one colour enter, until none is left;
//! if three of one colour ever enter a space, the turn is taken back. All changes are recorded in a journal
//! of placed tiles, from which they are undone in reverse.
//!
//! What is kept up to date with every tile: the tiles, the rim of every empty space (which lines enter it),
//! the table of line ends (`lines.rs`) and the box of all tiles. What is not: a list of the spaces where
//! a tile can go. Reading the rims of the box row by row is cheap beside playing the moves found there, and
//! gives moves in an order that depends on the position alone. The hash (`hash.rs`) catches up only when
//! somebody asks for the key.

use crate::grid::{Cell, Extent, Grid};
use crate::hash::{SymmetricHash, quick_term};
use crate::lines::{End, Joined, Lines};
use crate::rules::Rules;
use crate::tile::{Colour, Demand, FIRST_PLUS, FIRST_SLASH, Rim, Side, Tile};
use crate::trial::Trial;
use yomikiri_game::{Game, Outcome, Played, Player};

/// A tile placed by a player. The forced tiles of the turn follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn(u32);

impl Turn {
    pub(crate) fn new(cell: Cell, tile: Tile) -> Self {
        Self(cell << 4 | u32::from(tile.white()))
    }

    pub(crate) fn cell(self) -> Cell {
        self.0 >> 4
    }

    /// The tile.
    #[must_use]
    pub fn tile(self) -> Tile {
        Tile::from_white((self.0 & 15) as u8).expect("made from a tile")
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cell {} {}", self.cell(), self.tile().sign().symbol())
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A closed line.
    Loop,
    /// A line across the board.
    Line,
    /// A full board.
    Full,
    /// A player without a legal move.
    Stuck,
}

/// One tile in the order of placement, with what its space looked like before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) cell: Cell,
    pub(crate) tile: Tile,
    pub(crate) rim: Rim,
}

/// What [`Game::undo`] needs to take a turn back.
#[derive(Debug)]
pub struct TakeBack {
    tiles: usize,
    extent: Extent,
}

/// Where a turn went wrong: three lines of one colour would enter a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThreeLines {
    pub(crate) space: Cell,
    pub(crate) colour: Colour,
}

/// How far apart the rows or the columns of a line's two ends must be for it to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    rows: i32,
    columns: i32,
}

impl Reach {
    /// Farther than any two ends are.
    const NEVER: i32 = i32::MAX;

    /// Whether some line can win.
    pub(crate) fn is_possible(self) -> bool {
        self.rows != Self::NEVER || self.columns != Self::NEVER
    }
}

/// The colours that have completed something by the tiles of a turn, as sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Won {
    pub(crate) loops: u8,
    /// Lines across the board.
    pub(crate) lines: u8,
}

impl Won {
    /// The colours that have won.
    pub(crate) fn colours(self) -> u8 {
        self.loops | self.lines
    }
}

/// A position of Trax.
#[derive(Clone)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) grid: Grid,
    /// 0 for an empty cell, else the white sides of its tile.
    tiles: Box<[u8]>,
    /// The [`Rim`] of each empty space; 0 for a cell with a tile. (Bytes, like the tiles: zeroed memory is free
    /// until it is touched, and the grid of unlimited Trax is large.)
    rims: Box<[u8]>,
    pub(crate) lines: Lines,
    pub(crate) extent: Extent,
    to_move: Player,
    /// Whether positions with the same future have the same key.
    pub(crate) is_narrowed: bool,
    pub(crate) journal: Vec<Placed>,
    pub(crate) hash: SymmetricHash,
    /// The sum of the [`quick_term`]s of all tiles.
    pub(crate) quick_sum: u64,
    /// Spaces that must be filled in the turn being played; empty between turns.
    forced: Vec<Cell>,
    /// Room for [`Tactics::sift`](yomikiri_game::Tactics::sift) to work in.
    pub(crate) trials: Vec<Trial>,
}

impl Position {
    /// The empty board.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let grid = Grid::new(&rules);
        Self {
            rules,
            grid,
            tiles: vec![0; grid.len()].into_boxed_slice(),
            rims: vec![0; grid.len()].into_boxed_slice(),
            lines: Lines::new(&grid),
            extent: Extent::at(grid.origin(), grid.origin()),
            to_move: Player::First,
            is_narrowed: false,
            journal: Vec::new(),
            hash: SymmetricHash::default(),
            quick_sum: 0,
            forced: Vec::new(),
            trials: Vec::new(),
        }
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of tiles on the board.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.journal.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.journal.is_empty()
    }

    #[inline]
    pub(crate) fn tile(&self, cell: Cell) -> Option<Tile> {
        Tile::from_white(self.tiles[cell as usize])
    }

    /// The empty spaces among eight cells of a row, as bits.
    #[inline]
    pub(crate) fn empty_among_eight(&self, first: Cell) -> u64 {
        let mut eight = [0; 8];
        eight.copy_from_slice(&self.tiles[first as usize..first as usize + 8]);
        // Tiles are below 16, so that their bytes do not carry; the product gathers the highest bits.
        let filled = (u64::from_le_bytes(eight) + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101;
        !(filled.wrapping_mul(0x0102_0408_1020_4080) >> 56) & 0xFF
    }

    /// The rims of eight cells of a row, the first in the lowest byte.
    #[inline]
    pub(crate) fn eight_rims(&self, first: Cell) -> u64 {
        let mut eight = [0; 8];
        eight.copy_from_slice(&self.rims[first as usize..first as usize + 8]);
        u64::from_le_bytes(eight)
    }

    #[inline]
    pub(crate) fn rim(&self, cell: Cell) -> Rim {
        Rim(self.rims[cell as usize])
    }

    /// The box with a tile in that cell added.
    #[inline]
    pub(crate) fn extent_with(&self, cell: Cell) -> Extent {
        self.extent.including(self.grid.row(cell), self.grid.column(cell))
    }

    /// Calls `visit` with every space that a tile may be placed in (some line enters it, and the box does
    /// not grow too large), row by row, until it says stop by giving a value.
    #[inline]
    pub(crate) fn find_space<T>(&self, mut visit: impl FnMut(Cell, Rim) -> Option<T>) -> Option<T> {
        let Extent { top, bottom, left, right } = self.extent;
        let span = self.rules.largest_span();
        let room_below = u16::from(self.extent.height() < span);
        let room_beside = u16::from(self.extent.width() < span);
        for row in top - room_below..=bottom + room_below {
            let first = self.grid.cell(row, left - room_beside);
            let last = self.grid.cell(row, right + room_beside);
            let rims = &self.rims[first as usize..=last as usize];
            for (cell, &rim) in (first..).zip(rims) {
                if rim != 0
                    && let Some(found) = visit(cell, Rim(rim))
                {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The two first moves.
    pub(crate) fn first_turns(&self) -> [Turn; 2] {
        let origin = self.grid.cell(self.grid.origin(), self.grid.origin());
        [FIRST_SLASH, FIRST_PLUS].map(|tile| Turn::new(origin, tile))
    }

    /// Puts a tile down, tells its neighbours, and joins its lines. Adds to `won` what that completes, or says where
    /// it makes the turn illegal; the tile lies there either way.
    ///
    /// `reach` is that of the box after the turn, which is known beforehand: only the first tile can lie outside the
    /// box before. So a line that is seen to span it does so for good, and every line that does was changed last by
    /// some tile of the turn.
    #[inline]
    fn place(&mut self, cell: Cell, tile: Tile, reach: Reach, won: &mut Won) -> Result<(), ThreeLines> {
        let rim = self.rim(cell);
        debug_assert!(self.tiles[cell as usize] == 0 && rim.admits(tile));
        self.tiles[cell as usize] = tile.white();
        self.rims[cell as usize] = 0;
        self.journal.push(Placed { cell, tile, rim });
        self.quick_sum ^= quick_term(cell, tile);
        for (colour, joined) in Colour::BOTH.into_iter().zip(self.lines.join(cell, tile, rim)) {
            won.loops |= u8::from(joined.is_loop) << colour as u8;
            won.lines |= u8::from(self.spans(reach, joined.ends)) << colour as u8;
        }
        let mut wrong = None;
        for side in Side::ALL {
            // Where a line entered there is a tile; everywhere else an empty space.
            if rim.sides() & side.bit() == 0 {
                let space = self.grid.across(cell, side);
                let beyond = &mut self.rims[space as usize];
                *beyond |= tile.enters(side).0;
                match Rim(*beyond).demand() {
                    Demand::Nothing => {}
                    Demand::Forced(_) => self.forced.push(space),
                    Demand::Impossible(colour) => wrong = Some(ThreeLines { space, colour }),
                }
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    /// Takes back tiles until `tiles` are left.
    #[inline]
    pub(crate) fn unplace_down_to(&mut self, tiles: usize) {
        while self.journal.len() > tiles
            && let Some(Placed { cell, tile, rim }) = self.journal.pop()
        {
            self.lines.part(cell, rim);
            self.quick_sum ^= quick_term(cell, tile);
            for side in Side::ALL {
                if rim.sides() & side.bit() == 0 {
                    let space = self.grid.across(cell, side);
                    self.rims[space as usize] &= !tile.enters(side).0;
                }
            }
            self.tiles[cell as usize] = 0;
            self.rims[cell as usize] = rim.0;
        }
        self.hash.forget_beyond(tiles);
    }

    /// Lays a tile and all that it forces. Gives the colours that have closed a loop, or where the turn is
    /// illegal; the tiles laid so far lie there either way.
    ///
    /// A forced tile never leaves the box, so it need not be tested against the limit. Proof: two lines
    /// enter its space from tiles on two different sides. If the sides are opposite, say north and south,
    /// the space lies in the column of both tiles and between their rows. If not, say north and west, it
    /// lies in the column of the northern tile and in the row of the western one. Either way its row and
    /// its column are within the box.
    #[inline]
    pub(crate) fn lay_chain(&mut self, turn: Turn) -> Result<Won, ThreeLines> {
        self.extent = if self.is_empty() {
            Extent::at(self.grid.row(turn.cell()), self.grid.column(turn.cell()))
        } else {
            self.extent_with(turn.cell())
        };
        debug_assert!(self.extent.fits(self.rules.largest_span()));
        let (mut won, reach) = (Won::default(), self.reach(self.extent));
        let mut laid = self.place(turn.cell(), turn.tile(), reach, &mut won);
        while laid.is_ok()
            && let Some(space) = self.forced.pop()
        {
            // A space may be on the list twice, once for each colour.
            if self.tiles[space as usize] == 0
                && let Demand::Forced(tile) = self.rim(space).demand()
            {
                debug_assert_eq!(self.extent, self.extent_with(space));
                laid = self.place(space, tile, reach, &mut won);
            }
        }
        self.forced.clear();
        laid.map(|()| won)
    }

    /// Like [`Position::lay_chain`], but an illegal turn is taken back.
    #[inline]
    pub(crate) fn place_with_chain(&mut self, turn: Turn) -> Result<Won, ThreeLines> {
        let (tiles, extent) = (self.journal.len(), self.extent);
        let laid = self.lay_chain(turn);
        if laid.is_err() {
            self.unplace_down_to(tiles);
            self.extent = extent;
        }
        laid
    }

    /// How far apart the ends of a line are that spans a box and is long enough to win.
    #[inline]
    pub(crate) fn reach(&self, extent: Extent) -> Reach {
        let of = |span: u16| match self.rules.line() {
            Some(line) if span >= line => i32::from(span) + 1,
            _ => Reach::NEVER,
        };
        Reach { rows: of(extent.height()), columns: of(extent.width()) }
    }

    /// Whether a line with these ends spans the box that the reach is of.
    ///
    /// Every end lies in the box or just outside. An end outside on the top side can only have left through the top
    /// edge of the topmost row, so how far apart the two ends are is all there is to know.
    #[inline]
    pub(crate) fn spans(&self, reach: Reach, (a, b): (End, End)) -> bool {
        let apart = |a: u16, b: u16| (i32::from(a) - i32::from(b)).abs();
        let (a, b) = (a.space(), b.space());
        (apart(self.grid.row(a), self.grid.row(b)) == reach.rows)
            | (apart(self.grid.column(a), self.grid.column(b)) == reach.columns)
    }

    /// Whether a line can be long enough to win in a box of that size.
    #[inline]
    pub(crate) fn is_wide_enough(&self, extent: Extent) -> bool {
        self.reach(extent).is_possible()
    }

    /// Whether it can in a box larger by one placement.
    #[inline]
    pub(crate) fn may_be_wide_enough_next(&self, extent: Extent) -> bool {
        self.rules.line().is_some_and(|line| extent.height().max(extent.width()) + 1 >= line)
    }

    /// Whether a cell lies in a box.
    #[inline]
    pub(crate) fn is_within(&self, extent: Extent, cell: Cell) -> bool {
        extent.including(self.grid.row(cell), self.grid.column(cell)) == extent
    }

    /// The colours that have a line across the board, looked for afresh.
    ///
    /// A line that was joined again later is seen as it was in between and as it is now; in between an end lay in a space
    /// that now has a tile, so inside the box, and the test fails for it.
    pub(crate) fn victory_lines(&self) -> u8 {
        let (mut winners, reach) = (0, self.reach(self.extent));
        for &Placed { cell, tile, rim } in &self.journal {
            for (colour, joined) in Colour::BOTH.into_iter().zip(self.joined(cell, tile, rim)) {
                if self.spans(reach, joined.ends) {
                    winners |= colour.bit();
                }
            }
        }
        winners
    }

    /// What becomes of the white and the red line through a tile when it is placed, before anything is
    /// forced.
    #[inline]
    pub(crate) fn joined(&self, cell: Cell, tile: Tile, rim: Rim) -> [Joined; 2] {
        self.lines.joined(cell, tile, rim)
    }

    /// Which of the rules ended the game, if one did: asked at the position after the last turn. If both
    /// colours have won, it is what the winner's has; a loop counts before a line.
    ///
    /// Everything is looked at afresh, since a position does not remember how it came about.
    #[must_use]
    pub fn end_reason(&mut self) -> Option<Ending> {
        let mut loops = 0;
        for &Placed { cell, tile, rim } in &self.journal {
            for (colour, joined) in Colour::BOTH.into_iter().zip(self.joined(cell, tile, rim)) {
                if joined.is_loop {
                    loops |= colour.bit();
                }
            }
        }
        let lines = self.victory_lines();
        let movers = Colour::of(!self.to_move).bit();
        let of_winner = |won: u8| won & movers != 0 || won != 0 && (loops | lines) & movers == 0;
        if of_winner(loops) {
            Some(Ending::Loop)
        } else if of_winner(lines) {
            Some(Ending::Line)
        } else if self.is_full() {
            Some(Ending::Full)
        } else {
            yomikiri_game::legal_moves(self).is_empty().then_some(Ending::Stuck)
        }
    }

    /// How the game ends with a turn of `mover` by which these colours win, so many tiles being on the board after it;
    /// `None` if it goes on.
    #[inline]
    pub(crate) fn outcome_by(&self, winners: u8, tiles: u32, mover: Player) -> Option<Outcome> {
        if winners & Colour::of(mover).bit() != 0 {
            Some(Outcome::Win(mover))
        } else if winners != 0 {
            Some(Outcome::Win(!mover))
        } else {
            (self.rules.capacity() == Some(tiles)).then(|| self.rules.outcome_when_full(mover))
        }
    }

    fn is_full(&self) -> bool {
        self.rules.capacity() == Some(self.journal.len() as u32)
    }

    /// The same tiles at other places or with another player to move, built from scratch.
    pub(crate) fn rebuilt(
        rules: Rules,
        to_move: Player,
        tiles: impl Iterator<Item = ((u16, u16), Tile)>,
    ) -> Self {
        let mut position = Self::new(rules);
        let origin = position.grid.origin();
        for ((row, column), tile) in tiles {
            let (row, column) = (origin + row, origin + column);
            position.extent = if position.is_empty() {
                Extent::at(row, column)
            } else {
                position.extent.including(row, column)
            };
            let reach = position.reach(position.extent);
            let placed = position.place(position.grid.cell(row, column), tile, reach, &mut Won::default());
            debug_assert!(placed.is_ok());
        }
        position.forced.clear();
        position.to_move = to_move;
        position
    }
}

impl Game for Position {
    type Move = Turn;
    type Undo = TakeBack;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self, into: &mut Vec<Turn>) {
        if self.is_empty() {
            into.extend(self.first_turns());
            return;
        }
        self.find_space(|cell, rim| {
            into.extend(rim.choices().iter().map(|&tile| Turn::new(cell, tile)));
            None::<()>
        });
    }

    /// Every tile may be the first. Those that are not among [`Game::moves`] are images of those that are.
    fn all_moves(&self, into: &mut Vec<Turn>) {
        if self.is_empty() {
            let cell = self.first_turns()[0].cell();
            into.extend(self.rim(cell).choices().iter().map(|&tile| Turn::new(cell, tile)));
        } else {
            self.moves(into);
        }
    }

    #[inline]
    fn play(&mut self, turn: Turn) -> Played<TakeBack> {
        let token = TakeBack { tiles: self.journal.len(), extent: self.extent };
        let Ok(won) = self.place_with_chain(turn) else {
            return Played::Illegal;
        };
        let mover = self.to_move;
        self.to_move = !mover;
        match self.outcome_by(won.colours(), self.progress(), mover) {
            Some(outcome) => Played::Over(outcome, token),
            None => Played::Open(token),
        }
    }

    #[inline]
    fn undo(&mut self, token: TakeBack) {
        self.unplace_down_to(token.tiles);
        self.extent = token.extent;
        self.to_move = !self.to_move;
    }

    fn outcome_when_stuck(&self) -> Outcome {
        self.rules.outcome_when_stuck(self.to_move)
    }

    fn progress(&self) -> u32 {
        self.journal.len() as u32
    }
}

impl std::fmt::Debug for Position {
    /// The rules, the player to move and the diagram.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.rules, self.to_move, self.diagram())
    }
}

impl PartialEq for Position {
    /// Equal in everything that decides how the game can go on, wherever the board lies in memory it
    /// lies at the same place; leftovers of tiles that were taken back do not count.
    fn eq(&self, other: &Self) -> bool {
        let same_ends = || {
            (0..self.grid.len() as Cell).all(|space| {
                let entered = |side: &Side| self.rim(space).sides() & side.bit() != 0;
                Side::ALL
                    .into_iter()
                    .filter(entered)
                    .all(|side| self.lines.other(space, side) == other.lines.other(space, side))
            })
        };
        self.rules == other.rules
            && self.to_move == other.to_move
            && self.tiles == other.tiles
            && self.rims == other.rims
            && (self.is_empty() || self.extent == other.extent)
            && same_ends()
    }
}
