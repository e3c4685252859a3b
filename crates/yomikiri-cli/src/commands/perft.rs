//! `perft`: how many move sequences there are.

use crate::Ending;
use crate::arguments::{Display, Perft};
use crate::json;
use crate::running::shown;
use std::io::Write;
use std::time::Instant;
use yomikiri::text::{grouped, seconds};
use yomikiri::view;

pub(crate) fn run(arguments: &Perft, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let (game, board) = arguments.place.board()?;
    let depth = u32::from(arguments.depth);
    let depths = if display.json { depth..=depth } else { 0..=depth };
    for depth in depths {
        let started = Instant::now();
        let title = format!("{game}, move sequences of length {depth}");
        let leaves = shown(display, None, |task| {
            task.steps(&title, "sequences", |progress| board.perft(depth, progress.stop()))
        });
        let Some(leaves) = leaves else {
            return Ok(Ending::Undecided);
        };
        let elapsed = started.elapsed().as_secs_f64();
        if display.json {
            let (game, moves) = (game.to_string(), board.history().to_vec());
            json::line(out, view::Perft { game, moves, depth, leaves, seconds: elapsed })?;
        } else {
            let elapsed = seconds(elapsed);
            writeln!(out, "{depth:>3}  {:>20}  {elapsed:>8} s", grouped(leaves))?;
            if leaves == 0 {
                break;
            }
        }
    }
    Ok(Ending::Done)
}
