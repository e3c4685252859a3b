//! `puzzle check`: a file of problems, solved again.

use crate::Ending;
use crate::arguments::{Display, PuzzleCheck, trax_rules};
use crate::commands::puzzle::read_puzzles;
use crate::json;
use crate::running::shown;
use std::io::{self, Write};
use std::ops::ControlFlow;
use yomikiri::puzzles::{CheckPlan, CheckSummary, CheckedPuzzle, check};
use yomikiri::text::{Table, grouped, seconds};
use yomikiri::view;

pub(crate) fn run(arguments: &PuzzleCheck, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let (path, puzzles) = read_puzzles(&arguments.file)?;
    let plan = CheckPlan {
        default_rules: trax_rules(&arguments.game, "puzzle check")?,
        detector: arguments.reach.0,
        confirm: arguments.confirm,
        seed: arguments.seed,
        full_nodes: arguments.full_nodes,
        memory: arguments.memory.0,
    };
    let mut written = Ok(());
    let summary = shown(display, None, |task| {
        check(&path, &puzzles, &plan, task, |checked| {
            written = report(checked, display, out);
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    })?;
    written?;
    if display.json {
        json::line(out, view::PuzzleCheck::of(&path, &summary))?;
    } else {
        print(&path, &summary, out)?;
    }
    Ok(if summary.wrong > 0 {
        Ending::Faulty
    } else if summary.checked < summary.puzzles || summary.confirmed < summary.asked {
        Ending::Undecided
    } else {
        Ending::Done
    })
}

fn report(checked: &CheckedPuzzle, display: Display, out: &mut impl Write) -> io::Result<()> {
    match &checked.error {
        _ if display.json => json::line(out, view::CheckedPuzzle::from(checked)),
        Some(error) => writeln!(out, "line {}: {error}", checked.line),
        None => Ok(()),
    }
}

fn print(path: &str, summary: &CheckSummary, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new([path, ""]);
    for (what, count) in
        [("problems", summary.puzzles), ("solved again", summary.checked), ("wrong", summary.wrong)]
    {
        table.row([what.to_owned(), grouped(count as u64)]);
    }
    if summary.asked > 0 {
        let confirmed = format!("{} of {}", grouped(summary.confirmed as u64), grouped(summary.asked as u64));
        table.row(["confirmed by df-pn".to_owned(), confirmed]);
    }
    table.row(["nodes".to_owned(), grouped(summary.nodes)]);
    table.row(["seconds".to_owned(), seconds(summary.seconds)]);
    table.row(["median milliseconds".to_owned(), format!("{:.2}", 1e3 * summary.median_seconds)]);
    table.row(["slowest, seconds".to_owned(), seconds(summary.slowest_seconds)]);
    write!(out, "{table}")
}
