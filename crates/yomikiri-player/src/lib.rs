//! A player of Trax, and what it knows for certain.
//!
//! | module | what it holds |
//! |---|---|
//! | `reading` | who has a forced win at a position: certain ([`Reader`]) |
//! | `lookahead` | alpha-beta with an appraisal: estimates ([`look_ahead`]) |
//! | `player` | a move against the clock, by both ([`Player`]) |
//!
//! It is a crate of its own because it is neither game nor method: it knows Trax and the searches, and the library
//! `yomikiri` offers it to every front end.

mod lookahead;
mod player;
mod reading;

pub use lookahead::{Estimate, look_ahead};
pub use player::{Choice, Player, Strength, Why};
pub use reading::{Budget, Found, Loss, Reader, Reading, Win};
