//! The independent checker of Yomikiri.
//!
//! A solver that plays fast keeps clever structures, and clever structures
//! hide mistakes. This crate is the other opinion: it states the same things
//! in the plainest way that can be read beside the rules and agreed with, and
//! takes as long over it as it needs. It deliberately shares no code with the
//! solver and depends on no other crate of the workspace, so that a mistake
//! made there cannot be repeated here by construction.
//!
//! Today it holds reference rules, one module per game:
//!
//! - [`amazons`]: Amazons on any board;
//! - [`trax`]: Trax, unlimited and on square boards.
//!
//! It does no input or output of its own.

pub mod amazons;
pub mod trax;
