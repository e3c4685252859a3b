//! One question by every method of search and every solver of formulas.

use super::{Encoding, FormulaError, FormulaSize, Plan, Solver, Solving};
use crate::as_in::AsIn;
use crate::game::Game;
use crate::job::{BestMoves, Job, METHODS, method_name};
use crate::task::Task;
use std::fmt;
use yomikiri_game::Duration;
use yomikiri_search::{Limits, Method, Options, Verdict};

/// One way of finding out who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Approach {
    /// By search.
    Search(Method),
    /// By search, as in paper 004: of the plain game, without what we see at a glance.
    PlainSearch(Method),
    /// Through formulas.
    Formula(Solver),
    /// Through formulas, as in paper 004: the rules of the game, unfolded turn by turn.
    DirectFormula(Solver),
}

impl Approach {
    /// Every method of search, and every solver that is on this machine.
    #[must_use]
    pub fn present() -> Vec<Self> {
        let searches = METHODS.into_iter().map(Self::Search);
        searches.chain(Solver::present().into_iter().map(Self::Formula)).collect()
    }
}

/// The name of the method or of the solver.
impl fmt::Display for Approach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search(method) => f.pad(method_name(*method)),
            Self::PlainSearch(method) => f.pad(&format!("{} as in 004", method_name(*method))),
            Self::Formula(solver) => solver.fmt(f),
            Self::DirectFormula(solver) => f.pad(&format!("{solver}, direct")),
        }
    }
}

/// A question that is answered in several ways.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The game ends after so many turns at the latest.
    pub turns: u32,
    /// How it is encoded: corrective where that is possible, if nothing is said.
    pub encoding: Option<Encoding>,
    /// The time for each question in each way.
    pub time: Duration,
}

/// Who wins, by one way of finding out.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The game.
    pub game: String,
    /// The limit on turns.
    pub turns: u32,
    /// The method or the solver.
    pub by: Approach,
    /// Who wins, as far as is known.
    pub verdict: Verdict,
    /// The time it took, with encoding.
    pub seconds: f64,
    /// The time that encoding took of it; `None` for a search.
    pub encoding_seconds: Option<f64>,
    /// The size of the first player's formula; `None` for a search.
    pub size: Option<FormulaSize>,
}

impl Comparison {
    /// The memory that a search may use.
    const MEMORY: u64 = 256 << 20;

    /// Every cell of a row, in the order of the approaches.
    ///
    /// # Errors
    /// If the game cannot be cut short or cannot be written as a formula, or a program fails.
    pub fn run(&self, game: &Game, approaches: &[Approach], task: &Task) -> Result<Vec<Cell>, FormulaError> {
        approaches.iter().map(|approach| self.cell(game, approach, task)).collect()
    }

    /// One cell.
    ///
    /// # Errors
    /// If the game cannot be cut short or cannot be written as a formula, or a program fails.
    pub fn cell(&self, game: &Game, approach: &Approach, task: &Task) -> Result<Cell, FormulaError> {
        match approach {
            Approach::Search(method) | Approach::PlainSearch(method) => {
                self.by_search(game, *method, approach, task)
            }
            Approach::Formula(solver) => self.by_formula(game, solver, self.encoding, approach, task),
            Approach::DirectFormula(solver) => {
                self.by_formula(game, solver, Some(Encoding::Direct), approach, task)
            }
        }
    }

    /// The value by a search.
    fn by_search(
        &self,
        game: &Game,
        method: Method,
        approach: &Approach,
        task: &Task,
    ) -> Result<Cell, FormulaError> {
        let cut = game.within(self.turns).ok_or_else(|| FormulaError::NoLimitOnTurns(game.to_string()))?;
        let limits = Limits { time: Some(self.time), nodes: None };
        let options = Options { method, limits, memory: Self::MEMORY, ..Options::default() };
        let job = Job {
            options: match approach {
                Approach::PlainSearch(_) => AsIn::TIC_TAC_TOE.applied_to(options),
                _ => options,
            },
            best_moves: BestMoves::None,
            ..Job::default()
        };
        let solution = cut.solve(&*cut.board(), &job, task)?;
        Ok(Cell {
            game: game.to_string(),
            turns: self.turns,
            by: approach.clone(),
            verdict: solution.verdict(),
            seconds: solution.cost().seconds,
            encoding_seconds: None,
            size: None,
        })
    }

    /// The value through formulas.
    fn by_formula(
        &self,
        game: &Game,
        solver: &Solver,
        encoding: Option<Encoding>,
        approach: &Approach,
        task: &Task,
    ) -> Result<Cell, FormulaError> {
        let solving = Solving { solver: solver.clone(), time: Some(self.time), ..Solving::default() };
        let plan = Plan { turns: Some(self.turns), encoding, theorems: true, solving };
        let decided = plan.decide(game, task)?;
        Ok(Cell {
            game: game.to_string(),
            turns: self.turns,
            by: approach.clone(),
            verdict: decided.verdict(),
            seconds: decided.seconds(),
            encoding_seconds: Some(decided.encoding_seconds()),
            size: decided.answers.answers.first().map(|answered| answered.cost.size),
        })
    }
}

/// What all cells say that know the value, [`Verdict::Unknown`] if there are none; `None` if they differ.
#[must_use]
pub fn agreed(cells: &[Cell]) -> Option<Verdict> {
    let mut known = cells.iter().map(|cell| cell.verdict).filter(|verdict| *verdict != Verdict::Unknown);
    let first = known.next().unwrap_or(Verdict::Unknown);
    known.all(|verdict| verdict == first).then_some(first)
}
