//! Methods that decide a game by searching its AND/OR tree.
//!
//! Every method answers a yes/no question, "can this player force a win?" ([`Question`]), for any
//! [`Game`](yomikiri_game::Game); [`solve()`] asks about both players and puts the answers together.
//!
//! | module | what it holds |
//! |---|---|
//! | `question` | [`Question`], [`Answer`], [`Verdict`] |
//! | `inquiry` | who wins: the two questions, and which of them need no search |
//! | `dfs` | depth-first search |
//! | `deepening` | iterative deepening, with and without a table |
//! | `pns` | best-first proof-number search, the tree in memory |
//! | `dfpn` | depth-first proof-number search, by one thread or several |
//! | `mate` | the shortest mate, by threats alone or by all moves |
//! | `crowd` | where the threads are |
//! | `child_cache` | the children of nodes that `dfpn` left a short while ago |
//! | `numbers` | proof and disproof numbers |
//! | `expansion` | the shallow search at a node of `pns` and `dfpn` |
//! | `ending` | endings read out by plain search, where `dfpn` comes to them |
//! | `published` | df-pn and iterative deepening as in the papers, to the letter |
//! | `table` | the table of positions, and SmallTreeGC |
//! | `knowledge` | what df-pn has found out, to be kept and gone on from |
//! | `piece` | a search that ends at thresholds, as a piece of a larger one |
//! | `proof` | what df-pn has found out, written so that others can check it |
//! | `lines` | the memory behind it |
//! | `watch` | limits, cancellation, progress, statistics |
//! | `solve` | choosing a method, asking both questions |
//! | `alphabeta` | a sound move against the clock, for play |
//!
//! No module knows a particular game.
//!
//! Everything is there on wasm, too, with two differences: the table is a plain allocation (`lines`), and a search
//! that is asked to use several threads uses one. Searches are recursive: a program for
//! `wasm32-unknown-unknown` should be linked with a stack of 8 MiB (`-C link-arg=-zstack-size=8388608`).
//!
//! ```
//! use yomikiri_game::samples::Mnk;
//! use yomikiri_search::{Monitor, Options, Verdict, solve};
//!
//! let solution = solve(&Mnk::new(3, 3, 3), &Options::default(), &Monitor::default())?;
//! assert_eq!(solution.verdict, Verdict::Draw);
//! # Ok::<(), yomikiri_search::SetupError>(())
//! ```

mod alphabeta;
mod child_cache;
mod crowd;
mod deepening;
mod dfpn;
mod dfs;
mod ending;
mod expansion;
mod inquiry;
mod knowledge;
mod lines;
mod mate;
mod numbers;
mod piece;
mod pns;
mod proof;
mod published;
mod question;
mod solve;
mod table;
mod watch;

pub use alphabeta::{Considered, consider};
pub use crowd::Company;
pub use ending::Endings;
pub use inquiry::{Answered, Answers, Asked, By, Found, Inquiry};
pub use knowledge::{Census, Knowledge, Priority, RecallError, Recollection, key_scheme};
pub use mate::{
    Detector, Effort, FoundMate, LONGEST_MATE, LongerWin, MateAnswer, MateOptions, MateReport, MateTable,
    Mateable, Scope, find_mate,
};
pub use numbers::{INFINITE, Numbers, Summary, Thresholds, summarise};
pub use piece::{Explored, Successor, explore};
pub use proof::{Demands, Lemma, ProofError, Statement, prove, prove_with_lemmas};
pub use published::{ChildNumbers, Published};
pub use question::{Answer, Question, Verdict};
pub use solve::{
    Method, Options, Report, SetupError, Shallow, ShallowWhen, Solution, Solvable, ask, ask_knowing, solve,
};
pub use table::{MINIMUM_MEMORY, Record};
pub use watch::{Limits, Monitor, Snapshot, Statistics, StopReason};
