//! Trax: tiles with a white and a red line, chains of forced tiles, loops and lines that win.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the rule sets and their names: `trax`, `trax:6x6`, `trax:5x5,line=8,stuck=draw` |
//! | [`tile`] | sides, colours, the six tiles, and tables of what fits where |
//! | [`position`] | the board: play, chains, undo, the end of the game |
//! | `lines` | which open end of a line belongs to which |
//! | `grid` | where the cells are in memory |
//! | `hash` | keys that are the same for all symmetric positions |
//! | `field` | the arithmetic of the keys |
//! | `trial` | what a placement would do, found out as cheaply as possible |
//! | `tactics` | immediate wins and threats, seen faster than by trying every pair of moves |
//! | `threats` | what either player would win by, by shape and by trial |
//! | [`shapes`] | the classic shapes of threats, by name |
//! | `appraisal` | how good a position looks |
//! | [`notation`] | moves as text |
//! | [`diagram`] | the exact position as cells, and its symmetries |
//! | `position_text` | positions as text, and what makes tiles a position |
//! | [`drawing`] | the board in characters |
//! | `sketching` | the board in lines |
//! | `layout` | the board as tiles on squares, and the lines that have won |
//! | [`record`] | files of games |
//! | [`puzzle`] | files of mate problems |
//! | [`census`] | how many positions there are |
//!
//! The rules proper are all in [`position`]; an independent, plain version of them is in `yomikiri-check`,
//! and the tests of this crate compare the two.
//!
//! # References
//! - K. Kuwabara and K. Hoki, *An attempt to find the game value of Limited TRAX*, IPSJ SIG Technical
//!   Report 2017-GI-37 (n×n boards, the rule for a player without a move).
//! - D. G. Bailey, *Trax Strategy for Beginners*, 2nd edition, 1997 (the rules of the game).

mod appraisal;
pub mod census;
pub mod diagram;
pub mod drawing;
mod exact;
mod field;
mod future;
mod grid;
mod hash;
mod layout;
mod lines;
mod live;
pub mod notation;
pub mod position;
mod position_text;
pub mod puzzle;
pub mod record;
pub mod rules;
pub mod shapes;
mod sketching;
mod tactics;
mod threats;
pub mod tile;
mod trial;

pub use position::{Ending, Position, Turn};
pub use rules::Rules;
