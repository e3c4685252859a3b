//! `annotate`: whole games with their mistakes.

use crate::Ending;
use crate::arguments::{Annotate, Display, trax_rules};
use crate::commands::read;
use crate::json;
use crate::running::shown;
use anyhow::Context;
use std::io::{self, Write};
use std::ops::ControlFlow;
use yomikiri::annotation::{
    AnnotatedGame, Confirmed, Confirming, Plan, annotate, page, record, summary_text, text,
};
use yomikiri::records::nth;
use yomikiri::text::harmless;
use yomikiri::view;
use yomikiri_trax::record::read_records;

pub(crate) fn run(arguments: &Annotate, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let path = arguments.file.display().to_string();
    let bytes = read(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    let records = read_records(&bytes).of_text().with_context(|| path.clone())?;
    if let Some(number) = arguments.game {
        nth(&records, number).with_context(|| path.clone())?;
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let mut plan = Plan {
        default_rules: trax_rules(&arguments.rules, "annotate")?,
        time: arguments.time.0,
        depth: arguments.depth,
        jobs: arguments.jobs.map_or_else(cores, |jobs| jobs.get().into()),
        memory: arguments.memory.0,
        ..Plan::default()
    };
    plan.budget.max_plies = arguments.max_plies;
    let mut confirming = Confirming::new(arguments.confirm, 1);
    let (mut written, mut kept) = (Ok(()), Vec::new());
    let summary = shown(display, None, |task| {
        annotate(&path, &records, arguments.game, &plan, task, |game| {
            confirming.add(game);
            if arguments.html {
                kept.push(game.clone());
            } else {
                written = print(game, arguments, display, out);
            }
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    })?;
    written?;
    let is_asked = arguments.confirm > 0;
    let confirmed = is_asked.then(|| shown(display, None, |task| confirming.ask(task))).transpose()?;
    if arguments.html {
        write!(out, "{}", page(&path, &kept))?;
    } else if display.json {
        json::line(out, view::Annotation::of(&path, &summary, confirmed.as_ref()))?;
    } else if !arguments.trx {
        write!(out, "{}", summary_text(&summary))?;
    }
    if let Some(confirmed) = confirmed.as_ref().filter(|_| !display.json) {
        tell(confirmed)?;
    }
    for (line, error) in &summary.errors {
        writeln!(io::stderr(), "{path}: line {line}: {}", harmless(error))?;
    }
    let is_faulty =
        !summary.errors.is_empty() || confirmed.is_some_and(|confirmed| !confirmed.wrong.is_empty());
    Ok(match is_faulty {
        true => Ending::Faulty,
        false if !summary.is_complete => Ending::Undecided,
        false => Ending::Done,
    })
}

fn print(
    game: &AnnotatedGame,
    arguments: &Annotate,
    display: Display,
    out: &mut impl Write,
) -> io::Result<()> {
    if display.json {
        json::line(out, view::AnnotatedGame::from(game))?;
    } else if arguments.trx {
        write!(out, "{}", record(game))?;
    } else {
        writeln!(out, "{}", harmless_lines(&text(game)))?;
    }
    out.flush()
}

/// A text of several lines without escape sequences.
fn harmless_lines(text: &str) -> String {
    text.lines().map(|line| harmless(line) + "\n").collect()
}

/// Says what the other search says.
fn tell(confirmed: &Confirmed) -> io::Result<()> {
    let Confirmed { claims, asked, won_before, gone_after, unknown, wrong } = confirmed;
    let mut err = io::stderr();
    writeln!(
        err,
        "{claims} wins thrown away, {asked} asked again: {won_before} were there, {gone_after} are gone, {unknown} not decided"
    )?;
    wrong.iter().try_for_each(|wrong| writeln!(err, "WRONG: {wrong}"))
}
