//! The command line: what can be said. Validation only; `commands` acts on it.

mod annotate;
mod cluster;
mod endgames;
mod proofs;
mod puzzle;
mod reproduce;
mod serve;

pub(crate) use annotate::{Analyse, Annotate};
pub(crate) use cluster::{ClusterCommand, ClusterSimulate, ClusterStatus, Coordinate, Work};
pub(crate) use endgames::{Build, Db, Exceptions, Play, Query, Stats, Ugi, Verify};
pub(crate) use proofs::{Check, Shelf};
pub(crate) use puzzle::{Puzzle, PuzzleCheck, PuzzleDaily, PuzzleExport, PuzzleMake, PuzzleSolve};
pub(crate) use reproduce::{Evaluation, Reproduce};
pub(crate) use serve::Serve;

use crate::commands::read;
use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::OnceLock;
use yomikiri::counting::CountMethod;
use yomikiri::quantity::{Bytes, Span};
use yomikiri::records::{moves_in, nth};
use yomikiri::{
    AsIn, BestMoves, Board, CheckpointPlan, Disk, Game, GameName, Job, METHODS, NameError, ProofPlan,
    Registry, is_same_file,
};
use yomikiri_game::{Player, Stop};
use yomikiri_search::{Asked, Endings, Limits, Options, Shallow, ShallowWhen};
use yomikiri_trax::record::read_records;

/// Solves two-player games: who wins, how, and a proof that an independent program checks.
///
/// Without a command it solves three small games and shows the result.
///
/// Results go to standard output, progress and errors to standard error.
#[derive(Debug, Parser)]
#[command(name = "yomikiri", version, propagate_version = true, max_term_width = 100, after_long_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) display: Display,
}

/// What the page of every command ends with.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
   0  the answer was found, or the work is done
   1  not decided within the limits (time, nodes, memory, Ctrl-C)
   2  bad input or failure";

/// What the page of the program ends with.
const AFTER_HELP: &str = "\
Exit codes:
   0  the answer was found, or the work is done
   1  not decided within the limits (time, nodes, memory, Ctrl-C)
   2  bad input or failure
  10  qbf solve: the formula is true
  20  qbf solve: the formula is false

Examples:
  yomikiri solve trax:5x5                       who wins, and how
  yomikiri solve trax:5x5 --proof 5x5.proof     the same, with a proof
  yomikiri check 5x5.proof                      check the proof with an independent program
  yomikiri show trax --moves '@0/ B1\\ A2\\'    draw a position
  yomikiri help solve                           all options of a command";

/// How things are shown; for every command.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Display {
    /// Print one JSON object per line instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Show no progress; warnings and errors are still shown
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,

    /// When to print in colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,
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
    /// Find out who wins a position, and with which moves
    Solve(Solve),
    /// Check a proof with an independent implementation of the rules
    Check(Check),
    /// Count the move sequences of a given length
    Perft(Perft),
    /// Count positions: exactly, by sampling, or those that can be reached
    Count(Count),
    /// Draw a position, say who is to move, and list the legal moves
    Show(Show),
    /// Solve, make, check and print mate problems (Trax)
    #[command(subcommand)]
    Puzzle(Puzzle),
    /// Compute the value of a game or a board: canonical form, temperature, thermograph, moves
    Value(Value),
    /// Build, verify and query databases of the values of all small boards
    #[command(subcommand)]
    Db(Db),
    /// Play a game against the program, or let it play itself
    Play(Play),
    /// Open the workbench in the browser: boards, searches, values
    Serve(Serve),
    /// Solve a position with many workers: in this process, or on many machines over NATS
    Coordinate(Coordinate),
    /// Work for a coordinator, over NATS
    Work(Work),
    /// Look at a run with many workers, export and merge its results, simulate larger ones
    #[command(subcommand)]
    Cluster(ClusterCommand),
    /// Play for other programs: the Universal Game Interface on standard input and output
    Ugi(Ugi),
    /// Replay a file of Trax games and check every move and result
    Replay(Replay),
    /// Find the mistakes in a file of Trax games: who had a forced win, and which moves kept or threw it away
    Annotate(Annotate),
    /// Answer JSON queries about positions, one a line, until the input ends (docs/analysis-protocol.md)
    Analyse(Analyse),
    /// Measure the speed, and print the signature: the number of nodes visited on fixed positions
    Bench,
    /// Repeat the experiments of a paper, and print our figures beside its figures
    Reproduce(Reproduce),
    /// Encode games as quantified Boolean formulas, and solve formulas
    Qbf(crate::commands::qbf::arguments::Qbf),
    /// Make, format and solve games described in the language of Toss
    Toss(crate::commands::toss::Toss),
    /// Compute known tables of results again
    Table(KnownTable),
    /// Print the JSON Schema of everything that --json prints
    Schema,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a page of the manual, or write all pages
    Man(Man),
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The command, such as solve or puzzle solve [default: the program itself]
    #[arg(conflicts_with = "out")]
    pub(crate) verb: Vec<String>,

    /// Folder to write all pages into, as NAME.1
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}

