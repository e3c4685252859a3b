//! Values of games, databases, play.

use serde::Serialize;

/// `value`
#[derive(Debug, Serialize)]
pub(crate) struct ValueLine {
    /// Null if it is too long to be of use.
    pub(crate) canonical: Option<String>,
    /// A shorter name, of a switch, a tiny or a miny.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    pub(crate) mean: String,
    pub(crate) temperature: String,
    pub(crate) left_stop: String,
    pub(crate) right_stop: String,
    /// `L`, `R`, `N` or `P`.
    pub(crate) outcome: String,
    pub(crate) birthday: u64,
    pub(crate) thermograph: WallsLine,
}

/// The walls of a thermograph: temperature and value at each corner, from −1 to the mast.
#[derive(Debug, Serialize)]
pub(crate) struct WallsLine {
    pub(crate) left: Vec<[String; 2]>,
    pub(crate) right: Vec<[String; 2]>,
}

/// `value amazons`
#[derive(Debug, Serialize)]
pub(crate) struct PositionLine {
    pub(crate) board: String,
    #[serde(flatten)]
    pub(crate) value: ValueLine,
    pub(crate) subgames: Vec<SubgameLine>,
    pub(crate) left_moves: Vec<MoveLine>,
    pub(crate) right_moves: Vec<MoveLine>,
}

/// A region of a board.
#[derive(Debug, Serialize)]
pub(crate) struct SubgameLine {
    pub(crate) board: String,
    #[serde(flatten)]
    pub(crate) value: ValueLine,
}

/// A move and who thinks it good.
#[derive(Debug, Serialize)]
pub(crate) struct MoveLine {
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The subgame it is made in, counted from 1.
    pub(crate) subgame: usize,
    /// What the subgame is worth afterwards; null if that is too long to be of use.
    pub(crate) value: Option<String>,
    /// Whether the mover then wins.
    pub(crate) wins: bool,
    /// Whether no other move would give a better result.
    pub(crate) keeps_outcome: bool,
    /// Whether no other move in the subgame is better whatever else is on the board.
    pub(crate) undominated: bool,
    pub(crate) hotstrat: bool,
    pub(crate) thermostrat: bool,
}

/// `value --outcome`: the result for the player who moves first.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeLine {
    pub(crate) left_first: &'static str,
    pub(crate) right_first: &'static str,
}

/// `db build`
#[derive(Debug, Serialize)]
pub(crate) struct BuildLine {
    pub(crate) file: String,
    pub(crate) bytes: usize,
    pub(crate) classes: u64,
    pub(crate) forms: usize,
    pub(crate) seconds: f64,
}

/// `db query`
#[derive(Debug, Serialize)]
pub(crate) struct QueryLine {
    pub(crate) board: String,
    #[serde(flatten)]
    pub(crate) value: ValueLine,
    pub(crate) subgames: Vec<SubgameLine>,
    /// How long it took to find the subgames and their thermographs in the file.
    pub(crate) microseconds: f64,
}

/// `db verify`
#[derive(Debug, Serialize)]
pub(crate) struct VerifyLine {
    pub(crate) file: String,
    pub(crate) checked: u64,
    /// How many were also played out by plain search.
    pub(crate) played: u64,
    pub(crate) wrong: Vec<String>,
    pub(crate) seconds: f64,
}

/// `db stats`
#[derive(Debug, Serialize)]
pub(crate) struct StatsLine {
    pub(crate) file: String,
    pub(crate) holds: String,
    pub(crate) bytes: usize,
    pub(crate) boards: u64,
    pub(crate) up_to_symmetry: u64,
    /// Up to symmetry and exchange of the colours.
    pub(crate) classes: u64,
    pub(crate) forms: usize,
    pub(crate) edges: usize,
    pub(crate) thermographs: usize,
    pub(crate) layers: Vec<LayerLine>,
}

/// The boards with a number of amazons and of empty squares.
#[derive(Debug, Serialize)]
pub(crate) struct LayerLine {
    pub(crate) amazons: [u32; 2],
    pub(crate) empty: usize,
    pub(crate) boards: u64,
    pub(crate) up_to_symmetry: u64,
    pub(crate) classes: u64,
    pub(crate) forms: usize,
    /// With those of all rows above.
    pub(crate) forms_so_far: usize,
    pub(crate) hottest: String,
}

/// `db exceptions`
#[derive(Debug, Serialize)]
pub(crate) struct ExceptionsLine {
    pub(crate) subgames: u8,
    pub(crate) max_empty: u32,
    pub(crate) forms: usize,
    /// Whether the sums are a random sample.
    pub(crate) sampled: bool,
    pub(crate) sums: u64,
    /// Sums that Left, to move, can win.
    pub(crate) winnable: u64,
    pub(crate) hotstrat_wrong: u64,
    pub(crate) thermostrat_wrong: u64,
    pub(crate) both_wrong: u64,
    pub(crate) seconds: f64,
    pub(crate) examples: Vec<Vec<String>>,
}

/// A move of `play`.
#[derive(Debug, Serialize)]
pub(crate) struct PlayedLine {
    pub(crate) player: String,
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// How the program came to it; empty for a move of the user.
    pub(crate) why: String,
}
