//! The experiments: what each is expected to cost, and the command that runs it alone.
//!
//! Expected times are of one run each on 2 cores of an AMD EPYC server beside other work, 2026-11-15, one thread; those of
//! more than ten minutes are the paper's nodes at the speed of smaller boards. They decide what is tried, nothing else: whatever
//! takes longer than the budget is stopped.

use super::counts;
use crate::arguments::PaperName;
use crate::papers::{LIMITED_TRAX, Paper, SIX_BY_SIX};

/// Something to run.
#[derive(Clone, Debug)]
pub(super) struct Experiment {
    pub(super) id: String,
    pub(super) paper: PaperName,
    pub(super) title: String,
    pub(super) expected_seconds: f64,
    pub(super) command: String,
    pub(super) seed: Option<u64>,
    pub(super) task: Task,
}

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// A board by our own way.
    Solve {
        paper: &'static Paper,
        size: u16,
    },
    /// A board by a method of the paper.
    Repeat {
        paper: &'static Paper,
        size: u16,
        method: &'static str,
    },
    /// Configurations on a board.
    Count {
        size: u32,
    },
    Accuracy,
    Speed,
    DfPn,
    Sums,
    Formulas,
}

/// How many mate problems the experiments of paper 002 get here.
pub(super) const ACCURACY_PROBLEMS: usize = 60;
pub(super) const SPEED_PROBLEMS: usize = 40;
pub(super) const DF_PN_PROBLEMS: usize = 20;
/// The longest time for one problem with one method.
pub(super) const SECONDS_PER_PROBLEM: u64 = 2;

/// All experiments of a paper, the shortest first.
pub(super) fn of(paper: PaperName, seed: u64, repeats: u16) -> Vec<Experiment> {
    let mut plan = Vec::new();
    for (size, seconds) in [(3, 0.1), (4, 0.2), (5, 1.0), (6, 40.0), (7, 1500.0)] {
        plan.push(solve(PaperName::LimitedTrax, &LIMITED_TRAX, size, seconds));
    }
    for (size, seconds) in [(3, 0.1), (4, 0.2), (5, 1.0), (6, 17.0)] {
        plan.push(solve(PaperName::SixBySix, &SIX_BY_SIX, size, seconds));
    }
    for (size, seconds) in [(4, 0.2), (5, 2.5), (6, 60.0), (7, 20_000.0)] {
        plan.push(repeat(PaperName::LimitedTrax, &LIMITED_TRAX, size, "dfpn d=2", seconds));
    }
    for (size, method, seconds) in [
        (3, "id", 0.5),
        (3, "id-table", 0.1),
        (3, "dfpn d=0", 0.1),
        (4, "id-table", 10.0),
        (4, "dfpn d=0", 1.0),
        (5, "dfpn d=0", 65.0),
        (5, "dfpn d=1", 23.0),
        (5, "dfpn d=2", 1.2),
        (6, "dfpn d=0", 5000.0),
        (6, "dfpn d=1", 2400.0),
        (6, "dfpn d=2", 35.0),
    ] {
        plan.push(repeat(PaperName::SixBySix, &SIX_BY_SIX, size, method, seconds));
    }
    let expected = [2.0, 3.0, 3.0, 2.0, 3.0, 12.0];
    for (size, seconds) in counts::sizes().into_iter().zip(expected) {
        plan.push(Experiment {
            id: format!("000-count-{size}"),
            paper: PaperName::LimitedTrax,
            title: format!("configurations on {size}×{size}"),
            expected_seconds: seconds,
            command: format!("yomikiri count trax:{size}x{size}"),
            seed: Some(counts::SEED),
            task: Task::Count { size },
        });
    }
    for (name, title, option, problems, expected_seconds, task) in [
        ("accuracy", "mate problems: accuracy", "--accuracy", ACCURACY_PROBLEMS, 86.0, Task::Accuracy),
        ("speed", "mate problems: speed", "--speed", SPEED_PROBLEMS, 45.0, Task::Speed),
        ("df-pn", "mate problems: df-pn", "--puzzles", DF_PN_PROBLEMS, 40.0, Task::DfPn),
    ] {
        let counts = ["--accuracy", "--speed", "--puzzles"]
            .map(|known| format!("{known} {}", if known == option { problems } else { 0 }));
        plan.push(Experiment {
            id: format!("002-{name}"),
            paper: PaperName::Mates,
            title: title.to_owned(),
            expected_seconds,
            command: format!(
                "yomikiri reproduce 002 {} --per-problem {SECONDS_PER_PROBLEM}s --seed {seed}",
                counts.join(" ")
            ),
            seed: Some(seed),
            task,
        });
    }
    plan.push(Experiment {
        id: "003-sums".to_owned(),
        paper: PaperName::AmazonsEndgames,
        title: "sums of Amazons subgames".to_owned(),
        expected_seconds: 24.0 + 0.6 * f64::from(repeats),
        command: format!("yomikiri reproduce 003 --repeats {repeats} --figures figures"),
        seed: Some(0),
        task: Task::Sums,
    });
    plan.push(Experiment {
        id: "004-formulas".to_owned(),
        paper: PaperName::GeneralisedTicTacToe,
        title: "generalised tic-tac-toe by search and by formulas".to_owned(),
        expected_seconds: 4.0,
        command: "yomikiri reproduce 004".to_owned(),
        seed: None,
        task: Task::Formulas,
    });
    // Figure 7 of paper 001 is an experiment on problems, which are those of paper 002.
    let belongs = |experiment: &Experiment| {
        paper == PaperName::All
            || experiment.paper == paper
            || paper == PaperName::SixBySix && matches!(experiment.task, Task::DfPn)
    };
    plan.retain(belongs);
    plan.sort_by(|a, b| a.expected_seconds.total_cmp(&b.expected_seconds));
    plan
}

