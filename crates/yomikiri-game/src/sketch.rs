//! A position as a drawing made of lines.
//!
//! Like a [`Picture`](crate::Picture) it says what each stroke belongs to, not how it is painted, and it knows no
//! file format: lengths are in spaces of the board, with the origin at its top left corner.

use crate::Ink;

/// A place on a drawing, in spaces of the board to the right of and below its corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// One element of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    /// A square of the board with its top left corner there: what the lines lie on.
    Ground(Point),
    /// An empty square, if there is something to say about it.
    Space(Point),
    /// A line of a player from one point to another, curved as by a quarter of a circle if a centre is given.
    Line {
        /// Whose.
        ink: Ink,
        /// Its beginning.
        from: Point,
        /// Its end.
        to: Point,
        /// The centre of the circle, if it is bent.
        around: Option<Point>,
    },
    /// A square that is pointed out, its top left corner there.
    Mark(Point),
    /// A text, centred there.
    Label(Point, String),
}

/// A drawing of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// The number of columns.
    pub width: f64,
    /// The number of rows.
    pub height: f64,
    /// What is drawn, from back to front.
    pub strokes: Vec<Stroke>,
}
