//! Whether a formula is true, by the solver that was asked for.

#[cfg(not(target_family = "wasm"))]
use super::programs;
use super::{FormulaError, FormulaFile};
use crate::files::LARGEST_INPUT;
use crate::quantity::PROGRAM_MEMORY;
use crate::task::Task;
#[cfg(not(target_family = "wasm"))]
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use yomikiri_game::{Duration, Instant, Stop, StopCause};
#[cfg(not(target_family = "wasm"))]
use yomikiri_qbf::external::{self, External};
use yomikiri_qbf::solver::{self, Limits, Options, Progress, Snapshot};
use yomikiri_qbf::{Budget, Circuit, Effort, Formula, Literal, Preprocessed, preprocess};
use yomikiri_search::{Answer, StopReason};

/// A solver of formulas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// Our own.
    #[default]
    Embedded,
    /// Another program.
    #[cfg(not(target_family = "wasm"))]
    External(External),
}

impl Solver {
    /// Our own and every known solver that is on this machine.
    #[must_use]
    pub fn present() -> Vec<Self> {
        #[cfg(not(target_family = "wasm"))]
        let others = External::known().filter(|solver| external::find(solver).is_ok()).map(Self::External);
        #[cfg(target_family = "wasm")]
        let others = [];
        [Self::Embedded].into_iter().chain(others).collect()
    }
}

/// A solver that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no solver `{0}`: only the embedded one is available here")]
pub struct UnknownSolver(String);

/// `embedded`, the name of a known solver, or the path of a program.
impl FromStr for Solver {
    type Err = UnknownSolver;

    fn from_str(text: &str) -> Result<Self, UnknownSolver> {
        if text == "embedded" {
            return Ok(Self::Embedded);
        }
        #[cfg(not(target_family = "wasm"))]
        let external = text.parse().map(Self::External).map_err(|never: Infallible| match never {});
        #[cfg(target_family = "wasm")]
        let external = Err(UnknownSolver(text.to_owned()));
        external
    }
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded => f.pad("embedded"),
            #[cfg(not(target_family = "wasm"))]
            Self::External(external) => external.fmt(f),
        }
    }
}

/// What makes a formula smaller before it is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preprocessor {
    /// Our own before the embedded solver, none before others.
    #[default]
    Auto,
    /// None.
    None,
    /// Our own.
    Embedded,
    /// The program bloqqer.
    Bloqqer,
}

/// How a formula is to be decided.
#[derive(Clone, Debug, Default)]
pub struct Solving {
    /// The solver.
    pub solver: Solver,
    /// What makes the formula smaller before.
    pub preprocessor: Preprocessor,
    /// The time for one formula; for a game, with writing it.
    pub time: Option<Duration>,
    /// The memory in bytes that the solver may use, with the formula.
    pub memory: Option<u64>,
}

/// What became of a formula.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Whether it is true.
    pub answer: Answer,
    /// Values of the outermost variables that make it true, from the embedded solver.
    pub values: Vec<Literal>,
    /// The time it took.
    pub seconds: f64,
    /// How the embedded solver got there.
    pub effort: Option<Snapshot>,
}

impl Solving {
    /// The longest text of a formula that is worth reading: a clause takes up to sixteen times the memory of its text.
    #[must_use]
    pub fn longest_text(&self) -> u64 {
        self.memory.map_or(LARGEST_INPUT, |memory| (memory / 16).min(LARGEST_INPUT))
    }

    /// What writing a formula may take.
    #[must_use]
    pub fn budget(&self, task: &Task) -> Budget {
        let memory = self.memory.map(|memory| memory.saturating_sub(PROGRAM_MEMORY));
        Budget { stop: task.stop().clone(), memory }
    }

    /// Decides a formula. What is being done is shown under the title.
    ///
    /// # Errors
    /// If a program that is needed is not there, or does not answer as it should.
    pub fn solve(&self, formula: &Formula, title: &str, task: &Task) -> Result<Decision, FormulaError> {
        let within = self.time.map(|time| task.within(time));
        self.solve_within(formula, None, title, within.as_ref().unwrap_or(task))
    }