fn solve(name: PaperName, paper: &'static Paper, size: u16, expected_seconds: f64) -> Experiment {
    let game = super::searches::game(paper, size);
    let large = if size >= 7 { " --threads 2 --memory 12G" } else { "" };
    Experiment {
        id: format!("{}-solve-{size}", paper.number),
        paper: name,
        title: format!("{game}, our own way"),
        expected_seconds,
        command: format!("yomikiri solve {game}{large}"),
        seed: None,
        task: Task::Solve { paper, size },
    }
}

fn repeat(
    name: PaperName,
    paper: &'static Paper,
    size: u16,
    method: &'static str,
    expected_seconds: f64,
) -> Experiment {
    let game = super::searches::game(paper, size);
    let options = match method.split_once(" d=") {
        Some((method, depth)) => format!("--method {method} --shallow {depth} --endings 0"),
        None => format!("--method {method} --shallow 0"),
    };
    Experiment {
        id: format!("{}-{}-{size}", paper.number, method.replace(" d=", "-")),
        paper: name,
        title: format!("{game}, {method}"),
        expected_seconds,
        command: format!("yomikiri solve {game} {options}"),
        seed: None,
        task: Task::Repeat { paper, size, method },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use clap::Parser;
    use std::collections::HashSet;

    #[test]
    fn every_figure_of_the_papers_is_planned() {
        let plan = of(PaperName::All, 1, 20);
        for paper in [&LIMITED_TRAX, &SIX_BY_SIX] {
            for figure in paper.figures() {
                let planned = plan.iter().any(|experiment| match experiment.task {
                    Task::Repeat { paper: of, size, method } => {
                        (of.number, size, method) == (paper.number, figure.size, figure.label.as_str())
                    }
                    _ => false,
                });
                assert!(planned, "{} {} {}", paper.number, figure.size, figure.label);
            }
        }
    }

    #[test]
    fn every_command_can_be_given() {
        let plan = of(PaperName::All, 1, 20);
        let ids: HashSet<&String> = plan.iter().map(|experiment| &experiment.id).collect();
        assert_eq!(ids.len(), plan.len(), "an id is there twice");
        for experiment in &plan {
            let words = experiment.command.split(' ');
            assert!(Arguments::try_parse_from(words).is_ok(), "{}", experiment.command);
        }
        assert!(plan.is_sorted_by(|a, b| a.expected_seconds <= b.expected_seconds));
    }
}
