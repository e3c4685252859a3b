//! `qbf solve`: whether a formula is true.

use super::arguments::{Preprocessor, Solve, SolverName, Solving};
use crate::Ending;
use crate::arguments::Display;
use crate::json;
use crate::quantity::Span;
use crate::running::shown;
use serde::Serialize;
use std::io::{Read, Write};
use std::time::Instant;
use yomikiri::text::seconds;
use yomikiri_qbf::external::{self, Allowance};
use yomikiri_qbf::solver::{self, Answer, Limits, Options, Progress, Snapshot};
use yomikiri_qbf::{Effort, Formula, Literal, Preprocessed, preprocess, qcir, qdimacs};

/// `qbf solve --json`
#[derive(Debug, Serialize)]
struct SolveLine {
    file: String,
    solver: String,
    answer: &'static str,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    refinements: Option<u64>,
}

/// What a solver has said.
pub(super) struct Verdict {
    pub(super) answer: Option<bool>,
    /// Values of the outermost variables, from the embedded solver.
    pub(super) values: Vec<Literal>,
    pub(super) seconds: f64,
    /// How the embedded solver got there.
    pub(super) effort: Option<Snapshot>,
}

impl Verdict {
    pub(super) fn word(&self) -> &'static str {
        match self.answer {
            Some(true) => "sat",
            Some(false) => "unsat",
            None => "unknown",
        }
    }
}

pub(super) fn run(arguments: &Solve, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let name = arguments.file.display().to_string();
    let formula = read(&arguments.file)?;
    let verdict = decide(&formula, &arguments.solving, display, &name)?;
    let word = verdict.word();
    if display.json {
        let solver = arguments.solving.solver.to_string();
        let refinements = verdict.effort.map(|effort| effort.refinements);
        let line = SolveLine { file: name, solver, answer: word, seconds: verdict.seconds, refinements };
        json::print(out, &line)?;
    } else {
        writeln!(out, "{name}: {word}, {} s", seconds(verdict.seconds))?;
    }
    Ok(verdict.answer.map_or(Ending::Undecided, Ending::Formula))
}

/// Reads a formula in either format.
fn read(file: &std::path::Path) -> anyhow::Result<Formula> {
    let name = file.display();
    let mut bytes = Vec::new();
    let result = if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    result.map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
    // What is not text is wrong where it stands.
    let text = String::from_utf8_lossy(&bytes);
    let formula = if text.trim_start().starts_with("#QCIR") {
        qcir::read(&text).map(|circuit| circuit.clauses())
    } else {
        qdimacs::read(&text)
    };
    formula.map_err(|error| anyhow::anyhow!("{name}: {error}"))
}

/// Decides a formula with the solver asked for, showing progress.
pub(super) fn decide(
    formula: &Formula,
    solving: &Solving,
    display: Display,
    title: &str,
) -> anyhow::Result<Verdict> {
    let time = solving.time.map(|Span(time)| time);
    let allowance = Allowance { time, memory: solving.memory.map(|bytes| bytes.0) };
    let started = Instant::now();
    let done = |answer| Verdict {
        answer,
        values: Vec::new(),
        seconds: started.elapsed().as_secs_f64(),
        effort: None,
    };
    let mut smaller = None;
    let ours = solving.solver == SolverName::Embedded;
    match solving.preprocessor {
        Preprocessor::Bloqqer => {
            let bloqqer = external::find_bloqqer()?;
            let found = shown(display, None, |task| bloqqer.preprocess(formula, allowance, task.stop()))?;
            let Some(found) = found else {
                return Ok(done(None));
            };
            smaller = Some(found);
        }
        Preprocessor::Embedded if !ours => match preprocess(formula, Effort::Full) {
            Preprocessed::True(_) => return Ok(done(Some(true))),
            Preprocessed::False => return Ok(done(Some(false))),
            Preprocessed::Open { formula, .. } => smaller = Some(formula),
        },
        Preprocessor::Auto | Preprocessor::None | Preprocessor::Embedded => {}
    }
    let formula = smaller.as_ref().unwrap_or(formula);
    let left = time.map(|time| time.saturating_sub(started.elapsed()));
    match &solving.solver {
        SolverName::External(solver) => {
            let program = external::find(solver)?;
            // What it takes to find the program is not the solver's.
            let started = Instant::now();
            let allowance = Allowance { time: left, ..allowance };
            let answer = shown(display, None, |task| program.solve(formula, allowance, task.stop()))?;
            Ok(Verdict { answer, values: Vec::new(), seconds: started.elapsed().as_secs_f64(), effort: None })
        }
        SolverName::Embedded => {
            let preprocess = !matches!(solving.preprocessor, Preprocessor::None | Preprocessor::Bloqqer);
            let options = Options { preprocess, limits: Limits { time: left, ..Limits::default() } };
            let (answer, effort) = embedded(formula, &options, display, title);
            let mut verdict = done(answer.known());
            if let Answer::Sat(values) = answer {
                verdict.values = values;
            }
            verdict.effort = Some(effort);
            Ok(verdict)
        }
    }
}

/// Runs the embedded solver, showing how far it is.
fn embedded(formula: &Formula, options: &Options, display: Display, title: &str) -> (Answer, Snapshot) {
    shown(display, None, |task| {
        task.stage(title, Progress::new(task.stop().clone()), |progress| {
            (solver::solve(formula, options, progress), progress.snapshot())
        })
    })
}
