//! The forced plays that follow a placed tile.

use super::edge::{Cell, Edge};
use super::layout::Layout;
use super::side::Side;
use super::tile::Tile;

/// Three lines of one colour enter one empty space, so the turn is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreeLines {
    pub space: Cell,
    pub colour: Side,
}

/// The layout after `tile` was placed on `cell` and every forced play was made.
///
/// Whether the tile may be placed there at all is not asked here.
///
/// Which of several forced plays is made first does not matter. Each waiting
/// space has its tile fixed by the two lines that enter it already; filling one
/// space can only bring a line to the other that its tile expects, or a third
/// one of the same colour. In the latter case the two fixed tiles disagree on
/// the edge between them, so that either order ends in an illegal turn.
pub fn play_out(before: &Layout, cell: Cell, tile: Tile) -> Result<Layout, ThreeLines> {
    let mut layout = before.clone();
    layout.put(cell, tile);
    loop {
        if let Some(violation) = find_three_lines(&layout) {
            return Err(violation);
        }
        match find_forced(&layout) {
            Some((space, forced)) => layout.put(space, forced),
            None => return Ok(layout),
        }
    }
}

/// A space which three or more lines of one colour enter.
fn find_three_lines(layout: &Layout) -> Option<ThreeLines> {
    for space in layout.spaces() {
        for colour in Side::BOTH {
            if layout.edges_entered(space, colour).len() >= 3 {
                return Some(ThreeLines { space, colour });
            }
        }
    }
    None
}

/// A space which two lines of one colour enter, and the tile that joins them.
///
/// Such a space has tiles on two sides, hence lies inside the box already:
/// forced plays never make the box larger.
fn find_forced(layout: &Layout) -> Option<(Cell, Tile)> {
    for space in layout.spaces() {
        for colour in Side::BOTH {
            if let [one, other] = layout.edges_entered(space, colour)[..] {
                return Some((space, tile_joining(one, other, colour)?));
            }
        }
    }
    None
}

/// The one tile whose line of `colour` joins the two edges.
fn tile_joining(one: Edge, other: Edge, colour: Side) -> Option<Tile> {
    Tile::ALL.into_iter().find(|tile| tile.colour_at(one) == colour && tile.colour_at(other) == colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_two_edges_of_a_colour_are_joined_by_exactly_one_tile() {
        for colour in Side::BOTH {
            for one in Edge::ALL {
                for other in Edge::ALL.into_iter().filter(|&e| e != one) {
                    let joining = Tile::ALL
                        .iter()
                        .filter(|tile| tile.colour_at(one) == colour && tile.colour_at(other) == colour);
                    assert_eq!(joining.count(), 1);
                    assert!(tile_joining(one, other, colour).is_some());
                }
            }
        }
    }

    #[test]
    fn a_corner_with_two_lines_of_one_colour_is_filled() {
        // White N–W at the origin sends red south and red east. East of it,
        // red W–S turns that line south; the corner is still free. South of the
        // first tile, red N–E sends its line into the corner: two red lines.
        let mut before = Layout::default();
        before.put((0, 0), Tile::WhiteNorthWest);
        before.put((0, 1), Tile::WhiteNorthEast);
        let after = play_out(&before, (1, 0), Tile::WhiteSouthWest);
        let after = after.expect("the turn is legal");
        assert_eq!(after.tile_count(), 4);
        assert_eq!(after.tile_at((1, 1)), Some(Tile::WhiteSouthEast));
    }

    #[test]
    fn three_lines_of_one_colour_are_illegal() {
        // Three tiles around (1, 1), from the west, the north and the east,
        // each sending a white line into it.
        let mut before = Layout::default();
        before.put((1, 0), Tile::WhiteEastWest);
        before.put((1, 2), Tile::WhiteEastWest);
        let result = play_out(&before, (0, 1), Tile::WhiteNorthSouth);
        let expected = ThreeLines { space: (1, 1), colour: Side::White };
        assert_eq!(result, Err(expected));
    }
}
