//! Quantified Boolean formulas: from a game to a formula and back.
//!
//! | module | what it holds |
//! |---|---|
//! | `formula`, `circuit` | [`Formula`] in clauses, [`Circuit`] |
//! | [`qdimacs`], [`qcir`] | the file formats |
//! | `budget` | what writing a formula may take |
//! | [`corrective`] | positional games as formulas |
//! | [`direct`] | ground transition systems as formulas |
//! | `preprocess` | making a formula smaller |
//! | [`solver`] | the embedded solver |
//! | [`certificate`] | Skolem and Herbrand functions of a decided formula, as AIGER |
//! | `external` | solvers of others, as processes; not on wasm, where there are none |
//! | `evaluate` | the value by definition, to compare with |
//!
//! No module knows a particular game: what is encoded are the forms that `yomikiri-game` has for whole games.
//!
//! ```
//! use yomikiri_qbf::solver::{Options, Progress, solve};
//! use yomikiri_qbf::qdimacs;
//!
//! // For every x there is a y that differs.
//! let formula = qdimacs::read("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n")?;
//! assert_eq!(solve(&formula, &Options::default(), &Progress::default()).known(), Some(true));
//! # Ok::<(), yomikiri_qbf::ReadError>(())
//! ```

mod budget;
mod builder;
pub mod certificate;
mod circuit;
pub mod corrective;
pub mod deepening;
pub mod direct;
mod evaluate;
#[cfg(not(target_family = "wasm"))]
pub mod external;
mod formula;
mod preprocess;
pub mod qcir;
pub mod qdimacs;
pub mod solver;
mod text;

pub use budget::{Budget, Exceeded};
pub use circuit::{Circuit, Gate};
pub use evaluate::evaluate;
pub use formula::{Block, Formula, Literal, Prefix, Quantifier, Statistics, Variable};
pub use preprocess::{Effort, Preprocessed, preprocess};
pub use text::{MOST_BYTES, ReadError, Warning};
