//! Yomikiri solves two-player games: who wins, how, at what cost, and why.
//!
//! This is the library that the command line, the browser, Python and the cluster call. Plain data goes in, plain data
//! comes out; nothing here prints, and nothing knows a terminal or a network.
//!
//! ```
//! use yomikiri::{Disk, GameName, Job, Task};
//!
//! let name: GameName = "trax:4x4".parse()?;
//! let game = name.load(&Disk)?;
//! let board = game.board_after("@0/")?;
//! let solution = game.solve(&*board, &Job::default(), &Task::default())?;
//! assert_eq!(solution.verdict().to_string(), "draw");
//! assert_eq!(solution.best_moves.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `registry` | which games there are: names, families, loading ([`Registry`], [`GameName`]) |
//! | `families` | the games of this project |
//! | `files` | who may read the files that a name refers to ([`Files`]) |
//! | `playable` | what a type must offer to be a game here ([`Playable`]) |
//! | `game`, `board` | a game, loaded; a board of any game ([`Game`], [`Board`]) |
//! | `scene` | a position as pieces on squares, every move with what it would do ([`Scene`]) |
//! | [`pieces`] | pieces of a search, for those who coordinate many ([`pieces::Pieces`]) |
//! | [`books`] | proofs that are consulted before anything is searched ([`books::Books`]) |
//! | `job`, `solving`, `solution` | a question, how it is answered, what comes of it ([`Job`], [`Solution`]) |
//! | [`puzzles`] | mate problems of Trax: solve, make, check, print |
//! | [`values`] | what a game is worth: canonical form, temperature, thermograph |
//! | [`endgames`] | Amazons boards taken apart, every move judged |
//! | [`databases`] | databases of such boards: built, asked, verified |
//! | [`play`] | an opponent |
//! | [`counting`] | how many positions there are |
//! | [`harary`] | Harary's table of animals, found again |
//! | [`formulas`] | games as quantified Boolean formulas |
//! | [`threats`] | what either player would win by at a position of Trax |
//! | [`records`] | files of Trax games, played through and checked |
//! | [`analysis`] | questions as JSON, answered while the search goes on |
//! | [`annotation`] | whole games of Trax with their mistakes |
//! | [`ugi`] | the language of graphical programs and tournament managers |
//! | [`mod@bench`] | the speed of the program, and the signature of its search |
//! | [`view`] | the same as JSON, one vocabulary with a schema |
//! | [`text`], [`progress`], [`quantity`] | numbers, tables, answers, progress as text; sizes and times read |
//! | `task` | long work: stop it, see how far it is ([`Task`]) |

pub mod analysis;
pub mod annotation;
mod as_in;
pub mod bench;
mod board;
pub mod books;
pub mod counting;
pub mod databases;
pub mod endgames;
mod families;
pub mod files;
pub mod formulas;
mod game;
pub mod harary;
mod job;
pub mod pieces;
pub mod play;
mod playable;
pub mod progress;
pub mod puzzles;
pub mod quantity;
pub mod records;
mod registry;
mod scene;
mod solution;
mod solving;
mod task;
pub mod text;
pub mod threats;
pub mod ugi;
pub mod values;
pub mod view;

pub use as_in::{AsIn, AsInError};
pub use board::Board;
pub use files::{Disk, Files, Given, LARGEST_DESCRIPTION, NoFiles};
pub use game::{Game, PlaceError};
pub use job::{
    BestMoves, CheckpointPlan, Job, METHODS, ProofPlan, is_same_file, method_name, shallow_plies,
    table_memory,
};
pub use playable::{Layouts, Playable, Provable, Texts};
pub use registry::{Family, GameName, LoadError, NameError, Registry, Rules};
pub use scene::{Choice, Refused, Scene};
pub use solution::{Solution, WrittenProof};
pub use solving::{ResumeError, SolveError};
pub use task::{Event, Figures, Part, Report, Task, Work};

// The Rust on these pages is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide.md")]
struct Guide;
