//! Drawings: thermographs and boards of squares, as SVG, TikZ and Unicode.
//!
//! It knows neither games nor methods: whoever wants a drawing hands over corners and characters. It does no
//! I/O; every drawing is a text.
//!
//! | module | what it draws |
//! |---|---|
//! | [`thermograph`] | thermographs, one or several in one frame |
//! | [`squares`] | boards of squares with amazons and arrows |
//! | [`svg`] | pieces of SVG, put side by side or below each other |
//! | `braille` | fine lines in a terminal |

mod braille;
pub mod squares;
pub mod svg;
pub mod thermograph;
