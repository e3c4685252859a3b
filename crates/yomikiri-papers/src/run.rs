//! A run of experiments within a budget, and everything it found.
//!
//! The budget is a limit of time on the task of every experiment ([`Task::within`]). An experiment that is stopped leaves
//! what it has found so far. Ctrl-C ends the run the same way, so that there is a report in any case.

use crate::budget::{Outcome, Status, spend};
use crate::findings::Findings;
use crate::formulas::{Agreement, Formulas, Ways};
use crate::mates::{self, Subject, Trial};
use crate::plan::{Experiment, Kind};
use crate::searches::Found;
use crate::sums::Sums;
use crate::{Error, counts, machine, openings, stored};
use std::time::Duration;
use yomikiri::text::clock;
use yomikiri::view::papers::{self as view, ExperimentStatus, Machine, PaperReport, Program};
use yomikiri::{Event, Part, Task};
use yomikiri_game::Instant;

/// A run and everything it found.
pub struct Run {
    budget: Option<Duration>,
    memory: u64,
    machine: Machine,
    started: String,
    took: Duration,
    /// Whether it was stopped before its time was up.
    pub stopped: bool,
    /// The experiments, and what became of them.
    pub experiments: Vec<(Experiment, Status)>,
    /// What they found.
    pub findings: Findings,
}

impl Run {
    /// Runs those experiments of a plan that fit in a budget; all of them if there is none. `memory` is what their
    /// searches were planned with.
    ///
    /// # Errors
    /// If memory cannot be had.
    pub fn within(
        budget: Option<Duration>,
        plan: Vec<Experiment>,
        memory: u64,
        task: &Task,
    ) -> Result<Self, Error> {
        let (started, date, of) = (Instant::now(), machine::now(), plan.len());
        let limited = budget.map_or_else(|| task.clone(), |budget| task.within(budget));
        let mut findings = Findings::default();
        let experiments = spend(
            plan,
            budget,
            || started.elapsed(),
            |number, experiment| {
                let Experiment { title, expected, .. } = experiment;
                let (title, expected) = (title.clone(), Some(*expected));
                task.note(Event::Part(Part { number, of, title, expected, started, allowed: budget }));
                let completed = match run_one(&experiment.kind, &mut findings, &limited) {
                    // Some experiments have nothing to show when they are stopped.
                    Err(_) if limited.is_stopped() => false,
                    result => result?,
                };
                Ok(match completed {
                    _ if task.is_stopped() => Outcome::RunStopped,
                    true => Outcome::Done,
                    false => Outcome::Stopped,
                })
            },
        )?;
        Ok(Self {
            budget,
            memory,
            machine: machine::here(),
            started: date,
            took: started.elapsed(),
            stopped: task.is_stopped(),
            experiments,
            findings,
        })
    }

    /// Where and when, in a sentence.
    #[must_use]
    pub fn circumstances(&self) -> String {
        let done = self.experiments.iter().filter(|(_, status)| matches!(status, Status::Done(_))).count();
        let budget = match self.budget {
            None => "no limit".to_owned(),
            Some(budget) => format!("budget {}", clock(budget.as_secs_f64())),
        };
        format!(
            "Measured {} on {}, yomikiri {}: {done} of {} experiments in {}, {budget}.",
            self.started,
            machine::described(&self.machine),
            env!("CARGO_PKG_VERSION"),
            self.experiments.len(),
            clock(self.took.as_secs_f64()),
        )
    }
}

/// Runs an experiment; says whether it came to its end.
fn run_one(kind: &Kind, findings: &mut Findings, task: &Task) -> Result<bool, Error> {
    match kind {
        Kind::Search { paper, size, method, search } => {
            let answers = search.run(task)?;
            let (size, method, threads) = (*size, *method, search.options.threads.get());
            let found = answers.into_iter().map(|answered| Found { paper, size, method, threads, answered });
            findings.searches.extend(found);
            Ok(!task.is_stopped())
        }
        Kind::Count { size } => {
            findings.counts.push(counts::count(*size, task)?);
            Ok(true)
        }
        Kind::Mates(subject, evaluation) => {
            let trial = evaluation.run(*subject, task)?;
            let complete = trial.is_complete();
            findings.trials.push((*subject, trial));
            Ok(complete)
        }
        Kind::Sums { repeats } => {
            let mut sums = Sums::count(*repeats, task)?;
            let drawings = sums.drawings(task);
            let complete = sums.is_complete();
            findings.sums = Some(sums);
            findings.drawings = drawings?;
            Ok(complete)
        }
        Kind::Formulas(settings) => {
            let formulas = settings.decide(task, |_| Ok::<_, Error>(()))?;
            let complete = formulas.agreement() != Agreement::Partial;
            match settings.ways {
                Ways::Ours => findings.formulas = Some(formulas),
                Ways::Paper => findings.as_in_formulas = Some(formulas),
            }
            Ok(complete)
        }
    }
}

impl From<&Run> for PaperReport {
    fn from(run: &Run) -> Self {
        let findings = &run.findings;
        Self {
            program: Program { name: "yomikiri", version: env!("CARGO_PKG_VERSION") },
            machine: run.machine.clone(),
            started: run.started.clone(),
            seconds: run.took.as_secs_f64(),
            budget_seconds: run.budget.map(|budget| budget.as_secs_f64()),
            memory_bytes: run.memory,
            experiments: run.experiments.iter().map(experiment_view).collect(),
            searches: findings.searches.iter().map(Into::into).collect(),
            stored: stored::all(),
            stored_mates: mates::stored(),
            counts: findings.counts.iter().map(Into::into).collect(),
            mates: Subject::ALL.iter().filter_map(|&of| findings.trial(of)).flat_map(Trial::totals).collect(),
            sums: findings.sums.as_ref().map(Sums::figures_by_row).unwrap_or_default(),
            formulas: [&findings.formulas, &findings.as_in_formulas]
                .into_iter()
                .flatten()
                .flat_map(Formulas::rows)
                .flat_map(|row| &row.cells)
                .map(Into::into)
                .collect(),
            positions: openings::known(),
        }
    }
}

fn experiment_view((experiment, status): &(Experiment, Status)) -> view::Experiment {
    let (status, took) = match *status {
        Status::Done(took) => (ExperimentStatus::Done, Some(took)),
        Status::Unfinished(took) => (ExperimentStatus::Unfinished, Some(took)),
        Status::Skipped => (ExperimentStatus::Skipped, None),
    };
    view::Experiment {
        id: experiment.id.clone(),
        paper: experiment.paper.number(),
        title: experiment.title.clone(),
        command: experiment.command(),
        expected_seconds: experiment.expected.as_secs_f64(),
        seed: experiment.seed(),
        status,
        seconds: took.map(|took| took.as_secs_f64()),
    }
}
