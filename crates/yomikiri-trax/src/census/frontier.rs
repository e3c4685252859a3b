//! The boundary between decided and undecided cells.
//!
//! Cells are decided row by row. What matters of the decided ones for the rest is, for the last decided cell of each
//! column:
//!
//! - a tile: the colour of its lower side, and which of the islands so far it belongs to;
//! - an empty cell: which colours enter it already. (One line of each may; so nothing but another empty cell goes below
//!   or beside one that both enter.)
//!
//! and for the very last one, if it is a tile, the colour of its right side. An island that is cut off from the boundary
//! can no longer be joined to anything, so it must be the only one, and everything else stays empty.
//!
//! Nothing has to be said about the edge of the board: it behaves like empty cells that nothing enters.

use crate::census::Law;

/// The widest board: one more column, and seven islands could meet the boundary.
pub(crate) const WIDEST: u32 = 11;

/// Four bits for each column, the first column lowest; above them the right side of the last cell.
///
/// A column holds the set of colours that enter an empty cell (0 to 3), or 4 + 2·island + colour for a tile. Islands are
/// numbered in the order of their first columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frontier(pub(crate) u64);

const BITS: u32 = 4;
const FIRST_TILE: u64 = 4;
/// Set if the right side of the last cell is red.
const RIGHT: u64 = 1 << 63;
/// The lowest bit of every column.
const LOWEST: u64 = 0x0111_1111_1111_1111;
/// More islands than can meet a boundary.
const ISLANDS: usize = 6;

/// What comes after a frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Open(Frontier),
    /// The island is complete: all further cells stay empty.
    Complete,
}

/// The colours that a set of them does not have, as numbers.
fn others(set: u64) -> impl Iterator<Item = u64> {
    (0..2).filter(move |colour| set >> colour & 1 == 0)
}

const BOTH_COLOURS: u64 = 3;

/// The island that the tile of a column belongs to.
fn island(content: u64) -> u64 {
    (content - FIRST_TILE) >> 1
}

impl Frontier {
    /// Nothing is decided yet; or nothing but empty cells.
    pub(crate) const BARE: Self = Self(0);

    fn column(self, column: u32) -> u64 {
        self.0 >> (BITS * column) & 15
    }

    fn with(self, column: u32, content: u64) -> Self {
        Self(self.0 & !(15 << (BITS * column)) | content << (BITS * column))
    }

    /// The lowest bit of every column that holds a tile.
    fn tiles(self) -> u64 {
        (self.0 >> 2 | self.0 >> 3) & LOWEST
    }

    /// How many islands meet it.
    pub(crate) fn islands(self) -> u32 {
        let mut seen = 0u32;
        let mut tiles = self.tiles();
        while tiles != 0 {
            let at = tiles.trailing_zeros();
            seen |= 1 << island(self.0 >> at & 15);
            tiles &= tiles - 1;
        }
        seen.count_ones()
    }

    /// The number of columns that hold a tile.
    pub(crate) fn tile_count(self) -> u32 {
        self.tiles().count_ones()
    }

    /// The number of columns that hold an empty cell which both colours enter.
    pub(crate) fn shut_count(self) -> u32 {
        (self.0 & self.0 >> 1 & LOWEST & !self.tiles()).count_ones()
    }

    /// Whether the first column holds a tile.
    pub(crate) fn begins_with_tile(self) -> bool {
        self.column(0) >= FIRST_TILE
    }

    /// The lesser of this and the same with the colours exchanged; both have as many ways on. `column` is that of the
    /// last cell, and `width` that of the board.
    pub(crate) fn of_either_colour(self, column: u32, width: u32) -> Self {
        let tiles = self.tiles();
        let entered_by_one = (self.0 ^ self.0 >> 1) & LOWEST & !tiles;
        let has_right = column + 1 < width && self.column(column) >= FIRST_TILE;
        let exchanged = self.0 ^ tiles ^ (entered_by_one * 3) ^ if has_right { RIGHT } else { 0 };
        Self(self.0.min(exchanged))
    }

