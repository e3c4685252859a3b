//! The report, paper by paper, as tables and plots. Every table of the papers is there whatever was run: where we have nothing,
//! there is a dash.

mod amazons;
mod boards;
mod formulas;
mod mates;
mod overview;

use super::budget::Run;
use crate::arguments::PaperName;
use yomikiri::text::Table;
use yomikiri_draw::{Bars, Graph, Plot};

/// What stands where we have nothing.
const MISSING: &str = "–";

/// A part of the report.
pub(super) struct Section {
    /// What links to it.
    pub(super) id: &'static str,
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

/// A piece of a part.
pub(super) enum Block {
    Text(String),
    Table {
        title: String,
        table: Table,
        /// What stands below it.
        remark: String,
    },
    Figure {
        /// What its file is called.
        file: String,
        caption: String,
        svg: String,
        /// Whether it needs the white ground that it has, in whatever colours the page is.
        on_white: bool,
    },
}

impl Block {
    fn table(title: impl Into<String>, table: Table, remark: impl Into<String>) -> Self {
        Self::Table { title: title.into(), table, remark: remark.into() }
    }

    fn plot(file: &str, caption: impl Into<String>, plot: &Plot) -> Self {
        Self::Figure { file: file.to_owned(), caption: caption.into(), svg: plot.svg(), on_white: false }
    }

    fn bars(file: &str, caption: impl Into<String>, bars: &Bars) -> Self {
        Self::Figure { file: file.to_owned(), caption: caption.into(), svg: bars.svg(), on_white: false }
    }

    fn graph(file: &str, caption: impl Into<String>, graph: &Graph) -> Self {
        Self::Figure { file: file.to_owned(), caption: caption.into(), svg: graph.svg(), on_white: false }
    }
}

/// All parts that belong to a paper, or to all.
pub(super) fn all(run: &Run, paper: PaperName) -> Vec<Section> {
    let findings = &run.findings;
    let wants = |one: PaperName| paper == PaperName::All || paper == one;
    let mut sections = vec![overview::headlines(findings, paper)];
    if wants(PaperName::LimitedTrax) {
        sections.push(boards::limited(findings));
    }
    if wants(PaperName::SixBySix) {
        sections.push(boards::six_by_six(findings));
    }
    if wants(PaperName::Mates) {
        sections.push(mates::section(findings));
    }
    if wants(PaperName::AmazonsEndgames) {
        sections.push(amazons::section(findings));
    }
    if wants(PaperName::GeneralisedTicTacToe) {
        sections.push(formulas::section(findings));
    }
    sections.push(overview::experiments(run));
    sections
}
