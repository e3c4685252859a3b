//! Quantified Boolean formulas.

mod corrective;
mod evaluate;
pub mod external;
mod formula;
mod preprocess;
pub mod qdimacs;
pub mod solver;
mod text;

pub use corrective::{Choice, Encoded, encode};
pub use evaluate::evaluate;
pub use formula::*;
pub use preprocess::{Effort, Preprocessed, preprocess};
pub use text::ReadError;
