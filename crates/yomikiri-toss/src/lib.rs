//! Games described in text: the relational language of Toss.
//!
//! A description defines relations over the cells of a board by formulas, rules that change which relations
//! hold, locations that say whose turn it is and what the game is worth if he cannot move, and a start. This
//! is the part of the language that the paper's figures use: two players, relations of one place that change,
//! `R` and `C` for the neighbours to the right and below. A player who cannot move ends the game; who then has a positive
//! payoff has won, the first player if both have.
//!
//! | module | what it holds |
//! |---|---|
//! | `words`, `parser`, `syntax` | reading |
//! | `format` | writing |
//! | `budget` | how much may be done for a description |
//! | `ground` | formulas over cells as conditions over atoms |
//! | `lower` | the whole description as a ground transition system |
//! | `position` | [`Position`]: a described game as a game like any other |
//! | `exact` | positions as text and as bytes, moves as numbers |
//! | `make` | descriptions of generalised tic-tac-toe, as the paper's generator made them |
//!
//! # References
//! - Diptarama, Y. Ishiguro, K. Narisawa, A. Shinohara, C. Jordan, *Solving generalized tic-tac-toe by using QBF
//!   solver*, Game Programming Workshop 2015, section 4.
//! - Ł. Kaiser, Ł. Stafiniak, *First-order logic with counting for general game playing*, AAAI 2011.

mod budget;
mod exact;
mod format;
mod ground;
mod lower;
pub mod make;
mod parser;
mod position;
pub mod syntax;
mod words;

pub use format::format;
pub use lower::{LowerError, Lowered, lower, lower_until};
pub use parser::{MOST_BYTES, parse};
pub use position::{MoveError, Position, TakeBack};
pub use syntax::TossError;
