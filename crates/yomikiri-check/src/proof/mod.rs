//! Proofs: the reader and checker of the files that `docs/proof-format.md` describes.
//!
//! | module | what it holds |
//! |---|---|
//! | `statement` | what can be said of a position |
//! | `number` | numbers as bytes |
//! | `envelope` | the outside of a file: compression, checksum |
//! | `decompress` | its content, by one of two implementations |
//! | `header` | the game, and what is claimed |
//! | `batch` | lemmas as they are read, some at a time |
//! | `lemmas` | the list of lemmas, found by exact position |
//! | `examiner` | one lemma: its position, its tree, its searches |
//! | `check` | a whole proof, in batches, by several threads |
//! | `book`, `walk` | a proof as a book that is asked what it says of a position |
//! | `conclusion` | what several proofs say together |
//! | `boards` | what is asked of a board, whatever its game |
//! | `games` | the games whose proofs can be read |
//! | `monitor` | how far a check is; how to stop it |
//! | `failure` | why a proof does not hold |
//!
//! The argument rests on three things: that `examiner` goes through all replies, that a look-up finds exact positions with
//! lower numbers only, and that the [referee](crate::referee) knows the rules (and the theorems, of which it counts how often
//! they were needed). Compression, checksum, hashes and threads are
//! conveniences that can make a check fail or be slow, but not make a wrong proof hold.
//!
//! Memory is bounded by what the file really contains: lengths are believed only as far as bytes follow, positions
//! are no longer than the game's, and trees have a greatest length and depth.

mod batch;
mod boards;
mod book;
mod check;
mod conclusion;
mod decompress;
mod envelope;
mod examiner;
mod failure;
mod games;
mod header;
mod lemmas;
mod monitor;
mod number;
mod recollection;
mod statement;
mod walk;

pub use book::{Astray, Book, Branch, Crossroads, Entry, Reason};
pub use check::Proven;
pub use conclusion::{Conclusion, verdict};
pub use failure::{Failure, Fault};
pub use games::{Games, check};
pub use header::Claim;
pub use monitor::{Counts, Monitor};
pub use number::BadNumber;
pub use statement::Statement;
