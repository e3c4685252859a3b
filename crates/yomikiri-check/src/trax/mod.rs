//! The rules of Trax, written to be read beside the rules.
//!
//! Nothing here is incremental. The tiles in play are a plain map from cell to
//! tile (`layout`); the box around them, the spaces next to them and the
//! lines entering a space are looked up afresh whenever they are asked for;
//! every line is traced step by step (`lines`). Each file holds one
//! paragraph of the rules:
//!
//! - `edge`, `tile`: the square tile and its six placements;
//! - `layout`: the tiles in play, their box, the spaces around them;
//! - `placement`: where a tile may be placed, and the turn this makes;
//! - `forced`: the forced plays that follow a placed tile;
//! - `lines`: loops and victory lines;
//! - `ending`: who has won, after a turn;
//! - `notation`: how a move is written;
//! - `rules`: the options of a game;
//! - `board`: the game itself, which puts the above together.
//!
//! `arrays` has the same rules again, less plain and much faster, for the checking of proofs.

mod arrays;
mod board;
mod edge;
mod ending;
mod forced;
mod layout;
mod lines;
mod notation;
mod placement;
mod rejected;
mod rules;
mod side;
mod tile;

pub use arrays::Trax;
pub use board::Board;
pub use ending::{How, Status};
pub use rejected::Rejected;
pub use rules::{Full, Rules, Stuck};
pub use side::Side;
