//! The independent checker of Yomikiri.
//!
//! A solver that plays fast keeps clever structures, and clever structures
//! hide mistakes. This crate is the other opinion: it states the same things
//! in the plainest way that can be read beside the rules and agreed with, and
//! takes as long over it as it needs. It deliberately shares no code with the
//! solver and depends on no other crate of the workspace, so that a mistake
//! made there cannot be repeated here by construction.
//!
//! It holds reference rules, one module per game, and the check of proofs:
//!
//! | module | what it holds |
//! |---|---|
//! | [`trax`] | Trax, unlimited and on square boards |
//! | [`polyomino`] | generalised tic-tac-toe on boards and tori |
//! | [`positional`] | positional games of all kinds, for proofs |
//! | [`amazons`] | Amazons on any board |
//! | [`toss`] | games described in the language of Toss |
//! | [`mnk`] | m,n,k-games |
//! | [`referee`] | what a game must know of itself for its proofs to be checked |
//! | [`proof`] | the reader and checker of proof files |
//! | [`formula`] | quantified Boolean formulas: certificates and traces of their solvers |
//! | [`strategy`] | strategies as text: a move for everything the opponent can do |
//!
//! It does no input or output of its own: a proof is read from any stream of bytes.

pub mod amazons;
pub mod formula;
pub mod mnk;
pub mod polyomino;
pub mod positional;
pub mod proof;
pub mod referee;
pub mod strategy;
pub mod toss;
pub mod trax;
