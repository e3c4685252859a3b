//! The searches of papers 000 and 001, our figures beside theirs.

use super::stored;
use crate::Ending;
use crate::arguments::{Display, Reproduce};
use crate::json::{self, ReproducedSearch};
use crate::papers::{Figure, Paper};
use crate::running::with_progress;
use std::io::Write;
use yomikiri::text::{Table, grouped, seconds};
use yomikiri_game::Player;
use yomikiri_search::{Answer, Endings, Options, Question, Report, ask};
use yomikiri_trax::{Position, Rules};

/// The paper's searches on boards up to the size that is asked for, as text or JSON lines.
pub(super) fn run(
    paper: &Paper,
    arguments: &Reproduce,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let (figures, skipped): (Vec<_>, Vec<_>) =
        paper.figures().into_iter().partition(|figure| figure.size <= arguments.max_size);
    let mut table = Table::new(HEADER);
    let mut ending = Ending::Done;
    for figure in &figures {
        let report = search(paper, figure, arguments.memory.0, display)?;
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
        write!(out, "{}", table)?;
        writeln!(out, "\n{}", paper.remark)?;
        if let Some(largest) = skipped.iter().map(|figure| figure.size).max() {
            let number = paper.number;
            writeln!(
                out,
                "Left out: boards larger than {0}×{0}; `yomikiri reproduce {number} --max-size {largest}` has them.",
                arguments.max_size,
            )?;
        }
        let stored = stored::table(paper.number);
        if !stored.is_empty() {
            writeln!(out, "\n{}\n", stored::TITLE)?;
            write!(out, "{}", stored)?;
        }
    }
    Ok(ending)
}

const HEADER: [&str; 9] =
    ["board", "method", "question", "answer", "nodes", "paper", "seconds", "paper", "times faster"];

/// The name of the board that a paper uses.
pub(super) fn game(paper: &Paper, size: u16) -> String {
    format!("trax:{size}x{size}{}", paper.rules)
}

/// Runs one search of a paper as the paper did it: nodes are compared with nodes, so nothing is read out beside them.
pub(super) fn search(
    paper: &Paper,
    figure: &Figure,
    memory: u64,
    display: Display,
) -> anyhow::Result<Report> {
    let options = Options {
        method: figure.method,
        shallow: figure.shallow,
        memory,
        endings: Endings::OFF,
        ..Options::default()
    };
    let name = game(paper, figure.size);
    let title = format!("{name} {}: can {} win?", figure.label, figure.can_win);
    ask_about(&name, figure.can_win, &options, &title, display)
}

/// Runs a search as `yomikiri solve` does it.
pub(super) fn default_search(
    name: &str,
    can_win: Player,
    memory: u64,
    display: Display,
) -> anyhow::Result<Report> {
    let options = Options { memory, ..Options::default() };
    ask_about(name, can_win, &options, &format!("{name}: can {can_win} win?"), display)
}

fn ask_about(
    name: &str,
    can_win: Player,
    options: &Options,
    title: &str,
    display: Display,
) -> anyhow::Result<Report> {
    let start = Position::new(name.parse::<Rules>()?);
    let question = Question { can_win };
    Ok(with_progress(display, title, |monitor| ask(&start, question, options, monitor))?)
}

/// A search and the paper's figures for it, as cells under [`HEADER`].
fn row(figure: &Figure, report: &Report) -> [String; 9] {
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
        game: game(paper, figure.size),
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
