//! Drawings: boards, plots and thermographs, as SVG, TikZ and Unicode.
//!
//! | module | what it holds |
//! |---|---|
//! | `svg` | the elements of an SVG file, as text |
//! | `board` | a position ([`yomikiri_game::Sketch`]) |
//! | `graph` | positions and what they lead to |
//! | `bars` | bars in groups |
//! | `plot` | points against two axes, plain or logarithmic |
//! | [`thermograph`] | thermographs, one or several in one frame |
//! | `tree` | the tree of a game, with the moves of either player on their side |
//! | [`squares`] | boards of squares with amazons and arrows |
//! | [`piece`] | pieces of SVG, put side by side or below each other |
//! | `braille` | fine lines in a terminal |
//!
//! It knows no game and no method, and writes no file: every drawing is a text.

mod bars;
mod board;
mod braille;
mod graph;
pub mod piece;
mod plot;
pub mod squares;
mod svg;
pub mod thermograph;
mod tree;

pub use bars::{BarSeries, Bars, Filling};
pub use board::{board, board_sheet};
pub use graph::{Graph, Node};
pub use plot::{Axis, Marker, Plot, Scaling, Series};
pub use svg::escape;
pub use tree::Tree;
