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

mod analysis;
mod annotation;
mod bench;
mod cluster;
mod core;
mod counting;
mod endgames;
mod formulas;
mod metrics;
pub mod papers;
mod proofs;
mod puzzles;
mod records;
mod scene;
mod threats;

pub use analysis::{
    Analysis, AnalysisError, AnalysisReady, Family, Games, Id, MoveStatus, MoveValue, Offer, Waiting,
    event_line,
};
pub use annotation::{AnnotatedGame, AnnotatedMove, Annotation, Confirmed, Judgement, PlayerTally, Tally};
pub use bench::{Bench, BenchSearch};
pub use cluster::{ClusterMerge, ClusterMove, ClusterSimulation, ClusterStatus, ClusterWorker};

pub use core::{
    By, Cost, Error, Perft, Player, Position, Question, Solution, Standing, Verdict, WrittenProof,
};
pub use counting::{Count, Harary, Reachable};
pub use metrics::{Answer, Checkpoint, CheckpointFailed, Moment, Progress};
pub use proofs::{Check, CheckClaim, CheckOutcome, Conclusion, ProofBranch, ProofEntry, ProofReason};
pub use puzzles::{
    Among, CheckedPuzzle, DailyPuzzle, LongerWin, MateBy, MateResult, Puzzle, PuzzleCheck, PuzzleSolution,
};

pub use endgames::{
    Calculation, DatabaseBuilt, DatabaseCheck, DatabaseEntry, DatabaseLayer, DatabaseStatistics, Endgame,
    Ending, Exceptions, GameResult, JudgedMove, Move, Outcome, Subgame, Value, Walls,
};
pub use formulas::{
    Comparison, Decision, Encoding, Formula, FormulaCheck, FormulaQuestion, NoEncoding, StrategyReplay,
    VariableChoice, VariableMap,
};
pub use records::{Agreement, Replay, ReplayedGame};
pub use scene::{Abilities, Choice, Kind, Layout, Piece, Refused, Scene, Won};
pub use threats::{Attack, Shape, ShapeMove, Threat, Threats};

use papers::{PaperPuzzle, PaperReport, PaperSearch, PaperSums};
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use serde_json::json;

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
    /// A position as pieces on squares, with every move (`show` of the analysis protocol).
    Scene(Scene),
    /// A number of move sequences (`perft`).
    Perft(Perft),
    /// What became of the check of a proof (`check`).
    Check(Check),
    /// What several proofs say together (`check` of several files).
    Conclusion(Conclusion),
    /// What a proof says of a position (`check --after`).
    ProofEntry(ProofEntry),
    /// The shortest forced win of the player to move (`puzzle solve`).
    PuzzleSolution(PuzzleSolution),
    /// A mate problem (`puzzle make`).
    Puzzle(Puzzle),
    /// The problem of a day (`puzzle daily`).
    DailyPuzzle(DailyPuzzle),
    /// One problem of a file, solved again (`puzzle check`).
    CheckedPuzzle(CheckedPuzzle),
    /// A file of problems, solved again (`puzzle check`).
    PuzzleCheck(PuzzleCheck),
    /// What a game is worth (`value`).
    Value(Value),
    /// What a statement of the calculator says (`value`).
    Calculation(Calculation),
    /// What an Amazons board is worth, with every move judged (`value amazons`).
    Endgame(Endgame),
    /// Who wins, depending on who moves first (`value --outcome`).
    Outcome(Outcome),
    /// A database that was built (`db build`).
    DatabaseBuilt(DatabaseBuilt),
    /// A board as a database has it (`db query`).
    DatabaseEntry(DatabaseEntry),
    /// A sample of a database, derived again (`db verify`).
    DatabaseCheck(DatabaseCheck),
    /// What a database holds (`db stats`).
    DatabaseStatistics(DatabaseStatistics),
    /// Sums in which rules of thumb choose wrongly (`db exceptions`).
    Exceptions(Exceptions),
    /// A move of a game that is being played (`play`).
    Move(Move),
    /// How a game that was played has ended (`play`).
    Ending(Ending),
    /// A question about a game, written as a formula (`qbf encode`).
    Encoding(Encoding),
    /// A game that cannot be written as a formula in one way (`formulas` of the analysis protocol).
    NoEncoding(NoEncoding),
    /// What the variables of an encoded game mean (`qbf encode --map`).
    VariableMap(VariableMap),
    /// Whether a formula is true (`qbf solve`).
    Formula(Formula),
    /// A certificate that was checked against a formula (`qbf check`).
    FormulaCheck(FormulaCheck),
    /// A strategy taken from a certificate and replayed (`qbf strategy`).
    StrategyReplay(StrategyReplay),
    /// Who wins a game, through formulas (`qbf decide`).
    Decision(Decision),
    /// Who wins a game, by one method or solver (`qbf compare`, `reproduce 004`).
    Comparison(Comparison),
    /// A search of a paper on Trax, ours beside theirs (`reproduce 000`, `reproduce 001`).
    PaperSearch(PaperSearch),
    /// A mate problem solved by one method (`reproduce 002`).
    PaperPuzzle(PaperPuzzle),
    /// Sums of Amazons subgames, ours beside theirs (`reproduce 003`).
    PaperSums(PaperSums),
    /// A run of the papers' experiments (`reproduce` with a budget).
    PaperReport(PaperReport),
    /// What either player would win by (`show --threats`).
    Threats(Threats),
    /// One game of a file, played through (`replay`).
    ReplayedGame(ReplayedGame),
    /// How the games of a file ended (`replay`).
    Replay(Replay),
    /// One game of a file with its mistakes (`annotate`).
    AnnotatedGame(AnnotatedGame),
    /// A file of games with their mistakes (`annotate`).
    Annotation(Annotation),
    /// What is known about a position so far (`analyse`).
    Analysis(Analysis),
    /// A line that could not be understood, or a query that could not be answered (`analyse`).
    AnalysisError(AnalysisError),
    /// The answer to `ready` (`analyse`).
    AnalysisReady(AnalysisReady),
    /// The games that are offered (`games` of the analysis protocol).
    Games(Games),
    /// A query that waits for others (`serve`).
    Waiting(Waiting),
    /// A search of a fixed position with fixed options (`bench`).
    BenchSearch(BenchSearch),
    /// All searches of fixed positions together (`bench`).
    Bench(Bench),
    /// How far a search is (`solve --metrics`).
    Progress(Progress),
    /// A checkpoint was written (`solve --metrics`).
    Checkpoint(Checkpoint),
    /// A checkpoint could not be written (`solve --metrics`).
    CheckpointFailed(CheckpointFailed),
    /// A question was answered, or given up (`solve --metrics`).
    Answer(Answer),
    /// A number of configurations of tiles (`count`).
    Count(Count),
    /// The positions that moves lead to (`count --method reachable`).
    Reachable(Reachable),
    /// An animal of Harary's table (`table harary`).
    Harary(Harary),
    /// How a run with many workers stands (`cluster status`).
    ClusterStatus(ClusterStatus),
    /// What a store has taken from another (`cluster merge`).
    ClusterMerge(ClusterMerge),
    /// A simulated cluster (`cluster simulate`).
    ClusterSimulation(ClusterSimulation),
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