/// A position: a game and the moves that lead to it.
#[derive(Clone, Debug, Args)]
pub(crate) struct Place {
    /// The game, such as trax:6x6, gttt:4x4,animal=tippy or amazons:6x6
    ///
    /// trax                Trax without a limit on the board
    /// trax:NxN            Trax on a board of at most N rows and columns (2 to 16)
    /// trax-loop:NxN       the same, but lines do not win
    /// gttt:CxR,animal=A   generalised tic-tac-toe on C columns and R rows
    /// torus:CxR,animal=A  the same on a torus
    /// gomoku:CxR,k=K      K in a row
    /// pg:FILE             a positional game by its winning sets
    /// toss:FILE           a game described in the language of Toss
    /// amazons:NxN         Amazons
    ///
    /// Options of the rules follow after commas. Trax: line=K (rows or columns that a winning line spans),
    /// stuck=loss|draw|last-mover-loses (no legal move), full=draw|last-mover-loses (full board). Tic-tac-toe: p=P stones
    /// a turn, q=Q stones in the first turn, turns=D (limit on turns), win=either|first; an animal can be drawn:
    /// animal=##./.##. Toss: turns=D.
    #[arg(verbatim_doc_comment)]
    #[arg(value_parser = parse_game)]
    pub(crate) game: GameName,

    #[command(flatten)]
    pub(crate) spot: Spot,
}

/// Where a position lies in its game.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Spot {
    /// Moves that lead to the position, such as '@0/ A0\ @2\' [default: none]
    #[arg(long, default_value = "", value_name = "MOVES", hide_default_value = true)]
    pub(crate) moves: String,

    /// File with the moves that lead to the position: for Trax the first game of a .trx file
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub(crate) moves_file: Option<PathBuf>,

    /// Position to start from, as one line of text such as `show` prints it [default: the start of the game]
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

impl Spot {
    /// A board of the game with the position.
    pub(crate) fn board(&self, game: &Game) -> anyhow::Result<Box<dyn Board>> {
        let read_moves;
        let moves = match &self.moves_file {
            None => &self.moves,
            Some(file) => {
                let name = file.display().to_string();
                let bytes = read(file).with_context(|| format!("cannot read {name}"))?;
                read_moves = moves_in(game.name(), &bytes).context(name)?;
                &read_moves
            }
        };
        Ok(match &self.position {
            None => game.board_after(moves)?,
            Some(position) => game.board_at(position, moves)?,
        })
    }
}

impl Place {
    /// The game, loaded, and a board with the position.
    pub(crate) fn board(&self) -> anyhow::Result<(Game, Box<dyn Board>)> {
        self.board_until(&Stop::new())
    }

    /// The same, but reading the game can be stopped.
    pub(crate) fn board_until(&self, stop: &Stop) -> anyhow::Result<(Game, Box<dyn Board>)> {
        let game = self.game.load_until(&Disk, stop)?;
        let board = self.spot.board(&game)?;
        Ok((game, board))
    }
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// The games that names on the command line may stand for. Set once, before the arguments are parsed.
pub(crate) fn register(registry: Registry) {
    // Whoever runs the program twice in one process keeps the games of the first time.
    let _already_set = REGISTRY.set(registry);
}

/// The games of this program.
pub(crate) fn registry() -> &'static Registry {
    REGISTRY.get_or_init(Registry::standard)
}

