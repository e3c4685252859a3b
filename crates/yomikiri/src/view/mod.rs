//! Answers as JSON: one vocabulary for the command line, the browser, Python and the cluster.
//!
//! The shapes are types of their own, so that the rest of the library is free of serialization and its names can change
//! without breaking anybody's script. `docs/json.md` explains them; [`schema`] is the same as a JSON Schema, and tests
//! validate what every command prints against it.
//!
//! Conventions, which every shape keeps:
//! - every object that stands alone has a `type`, which names its shape, and a `version`;
//! - a player is `"first"` or `"second"` (in the theory of sums `"left"` or `"right"`), nothing else;
//! - `moves`, `line`, `best_moves` are lists of moves, each a text in the notation of the game;
//! - times are `seconds`, as numbers; sizes are `bytes`;
//! - what is not known is `null`, what does not apply is left out;
//! - numbers that may be too large for a double are texts of digits.

mod core;
mod counting;
mod formulas;

pub use core::{
    By, Check, CheckClaim, CheckOutcome, Cost, Error, Perft, Player, Position, Question, Solution, Standing,
    Verdict, WrittenProof,
};
pub use counting::{Count, Harary, Reachable};
pub use formulas::{Comparison, Decision, Encoding, Formula, FormulaQuestion};

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use serde_json::{Value, json};

/// The version of the vocabulary. It grows when a shape changes so that a reader could misunderstand it.
pub const VERSION: u32 = 1;

/// Everything that is printed as a line of JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Line {
    /// Who wins a position, how that is known, how to play it (`solve`).
    Solution(Solution),
    /// A position, and how the game stands (`show`).
    Position(Position),
    /// A number of move sequences (`perft`).
    Perft(Perft),
    /// What became of the check of a proof (`check`).
    Check(Check),
    /// A question about a game, written as a formula (`qbf encode`).
    Encoding(Encoding),
    /// Whether a formula is true (`qbf solve`).
    Formula(Formula),
    /// Who wins a game, through formulas (`qbf decide`).
    Decision(Decision),
    /// Who wins a game, by one method or solver (`qbf compare`, `reproduce 004`).
    Comparison(Comparison),
    /// A number of configurations of tiles (`count`).
    Count(Count),
    /// The positions that moves lead to (`count --method reachable`).
    Reachable(Reachable),
    /// An animal of Harary's table (`table harary`).
    Harary(Harary),
    /// Why a command failed.
    Error(Error),
}

macro_rules! lines {
    ($($shape:ident),* $(,)?) => {
        $(impl From<$shape> for Line {
            fn from(shape: $shape) -> Self {
                Self::$shape(shape)
            }
        })*
    };
}

lines!(
    Solution, Position, Perft, Check, Encoding, Formula, Decision, Comparison, Count, Reachable, Harary,
    Error
);

/// A shape as a JSON object that stands alone.
#[must_use]
pub fn object(shape: impl Into<Line>) -> Value {
    // What has no maps with odd keys can always be serialized.
    let mut object =
        serde_json::to_value(shape.into()).unwrap_or_else(|error| json!({ "error": error.to_string() }));
    object["version"] = VERSION.into();
    object
}

/// The JSON Schema of [`object`]s.
#[must_use]
pub fn schema() -> Value {
    let schema: Schema = schema_for!(Line);
    let mut schema = schema.to_value();
    schema["title"] = "Yomikiri, lines of JSON".into();
    if let Some(shapes) = schema["oneOf"].as_array_mut() {
        for shape in shapes {
            shape["properties"]["version"] = json!({ "type": "integer", "const": VERSION });
            if let Some(required) = shape["required"].as_array_mut() {
                required.push("version".into());
            }
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_a_type_and_a_version() {
        let shapes = schema()["oneOf"].as_array().cloned().unwrap_or_default();
        assert!(shapes.len() >= 5);
        for shape in shapes {
            assert!(shape["properties"]["type"]["const"].is_string(), "{shape}");
            assert_eq!(shape["properties"]["version"]["const"], VERSION);
        }
    }
}
