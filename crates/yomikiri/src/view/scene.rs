//! A position as pieces on squares, for programs that show a board and take clicks.

use super::{Player, Position, Verdict};
use crate::board::Board;
use crate::game::Game;
use crate::scene;
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_game::{Outcome, Square};

/// A position with its pieces on squares, and every move with what it would do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Scene {
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The names of the first and the second player.
    pub colours: [String; 2],
    /// What can be asked about the position besides who wins.
    pub abilities: Abilities,
    /// The board and everything on it; null for a game that has no squares.
    pub layout: Option<Layout>,
    /// The legal moves on squares.
    pub choices: Vec<Choice>,
    /// Moves that look possible but are against the rules.
    pub refused: Vec<Refused>,
    /// The number of moves that are not among the choices because there are too many.
    pub left_out: usize,
}

/// What can be asked about a position besides who wins.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Abilities {
    /// Threats and mate problems.
    pub threats: bool,
    /// Values of the regions of the board.
    pub values: bool,
    /// Formulas.
    pub formulas: bool,
    /// Proofs.
    pub proofs: bool,
    /// Draws.
    pub draws: bool,
}

/// A board and everything on it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Layout {
    /// The top left square of the board, or of the box of all pieces if the board floats.
    pub corner: [i32; 2],
    /// The names of its columns, from the left.
    pub columns: Vec<String>,
    /// The names of its rows, from the top.
    pub rows: Vec<String>,
    /// The most rows and columns of a board that grows around its pieces; null for a fixed board.
    pub floats: Option<u16>,
    /// Whether opposite edges meet.
    pub wraps: bool,
    /// Whether the squares of a move may be given in any order.
    pub any_order: bool,
    /// What lies where.
    pub pieces: Vec<Piece>,
    /// The squares of the lines or sets that won.
    pub winning: Vec<Won>,
}

/// Something on a square.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Piece {
    /// The square: columns to the right of and rows below a fixed one.
    pub at: [i32; 2],
    /// What it is.
    pub kind: Kind,
    /// Whose it is, if it is somebody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The letter of a tile: which sides the first player's line joins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
}

/// What lies on a square.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A tile with two lines.
    Tile,
    /// A stone of a player.
    Stone,
    /// An amazon of a player.
    Amazon,
    /// A square that is blocked for good.
    Arrow,
}

/// A square of a line or set that won.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Won {
    /// The square.
    pub at: [i32; 2],
    /// Whose line or set it is.
    pub player: Player,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Choice {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The squares that it names, in the order in which a player points at them.
    pub squares: Vec<[i32; 2]>,
    /// The pieces that it adds; in Trax, the forced tiles among them.
    pub added: Vec<Piece>,
    /// The squares that it clears.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<[i32; 2]>,
    /// The result, if it ends the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Verdict>,
}

/// A move that is against the rules.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Refused {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The squares that it names.
    pub squares: Vec<[i32; 2]>,
    /// Why it is refused.
    pub why: String,
}

fn pair(Square { x, y }: Square) -> [i32; 2] {
    [x, y]
}

impl From<&(Square, yomikiri_game::Piece)> for Piece {
    fn from(&(square, piece): &(Square, yomikiri_game::Piece)) -> Self {
        use yomikiri_game::Piece::{Amazon, Arrow, Stone, Tile};
        let (kind, player, tile) = match piece {
            Tile(letter) => (Kind::Tile, None, Some(letter.to_owned())),
            Stone(player) => (Kind::Stone, Some(player.into()), None),
            Amazon(player) => (Kind::Amazon, Some(player.into()), None),
            Arrow => (Kind::Arrow, None, None),
        };
        Self { at: pair(square), kind, player, tile }
    }
}

impl From<&scene::Choice> for Choice {
    fn from(choice: &scene::Choice) -> Self {
        Self {
            text: choice.text.clone(),
            squares: choice.squares.iter().copied().map(pair).collect(),
            added: choice.added.iter().map(Into::into).collect(),
            removed: choice.removed.iter().map(|&(square, _)| pair(square)).collect(),
            ends: choice.outcome.map(|outcome: Outcome| yomikiri_search::Verdict::from(outcome).into()),
        }
    }
}

impl From<&scene::Refused> for Refused {
    fn from(refused: &scene::Refused) -> Self {
        let squares = refused.squares.iter().copied().map(pair).collect();
        Self { text: refused.text.clone(), squares, why: refused.why.clone() }
    }
}

impl From<&scene::Scene> for Layout {
    fn from(scene: &scene::Scene) -> Self {
        let layout = &scene.layout;
        Self {
            corner: pair(layout.corner),
            columns: layout.columns.clone(),
            rows: layout.rows.clone(),
            floats: layout.floats,
            wraps: layout.wraps,
            any_order: layout.any_order,
            pieces: layout.pieces.iter().map(Into::into).collect(),
            winning: scene
                .winning
                .iter()
                .map(|&(square, player)| Won { at: pair(square), player: player.into() })
                .collect(),
        }
    }
}

impl Scene {
    /// The position on a board.
    #[must_use]
    pub fn of(game: &Game, board: &dyn Board) -> Self {
        let scene = board.scene();
        Self {
            position: Position::of(game, board),
            colours: game.colours().map(str::to_owned),
            abilities: Abilities {
                threats: board.position::<yomikiri_trax::Position>().is_some(),
                values: board.position::<yomikiri_amazons::Position>().is_some(),
                formulas: game.positional().is_some(),
                proofs: board.is_provable(),
                draws: board.can_be_drawn(),
            },
            layout: scene.as_ref().map(Into::into),
            choices: scene.iter().flat_map(|scene| &scene.choices).map(Into::into).collect(),
            refused: scene.iter().flat_map(|scene| &scene.refused).map(Into::into).collect(),
            left_out: scene.map_or(0, |scene| scene.left_out),
        }
    }
}
