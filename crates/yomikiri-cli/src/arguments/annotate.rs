//! `annotate` and `analyse`: arguments.

use super::proofs::Shelf;
use super::{parse_game, parse_threads};
use clap::Args;
use std::num::NonZeroU16;
use std::path::PathBuf;
use yomikiri::GameName;
use yomikiri::quantity::{Bytes, Span};

#[derive(Debug, Args)]
pub(crate) struct Annotate {
    /// File of Trax games (see replay), or - for standard input
    pub(crate) file: PathBuf,

    /// Number of the game in the file [default: all games]
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<usize>,

    /// Game of records that do not name one
    #[arg(long, value_name = "GAME", default_value = "trax", value_parser = parse_game)]
    pub(crate) rules: GameName,

    /// Limit on the time for a position, such as 1s
    #[arg(long, value_name = "TIME", default_value = "1s")]
    pub(crate) time: Span,

    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) jobs: Option<NonZeroU16>,

    /// Length of the longest forced win to look for, in plies (moves of both sides)
    #[arg(long, value_name = "N", default_value = "25", value_parser = clap::value_parser!(u32).range(1..=99))]
    pub(crate) max_plies: u32,

    /// Moves that the estimate looks ahead where nothing is certain; 0 for no estimates
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(0..=10))]
    pub(crate) depth: u32,

    /// Number of claims that a win was thrown away, chosen at random, to ask again of a search without threats (df-pn)
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) confirm: usize,

    /// Print an annotated .trx file
    #[arg(long, conflicts_with_all = ["json", "html"])]
    pub(crate) trx: bool,

    /// Print a page for the browser that needs nothing else
    #[arg(long, conflicts_with = "json")]
    pub(crate) html: bool,

    /// Memory of the table of each thread, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) memory: Bytes,
}

#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// Number of queries to answer at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroU16>,

    /// Memory of all queries together, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub(crate) memory: Bytes,

    /// Number of queries that may wait; more are refused
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) waiting: usize,

    /// Time of a query that names none, such as 5s
    #[arg(long, value_name = "TIME", default_value = "5s")]
    pub(crate) time: Span,

    /// Most time of a query, whatever it names
    #[arg(long, value_name = "TIME", default_value = "10m")]
    pub(crate) max_time: Span,

    /// Let queries name files of this machine (games such as toss:FILE)
    #[arg(long)]
    pub(crate) files: bool,

    #[command(flatten)]
    pub(crate) shelf: Shelf,
}
