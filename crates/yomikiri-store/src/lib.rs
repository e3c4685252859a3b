//! What Yomikiri keeps on disk.
//!
//! | module | what it holds |
//! |---|---|
//! | [`checkpoint`] | a search that was interrupted, to be gone on with |
//! | [`proof`] | proofs, for the checker |
//! | [`replace`] | files that are there in full or not at all |
//!
//! Formats read any `Read` and write any `Write`; no module knows a game or a method.

pub mod checkpoint;
pub mod proof;
pub mod replace;
