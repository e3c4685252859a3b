//! The board in characters.
//!
//! A tile is seven characters wide and three high. White lines are double, red lines single, so that the
//! board can be read without colours too:
//!
//! ```text
//!    ║          ╔╝      ╚╗
//! ───╫───    ══╝ ╭──  ──╮ ╚══
//!    ║          ╭╯      ╰╮
//! ```

use crate::diagram::Diagram;
use crate::position::Position;
use crate::tile::{Side, Sign, Tile};
use yomikiri_game::{Drawn, Ink, Picture};

const TILE_WIDTH: usize = 7;
const TILE_HEIGHT: usize = 3;

/// The strokes of one line in a tile: row, column, characters if white, characters if red.
type Strokes = &'static [(usize, usize, &'static str, &'static str)];

const NORTH_SOUTH: Strokes = &[(0, 3, "║", "│"), (1, 3, "║", "│"), (2, 3, "║", "│")];
const EAST_WEST: Strokes = &[(1, 0, "═══════", "───────")];
const NORTH_WEST: Strokes = &[(0, 2, "╔╝", "╭╯"), (1, 0, "══╝", "──╯")];
const SOUTH_EAST: Strokes = &[(1, 4, "╔══", "╭──"), (2, 3, "╔╝", "╭╯")];
const NORTH_EAST: Strokes = &[(0, 3, "╚╗", "╰╮"), (1, 4, "╚══", "╰──")];
const SOUTH_WEST: Strokes = &[(1, 0, "══╗", "──╮"), (2, 2, "╚╗", "╰╮")];

/// The strokes of a tile's two lines, the white one first.
fn strokes(tile: Tile) -> [Strokes; 2] {
    let white_north = tile.white() & Side::North.bit() != 0;
    let [north, other] = match tile.sign() {
        Sign::Plus => [NORTH_SOUTH, EAST_WEST],
        Sign::Slash => [NORTH_WEST, SOUTH_EAST],
        Sign::Backslash => [NORTH_EAST, SOUTH_WEST],
    };
    if white_north { [north, other] } else { [other, north] }
}

fn draw_tile(picture: &mut Picture, top: usize, left: usize, tile: Tile) {
    let [white, red] = strokes(tile);
    for &(row, column, text, _) in white {
        picture.write(top + row, left + column, text, Ink::First);
    }
    for &(row, column, _, text) in red {
        picture.write(top + row, left + column, text, Ink::Second);
    }
    if tile.sign() == Sign::Plus {
        // The lines cross: the crossing shows both, in the colour of the one that runs down.
        let (symbol, ink) =
            if tile.white() & Side::North.bit() != 0 { ('╫', Ink::First) } else { ('╪', Ink::Second) };
        picture.put(top + 1, left + 3, symbol, ink);
    }
}

/// The letters of a column, counted from 0.
fn column_name(column: u16) -> String {
    crate::notation::column_letters(column + 1)
}

impl Drawn for Diagram {
    fn picture(&self) -> Picture {
        let (height, width) = (usize::from(self.height()), usize::from(self.width()));
        let margin = height.to_string().len() + 1;
        let mut picture = Picture::new(margin + TILE_WIDTH * width, 1 + TILE_HEIGHT * height);
        for column in 0..self.width() {
            let name = column_name(column);
            picture.write(0, margin + TILE_WIDTH * usize::from(column) + 3, &name, Ink::Faint);
        }
        for row in 0..self.height() {
            let top = 1 + TILE_HEIGHT * usize::from(row);
            let number = format!("{:>1$}", row + 1, margin - 1);
            picture.write(top + 1, 0, &number, Ink::Faint);
            for column in 0..self.width() {
                let left = margin + TILE_WIDTH * usize::from(column);
                match self.tile(row, column) {
                    Some(tile) => draw_tile(&mut picture, top, left, tile),
                    None => picture.put(top + 1, left + 3, '·', Ink::Faint),
                }
            }
        }
        picture
    }

    /// One character a tile: the sides that its white line joins, as a double stroke.
    fn small_picture(&self) -> Picture {
        let mut picture = Picture::new(self.width().into(), self.height().into());
        for ((row, column), tile) in self.tiles() {
            let symbol = match tile.white() {
                0b0101 => '║',
                0b1010 => '═',
                0b1001 => '╝',
                0b0110 => '╔',
                0b0011 => '╚',
                _ => '╗',
            };
            picture.put(row.into(), column.into(), symbol, Ink::First);
        }
        picture
    }
}

impl Drawn for Position {
    fn picture(&self) -> Picture {
        self.diagram().picture()
    }

    fn small_picture(&self) -> Picture {
        self.diagram().small_picture()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use yomikiri_game::play_line;

    #[test]
    fn lines_run_on_from_tile_to_tile() {
        let line = play_line(Position::new(Rules::unlimited()), r"@0/ B1\ A2\ ").expect("legal");
        assert_eq!(
            line.position.picture().to_string(),
            [
                "     A      B",
                "    ╔╝      ╚╗",
                "1 ══╝ ╭────╮ ╚══",
                "     ╭╯    ╰╮",
                "     ╰╮    ╭╯",
                "2 ══╗ ╰────╯ ╔══",
                "    ╚╗      ╔╝",
                "",
            ]
            .join("\n")
        );
    }
}
