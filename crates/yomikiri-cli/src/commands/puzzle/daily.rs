//! `puzzle daily`: the problem of a day.

use crate::Ending;
use crate::arguments::{Display, PuzzleDaily, trax_rules};
use crate::commands::puzzle::read_puzzles;
use crate::json;
use crate::running::shown;
use anyhow::Context;
use std::io::Write;
use yomikiri::puzzles::Daily;
use yomikiri::view;

pub(crate) fn run(arguments: &PuzzleDaily, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let (path, puzzles) = read_puzzles(&arguments.file)?;
    let rules = trax_rules(&arguments.game, "puzzle daily")?;
    let (date, memory) = (&arguments.date, arguments.memory.0);
    let daily = shown(display, None, |task| Daily::of_file(date, &puzzles, rules, memory, task));
    let daily = daily.with_context(|| path.clone())?;
    let daily =
        daily.with_context(|| format!("{date} is no day (expected YYYY-MM-DD), or {path} is empty"))?;
    if display.json {
        json::line(out, view::DailyPuzzle::of(&daily, rules))?;
    } else {
        writeln!(out, "{}", daily.puzzle)?;
    }
    Ok(Ending::Done)
}
