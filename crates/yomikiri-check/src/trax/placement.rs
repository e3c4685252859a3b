//! Where a tile may be placed, and the turn this makes.

use super::edge::Cell;
use super::forced;
use super::layout::{Extent, Layout};
use super::notation::{Move, Place, Sign};
use super::rejected::Rejected;
use super::rules::Rules;
use super::tile::Tile;

/// Where the first tile of a game lies.
const ORIGIN: Cell = (0, 0);

/// How the place of the first tile is written: `@0`.
const OPENING_PLACE: Place = Place { column: 0, row: 0 };

/// The tile of each of the two first moves, `@0+` and `@0/`.
const OPENING_TILES: [Tile; 2] = [Tile::WhiteNorthSouth, Tile::WhiteNorthWest];

/// Every move that could be worth trying: each sign on each space. Which of
/// them are legal, [`turn`] tells.
pub fn candidates(layout: &Layout) -> Vec<Move> {
    let places: Vec<Place> = match layout.extent() {
        None => vec![OPENING_PLACE],
        Some(extent) => layout.spaces().into_iter().filter_map(|space| extent.place_of(space)).collect(),
    };
    let mut candidates = Vec::new();
    for place in places {
        for sign in Sign::ALL {
            candidates.push(Move { place, sign });
        }
    }
    candidates
}

/// The layout after a whole turn that begins with the given move, or why there
/// is no such turn.
pub fn turn(before: &Layout, rules: &Rules, played: Move) -> Result<Layout, Rejected> {
    let Some(extent) = before.extent() else {
        return first_turn(played);
    };
    let cell = extent.cell_of(played.place).ok_or(Rejected::NotAdjacent)?;
    if before.tile_at(cell).is_some() {
        return Err(Rejected::Occupied);
    }
    if !before.is_adjacent(cell) {
        return Err(Rejected::NotAdjacent);
    }
    fits_the_box(extent.including(cell), rules)?;
    // A neighbour fixes the colour of one edge, and with it the colouring of
    // the sign: at most one tile is found.
    let tile = Tile::ALL
        .into_iter()
        .find(|&tile| tile.sign() == played.sign && before.matches(cell, tile))
        .ok_or(Rejected::ColoursDoNotMatch)?;
    forced::play_out(before, cell, tile).map_err(|found| Rejected::ThreeLines {
        colour: found.colour,
        // The space has tiles on three sides, so it is inside the new box,
        // which reaches one step beyond the old one at most: it has a name.
        space: extent.place_of(found.space).map_or_else(|| "a space".to_owned(), |place| place.to_string()),
    })
}

/// The first turn of a game: one tile, placed where there is nothing yet.
fn first_turn(played: Move) -> Result<Layout, Rejected> {
    if played.place != OPENING_PLACE {
        return Err(Rejected::NotAnOpening);
    }
    let tile =
        OPENING_TILES.into_iter().find(|tile| tile.sign() == played.sign).ok_or(Rejected::NotAnOpening)?;
    let mut layout = Layout::default();
    layout.put(ORIGIN, tile);
    Ok(layout)
}

/// Whether a box is small enough. Only the placed tile can make it larger.
fn fits_the_box(extent: Extent, rules: &Rules) -> Result<(), Rejected> {
    let limit = rules.greatest_span();
    if extent.height() > u32::from(limit) || extent.width() > u32::from(limit) {
        return Err(Rejected::OutsideBox { limit });
    }
    Ok(())
}
