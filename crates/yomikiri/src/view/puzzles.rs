//! Mate problems.

use crate::puzzles;
use crate::view::Player;
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_search::{FoundMate, MateAnswer, Scope};
use yomikiri_trax::Rules;
use yomikiri_trax::puzzle::{self, Claim};

/// The shortest forced win of the player to move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PuzzleSolution {
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Who is to move, and looked for a win.
    pub to_move: Player,
    /// Whether there is a win.
    pub result: MateResult,
    /// Its length: the moves of both players; null if no win was found.
    pub plies: Option<u32>,
    /// What found it; null if no win was found.
    pub by: Option<MateBy>,
    /// Whether it is known that there is no shorter win; null if no win was found.
    pub shortest: Option<bool>,
    /// First moves that win in that length.
    pub first_moves: Vec<String>,
    /// First moves that win later, if all winning moves were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longer_wins: Option<Vec<LongerWin>>,
    /// First moves of which it is not known whether they win within the longest length, if all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<Vec<String>>,
    /// Best play of both players to the end.
    pub line: Vec<String>,
    /// The longest win that was looked for.
    pub max_plies: u32,
    /// Why the result is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

/// Whether there is a forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MateResult {
    /// The player to move can force a win.
    Mate,
    /// There is no win of at most `max_plies`, by the moves that were looked at.
    NoMate,
    /// The search ended before it knew.
    Unknown,
}

/// Which moves were looked at to find a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MateBy {
    /// Moves that threaten to win at once.
    Threats,
    /// All moves.
    Full,
}

/// A first move that wins later than others.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LongerWin {
    /// The move.
    pub first_move: String,
    /// The length of the win.
    pub plies: u32,
}

impl From<&puzzles::MateSolution> for PuzzleSolution {
    fn from(solution: &puzzles::MateSolution) -> Self {
        let puzzles::MateSolution { game, moves, to_move, max_plies, all, report } = solution;
        let mate = report.mate();
        let longer_wins = |mate: &FoundMate<String>| {
            let wins = mate.longer_wins.iter();
            wins.map(|win| LongerWin { first_move: win.m.clone(), plies: win.plies }).collect()
        };
        Self {
            game: game.clone(),
            moves: moves.clone(),
            to_move: (*to_move).into(),
            result: match report.answer {
                MateAnswer::Mate(_) => MateResult::Mate,
                MateAnswer::NoMate => MateResult::NoMate,
                MateAnswer::Unknown(_) => MateResult::Unknown,
            },
            plies: mate.map(|mate| mate.plies),
            by: mate.map(|mate| match mate.by {
                Scope::Threats => MateBy::Threats,
                Scope::Full => MateBy::Full,
            }),
            shortest: mate.map(|mate| mate.is_shortest),
            first_moves: mate.map_or(Vec::new(), |mate| mate.first_moves.clone()),
            longer_wins: mate.filter(|_| *all).map(longer_wins),
            undecided: mate.filter(|_| *all).map(|mate| mate.undecided.clone()),
            line: mate.map_or(Vec::new(), |mate| mate.line.clone()),
            max_plies: *max_plies,
            stopped: match report.answer {
                MateAnswer::Unknown(reason) => Some(reason.to_string()),
                MateAnswer::Mate(_) | MateAnswer::NoMate => None,
            },
            nodes: report.statistics.nodes,
            seconds: report.statistics.seconds,
        }
    }
}

/// A mate problem.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Puzzle {
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Who is to move and wins; left out if the problem does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Player>,
    /// The length of the win: the moves of both players.
    pub plies: u8,
    /// First moves that win in that length.
    pub first_moves: Vec<String>,
    /// What the win is the shortest among; left out if the problem does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest_among: Option<Among>,
    /// First moves that threaten to win at once, but do not win; left out if the problem does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong_threats: Option<u16>,
    /// How hard it is, from 1 to 9; left out if the problem does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<u8>,
}

/// What a win is the shortest among.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Among {
    /// All that can be played.
    All,
    /// Runs of threats.
    Threats,
}

impl Puzzle {
    /// A problem, under these rules if it does not name its own.
    #[must_use]
    pub fn of(puzzle: &puzzle::Puzzle, default_rules: Rules) -> Self {
        let (plies, first_moves, solved) = match &puzzle.claim {
            Claim::Wins { first_move, plies } => (*plies, vec![first_move.clone()], None),
            Claim::Solved(solved) => (solved.plies, solved.first_moves.clone(), Some(solved)),
        };
        Self {
            game: puzzle.rules.unwrap_or(default_rules).to_string(),
            moves: puzzle.moves.clone(),
            to_move: solved.map(|solved| solved.side.into()),
            plies,
            first_moves,
            shortest_among: solved.map(|solved| match solved.among {
                puzzle::Among::All => Among::All,
                puzzle::Among::Threats => Among::Threats,
            }),
            wrong_threats: solved.map(|solved| solved.wrong_threats),
            grade: solved.map(|solved| solved.grade),
        }
    }
}

