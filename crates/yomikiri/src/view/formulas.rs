//! Games as formulas.

use super::{By, Player, Verdict};
use crate::formulas;
use schemars::JsonSchema;
use serde::Serialize;
use yomikiri_qbf::Statistics;
use yomikiri_search::{Answer, Answered};

/// A question about a game, written as a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Encoding {
    /// The game.
    pub game: String,
    /// How it was encoded, where several ways are compared: `corrective` or `direct`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The player whose win the formula is about.
    pub player: Player,
    /// The limit on turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// Its variables.
    pub variables: usize,
    /// Those of them that are universal.
    pub universal: usize,
    /// Its blocks of quantifiers.
    pub blocks: usize,
    /// Its clauses.
    pub clauses: usize,
    /// The literals in them.
    pub literals: usize,
    /// The time that writing it took.
    pub seconds: f64,
    /// The file it was written to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Encoding {
    /// The formula about a game that has this size.
    #[must_use]
    pub fn of(
        game: String,
        player: yomikiri_game::Player,
        turns: Option<u32>,
        Statistics { existential, universal, blocks, clauses, literals }: Statistics,
        seconds: f64,
        file: Option<String>,
    ) -> Self {
        let (player, variables) = (player.into(), existential + universal);
        Self {
            game,
            encoding: None,
            player,
            turns,
            variables,
            universal,
            blocks,
            clauses,
            literals,
            seconds,
            file,
        }
    }
}

/// What the variables of an encoded game mean.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VariableMap {
    /// The game.
    pub game: String,
    /// The player whose win the formula is about.
    pub player: Player,
    /// The limit on turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// The choices of both players, turn by turn. Other variables follow from them.
    pub choices: Vec<VariableChoice>,
}

/// A choice of a player: variables that together are a binary number.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VariableChoice {
    /// The turn, counted from 1.
    pub turn: usize,
    /// Whose choice it is.
    pub player: Player,
    /// The stone of the turn, counted from 1.
    pub stone: usize,
    /// The variables, lowest digit first.
    pub variables: Vec<u32>,
    /// The cells or moves that the numbers from 0 on stand for.
    pub options: Vec<String>,
}

impl VariableMap {
    /// The map of a formula about a game.
    #[must_use]
    pub fn of(game: String, player: yomikiri_game::Player, turns: Option<u32>, map: &formulas::Map) -> Self {
        let choice = |choice: &formulas::ChoiceMap| VariableChoice {
            turn: choice.turn,
            player: choice.player.into(),
            stone: choice.stone,
            variables: choice.variables.clone(),
            options: choice.options.clone(),
        };
        Self { game, player: player.into(), turns, choices: map.choices.iter().map(choice).collect() }
    }
}

/// A certificate or a trace that was checked against a formula.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormulaCheck {
    /// The file of the formula.
    pub file: String,
    /// The file of the certificate.
    pub certificate: String,
    /// Whether the formula is true, as the certificate shows; null if it was refused.
    pub is_true: Option<bool>,
    /// The steps of a trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// Why the certificate was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

impl FormulaCheck {
    /// What became of a certificate.
    #[must_use]
    pub fn of(file: &str, certificate: &str, found: Result<formulas::Checked, String>) -> Self {
        let steps = match found {
            Ok(formulas::Checked { evidence: formulas::Evidence::Trace(steps), .. }) => Some(steps),
            _ => None,
        };
        let (is_true, refused) = match found {
            Ok(checked) => (Some(checked.is_true), None),
            Err(reason) => (None, Some(reason)),
        };
        Self { file: file.to_owned(), certificate: certificate.to_owned(), is_true, steps, refused }
    }
}

