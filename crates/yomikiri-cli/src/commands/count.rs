//! `count`: how many positions there are.

use crate::Ending;
use crate::arguments::{Count, CountMethod, Display, trax_rules};
use crate::json::{self, CountLine, EstimateLine, LimitLine, ReachableLine};
use crate::running::{counting, stepping};
use anyhow::{bail, ensure};
use std::io::Write;
use std::time::Instant;
use yomikiri::Disk;
use yomikiri::text::{grouped, grouped_wide, scientific, seconds};
use yomikiri_game::{Progress, Reachable, Stopped};
use yomikiri_trax::census::estimate::Estimate;
use yomikiri_trax::census::{LARGEST, Law, exact, sampling};

pub(crate) fn run(arguments: &Count, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let method = arguments.method;
    if method == CountMethod::Reachable {
        return count_reachable(arguments, display, out);
    }
    ensure!(arguments.plies.is_none(), "--plies is for --method reachable");
    let size = board_size(arguments)?;
    let Count { samples, seed, .. } = *arguments;
    let threads = threads(arguments);
    let started = Instant::now();
    let title = format!("{}, {}", arguments.game, name(method));
    let found = counting(display, &title, |monitor: &Progress| match method {
        CountMethod::Exact => exact::configurations(size, size, threads, monitor).map(Found::Exactly),
        CountMethod::TwoExact => exact::halved_weight(size, size, threads, monitor).map(Found::Limit),
        CountMethod::One => sampling::uniform(size, Law::Matching, samples, seed, monitor).map(Found::About),
        CountMethod::Two => sampling::uniform(size, Law::Halving, samples, seed, monitor).map(Found::About),
        CountMethod::Importance => sampling::guided(size, samples, seed, monitor).map(Found::About),
        CountMethod::Reachable => unreachable!("it is no count of configurations"),
    });
    let elapsed = started.elapsed().as_secs_f64();
    match found {
        Err(Stopped) => {
            writeln!(std::io::stderr(), "stopped")?;
            Ok(Ending::Undecided)
        }
        Ok(found) if display.json => {
            found.print_json(arguments, elapsed, out)?;
            Ok(Ending::Done)
        }
        Ok(found) => {
            found.print(arguments, elapsed, out)?;
            Ok(Ending::Done)
        }
    }
}

/// The threads to count with.
fn threads(arguments: &Count) -> usize {
    let available = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    arguments.threads.map_or_else(available, |threads| threads.get().into())
}

/// The size of the board on which configurations are to be counted.
fn board_size(arguments: &Count) -> anyhow::Result<u32> {
    let rules = trax_rules(&arguments.game, "count").map_err(|_| {
        anyhow::anyhow!(
            "configurations are counted for trax:NxN; for {}, use --method reachable",
            arguments.game
        )
    })?;
    let Some(size) = rules.limit() else {
        bail!("without a limit there is no end of configurations: name a board, such as trax:4x4");
    };
    let size = u32::from(size);
    let exact =
        matches!(arguments.method, CountMethod::Exact | CountMethod::TwoExact | CountMethod::Importance);
    ensure!(!exact || size <= LARGEST, "boards up to {LARGEST}x{LARGEST} can be counted, not {size}x{size}");
    Ok(size)
}

fn name(method: CountMethod) -> &'static str {
    match method {
        CountMethod::Exact => "exact",
        CountMethod::One => "1",
        CountMethod::Two => "2",
        CountMethod::TwoExact => "2-exact",
        CountMethod::Importance => "importance",
        CountMethod::Reachable => "reachable",
    }
}

/// A number of configurations.
enum Found {
    Exactly(u128),
    About(Estimate),
    /// What endless sampling by method 2 would give.
    Limit(f64),
}

impl Found {
    fn print_json(&self, arguments: &Count, elapsed: f64, out: &mut impl Write) -> anyhow::Result<()> {
        let (game, method) = (arguments.game.to_string(), name(arguments.method));
        match *self {
            Self::Exactly(count) => json::print(
                out,
                &CountLine {
                    game,
                    method,
                    configurations: count.to_string(),
                    divided_by_8: count as f64 / 8.0,
                    seconds: elapsed,
                },
            )?,
            Self::Limit(value) => json::print(
                out,
                &LimitLine { game, method, limit: value, divided_by_8: value / 8.0, seconds: elapsed },
            )?,
            Self::About(Estimate { value, interval: (low, high) }) => json::print(
                out,
                &EstimateLine {
                    game,
                    method,
                    samples: arguments.samples,
                    seed: arguments.seed,
                    estimate: value,
                    interval: [low, high],
                    divided_by_8: value / 8.0,
                    seconds: elapsed,
                },
            )?,
        }
        Ok(())
    }

    fn print(&self, arguments: &Count, elapsed: f64, out: &mut impl Write) -> anyhow::Result<()> {
        let elapsed = seconds(elapsed);
        let eighth = match *self {
            Self::Exactly(count) => {
                writeln!(out, "{}: {} configurations ({elapsed} s)", arguments.game, grouped_wide(count))?;
                count as f64 / 8.0
            }
            Self::Limit(value) => {
                let weight = scientific(value);
                writeln!(
                    out,
                    "{}: method 2 would find {weight} with endless samples ({elapsed} s)",
                    arguments.game
                )?;
                value / 8.0
            }
            Self::About(Estimate { value, interval: (low, high) }) => {
                let [value_text, low, high] = [value, low, high].map(scientific);
                let samples = grouped(arguments.samples);
                writeln!(
                    out,
                    "{}: about {value_text} configurations, 99 % interval {low} to {high} ({samples} samples, {elapsed} s)",
                    arguments.game,
                )?;
                value / 8.0
            }
        };
        writeln!(out, "divided by 8, for the symmetries: {}", scientific(eighth))?;
        writeln!(out, "times 2, for the player to move:  {}", scientific(2.0 * eighth))?;
        if matches!(arguments.method, CountMethod::Two | CountMethod::TwoExact) {
            writeln!(
                out,
                "(Method 2 does not estimate the number of configurations itself: see docs/counting.md.)"
            )?;
        }
        Ok(())
    }
}

/// Counts what moves lead to.
fn count_reachable(arguments: &Count, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let board = arguments.game.load(&Disk)?.board();
    let started = Instant::now();
    let title = format!("{}, reachable", arguments.game);
    let found = stepping(display, &title, "positions", |progress| {
        board.reachable(arguments.plies, &mut |positions| progress.reach(positions))
    });
    let Some(Reachable { by_ply, total }) = found else {
        writeln!(std::io::stderr(), "stopped")?;
        return Ok(Ending::Undecided);
    };
    let elapsed = started.elapsed().as_secs_f64();
    // The last layer within the limit may be the end of the game, too; it is not looked into.
    let complete = arguments.plies.is_none_or(|plies| by_ply.len() as u64 <= u64::from(plies));
    if display.json {
        let game = arguments.game.to_string();
        let object = ReachableLine { game, method: "reachable", by_ply, total, complete, seconds: elapsed };
        json::print(out, &object)?;
        return Ok(Ending::Done);
    }
    for (ply, positions) in by_ply.iter().enumerate() {
        writeln!(out, "{ply:>3}  {:>16}", grouped(*positions))?;
    }
    let so_far = if complete { "in all" } else { "so far" };
    writeln!(out, "{so_far}: {} positions up to symmetry ({} s)", grouped(total), seconds(elapsed))?;
    Ok(Ending::Done)
}
