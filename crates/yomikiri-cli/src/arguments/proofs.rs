//! Proofs: to be checked, or to be used as books.

use super::{parse_threads, registry};
use clap::Args;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::Arc;
use yomikiri::books::{BookError, Books};
use yomikiri::quantity::{Bytes, Span};
use yomikiri_game::Stop;

/// Proofs that are consulted.
#[derive(Debug, Default, Args)]
pub(crate) struct Shelf {
    /// Proof to look positions up in before anything is searched; a folder stands for all files *.proof in it. It is
    /// believed: check it first. May be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Vec<PathBuf>,
}

impl Shelf {
    /// The books.
    pub(crate) fn open(&self, stop: &Stop) -> Result<Arc<Books>, BookError> {
        Books::read(&self.book, registry().referees(), stop).map(Arc::new)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The proof files, or - for standard input. A folder stands for all files *.proof in it
    ///
    /// With several files it also says what their claims say together about the position at which they begin, and which
    /// pieces are missing.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroU16>,

    /// Give up after this time, such as 90s or 10m
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<Span>,

    /// Memory of the check, such as 512M or 2G [default: no limit]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<Bytes>,

    /// Also tell what the proof says after these moves from the position of the claim; "" for that position itself
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,

    /// The claim that --after is about, if the proof has several
    #[arg(long, value_name = "N", default_value_t = NonZeroU16::MIN, requires = "after")]
    pub(crate) claim: NonZeroU16,
}
