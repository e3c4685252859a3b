//! The command line: what can be said. Validation only; `commands` acts on it.

mod endgames;
mod puzzle;

pub(crate) use endgames::{Build, Db, Exceptions, Play, PlayerKind, Query, Stats, Verify};
pub(crate) use puzzle::{Evaluation, Puzzle, PuzzleCheck, PuzzleExport, PuzzleMake, PuzzleSolve, both};

use crate::quantity::{Bytes, Span};
use crate::running::interrupted;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use yomikiri::counting::CountMethod;
use yomikiri::{BestMoves, Board, CheckpointPlan, Disk, Game, GameName, Job, NameError, ProofPlan, Registry};
use yomikiri_game::{Player, Stop};
use yomikiri_search::{Asked, Endings, Limits, Method, Options, Shallow, ShallowWhen};

/// Reads two-player games out to the end: who wins, how many positions there are, and why.
///
/// Without a command it shows what it can do by doing it.
///
/// Results go to standard output, progress and errors to standard error. The exit code is 0 when the answer
/// was found, 1 when it was not found within the limits, 2 on bad input or failure.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) display: Display,
}

/// How things are shown; for every command.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Display {
    /// Print one JSON object per line instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Show no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,

    /// Where in a run of many experiments this is.
    #[arg(skip)]
    pub(crate) stage: Option<Stage>,
}

impl Display {
    /// Whether what is under way should come to an end: Ctrl-C was pressed, or the time for it is up.
    pub(crate) fn is_over(self) -> bool {
        interrupted() || self.stage.is_some_and(|stage| Instant::now() >= stage.deadline)
    }
}

/// One experiment of several, with one limit of time for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    pub(crate) number: usize,
    pub(crate) of: usize,
    /// When the first began.
    pub(crate) started: Instant,
    /// When the last has to end.
    pub(crate) deadline: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the value of a position: who wins with best play
    Solve(Solve),
    /// Check a proof, with rules of its own that share no code with the solver's
    Check(Check),
    /// Count the move sequences of a given length
    Perft(Perft),
    /// Count positions: exactly, by sampling, or those that can be reached
    Count(Count),
    /// Draw a position and say how the game stands
    Show(Show),
    /// Mate problems: solve, make, check, print
    #[command(subcommand)]
    Puzzle(Puzzle),
    /// Find the value of a game or an Amazons board: canonical form, temperature, thermograph
    Value(Value),
    /// Build, check and ask databases of Amazons endgames
    #[command(subcommand)]
    Db(Db),
    /// Play Amazons against the program, or let it play itself
    Play(Play),
    /// Play through a file of Trax games and check every move and result
    Replay(Replay),
    /// Measure speed, and print the signature: the nodes visited on fixed positions
    Bench,
    /// Run the experiments of a paper again, our figures beside theirs
    Reproduce(Reproduce),
    /// Games as quantified Boolean formulas: encode, solve, decide, compare
    Qbf(crate::commands::qbf::arguments::Qbf),
    /// Games described in text: make, format, solve
    Toss(crate::commands::toss::Toss),
    /// Known results, found again
    Table(KnownTable),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a page of the manual, or write all of them
    Man(Man),
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The verb, such as solve or puzzle solve; the program itself if not given
    #[arg(conflicts_with = "out")]
    pub(crate) verb: Vec<String>,

    /// Write all pages into this folder, as NAME.1
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}

/// A position: a game and the moves that lead to it.
#[derive(Clone, Debug, Args)]
pub(crate) struct Place {
    /// The game: trax, trax:6x6, gttt:4x4,animal=tippy, torus:4x4,animal=el, gomoku:5x5,k=4, pg:FILE, toss:FILE, …
    ///
    /// `trax` has no limit on the board; `trax:NxN` (2 to 16) may not grow beyond N rows and columns. Options
    /// of the rules follow after commas: line=K (rows or columns that a winning line spans), stuck=loss|draw|
    /// last-mover-loses (no legal move), full=draw|last-mover-loses (full board). In trax-loop lines do not
    /// win.
    ///
    /// `gttt:COLUMNSxROWS,animal=NAME` is generalised tic-tac-toe, `torus:…` the same on a torus. Options: p=P
    /// stones a turn, q=Q in the first, turns=D, win=either|first. An animal can be drawn: animal=##./.##.
    /// `gomoku:COLUMNSxROWS,k=K` is K in a row; `pg:FILE` a positional game by its winning
    /// sets. `toss:FILE` is a game described in the language of Toss; `toss:FILE,turns=D` ends after D turns.
    #[arg(value_parser = parse_game)]
    pub(crate) game: GameName,

    /// The moves that lead to the position, such as '@0/ A0\ @2\'
    #[arg(long, default_value = "", value_name = "MOVES", hide_default_value = true)]
    pub(crate) moves: String,

