//! Tiles as masks, and what the neighbours of a cell ask of it.

/// Sides of a cell as bits: north 1, east 2, south 4, west 8.
pub(super) type Sides = u8;

pub(super) const NORTH: Sides = 1;
pub(super) const EAST: Sides = 2;
pub(super) const SOUTH: Sides = 4;
pub(super) const WEST: Sides = 8;
const ALL: Sides = 15;

/// The sides that are white, as in the bytes of a position; 0 where there is no tile.
pub(super) type Tile = u8;

pub(super) const NO_TILE: Tile = 0;

pub(super) fn is_tile(tile: u8) -> bool {
    tile <= ALL && tile.count_ones() == 2
}

/// The tiles of the three kinds in one of their two colourings: `/`, `\`, `+`. The other one is its complement.
pub(super) const KINDS: [Tile; 3] = [NORTH | WEST, NORTH | EAST, NORTH | SOUTH];

pub(super) const fn opposite(side: Sides) -> Sides {
    ((side << 2) | (side >> 2)) & ALL
}

/// The two sides of the white or the red line of a tile.
pub(super) fn line(tile: Tile, white: bool) -> Sides {
    if white { tile } else { tile ^ ALL }
}

/// What enters a cell from its neighbours: in the low half the sides at which tiles lie, in the high half those at
/// which the line is white.
pub(super) type Entering = u8;

pub(super) const NOTHING: Entering = 0;

/// Whether a tile lies at the side.
pub(super) fn has_neighbour(entering: Entering, side: Sides) -> bool {
    entering & side != 0
}

/// What a tile sends into the cell that has it at `side`.
pub(super) fn sent(tile: Tile, side: Sides) -> Entering {
    let white = tile & opposite(side) != 0;
    if white { side | (side << 4) } else { side }
}

/// Whether a tile continues what enters its cell.
pub(super) fn continues(tile: Tile, entering: Entering) -> bool {
    tile & entering & ALL == entering >> 4
}

/// The tile of a kind that continues what enters, if one does. At most one can, once something enters.
pub(super) fn fitting(entering: Entering, kind: usize) -> Option<Tile> {
    let (sides, white) = (entering & ALL, entering >> 4);
    let tile = KINDS[kind];
    if tile & sides == white {
        Some(tile)
    } else if (tile ^ ALL) & sides == white {
        Some(tile ^ ALL)
    } else {
        None
    }
}

/// What follows from the lines that enter an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Nothing.
    Nothing,
    /// Two lines of a colour enter: they must be joined by this tile.
    Forced(Tile),
    /// Three lines of a colour enter: no tile fits.
    Impossible,
}

const fn what_is_asked(entering: Entering) -> Asked {
    let white = entering >> 4;
    let red = (entering & ALL) & !white;
    match (white.count_ones(), red.count_ones()) {
        (3.., _) | (_, 3..) => Asked::Impossible,
        (2, _) => Asked::Forced(white),
        (_, 2) => Asked::Forced(red ^ ALL),
        _ => Asked::Nothing,
    }
}

const ASKED: [Asked; 256] = {
    let mut asked = [Asked::Nothing; 256];
    let mut entering = 0;
    while entering < 256 {
        asked[entering] = what_is_asked(entering as u8);
        entering += 1;
    }
    asked
};

pub(super) fn asked(entering: Entering) -> Asked {
    ASKED[usize::from(entering)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_two_lines_and_there_are_six() {
        for tile in (0..=255).filter(|&tile| is_tile(tile)) {
            let (white, red) = (line(tile, true), line(tile, false));
            assert_eq!((white.count_ones(), red.count_ones(), white | red), (2, 2, ALL));
        }
        assert_eq!((0..=255).filter(|&tile| is_tile(tile)).count(), 6);
    }

    #[test]
    fn forced_tiles_fit() {
        for sides in 0..=ALL {
            for white in (0..=ALL).filter(|white| white & !sides == 0) {
                let entering = sides | (white << 4);
                let fitting: Vec<Tile> = (0..3).filter_map(|kind| fitting(entering, kind)).collect();
                match asked(entering) {
                    Asked::Impossible => assert_eq!(fitting, []),
                    Asked::Forced(tile) => assert_eq!(fitting, [tile]),
                    Asked::Nothing => assert!(fitting.len() >= 2, "{entering}"),
                }
            }
        }
    }
}
