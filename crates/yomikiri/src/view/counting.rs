//! Counts, and known results found again.

use crate::counting::{Configurations, Number, ReachablePositions};
use crate::harary;
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_trax::census::estimate::Estimate;

/// A number of configurations of tiles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Count {
    /// The game.
    pub game: String,
    /// The method.
    pub method: String,
    /// The number, all digits, where it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configurations: Option<String>,
    /// What the second method gives on average, where that is computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    /// The number, where it is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
    /// The interval that contains the number in 99 cases of 100, where it is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// The number of samples, where it is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// The seed of the random number generator, where it is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number divided by 8, for the symmetries.
    pub divided_by_8: f64,
    /// The time it took.
    pub seconds: f64,
}

impl From<&Configurations> for Count {
    fn from(count: &Configurations) -> Self {
        let mut shape = Self {
            game: count.game.clone(),
            method: count.counting.method.name().to_owned(),
            configurations: None,
            limit: None,
            estimate: None,
            interval: None,
            samples: None,
            seed: None,
            divided_by_8: count.number.value() / 8.0,
            seconds: count.seconds,
        };
        match count.number {
            Number::Exactly(number) => shape.configurations = Some(number.to_string()),
            Number::Limit(value) => shape.limit = Some(value),
            Number::About(Estimate { value, interval: (low, high) }) => {
                (shape.estimate, shape.interval) = (Some(value), Some([low, high]));
                (shape.samples, shape.seed) = (Some(count.counting.samples), Some(count.counting.seed));
            }
        }
        shape
    }
}

/// The positions of a game that moves lead to, symmetric ones once.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reachable {
    /// The game.
    pub game: String,
    /// How many there are after each number of moves, the start first.
    pub by_ply: Vec<u64>,
    /// All together, each once.
    pub total: u64,
    /// Whether all positions of the game are among them.
    pub complete: bool,
    /// The time it took.
    pub seconds: f64,
}

impl From<&ReachablePositions> for Reachable {
    fn from(positions: &ReachablePositions) -> Self {
        Self {
            game: positions.game.clone(),
            by_ply: positions.reachable.by_ply.clone(),
            total: positions.reachable.total,
            complete: positions.complete,
            seconds: positions.seconds,
        }
    }
}

/// An animal of Harary's table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Harary {
    /// The animal.
    pub animal: String,
    /// The least n such that the first player wins on n×n; null if it was not found.
    pub board: Option<u32>,
    /// The number of moves that the first player needs there; null if it was not found.
    pub move_number: Option<u32>,
    /// On boards up to this one the first player does not win.
    pub no_win_up_to: u32,
    /// The board that is known.
    pub known_board: String,
    /// The number of moves that is known, on the known board.
    pub known_move_number: String,
    /// The time it took.
    pub seconds: f64,
}

impl From<&harary::Found> for Harary {
    fn from(found: &harary::Found) -> Self {
        Self {
            animal: found.animal.name.to_owned(),
            board: found.board,
            move_number: found.moves,
            no_win_up_to: found.no_win_up_to,
            known_board: found.animal.board.to_owned(),
            known_move_number: found.animal.moves.to_owned(),
            seconds: found.seconds,
        }
    }
}