    /// The position to begin from, as one line of text (docs/notation.md); `show` prints it
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

impl Place {
    /// The game, loaded, and a board with the position.
    pub(crate) fn board(&self) -> anyhow::Result<(Game, Box<dyn Board>)> {
        self.board_until(&Stop::new())
    }

    /// The same, but reading the game can be stopped.
    pub(crate) fn board_until(&self, stop: &Stop) -> anyhow::Result<(Game, Box<dyn Board>)> {
        let game = self.game.load_until(&Disk, stop)?;
        let board = match &self.position {
            None => game.board_after(&self.moves)?,
            Some(position) => game.board_at(position, &self.moves)?,
        };
        Ok((game, board))
    }
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// The games that names on the command line may stand for. Set once, before the arguments are parsed.
pub(crate) fn register(registry: Registry) {
    // Whoever runs the program twice in one process keeps the games of the first time.
    let _already_set = REGISTRY.set(registry);
}

/// Reads the name of a game.
pub(crate) fn parse_game(text: &str) -> Result<GameName, NameError> {
    REGISTRY.get_or_init(Registry::standard).name(text)
}

/// The rules of a Trax game, for a verb that is about Trax alone.
pub(crate) fn trax_rules(game: &GameName, verb: &str) -> anyhow::Result<yomikiri_trax::Rules> {
    let is_trax = game.word().starts_with("trax");
    anyhow::ensure!(is_trax, "{verb} needs a Trax game, and {game} is not one");
    Ok(game.as_str().parse()?)
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) place: Place,

    /// Ask only whether this player can force a win
    #[arg(long, value_name = "PLAYER")]
    pub(crate) can_win: Option<PlayerName>,

    /// Search even where a theorem has the answer (strategy stealing: with one stone a turn, the second player
    /// of generalised tic-tac-toe cannot win)
    #[arg(long)]
    pub(crate) no_theorems: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Show all moves that keep the value of the position, not only one
    #[arg(long)]
    pub(crate) all_moves: bool,

    /// Write a proof of the answers to this file, for `yomikiri check` (dfpn only)
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,

    /// How many plays the checker may be asked to search by itself at the end of a branch: more makes proofs
    /// smaller and checking slower
    #[arg(long, value_name = "PLAYS", default_value = "100", requires = "proof",
          value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) proof_search: u32,

    #[command(flatten)]
    pub(crate) long: LongRun,
}

impl Solve {
    /// Just the value of a position.
    pub(crate) fn plain(place: Place, search: Search) -> Self {
        let long = LongRun {
            checkpoint: None,
            checkpoint_every: Span(Duration::ZERO),
            checkpoint_size: None,
            resume: None,
            metrics: None,
        };
        Self {
            place,
            can_win: None,
            no_theorems: false,
            search,
            all_moves: false,
            proof: None,
            proof_search: 0,
            long,
        }
    }

    /// The same as a job for the library.
    pub(crate) fn job(&self) -> Job {
        let LongRun { checkpoint, checkpoint_every, checkpoint_size, resume, .. } = &self.long;
        Job {
            asked: self.can_win.map_or(Asked::Both, |player| Asked::About(player.into())),
            theorems: !self.no_theorems,
            options: self.search.options(),
            best_moves: if self.all_moves { BestMoves::All } else { BestMoves::One },
            checkpoint: checkpoint.as_ref().map(|file| CheckpointPlan {
                file: file.clone(),
                every: checkpoint_every.0,
                size: checkpoint_size.map(|size| size.0),
            }),
            resume: resume.clone(),
            proof: self
                .proof
                .as_ref()
                .map(|file| ProofPlan { file: file.clone(), search: self.proof_search }),
        }
    }
}

/// What a run of hours or days needs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Long runs")]
pub(crate) struct LongRun {
    /// Keep what dfpn has found in this file: now and then, at a limit, at Ctrl-C, and with the answer
    ///
    /// The run can go on from it with --resume. A limit then ends the run, also if the other player has not
    /// been asked about.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// The time from one checkpoint to the next
    #[arg(long, value_name = "TIME", default_value = "5m", requires = "checkpoint")]
    pub(crate) checkpoint_every: Span,

    /// The largest that a checkpoint may be: what is undecided and cost little is left out first
    #[arg(long, value_name = "SIZE", requires = "checkpoint")]
    pub(crate) checkpoint_size: Option<Bytes>,

    /// Go on from this checkpoint of the same game, position, question, method and its options
    ///
    /// Threads, memory and limits may differ; limits count from here. It may be the file that --checkpoint
    /// names.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,

