//! Databases of the values of all small boards: what `yomikiri-store` keeps, with its meaning.
//!
//! A database is about the boards of one game ([`Endgame`](crate::endgames::Endgame)). Of Amazons it holds a table for every
//! number of amazons up to those asked for, with a place for every placement of amazons that no symmetry makes smaller, times
//! every set of empty squares. Of a ruleset it holds one table, or one for each size if small boards do not lie in larger ones,
//! with a place for every board that no symmetry makes smaller.
//!
//! | module | what it holds |
//! |---|---|
//! | `scope`, `box_scope` | which boards a database is about: of Amazons ([`Scope`]), of a ruleset ([`BoxScope`]) |
//! | `description` | how that is written in a file |
//! | `any` | one whose game is known only when it has been opened ([`AnyDatabase`]) |
//! | `building` | building one, layer by layer ([`build()`]; not on wasm, which has no files) |
//! | `encoding` | games and thermographs as it keeps them |
//! | `memory` | how much memory that takes |
//! | `reading` | one that has been opened ([`Database`]) |
//! | `query` | a board looked up ([`Found`]) |
//! | `statistics` | how many boards, games and thermographs it holds ([`Statistics`]) |
//! | `verify` | a random sample derived again by other means ([`Verified`]) |
//! | `exceptions` | sums in which rules of thumb choose wrongly ([`Exceptions`]) |

mod any;
mod box_scope;
#[cfg(not(target_family = "wasm"))]
mod building;
mod description;
#[cfg(not(target_family = "wasm"))]
mod encoding;
mod exceptions;
#[cfg(not(target_family = "wasm"))]
mod memory;
mod query;
mod reading;
mod scope;
mod statistics;
mod verify;

pub use any::{AnyDatabase, Request};
#[cfg(not(target_family = "wasm"))]
pub use any::{build_any, open};
pub use box_scope::{BoxScope, parse_box};
#[cfg(not(target_family = "wasm"))]
pub use building::{BuildError, BuildPlan, Built, PartialError, StoppedBy, build, partial_name};
pub use description::Description;
pub use exceptions::{Exceptions, MOST_FOR_TRIPLES, Survey};
pub use query::Found;
pub use reading::{Database, Decoder};
pub use scope::Scope;
pub use statistics::{Layer, Statistics};
pub use verify::Verified;

use crate::families::rulesets::WORDS;
use yomikiri_amazons::endgames::EndgamesError;
use yomikiri_cgt::book::BookError;
use yomikiri_cgt::evaluate::Unevaluated;
use yomikiri_cgt::{Intractable, TooLarge};
use yomikiri_rulesets::BoardsError;
use yomikiri_store::container::ReadError;
use yomikiri_store::graph::MOST_TABLES;

/// Why a database cannot be used, or does not have what is asked for.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is still being built.
    #[error("it is not finished; `db build` goes on with it")]
    Unfinished,
    /// Its description lacks something.
    #[error("the database lacks its {0}")]
    NoField(&'static str),
    /// A number in its description is none.
    #[error("`{0}` is not a number that a database could have")]
    Number(String),
    /// It is about another game.
    #[error("this is a database of {is}, not of {wanted}")]
    OtherGame {
        /// The game that it is about.
        is: String,
        /// The game that was asked for.
        wanted: &'static str,
    },
    /// There is no such game.
    #[error("no ruleset is called `{0}` (known: amazons, {rulesets})", rulesets = WORDS.join(", "))]
    NoGame(String),
    /// Something that other games do not have.
    #[error(
        "numbers of amazons and of empty squares are for amazons; {0} has all boards that fit into the box"
    )]
    OnlyAmazons(&'static str),
    /// A board cannot be read.
    #[error("the board: {0}")]
    Board(String),
    /// There is no such box.
    #[error("`{0}` is not a box: expected columns and rows such as 4x4")]
    Box(String),
    /// There are no such boards.
    #[error(transparent)]
    Endgames(#[from] EndgamesError),
    /// There are no such boards.
    #[error(transparent)]
    Boards(#[from] BoardsError),
    /// One player has no amazon.
    #[error("both players need an amazon (regions of one colour are counted without a database)")]
    NoAmazons,
    /// There are too many numbers of amazons, or sizes of boards.
    #[error("a database has at most {MOST_TABLES} tables: use fewer amazons, or a smaller box")]
    TooManyTables,
    /// It does not hold together.
    #[error("its tables are not of the size that its description says")]
    Tables,
    /// It does not hold together.
    #[error("it holds an invalid thermograph")]
    Thermograph,
    /// It has been built without thermographs.
    #[error("it has no thermographs")]
    NoThermographs,
    /// It lacks a region.
    #[error("{0}")]
    NotHeld(String),
    /// A value is out of reach.
    #[error(transparent)]
    Value(#[from] Intractable),
    /// A value that is derived again is out of reach.
    #[error(transparent)]
    Unevaluated(#[from] Unevaluated),
    /// Its games are not closed under moves.
    #[error("the set of games of the database: {0}")]
    Book(#[from] BookError),
    /// Sums of three would take too long.
    #[error(
        "{games} games are too many for all sums of three (at most {MOST_FOR_TRIPLES}); allow fewer empty squares, or take a sample"
    )]
    TooManyForTriples {
        /// How many there are.
        games: usize,
    },
}

impl From<TooLarge> for DatabaseError {
    fn from(error: TooLarge) -> Self {
        Self::Value(error.into())
    }
}
