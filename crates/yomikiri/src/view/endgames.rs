//! Values of games, databases of endgames, moves of an opponent.

use super::{Player, Standing};
use crate::databases::{self, AnyDatabase};
use crate::values::{self, Beginners, Valued};
use crate::{endgames, play};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;
use yomikiri_cgt::Trajectory;

/// What a game is worth. Numbers are exact: texts such as `-3/4`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Value {
    /// The canonical form; null if it has more than 100,000 characters.
    pub canonical: Option<String>,
    /// A shorter name, of a switch, a tiny or a miny.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The mean.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
    /// The number that play ends in if Left moves first.
    pub left_stop: String,
    /// The number that play ends in if Right moves first.
    pub right_stop: String,
    /// Who wins: `L` Left, `R` Right, `N` whoever moves first, `P` whoever does not.
    pub outcome: String,
    /// The depth of the canonical form.
    pub birthday: u64,
    /// The thermograph.
    pub thermograph: Walls,
}

/// What a statement of the calculator says (`value`).
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Calculation {
    /// The name that a game was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The canonical form of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// How two games compare: `<`, `>`, `==`, or `<>` for confused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<String>,
    /// The two games, or the incentives of Left and of Right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Vec<String>>,
    /// The other one, or Right's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<Vec<String>>,
    /// Who wins: `L`, `R`, `N` or `P`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Whether what was claimed holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
}

impl From<&values::Calculation> for Calculation {
    fn from(calculation: &values::Calculation) -> Self {
        let empty = Self::default();
        match calculation.clone() {
            values::Calculation::Game { name, value, .. } => Self { name, value: Some(value), ..empty },
            values::Calculation::Comparison { left, relation, right, holds } => Self {
                relation: Some(relation.to_string()),
                left: Some(vec![left]),
                right: Some(vec![right]),
                holds: Some(holds),
                ..empty
            },
            values::Calculation::Incentives { left, right } => {
                Self { left: Some(left), right: Some(right), ..empty }
            }
            values::Calculation::Outcome { class, holds } => {
                Self { outcome: Some(class.to_string()), holds, ..empty }
            }
        }
    }
}

/// The walls of a thermograph: temperature and value at each corner, from −1 to the mast.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Walls {
    /// The left wall.
    pub left: Vec<[String; 2]>,
    /// The right wall.
    pub right: Vec<[String; 2]>,
}

impl From<&Valued> for Value {
    fn from(valued: &Valued) -> Self {
        let corners = |wall: &Trajectory| {
            wall.corners().iter().map(|corner| [corner.t.to_string(), corner.value.to_string()]).collect()
        };
        let thermograph = &valued.thermograph;
        Self {
            canonical: valued.canonical.clone(),
            name: valued.name.clone(),
            mean: valued.mean().to_string(),
            temperature: valued.temperature().to_string(),
            left_stop: valued.left_stop.to_string(),
            right_stop: valued.right_stop.to_string(),
            outcome: valued.outcome.to_string(),
            birthday: valued.birthday,
            thermograph: Walls { left: corners(thermograph.left()), right: corners(thermograph.right()) },
        }
    }
}

/// A board, or a sum of several: its value, its regions, every move judged.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Endgame {
    /// The board; several with ` + ` between them.
    pub board: String,
    /// What it is worth.
    #[serde(flatten)]
    pub value: Value,
    /// Its regions.
    pub subgames: Vec<Subgame>,
    /// The moves of Left.
    pub left_moves: Vec<JudgedMove>,
    /// The moves of Right.
    pub right_moves: Vec<JudgedMove>,
}

/// A region of a board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Subgame {
    /// The region, as small a board as it fits on.
    pub board: String,
    /// What it is worth.
    #[serde(flatten)]
    pub value: Value,
}

/// A move and who thinks it good.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JudgedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The subgame it is made in, counted from 1.
    pub subgame: usize,
    /// What the subgame is worth afterwards; null if that has more than 100,000 characters.
    pub value: Option<String>,
    /// Whether the mover then wins.
    pub wins: bool,
    /// Whether no other move would give a better result.
    pub keeps_outcome: bool,
    /// Whether no other move in the subgame is better whatever else is on the board.
    pub undominated: bool,
    /// Whether Hotstrat chooses it.
    pub hotstrat: bool,
    /// Whether Thermostrat chooses it.
    pub thermostrat: bool,
}

