//! Amazons.
//!
//! An amazon moves like a queen in chess, then shoots an arrow, again like a queen's move, from where she
//! has arrived; the square that she has just left is free for it. Arrows stay, and nothing is ever removed.
//! Nobody passes over anything. Who cannot move loses.
//!
//! | module | what it holds |
//! |---|---|
//! | [`board`] | what is where, as text and as bits; symmetry |
//! | `geometry` | the straight lines of a board |
//! | [`moves`] | moves and their notation |
//! | [`position`] | a board and whose move it is: the game |
//! | [`start`] | the boards that games start from, and their names |
//! | [`regions`] | the parts that a board has fallen into, and both players' options in them |
//! | `territory` | regions of one colour |
//! | [`endgames`] | all boards of a small box, numbered, for tables of values |
//! | `exact` | positions as text and as bytes, moves as numbers |
//! | `drawing` | the board in characters |
//! | `layout` | the board as pieces on squares |
//! | `appraisal` | how good a position looks |
//!
//! Left and the first player are the same, and so are `x` and Black; Right, the second player, is `o` and
//! White.

mod appraisal;
pub mod board;
mod drawing;
pub mod endgames;
mod exact;
mod geometry;
mod layout;
pub mod moves;
pub mod position;
pub mod regions;
pub mod start;
mod territory;

pub use board::Board;
pub use endgames::Endgames;
pub use moves::Move;
pub use position::Position;
pub use start::Start;
