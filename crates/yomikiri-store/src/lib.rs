//! What lives on disk.
//!
//! | module | what it holds |
//! |---|---|
//! | [`container`] | files of named sections with a version and checksums, written whole or not at all |
//! | [`packed`] | arrays of numbers of a few bits each |
//! | [`graph`] | databases of values: tables of positions, the graph of games they point into, thermographs |
//!
//! It knows neither games nor methods: what the numbers mean is the business of whoever wrote them.

pub mod container;
pub mod graph;
pub mod packed;
