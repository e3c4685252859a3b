//! `puzzle`: arguments about mate problems.

use crate::arguments::{Place, PlayerName};
use clap::{ArgGroup, Args, Subcommand};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use yomikiri::GameName;
use yomikiri::puzzles::threats_then_all;
use yomikiri::quantity::{Bytes, Span};
use yomikiri_search::{Detector, Effort, LONGEST_MATE, Limits, MateOptions};

#[derive(Debug, Subcommand)]
pub(crate) enum Puzzle {
    /// Find the shortest forced win of the side to move
    Solve(PuzzleSolve),
    /// Make problems from random games, or from games that were played
    Make(PuzzleMake),
    /// Solve a file of problems again, and report where the answers differ
    Check(PuzzleCheck),
    /// Print a sheet of problems with diagrams, solutions at the end
    Export(PuzzleExport),
    /// Print the problem of a day
    Daily(PuzzleDaily),
}

/// How mates are looked for.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct MateSearch {
    /// Length of the longest mate to look for, in plies (moves of both sides)
    #[arg(long, value_name = "N", default_value = "11", value_parser = parse_plies)]
    pub(crate) max_plies: u32,

    /// How threats are detected: exact, 1, 2 or killer=K
    ///
    /// exact looks at all moves of a position at once and overlooks nothing. The others are the methods of a paper: 1
    /// looks at the shape of lines and overlooks some threats; 2 tries every move at every position; killer=K uses 2
    /// down to depth K, and below that 1 and the moves that 1 had missed.
    #[arg(long, value_name = "HOW", default_value = "exact")]
    pub(crate) reach: Reach,

    /// Search only moves that threaten to win at once
    #[arg(long, conflicts_with = "full")]
    pub(crate) threats_only: bool,

    /// Search all moves, shorter lengths first, without a limit on nodes
    #[arg(long)]
    pub(crate) full: bool,

    /// Limit on the nodes of the search of all moves, which follows if threats find no mate. The search for a shorter
    /// mate than the one that threats find may take a tenth
    #[arg(long, value_name = "N", default_value = "200000", conflicts_with_all = ["full", "threats_only"])]
    pub(crate) full_nodes: u64,

    /// Memory of the table, such as 512M or 2G; at least 1M
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) memory: Bytes,

    /// Give up after this number of nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,

    /// Give up after this time, such as 90s or 10m
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<Span>,
}

impl MateSearch {
    /// The same as the library's options.
    pub(crate) fn options(&self) -> MateOptions {
        MateOptions {
            max_plies: self.max_plies,
            detector: self.reach.0,
            effort: if self.threats_only {
                Effort::Threats
            } else if self.full {
                Effort::Full
            } else {
                threats_then_all(self.full_nodes)
            },
            all: false,
            limits: Limits { nodes: self.nodes, time: self.time.map(|Span(time)| time) },
        }
    }
}

fn parse_plies(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(plies) if (1..=LONGEST_MATE).contains(&plies) => Ok(plies),
        _ => Err(format!("expected a number from 1 to {LONGEST_MATE}")),
    }
}

/// How threats are seen, as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach(pub(crate) Detector);

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Detector::Exact => f.pad("exact"),
            Detector::Shape => f.pad("1"),
            Detector::Trial => f.pad("2"),
            Detector::Killer(depth) => f.pad(&format!("killer={depth}")),
        }
    }
}