/// The problem of a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DailyPuzzle {
    /// The day, as YYYY-MM-DD.
    pub date: String,
    /// The number of the problem in the file, from 1.
    pub number: usize,
    /// How many problems the file has.
    pub of: usize,
    /// The problem.
    #[serde(flatten)]
    pub puzzle: Puzzle,
    /// The position, as one line of text.
    pub position: String,
    /// Best play of both to the end.
    pub line: Vec<String>,
    /// The position as a picture.
    pub svg: String,
}

impl DailyPuzzle {
    /// The problem of a day, under these rules if it does not name its own.
    #[must_use]
    pub fn of(daily: &puzzles::Daily, default_rules: Rules) -> Self {
        Self {
            date: daily.date.clone(),
            number: daily.number,
            of: daily.of,
            puzzle: Puzzle::of(&daily.puzzle, default_rules),
            position: daily.position.clone(),
            line: daily.printed.line.clone(),
            svg: yomikiri_draw::board(&daily.printed.sketch, &[]),
        }
    }
}

/// One problem of a file, solved again.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckedPuzzle {
    /// Its line in the file, counted from 1.
    pub line_number: usize,
    /// Who is to move; null if there is no such position.
    pub to_move: Option<Player>,
    /// The length of the win that the file names.
    pub claimed_plies: u32,
    /// The length of the win that was found; null if none was.
    pub plies: Option<u32>,
    /// Whether it is known that there is no shorter win; null if no win was found.
    pub shortest: Option<bool>,
    /// First moves that win in that length.
    pub first_moves: Vec<String>,
    /// Whether the unrestricted solver (df-pn) finds a win; null if it could not find out, left out if it was not
    /// asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Option<bool>>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// What is not as the file says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl From<&puzzles::CheckedPuzzle> for CheckedPuzzle {
    fn from(checked: &puzzles::CheckedPuzzle) -> Self {
        let mate = checked.mate.as_ref();
        Self {
            line_number: checked.line,
            to_move: checked.to_move.map(Into::into),
            claimed_plies: checked.claimed,
            plies: mate.map(|mate| mate.plies),
            shortest: mate.map(|mate| mate.is_shortest),
            first_moves: mate.map_or(Vec::new(), |mate| mate.first_moves.clone()),
            confirmed: checked.confirmation.map(|confirmation| match confirmation {
                puzzles::Confirmation::Wins => Some(true),
                puzzles::Confirmation::DoesNotWin => Some(false),
                puzzles::Confirmation::Unknown => None,
            }),
            nodes: checked.cost.nodes,
            seconds: checked.cost.seconds,
            error: checked.error.clone(),
        }
    }
}

/// A file of problems, solved again.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PuzzleCheck {
    /// The file.
    pub file: String,
    /// Problems in the file.
    pub puzzles: usize,
    /// Problems that were solved again.
    pub checked: usize,
    /// Those of them that are not as the file says.
    pub wrong: usize,
    /// Problems that the unrestricted solver (df-pn) was asked about.
    pub asked: usize,
    /// Those of them that it agrees about.
    pub confirmed: usize,
    /// Positions visited.
    pub nodes: u64,
    /// The time of all problems together.
    pub seconds: f64,
    /// The time of the median problem.
    pub median_seconds: f64,
    /// The time of the slowest problem.
    pub slowest_seconds: f64,
    /// The first problem that is not as the file says, and what is not; null if there is none.
    pub first_error: Option<String>,
}

impl PuzzleCheck {
    /// What came of a file.
    #[must_use]
    pub fn of(file: &str, summary: &puzzles::CheckSummary) -> Self {
        Self {
            file: file.to_owned(),
            puzzles: summary.puzzles,
            checked: summary.checked,
            wrong: summary.wrong,
            asked: summary.asked,
            confirmed: summary.confirmed,
            nodes: summary.nodes,
            seconds: summary.seconds,
            median_seconds: summary.median_seconds,
            slowest_seconds: summary.slowest_seconds,
            first_error: summary.first_error.as_ref().map(|(line, error)| format!("line {line}: {error}")),
        }
    }
}
