//! What can be said about Amazons endgames.

use super::{PlayerName, parse_threads};
use crate::quantity::{Bytes, Span};
use clap::{Args, Subcommand, ValueEnum};
use std::num::NonZeroU16;
use std::path::PathBuf;
use yomikiri::GameName;

#[derive(Debug, Subcommand)]
pub(crate) enum Db {
    /// Compute the values of all boards of a box; goes on where a build was stopped
    Build(Build),
    /// Derive a random sample of the values again, by other means
    Verify(Verify),
    /// Look a board up
    Query(Query),
    /// Print how many boards, games and thermographs there are
    Stats(Stats),
    /// List the sums of subgames in which Hotstrat and Thermostrat choose wrongly
    Exceptions(Exceptions),
}

#[derive(Debug, Args)]
pub(crate) struct Build {
    /// The game; only amazons has databases
    #[arg(value_parser = ["amazons"])]
    pub(crate) game: String,

    /// The box that regions must fit into, such as 4x4 (at most 25 squares)
    #[arg(long = "box", value_name = "COLUMNSxROWS")]
    pub(crate) size: String,

    /// The most amazons of Left in a region
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) left: u32,

    /// The most amazons of Right in a region
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) right: u32,

    /// Leave out boards with more empty squares
    #[arg(long, value_name = "K")]
    pub(crate) max_empty: Option<u32>,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Number of threads; all cores if not given
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroU16>,

    /// Memory for the table of all boards
    #[arg(long, value_name = "SIZE", default_value = "2G")]
    pub(crate) memory: Bytes,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The database
    pub(crate) file: PathBuf,

    /// How many boards to derive again
    #[arg(long, value_name = "N", default_value = "200")]
    pub(crate) sample: u32,

    /// What the random choice begins with
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct Query {
    /// The database
    pub(crate) file: PathBuf,

    /// The board, such as 'x..#|....|.#.o'
    pub(crate) board: String,
}

#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// The database
    pub(crate) file: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Exceptions {
    /// The database
    pub(crate) file: PathBuf,

    /// How many subgames a sum has
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(2..=3))]
    pub(crate) subgames: u8,

    /// The most empty squares of a subgame
    #[arg(long, value_name = "K", default_value = "4")]
    pub(crate) max_empty: u32,

    /// Look at so many random sums instead of all
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,

    /// How many exceptions to print
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) list: usize,

    /// Number of threads; all cores if not given
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroU16>,
}

#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The game, amazons:4x4 to amazons:10x10
    #[arg(value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// The moves that have been made
    #[arg(long, default_value = "", value_name = "MOVES", hide_default_value = true)]
    pub(crate) moves: String,

    /// Which side you play; without it the program plays both
    #[arg(long = "as", value_name = "PLAYER")]
    pub(crate) side: Option<PlayerName>,

    /// How the program chooses once the board has fallen apart into regions it knows
    #[arg(long, value_name = "PLAYER", default_value = "exact")]
    pub(crate) player: PlayerKind,

    /// A database of endgames, so that larger regions are known
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,

    /// Time to think per move before the endgame
    #[arg(long, value_name = "TIME", default_value = "2s")]
    pub(crate) time: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayerKind {
    /// Exact: never gives a won endgame away
    Exact,
    /// The paper's: a table of exceptions, otherwise Thermostrat
    Paper,
    /// Thermostrat alone
    Thermostrat,
    /// Hotstrat alone
    Hotstrat,
}
