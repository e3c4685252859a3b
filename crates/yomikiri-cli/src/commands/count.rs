//! `count`: how many positions there are.

use crate::Ending;
use crate::arguments::{Count, Display};
use crate::json;
use crate::running::shown;
use anyhow::ensure;
use std::io::Write;
use yomikiri::counting::{
    Configurations, CountError, CountMethod, Counting, Number, ReachablePositions, reachable,
};
use yomikiri::text::{counted, grouped, grouped_wide, scientific, seconds};
use yomikiri::{Disk, view};
use yomikiri_trax::census::estimate::Estimate;

pub(crate) fn run(arguments: &Count, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Some(method) = arguments.method.of_configurations() else {
        return count_reachable(arguments, display, out);
    };
    ensure!(arguments.plies.is_none(), "--plies is for --method reachable");
    let available = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = arguments.threads.map_or_else(available, |threads| threads.get().into());
    let counting = Counting { method, samples: arguments.samples, seed: arguments.seed, threads };
    match shown(display, None, |task| counting.run(&arguments.game, task)) {
        Err(CountError::Stopped(_)) => {
            writeln!(std::io::stderr(), "stopped")?;
            return Ok(Ending::Undecided);
        }
        found if display.json => json::line(out, view::Count::from(&found?))?,
        found => print(&found?, out)?,
    }
    Ok(Ending::Done)
}

fn print(found: &Configurations, out: &mut impl Write) -> anyhow::Result<()> {
    let (game, time) = (&found.game, seconds(found.seconds));
    match found.number {
        Number::Exactly(count) => writeln!(out, "{game}: {} configurations ({time} s)", grouped_wide(count))?,
        Number::Limit(value) => {
            let weight = scientific(value);
            writeln!(out, "{game}: method 2 would find {weight} with endless samples ({time} s)")?;
        }
        Number::About(Estimate { value, interval: (low, high) }) => {
            let [value, low, high] = [value, low, high].map(scientific);
            let samples = counted(found.counting.samples, "sample");
            writeln!(
                out,
                "{game}: about {value} configurations, 99 % interval {low} to {high} ({samples}, {time} s)",
            )?;
        }
    }
    let eighth = found.number.value() / 8.0;
    writeln!(out, "divided by 8, for the symmetries: {}", scientific(eighth))?;
    writeln!(out, "times 2, for the player to move:  {}", scientific(2.0 * eighth))?;
    if matches!(found.counting.method, CountMethod::Two | CountMethod::TwoExact) {
        writeln!(
            out,
            "(Method 2 does not estimate the number of configurations itself: see docs/counting.md.)"
        )?;
    }
    Ok(())
}

/// Counts what moves lead to.
fn count_reachable(arguments: &Count, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let found = shown(display, None, |task| {
        let game = arguments.game.load_until(&Disk, task.stop())?;
        anyhow::Ok(reachable(&game, arguments.plies, task))
    })?;
    let Some(found) = found else {
        writeln!(std::io::stderr(), "stopped")?;
        return Ok(Ending::Undecided);
    };
    if display.json {
        json::line(out, view::Reachable::from(&found))?;
        return Ok(Ending::Done);
    }
    let ReachablePositions { reachable, complete, seconds: time, .. } = found;
    for (ply, positions) in reachable.by_ply.iter().enumerate() {
        writeln!(out, "{ply:>3}  {:>16}", grouped(*positions))?;
    }
    let so_far = if complete { "in all" } else { "so far" };
    let total = counted(reachable.total, "position");
    writeln!(out, "{so_far}: {total} up to symmetry ({} s)", seconds(time))?;
    Ok(Ending::Done)
}
