//! What a game is.
//!
//! This crate is the vocabulary that game crates and method crates share, so that neither has to know
//! the other. It holds:
//!
//! - [`Game`]: the one small trait a game must implement;
//! - capability traits for what only some games have: [`Canonical`] (a key under symmetry), [`Tactics`]
//!   (knowledge that is cheaper than trying every move), [`Threats`] (what either player would win by),
//!   [`Appraised`] (a guess who is ahead), [`Notation`] (moves as text), [`PositionText`] (positions as text),
//!   [`Drawn`] (pictures in characters), [`Exact`] (positions and moves as proofs write them), [`Partizan`] (moves of
//!   either player, for the theory of sums), [`Catalogue`] (all positions of a kind, numbered);
//! - forms that some games can be brought into: [`Sketch`] (a drawing made of lines), [`PositionalGame`] and
//!   [`TransitionSystem`] (the whole game at once, as winning sets or as a ground transition system);
//! - functions that need nothing but a `Game`: [`perft()`], [`reachable()`], [`playout()`], [`legal_moves`], [`status`], [`try_move`], [`try_moves`];
//! - [`Stop`] and [`Progress`]: how long work is told to end, and how far it is;
//! - [`Instant`], the clock; [`leb128`], numbers as bytes;
//! - [`mod@conformance`], the kit of tests that every game must pass;
//! - [`samples`], tiny complete games that keep the vocabulary honest.
//!
//! It does no I/O and knows no particular game and no method.
//!
//! ```
//! use yomikiri_game::{Game, perft, samples::Mnk};
//!
//! let mut tic_tac_toe = Mnk::new(3, 3, 3);
//! assert_eq!(perft(&mut tic_tac_toe, 2), 9 * 8);
//! ```

mod appraised;
mod canonical;
mod clock;
pub mod conformance;
mod exact;
mod game;
mod layout;
pub mod leb128;
mod line;
mod notation;
mod partizan;
mod perft;
mod picture;
mod player;
mod playout;
mod position_text;
mod positional;
mod progress;
mod random;
mod reachable;
mod record;
pub mod samples;
mod sketch;
mod statistics;
mod stop;
mod suggestion;
mod tactics;
mod threats;
mod transitions;

pub use appraised::Appraised;
pub use canonical::{Canonical, Key};
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use clock::{Duration, Instant};
pub use exact::{Exact, player_and_cells};
pub use game::{Game, Played, Status, legal_moves, status, try_move, try_moves};
pub use layout::{Laid, Layout, Piece, Pieces, Square};
pub use line::{Line, LineError, play_line, play_text, presentable};
pub use notation::Notation;
pub use partizan::{Catalogue, Partizan};
pub use perft::perft;
pub use picture::{Drawn, Glyph, Ink, Picture};
pub use player::{Aim, Outcome, Player};
pub use playout::{Playout, playout};
pub use position_text::{PositionError, PositionText, Word, fields};
pub use positional::{FirstStone, PositionalGame, Turn};
pub use progress::{Progress, Steps, Stopped};
pub use random::SplitMix64;
pub use reachable::{Reachable, reachable};
pub use record::Record;
pub use sketch::{Point, Sketch, Stroke};
pub use statistics::Statistics;
pub use stop::{Stop, StopCause};
pub use suggestion::closest;
pub use tactics::{Foreseen, Outlook, Prospect, Sieve, Tactics};
pub use threats::Threats;
pub use transitions::{Action, Condition, Conditions, Location, Says, TransitionSystem};