/// A strategy taken from a certificate, replayed by the checker against all play of the opponent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StrategyReplay {
    /// The game.
    pub game: String,
    /// Who wins.
    pub winner: Player,
    /// The lines of play that the strategy has a move for.
    pub lines: usize,
    /// The games that were replayed and won.
    pub games: u64,
    /// The file it was written to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A game that cannot be written as a formula in one way.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NoEncoding {
    /// The game.
    pub game: String,
    /// The way: `corrective` or `direct`.
    pub encoding: String,
    /// Why not.
    pub why: String,
}

/// Whether a formula is true.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Formula {
    /// The file.
    pub file: String,
    /// The solver.
    pub solver: String,
    /// Whether it is true; null if that is not known.
    pub is_true: Option<bool>,
    /// The time it took.
    pub seconds: f64,
    /// The refinements of the embedded solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refinements: Option<u64>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The file of the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The gates of the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gates: Option<usize>,
    /// What is unusual about the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Formula {
    /// What a solver made of the formula in a file.
    #[must_use]
    pub fn of(file: &str, solver: &formulas::Solver, decision: &formulas::Decision) -> Self {
        Self {
            file: file.to_owned(),
            solver: solver.to_string(),
            is_true: decision.answer.known(),
            seconds: decision.seconds,
            refinements: decision.effort.map(|effort| effort.refinements),
            stopped: stopped(decision.answer),
            certificate: None,
            gates: None,
            warnings: Vec::new(),
        }
    }
}

fn stopped(answer: Answer) -> Option<String> {
    match answer {
        Answer::Unknown(reason) => Some(reason.to_string()),
        Answer::Yes | Answer::No => None,
    }
}

/// Who wins a game, through formulas.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Decision {
    /// The game.
    pub game: String,
    /// The limit on turns; null without one.
    pub turns: Option<u32>,
    /// Who wins.
    pub verdict: Verdict,
    /// The questions that were asked, in order.
    pub questions: Vec<FormulaQuestion>,
}

/// "Can this player force a win?" as a formula, and the answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormulaQuestion {
    /// About whom.
    pub player: Player,
    /// Whether that player can force a win; null if it is not known.
    pub can_win: Option<bool>,
    /// What the answer follows from; a formula counts as a search.
    pub by: By,
    /// The time it took, with encoding.
    pub seconds: f64,
    /// The time that encoding took of it.
    pub encoding_seconds: f64,
    /// The refinements of the embedded solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refinements: Option<u64>,
    /// A first move that wins, if the player wins and begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move: Option<String>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

impl From<&Answered<formulas::Finding>> for FormulaQuestion {
    fn from(answered: &Answered<formulas::Finding>) -> Self {
        let formulas::Finding { seconds, encoding_seconds, refinements, ref first_move, .. } = answered.cost;
        Self {
            player: answered.question.can_win.into(),
            can_win: answered.answer.known(),
            by: answered.by.into(),
            seconds,
            encoding_seconds,
            refinements,
            first_move: first_move.clone(),
            stopped: stopped(answered.answer),
        }
    }
}

impl From<&formulas::Decided> for Decision {
    fn from(decided: &formulas::Decided) -> Self {
        Self {
            game: decided.game.clone(),
            turns: decided.turns,
            verdict: decided.verdict().into(),
            questions: decided.answers.answers.iter().map(Into::into).collect(),
        }
    }
}

/// Who wins a game, by one method of search or one solver of formulas.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Comparison {
    /// The game.
    pub game: String,
    /// The limit on turns.
    pub turns: u32,
    /// The method of search or the solver of formulas.
    pub method: String,
    /// Who wins.
    pub verdict: Verdict,
    /// The time it took, with encoding.
    pub seconds: f64,
    /// The time that encoding took of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding_seconds: Option<f64>,
}

impl From<&formulas::Cell> for Comparison {
    fn from(cell: &formulas::Cell) -> Self {
        Self {
            game: cell.game.clone(),
            turns: cell.turns,
            method: cell.by.to_string(),
            verdict: cell.verdict.into(),
            seconds: cell.seconds,
            encoding_seconds: cell.encoding_seconds,
        }
    }
}
