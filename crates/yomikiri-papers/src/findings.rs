//! What a run has found, as data.

use crate::counts::Counted;
use crate::formulas::{Agreement, Formulas};
use crate::mates::{Subject, Trial};
use crate::searches::{Found, Search};
use crate::stored;
use crate::sums::{Drawing, Sums};
use crate::trax_figures::{Figure, TraxPaper};
use yomikiri::view::papers::StoredSearch;
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
    /// Paper 004, our way.
    pub formulas: Option<Formulas>,
    /// Paper 004, as in the paper.
    pub as_in_formulas: Option<Formulas>,
}

/// What a search cost, and whether that was measured now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    pub(crate) nodes: Option<u64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) depth: Option<u32>,
    pub(crate) collections: u64,
    pub(crate) stored: bool,
}

impl From<Statistics> for Cost {
    fn from(statistics: Statistics) -> Self {
        let Statistics { nodes, seconds, depth, collections, .. } = statistics;
        Self { nodes: Some(nodes), seconds: Some(seconds), depth: Some(depth), collections, stored: false }
    }
}

impl From<StoredSearch> for Cost {
    fn from(StoredSearch { nodes, seconds, depth, collections, .. }: StoredSearch) -> Self {
        Self { nodes, seconds, depth, collections, stored: true }
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

    /// What the paper's way cost us for one of its figures: measured now, or else stored.
    pub(crate) fn as_in(&self, paper: &TraxPaper, figure: &Figure) -> Option<Cost> {
        match self.search(paper, figure, Some(figure.label)) {
            Some(found) => Some(found.answered.cost.into()),
            None => stored::by_command(&Search::of_figure(paper, figure, 0).command()).map(Cost::from),
        }
    }

    /// What our own way cost for a paper's figure: measured now, or else stored.
    pub(crate) fn own(&self, paper: &TraxPaper, figure: &Figure) -> Option<Cost> {
        match self.search(paper, figure, None) {
            Some(found) => Some(found.answered.cost.into()),
            None => stored::find(&paper.game(figure.size), figure.can_win.into()).map(Cost::from),
        }
    }

    /// Whether any board was found to be no draw, or any game to have another value, against all papers.
    #[must_use]
    pub fn contradict_the_papers(&self) -> bool {
        let boards = self.searches.iter().any(|found| found.answered.answer.known() == Some(true));
        let games = [&self.formulas, &self.as_in_formulas]
            .into_iter()
            .flatten()
            .any(|formulas| formulas.agreement() == Agreement::Contradicted);
        boards || games
    }
}