/// Reads the name of a game.
pub(crate) fn parse_game(text: &str) -> Result<GameName, NameError> {
    registry().name(text)
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

    /// Search even where a theorem has the answer
    ///
    /// The theorem is strategy stealing: with one stone a turn, the second player of generalised tic-tac-toe cannot win.
    #[arg(long)]
    pub(crate) no_theorems: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Find all moves that keep the value of the position, not only one
    #[arg(long)]
    pub(crate) all_moves: bool,

    /// File to write a proof of the answers to, for `yomikiri check` (dfpn only)
    #[arg(long, value_name = "FILE", conflicts_with = "book")]
    pub(crate) proof: Option<PathBuf>,

    /// Moves that the checker may be asked to search by itself at the end of a branch
    ///
    /// A larger number makes the proof smaller and the check slower.
    #[arg(long, value_name = "PLAYS", default_value = "100", requires = "proof",
          value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) proof_search: u32,

    #[command(flatten)]
    pub(crate) shelf: Shelf,

    #[command(flatten)]
    pub(crate) long: LongRun,
}

impl Solve {
    /// Just the value of a position.
    pub(crate) fn plain(place: Place, search: Search) -> Self {
        let (no_theorems, all_moves, shelf, long) = (false, false, Shelf::default(), LongRun::default());
        Self {
            place,
            can_win: None,
            no_theorems,
            search,
            all_moves,
            proof: None,
            proof_search: 0,
            shelf,
            long,
        }
    }

    /// Makes sure that the file for metrics is none of the other files, and one that can be appended to.
    pub(crate) fn check_metrics(&self) -> anyhow::Result<()> {
        let Some(metrics) = &self.long.metrics else {
            return Ok(());
        };
        let LongRun { checkpoint, resume, continue_from, .. } = &self.long;
        let others = [
            ("--checkpoint", checkpoint),
            ("--resume", resume),
            ("--continue", continue_from),
            ("--proof", &self.proof),
        ];
        for (option, other) in others {
            let same = other.as_ref().is_some_and(|other| is_same_file(other, metrics));
            anyhow::ensure!(!same, "--metrics and {option} name the same file, {}", metrics.display());
        }
        let is_file = std::fs::metadata(metrics).map_or(true, |found| found.is_file());
        anyhow::ensure!(is_file, "{}: metrics need a regular file", metrics.display());
        Ok(())
    }

    /// The same as a job for the library.
    pub(crate) fn job(&self) -> Job {
        let LongRun { checkpoint, checkpoint_every, checkpoint_size, resume, continue_from, .. } = &self.long;
        let checkpoint = checkpoint.as_ref().or(continue_from.as_ref());
        let resume = resume.clone().or_else(|| continue_from.clone().filter(|file| file.exists()));
        Job {
            asked: self.can_win.map_or(Asked::Both, |player| Asked::About(player.into())),
            theorems: !self.no_theorems,
            options: self.search.options(),
            best_moves: if self.all_moves { BestMoves::All } else { BestMoves::One },
            checkpoint: checkpoint.map(|file| CheckpointPlan {
                file: file.clone(),
                every: checkpoint_every.0,
                size: checkpoint_size.map(|size| size.0),
                overwrite: self.long.overwrite,
            }),
            resume,
            proof: self
                .proof
                .as_ref()
                .map(|file| ProofPlan { file: Some(file.clone()), search: self.proof_search }),
        }
    }
}

/// What a run of hours or days needs.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Long runs")]
pub(crate) struct LongRun {
    /// File to save the search in: from time to time, at a limit, at Ctrl-C, and with the answer (dfpn only)
    ///
    /// --resume continues from it. With a checkpoint, a limit ends the whole run, even if the second question has not
    /// been asked yet.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "5m")]
    pub(crate) checkpoint_every: Span,

    /// Largest size of a checkpoint; undecided positions that cost little are left out first
    #[arg(long, value_name = "SIZE")]
    pub(crate) checkpoint_size: Option<Bytes>,

