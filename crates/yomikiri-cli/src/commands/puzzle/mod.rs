//! `puzzle`: mate problems in Trax.

mod check;
mod daily;
mod export;
mod make;
mod solve;

use crate::Ending;
use crate::arguments::{Display, Puzzle};
use crate::commands::read;
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use yomikiri_trax::puzzle;

pub(crate) fn run(puzzle: &Puzzle, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match puzzle {
        Puzzle::Solve(solve) => solve::run(solve, display, out),
        Puzzle::Make(make) => make::run(make, display, out),
        Puzzle::Check(check) => check::run(check, display, out),
        Puzzle::Export(export) => export::run(export, display, out),
        Puzzle::Daily(daily) => daily::run(daily, display, out),
    }
}

/// The problems of a file, each with the number of its line, and what the file is called.
fn read_puzzles(file: &Path) -> anyhow::Result<(String, Vec<(usize, puzzle::Puzzle)>)> {
    let path = file.display().to_string();
    let bytes = read(file).with_context(|| format!("cannot read {path}"))?;
    let puzzles = puzzle::parse_puzzles(&bytes).with_context(|| path.clone())?;
    Ok((path, puzzles))
}