    /// Append a JSON object to this file every 10 seconds, at every checkpoint and with every answer
    #[arg(long, value_name = "FILE")]
    pub(crate) metrics: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlayerName {
    #[value(alias = "white")]
    First,
    #[value(alias = "red")]
    Second,
}

impl From<PlayerName> for Player {
    fn from(name: PlayerName) -> Self {
        match name {
            PlayerName::First => Self::First,
            PlayerName::Second => Self::Second,
        }
    }
}

/// The choice of a method and its options.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Search {
    /// The method
    #[arg(long, default_value = "dfpn")]
    pub(crate) method: MethodName,

    /// Depth of the shallow search at every node of pns and dfpn
    #[arg(long, value_name = "DEPTH", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub(crate) shallow: u8,

    /// At which visits of a node dfpn does its shallow search
    #[arg(long, value_name = "VISITS", default_value = "every")]
    pub(crate) shallow_at: ShallowAt,

    /// How much better another move must look before dfpn turns to it, as a fraction
    #[arg(long, value_name = "FRACTION", default_value = "0.25", value_parser = parse_epsilon)]
    pub(crate) epsilon: f64,

    /// Spaces left on the board at which dfpn reads a position out by trying everything; 0 for never
    #[arg(long, value_name = "SPACES", default_value = "12")]
    pub(crate) endings: u32,

    /// Number of threads of dfpn; with one, a search can be repeated exactly
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub(crate) threads: NonZeroU16,

    /// Memory of the program; it needs up to 12M beside its table (dfpn, id-table) or tree (pns)
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Bytes,

    /// Give up after so many nodes, per question
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,

    /// Give up after this time, such as 90s or 10m, per question
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodName {
    /// Depth-first search
    Dfs,
    /// Iterative deepening without a table
    Id,
    /// Iterative deepening with a table
    IdTable,
    /// Best-first proof-number search, the tree in memory
    Pns,
    /// Depth-first proof-number search
    Dfpn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShallowAt {
    /// Every visit, as in the papers
    Every,
    /// The first visit only
    New,
}

fn parse_epsilon(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(epsilon) if (0.0..=100.0).contains(&epsilon) => Ok(epsilon),
        _ => Err("expected a number from 0 to 100".to_owned()),
    }
}

fn parse_threads(text: &str) -> Result<NonZeroU16, String> {
    match text.parse() {
        Ok(threads) if threads <= MOST_THREADS => Ok(threads),
        _ => Err(format!("expected a number from 1 to {MOST_THREADS}")),
    }
}

/// More than any machine has use for; each one needs a stack.
const MOST_THREADS: NonZeroU16 = NonZeroU16::new(1024).expect("not zero");

impl Search {
    /// The same as the library's options.
    pub(crate) fn options(&self) -> Options {
        Options {
            method: match self.method {
                MethodName::Dfs => Method::Dfs,
                MethodName::Id => Method::Id,
                MethodName::IdTable => Method::IdTable,
                MethodName::Pns => Method::Pns,
                MethodName::Dfpn => Method::Dfpn,
            },
            shallow: match self.shallow {
                0 => Shallow::Off,
                1 => Shallow::One,
                _ => Shallow::Two,
            },
            shallow_when: match self.shallow_at {
                ShallowAt::Every => ShallowWhen::EveryVisit,
                ShallowAt::New => ShallowWhen::NewNodes,
            },
            epsilon: self.epsilon,
            endings: Endings { left: self.endings, ..Options::default().endings },
            threads: self.threads,
            memory: self.memory.0,
            limits: Limits { nodes: self.nodes, time: self.time.map(|Span(time)| time) },
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The file, or - for standard input
    pub(crate) file: PathBuf,

    /// Number of threads; as many as the machine runs at once if not given
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroU16>,
}

#[derive(Debug, Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) place: Place,

    /// The number of moves, at most 255
    #[arg(long)]
    pub(crate) depth: u8,
}

#[derive(Debug, Args)]
pub(crate) struct Count {
    /// The game: trax:NxN for configurations of tiles, any game for positions that can be reached
    #[arg(value_parser = parse_game)]
    pub(crate) game: GameName,

    /// The method
    #[arg(long, default_value = "exact")]
    pub(crate) method: CountMethodName,

    /// Number of samples (methods 1, 2, importance)
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(100..))]
    pub(crate) samples: u64,

    /// Seed of the random number generator (methods 1, 2, importance)
    #[arg(long, value_name = "S", default_value = "1")]
    pub(crate) seed: u64,

    /// Number of threads (methods exact, 2-exact); if not given, as many as the machine runs at once
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroU16>,