    /// Checkpoint to continue from
    ///
    /// It must be of the same game, position, question, method and options of the method. Threads, memory and limits
    /// may differ; limits count from now. It may be the same file as --checkpoint.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,

    /// Checkpoint to continue from if it exists, and to write in any case: --checkpoint FILE, and --resume FILE if there is one
    ///
    /// The same command can be started again and again until it succeeds.
    #[arg(long = "continue", value_name = "FILE", conflicts_with_all = ["checkpoint", "resume"])]
    pub(crate) continue_from: Option<PathBuf>,

    /// Overwrite a checkpoint that exists already; without this, a run that does not continue from it refuses to start
    #[arg(long)]
    pub(crate) overwrite: bool,

    /// File to append a JSON object to every 10 seconds, at every checkpoint and with every answer
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
    /// Method of search
    #[arg(long, default_value = "dfpn")]
    pub(crate) method: MethodName,

    /// Depth of the shallow search at every node of pns and dfpn
    #[arg(long, value_name = "DEPTH", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub(crate) shallow: u8,

    /// At which visits of a node dfpn does its shallow search
    #[arg(long, value_name = "VISITS", default_value = "every")]
    pub(crate) shallow_at: ShallowAt,

    /// By which fraction another move must look better before dfpn switches to it
    #[arg(long, value_name = "FRACTION", default_value = "0.25", value_parser = parse_epsilon)]
    pub(crate) epsilon: f64,

    /// Give new positions the numbers 1 and 1 instead of a first guess (dfpn)
    #[arg(long)]
    pub(crate) no_guess: bool,

    /// Positions with at most this many spaces left are solved by plain search and count as one node; 0 for none (dfpn)
    #[arg(long, value_name = "SPACES", default_value = "12")]
    pub(crate) endings: u32,

    /// Search and count nodes as in a paper: 000, 001 or 004
    ///
    /// id, id-table and dfpn are then the papers' own, --shallow is their d, and --epsilon and --endings do not apply; dfs
    /// and pns search the plain game. Settings may follow: 001,children=moves (compute the keys of children again and
    /// again), 000,sharp (the shallow search sees lines), 000,no-virtual (threads do not keep apart), 000,tell (threads leave
    /// decided nodes), 000,in-turn (threads take turns, so that the count does not depend on the machine).
    #[arg(long, value_name = "PAPER")]
    pub(crate) as_in: Option<AsIn>,

    /// Number of threads (dfpn); with one, a search visits the same nodes every time
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub(crate) threads: NonZeroU16,

    /// Memory of the whole program, such as 512M or 2G; about 12M of it is used outside the table
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Bytes,

    /// Give up after this many nodes, per question
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,

    /// Give up after this time, such as 90s or 10m, per question
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<Span>,
}

/// In the order of [`METHODS`].
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
        let options = Options {
            method: METHODS[self.method as usize],
            shallow: [Shallow::Off, Shallow::One, Shallow::Two][usize::from(self.shallow)],
            shallow_when: match self.shallow_at {
                ShallowAt::Every => ShallowWhen::EveryVisit,
                ShallowAt::New => ShallowWhen::NewNodes,
            },
            epsilon: self.epsilon,
            guesses: !self.no_guess,
            published: None,
            endings: Endings { left: self.endings, ..Options::default().endings },
            threads: self.threads,
            memory: self.memory.0,
            limits: Limits { nodes: self.nodes, time: self.time.map(|Span(time)| time) },
        };
        self.as_in.map_or(options, |as_in| as_in.applied_to(options))
    }
}

#[derive(Debug, Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) place: Place,

    /// Length of the move sequences (0 to 255)
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
    /// Importance sampling: all conditions hold by construction
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
    pub(crate) place: ShownPlace,

    /// List and draw the moves that would win at once for either side, and name the classic shapes (Trax)
    #[arg(long)]
    pub(crate) threats: bool,

    /// Print the position as SVG; with --threats, mark the spaces of winning moves (Trax)
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
}