lines!(Solution, Position, Scene, Perft, Check, Conclusion, ProofEntry, Error);
lines!(PuzzleSolution, Puzzle, DailyPuzzle, CheckedPuzzle, PuzzleCheck);
lines!(
    Value,
    Calculation,
    Endgame,
    Outcome,
    DatabaseBuilt,
    DatabaseEntry,
    DatabaseCheck,
    DatabaseStatistics,
    Exceptions
);
lines!(Move, Ending);
lines!(Count, Reachable, Harary);
lines!(Encoding, NoEncoding, VariableMap, Formula, FormulaCheck, StrategyReplay, Decision, Comparison);
lines!(PaperSearch, PaperPuzzle, PaperSums, PaperReport);
lines!(Threats, ReplayedGame, Replay, AnnotatedGame, Annotation, BenchSearch, Bench);
lines!(Analysis, AnalysisError, AnalysisReady, Games, Waiting);
lines!(ClusterStatus, ClusterMerge, ClusterSimulation);
lines!(Progress, Checkpoint, CheckpointFailed, Answer);

/// A shape with the version of the vocabulary.
#[derive(Serialize)]
struct Versioned {
    #[serde(flatten)]
    line: Line,
    version: u32,
}

/// A shape as a JSON object that stands alone.
#[must_use]
pub fn object(shape: impl Into<Line>) -> serde_json::Value {
    // What has no maps with odd keys can always be serialized.
    serde_json::to_value(Versioned { line: shape.into(), version: VERSION })
        .unwrap_or_else(|error| json!({ "error": error.to_string() }))
}

/// The same as a line of text: the type first, then the fields in the order of the schema.
#[must_use]
pub fn line(shape: impl Into<Line>) -> String {
    serde_json::to_string(&Versioned { line: shape.into(), version: VERSION })
        .unwrap_or_else(|error| json!({ "error": error.to_string() }).to_string())
}

/// The JSON Schema of [`object`]s.
#[must_use]
pub fn schema() -> serde_json::Value {
    let schema: Schema = schema_for!(Line);
    let mut schema = schema.to_value();
    schema["title"] = "Yomikiri, lines of JSON".into();
    if let Some(shapes) = schema["oneOf"].as_array_mut() {
        for shape in shapes {
            shape["properties"]["version"] = json!({ "type": "integer", "const": VERSION });
            // Whatever answers a query of the analysis protocol has these, too.
            shape["properties"]["id"] = json!({
                "type": ["integer", "string", "null"],
                "description": "The id of the query that this answers.",
            });
            shape["properties"]["final"] = json!({
                "type": "boolean",
                "description": "Whether this is the last answer to the query.",
            });
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
