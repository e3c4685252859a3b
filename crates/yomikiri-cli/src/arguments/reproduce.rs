//! `reproduce`: what can be said about the papers' experiments.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use yomikiri::quantity::{Bytes, Span};
use yomikiri_papers::{Paper, Settings, formulas, mates};

#[derive(Debug, Args)]
pub(crate) struct Reproduce {
    /// The paper, or all of them
    pub(crate) paper: PaperChoice,

    /// Time for all experiments, such as 90s or 10m
    ///
    /// The experiments that fit are run, the shortest first, and a report has the figures of every table. It lists what
    /// was left out, with the command that runs it alone. A time too short for any experiment is not an error. The default is 10m
    /// for `all` and with --out; otherwise a paper is printed as it goes, without a limit.
    #[arg(long, value_name = "TIME")]
    pub(crate) budget: Option<Span>,

    /// Folder for report.html, report.json and the plots
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// Run only the experiment with this name, and report on it; without a limit of time unless --budget is given
    #[arg(long, value_name = "ID")]
    pub(crate) only: Option<String>,

    /// Size of the largest board (000, 001)
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(2..=16))]
    pub(crate) max_size: u16,

    /// Memory of the whole program, such as 512M or 2G (000, 001)
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Bytes,

    /// Seconds after which a game is given up, for each method (004)
    #[arg(long, value_name = "S", default_value = "60")]
    pub(crate) max_seconds: u64,

    /// Run the external solvers that are installed, too (004)
    #[arg(long)]
    pub(crate) external: bool,

    /// Number of repeats of each experiment, with other random boards (003)
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) repeats: u16,

    /// Folder for the paper's figures, drawn again (003)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) figures: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) evaluation: Evaluation,
}

/// How `reproduce 002` goes about it.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Paper 002")]
pub(crate) struct Evaluation {
    /// Number of problems that method 1 cannot solve, to measure accuracy
    #[arg(long, value_name = "N", default_value = "600")]
    pub(crate) accuracy: usize,

    /// Number of problems that method 1 can solve, to measure speed
    #[arg(long, value_name = "N", default_value = "300")]
    pub(crate) speed: usize,

    /// Number of problems for df-pn with a shallow search of depth 0, 1 and 2
    #[arg(long, value_name = "N", default_value = "200")]
    pub(crate) puzzles: usize,

    /// Greatest number of problems of each length from 3 to 11 plies, to choose K of killer=K by the length
    #[arg(long, value_name = "N", default_value = "300")]
    pub(crate) lengths: usize,

    /// Give up a problem after this time, such as 90s or 10m, for each method
    #[arg(long, value_name = "TIME", default_value = "10m")]
    pub(crate) per_problem: Span,

    /// Seed of the random number generator
    #[arg(long, default_value = "1")]
    pub(crate) seed: u64,

    /// Folder for the plots (SVG) and the figures of every problem (TSV)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,
}

/// A paper, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PaperChoice(pub(crate) Option<Paper>);

impl ValueEnum for PaperChoice {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [PaperChoice; 6] = [
            PaperChoice(Some(Paper::ALL[0])),
            PaperChoice(Some(Paper::ALL[1])),
            PaperChoice(Some(Paper::ALL[2])),
            PaperChoice(Some(Paper::ALL[3])),
            PaperChoice(Some(Paper::ALL[4])),
            PaperChoice(None),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self.0 {
            Some(paper) => PossibleValue::new(paper.number()).help(paper.title()),
            None => PossibleValue::new("all").help("All five, with one report"),
        })
    }
}

impl Reproduce {
    /// What may be chosen about the experiments of a plan.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            memory: self.memory.0,
            seed: self.evaluation.seed,
            repeats: self.repeats,
            formulas: self.formulas(),
        }
    }

    /// How the games of paper 004 are decided.
    pub(crate) fn formulas(&self) -> formulas::Settings {
        formulas::Settings {
            seconds: self.max_seconds,
            external: self.external,
            ..formulas::Settings::default()
        }
    }
}

impl From<&Evaluation> for mates::Evaluation {
    fn from(evaluation: &Evaluation) -> Self {
        let &Evaluation { accuracy, speed, puzzles, lengths, per_problem: Span(per_problem), seed, .. } =
            evaluation;
        Self { accuracy, speed, puzzles, lengths, per_problem, seed }
    }
}
