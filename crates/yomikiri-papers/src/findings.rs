//! What a run has found, as data.

use crate::counts::Counted;
use crate::formulas::{Agreement, Formulas};
use crate::mates::{Subject, Trial};
use crate::searches::Found;
use crate::stored;
use crate::sums::{Drawing, Sums};
use crate::trax_figures::{Figure, TraxPaper};
use yomikiri_search::Statistics;

/// Everything; what was not run is not there.
#[derive(Default)]
pub struct Findings {
    /// Papers 000 and 001: searches.
    pub searches: Vec<Found>,
    /// Paper 000: configurations.
    pub counts: Vec<Counted>,
    /// Papers 001 and 002: mate problems.
    pub trials: Vec<(Subject, Trial)>,
    /// Paper 003.
    pub sums: Option<Sums>,
    /// The figures of paper 003.
    pub drawings: Vec<Drawing>,
    /// Paper 004.
    pub formulas: Option<Formulas>,
}

/// What a search cost, and whether that was measured now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    pub(crate) nodes: Option<u64>,
    pub(crate) seconds: f64,
    pub(crate) stored: bool,
}

impl From<Statistics> for Cost {
    fn from(statistics: Statistics) -> Self {
        Self { nodes: Some(statistics.nodes), seconds: statistics.seconds, stored: false }
    }
}

impl Findings {
    /// An experiment on mate problems, if it has solved any.
    #[must_use]
    pub fn trial(&self, subject: Subject) -> Option<&Trial> {
        let found = self.trials.iter().find(|(of, trial)| *of == subject && !trial.results.is_empty());
        found.map(|(_, trial)| trial)
    }

    /// The search of a paper's figure by some method (nothing: our own way), if it came to an answer.
    pub(crate) fn search(
        &self,
        paper: &TraxPaper,
        figure: &Figure,
        method: Option<&'static str>,
    ) -> Option<&Found> {
        self.searches.iter().find(|found| {
            found.paper.paper == paper.paper
                && (found.size, found.can_win(), found.method) == (figure.size, figure.can_win, method)
                && found.answered.answer.known().is_some()
        })
    }

    /// What our own way cost for a paper's figure: measured now, or else stored.
    pub(crate) fn own(&self, paper: &TraxPaper, figure: &Figure) -> Option<Cost> {
        match self.search(paper, figure, None) {
            Some(found) => Some(found.answered.cost.into()),
            None => stored::find(&paper.game(figure.size), figure.can_win.into()).map(|stored| Cost {
                nodes: stored.nodes,
                seconds: stored.seconds,
                stored: true,
            }),
        }
    }

    /// Whether any board was found to be no draw, or any game to have another value, against all papers.
    #[must_use]
    pub fn contradict_the_papers(&self) -> bool {
        let boards = self.searches.iter().any(|found| found.answered.answer.known() == Some(true));
        let games =
            self.formulas.as_ref().is_some_and(|formulas| formulas.agreement() == Agreement::Contradicted);
        boards || games
    }
}
