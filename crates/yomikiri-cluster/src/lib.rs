//! One coordinator and any number of workers that solve a game together.
//!
//! | module | what it holds |
//! |---|---|
//! | [`tree`] | the top of the search as a proof-number tree: a pure state machine |
//! | [`campaign`] | one question, given out in jobs: when to split, what an answer changes; pure as well |
//! | [`coordinator`] | gives out jobs, decides what to believe, keeps the truth |
//! | `roster`, `rules` | the workers that it has heard of; how it looks at a position |
//! | [`worker`] | does jobs |
//! | [`message`] | what they send each other |
//! | [`lemmas`], `proof` | proofs of pieces, and the proof of the whole |
//! | [`exchange`] | how messages travel: the two traits |
//! | [`local`] | in memory, between the threads of one process |
//! | [`nats`] | over NATS JetStream, between machines |
//! | [`store`] | the truth on disk |
//! | [`status`], [`metrics`] | how a run stands, for people and for Prometheus |
//! | [`exported`] | stores as text, to be passed on and merged |
//! | [`simulation`] | clusters of any size |
//!
//! Everything but `nats` is synchronous. `docs/cluster.md` explains how it is used, what it costs and what it survives.

pub mod campaign;
pub mod coordinator;
pub mod exchange;
pub mod exported;
pub mod lemmas;
pub mod local;
pub mod message;
pub mod metrics;
#[cfg(feature = "nats")]
pub mod nats;
mod piece;
mod processor;
mod proof;
mod roster;
mod rules;
pub mod simulation;
pub mod status;
pub mod store;
pub mod tree;
pub mod worker;

pub use coordinator::{Belief, CoordinatorError, Plan, coordinate};
