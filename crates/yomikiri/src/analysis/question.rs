//! What can be asked.

use super::fields::Fields;
use super::query::{Id, QueryError};
use yomikiri_game::{Duration, Player, presentable};
use yomikiri_search::Method;

/// A question, and how its answers are called.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// How its answers are called.
    pub id: Id,
    /// The most time, in seconds.
    pub seconds: Option<f64>,
    /// The time from one answer to the next while the search goes on, in seconds; `None` for the last answer alone.
    pub every: Option<f64>,
    /// The text of the file that the name of the game refers to, for games such as `toss:FILE`.
    pub definition: Option<String>,
    /// What is asked.
    pub action: Action,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the game.
    pub game: String,
    /// The moves that lead to the position.
    pub moves: String,
    /// The position that they begin at, if it is not the start of the game.
    pub position: Option<String>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// What can be found out about a position in a given time.
    Analyse(Query),
    /// Which games there are.
    Games,
    /// The board, the moves, how the game stands.
    Show(Place),
    /// Who wins, by one method.
    Solve(Solve),
    /// What either player would win by.
    Threats(Place),
    /// The shortest forced win of the player to move.
    Mate {
        /// Where.
        place: Place,
        /// The longest win that is looked for.
        plies: u32,
    },
    /// A new mate problem.
    Problem {
        /// The name of the game.
        game: String,
        /// Its length.
        plies: u32,
        /// Seed of the random number generator.
        seed: u64,
    },
    /// The value of a game that is written as an expression.
    Value {
        /// The expression.
        expression: String,
    },
    /// The value of an Amazons board, or of several as a sum.
    Endgame {
        /// The boards.
        board: String,
    },
    /// A game as formulas, and what each solver and search says.
    Formulas {
        /// The name of the game.
        game: String,
        /// The game ends after so many turns at the latest.
        turns: u32,
    },
    /// A move of the program.
    Move {
        /// Where.
        place: Place,
        /// From 1 to 9, the strongest.
        level: u8,
    },
    /// Games of a file, played through.
    Record {
        /// The content of the file.
        text: String,
        /// The game of records that name none.
        game: String,
    },
    /// Games of a file with their mistakes.
    Annotate {
        /// The content of the file.
        text: String,
        /// The game of records that name none.
        game: String,
        /// The number of one of them, from 1; `None` for all.
        number: Option<usize>,
    },
    /// Whether a proof holds.
    Check {
        /// The file in Base64.
        proof: String,
    },
    /// What a proof says of a position. Whether it holds is not looked at.
    Walk {
        /// The file in Base64.
        proof: String,
        /// The number of the claim, from 1.
        claim: usize,
        /// The moves from the position of the claim.
        moves: String,
    },
}

/// A position to look at, and what is wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Where.
    pub place: Place,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// Whether every move is wanted with its status.
    pub all_moves: bool,
}

/// A position to solve, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Solve {
    /// Where.
    pub place: Place,
    /// About whom; about both if nobody is named.
    pub player: Option<Player>,
    /// By which method.
    pub method: Method,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// Whether all moves that keep the value are wanted.
    pub all_moves: bool,
    /// Whether a proof is wanted.
    pub proof: bool,
}

/// The longest mate that is looked for.
const MOST_PLIES: u32 = 45;
/// The longest problem that is made.
const MOST_PROBLEM_PLIES: u32 = 15;
/// The most turns of a game that is written as a formula.
const MOST_TURNS: u32 = 400;

impl Question {
    /// Reads a question with this action.
    pub(super) fn read(action: &str, mut fields: Fields) -> Result<Self, QueryError> {
        let (seconds, every) = (fields.seconds("seconds")?, fields.seconds("every")?);
        let definition = fields.optional_file("definition")?;
        let action = Action::read(action, &mut fields)?;
        Ok(Self { id: fields.end()?, seconds, every, definition, action })
    }

    /// The time that the answer may take: what is asked for, or the usual, but not more than the most.
    #[must_use]
    pub fn time(&self, usual: Duration, most: Duration) -> Duration {
        let asked = self.seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(most));
        asked.unwrap_or(usual).min(most)
    }
}

impl Action {
    fn read(action: &str, fields: &mut Fields) -> Result<Self, QueryError> {
        Ok(match action {
            "analyse" => Self::Analyse(Query {
                place: fields.place()?,
                nodes: fields.number("nodes")?,
                all_moves: fields.flag("all_moves")?,
            }),
            "games" => Self::Games,
            "show" => Self::Show(fields.place()?),
            "solve" => Self::Solve(Solve {
                place: fields.place()?,
                player: fields.player()?,
                method: fields.method()?,
                nodes: fields.number("nodes")?,
                all_moves: fields.flag("all_moves")?,
                proof: fields.flag("proof")?,
            }),
            "threats" => Self::Threats(fields.place()?),
            "mate" => Self::Mate { place: fields.place()?, plies: fields.small("plies", MOST_PLIES, 11)? },
            "problem" => Self::Problem {
                game: fields.required("game")?,
                plies: fields.small("plies", MOST_PROBLEM_PLIES, 3)?,
                seed: fields.number("seed")?.unwrap_or(1),
            },
            "value" => Self::Value { expression: fields.required("expression")? },
            "endgame" => Self::Endgame { board: fields.required("board")? },
            "formulas" => Self::Formulas {
                game: fields.required("game")?,
                turns: fields.small("turns", MOST_TURNS, 5)?,
            },
            "move" => Self::Move { place: fields.place()?, level: fields.small("level", 9, 9)? as u8 },
            "record" => Self::Record { text: fields.file("text")?, game: fields.required("game")? },
            "annotate" => Self::Annotate {
                text: fields.file("text")?,
                game: fields.required("game")?,
                number: fields.number("number")?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)),
            },
            "check" => Self::Check { proof: fields.proof()? },
            "walk" => Self::Walk {
                proof: fields.proof()?,
                claim: fields.small("claim", u32::MAX, 1)? as usize,
                moves: fields.moves()?,
            },
            other => {
                return Err(fields.error("action", format!("there is no action `{}`", presentable(other))));
            }
        })
    }

    /// Whether the answer may take longer than a moment.
    #[must_use]
    pub fn is_long(&self) -> bool {
        match self {
            Self::Games | Self::Show(_) | Self::Threats(_) | Self::Value { .. } | Self::Record { .. } => {
                false
            }
            Self::Analyse(_)
            | Self::Solve(_)
            | Self::Mate { .. }
            | Self::Problem { .. }
            | Self::Endgame { .. }
            | Self::Formulas { .. }
            | Self::Move { .. }
            | Self::Annotate { .. }
            | Self::Check { .. }
            | Self::Walk { .. } => true,
        }
    }
}
