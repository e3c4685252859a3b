//! Values of games: what a subgame is worth when it is one of several.
//!
//! Late in a game the board falls apart, and a player may move twice running in one part while the other
//! moves elsewhere. So a part is more than "won" or "lost": it is a *partizan game* `{L|R}`, the games that
//! Left (the first player) can move to and those that Right can. This crate gives every such game
//!
//! - its **canonical form** ([`Forms`], [`Form`]): equal games are the same small integer;
//! - **sums, negatives and comparison** ([`Forms::sum`], [`Forms::le`]);
//! - **stops, mean, temperature and the thermograph** ([`Thermograph`]);
//! - **ordinal sums, heating and cooling, reduced canonical forms, atomic weights, incentives** ([`Forms::ordinal_sum`],
//!   [`Forms::cooled`], [`Forms::reduced`], [`Forms::atomic_weight`], [`Forms::incentives`]);
//! - a **text** both ways ([`mod@notation`]), and a calculator with names and comparisons ([`calculator`]);
//!
//! and to a sum of several, a move: by rule of thumb from the thermographs ([`strategies`], and [`mod@book`] for many sums at once) or exactly
//! ([`sums`]). [`evaluate`] takes the value of a position of any game with left and right options,
//! [`tabulate`] those of a whole catalogue of positions on all cores, and [`explore`] those of single ones of it.
//!
//! It knows no particular game, does no I/O and prints nothing.
//!
//! ```
//! use yomikiri_cgt::Forms;
//!
//! let mut forms = Forms::new();
//! let game = forms.parse("{{3|0},1|-3}")?;
//! assert_eq!(forms.text(game), "{1,{3|0}|-3}");
//! let thermograph = forms.thermograph(game)?;
//! assert_eq!(thermograph.mean().to_string(), "-3/4");
//! assert_eq!(thermograph.temperature().to_string(), "9/4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # References
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways for your Mathematical Plays*, 2nd edition, 2001.
//! - A. N. Siegel: *Combinatorial Game Theory*, 2013.

mod arithmetic;
mod atomic;
pub mod book;
pub mod calculator;
mod dyadic;
pub mod evaluate;
pub mod explore;
mod forms;
mod heating;
mod memo;
pub mod notation;
mod order;
mod ordinal;
mod outcome;
mod reduce;
mod reduced;
pub mod strategies;
pub mod sums;
pub mod tabulate;
mod thermograph;
mod trajectory;

pub use dyadic::{Dyadic, TooLarge};
pub use forms::{Form, Forms, Intractable};
pub use memo::Memo;
pub use outcome::Class;
pub use thermograph::{Thermograph, Thermographs};
pub use trajectory::{Point, Trajectory};

// The Rust on these pages is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/values.md")]
struct Values;
