//! `reproduce`: the experiments of a paper again, our figures beside theirs.

use crate::Ending;
use crate::arguments::{Display, PaperName, Reproduce};
use crate::commands::puzzle::evaluate;
use crate::json::{self, ReproducedSearch};
use crate::painting::{Table, grouped, seconds};
use crate::papers::{Figure, LIMITED_TRAX, Paper, SIX_BY_SIX};
use crate::running::with_progress;
use std::io::Write;
use yomikiri_search::{Answer, Endings, Options, Question, Report, ask};
use yomikiri_trax::{Position, Rules};

pub(crate) fn run(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let paper = match arguments.paper {
        PaperName::LimitedTrax => &LIMITED_TRAX,
        PaperName::SixBySix => &SIX_BY_SIX,
        PaperName::Mates => return evaluate::run(&arguments.evaluation, display, out),
        PaperName::GeneralisedTicTacToe => return super::qbf::reproduce::run(arguments, display, out),
        PaperName::AmazonsEndgames => return super::reproduce_amazons::run(arguments, display, out),
    };
    let (figures, skipped): (Vec<_>, Vec<_>) =
        paper.figures().into_iter().partition(|figure| figure.size <= arguments.max_size);
    let mut table = Table::new(HEADER);
    let mut ending = Ending::Done;
    for figure in &figures {
        let report = search(paper, figure, arguments, display)?;
        if display.json {
            json::print(out, &as_json(paper, figure, &report))?;
        } else {
            table.row(row(figure, &report));
        }
        if report.answer.known().is_none() {
            ending = Ending::Undecided;
            break;
        }
    }
    if !display.json {
        writeln!(out, "{}\n", paper.title)?;
        table.print(out)?;
        writeln!(out, "\n{}", paper.remark)?;
        if let Some(largest) = skipped.iter().map(|figure| figure.size).max() {
            let number = paper.number;
            writeln!(
                out,
                "Left out: boards larger than {0}×{0}; `yomikiri reproduce {number} --max-size {largest}` has them.",
                arguments.max_size,
            )?;
        }
    }
    Ok(ending)
}

pub(crate) const HEADER: [&str; 9] =
    ["board", "method", "question", "answer", "nodes", "paper", "seconds", "paper", "times faster"];

fn rules(paper: &Paper, size: u16) -> String {
    format!("trax:{size}x{size}{}", paper.rules)
}

/// Runs one search of a paper.
pub(crate) fn search(
    paper: &Paper,
    figure: &Figure,
    arguments: &Reproduce,
    display: Display,
) -> anyhow::Result<Report> {
    let name = rules(paper, figure.size);
    let rules: Rules = name.parse()?;
    let options = Options {
        method: figure.method,
        shallow: figure.shallow,
        memory: arguments.memory.0,
        // Nodes are compared with nodes, so nothing is read out beside them.
        endings: Endings::OFF,
        ..Options::default()
    };
    let question = Question { can_win: figure.can_win };
    let title = format!("{name} {}: can {} win?", figure.label, figure.can_win);
    let report =
        with_progress(display, &title, |monitor| ask(&Position::new(rules), question, &options, monitor))?;
    Ok(report)
}

/// A search and the paper's figures for it, as cells under [`HEADER`].
pub(crate) fn row(figure: &Figure, report: &Report) -> [String; 9] {
    let statistics = report.statistics;
    let answer = match report.answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Unknown(_) => "unknown",
    };
    // The paper's times are given to a tenth of a second or to a second: small ones say nothing.
    let ratio = figure.seconds / statistics.seconds;
    [
        format!("{0}×{0}", figure.size),
        figure.label.clone(),
        format!("can {} win?", figure.can_win),
        answer.to_owned(),
        grouped(statistics.nodes),
        grouped(figure.nodes),
        seconds(statistics.seconds),
        seconds(figure.seconds),
        if figure.seconds >= 1.0 && report.answer.known().is_some() {
            format!("{ratio:.0}")
        } else {
            "–".to_owned()
        },
    ]
}

fn as_json(paper: &Paper, figure: &Figure, report: &Report) -> ReproducedSearch {
    let statistics = report.statistics;
    ReproducedSearch {
        paper: paper.number,
        game: rules(paper, figure.size),
        method: figure.label.clone(),
        can_win: figure.can_win.to_string(),
        answer: report.answer.known(),
        nodes: statistics.nodes,
        seconds: statistics.seconds,
        depth: statistics.depth,
        collections: statistics.collections,
        paper_nodes: figure.nodes,
        paper_seconds: figure.seconds,
    }
}
