//! Threats and shapes of a Trax position.

use crate::view::{Player, Standing};
use crate::{Board, Game, threats};
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_game::{Drawn, Picture};
use yomikiri_trax::shapes;

/// What either player would win by.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Threats {
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Whose move it is.
    pub to_move: Player,
    /// How the game stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// Every move that would win at once, of either player.
    pub threats: Vec<Threat>,
    /// Every move that makes one of the classic shapes into more.
    pub shapes: Vec<ShapeMove>,
    /// The position drawn with characters, row by row.
    pub board: Vec<String>,
}

/// A move that would win at once if it were the player's turn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Threat {
    /// Whose move it is.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How it wins.
    pub kind: Attack,
    /// The position after it, drawn with characters, row by row.
    pub board: Vec<String>,
}

/// How a move wins at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Attack {
    /// It closes a line whose two ends face the same way, side by side.
    NarrowLoop,
    /// The same with a space between them.
    WideLoop,
    /// A longer chain closes a loop.
    Chain,
    /// It completes a line across the board.
    Line,
}

/// A move that makes one of the classic shapes into more.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShapeMove {
    /// Whose move it is.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The shape.
    pub shape: Shape,
}

/// What a move makes that does not win at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Two attacks at once.
    L,
    /// An attack and an L.
    Edge,
    /// An attack out of two lines.
    Pair,
    /// An attack out of one line.
    Corner,
}

impl Threats {
    /// What was seen on a board.
    #[must_use]
    pub fn of(game: &Game, board: &dyn Board, seen: &threats::Threats) -> Self {
        let [picture, _] = board.pictures();
        Self {
            game: game.to_string(),
            moves: board.history().to_vec(),
            to_move: board.to_move().into(),
            standing: Standing::of(board),
            threats: seen.threats.iter().map(Into::into).collect(),
            shapes: seen.shapes.iter().map(Into::into).collect(),
            board: rows(&picture),
        }
    }
}

fn rows(picture: &Picture) -> Vec<String> {
    picture.to_string().lines().map(str::to_owned).collect()
}

impl From<&threats::Threat> for Threat {
    fn from(threat: &threats::Threat) -> Self {
        Self {
            player: threat.player.into(),
            text: threat.text.clone(),
            kind: match threat.kind {
                shapes::Attack::Narrow => Attack::NarrowLoop,
                shapes::Attack::Wide => Attack::WideLoop,
                shapes::Attack::Chain => Attack::Chain,
                shapes::Attack::Line => Attack::Line,
            },
            board: rows(&threat.after.picture()),
        }
    }
}

impl From<&threats::ShapeMove> for ShapeMove {
    fn from(made: &threats::ShapeMove) -> Self {
        Self {
            player: made.player.into(),
            text: made.text.clone(),
            shape: match made.shape {
                shapes::Shape::L => Shape::L,
                shapes::Shape::Edge => Shape::Edge,
                shapes::Shape::Pair => Shape::Pair,
                shapes::Shape::Corner => Shape::Corner,
            },
        }
    }
}
