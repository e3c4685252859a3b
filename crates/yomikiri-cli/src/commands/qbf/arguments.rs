//! What can be said after `qbf`.

use crate::arguments::PlayerName;
use crate::quantity::{Bytes, Span};
use clap::{Args, Subcommand, ValueEnum};
use std::convert::Infallible;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use yomikiri::GameName;
use yomikiri_qbf::external::External;

#[derive(Debug, Args)]
pub(crate) struct Qbf {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Write "this player wins within so many turns" as a formula
    Encode(Encode),
    /// Decide a formula in QDIMACS or QCIR; the exit code is 10 if it is true, 20 if it is false
    Solve(Solve),
    /// Find the value of a game through formulas
    Decide(Decide),
    /// Decide a game by every method and every solver that is present, in one table
    Compare(Compare),
}

#[derive(Debug, Args)]
pub(crate) struct Encode {
    /// The game
    #[arg(value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// Win within so many turns; without a limit if the game has an end
    #[arg(long, value_name = "D")]
    pub(crate) turns: Option<u32>,

    /// Whose win the formula is about
    #[arg(long, default_value = "first")]
    pub(crate) player: PlayerName,

    /// How to encode; corrective where it is possible, if nothing is said
    #[arg(long)]
    pub(crate) encoding: Option<Encoding>,

    /// The format of the file
    #[arg(long, default_value = "qdimacs")]
    pub(crate) format: Format,

    /// The file to write; standard output if there is none
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Encoding {
    /// Positional games: what the opponent cannot play is corrected
    Corrective,
    /// Any described game: rules unfolded turn by turn
    Direct,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Clauses
    Qdimacs,
    /// A circuit
    Qcir,
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// The file, in QDIMACS or QCIR; or - for standard input
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) solving: Solving,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Solving {
    /// The solver: embedded, depqbf, caqe, rareqs, qute, qfun, or the path of a program
    #[arg(long, default_value = "embedded")]
    pub(crate) solver: SolverName,

    /// What makes the formula smaller before it is solved
    #[arg(long, default_value = "auto", value_name = "NAME")]
    pub(crate) preprocessor: Preprocessor,

    /// Give up after this time, per formula
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<Span>,

    /// Memory that an external solver may use
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<Bytes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preprocessor {
    /// Our own before the embedded solver, none before others
    Auto,
    /// None
    None,
    /// Our own
    Embedded,
    /// The program bloqqer
    Bloqqer,
}

#[derive(Debug, Args)]
pub(crate) struct Decide {
    /// The game
    #[arg(value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// The game ends after so many turns; when nobody can move, if nothing is said
    #[arg(long, value_name = "D")]
    pub(crate) turns: Option<u32>,

    /// How to encode; corrective where it is possible, if nothing is said
    #[arg(long)]
    pub(crate) encoding: Option<Encoding>,

    /// Solve even where a theorem has the answer
    #[arg(long)]
    pub(crate) no_theorems: bool,

    /// Write the winner's strategy: for every position that he can meet, his move
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) solving: Solving,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The game
    #[arg(value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// Numbers of turns: 9 or 3..9
    #[arg(long, value_name = "D..D", value_parser = parse_range)]
    pub(crate) turns: RangeInclusive<u32>,

    /// How to encode; corrective where it is possible, if nothing is said
    #[arg(long)]
    pub(crate) encoding: Option<Encoding>,

    /// Give up after this time, per question
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub(crate) time: Span,
}

fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let bound = |text: &str| text.parse().ok().filter(|turns: &u32| *turns <= 1000);
    let range = bound(from).zip(bound(to.trim_start_matches('=')));
    match range {
        Some((from, to)) if from <= to => Ok(from..=to),
        _ => Err("expected a number of turns such as 9, or a range such as 3..9, up to 1000".to_owned()),
    }
}

/// A solver by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SolverName {
    Embedded,
    External(External),
}

impl FromStr for SolverName {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        match text {
            "embedded" => Ok(Self::Embedded),
            _ => text.parse().map(Self::External),
        }
    }
}

impl fmt::Display for SolverName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.pad("embedded"),
            Self::External(external) => external.fmt(f),
        }
    }
}
