//! The board as tiles on squares, counted from the first tile.
//!
//! The lines that have won are traced tile by tile: this happens once, after a game, and keeps the table of line ends free of
//! what only a picture needs.

use crate::diagram::letter;
use crate::grid::Cell;
use crate::lines::End;
use crate::notation::column_letters;
use crate::position::{Placed, Position, Turn};
use crate::tile::{Colour, Side};
use std::collections::HashSet;
use yomikiri_game::{Laid, Layout, Piece, Player, Square};

impl Position {
    fn square(&self, cell: Cell) -> Square {
        let origin = i32::from(self.grid.origin());
        Square { x: i32::from(self.grid.column(cell)) - origin, y: i32::from(self.grid.row(cell)) - origin }
    }

    /// The end of the line that leaves a tile through a side, and the tiles on the way; `None` for the end of a closed line.
    fn follow(&self, start: Cell, mut side: Side, colour: Colour) -> (Vec<Cell>, Option<End>) {
        let (mut cell, mut way) = (start, Vec::new());
        loop {
            let next = self.grid.across(cell, side);
            let entered = side.opposite();
            let Some(tile) = self.tile(next) else {
                return (way, Some(End::new(next, entered)));
            };
            if next == start {
                return (way, None);
            }
            way.push(next);
            let (a, b) = tile.ends(colour);
            (cell, side) = (next, if a == entered { b } else { a });
        }
    }
}

impl Laid for Position {
    fn layout(&self) -> Layout {
        let corner = self.square(self.grid.cell(self.extent.top, self.extent.left));
        let (columns, rows) =
            if self.is_empty() { (0, 0) } else { (self.extent.width(), self.extent.height()) };
        let piece = |placed: &Placed| (self.square(placed.cell), Piece::Tile(letter(placed.tile)));
        Layout {
            corner,
            columns: (1..=columns).map(column_letters).collect(),
            rows: (1..=rows).map(|row| row.to_string()).collect(),
            floats: Some(self.rules().largest_span()),
            wraps: false,
            any_order: false,
            pieces: self.journal.iter().map(piece).collect(),
        }
    }

    fn squares(&self, turn: Turn) -> Vec<Square> {
        vec![self.square(turn.cell())]
    }

    fn winning(&self) -> Vec<(Square, Player)> {
        let reach = self.reach(self.extent);
        let (mut seen, mut winning) = (HashSet::new(), Vec::new());
        for placed in &self.journal {
            for colour in Colour::BOTH {
                if !seen.insert((placed.cell, colour as u8)) {
                    continue;
                }
                let (a, b) = placed.tile.ends(colour);
                let (mut way, first) = self.follow(placed.cell, a, colour);
                let is_winning = match first {
                    None => true,
                    Some(first) => {
                        let (rest, second) = self.follow(placed.cell, b, colour);
                        way.extend(rest);
                        second.is_some_and(|second| self.spans(reach, (first, second)))
                    }
                };
                seen.extend(way.iter().map(|&cell| (cell, colour as u8)));
                if is_winning {
                    let cells = way.into_iter().chain([placed.cell]);
                    winning.extend(cells.map(|cell| (self.square(cell), colour.player())));
                }
            }
        }
        winning
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use yomikiri_game::play_line;

    fn winning(rules: &str, moves: &str) -> Vec<(i32, i32, Player)> {
        let rules: Rules = rules.parse().expect("rules");
        let position = play_line(Position::new(rules), moves).expect("legal").position;
        let mut squares: Vec<_> =
            position.winning().into_iter().map(|(Square { x, y }, player)| (x, y, player)).collect();
        squares.sort_unstable_by_key(|&(x, y, _)| (y, x));
        squares
    }

    #[test]
    fn a_loop_is_found_and_an_open_game_has_none() {
        let red = Player::Second;
        assert_eq!(winning("trax", r"@0/ B1\ A2\"), [(0, 0, red), (1, 0, red), (0, 1, red), (1, 1, red)]);
        assert!(winning("trax", r"@0/ B1\").is_empty());
    }

    #[test]
    fn a_line_is_found() {
        let white = Player::First;
        assert_eq!(winning("trax:3x3", "@0+ A2+ A3+"), [(0, 0, white), (0, 1, white), (0, 2, white)]);
    }

    #[test]
    fn squares_stay_where_they_are_when_the_box_grows() {
        let mut position = play_line(Position::new(Rules::unlimited()), "@0+").expect("legal").position;
        let before = position.layout();
        position = play_line(position, "@1+").expect("legal").position;
        let after = position.layout();
        assert_eq!((before.corner, after.corner), (Square { x: 0, y: 0 }, Square { x: -1, y: 0 }));
        assert!(after.pieces.starts_with(&before.pieces));
        assert_eq!(after.columns, ["A", "B"]);
    }
}
