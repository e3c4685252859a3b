//! `reproduce`: the experiments of the papers again, our figures beside theirs.
//!
//! A paper by itself, without a budget, is printed as it goes. With a budget or a folder for the report, and for all papers
//! together, there is a plan instead: experiments with what they are expected to cost, of which those are run that fit.
//!
//! | module | what it holds |
//! |---|---|
//! | `searches` | the searches of papers 000 and 001 |
//! | `counts` | section 3 of paper 000: how many configurations there are |
//! | `openings` | figure 7 of paper 000: the positions after one and two moves |
//! | `stored` | figures that were measured once and take too long to be measured again |
//! | `plan` | the experiments: what each costs, and the command that runs it alone |
//! | `budget` | the run of those that fit |
//! | `findings` | what was found, as data |
//! | `sections` | the same as tables and plots, whatever of it there is |
//! | `page` | the report as a page |
//! | `machine` | what it was measured on, and when |

mod budget;
mod counts;
mod findings;
mod machine;
mod openings;
mod page;
mod plan;
mod searches;
mod sections;
mod stored;

use crate::Ending;
use crate::arguments::{Display, PaperName, Reproduce};
use crate::commands::puzzle::evaluate;
use crate::json;
use crate::papers::{LIMITED_TRAX, SIX_BY_SIX};
use crate::quantity::Span;
use anyhow::Context;
use budget::Run;
use sections::{Block, Section};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The time for a report if nobody says anything else.
const BUDGET: Span = Span(Duration::from_secs(600));

pub(crate) fn run(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if arguments.budget.is_some() || arguments.out.is_some() {
        return report(arguments, display, out);
    }
    match arguments.paper {
        PaperName::LimitedTrax => searches::run(&LIMITED_TRAX, arguments, display, out),
        PaperName::SixBySix => searches::run(&SIX_BY_SIX, arguments, display, out),
        PaperName::Mates => evaluate::run(&arguments.evaluation, display, out),
        PaperName::GeneralisedTicTacToe => super::qbf::reproduce::run(arguments, display, out),
        PaperName::AmazonsEndgames => super::reproduce_amazons::run(arguments, display, out),
        PaperName::All => report(arguments, display, out),
    }
}

/// Runs what fits, and reports on everything.
fn report(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if let Some(folder) = &arguments.out {
        // Better now than after ten minutes.
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let Span(budget) = arguments.budget.unwrap_or(BUDGET);
    let run = Run::within(budget, arguments, display)?;
    let sections = sections::all(&run, arguments.paper);
    if let Some(folder) = &arguments.out {
        write_files(folder, &run, &sections)?;
    }
    if display.json {
        json::print(out, &run.as_json())?;
    } else {
        print(&run, &sections, out)?;
        if let Some(folder) = &arguments.out {
            writeln!(out, "The report: {}", folder.join("report.html").display())?;
        }
    }
    Ok(run.ending())
}

/// Writes the report, every file in full or not at all.
fn write_files(folder: &Path, run: &Run, sections: &[Section]) -> anyhow::Result<()> {
    let write = |name: &str, content: &str| {
        let path = folder.join(name);
        yomikiri_store::replace::replace(&path, |file| file.write_all(content.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display()))
    };
    for block in sections.iter().flat_map(|section| &section.blocks) {
        if let Block::Figure { file, svg, .. } = block {
            write(file, svg)?;
        }
    }
    write("report.json", &format!("{}\n", serde_json::to_string_pretty(&run.as_json())?))?;
    write("report.html", &page::html(run, sections))
}

/// The report as text, without its drawings.
fn print(run: &Run, sections: &[Section], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n", wrapped(&run.circumstances()))?;
    for section in sections {
        writeln!(out, "{}\n{}\n", section.title, "═".repeat(section.title.chars().count()))?;
        for block in &section.blocks {
            match block {
                Block::Table { title, table, remark } => {
                    writeln!(out, "{title}\n")?;
                    write!(out, "{}", table)?;
                    writeln!(out)?;
                    if !remark.is_empty() {
                        writeln!(out, "{}\n", wrapped(remark))?;
                    }
                }
                Block::Text(text) => writeln!(out, "{text}\n")?,
                Block::Figure { .. } => {}
            }
        }
    }
    Ok(())
}

/// A text in lines that fit most terminals.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 110;
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}
