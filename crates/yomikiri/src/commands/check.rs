//! `check`: a proof file, replayed by the independent checker.

use crate::Ending;
use crate::arguments::{Check, Display};
use crate::json::{self, CheckLine, ClaimLine, FailedCheckLine};
use crate::painting::grouped;
use crate::running::checking;
use anyhow::{Context, anyhow};
use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;
use yomikiri_check::proof::{Failure, Proven, check};

pub(crate) fn run(arguments: &Check, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let path = arguments.file.display().to_string();
    let source = open(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    let threads = match arguments.threads {
        Some(threads) => threads.into(),
        None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    let started = Instant::now();
    let checked = checking(display, &path, |monitor| check(source, threads, monitor));
    match checked {
        Ok(proven) => {
            print(&proven, started.elapsed().as_secs_f64(), display, out)?;
            Ok(Ending::Done)
        }
        Err(failure) => {
            let stopped = matches!(failure, Failure::Stopped);
            if display.json {
                json::print(out, &failed_line(&failure, stopped))?;
            } else if stopped {
                writeln!(out, "stopped: nothing is known of the proof")?;
            } else {
                return Err(anyhow!(failure).context(path));
            }
            Ok(if stopped { Ending::Undecided } else { Ending::Faulty })
        }
    }
}

/// A file, or standard input for `-`.
fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

fn print(proven: &Proven, seconds: f64, display: Display, out: &mut impl Write) -> anyhow::Result<()> {
    let Proven { game, from, claims, counts, .. } = proven;
    // Where the moves begin is part of what is proved.
    let game = &from.as_ref().map_or_else(|| game.clone(), |from| format!("{game} from {from}"));
    if display.json {
        let claims = claims.iter().map(|claim| ClaimLine {
            player: claim.statement.player.to_string(),
            can_win: claim.statement.can_win,
            moves: claim.moves.clone(),
        });
        let line = CheckLine {
            proof: "holds",
            game: game.clone(),
            claims: claims.collect(),
            lemmas: counts.lemmas,
            nodes: counts.nodes,
            plays: counts.plays,
            seconds,
        };
        json::print(out, &line)?;
        return Ok(());
    }
    for claim in claims {
        let after =
            if claim.moves.is_empty() { String::new() } else { format!("after {}, ", claim.moves.join(" ")) };
        let nodes = grouped(counts.nodes);
        writeln!(out, "proof holds: {game}, {after}{}, {nodes} nodes checked", claim.statement)?;
    }
    Ok(())
}

fn failed_line(failure: &Failure, stopped: bool) -> FailedCheckLine {
    let (lemma, moves) = match failure {
        Failure::Lemma { number, path, .. } => (Some(*number), Some(path.clone())),
        _ => (None, None),
    };
    let proof = if stopped { "stopped" } else { "fails" };
    FailedCheckLine { proof, error: failure.to_string(), lemma, moves }
}