impl From<&endgames::JudgedMove> for JudgedMove {
    fn from(judged: &endgames::JudgedMove) -> Self {
        Self {
            text: judged.text.clone(),
            subgame: judged.region + 1,
            value: judged.value.clone(),
            wins: judged.wins,
            keeps_outcome: judged.keeps_outcome,
            undominated: judged.undominated,
            hotstrat: judged.hotstrat,
            thermostrat: judged.thermostrat,
        }
    }
}

impl From<&endgames::Analysis> for Endgame {
    fn from(analysis: &endgames::Analysis) -> Self {
        let boards: Vec<&str> = analysis.boards.iter().map(|board| board.text.as_str()).collect();
        let subgame = |region: &endgames::Region| Subgame {
            board: region.trimmed.text.clone(),
            value: (&region.value).into(),
        };
        let [left, right] = &analysis.moves;
        Self {
            board: boards.join(" + "),
            value: (&analysis.value).into(),
            subgames: analysis.regions.iter().map(subgame).collect(),
            left_moves: left.iter().map(Into::into).collect(),
            right_moves: right.iter().map(Into::into).collect(),
        }
    }
}

/// Who wins, depending on who moves first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    /// The result for Left, moving first.
    pub left_first: GameResult,
    /// The result for Right, moving first.
    pub right_first: GameResult,
}

/// How a game ends for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// The player wins.
    Win,
    /// The player loses.
    Loss,
}

impl From<Beginners> for Outcome {
    fn from(beginners: Beginners) -> Self {
        let result = |wins| if wins { GameResult::Win } else { GameResult::Loss };
        Self { left_first: result(beginners.left_wins), right_first: result(beginners.right_wins) }
    }
}

/// A database that was built.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DatabaseBuilt {
    /// The file.
    pub file: String,
    /// Its size.
    pub bytes: usize,
    /// The boards in it, up to symmetry and exchange of the colours.
    pub classes: u64,
    /// The different games.
    pub forms: usize,
    /// The time it took.
    pub seconds: f64,
}

/// A board as a database has it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DatabaseEntry {
    /// The board.
    pub board: String,
    /// What it is worth.
    #[serde(flatten)]
    pub value: Value,
    /// Its regions.
    pub subgames: Vec<Subgame>,
    /// The time it took to find the subgames and their thermographs in the file.
    pub seconds: f64,
}

impl From<&databases::Found> for DatabaseEntry {
    fn from(found: &databases::Found) -> Self {
        let subgames = found.regions.iter();
        Self {
            board: found.board.clone(),
            value: (&found.value).into(),
            subgames: subgames
                .map(|(board, value)| Subgame { board: board.clone(), value: value.into() })
                .collect(),
            seconds: found.elapsed.as_secs_f64(),
        }
    }
}

/// What became of a sample of a database that was derived again.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DatabaseCheck {
    /// The file.
    pub file: String,
    /// How many boards were derived again.
    pub checked: u64,
    /// How many of them were also played out by plain search.
    pub played: u64,
    /// Boards whose value is wrong.
    pub wrong: Vec<String>,
    /// The time it took.
    pub seconds: f64,
}

impl DatabaseCheck {
    /// What became of a sample of a file.
    #[must_use]
    pub fn of(file: &Path, verified: &databases::Verified) -> Self {
        Self {
            file: file.display().to_string(),
            checked: verified.checked,
            played: verified.played,
            wrong: verified.wrong.clone(),
            seconds: verified.elapsed.as_secs_f64(),
        }
    }
}

/// What a database holds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DatabaseStatistics {
    /// The file.
    pub file: String,
    /// The game.
    pub game: String,
    /// Which boards it is about.
    pub holds: String,
    /// Its size.
    pub bytes: usize,
    /// How many boards there are.
    pub boards: u64,
    /// The same, boards that turning and mirroring makes equal counted once.
    pub up_to_symmetry: u64,
    /// Up to symmetry and exchange of the colours.
    pub classes: u64,
    /// How many different games.
    pub forms: usize,
    /// How many options their canonical forms have.
    pub edges: usize,
    /// How many different thermographs.
    pub thermographs: usize,
    /// What the numbers of the layers count.
    pub layers_by: String,
    /// The same by layers.
    pub layers: Vec<DatabaseLayer>,
}

