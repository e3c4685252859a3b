//! `check`: proof files, replayed by the independent checker, and what they say together.

use crate::Ending;
use crate::arguments::{Check, Display, registry};
use crate::json;
use crate::running::shown;
use anyhow::{Context, anyhow};
use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;
use yomikiri::books::proof_files;
use yomikiri::quantity::{Bytes, Span};
use yomikiri::text::{counted, harmless};
use yomikiri::view;
use yomikiri::{Figures, Task, Work};
use yomikiri_check::proof::{Conclusion, Entry, Failure, Monitor, Proven, Reason, verdict};

pub(crate) fn run(arguments: &Check, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let mut files = Vec::new();
    for path in &arguments.files {
        files.extend(proof_files(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    let is_one = files.len() == 1;
    anyhow::ensure!(
        is_one || arguments.after.is_none(),
        "--after is about one proof, and there are {}",
        files.len()
    );
    let began = Instant::now();
    let mut proofs = Vec::new();
    for file in &files {
        let path = file.display().to_string();
        let (mut source, size) = open(file).with_context(|| format!("cannot read {path}"))?;
        // What is read twice is kept.
        let mut kept = Vec::new();
        if arguments.after.is_some() {
            source.read_to_end(&mut kept).with_context(|| format!("cannot read {path}"))?;
        }
        let source: &mut dyn Read = if arguments.after.is_some() { &mut &kept[..] } else { &mut *source };
        let read = Arc::new(AtomicU64::new(0));
        let source = Counted { source, read: read.clone() };
        let threads = match arguments.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        };
        let started = Instant::now();
        let checked = shown(display, None, |task| {
            let checking = Checking { monitor: monitor(arguments, began, task), read, size };
            task.stage(&path, checking, |checking| {
                registry().referees().check(source, threads, &checking.monitor)
            })
        });
        if display.json {
            let file = (!is_one).then(|| path.clone());
            json::line(
                out,
                view::Check { file, ..view::Check::of(&checked, started.elapsed().as_secs_f64()) },
            )?;
        }
        match checked {
            Ok(proven) => {
                if !display.json {
                    print(if is_one { "" } else { &path }, &proven, out)?;
                }
                if let Some(moves) = &arguments.after {
                    look_up(moves, &kept, began, arguments, display, out)?;
                }
                proofs.push(proven);
            }
            Err(why @ (Failure::Stopped | Failure::Memory)) => {
                if !display.json {
                    writeln!(out, "{why}: nothing is known of {}", if is_one { "the proof" } else { &path })?;
                }
                return Ok(Ending::Undecided);
            }
            Err(_) if display.json => return Ok(Ending::Faulty),
            Err(failure) => return Err(anyhow!(failure).context(path)),
        }
    }
    if !is_one {
        conclude(&proofs, display, out)?;
    }
    Ok(Ending::Done)
}

/// Says what several proofs say together.
fn conclude(proofs: &[Proven], display: Display, out: &mut impl Write) -> anyhow::Result<()> {
    let conclusions = registry().referees().conclude(proofs)?;
    for of_one_game in conclusions.chunk_by(Conclusion::is_about_the_same) {
        if display.json {
            for conclusion in of_one_game {
                json::line(out, view::Conclusion::from(conclusion))?;
            }
            continue;
        }
        let Some(Conclusion { game, from, .. }) = of_one_game.first() else { continue };
        let game = from.as_ref().map_or_else(|| game.clone(), |from| format!("{game} from {from}"));
        let holds = |statement| of_one_game.iter().any(|found| found.statement == statement && found.holds());
        if let Some(outcome) = verdict(holds) {
            writeln!(out, "{}", harmless(&format!("together: {game}: {outcome}")))?;
            continue;
        }
        for Conclusion { statement, missing, .. } in of_one_game {
            let said = match missing {
                Some(missing) if missing.is_empty() => "it follows".to_owned(),
                Some(missing) => {
                    let moves = missing.iter().map(|moves| match &moves[..] {
                        [] => "the position itself".to_owned(),
                        moves => moves.join(" "),
                    });
                    format!("missing: {}", moves.collect::<Vec<_>>().join(", "))
                }
                None => "the claims are too many moves away to be put together".to_owned(),
            };
            writeln!(out, "{}", harmless(&format!("together: {game}, {statement}: {said}")))?;
        }
    }
    Ok(())
}

/// Tells what a proof says after some moves from the position of a claim.
fn look_up(
    moves: &str,
    proof: &[u8],
    began: Instant,
    arguments: &Check,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let claim = usize::from(arguments.claim.get()) - 1;
    let (book, entry) = shown(display, None, |task| {
        let monitor = monitor(arguments, began, task);
        let book = registry().referees().open(proof, &monitor)?;
        let entry = book.after(claim, &moves, &monitor)?;
        Ok::<_, anyhow::Error>((book, entry))
    })?;
    if display.json {
        json::line(out, view::ProofEntry::of(&book, claim, &moves, &entry))?;
    } else {
        print_entry(&moves, &entry, out)?;
    }
    Ok(())
}

/// A monitor with the limits that were asked for.
fn monitor(arguments: &Check, began: Instant, task: &Task) -> Monitor {
    let left = |Span(time): Span| task.stop().within(time.saturating_sub(began.elapsed()));
    let stop = arguments.time.map_or_else(|| task.stop().clone(), left);
    let monitor = Monitor::until(move || stop.is_requested());
    match arguments.memory {
        Some(Bytes(memory)) => monitor.with_memory(memory),
        None => monitor,
    }
}

/// A file and its size, or standard input for `-`.
fn open(path: &Path) -> io::Result<(Box<dyn Read>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let file = File::open(path)?;
    // A pipe has no size.
    let size = file.metadata().map_or(0, |found| found.len());
    Ok((Box::new(file), Some(size).filter(|&size| size > 0)))
}

/// A file that is being read.
struct Counted<'a> {
    source: &'a mut dyn Read,
    read: Arc<AtomicU64>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.source.read(buffer)?;
        self.read.fetch_add(bytes as u64, Relaxed);
        Ok(bytes)
    }
}

/// A check under way, and how much of the file it has read.
struct Checking {
    monitor: Monitor,
    read: Arc<AtomicU64>,
    size: Option<u64>,
}

impl Work for Checking {
    fn figures(&self) -> Figures {
        let share = |size| self.read.load(Relaxed) as f64 / size as f64 * self.monitor.share_of_read();
        Figures::Check { counts: self.monitor.counts(), done: self.size.map(share) }
    }
}

/// Says what is proved, by which file if there are several.
fn print(
    file: &str,
    Proven { game, from, claims, counts, .. }: &Proven,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let file = if file.is_empty() { String::new() } else { format!("{file}: ") };
    // Where the moves begin is part of what is proved.
    let game = &from.as_ref().map_or_else(|| game.clone(), |from| format!("{game} from {from}"));
    for claim in claims {
        let after =
            if claim.moves.is_empty() { String::new() } else { format!("after {}, ", claim.moves.join(" ")) };
        let nodes = counted(counts.nodes, "node");
        let line = format!("{file}proof holds: {game}, {after}{}, {nodes} checked", claim.statement);
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
