//! What Yomikiri keeps on disk.
//!
//! | module | what it holds |
//! |---|---|
//! | [`checkpoint`] | a search that was interrupted, to be gone on with |
//! | [`proof`] | proofs, for the checker |
//! | [`graph`] | databases of values: tables of positions, the graph of games they point into, thermographs |
//! | [`container`] | files of named sections with a version and checksums |
//! | `compression` | compressed frames, by one of two implementations |
//! | `lock` | one writer at a time |
//! | [`packed`] | arrays of numbers of a few bits each |
//! | `replace` | files that are there in full or not at all |
//!
//! Formats read any `Read` and write any `Write`; no module knows a game or a method: what the numbers mean is the
//! business of whoever wrote them.
//!
//! On wasm, which has no files, `replace` is missing, and a database is read from bytes instead of a path. What is
//! compressed there is larger, and readable everywhere.

pub mod checkpoint;
mod compression;
pub mod container;
pub mod graph;
#[cfg(not(target_family = "wasm"))]
pub mod lock;
pub mod packed;
pub mod proof;
#[cfg(not(target_family = "wasm"))]
pub mod replace;
