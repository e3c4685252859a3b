//! `check`: a proof file, replayed by the independent checker.

use crate::Ending;
use crate::arguments::{Check, Display, registry};
use crate::json;
use crate::running::shown;
use anyhow::{Context, anyhow};
use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;
use yomikiri::Task;
use yomikiri::quantity::{Bytes, Span};
use yomikiri::text::{counted, harmless};
use yomikiri::view;
use yomikiri_check::proof::{Entry, Failure, Monitor, Proven, Reason};

pub(crate) fn run(arguments: &Check, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let path = arguments.file.display().to_string();
    let mut source = open(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    // What is read twice is kept.
    let mut kept = Vec::new();
    if arguments.after.is_some() {
        source.read_to_end(&mut kept).with_context(|| format!("cannot read {path}"))?;
    }
    let source: &mut dyn Read = if arguments.after.is_some() { &mut &kept[..] } else { &mut *source };
    let threads = match arguments.threads {
        Some(threads) => threads.into(),
        None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    let started = Instant::now();
    let checked = shown(display, None, |task| {
        let monitor = monitor(arguments, task);
        task.stage(&path, monitor, |monitor| registry().referees().check(source, threads, monitor))
    });
    let seconds = started.elapsed().as_secs_f64();
    if display.json {
        json::line(out, view::Check::of(&checked, seconds))?;
    }
    match checked {
        Ok(proven) => {
            if !display.json {
                print(&proven, out)?;
            }
            if let Some(moves) = &arguments.after {
                let moves: Vec<&str> = moves.split_whitespace().collect();
                let claim = usize::from(arguments.claim.get()) - 1;
                let (book, entry) = shown(display, None, |task| {
                    let monitor = monitor(arguments, task);
                    let book = registry().referees().open(&kept[..], &monitor)?;
                    let entry = book.after(claim, &moves, &monitor)?;
                    Ok::<_, anyhow::Error>((book, entry))
                })?;
                if display.json {
                    json::line(out, view::ProofEntry::of(&book, claim, &moves, &entry))?;
                } else {
                    print_entry(&moves, &entry, out)?;
                }
            }
            Ok(Ending::Done)
        }
        Err(why @ (Failure::Stopped | Failure::Memory)) => {
            if !display.json {
                writeln!(out, "{why}: nothing is known of the proof")?;
            }
            Ok(Ending::Undecided)
        }
        Err(_) if display.json => Ok(Ending::Faulty),
        Err(failure) => Err(anyhow!(failure).context(path)),
    }
}

/// A monitor with the limits that were asked for.
fn monitor(arguments: &Check, task: &Task) -> Monitor {
    let stop = arguments.time.map_or_else(|| task.stop().clone(), |Span(time)| task.stop().within(time));
    let monitor = Monitor::until(move || stop.is_requested());
    match arguments.memory {
        Some(Bytes(memory)) => monitor.with_memory(memory),
        None => monitor,
    }
}

/// A file, or standard input for `-`.
fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

fn print(Proven { game, from, claims, counts, .. }: &Proven, out: &mut impl Write) -> anyhow::Result<()> {
    // Where the moves begin is part of what is proved.
    let game = &from.as_ref().map_or_else(|| game.clone(), |from| format!("{game} from {from}"));
    for claim in claims {
        let after =
            if claim.moves.is_empty() { String::new() } else { format!("after {}, ", claim.moves.join(" ")) };
        let nodes = counted(counts.nodes, "node");
        let line = format!("proof holds: {game}, {after}{}, {nodes} checked", claim.statement);
        writeln!(out, "{}", harmless(&line))?;
    }
    Ok(())
}

/// What the proof says after these moves.
fn print_entry(moves: &[&str], entry: &Entry, out: &mut impl Write) -> anyhow::Result<()> {
    let Entry { statement, to_move, lemma, is_lemma, reason, branches } = entry;
    let after =
        if moves.is_empty() { "there".to_owned() } else { format!("after {} from there", moves.join(" ")) };
    let place = if *is_lemma { "lemma" } else { "in the tree of lemma" };
    writeln!(out, "{}", harmless(&format!("{after}: {statement} ({place} {lemma})")))?;
    let line = match reason {
        Reason::Move => format!("the {to_move} player plays"),
        Reason::Replies => format!("the {to_move} player is to move, and every reply is answered:"),
        Reason::Stuck(outcome) => format!("the {to_move} player cannot move: {outcome}"),
        Reason::Search => {
            format!("the {to_move} player is to move, and the checker searches the rest by itself:")
        }
        Reason::Theorem => "a theorem settles it".to_owned(),
    };
    let branches = branches.iter().map(|branch| match branch.ends {
        Some(outcome) => format!(" {} ({outcome})", branch.text),
        None => format!(" {}", branch.text),
    });
    writeln!(out, "{}", harmless(&(line + &branches.collect::<String>())))?;
    Ok(())
}
