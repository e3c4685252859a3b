//! The run of those experiments that fit in a budget, the shortest first.
//!
//! An experiment is begun if it is expected to end in time, and stopped if it does not: then what it has found so far counts.
//! Ctrl-C ends the run the same way, so that there is a report in any case.

use super::counts;
use super::findings::{self, Findings, Found, Manner};
use super::machine::{Machine, universal};
use super::plan::{self, Experiment, Task};
use super::searches;
use crate::Ending;
use crate::arguments::{Display, Evaluation, Reproduce, Stage};
use crate::commands::puzzle::evaluate;
use crate::commands::qbf::reproduce::Formulas;
use crate::commands::reproduce_amazons::Sums;
use crate::json::{ExperimentLine, MachineLine, ProgramLine, ReportFile};
use crate::quantity::{Bytes, Span};
use crate::running::interrupted;
use std::io::Write;
use std::time::{Duration, Instant, SystemTime};
use yomikiri::text::clock;
use yomikiri_game::Player;

/// What became of an experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Status {
    /// It ran to its end, in so many seconds.
    Done(f64),
    /// It was stopped after so many seconds.
    Unfinished(f64),
    /// It would have taken too long, or the run was ended before its turn.
    Skipped,
}

/// A run and everything it found.
pub(super) struct Run {
    budget: Duration,
    memory: Bytes,
    machine: Machine,
    started: SystemTime,
    seconds: f64,
    pub(super) experiments: Vec<(Experiment, Status)>,
    pub(super) findings: Findings,
}

impl Run {
    /// Runs what fits.
    pub(super) fn within(budget: Duration, arguments: &Reproduce, display: Display) -> anyhow::Result<Self> {
        let plan = plan::of(arguments.paper, arguments.evaluation.seed, arguments.repeats);
        let (began, of) = (Instant::now(), plan.len());
        // A budget beyond all measure is no limit.
        let deadline = began.checked_add(budget).unwrap_or(began + Duration::from_secs(1 << 32));
        let mut run = Self {
            budget,
            memory: arguments.memory,
            machine: Machine::here(),
            started: SystemTime::now(),
            seconds: 0.0,
            experiments: Vec::new(),
            findings: Findings::default(),
        };
        for (number, experiment) in (1..).zip(plan) {
            let left = deadline.saturating_duration_since(Instant::now()).as_secs_f64();
            let status = if experiment.expected_seconds > left || interrupted() {
                Status::Skipped
            } else {
                let stage = Stage { number, of, started: began, deadline };
                announce(&experiment, stage, display);
                run.try_one(&experiment, arguments, Display { stage: Some(stage), json: false, ..display })?
            };
            run.experiments.push((experiment, status));
        }
        run.seconds = began.elapsed().as_secs_f64();
        Ok(run)
    }

    fn try_one(
        &mut self,
        experiment: &Experiment,
        arguments: &Reproduce,
        display: Display,
    ) -> anyhow::Result<Status> {
        let began = Instant::now();
        let result = self.run_one(experiment.task, arguments, display);
        let seconds = began.elapsed().as_secs_f64();
        match result {
            Ok(true) => Ok(Status::Done(seconds)),
            Ok(false) => Ok(Status::Unfinished(seconds)),
            // Some experiments have nothing to show when they are stopped.
            Err(_) if display.is_over() => Ok(Status::Unfinished(seconds)),
            Err(error) => Err(error),
        }
    }

    /// Runs an experiment; says whether it came to its end.
    fn run_one(&mut self, task: Task, arguments: &Reproduce, display: Display) -> anyhow::Result<bool> {
        let memory = arguments.memory.0;
        let findings = &mut self.findings;
        match task {
            Task::Solve { paper, size } => {
                let name = searches::game(paper, size);
                for can_win in Player::BOTH {
                    let report = searches::default_search(&name, can_win, memory, display)?;
                    findings.searches.push(Found { paper, size, manner: Manner::Default, can_win, report });
                }
                Ok(!display.is_over())
            }
            Task::Repeat { paper, size, method } => {
                let is_meant = |figure: &crate::papers::Figure| figure.size == size && figure.label == method;
                for figure in paper.figures().into_iter().filter(is_meant) {
                    let report = searches::search(paper, &figure, memory, display)?;
                    let (manner, can_win) = (Manner::Paper(figure.label), figure.can_win);
                    findings.searches.push(Found { paper, size, manner, can_win, report });
                }
                Ok(!display.is_over())
            }
            Task::Count { size } => {
                findings.counts.push(counts::count(size, display)?);
                Ok(true)
            }
            Task::Accuracy => {
                keep(&mut findings.accuracy, evaluate::accuracy(&evaluation(arguments), display)?)
            }
            Task::Speed => keep(&mut findings.speed, evaluate::speed(&evaluation(arguments), display)?),
            Task::DfPn => keep(&mut findings.df_pn, evaluate::df_pn(&evaluation(arguments), display)?),
            Task::Sums => {
                let mut sums = Sums::count(arguments.repeats, display)?;
                if !display.is_over() {
                    findings.drawings = sums.figures()?;
                }
                let complete = sums.is_complete();
                findings.sums = Some(sums);
                Ok(complete)
            }
            Task::Formulas => {
                let time = Duration::from_secs(arguments.max_seconds);
                let formulas = Formulas::decide(time, arguments.external, display, |_| Ok(()))?;
                let complete = formulas.ending() != Ending::Undecided;
                findings.formulas = Some(formulas);
                Ok(complete)
            }
        }
    }

