//! Drawings: boards, plots and thermographs, as SVG, TikZ and Unicode.
//!
//! | module | what it holds |
//! |---|---|
//! | `svg` | the elements of an SVG file, as text |
//! | `board` | a position ([`yomikiri_game::Sketch`]) |
//! | `plot` | points against two axes, plain or logarithmic |
//! | [`thermograph`] | thermographs, one or several in one frame |
//! | [`squares`] | boards of squares with amazons and arrows |
//! | [`piece`] | pieces of SVG, put side by side or below each other |
//! | `braille` | fine lines in a terminal |
//!
//! It knows no game and no method, and writes no file: every drawing is a text.

mod board;
mod braille;
pub mod piece;
mod plot;
pub mod squares;
mod svg;
pub mod thermograph;

pub use board::{board, board_sheet};
pub use plot::{Axis, Marker, Plot, Series};
pub use svg::escape;
