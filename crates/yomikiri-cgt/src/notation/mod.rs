//! Games as text, both ways.
//!
//! | text | game |
//! |---|---|
//! | `5`, `-3/4` | a number |
//! | `*`, `*3` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `vv` | ups and downs |
//! | `1/2^*2` | a number, ups and a nimber added up |
//! | `{a,b\|c}` | Left can move to a or b, Right to c |
//! | `a\|\|b\|c` | `{a\|{b\|c}}`: more bars bind more loosely |
//! | `±1`, `+-1` | `{1\|-1}` |
//! | `tiny(2)`, `miny(2)` | `{0\|\|0\|-2}` and its negative |
//! | `a + b - (c)` | sums |
//!
//! What is written is canonical: the same game always gives the same text, and reading that text gives the
//! game again.

mod reading;
mod writing;

pub use reading::{NotationError, Problem};
pub use writing::Named;