    /// With `from` joined to `to`, if that is something else, and the islands numbered in order.
    fn renumbered(self, from: u64, to: u64) -> Self {
        let (mut numbers, mut next) = ([u64::MAX; ISLANDS], 0);
        let (mut content, mut tiles) = (self.0, self.tiles());
        while tiles != 0 {
            let at = tiles.trailing_zeros();
            tiles &= tiles - 1;
            let old = self.0 >> at & 15;
            let kept = if island(old) == from { to } else { island(old) };
            let number = &mut numbers[kept as usize];
            if *number == u64::MAX {
                *number = next;
                next += 1;
            }
            content ^= (old ^ (FIRST_TILE + 2 * *number + (old & 1))) << at;
        }
        Self(content)
    }

    /// Decides the cell of a column in every way that the conditions allow, and calls `visit` with what comes of
    /// each and how often its weight is halved.
    pub(crate) fn advance(self, column: u32, width: u32, law: Law, mut visit: impl FnMut(Next, u32)) {
        let right = self.0 >> 63;
        let base = Self(self.0 & !RIGHT);
        let above = base.column(column);
        let left = if column == 0 { 0 } else { base.column(column - 1) };
        let (tile_above, tile_left) = (above >= FIRST_TILE, left >= FIRST_TILE);

        // The cell stays empty.
        let from_above = if tile_above { 1 << (above & 1) } else { 0 };
        let from_left = if tile_left { 1 << right } else { 0 };
        if from_above & from_left == 0 {
            let next = base.with(column, from_above | from_left);
            if !tile_above {
                visit(Next::Open(next), 0);
            } else if next.tiles() == 0 {
                visit(Next::Complete, 0);
            } else if next.has_island(island(above)) {
                visit(Next::Open(next.renumbered(0, 0)), 0);
            }
        }

        // It gets a tile, with any colours above and on the left that are allowed there.
        let fresh = ISLANDS as u64 - 1;
        let (own, from, to) = match (tile_above, tile_left) {
            (true, true) => (island(left), island(above), island(left)),
            (true, false) => (island(above), 0, 0),
            (false, true) => (island(left), 0, 0),
            (false, false) => (fresh, 0, 0),
        };
        let joined = base.with(column, FIRST_TILE + 2 * own).renumbered(from, to);
        let mut halvings = 0;
        let mut allowed = |is_tile: bool, content: u64, side: u64| match (is_tile, law) {
            (false, _) => BOTH_COLOURS & !content,
            (true, Law::Matching) => 1 << side,
            (true, Law::Halving) => {
                halvings += 1;
                BOTH_COLOURS
            }
        };
        let tops = allowed(tile_above, above, above & 1);
        let lefts = allowed(tile_left, left, right);
        for on_left in others(BOTH_COLOURS & !lefts) {
            let entered = if tile_left || column == 0 {
                joined
            } else {
                Self(joined.0 | 1 << (on_left + u64::from(BITS * (column - 1))))
            };
            for on_top in others(BOTH_COLOURS & !tops) {
                for below in 0..2 {
                    // Two of the four sides are of each colour.
                    let reds = on_left + on_top + below;
                    if let Some(on_right @ 0..2) = 2u64.checked_sub(reds) {
                        let tile = entered.0 | below << (BITS * column);
                        let kept = if column + 1 < width { on_right << 63 } else { 0 };
                        visit(Next::Open(Self(tile | kept)), halvings);
                    }
                }
            }
        }
    }

    fn has_island(self, island: u64) -> bool {
        let wanted = FIRST_TILE + 2 * island;
        let mut tiles = self.tiles();
        while tiles != 0 {
            let at = tiles.trailing_zeros();
            if (self.0 >> at & 15) & !1 == wanted {
                return true;
            }
            tiles &= tiles - 1;
        }
        false
    }
}
