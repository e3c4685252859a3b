//! Positions, questions, solutions, proofs.

use crate::{Board, Game};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_game::{Outcome, Status};
use yomikiri_search::{Answer, Answered, Statistics};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Who moves at the start of the game.
    First,
    /// The other one.
    Second,
}

impl From<yomikiri_game::Player> for Player {
    fn from(player: yomikiri_game::Player) -> Self {
        match player {
            yomikiri_game::Player::First => Self::First,
            yomikiri_game::Player::Second => Self::Second,
        }
    }
}

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The first player wins.
    First,
    /// The second player wins.
    Second,
    /// Neither can force a win.
    Draw,
    /// Not decided.
    Unknown,
}

impl From<yomikiri_search::Verdict> for Verdict {
    fn from(verdict: yomikiri_search::Verdict) -> Self {
        match verdict {
            yomikiri_search::Verdict::Wins(yomikiri_game::Player::First) => Self::First,
            yomikiri_search::Verdict::Wins(yomikiri_game::Player::Second) => Self::Second,
            yomikiri_search::Verdict::Draw => Self::Draw,
            yomikiri_search::Verdict::Unknown => Self::Unknown,
        }
    }
}

/// What an answer follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The game is over, and the rules say who has won.
    Rules,
    /// A theorem about the game.
    Theorem,
    /// The answer about the other player.
    OtherAnswer,
    /// A proof that was given (`--book`).
    Book,
    /// A search, or a formula that was decided.
    Search,
}

impl From<yomikiri_search::By> for By {
    fn from(by: yomikiri_search::By) -> Self {
        match by {
            yomikiri_search::By::Rules => Self::Rules,
            yomikiri_search::By::Theorem => Self::Theorem,
            yomikiri_search::By::OtherAnswer => Self::OtherAnswer,
            yomikiri_search::By::Book => Self::Book,
            yomikiri_search::By::Search => Self::Search,
        }
    }
}

/// What a search has cost.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Cost {
    /// Positions expanded, revisits included.
    pub nodes: u64,
    /// Positions at which a shallow search looked for an immediate end.
    pub shallow_nodes: u64,
    /// Plays made to read out endings.
    pub ending_plays: u64,
    /// Positions in the table at the end.
    pub table_entries: u64,
    /// How often the table was cleared of small subtrees.
    pub collections: u64,
    /// The depth of the last iteration, or of the deepest position.
    pub depth: u32,
    /// Wall-clock time.
    pub seconds: f64,
}

impl From<Statistics> for Cost {
    fn from(statistics: Statistics) -> Self {
        let Statistics { nodes, shallow_nodes, ending_plays, table_entries, collections, depth, seconds } =
            statistics;
        Self { nodes, shallow_nodes, ending_plays, table_entries, collections, depth, seconds }
    }
}

/// "Can this player force a win?", and the answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Question {
    /// About whom.
    pub player: Player,
    /// Whether that player can force a win; null if it is not known.
    pub can_win: Option<bool>,
    /// What the answer follows from.
    pub by: By,
    /// What it cost.
    pub cost: Cost,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

impl From<&Answered<Statistics>> for Question {
    fn from(answered: &Answered<Statistics>) -> Self {
        Self {
            player: answered.question.can_win.into(),
            can_win: answered.answer.known(),
            by: answered.by.into(),
            cost: answered.cost.into(),
            stopped: match answered.answer {
                Answer::Unknown(reason) => Some(reason.to_string()),
                Answer::Yes | Answer::No => None,
            },
        }
    }
}

/// Who wins a position, how that is known, how to play it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solution {
    /// The game.
    pub game: String,
    /// The position that the moves begin at; absent for the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Whose move it is.
    pub to_move: Player,
    /// Who wins.
    pub verdict: Verdict,
    /// The questions that were asked, in order.
    pub questions: Vec<Question>,
    /// Moves that keep the value of the position: that win, or hold a draw.
    pub best_moves: Vec<String>,
    /// A line of play in which every move keeps the value, as far as that could be shown.
    pub line: Vec<String>,
    /// What all searches cost together.
    pub cost: Cost,
    /// The proof that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<WrittenProof>,
    /// Why no proof was written though one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_proof: Option<String>,
}

/// A proof in a file, or in memory.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WrittenProof {
    /// The file; null for a proof in memory.
    pub file: Option<String>,
    /// The lemmas in it.
    pub lemmas: u64,
    /// Its size.
    pub bytes: u64,
    /// The content of a proof in memory, in Base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

impl From<&crate::Solution> for Solution {
    fn from(solution: &crate::Solution) -> Self {
        Self {
            game: solution.game.clone(),
            from: solution.from.clone(),
            moves: solution.moves.clone(),
            to_move: solution.to_move.into(),
            verdict: solution.verdict().into(),
            questions: solution.answers.answers.iter().map(Into::into).collect(),
            best_moves: solution.best_moves.clone(),
            line: solution.line.clone(),
            cost: solution.cost().into(),
            proof: solution.proof.as_ref().map(|proof| WrittenProof {
                file: proof.file.as_ref().map(|file| file.display().to_string()),
                lemmas: proof.lemmas,
                bytes: proof.bytes,
                content: proof.content.as_ref().map(|content| STANDARD.encode(content)),
            }),
            no_proof: solution.no_proof.clone(),
        }
    }
}

/// How a game stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Standing {
    /// Whether the game is over.
    pub over: bool,
    /// The winner; null for a draw and for a game that goes on.
    pub winner: Option<Player>,
    /// What ended the game; null while it goes on.
    pub reason: Option<String>,
}

impl Standing {
    /// How a game with this status stands, which ended for this reason if it ended.
    #[must_use]
    pub fn new(status: Status, reason: &str) -> Self {
        let winner = match status {
            Status::Over(Outcome::Win(player)) => Some(player.into()),
            Status::Over(Outcome::Draw) | Status::Open => None,
        };
        let over = status != Status::Open;
        Self { over, winner, reason: over.then(|| reason.to_owned()) }
    }

    /// How the game on a board stands.
    #[must_use]
    pub fn of(board: &dyn Board) -> Self {
        Self::new(board.status(), board.ending().unwrap_or_default())
    }
}

/// A position, and how the game stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Position {
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Whose move it is.
    pub to_move: Player,
    /// How the game stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// The position as one line of text, if the game has such a notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The legal moves.
    pub legal_moves: Vec<String>,
    /// The position drawn with characters, row by row.
    pub board: Vec<String>,
}

impl Position {
    /// The position on a board.
    #[must_use]
    pub fn of(game: &Game, board: &dyn Board) -> Self {
        let [picture, _] = board.pictures();
        Self {
            game: game.to_string(),
            moves: board.history().to_vec(),
            to_move: board.to_move().into(),
            standing: Standing::of(board),
            position: board.position_text(),
            legal_moves: board.moves(),
            board: picture.to_string().lines().map(str::to_owned).collect(),
        }
    }
}

/// A number of move sequences.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Perft {
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// The length of the sequences.
    pub depth: u32,
    /// How many there are.
    pub leaves: u64,
    /// The time it took.
    pub seconds: f64,
}

/// Why a command failed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Error {
    /// What is wrong, as on the command line.
    pub message: String,
}
