//! Annotated games.

use crate::annotation::{self, Verdict};
use crate::view::{Player, Standing};
use schemars::JsonSchema;
use serde::Serialize;

/// A game with its mistakes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnnotatedGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file that its moves begin on, counted from 1.
    pub line_number: usize,
    /// The game.
    pub game: String,
    /// The names of the players, the first player first; left out if the file names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<[String; 2]>,
    /// How the game stands by the rules after its last move.
    #[serde(flatten)]
    pub standing: Standing,
    /// Who won, by the rules, by resignation, or as the file scores it; null if nobody is known to have.
    pub won_by: Option<Player>,
    /// The moves.
    pub moves: Vec<AnnotatedMove>,
    /// What the first and the second player have done.
    pub tallies: [Tally; 2],
    /// The number of the move, from 1, that was the last mistake of the player who lost; null if there is none.
    pub turning_point: Option<usize>,
    /// What is wrong with the record, with the line; left out if nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
}

/// A move with what was found out about it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnnotatedMove {
    /// Who made it.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Who could force a win before it; null if that is not known. What is given is certain.
    pub forced_win: Option<Player>,
    /// The length of that win: the moves of both players; null if nobody has counted.
    pub plies: Option<u32>,
    /// What the move did.
    pub judgement: Judgement,
    /// Whether the judgement is certain.
    pub certain: bool,
    /// Whether exactly one move wins, or all but one are known to lose.
    pub only_move: bool,
    /// The best moves in its place.
    pub best_moves: Vec<String>,
    /// Best play from the position before it; empty if nothing is certain.
    pub line: Vec<String>,
    /// How the position before it looks for its player, in points; left out where something is certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<i32>,
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// Nothing that is known.
    Quiet,
    /// It kept a forced win.
    Kept,
    /// It threw away a forced win.
    ThrewAway,
    /// A forced win was there, and after it none was found any more.
    Missed,
    /// It allowed the opponent a forced win.
    Allowed,
    /// It was lost whatever was played.
    Lost,
}

/// The moves of a player, counted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tally {
    /// All moves.
    pub moves: u64,
    /// Moves that were lost whatever was played.
    pub lost: u64,
    /// Forced wins thrown away.
    pub threw_away: u64,
    /// Forced wins after which none was found any more.
    pub missed: u64,
    /// Forced wins allowed.
    pub allowed: u64,
    /// Only moves that were found.
    pub only_moves: u64,
    /// The share of moves without a mistake, of those at which one could be made; null if there is none.
    pub accuracy: Option<f64>,
}

/// What came of a file of games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Annotation {
    /// The file.
    pub file: String,
    /// Games that were annotated.
    pub games: u64,
    /// All moves.
    pub moves: u64,
    /// All mistakes.
    pub mistakes: u64,
    /// What each player has done.
    pub players: Vec<PlayerTally>,
    /// Everything that is wrong with the file, with its line.
    pub errors: Vec<String>,
    /// A sample of claims, asked again of a search without threats; left out if that was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Confirmed>,
    /// Positions visited.
    pub nodes: u64,
}

/// A player of a file, by name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayerTally {
    /// The name; white or red where the file names nobody.
    pub name: String,
    /// The number of games.
    pub games: u64,
    /// The moves.
    #[serde(flatten)]
    pub tally: Tally,
}

/// Claims that a move threw away a forced win, asked again of a search without threats (df-pn).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Confirmed {
    /// Claims that there are.
    pub claims: usize,
    /// Claims that were asked.
    pub asked: usize,
    /// Claims of which it is confirmed that the win was there.
    pub won_before: usize,
    /// Claims of which it is confirmed that the win is gone.
    pub gone_after: usize,
    /// Claims of which one of the two was not found out within the limit.
    pub unknown: usize,
    /// Claims that are wrong.
    pub wrong: Vec<String>,
}

impl From<annotation::Judgement> for Judgement {
    fn from(judgement: annotation::Judgement) -> Self {
        match judgement {
            annotation::Judgement::Quiet => Self::Quiet,
            annotation::Judgement::Kept => Self::Kept,
            annotation::Judgement::ThrewAway => Self::ThrewAway,
            annotation::Judgement::Missed => Self::Missed,
            annotation::Judgement::Allowed => Self::Allowed,
            annotation::Judgement::Lost => Self::Lost,
        }
    }
}

impl From<&annotation::Tally> for Tally {
    fn from(tally: &annotation::Tally) -> Self {
        Self {
            moves: tally.moves,
            lost: tally.lost,
            threw_away: tally.threw_away,
            missed: tally.missed,
            allowed: tally.allowed,
            only_moves: tally.only,
            accuracy: tally.accuracy(),
        }
    }
}

impl From<&annotation::AnnotatedMove> for AnnotatedMove {
    fn from(made: &annotation::AnnotatedMove) -> Self {
        Self {
            player: made.player.into(),
            text: made.text.clone(),
            forced_win: made.before.winner().map(Into::into),
            plies: match made.before {
                Verdict::Wins { plies, .. } => plies,
                Verdict::Draw | Verdict::Open => None,
            },
            judgement: made.judgement.into(),
            certain: made.is_certain,
            only_move: made.is_only,
            best_moves: made.best.clone(),
            line: made.line.clone(),
            estimate: made.estimate,
        }
    }
}

fn with_line((line, error): &(usize, String)) -> String {
    format!("line {line}: {error}")
}

impl From<&annotation::AnnotatedGame> for AnnotatedGame {
    fn from(game: &annotation::AnnotatedGame) -> Self {
        let players = game.record.players.as_ref();
        Self {
            number: game.number,
            line_number: game.record.line,
            game: game.rules.to_string(),
            players: players.map(|(white, red)| [white.clone(), red.clone()]),
            standing: Standing::new(game.status, game.ending.unwrap_or_default()),
            won_by: game.winner().map(Into::into),
            moves: game.moves.iter().map(Into::into).collect(),
            tallies: yomikiri_game::Player::BOTH.map(|player| (&game.tally(player)).into()),
            turning_point: game.turning_point().map(|ply| ply + 1),
            errors: game.errors.iter().map(with_line).collect(),
            nodes: game.nodes,
        }
    }
}

impl Annotation {
    /// What came of a file.
    #[must_use]
    pub fn of(file: &str, summary: &annotation::Summary, confirmed: Option<&annotation::Confirmed>) -> Self {
        let player = |(name, games, tally): &(String, u64, annotation::Tally)| PlayerTally {
            name: name.clone(),
            games: *games,
            tally: tally.into(),
        };
        Self {
            file: file.to_owned(),
            games: summary.games,
            moves: summary.moves,
            mistakes: summary.mistakes,
            players: summary.players.iter().map(player).collect(),
            errors: summary.errors.iter().map(with_line).collect(),
            confirmed: confirmed.map(|confirmed| Confirmed {
                claims: confirmed.claims,
                asked: confirmed.asked,
                won_before: confirmed.won_before,
                gone_after: confirmed.gone_after,
                unknown: confirmed.unknown,
                wrong: confirmed.wrong.clone(),
            }),
            nodes: summary.nodes,
        }
    }
}
