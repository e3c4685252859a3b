//! `solve`: the value of a position, and how to play it.

use crate::Ending;
use crate::arguments::{Display, Solve};
use crate::json;
use crate::metrics::Metrics;
use crate::running::shown;
use std::io::Write;
use yomikiri::text::{self, counted};
use yomikiri::{Solution, view};
use yomikiri_search::Verdict;

pub(crate) fn run(arguments: &Solve, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let job = arguments.job();
    let (game, board) = shown(display, None, |task| match job.options.limits.time {
        None => arguments.place.board_until(task.stop()),
        Some(time) => arguments.place.board_until(task.within(time).stop()),
    })?;
    let game = game.with_books(shown(display, None, |task| arguments.shelf.open(task.stop()))?);
    let metrics = arguments.long.metrics.as_ref();
    arguments.check_metrics()?;
    let metrics = metrics.map(|file| Metrics::open(file, &game, board.history())).transpose()?;
    let solution = shown(display, metrics.as_ref(), |task| game.solve(&*board, &job, task))?;
    report_proof(&solution, display);
    if display.json {
        json::line(out, view::Solution::from(&solution))?;
    } else {
        print(&solution, out)?;
    }
    if let Some(error) = &solution.lost_checkpoint {
        let _unheard =
            writeln!(std::io::stderr(), "warning: the last checkpoint could not be written: {error}");
    }
    Ok(match (solution.is_complete(), &solution.lost_checkpoint) {
        (true, _) => Ending::Done,
        (false, None) => Ending::Undecided,
        // What was found so far is lost.
        (false, Some(_)) => Ending::Faulty,
    })
}

/// Says on standard error what became of a proof that was asked for.
pub(super) fn report_proof(solution: &Solution, display: Display) {
    let message = match (&solution.proof, &solution.no_proof) {
        (Some(proof), _) if !display.quiet => format!(
            "{}: {}, {}",
            proof.file.as_deref().unwrap_or(std::path::Path::new("proof")).display(),
            counted(proof.lemmas, "lemma"),
            counted(proof.bytes, "byte"),
        ),
        (None, Some(why)) => format!("warning: no proof was written: {why}"),
        _ => return,
    };
    let _unheard = writeln!(std::io::stderr(), "{message}");
}

pub(super) fn print(solution: &Solution, out: &mut impl Write) -> anyhow::Result<()> {
    if solution.verdict() == Verdict::Unknown && solution.is_complete() {
        // One question alone may be answered without the value being known.
        writeln!(out, "{}", solution.game)?;
    } else {
        writeln!(out, "{}: {}", solution.game, text::verdict(solution.verdict()))?;
    }
    for answered in &solution.answers.answers {
        writeln!(out, "  can {} win? {}", answered.question.can_win, text::answer(answered))?;
    }
    write!(out, "{}", text::advice(solution))?;
    Ok(())
}
