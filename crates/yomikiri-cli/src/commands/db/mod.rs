//! `db`: databases of Amazons endgames.

mod build;
mod exceptions;
mod query;
mod stats;
mod verify;

use crate::Ending;
use crate::arguments::{Db, Display};
use std::io::Write;
use std::num::{NonZeroU16, NonZeroUsize};

pub(crate) fn run(arguments: &Db, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match arguments {
        Db::Build(build) => build::run(build, display, out),
        Db::Verify(verify) => verify::run(verify, display, out),
        Db::Query(query) => query::run(query, display, out),
        Db::Stats(stats) => stats::run(stats, display, out),
        Db::Exceptions(exceptions) => exceptions::run(exceptions, display, out),
    }
}

/// So many threads, or as many as there are cores.
fn threads(asked: Option<NonZeroU16>) -> NonZeroUsize {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.map_or(cores, NonZeroUsize::from)
}
