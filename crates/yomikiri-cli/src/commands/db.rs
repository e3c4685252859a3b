//! `db`: databases of the values of all small boards.

use crate::Ending;
use crate::arguments::{Build, Db, Display, Exceptions, Query, Stats, Verify};
use crate::json;
use crate::running::shown;
use anyhow::Context;
use std::io::Write;
use std::num::{NonZeroU16, NonZeroUsize};
use std::path::Path;
use yomikiri::databases::{
    self, AnyDatabase, BuildPlan, Built, Request, Statistics, StoppedBy, Survey, build_any, parse_box,
};
use yomikiri::endgames;
use yomikiri::text::{Table, counted, grouped, seconds};
use yomikiri::view;
use yomikiri_papers::sums;

pub(crate) fn run(arguments: &Db, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match arguments {
        Db::Build(arguments) => run_build(arguments, display, out),
        Db::Verify(arguments) => verify(arguments, display, out),
        Db::Query(arguments) => query(arguments, display, out),
        Db::Stats(arguments) => stats(arguments, display, out),
        Db::Exceptions(arguments) => exceptions(arguments, display, out),
    }
}

/// So many threads, or as many as there are cores.
fn threads(asked: Option<NonZeroU16>) -> NonZeroUsize {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.map_or(cores, NonZeroUsize::from)
}

/// A database; if it cannot be opened, the error says which file.
pub(super) fn open(file: &Path) -> anyhow::Result<Box<dyn AnyDatabase>> {
    databases::open(file).with_context(|| format!("cannot use {}", file.display()))
}

fn run_build(arguments: &Build, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let (width, height) = parse_box(&arguments.size)?;
    let (left, right, most_empty) = (arguments.left, arguments.right, arguments.max_empty);
    let request = Request { game: arguments.game.clone(), width, height, left, right, most_empty };
    let (threads, memory) = (threads(arguments.threads), arguments.memory.0);
    let plan = BuildPlan { out: arguments.out.clone(), threads, memory };
    let file = arguments.out.display().to_string();
    match shown(display, None, |task| build_any(&request, &plan, task))? {
        Built::Whole { bytes, classes, forms, elapsed } => {
            let time = elapsed.as_secs_f64();
            if display.json {
                json::line(out, view::DatabaseBuilt { file, bytes, classes, forms, seconds: time })?;
            } else {
                let [forms, bytes] =
                    [(forms, "game"), (bytes, "byte")].map(|(n, one)| counted(n as u64, one));
                let (classes, time) = (grouped(classes), seconds(time));
                writeln!(out, "{file}: {classes} classes of boards, {forms}, {bytes}, {time} s")?;
            }
            Ok(Ending::Done)
        }
        Built::Stopped { partial, by } => {
            let how = match by {
                StoppedBy::Request => "stopped; the same command continues",
                StoppedBy::Memory => "the memory is used up; the same command with more --memory continues",
            };
            let _unheard = writeln!(std::io::stderr(), "warning: {how} from {}", partial.display());
            Ok(Ending::Undecided)
        }
    }
}

fn verify(arguments: &Verify, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let database = open(&arguments.file)?;
    let verified = shown(display, None, |task| database.verify(arguments.sample, arguments.seed, task))?;
    if display.json {
        json::line(out, view::DatabaseCheck::of(&arguments.file, &verified))?;
    } else {
        writeln!(
            out,
            "{}: {} derived again, {} of them also played out, {} wrong, {} s",
            arguments.file.display(),
            counted(verified.checked, "board"),
            grouped(verified.played),
            verified.wrong.len(),
            seconds(verified.elapsed.as_secs_f64()),
        )?;
        for board in verified.wrong.iter().take(10) {
            writeln!(out, "wrong: {board}")?;
        }
    }
    Ok(match (verified.wrong.is_empty(), verified.complete) {
        (false, _) => Ending::Faulty,
        (true, true) => Ending::Done,
        (true, false) => Ending::Undecided,
    })
}

fn query(arguments: &Query, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let database = open(&arguments.file)?;
    let found = database.query(&arguments.board)?;
    if display.json {
        json::line(out, view::DatabaseEntry::from(&found))?;
        return Ok(Ending::Done);
    }
    let analysis = shown(display, None, |task| database.analyse(&arguments.board, task))?;
    super::value::print(&analysis, &analysis.value.plot(), display, out)?;
    writeln!(out, "\nlooked up in {:.1} µs", found.elapsed.as_secs_f64() * 1e6)?;
    Ok(Ending::Done)
}

