//! Tiny complete games.
//!
//! They keep the vocabulary honest (each stretches it in another direction), serve the tests of the
//! methods as second and third opinions beside the big games, and are the worked examples of
//! `CONTRIBUTING.md`.

mod boxes;
mod mnk;

pub use boxes::Boxes;
pub use mnk::{Mnk, MnkMoveError};
