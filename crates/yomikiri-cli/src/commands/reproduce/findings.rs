//! What a run has found, as data.

use super::counts::Counted;
use super::openings;
use super::searches;
use super::stored::{self, Measured};
use crate::commands::puzzle::evaluate::Trial;
use crate::commands::qbf::reproduce::Formulas;
use crate::commands::reproduce_amazons::{Drawing, Sums};
use crate::json::{CountedLine, KnownLine, MatesLine, SearchLine, StoredLine};
use crate::papers::{Figure, Paper};
use yomikiri_game::Player;
use yomikiri_search::Report;
use yomikiri_trax::census::estimate::Estimate;

/// Everything; what was not run is not there.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) searches: Vec<Found>,
    pub(super) counts: Vec<Counted>,
    pub(super) accuracy: Option<Trial>,
    pub(super) speed: Option<Trial>,
    pub(super) df_pn: Option<Trial>,
    pub(super) sums: Option<Sums>,
    pub(super) drawings: Vec<Drawing>,
    pub(super) formulas: Option<Formulas>,
}

/// How a search was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// As `yomikiri solve` does it.
    Default,
    /// As the paper did it, by the name it has there.
    Paper(String),
}

/// A search.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) paper: &'static Paper,
    pub(super) size: u16,
    pub(super) manner: Manner,
    pub(super) can_win: Player,
    pub(super) report: Report,
}

impl Found {
    fn line(&self) -> SearchLine {
        let statistics = self.report.statistics;
        let figure = match &self.manner {
            Manner::Default => None,
            Manner::Paper(label) => self.paper.figures().into_iter().find(|figure| {
                (figure.size, figure.can_win, &figure.label) == (self.size, self.can_win, label)
            }),
        };
        SearchLine {
            paper: self.paper.number,
            game: searches::game(self.paper, self.size),
            method: match &self.manner {
                Manner::Default => "default".to_owned(),
                Manner::Paper(label) => label.clone(),
            },
            can_win: self.can_win.to_string(),
            answer: self.report.answer.known(),
            nodes: statistics.nodes,
            seconds: statistics.seconds,
            depth: statistics.depth,
            collections: statistics.collections,
            threads: 1,
            paper_nodes: figure.as_ref().map(|figure| figure.nodes),
            paper_seconds: figure.as_ref().map(|figure| figure.seconds),
        }
    }
}

/// What a search cost, and whether that was measured now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) nodes: Option<u64>,
    pub(super) seconds: f64,
    pub(super) stored: bool,
}

impl Findings {
    /// The search of a paper's figure, done in a manner.
    pub(super) fn search(&self, paper: &Paper, figure: &Figure, manner: &Manner) -> Option<&Found> {
        self.searches.iter().find(|found| {
            found.paper.number == paper.number
                && (found.size, found.can_win) == (figure.size, figure.can_win)
                && found.manner == *manner
                && found.report.answer.known().is_some()
        })
    }

    /// What our own way cost for a paper's figure: measured now, or else stored.
    pub(super) fn own(&self, paper: &Paper, figure: &Figure) -> Option<Cost> {
        match self.search(paper, figure, &Manner::Default) {
            Some(found) => {
                let statistics = found.report.statistics;
                Some(Cost { nodes: Some(statistics.nodes), seconds: statistics.seconds, stored: false })
            }
            None => stored::find(&searches::game(paper, figure.size), figure.can_win)
                .map(|Measured { nodes, seconds, .. }| Cost { nodes, seconds, stored: true }),
        }
    }

    /// Whether any board was found to be no draw, against all papers.
    pub(super) fn contradict_the_papers(&self) -> bool {
        let boards = self.searches.iter().any(|found| found.report.answer.known() == Some(true));
        let games = self.formulas.as_ref().is_some_and(|formulas| formulas.ending() == crate::Ending::Faulty);
        boards || games
    }

    pub(super) fn search_lines(&self) -> Vec<SearchLine> {
        self.searches.iter().map(Found::line).collect()
    }

    pub(super) fn count_lines(&self) -> Vec<CountedLine> {
        let line = |counted: &Counted| {
            let Estimate { value: guided, interval: (low, high) } = counted.guided;
            CountedLine {
                game: format!("trax:{0}x{0}", counted.size),
                configurations: counted.exact.to_string(),
                method_1: counted.method_1.map(|estimate| estimate.value),
                method_2: counted.method_2.value,
                method_2_exact: counted.method_2_exact,
                guided,
                guided_interval: [low, high],
            }
        };
        self.counts.iter().map(line).collect()
    }

    pub(super) fn mate_lines(&self) -> Vec<MatesLine> {
        let trials = [&self.accuracy, &self.speed, &self.df_pn].into_iter().flatten();
        trials.flat_map(lines_of_trial).collect()
    }
}

fn lines_of_trial(trial: &Trial) -> Vec<MatesLine> {
    let line = |(at, method): (usize, &String)| {
        let (nodes, seconds) = trial.total(at);
        MatesLine {
            experiment: trial.name,
            method: method.clone(),
            problems: trial.results.len(),
            solved: trial.solved(at),
            nodes,
            seconds,
        }
    };
    trial.methods.iter().enumerate().map(line).collect()
}

/// What was measured in the past.
pub(super) fn stored_lines() -> Vec<StoredLine> {
    let line = |measured: Measured| {
        let Measured {
            game,
            answer,
            nodes,
            seconds,
            depth,
            collections,
            threads,
            date,
            machine,
            command,
            ..
        } = measured;
        let can_win = measured.can_win.map_or("both".to_owned(), |player| player.to_string());
        StoredLine {
            game,
            can_win,
            answer,
            nodes,
            seconds,
            depth,
            collections,
            threads,
            date,
            machine,
            command,
        }
    };
    stored::all().into_iter().map(line).collect()
}

/// What is known of the positions after two moves.
pub(super) fn known_lines() -> Vec<KnownLine> {
    let known = openings::known().into_iter();
    known.map(|known| KnownLine { moves: known.moves, known: known.known, remark: known.remark }).collect()
}
