//! The rules of Trax a second time, in plain arrays, fast enough to check proofs with.
//!
//! A proof makes the checker play billions of moves; the rules beside this module, which look at everything
//! afresh, play some thousands a second. Here the tiles lie in an array with a rim of empty cells around it, every cell
//! remembers what enters it, forced plays wait in a queue, and after a move only the lines through new tiles are
//! looked at, by their ends. Moves are taken back by lifting the tiles again.
//!
//! - `tile`: a tile as the mask of its white sides; what the neighbours of a cell ask of it;
//! - `grid`: tiles on a board, and their box;
//! - `lines`: lines as pairs of ends, and loops;
//! - `position`: positions as bytes, images, and what is no position;
//! - `board`: turns, and the game as a referee sees it;
//! - `name`: the names of the games.
//!
//! Why lines that pass no new tile need not be looked at: a closed line was closed before. A victory line connects two
//! outermost edges; if the box has not grown in that direction, the line connected them before, and if it has, one
//! of them is in a row or column that has only new tiles. Before the move nobody had won.
//!
//! `tests/trax_arrays.rs` compares every move of thousands of games with the simple rules.

mod board;
mod grid;
mod lines;
mod name;
mod position;
mod tile;

pub use board::Trax;
