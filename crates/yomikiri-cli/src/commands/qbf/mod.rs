//! `qbf`: games as quantified Boolean formulas.

pub(crate) mod arguments;
mod check;
mod compare;
mod decide;
mod encode;
mod solve;
mod strategy;

use crate::Ending;
use crate::arguments::Display;
use arguments::{Qbf, Verb};
use std::io::Write;

pub(crate) fn run(arguments: &Qbf, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match &arguments.verb {
        Verb::Encode(encode) => encode::run(encode, display, out),
        Verb::Solve(solve) => solve::run(solve, display, out),
        Verb::Check(check) => check::run(check, display, out),
        Verb::Strategy(strategy) => strategy::run(strategy, display, out),
        Verb::Decide(decide) => decide::run(decide, display, out),
        Verb::Compare(compare) => compare::run(compare, display, out),
    }
}
