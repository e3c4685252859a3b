//! Which experiments are run: those that are expected to end in time, the shortest first.
//!
//! An experiment is begun if the rest of the budget is enough for what it is expected to take. The clock is a parameter,
//! so that tests need not wait and do not depend on the speed of a machine.

use crate::Error;
use crate::plan::Experiment;
use std::time::Duration;

/// What became of an experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    /// It ran to its end, in this time.
    Done(Duration),
    /// It was stopped after this time; what it had found until then counts.
    Unfinished(Duration),
    /// It would have taken too long, or the run was ended before its turn.
    Skipped,
}

/// What the run of one experiment came to.
pub(crate) enum Outcome {
    /// It ran to its end.
    Done,
    /// It was stopped.
    Stopped,
    /// The whole run was stopped.
    RunStopped,
}

/// Goes through a plan. `clock` tells the time since the beginning; `run` is given the number of an experiment, from 1.
pub(crate) fn spend(
    plan: Vec<Experiment>,
    budget: Option<Duration>,
    clock: impl Fn() -> Duration,
    mut run: impl FnMut(usize, &Experiment) -> Result<Outcome, Error>,
) -> Result<Vec<(Experiment, Status)>, Error> {
    let mut ended = false;
    let mut results = Vec::new();
    for (number, experiment) in (1..).zip(plan) {
        let began = clock();
        let fits = budget.is_none_or(|budget| experiment.expected <= budget.saturating_sub(began));
        let status = if ended || !fits {
            Status::Skipped
        } else {
            let outcome = run(number, &experiment)?;
            let took = clock().saturating_sub(began);
            ended = matches!(outcome, Outcome::RunStopped);
            if matches!(outcome, Outcome::Done) { Status::Done(took) } else { Status::Unfinished(took) }
        };
        results.push((experiment, status));
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Settings, plan};
    use std::cell::Cell;

    /// Spends a budget on a machine on which everything takes so many times what is expected.
    fn spent(budget: Option<u64>, slowness: f64) -> Vec<(Experiment, Status)> {
        let now = Cell::new(Duration::ZERO);
        let run = |_, experiment: &Experiment| {
            now.set(now.get() + experiment.expected.mul_f64(slowness));
            Ok(Outcome::Done)
        };
        spend(plan(None, &Settings::default()), budget.map(Duration::from_secs), || now.get(), run)
            .expect("no errors")
    }

    fn done(results: &[(Experiment, Status)]) -> usize {
        results.iter().filter(|(_, status)| matches!(status, Status::Done(_))).count()
    }

    #[test]
    fn what_is_expected_to_fit_is_run() {
        assert_eq!(done(&spent(Some(0), 1.0)), 0);
        // The three shortest take 0.1 s each and one that takes 0.2 s would be too much: a fourth of 0.1 s is not.
        let results = spent(Some(1), 1.0);
        let sum: Duration = results[..done(&results)].iter().map(|(experiment, _)| experiment.expected).sum();
        assert!(sum <= Duration::from_secs(1));
        assert!(sum + results[done(&results)].0.expected > Duration::from_secs(1));
        assert_eq!(done(&spent(None, 1.0)), 37);
        // All but the searches of hours, and two that take minutes: paper 004 as in the paper, paper 000 as in the paper on 5×5.
        assert_eq!(done(&spent(Some(600), 1.0)), 29);
    }

    #[test]
    fn a_slower_machine_does_less() {
        let counts: Vec<usize> =
            [0.1, 1.0, 2.0, 5.0, 50.0].iter().map(|&slowness| done(&spent(Some(60), slowness))).collect();
        assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
    }

    #[test]
    fn nothing_is_begun_after_the_run_was_stopped() {
        let run = |number: usize, _: &Experiment| {
            Ok(match number {
                1 => Outcome::Done,
                2 => Outcome::Stopped,
                3 => Outcome::RunStopped,
                _ => panic!("number {number} was begun"),
            })
        };
        let results =
            spend(plan(None, &Settings::default()), None, || Duration::ZERO, run).expect("no errors");
        let statuses: Vec<Status> = results.into_iter().map(|(_, status)| status).collect();
        assert_eq!(
            statuses[..3],
            [
                Status::Done(Duration::ZERO),
                Status::Unfinished(Duration::ZERO),
                Status::Unfinished(Duration::ZERO)
            ]
        );
        assert!(statuses[3..].iter().all(|status| *status == Status::Skipped));
    }
}