    /// How the command ends: what was left out for want of time is no failure.
    pub(super) fn ending(&self) -> Ending {
        if self.findings.contradict_the_papers() {
            Ending::Faulty
        } else if interrupted() {
            Ending::Undecided
        } else {
            Ending::Done
        }
    }

    /// Where and when, in a sentence.
    pub(super) fn circumstances(&self) -> String {
        let count = |wanted: fn(&Status) -> bool| {
            self.experiments.iter().filter(|(_, status)| wanted(status)).count()
        };
        format!(
            "Measured {} on {}, yomikiri {}: {} of {} experiments in {}, budget {}.",
            universal(self.started),
            self.machine.describe(),
            env!("CARGO_PKG_VERSION"),
            count(|status| matches!(status, Status::Done(_))),
            self.experiments.len(),
            clock(self.seconds),
            clock(self.budget.as_secs_f64()),
        )
    }

    /// The same and everything else as JSON.
    pub(super) fn as_json(&self) -> ReportFile {
        let Machine { processor, threads, memory, system, architecture } = self.machine.clone();
        let formulas = self
            .findings
            .formulas
            .iter()
            .flat_map(Formulas::rows)
            .flat_map(|row| &row.cells)
            .map(Into::into)
            .collect();
        ReportFile {
            format: "yomikiri report",
            version: 1,
            program: ProgramLine { name: "yomikiri", version: env!("CARGO_PKG_VERSION") },
            machine: MachineLine { processor, threads, memory, system, architecture },
            started: universal(self.started),
            seconds: self.seconds,
            budget_seconds: self.budget.as_secs_f64(),
            memory: self.memory.0,
            experiments: self.experiments.iter().map(experiment_line).collect(),
            searches: self.findings.search_lines(),
            stored: findings::stored_lines(),
            counts: self.findings.count_lines(),
            mates: self.findings.mate_lines(),
            sums: self.findings.sums.as_ref().map(Sums::lines).unwrap_or_default(),
            formulas,
            positions: findings::known_lines(),
        }
    }
}

/// Where there is no bar, a line says what is begun.
fn announce(experiment: &Experiment, Stage { number, of, .. }: Stage, display: Display) {
    if !display.quiet && !console::Term::stderr().is_term() {
        let expected = clock(experiment.expected_seconds);
        // A log that cannot be written must not end the run.
        let _unwritten = writeln!(std::io::stderr(), "{number}/{of}  {}, about {expected}", experiment.title);
    }
}

/// Keeps an experiment on mate problems; says whether every problem was tried.
fn keep(place: &mut Option<evaluate::Trial>, trial: evaluate::Trial) -> anyhow::Result<bool> {
    let complete = trial.is_complete();
    *place = Some(trial);
    Ok(complete)
}

/// Paper 002 with as many problems as fit in minutes.
fn evaluation(arguments: &Reproduce) -> Evaluation {
    Evaluation {
        accuracy: plan::ACCURACY_PROBLEMS,
        speed: plan::SPEED_PROBLEMS,
        puzzles: plan::DF_PN_PROBLEMS,
        per_problem: Span(Duration::from_secs(plan::SECONDS_PER_PROBLEM)),
        seed: arguments.evaluation.seed,
        plots: None,
    }
}

fn experiment_line((experiment, status): &(Experiment, Status)) -> ExperimentLine {
    let (status, seconds) = match *status {
        Status::Done(seconds) => ("done", Some(seconds)),
        Status::Unfinished(seconds) => ("unfinished", Some(seconds)),
        Status::Skipped => ("skipped", None),
    };
    ExperimentLine {
        id: experiment.id.clone(),
        paper: experiment.paper.number(),
        title: experiment.title.clone(),
        command: experiment.command.clone(),
        expected_seconds: experiment.expected_seconds,
        seed: experiment.seed,
        status,
        seconds,
    }
}
