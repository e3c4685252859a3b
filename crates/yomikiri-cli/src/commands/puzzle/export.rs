//! `puzzle export`: a sheet of problems, with diagrams, solutions at the end.

use crate::Ending;
use crate::arguments::{Display, PuzzleExport, trax_rules};
use crate::commands::puzzle::read_puzzles;
use crate::running::shown;
use anyhow::Context;
use std::io::Write;
use yomikiri::puzzles::Sheet;

pub(crate) fn run(
    arguments: &PuzzleExport,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let (path, puzzles) = read_puzzles(&arguments.file)?;
    let rules = trax_rules(&arguments.game, "puzzle export")?;
    let memory = arguments.memory.0;
    let sheet = shown(display, None, |task| Sheet::new(&path, &puzzles, rules, memory, task));
    let sheet = sheet.context(path)?;
    let columns = arguments.columns.into();
    let text = if arguments.html { sheet.html(&arguments.title, columns) } else { sheet.svg(columns) };
    write!(out, "{text}")?;
    Ok(Ending::Done)
}