/// A position, or a game of a file.
#[derive(Debug, Args)]
pub(crate) struct ShownPlace {
    /// The game, such as trax:6x6 (see solve), or a file of Trax games
    #[arg(value_name = "GAME|FILE", value_parser = parse_shown)]
    what: Shown,

    #[command(flatten)]
    spot: Spot,

    /// Number of the game in the file
    #[arg(long, value_name = "N", default_value = "1")]
    number: usize,

    /// Show the position after this many moves of the game in the file [default: all]
    #[arg(long, value_name = "MOVES")]
    after: Option<usize>,
}

#[derive(Clone, Debug)]
enum Shown {
    Game(GameName),
    File(PathBuf),
}

/// A game, or else a file that exists.
fn parse_shown(text: &str) -> Result<Shown, NameError> {
    parse_game(text).map(Shown::Game).or_else(|error| {
        let file = PathBuf::from(text);
        if file.is_file() { Ok(Shown::File(file)) } else { Err(error) }
    })
}

impl ShownPlace {
    /// The game, loaded, and a board with the position.
    pub(crate) fn board(&self) -> anyhow::Result<(Game, Box<dyn Board>)> {
        let file = match &self.what {
            Shown::Game(name) => {
                let game = name.load(&Disk)?;
                let board = self.spot.board(&game)?;
                return Ok((game, board));
            }
            Shown::File(file) => file,
        };
        let name = file.display();
        let records = read_records(&read(file).with_context(|| format!("cannot read {name}"))?);
        let record = nth(&records, self.number).with_context(|| name.to_string())?;
        let rules = record.rules.unwrap_or_else(yomikiri_trax::Rules::unlimited);
        let game = parse_game(&rules.to_string())?.load(&Disk)?;
        let moves = &record.moves[..self.after.unwrap_or(usize::MAX).min(record.moves.len())];
        let board = game.board_after(&moves.join(" "));
        let board = board.with_context(|| format!("{name}: the game at line {}", record.line))?;
        Ok((game, board))
    }
}

#[derive(Debug, Args)]
pub(crate) struct Value {
    /// Game as an expression, such as '{{3|0},1|-3}' or 'a = {1|*}; a + a >= 1'; or a ruleset, followed by a board; or - for statements from standard input [default: -]
    ///
    /// Games: numbers 3/4, nimbers *2, ups ^ ^^ v, switches +-1 or ±1, tiny(2), miny(2), options {a,b|c},
    /// a||b|c, sums and differences, ordinal sums a:b, parentheses, boards clobber("xo/ox"),
    /// heat(a,t), cool(a,t), rcf(a), aw(a), mean(a), temp(a), birthday(a).
    /// Statements: names a = …, comparisons <= >= < > == != <>, incentives(a), outcome(a) == N.
    /// Rulesets: amazons, domineering, clobber, toads, hackenbush, nogo.
    #[arg(allow_hyphen_values = true, default_value = "-", hide_default_value = true)]
    pub(crate) what: String,

    /// Board of the ruleset: for amazons such as 'x..o|....' (x is Left, o is Right, # an arrow, rows from the top); for others 4x3 or xo/ox, TT_FF, LRL.G; or several with + between
    pub(crate) position: Option<String>,

    /// Print only who wins, with either player moving first
    #[arg(long)]
    pub(crate) outcome: bool,

    /// Database of endgames to look regions up in (`yomikiri db build`); what it lacks is computed
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,

    /// File to draw the thermograph (and the boards) into, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// File to draw the thermograph into, as TikZ
    #[arg(long, value_name = "FILE")]
    pub(crate) tikz: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// File of games, or - for standard input: one game a line, or games below a line with the variant and a line "a vs b"
    pub(crate) file: PathBuf,

    /// Game of records that do not name one
    #[arg(long, default_value = "trax", value_parser = parse_game)]
    pub(crate) game: GameName,
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

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri::method_name;

    #[test]
    fn methods_have_the_names_of_the_library() {
        for &name in MethodName::value_variants() {
            let shown = name.to_possible_value().expect("a name");
            assert_eq!(shown.get_name(), method_name(METHODS[name as usize]));
        }
    }
}