impl FromStr for Reach {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let killer = |text: &str| text.strip_prefix("killer=")?.parse().ok().map(Detector::Killer);
        match text {
            "exact" => Ok(Self(Detector::Exact)),
            "1" => Ok(Self(Detector::Shape)),
            "2" => Ok(Self(Detector::Trial)),
            _ => killer(text).map(Self).ok_or_else(|| "expected exact, 1, 2 or killer=K".to_owned()),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleSolve {
    #[command(flatten)]
    pub(crate) place: Place,

    /// The side to move, if not the one whose turn it is after the moves
    #[arg(long)]
    pub(crate) side: Option<PlayerName>,

    /// Find every first move that wins, including those that take longer
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) search: MateSearch,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleCheck {
    /// File of problems, one a line (docs/notation.md), or - for standard input
    pub(crate) file: PathBuf,

    /// Game of problems that do not name one
    #[arg(long, default_value = "trax:8x8", value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// How threats are detected: exact, 1, 2 or killer=K (see puzzle solve)
    #[arg(long, value_name = "HOW", default_value = "exact")]
    pub(crate) reach: Reach,

    /// Number of problems, chosen at random, to confirm with the unrestricted solver (df-pn)
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) confirm: usize,

    /// Seed of the random number generator
    #[arg(long, default_value = "1")]
    pub(crate) seed: u64,

    /// Limit on the nodes of the search of all moves, per problem
    #[arg(long, value_name = "N", default_value = "500000")]
    pub(crate) full_nodes: u64,

    /// Memory of the table, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) memory: Bytes,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleMake {
    /// Length of the problems in plies (moves of both sides), or a range of lengths such as 3-11
    #[arg(long, value_name = "N|N-M", default_value = "7")]
    pub(crate) plies: Lengths,

    /// Number of problems to make
    #[arg(long, default_value = "50")]
    pub(crate) count: usize,

    /// File of games (see replay) to take positions from, one problem of each game, instead of random games
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,

    /// File of problems that the new ones must be unlike: none repeats or continues one of them, or shares an opening of 8 moves
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub(crate) unlike: Option<PathBuf>,

    /// Seed of the random number generator
    #[arg(long, default_value = "1")]
    pub(crate) seed: u64,

    /// The game
    #[arg(long, default_value = "trax", value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// How threats are detected when a problem is judged: exact, 1, 2 or killer=K (see puzzle solve)
    #[arg(long, value_name = "HOW", default_value = "exact")]
    pub(crate) reach: Reach,

    /// Accept problems with several first moves that win in the shortest length
    #[arg(long)]
    pub(crate) several: bool,

    /// Limit on the nodes of the search for a shorter mate by quiet moves. If it is reached, the problem is marked as
    /// the shortest among threats
    #[arg(long, value_name = "N", default_value = "20000")]
    pub(crate) shorter_nodes: u64,

    /// Limit on the nodes of the search for a mate by threats, per position
    #[arg(long, value_name = "N", default_value = "10000")]
    pub(crate) nodes: u64,

    /// Give up after this number of random games
    #[arg(long, value_name = "N", default_value = "10000000")]
    pub(crate) games: u64,

    /// Memory of the table, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) memory: Bytes,
}

/// A range of lengths in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    pub(crate) least: u32,
    pub(crate) greatest: u32,
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.greatest {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{}-{}", self.least, self.greatest)
        }
    }
}

impl FromStr for Lengths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, greatest) = text.split_once('-').unwrap_or((text, text));
        let (least, greatest) = (parse_plies(least)?, parse_plies(greatest)?);
        if least > greatest {
            return Err(format!("{least} is more than {greatest}"));
        }
        Ok(Self { least, greatest })
    }
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("format").required(true))]
pub(crate) struct PuzzleExport {
    /// File of problems, one a line (docs/notation.md), or - for standard input
    pub(crate) file: PathBuf,

    /// Print a page for the browser or the printer (HTML)
    #[arg(long, group = "format", conflicts_with = "json")]
    pub(crate) html: bool,

    /// Print one picture (SVG)
    #[arg(long, group = "format", conflicts_with = "json")]
    pub(crate) svg: bool,

    /// Game of problems that do not name one
    #[arg(long, default_value = "trax:8x8", value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// Title of the page
    #[arg(long, default_value = "Trax problems")]
    pub(crate) title: String,

    /// Number of problems in a row
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) columns: u8,

    /// Memory of the table, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) memory: Bytes,
}

#[derive(Debug, Args)]
pub(crate) struct PuzzleDaily {
    /// File of problems, one a line (docs/notation.md), or - for standard input
    pub(crate) file: PathBuf,

    /// The day, as YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    pub(crate) date: String,

    /// Game of problems that do not name one
    #[arg(long, default_value = "trax:8x8", value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// Memory of the table, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) memory: Bytes,
}