    /// Limit on the number of moves (method reachable); if not given, all positions are counted
    #[arg(long, value_name = "N")]
    pub(crate) plies: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountMethodName {
    /// Configurations of tiles, exactly, by transfer matrix
    Exact,
    /// Uniform sampling, the first method of paper 000
    #[value(name = "1")]
    One,
    /// Uniform sampling with a weight instead of matching colours, the second method of paper 000
    #[value(name = "2")]
    Two,
    /// What the second method gives on average, exactly
    #[value(name = "2-exact")]
    TwoExact,
    /// Sampling in which all conditions hold by construction
    Importance,
    /// Positions that moves lead to, by number of moves; symmetric ones count once
    Reachable,
}

impl CountMethodName {
    /// The method, if it counts configurations.
    pub(crate) fn of_configurations(self) -> Option<CountMethod> {
        match self {
            Self::Exact => Some(CountMethod::Exact),
            Self::One => Some(CountMethod::One),
            Self::Two => Some(CountMethod::Two),
            Self::TwoExact => Some(CountMethod::TwoExact),
            Self::Importance => Some(CountMethod::Importance),
            Self::Reachable => None,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) place: Place,

    /// List every move that would win at once for either side, draw it, and name the classic shapes (Trax)
    #[arg(long)]
    pub(crate) threats: bool,

    /// Print the position as SVG; with --threats, the spaces of winning moves are marked (Trax)
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Value {
    /// A game such as '{{3|0},1|-3}' or 'A + B - C'; or the word amazons, followed by a board
    ///
    /// Games: numbers 3/4, nimbers *2, ups ^ ^^ v, switches +-1 or ±1, tiny(2), miny(2), options {a,b|c},
    /// a||b|c, sums and differences, parentheses.
    #[arg(allow_hyphen_values = true)]
    pub(crate) what: String,

    /// A board such as 'x..o|....' (x is Left, o is Right, # an arrow, rows from the top), or several with + between
    pub(crate) position: Option<String>,

    /// Only say who wins, with either player moving first
    #[arg(long)]
    pub(crate) outcome: bool,

    /// Draw the thermograph (and the boards) as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Draw the thermograph as TikZ
    #[arg(long, value_name = "FILE")]
    pub(crate) tikz: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The file, or - for standard input: one game a line, or games with a variant line and a line "a vs b" above them
    pub(crate) file: PathBuf,

    /// The rules for games that do not name theirs
    #[arg(long, default_value = "trax", value_parser = parse_game)]
    pub(crate) game: GameName,
}

#[derive(Debug, Args)]
pub(crate) struct Reproduce {
    /// The paper, or all of them
    pub(crate) paper: PaperName,

    /// Run what fits in this time, such as 90s or 10m, the smallest first, and report on everything; what is left out
    /// is listed with the command that runs it alone. A time too short for anything is no error. [`all`: 10m]
    #[arg(long, value_name = "TIME")]
    pub(crate) budget: Option<Span>,

    /// Write report.html, report.json and the plots into this folder; within a budget of 10m if none is given
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// The largest board (papers on Trax)
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(2..=16))]
    pub(crate) max_size: u16,

    /// Memory for the table
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Bytes,

    /// Give up after so many seconds per cell (004)
    #[arg(long, value_name = "S", default_value = "60")]
    pub(crate) max_seconds: u64,

    /// Run the external solvers that are present, too (004)
    #[arg(long)]
    pub(crate) external: bool,

    /// How often each experiment is repeated with other random boards (003)
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) repeats: u16,

    /// Draw the paper's figures into this folder (003)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) figures: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) evaluation: Evaluation,
}

#[derive(Debug, Args)]
pub(crate) struct KnownTable {
    /// The table
    pub(crate) table: TableName,

    /// Give up after this time, such as 90s or 10m, per question
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub(crate) time: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableName {
    /// Board numbers and move numbers of Harary's animals
    Harary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperName {
    /// An attempt to find the game value of Limited TRAX (Kuwabara, Hoki 2017)
    #[value(name = "000")]
    LimitedTrax,
    /// Analysis of 6×6 TRAX by using df-pn search (Kuwabara et al.)
    #[value(name = "001")]
    SixBySix,
    /// Development and evaluation of a solver for mate problems in Trax (Fujimoto, Kuroda)
    #[value(name = "002")]
    Mates,
    /// Use of a database for evaluating Amazons endgames (Soeda, Tanaka)
    #[value(name = "003")]
    AmazonsEndgames,
    /// Solving generalized tic-tac-toe by using QBF solver (Diptarama et al. 2015)
    #[value(name = "004")]
    GeneralisedTicTacToe,
    /// All five, with one report
    All,
}

impl PaperName {
    /// As it is given on the command line.
    pub(crate) fn number(self) -> &'static str {
        match self {
            Self::LimitedTrax => "000",
            Self::SixBySix => "001",
            Self::Mates => "002",
            Self::AmazonsEndgames => "003",
            Self::GeneralisedTicTacToe => "004",
            Self::All => "all",
        }
    }
}
