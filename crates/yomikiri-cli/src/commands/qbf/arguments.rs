//! What can be said after `qbf`.

use crate::arguments::PlayerName;
use clap::{Args, Subcommand, ValueEnum};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use yomikiri::GameName;
use yomikiri::formulas::{Encoding, Format, Preprocessor, Solver, Solving};
use yomikiri::quantity::{Bytes, Span};

#[derive(Debug, Args)]
pub(crate) struct Qbf {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Write "this player wins within so many turns" as a quantified Boolean formula
    Encode(Encode),
    /// Decide a formula in QDIMACS or QCIR; the exit code is 10 if it is true, 20 if it is false
    Solve(Solve),
    /// Check a certificate (AIGER or a strategy table) or a trace (QRP) of a formula; the exit code is 10 if it shows that the formula is true, 20 if false
    Check(Check),
    /// Turn a certificate or a trace of an encoded game into the winner's strategy, and replay it against all play
    Strategy(StrategyArguments),
    /// Find the value of a game through formulas
    Decide(Decide),
    /// Decide a game by every method of search and every solver on this machine, in one table
    Compare(Compare),
}

#[derive(Debug, Args)]
pub(crate) struct Encode {
    /// The game; left out if --boards is given
    #[arg(value_parser = crate::arguments::parse_game, required_unless_present = "boards")]
    pub(crate) game: Option<GameName>,

    /// Limit on the turns of the game; if not given, it ends when nobody can move. A range such as 3..9 writes a family of files
    #[arg(long, value_name = "D", value_parser = parse_range)]
    pub(crate) turns: Option<RangeInclusive<u32>>,

    /// Boards of generalised tic-tac-toe for a family of files, such as 4x4,5x5
    #[arg(long, value_name = "CxR,…", value_delimiter = ',', conflicts_with = "game", requires = "turns")]
    pub(crate) boards: Vec<String>,

    /// Animals of the family: names, or all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "all", requires = "boards")]
    pub(crate) animals: Vec<String>,

    /// The player whose win the formula is about
    #[arg(long, default_value = "first")]
    pub(crate) player: PlayerName,

    /// Encoding of the game; if not given, corrective where that is possible, else direct
    #[arg(long)]
    pub(crate) encoding: Option<EncodingName>,

    /// Format of the file
    #[arg(long, default_value = "qdimacs")]
    pub(crate) format: FormatName,

    /// File to write; if not given, the formula goes to standard output. For a family, the folder to write to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// File for the meaning of the variables as JSON: whose choice, in which turn, of which cells
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EncodingName {
    /// For games given by winning sets: illegal moves of the opponent are corrected
    Corrective,
    /// For any described game: the rules are unfolded turn by turn
    Direct,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    /// Clauses
    Qdimacs,
    /// A circuit
    Qcir,
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// The file, in QDIMACS or QCIR; or - for standard input
    pub(crate) file: PathBuf,

    /// File for Skolem functions (true formulas) or Herbrand functions (false ones): a strategy table if the name ends in .tsv, binary AIGER for .aig, else AIGER in text
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Print the answer as the QDIMACS standard has it: a line `s cnf …`, and `V` lines for the outermost variables
    #[arg(long)]
    pub(crate) qdo: bool,

    #[command(flatten)]
    pub(crate) solving: SolvingArguments,
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The formula, in QDIMACS or prenex QCIR
    pub(crate) formula: PathBuf,

    /// The certificate in AIGER or as a strategy table, or the trace in QRP
    pub(crate) certificate: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct StrategyArguments {
    /// The game
    #[arg(value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// The certificate in AIGER or as a strategy table, or the trace in QRP, of the formula that `qbf encode` writes for the same game, turns and player
    #[arg(long, value_name = "FILE")]
    pub(crate) from: PathBuf,

    /// Limit on the turns of the game, as in `qbf encode`
    #[arg(long, value_name = "D")]
    pub(crate) turns: Option<u32>,

    /// The player whose win the formula is about
    #[arg(long, default_value = "first")]
    pub(crate) player: PlayerName,

    /// File to write; if not given, the strategy goes to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SolvingArguments {
    /// The solver: embedded, depqbf, caqe, rareqs, qute, qfun, or the path of a program
    #[arg(long, default_value = "embedded")]
    pub(crate) solver: Solver,

    /// Preprocessor, which makes the formula smaller before it is solved
    #[arg(long, default_value = "auto", value_name = "NAME")]
    pub(crate) preprocessor: PreprocessorName,

    /// Give up after this time, such as 90s or 10m, per formula
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<Span>,

    /// Memory of the solver and the formula, such as 512M or 2G [default: no limit]
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<Bytes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PreprocessorName {
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

    /// Limit on the turns of the game; if not given, it ends when nobody can move. A range such as 3..9 asks about one number of turns after the other, up to the first win; what the embedded solver learns is kept
    #[arg(long, value_name = "D", value_parser = parse_range)]
    pub(crate) turns: Option<RangeInclusive<u32>>,

    /// Encoding of the game; if not given, corrective where that is possible, else direct
    #[arg(long)]
    pub(crate) encoding: Option<EncodingName>,

    /// Solve a formula even where a theorem has the answer
    #[arg(long)]
    pub(crate) no_theorems: bool,

    /// File for the winner's strategy: the winner's move for every line of play
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) solving: SolvingArguments,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The game
    #[arg(value_parser = crate::arguments::parse_game)]
    pub(crate) game: GameName,

    /// Limits on the turns of the game to compare at: 9 or 3..9
    #[arg(long, value_name = "D..D", value_parser = parse_range)]
    pub(crate) turns: RangeInclusive<u32>,

    /// Encoding of the game; if not given, corrective where that is possible, else direct
    #[arg(long)]
    pub(crate) encoding: Option<EncodingName>,

    /// Give up after this time, such as 90s or 10m, per question
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

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Self {
        match name {
            EncodingName::Corrective => Self::Corrective,
            EncodingName::Direct => Self::Direct,
        }
    }
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Qdimacs => Self::Qdimacs,
            FormatName::Qcir => Self::Qcir,
        }
    }
}

impl From<&SolvingArguments> for Solving {
    fn from(arguments: &SolvingArguments) -> Self {
        Self {
            solver: arguments.solver.clone(),
            preprocessor: match arguments.preprocessor {
                PreprocessorName::Auto => Preprocessor::Auto,
                PreprocessorName::None => Preprocessor::None,
                PreprocessorName::Embedded => Preprocessor::Embedded,
                PreprocessorName::Bloqqer => Preprocessor::Bloqqer,
            },
            time: arguments.time.map(|Span(time)| time),
            memory: arguments.memory.map(|Bytes(bytes)| bytes),
        }
    }
}