fn stats(arguments: &Stats, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let database = open(&arguments.file)?;
    let Some(statistics) = shown(display, None, |task| database.statistics(task))? else {
        return Ok(Ending::Undecided);
    };
    if display.json {
        json::line(out, view::DatabaseStatistics::of(&arguments.file, &*database, &statistics))?;
    } else {
        let bytes = counted(statistics.bytes as u64, "byte");
        let (file, game, holds) = (arguments.file.display(), database.game(), database.holds());
        writeln!(out, "{file}: {game}, {holds}, {bytes}\n")?;
        print_statistics(&statistics, out)?;
        print_papers_arithmetic(&statistics, out)?;
    }
    Ok(Ending::Done)
}

fn print_statistics(statistics: &Statistics, out: &mut impl Write) -> anyhow::Result<()> {
    let table_of = match statistics.layers.first().map(|layer| layer.table) {
        Some(endgames::Table::Amazons(_)) => "amazons",
        _ => "size",
    };
    let mut table = Table::new([
        table_of,
        statistics.layers_by,
        "boards",
        "up to symmetry",
        "and colours",
        "games",
        "games so far",
        "hottest",
    ]);
    for layer in &statistics.layers {
        table.row([
            layer.table.to_string(),
            layer.layer.to_string(),
            grouped(layer.boards),
            grouped(layer.up_to_symmetry),
            grouped(layer.classes),
            grouped(layer.forms as u64),
            grouped(layer.forms_so_far as u64),
            layer.hottest.to_string(),
        ]);
    }
    table.row([
        "all".to_owned(),
        String::new(),
        grouped(statistics.boards),
        grouped(statistics.up_to_symmetry),
        grouped(statistics.classes),
        grouped(statistics.forms as u64),
        grouped(statistics.forms as u64),
        String::new(),
    ]);
    write!(out, "{table}")?;
    writeln!(
        out,
        "\n{} with {} options in all, {} different thermographs (a game's and its negative's counted once).",
        counted(statistics.forms as u64, "game"),
        grouped(statistics.edges as u64),
        grouped(statistics.thermographs as u64),
    )?;
    Ok(())
}

/// The paper's estimate for sums of three and four subgames of 4 empty squares, and what it comes to here.
fn print_papers_arithmetic(statistics: &Statistics, out: &mut impl Write) -> anyhow::Result<()> {
    let mut layers = statistics.layers.iter();
    let one_each = endgames::Table::Amazons([1, 1]);
    let Some(four) = layers.find(|layer| layer.layer == 4 && layer.table == one_each) else {
        return Ok(());
    };
    let table = sums::arithmetic(four.up_to_symmetry, four.forms as u64);
    writeln!(out, "\n{}\n\n{table}\n{}", sums::ARITHMETIC_TITLE, sums::ARITHMETIC_REMARK)?;
    Ok(())
}

fn exceptions(arguments: &Exceptions, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let database = open(&arguments.file)?;
    let survey = Survey {
        triples: arguments.subgames == 3,
        most_empty: arguments.max_empty,
        sample: arguments.sample,
        list: arguments.list,
        threads: threads(arguments.threads),
    };
    let found = shown(display, None, |task| database.exceptions(&survey, task))?;
    if display.json {
        json::line(out, view::Exceptions::of(&survey, &found))?;
    } else {
        print_exceptions(arguments, database.layers_by(), &found, out)?;
    }
    Ok(if found.complete { Ending::Done } else { Ending::Undecided })
}

fn print_exceptions(
    arguments: &Exceptions,
    layers_by: &str,
    found: &databases::Exceptions,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let share = |count: u64| format!("{:.3} %", 100.0 * count as f64 / found.sums.max(1) as f64);
    writeln!(
        out,
        "Sums of {} subgames with at most {} {layers_by} each: {} different games{}\n",
        arguments.subgames,
        arguments.max_empty,
        grouped(found.forms as u64),
        if arguments.sample.is_some() { ", random sums" } else { "" },
    )?;
    let mut table = Table::new(["Left moves first", "sums", "share"]);
    for (what, count) in [
        ("all", found.sums),
        ("Left can win", found.winnable),
        ("Hotstrat gives the win away", found.hotstrat_wrong),
        ("Thermostrat gives the win away", found.thermostrat_wrong),
        ("both do", found.both_wrong),
    ] {
        table.row([what.to_owned(), grouped(count), share(count)]);
    }
    write!(out, "{table}")?;
    let time = seconds(found.elapsed.as_secs_f64());
    writeln!(out, "\nThe paper estimated that 3 % of all sums would have to be kept. {time} s.")?;
    for example in &found.examples {
        let parts: Vec<_> = example.iter().map(|part| part.as_deref().unwrap_or("(long)")).collect();
        writeln!(out, "  {}", parts.join("  +  "))?;
    }
    Ok(())
}
