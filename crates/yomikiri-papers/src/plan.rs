//! The experiments: what each does, what it is expected to cost, and the command that runs it alone.
//!
//! Expected times are of one run each on 2 cores of an AMD EPYC server beside other work, 2026-11-15, one thread; those of
//! more than ten minutes are the paper's nodes at the speed of smaller boards. They decide what is tried, nothing else: whatever
//! takes longer than the budget is stopped.

use crate::mates::{Evaluation, Subject};
use crate::searches::Search;
use crate::trax_figures::{LIMITED_TRAX, SIX_BY_SIX, TraxPaper};
use crate::{Paper, counts, formulas, sums};
use std::time::Duration;
use yomikiri_search::Asked;

/// What may be chosen about the experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The memory of a search, the whole program included.
    pub memory: u64,
    /// Seed of the random games that mate problems are found in.
    pub seed: u64,
    /// How often every row of paper 003 is repeated.
    pub repeats: u16,
    /// How the games of paper 004 are decided.
    pub formulas: formulas::Settings,
}

impl Default for Settings {
    fn default() -> Self {
        Self { memory: 1 << 30, seed: 1, repeats: 20, formulas: formulas::Settings::default() }
    }
}

/// Something to run.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name, unique in a plan.
    pub id: String,
    /// The paper.
    pub paper: Paper,
    /// What it is about.
    pub title: String,
    /// The time it is expected to take.
    pub expected: Duration,
    /// What it does.
    pub kind: Kind,
}

/// What an experiment does. The run and the command are both made from this, so that they cannot differ.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A board of Trax.
    Search {
        /// The paper.
        paper: &'static TraxPaper,
        /// The size of the board.
        size: u16,
        /// The paper's name of the method; nothing for our own way.
        method: Option<&'static str>,
        /// The search.
        search: Search,
    },
    /// Configurations of tiles on a board, in every way of counting.
    Count {
        /// The size of the board.
        size: u32,
    },
    /// Mate problems.
    Mates(Subject, Evaluation),
    /// Sums of Amazons subgames.
    Sums {
        /// How often every row is repeated.
        repeats: u16,
    },
    /// Generalised tic-tac-toe.
    Formulas(formulas::Settings),
}

impl Experiment {
    /// The command that runs it alone.
    #[must_use]
    pub fn command(&self) -> String {
        match &self.kind {
            Kind::Search { search, .. } => search.command(),
            // Every way of counting in one go is no command of its own.
            Kind::Count { .. } => format!("yomikiri reproduce {} --only {}", self.paper.number(), self.id),
            Kind::Mates(_, evaluation) => evaluation.command(),
            Kind::Sums { repeats } => sums::command(*repeats),
            Kind::Formulas(settings) => settings.command(),
        }
    }

    /// The seed of its random numbers, if it uses any.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        match &self.kind {
            Kind::Search { .. } | Kind::Formulas(_) => None,
            Kind::Count { .. } => Some(counts::SEED),
            Kind::Mates(_, evaluation) => Some(evaluation.seed),
            Kind::Sums { .. } => Some(sums::SEED),
        }
    }
}

/// How many problems each experiment on mates gets here, and what it is expected to take.
const MATES: [(Subject, &str, usize, f64); 4] = [
    (Subject::Accuracy, "accuracy", 60, 86.0),
    (Subject::Speed, "speed", 40, 45.0),
    (Subject::DfPn, "df-pn", 20, 40.0),
    (Subject::Lengths, "lengths", 10, 20.0),
];
/// The longest time for one problem with one method.
const PER_PROBLEM: Duration = Duration::from_secs(2);

