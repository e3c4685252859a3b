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
//! | `±1`, `+-1`, `+-{1,2}` | `{1\|-1}`, `{1,2\|-1,-2}` |
//! | `tiny(2)`, `miny(2)` | `{0\|\|0\|-2}` and its negative |
//! | `a + b - (c)` | sums |
//! | `a:b` | the ordinal sum of the canonical form of a with b |
//! | `heat(a,t)`, `cool(a,t)`, `rcf(a)`, `aw(a)` | heated and cooled by t, the reduced canonical form, the atomic weight |
//! | `mean(a)`, `temp(a)`, `birthday(a)` | numbers of a game |
//! | `clobber("xo/ox")` | a board of a ruleset, where one is known ([`Boards`]) |
//!
//! That is the notation of CGSuite as far as it has no loops; `on`, `off`, `over`, `under`, `upon` and `dud` are refused.
//! Within a [calculator](crate::calculator) games can have names of their own.
//!
//! What is written is canonical: the same game always gives the same text, and reading that text gives the
//! game again.

mod reading;
mod writing;

pub(crate) use reading::FUNCTIONS;
pub use reading::{Boards, NoBoards, NotationError, Problem};
pub use writing::Named;