/// A layer of a database: of Amazons, the boards with given numbers of amazons and of empty squares; of a ruleset, those of a
/// size with so many of what `layers_by` says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DatabaseLayer {
    /// How many amazons Left and Right have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amazons: Option<[u32; 2]>,
    /// How many squares are empty, of Amazons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<usize>,
    /// The number of columns and rows, of a ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<[usize; 2]>,
    /// The number of the layer, of a ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<usize>,
    /// How many boards there are.
    pub boards: u64,
    /// The same, boards that turning and mirroring makes equal counted once.
    pub up_to_symmetry: u64,
    /// Up to symmetry and exchange of the colours.
    pub classes: u64,
    /// How many different games.
    pub forms: usize,
    /// The same with those of all layers before.
    pub forms_so_far: usize,
    /// The highest temperature.
    pub hottest: String,
}

impl DatabaseStatistics {
    /// What a file holds.
    #[must_use]
    pub fn of(file: &Path, database: &dyn AnyDatabase, statistics: &databases::Statistics) -> Self {
        let layer = |layer: &databases::Layer| {
            let (amazons, size) = match layer.table {
                endgames::Table::Amazons(amazons) => (Some(amazons), None),
                endgames::Table::Size(columns, rows) => (None, Some([columns, rows])),
            };
            DatabaseLayer {
                amazons,
                empty: amazons.map(|_| layer.layer),
                size,
                layer: size.map(|_| layer.layer),
                boards: layer.boards,
                up_to_symmetry: layer.up_to_symmetry,
                classes: layer.classes,
                forms: layer.forms,
                forms_so_far: layer.forms_so_far,
                hottest: layer.hottest.to_string(),
            }
        };
        Self {
            file: file.display().to_string(),
            game: database.game().to_owned(),
            holds: database.holds(),
            bytes: statistics.bytes,
            boards: statistics.boards,
            up_to_symmetry: statistics.up_to_symmetry,
            classes: statistics.classes,
            forms: statistics.forms,
            edges: statistics.edges,
            thermographs: statistics.thermographs,
            layers_by: statistics.layers_by.to_owned(),
            layers: statistics.layers.iter().map(layer).collect(),
        }
    }
}

/// The sums in which rules of thumb choose wrongly.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Exceptions {
    /// The parts of a sum.
    pub subgames: u8,
    /// The most empty squares of a part.
    pub max_empty: u32,
    /// How many different games the parts are taken from.
    pub forms: usize,
    /// Whether the sums are a random sample.
    pub sampled: bool,
    /// How many sums were looked at.
    pub sums: u64,
    /// Sums that Left, to move, can win.
    pub winnable: u64,
    /// Those in which Hotstrat gives the win away.
    pub hotstrat_wrong: u64,
    /// Those in which Thermostrat does.
    pub thermostrat_wrong: u64,
    /// Those in which both do.
    pub both_wrong: u64,
    /// The time it took.
    pub seconds: f64,
    /// Some of the exceptions, each as a list of its parts; a part that is too long is null.
    pub examples: Vec<Vec<Option<String>>>,
}

impl Exceptions {
    /// What a survey has found.
    #[must_use]
    pub fn of(survey: &databases::Survey, found: &databases::Exceptions) -> Self {
        Self {
            subgames: if survey.triples { 3 } else { 2 },
            max_empty: survey.most_empty,
            forms: found.forms,
            sampled: survey.sample.is_some(),
            sums: found.sums,
            winnable: found.winnable,
            hotstrat_wrong: found.hotstrat_wrong,
            thermostrat_wrong: found.thermostrat_wrong,
            both_wrong: found.both_wrong,
            seconds: found.elapsed.as_secs_f64(),
            examples: found.examples.clone(),
        }
    }
}

/// A move of a game that is being played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Move {
    /// Who makes it.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How the program came to it; left out for a move of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Move {
    /// A move that the program has chosen.
    #[must_use]
    pub fn chosen(player: yomikiri_game::Player, choice: &play::Choice) -> Self {
        Self { player: player.into(), text: choice.text.clone(), why: Some(choice.reason.to_string()) }
    }
}

/// How a game that was played has ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ending {
    /// How it stands.
    #[serde(flatten)]
    pub standing: Standing,
}
