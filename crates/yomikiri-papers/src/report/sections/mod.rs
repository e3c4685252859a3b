//! The report, paper by paper, as tables and plots. Every table of the papers is there whatever was run: where we have nothing,
//! there is a dash.

mod amazons;
mod boards;
mod exceptions;
mod formulas;
mod mates;
mod overview;

use crate::{Paper, Run};
use yomikiri::text::Table;
use yomikiri_draw::{Bars, Graph, Plot};

/// A part of the report.
pub struct Section {
    /// The target of links to it.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// What it consists of.
    pub blocks: Vec<Block>,
}

/// A piece of a part.
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table {
        /// What stands above it.
        title: String,
        /// The table.
        table: Table,
        /// What stands below it.
        remark: String,
    },
    /// A drawing.
    Figure {
        /// The name of its file.
        file: String,
        /// What it shows.
        caption: String,
        /// The drawing.
        svg: String,
    },
}

impl Block {
    fn table(title: impl Into<String>, table: Table, remark: impl Into<String>) -> Self {
        Self::Table { title: title.into(), table, remark: remark.into() }
    }

    fn plot(file: &str, caption: impl Into<String>, plot: &Plot) -> Self {
        Self::Figure { file: file.to_owned(), caption: caption.into(), svg: plot.svg() }
    }

    fn bars(file: &str, caption: impl Into<String>, bars: &Bars) -> Self {
        Self::Figure { file: file.to_owned(), caption: caption.into(), svg: bars.svg() }
    }

    fn graph(file: &str, caption: impl Into<String>, graph: &Graph) -> Self {
        Self::Figure { file: file.to_owned(), caption: caption.into(), svg: graph.svg() }
    }
}

/// The title of the part about a paper.
fn title(paper: Paper) -> String {
    format!("{} · {}", paper.number(), paper.title())
}

/// All parts that belong to a paper, or to all.
pub(super) fn all(run: &Run, paper: Option<Paper>) -> Vec<Section> {
    let findings = &run.findings;
    let mut sections = vec![overview::introduction(paper), overview::headlines(findings, paper)];
    let papers = Paper::ALL.into_iter().filter(|&one| paper.is_none_or(|paper| paper == one));
    sections.extend(papers.map(|paper| match paper {
        Paper::LimitedTrax => boards::limited(findings),
        Paper::SixBySix => boards::six_by_six(findings),
        Paper::Mates => mates::section(findings),
        Paper::AmazonsEndgames => amazons::section(findings),
        Paper::GeneralisedTicTacToe => formulas::section(findings),
    }));
    sections.push(exceptions::section(paper));
    sections.push(overview::experiments(run));
    sections
}