    /// Decides a formula that was read from a file. Our own solver makes use of the circuit if there is one.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_file(&self, file: &FormulaFile, title: &str, task: &Task) -> Result<Decision, FormulaError> {
        let within = self.time.map(|time| task.within(time));
        let circuit = file.circuit.as_ref().map(|reading| &reading.circuit);
        self.solve_within(&file.formula, circuit, title, within.as_ref().unwrap_or(task))
    }

    /// The same, until the task ends. The formula may be the clauses of a circuit.
    pub(super) fn solve_within(
        &self,
        formula: &Formula,
        circuit: Option<&Circuit>,
        title: &str,
        task: &Task,
    ) -> Result<Decision, FormulaError> {
        let started = Instant::now();
        let done = |answer| Decision {
            answer,
            values: Vec::new(),
            seconds: started.elapsed().as_secs_f64(),
            effort: None,
        };
        let mut smaller = None;
        match self.preprocessor {
            #[cfg(target_family = "wasm")]
            Preprocessor::Bloqqer => return Err(FormulaError::NoProcesses),
            #[cfg(not(target_family = "wasm"))]
            Preprocessor::Bloqqer => match programs::preprocessed(formula, self.memory, title, task)? {
                Some(found) => smaller = Some(found),
                None => return Ok(done(given_up(task.stop()))),
            },
            Preprocessor::Embedded if self.solver != Solver::Embedded => {
                match preprocess(formula, Effort::Full) {
                    Preprocessed::True(_) => return Ok(done(Answer::Yes)),
                    Preprocessed::False => return Ok(done(Answer::No)),
                    Preprocessed::Open { formula, .. } => smaller = Some(formula),
                }
            }
            Preprocessor::Auto | Preprocessor::None | Preprocessor::Embedded => {}
        }
        let source = match (&smaller, circuit) {
            (Some(smaller), _) => Source::Clauses(smaller),
            (None, Some(circuit)) => Source::Circuit(circuit, formula),
            (None, None) => Source::Clauses(formula),
        };
        self.solve_prepared(source, title, task)
    }

    /// Decides a formula without making it smaller first; our own solver does that itself.
    pub(super) fn solve_prepared(
        &self,
        source: Source<'_>,
        title: &str,
        task: &Task,
    ) -> Result<Decision, FormulaError> {
        let started = Instant::now();
        match &self.solver {
            #[cfg(not(target_family = "wasm"))]
            Solver::External(solver) => {
                let program = external::find(solver)?;
                // What it takes to find the program is not the solver's.
                let started = Instant::now();
                let answer = programs::solved(&program, source.clauses(), self.memory, title, task)?;
                let answer = answer.map_or_else(|| given_up(task.stop()), answered);
                let seconds = started.elapsed().as_secs_f64();
                Ok(Decision { answer, values: Vec::new(), seconds, effort: None })
            }
            Solver::Embedded => {
                let preprocess = !matches!(self.preprocessor, Preprocessor::None | Preprocessor::Bloqqer);
                let options = Options {
                    preprocess,
                    limits: Limits { memory: self.budget(task).memory, ..Limits::default() },
                };
                let progress = Progress::new(task.stop().clone());
                let (answer, effort) = task.stage(title, progress, |progress| {
                    let answer = match source {
                        Source::Clauses(formula) => solver::solve(formula, &options, progress),
                        Source::Circuit(circuit, clauses) => {
                            solver::solve_circuit(circuit, clauses, &options, progress)
                        }
                        Source::Noted(formula, notes) => {
                            let (answer, noted) = solver::solve_noted(formula, &options, progress);
                            *notes = noted;
                            answer
                        }
                    };
                    (answer, progress.snapshot())
                });
                let (answer, values) = match answer {
                    solver::Answer::Sat(values) => (Answer::Yes, values),
                    solver::Answer::Unsat => (Answer::No, Vec::new()),
                    solver::Answer::Unknown(solver::StopReason::Memory) => {
                        (Answer::Unknown(StopReason::Memory), Vec::new())
                    }
                    solver::Answer::Unknown(_) => (given_up(task.stop()), Vec::new()),
                };
                let seconds = started.elapsed().as_secs_f64();
                Ok(Decision { answer, values, seconds, effort: Some(effort) })
            }
        }
    }
}

/// What a solver is given.
pub(super) enum Source<'a> {
    /// Clauses.
    Clauses(&'a Formula),
    /// A circuit, and its clauses.
    Circuit(&'a Circuit, &'a Formula),
    /// Clauses, and where to note what a certificate is made of.
    Noted(&'a Formula, &'a mut solver::Notes),
}

impl Source<'_> {
    #[cfg(not(target_family = "wasm"))]
    fn clauses(&self) -> &Formula {
        match self {
            Self::Clauses(clauses) | Self::Circuit(_, clauses) | Self::Noted(clauses, _) => clauses,
        }
    }
}

fn answered(is_true: bool) -> Answer {
    if is_true { Answer::Yes } else { Answer::No }
}

/// No answer, because the work was asked to end.
pub(super) fn given_up(stop: &Stop) -> Answer {
    Answer::Unknown(match stop.cause() {
        Some(StopCause::Request) => StopReason::Interrupted,
        Some(StopCause::Deadline) | None => StopReason::Time,
    })
}