/// All experiments of a paper, or of all papers, the shortest first.
#[must_use]
pub fn plan(paper: Option<Paper>, settings: &Settings) -> Vec<Experiment> {
    let mut plan = Vec::new();
    for (size, seconds) in [(3, 0.1), (4, 0.2), (5, 1.0), (6, 40.0), (7, 1500.0)] {
        plan.push(our_way(&LIMITED_TRAX, size, settings.memory, seconds));
    }
    for (size, seconds) in [(3, 0.1), (4, 0.2), (5, 1.0), (6, 17.0)] {
        plan.push(our_way(&SIX_BY_SIX, size, settings.memory, seconds));
    }
    for (size, seconds) in [(4, 2.5), (5, 200.0), (6, 5000.0), (7, 500_000.0)] {
        plan.extend(like_the_paper(&LIMITED_TRAX, size, "dfpn d=2", settings.memory, seconds));
    }
    for (size, method, seconds) in [
        (3, "id", 1.0),
        (3, "id-table", 0.1),
        (3, "dfpn d=0", 0.1),
        (4, "id-table", 20.0),
        (4, "dfpn d=0", 1.0),
        (5, "dfpn d=0", 65.0),
        (5, "dfpn d=1", 30.0),
        (5, "dfpn d=2", 60.0),
        (6, "dfpn d=0", 5000.0),
        (6, "dfpn d=1", 2400.0),
        (6, "dfpn d=2", 6000.0),
    ] {
        plan.extend(like_the_paper(&SIX_BY_SIX, size, method, settings.memory, seconds));
    }
    let expected = [2.0, 3.0, 3.0, 2.0, 3.0, 12.0];
    for (size, seconds) in counts::sizes().into_iter().zip(expected) {
        plan.push(Experiment {
            id: format!("000-count-{size}"),
            paper: Paper::LimitedTrax,
            title: format!("configurations on {size}×{size}"),
            expected: Duration::from_secs_f64(seconds),
            kind: Kind::Count { size },
        });
    }
    for (subject, name, problems, seconds) in MATES {
        let of = |one: Subject| if one == subject { problems } else { 0 };
        let evaluation = Evaluation {
            accuracy: of(Subject::Accuracy),
            speed: of(Subject::Speed),
            puzzles: of(Subject::DfPn),
            lengths: of(Subject::Lengths),
            per_problem: PER_PROBLEM,
            seed: settings.seed,
        };
        plan.push(Experiment {
            id: format!("002-{name}"),
            paper: Paper::Mates,
            title: format!("mate problems: {name}"),
            expected: Duration::from_secs_f64(seconds),
            kind: Kind::Mates(subject, evaluation),
        });
    }
    plan.push(Experiment {
        id: "003-sums".to_owned(),
        paper: Paper::AmazonsEndgames,
        title: "sums of Amazons subgames".to_owned(),
        expected: Duration::from_secs_f64(24.0 + 0.6 * f64::from(settings.repeats)),
        kind: Kind::Sums { repeats: settings.repeats },
    });
    plan.push(Experiment {
        id: "004-formulas".to_owned(),
        paper: Paper::GeneralisedTicTacToe,
        title: "generalised tic-tac-toe by search and by formulas".to_owned(),
        expected: Duration::from_secs(4),
        kind: Kind::Formulas(settings.formulas),
    });
    plan.push(Experiment {
        id: "004-as-in".to_owned(),
        paper: Paper::GeneralisedTicTacToe,
        title: "generalised tic-tac-toe as in the paper".to_owned(),
        // Some games run into the limit with every way to decide them by the direct encoding.
        expected: Duration::from_secs(50 + 6 * settings.formulas.seconds),
        kind: Kind::Formulas(formulas::Settings { ways: formulas::Ways::Paper, ..settings.formulas }),
    });
    let belongs = |experiment: &Experiment| match paper {
        None => true,
        // Figure 7 of paper 001 is an experiment on problems, which are those of paper 002.
        Some(Paper::SixBySix) if matches!(experiment.kind, Kind::Mates(Subject::DfPn, _)) => true,
        Some(paper) => experiment.paper == paper,
    };
    plan.retain(belongs);
    plan.sort_by_key(|experiment| experiment.expected);
    plan
}

fn our_way(paper: &'static TraxPaper, size: u16, memory: u64, seconds: f64) -> Experiment {
    let search = Search::our_way(paper, size, memory);
    Experiment {
        id: format!("{}-solve-{size}", paper.paper.number()),
        paper: paper.paper,
        title: format!("{}, our own way", search.game),
        expected: Duration::from_secs_f64(seconds),
        kind: Kind::Search { paper, size, method: None, search },
    }
}

/// The searches of a paper on one board by one method; nothing if the paper has no such figures.
fn like_the_paper(
    paper: &'static TraxPaper,
    size: u16,
    method: &'static str,
    memory: u64,
    seconds: f64,
) -> Option<Experiment> {
    let figures = paper.figures();
    let figure = figures.iter().find(|figure| (figure.size, figure.label) == (size, method))?;
    let search = Search::like_the_paper(paper, figure, Asked::Both, memory);
    Some(Experiment {
        id: format!("{}-{}-{size}", paper.paper.number(), method.replace(" d=", "-")),
        paper: paper.paper,
        title: format!("{}, {method}", search.game),
        expected: Duration::from_secs_f64(seconds),
        kind: Kind::Search { paper, size, method: Some(method), search },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_figure_of_the_papers_is_planned() {
        let plan = plan(None, &Settings::default());
        for paper in [&LIMITED_TRAX, &SIX_BY_SIX] {
            for figure in paper.figures() {
                let planned = plan.iter().any(|experiment| match &experiment.kind {
                    Kind::Search { paper: of, size, method, .. } => {
                        (of.paper, *size, *method) == (paper.paper, figure.size, Some(figure.label))
                    }
                    _ => false,
                });
                assert!(planned, "{:?} {} {}", paper.paper, figure.size, figure.label);
            }
        }
    }

    #[test]
    fn the_plan_is_sorted_and_its_names_are_unique() {
        let plan = plan(None, &Settings::default());
        // Nine boards our own way, fifteen like the papers, six counts, four on mates, one of 003, and two of 004.
        assert_eq!(plan.len(), 37);
        let ids: HashSet<&String> = plan.iter().map(|experiment| &experiment.id).collect();
        assert_eq!(ids.len(), plan.len(), "an id is there twice");
        assert!(plan.is_sorted_by_key(|experiment| experiment.expected));
    }

    #[test]
    fn a_paper_has_its_own_experiments() {
        for paper in Paper::ALL {
            let plan = plan(Some(paper), &Settings::default());
            assert!(!plan.is_empty());
            let of_others = plan.iter().filter(|experiment| experiment.paper != paper);
            // Its figure 7 is made with the problems of paper 002.
            assert_eq!(of_others.count(), usize::from(paper == Paper::SixBySix));
        }
    }
}
