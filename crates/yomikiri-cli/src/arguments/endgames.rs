//! What can be said about endgames and their databases.

use super::{PlayerName, Shelf, Spot, parse_threads};
use clap::{Args, Subcommand, ValueEnum};
use std::num::NonZeroU16;
use std::path::PathBuf;
use yomikiri::GameName;
use yomikiri::play::EndgameStyle;
use yomikiri::quantity::{Bytes, Span};

#[derive(Debug, Subcommand)]
pub(crate) enum Db {
    /// Compute the values of all boards of a box, or continue a stopped build
    Build(Build),
    /// Derive a random sample of the values again, by other means
    Verify(Verify),
    /// Look up a board
    Query(Query),
    /// Print how many boards, games and thermographs there are
    Stats(Stats),
    /// List the sums of subgames in which Hotstrat and Thermostrat choose wrongly
    Exceptions(Exceptions),
}

#[derive(Debug, Args)]
pub(crate) struct Build {
    /// Game: amazons, domineering, clobber, nogo, toads or hackenbush
    #[arg(value_parser = ["amazons", "domineering", "clobber", "nogo", "toads", "hackenbush"])]
    pub(crate) game: String,

    /// Size of the box that regions must fit into, such as 4x4; Nx1 for toads and hackenbush
    #[arg(long = "box", value_name = "COLUMNSxROWS")]
    pub(crate) size: String,

    /// Largest number of amazons of Left in a region (amazons only) [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) left: Option<u32>,

    /// Largest number of amazons of Right in a region (amazons only) [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) right: Option<u32>,

    /// Largest number of empty squares; boards with more are left out (amazons only). Without it there is no limit
    #[arg(long, value_name = "K")]
    pub(crate) max_empty: Option<u32>,

    /// File to write. An unfinished build is kept beside it as FILE.partial
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroU16>,

    /// Memory of the whole program, such as 512M or 2G. A build that needs more is refused, or stopped if that shows
    /// only later; the same command with more memory continues it
    #[arg(long, value_name = "SIZE", default_value = "2G")]
    pub(crate) memory: Bytes,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Database, as written by `db build`
    pub(crate) file: PathBuf,

    /// Number of boards to derive again
    #[arg(long, value_name = "N", default_value = "200")]
    pub(crate) sample: u32,

    /// Seed of the random number generator
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct Query {
    /// Database, as written by `db build`
    pub(crate) file: PathBuf,

    /// Board to look up, such as 'x..#|....|.#.o' of amazons or xo/ox of clobber; several as A + B
    pub(crate) board: String,
}

#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// Database, as written by `db build`
    pub(crate) file: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Exceptions {
    /// Database, as written by `db build`
    pub(crate) file: PathBuf,

    /// Number of subgames in a sum
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(2..=3))]
    pub(crate) subgames: u8,

    /// Largest number of empty squares in a subgame; of other games than amazons, of what `db stats` counts layers by
    #[arg(long, value_name = "K", default_value = "4")]
    pub(crate) max_empty: u32,

    /// Number of random sums to look at, instead of all sums
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,

    /// Number of exceptions to print
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) list: usize,

    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroU16>,
}

#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The game, such as trax, trax:8x8, trax-loop or amazons:6x6 (see solve)
    #[arg(value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    #[command(flatten)]
    pub(crate) spot: Spot,

    /// Player whose moves you enter; without it the program plays both sides
    #[arg(long = "as", value_name = "PLAYER")]
    pub(crate) side: Option<PlayerName>,

    /// Strength of the program, from 1 to 9 (Trax and games without a player of their own)
    #[arg(long, value_name = "N", default_value = "9", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub(crate) level: u8,

    /// Time for a move, such as 2s
    #[arg(long, value_name = "TIME", default_value = "2s")]
    pub(crate) time: Span,

    /// Seed of the random number generator
    #[arg(long, default_value = "0")]
    pub(crate) seed: u64,

    /// File to write the game into when it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// How the program plays an endgame of Amazons all of whose regions it knows
    #[arg(long, value_name = "PLAYER", default_value = "exact")]
    pub(crate) player: PlayerKind,

    /// Database of endgames of Amazons; with it the program knows larger regions
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shelf: Shelf,
}

/// `ugi`: a player for other programs.
#[derive(Debug, Args)]
pub(crate) struct Ugi {
    /// The game; the option `game` of the protocol changes it
    #[arg(value_parser = crate::arguments::parse_game, default_value = "trax")]
    pub(crate) game: GameName,

    /// Time for a move if the other program names none
    #[arg(long, value_name = "TIME", default_value = "2s")]
    pub(crate) time: Span,

    /// Strength of the program, from 1 to 9
    #[arg(long, value_name = "N", default_value = "9", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub(crate) level: u8,

    /// Seed of the random number generator
    #[arg(long, default_value = "0")]
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayerKind {
    /// Exactly: a won endgame is never given away
    Exact,
    /// By Thermostrat alone
    Thermostrat,
    /// By Hotstrat alone
    Hotstrat,
}

impl From<PlayerKind> for EndgameStyle {
    fn from(kind: PlayerKind) -> Self {
        match kind {
            PlayerKind::Exact => Self::Exact,
            PlayerKind::Thermostrat => Self::Thermostrat,
            PlayerKind::Hotstrat => Self::Hotstrat,
        }
    }
}
