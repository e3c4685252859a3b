//! `replay`: a whole file of games, every move and every claimed winner checked.

use crate::Ending;
use crate::arguments::{Display, Replay, trax_rules};
use crate::commands::read;
use crate::json;
use crate::running::shown;
use anyhow::Context;
use std::io::{self, Write};
use std::ops::ControlFlow;
use yomikiri::records::{ReplaySummary, replay_file};
use yomikiri::text::{Table, grouped, harmless};
use yomikiri::view;
use yomikiri_trax::record::{Records, read_records};

pub(crate) fn run(arguments: &Replay, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let path = arguments.file.display().to_string();
    let bytes = read(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    let Records { records, faults } = read_records(&bytes).of_text().with_context(|| path.clone())?;
    let rules = trax_rules(&arguments.game, "replay")?;
    let mut written = Ok(());
    let summary = shown(display, None, |task| {
        replay_file(&path, &records, &faults, rules, task, |game| {
            if display.json {
                written = json::line(out, view::ReplayedGame::from(game));
            }
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    });
    written?;
    if display.json {
        json::line(out, view::Replay::of(&path, &summary))?;
    } else {
        print(&path, &summary, out)?;
    }
    for (line, error) in &summary.errors {
        writeln!(io::stderr(), "{path}: line {line}: {}", harmless(error))?;
    }
    Ok(match summary.first_error {
        Some(_) => Ending::Faulty,
        None if !summary.is_complete => Ending::Undecided,
        None => Ending::Done,
    })
}

fn print(path: &str, summary: &ReplaySummary, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new([path, "games"]);
    for (what, count) in [
        ("all", summary.games),
        ("first player (white) won", summary.first),
        ("second player (red) won", summary.second),
        ("drawn", summary.draw),
        ("not over", summary.open),
        ("ended by a loop", summary.by_loop),
        ("ended by a line", summary.by_line),
        ("ended by a full board", summary.by_full),
        ("ended by a player without a move", summary.by_stuck),
        ("resigned", summary.resigned),
        ("drawn by agreement", summary.agreed_draws),
        ("with an illegal move", summary.illegal),
        ("with a wrong winner in the file", summary.contradicted),
    ] {
        table.row([what.to_owned(), grouped(count)]);
    }
    write!(out, "{table}")?;
    if let Some((line, error)) = &summary.first_error {
        writeln!(out, "first error: line {line}: {error}")?;
    }
    Ok(())
}
