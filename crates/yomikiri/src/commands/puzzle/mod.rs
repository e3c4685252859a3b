//! `puzzle`: mate problems in Trax.

mod check;
pub(crate) mod evaluate;
mod export;
mod make;
mod solve;

pub(crate) use solve::side_name;

use crate::Ending;
use crate::arguments::{Display, Puzzle};
use std::io::Write;

pub(crate) fn run(puzzle: &Puzzle, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match puzzle {
        Puzzle::Solve(solve) => solve::run(solve, display, out),
        Puzzle::Make(make) => make::run(make, display, out),
        Puzzle::Check(check) => check::run(check, display, out),
        Puzzle::Export(export) => export::run(export, display, out),
    }
}
