//! Drawing: boards and plots as SVG.
//!
//! | module | what it holds |
//! |---|---|
//! | `svg` | the elements of an SVG file, as text |
//! | `board` | a position ([`yomikiri_game::Sketch`]) |
//! | `plot` | points against two axes, plain or logarithmic |
//!
//! It knows no game and no method, and writes no file.

mod board;
mod plot;
mod svg;

pub use board::{board, board_sheet};
pub use plot::{Axis, Marker, Plot, Series};
pub use svg::escape;
