//! Files of games, played through.

use crate::records;
use crate::view::{Player, Standing};
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_game::Outcome;
use yomikiri_trax::record;

/// One game of a file, played through.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReplayedGame {
    /// The line of the file that its moves begin on, counted from 1.
    pub line_number: usize,
    /// The game.
    pub game: String,
    /// The names of the players, the first player's before the second's, where moves are given, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<[String; 2]>,
    /// The moves that could be played; left out if they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// How many of its moves could be played.
    pub plies: usize,
    /// How the game stands by the rules. A game with an illegal move counts as open.
    #[serde(flatten)]
    pub standing: Standing,
    /// How the players agreed to end it; left out if they did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// The winner that the file states: null if it states that nobody has won; left out if it states nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_winner: Option<Option<Player>>,
    /// What is wrong with the game; left out if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// An end by agreement instead of by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// The player to move gave up.
    Resigned,
    /// The players agreed on a draw.
    Draw,
}

impl From<&records::ReplayedGame> for ReplayedGame {
    fn from(game: &records::ReplayedGame) -> Self {
        Self {
            line_number: game.line,
            game: game.rules.to_string(),
            players: None,
            moves: None,
            plies: game.plies,
            standing: Standing::new(game.status, game.ending.unwrap_or_default()),
            agreement: game.agreement.map(|agreement| match agreement {
                record::Agreement::Resigned => Agreement::Resigned,
                record::Agreement::Drawn => Agreement::Draw,
            }),
            claimed_winner: game.claim.map(|claim| match claim {
                record::Claim::Won(player) | record::Claim::Result(Outcome::Win(player)) => {
                    Some(player.into())
                }
                record::Claim::NotWon | record::Claim::Result(Outcome::Draw) => None,
            }),
            error: game.error(),
        }
    }
}

/// How the games of a file ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Replay {
    /// The file.
    pub file: String,
    /// All games.
    pub games: u64,
    /// Games that the first player has won.
    pub first: u64,
    /// Games that the second player has won.
    pub second: u64,
    /// Games drawn by the rules.
    pub draw: u64,
    /// Games that are not over by the rules.
    pub open: u64,
    /// Games ended by a loop.
    pub by_loop: u64,
    /// Games ended by a line.
    pub by_line: u64,
    /// Games ended by a full board.
    pub by_full: u64,
    /// Games ended by a player without a move.
    pub by_stuck: u64,
    /// Games that a player gave up.
    pub resigned: u64,
    /// Games drawn by agreement.
    pub agreed_draws: u64,
    /// Games with a move that cannot be played.
    pub illegal: u64,
    /// Games of which the file states a wrong winner.
    pub contradicted: u64,
    /// The first game that is wrong, and what is wrong with it; null if none is.
    pub first_error: Option<String>,
    /// Everything that is wrong, with its line.
    pub errors: Vec<String>,
}

impl Replay {
    /// What came of a file.
    #[must_use]
    pub fn of(file: &str, summary: &records::ReplaySummary) -> Self {
        Self {
            file: file.to_owned(),
            games: summary.games,
            first: summary.first,
            second: summary.second,
            draw: summary.draw,
            open: summary.open,
            by_loop: summary.by_loop,
            by_line: summary.by_line,
            by_full: summary.by_full,
            by_stuck: summary.by_stuck,
            resigned: summary.resigned,
            agreed_draws: summary.agreed_draws,
            illegal: summary.illegal,
            contradicted: summary.contradicted,
            first_error: summary.first_error.as_ref().map(|(line, error)| format!("line {line}: {error}")),
            errors: summary.errors.iter().map(|(line, error)| format!("line {line}: {error}")).collect(),
        }
    }
}
