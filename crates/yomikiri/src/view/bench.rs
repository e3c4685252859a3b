//! Speed and signature.

use crate::bench;
use crate::job::{method_name, shallow_plies};
use crate::view::Perft;
use schemars::JsonSchema;
use serde::Serialize;

/// A search of a fixed position with fixed options.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BenchSearch {
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// The method.
    pub method: String,
    /// The depth of the shallow search at every node.
    pub shallow: u8,
    /// Positions expanded, of both questions together.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

impl From<&bench::BenchSearch> for BenchSearch {
    fn from(search: &bench::BenchSearch) -> Self {
        Self {
            game: search.game.to_owned(),
            moves: search.moves.clone(),
            method: method_name(search.method).to_owned(),
            shallow: shallow_plies(search.shallow),
            nodes: search.nodes,
            seconds: search.seconds,
        }
    }
}

impl From<bench::BenchPerft> for Perft {
    fn from(bench::BenchPerft { depth, leaves, seconds }: bench::BenchPerft) -> Self {
        Self { game: "trax".to_owned(), moves: Vec::new(), depth, leaves, seconds }
    }
}

/// All searches of fixed positions together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Bench {
    /// The nodes of all searches: the same on every machine as long as the search is the same.
    pub signature: u64,
    /// The time of all searches.
    pub seconds: f64,
}
