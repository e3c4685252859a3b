//! Positional games: generalised tic-tac-toe and its kin.
//!
//! Harary's generalised tic-tac-toe: the players put stones on a board, and whoever first owns all cells of
//! some copy of an animal (a polyomino, turned and flipped at will) wins. GTTT(p, q) has p stones a turn and q
//! in the first; the board may be a torus. All of these, k in a row, and games given by their winning sets
//! are one machine: cells, winning sets, turns.
//!
//! | module | what it holds |
//! |---|---|
//! | `animal` | [`Animal`]: shapes by name or drawing |
//! | `board` | [`Board`]: where shapes fit, symmetries |
//! | `rules` | [`Rules`]: rule sets and their names |
//! | `arena` | [`Arena`]: what stays the same during a game |
//! | `position` | [`Position`]: play, undo, keys |
//! | `narrow` | immediate wins, forced blocks, lost causes |
//! | `notation`, `drawing`, `layout` | text, pictures, stones on squares |
//! | `exact` | positions as text and as bytes, turns as numbers |
//! | `pg` | the positional games format |
//!
//! ```
//! use yomikiri_game::{Game, Played, Outcome, Player, play_line, Status};
//! use yomikiri_polyomino::{Arena, Position, Rules};
//!
//! let rules: Rules = "gttt:3x3,animal=el".parse()?;
//! let line = play_line(Position::<1>::new(Arena::of_rules(&rules)), "b2 a1 b1 c3 c2")?;
//! assert_eq!(line.status, Status::Over(Outcome::Win(Player::First)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animal;
mod arena;
mod board;
mod cells;
mod drawing;
mod exact;
mod layout;
mod narrow;
mod notation;
pub mod pg;
mod position;
pub mod rules;

pub use animal::{Animal, AnimalError, Shape};
pub use arena::Arena;
pub use board::{Board, Surface};
pub use cells::Cells;
pub use notation::TurnError;
pub use position::Position;
pub use rules::{Goal, Rules, Winner};
