//! The shapes of `--json`: one object per line. They are types of their own, so that the libraries stay
//! free of serialization and their names can change without breaking anybody's script.

use serde::Serialize;
use std::io::{self, Write};
use yomikiri::view;

/// Prints a shape of the common vocabulary on a line of its own.
pub(crate) fn line(out: &mut impl Write, shape: impl Into<view::Line>) -> io::Result<()> {
    writeln!(out, "{}", view::line(shape))
}

/// Prints one object on a line of its own.
pub(crate) fn print(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// `count --method exact`
#[derive(Debug, Serialize)]
pub(crate) struct CountLine {
    pub(crate) game: String,
    pub(crate) method: &'static str,
    /// All digits: such numbers are too large for most readers of JSON.
    pub(crate) configurations: String,
    pub(crate) divided_by_8: f64,
    pub(crate) seconds: f64,
}

/// `count --method 2-exact`
#[derive(Debug, Serialize)]
pub(crate) struct LimitLine {
    pub(crate) game: String,
    pub(crate) method: &'static str,
    /// What method 2 gives on average.
    pub(crate) limit: f64,
    pub(crate) divided_by_8: f64,
    pub(crate) seconds: f64,
}

/// `count`, by sampling. The numbers are of all configurations.
#[derive(Debug, Serialize)]
pub(crate) struct EstimateLine {
    pub(crate) game: String,
    pub(crate) method: &'static str,
    pub(crate) samples: u64,
    pub(crate) seed: u64,
    pub(crate) estimate: f64,
    /// Where the number is in 99 cases of 100.
    pub(crate) interval: [f64; 2],
    pub(crate) divided_by_8: f64,
    pub(crate) seconds: f64,
}

/// `count --method reachable`
#[derive(Debug, Serialize)]
pub(crate) struct ReachableLine {
    pub(crate) game: String,
    pub(crate) method: &'static str,
    pub(crate) by_ply: Vec<u64>,
    pub(crate) total: u64,
    /// Whether all positions of the game are among them.
    pub(crate) complete: bool,
    pub(crate) seconds: f64,
}
