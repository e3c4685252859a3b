//! The board in lines.
//!
//! A tile is a square with two lines on it, straight or a quarter of a circle around a corner. Columns and rows are
//! named as in notation.

use crate::diagram::Diagram;
use crate::notation::column_letters;
use crate::position::{Position, Turn};
use crate::tile::{Colour, Side, Tile};
use yomikiri_game::{Ink, Point, Sketch, Stroke};

/// The middle of a side of the square whose top left corner is there.
fn middle(at: Point, side: Side) -> Point {
    let (dx, dy) = match side {
        Side::North => (0.5, 0.0),
        Side::East => (1.0, 0.5),
        Side::South => (0.5, 1.0),
        Side::West => (0.0, 0.5),
    };
    Point { x: at.x + dx, y: at.y + dy }
}

/// The strokes of a tile. The line that goes straight down lies above the one that goes across.
fn tile_strokes(at: Point, tile: Tile) -> impl Iterator<Item = Stroke> {
    let line = move |colour: Colour| {
        let (a, b) = tile.ends(colour);
        let (from, to) = (middle(at, a), middle(at, b));
        // The corner between two sides is where they would meet.
        let bent = a.opposite() != b;
        let corner = |a: f64, b: f64, edge: f64| if a == edge + 0.5 { b } else { a };
        let around = bent.then(|| Point { x: corner(from.x, to.x, at.x), y: corner(from.y, to.y, at.y) });
        let ink = if colour == Colour::White { Ink::First } else { Ink::Second };
        Stroke::Line { ink, from, to, around }
    };
    let down = if tile.white() & Side::North.bit() != 0 { Colour::White } else { Colour::Red };
    let across = if down == Colour::White { Colour::Red } else { Colour::White };
    [Stroke::Ground(at), line(across), line(down)].into_iter()
}

/// A diagram with some spaces pointed out, by row and column from the corner of the box; −1 is just outside.
fn sketch(diagram: &Diagram, marks: &[(i32, i32)]) -> Sketch {
    let (height, width) = (i32::from(diagram.height()), i32::from(diagram.width()));
    let rows = || marks.iter().map(|&(row, _)| row);
    let columns = || marks.iter().map(|&(_, column)| column);
    let (top, left) = (rows().min().unwrap_or(0).min(0), columns().min().unwrap_or(0).min(0));
    let bottom = rows().max().unwrap_or(0).max(height - 1);
    let right = columns().max().unwrap_or(0).max(width - 1);
    let at = |row: i32, column: i32| Point { x: f64::from(column - left), y: f64::from(row - top) };
    let mut strokes = Vec::new();
    for ((row, column), tile) in diagram.tiles() {
        strokes.extend(tile_strokes(at(row.into(), column.into()), tile));
    }
    for &(row, column) in marks {
        strokes.push(Stroke::Space(at(row, column)));
        strokes.push(Stroke::Mark(at(row, column)));
    }
    for column in 0..diagram.width() {
        let Point { x, .. } = at(0, column.into());
        strokes.push(Stroke::Label(Point { x: x + 0.5, y: -0.3 }, column_letters(column + 1)));
    }
    for row in 0..diagram.height() {
        let Point { y, .. } = at(row.into(), 0);
        strokes.push(Stroke::Label(Point { x: -0.3, y: y + 0.5 }, (row + 1).to_string()));
    }
    Sketch { width: f64::from(right - left + 1), height: f64::from(bottom - top + 1), strokes }
}

impl Diagram {
    /// The diagram as a drawing made of lines.
    #[must_use]
    pub fn sketch(&self) -> Sketch {
        sketch(self, &[])
    }
}

impl Position {
    /// The position as a drawing made of lines.
    #[must_use]
    pub fn sketch(&self) -> Sketch {
        self.diagram().sketch()
    }

    /// The position drawn with the spaces of some turns pointed out.
    #[must_use]
    pub fn sketch_with(&self, turns: &[Turn]) -> Sketch {
        let place = |turn: &Turn| {
            let cell = turn.cell();
            let row = i32::from(self.grid.row(cell)) - i32::from(self.extent.top);
            (row, i32::from(self.grid.column(cell)) - i32::from(self.extent.left))
        };
        let mut marks: Vec<_> = turns.iter().map(place).collect();
        marks.sort_unstable();
        marks.dedup();
        sketch(&self.diagram(), &marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use yomikiri_game::{Game, play_line};

    #[test]
    fn lines_run_on_from_tile_to_tile() {
        let line = play_line(Position::new(Rules::unlimited()), r"@0/ B1\ A2\ ").expect("legal");
        let sketch = line.position.sketch();
        assert_eq!((sketch.width, sketch.height), (2.0, 2.0));
        // The red loop: four quarters of circles around the middle.
        let centre = Point { x: 1.0, y: 1.0 };
        let of_loop = |stroke: &&Stroke| matches!(stroke, Stroke::Line { ink: Ink::Second, around, .. } if *around == Some(centre));
        assert_eq!(sketch.strokes.iter().filter(of_loop).count(), 4);
        assert_eq!(sketch.strokes.iter().filter(|stroke| matches!(stroke, Stroke::Ground(_))).count(), 4);
    }

    #[test]
    fn marks_outside_the_box_make_room() {
        let position = play_line(Position::new(Rules::unlimited()), "@0+").expect("legal").position;
        let mut turns = Vec::new();
        position.moves(&mut turns);
        let sketch = position.sketch_with(&turns);
        assert_eq!((sketch.width, sketch.height), (3.0, 3.0));
        let marks = |stroke: &&Stroke| matches!(stroke, Stroke::Mark(_));
        assert_eq!(sketch.strokes.iter().filter(marks).count(), 4);
        assert!(sketch.strokes.contains(&Stroke::Label(Point { x: 1.5, y: -0.3 }, "A".to_owned())));
    }
}
