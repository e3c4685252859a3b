//! Who wins a game, through formulas: both questions, as far as they need one.

use super::solving::given_up;
use super::{Encoding, FormulaError, GameFormula, Solving, strategy};
use crate::game::Game;
use crate::registry::LoadError;
use crate::task::Task;
use yomikiri_game::{Instant, Player};
use yomikiri_qbf::{Exceeded, Statistics};
use yomikiri_search::{Answer, Answers, Asked, By, Found, Inquiry, StopReason, Verdict};

/// How a game is to be decided through formulas.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game ends after so many turns at the latest.
    pub turns: Option<u32>,
    /// How it is encoded: corrective where that is possible, if nothing is said.
    pub encoding: Option<Encoding>,
    /// Whether an answer may follow from a theorem.
    pub theorems: bool,
    /// How the formulas are solved.
    pub solving: Solving,
}

impl Default for Plan {
    fn default() -> Self {
        Self { turns: None, encoding: None, theorems: true, solving: Solving::default() }
    }
}

/// How large a formula is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormulaSize {
    /// Its variables.
    pub variables: usize,
    /// Its clauses.
    pub clauses: usize,
}

/// What a formula about one player gave besides the answer.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// The time it took, with encoding.
    pub seconds: f64,
    /// The time that encoding took of it.
    pub encoding_seconds: f64,
    /// The refinements of the embedded solver.
    pub refinements: Option<u64>,
    /// How large the formula is.
    pub size: FormulaSize,
    /// A first move that wins, if the player wins and begins.
    pub first_move: Option<String>,
}

/// Who wins a game, and what formulas said about it.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The game.
    pub game: String,
    /// The limit on turns that was asked for.
    pub turns: Option<u32>,
    /// The answers and what they follow from.
    pub answers: Answers<Finding>,
}

impl Decided {
    /// Who wins, as far as is known.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.answers.verdict
    }

    /// The time of all formulas.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.answers.answers.iter().map(|answered| answered.cost.seconds).sum()
    }

    /// The time that encoding took of it.
    #[must_use]
    pub fn encoding_seconds(&self) -> f64 {
        self.answers.answers.iter().map(|answered| answered.cost.encoding_seconds).sum()
    }
}

impl Plan {
    /// Asks about both players, as far as needed.
    ///
    /// # Errors
    /// If the game cannot be written as a formula, or a program that is needed fails.
    pub fn decide(&self, game: &Game, task: &Task) -> Result<Decided, FormulaError> {
        let start = game.board();
        let inquiry = Inquiry { asked: Asked::Both, can_be_drawn: start.can_be_drawn() };
        let answers = inquiry.run(
            |player| self.theorems && start.cannot_win(player),
            |question| {
                let task = match self.solving.time {
                    None => task.clone(),
                    Some(time) => task.within(time),
                };
                let (answer, cost) = self.ask(game, question.can_win, &task)?;
                Ok::<_, FormulaError>(Found { answer, by: By::Search, cost, go_on: true })
            },
        )?;
        Ok(Decided { game: game.to_string(), turns: self.turns, answers })
    }

    /// Asks about one player, until the task ends.
    pub(super) fn ask(
        &self,
        game: &Game,
        player: Player,
        task: &Task,
    ) -> Result<(Answer, Finding), FormulaError> {
        let started = Instant::now();
        let budget = self.solving.budget(task);
        let not_written = |answer| {
            let seconds = started.elapsed().as_secs_f64();
            (answer, Finding { seconds, encoding_seconds: seconds, ..Finding::default() })
        };
        let formula = match GameFormula::new(game, self.turns, player, self.encoding, &budget) {
            Err(FormulaError::Description(LoadError::Stopped(_)) | FormulaError::Stopped) => {
                return Ok(not_written(given_up(task.stop())));
            }
            Err(FormulaError::Memory) => return Ok(not_written(Answer::Unknown(StopReason::Memory))),
            formula => formula?,
        };
        let clauses = match formula.clauses(&budget) {
            Err(Exceeded::Stopped) => return Ok(not_written(given_up(task.stop()))),
            Err(Exceeded::Memory) => return Ok(not_written(Answer::Unknown(StopReason::Memory))),
            Ok(clauses) => clauses,
        };
        let encoding_seconds = started.elapsed().as_secs_f64();
        let Statistics { existential, universal, clauses: count, .. } = clauses.statistics();
        let size = FormulaSize { variables: existential + universal, clauses: count };
        let title = format!("{game}: can {player} win?");
        let decision = self.solving.solve_within(&clauses, None, &title, task)?;
        let finding = Finding {
            seconds: encoding_seconds + decision.seconds,
            encoding_seconds,
            refinements: decision.effort.map(|effort| effort.refinements),
            size,
            first_move: strategy::first_move(&formula, game, &decision.values),
        };
        Ok((decision.answer, finding))
    }
}
