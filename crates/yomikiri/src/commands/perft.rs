//! `perft`: how many move sequences there are.

use crate::Ending;
use crate::arguments::{Display, Perft};
use crate::games::{OnGame, Playable};
use crate::json::{self, PerftLine};
use crate::painting::{grouped, seconds};
use std::io::Write;
use std::time::Instant;
use yomikiri_game::{Status, perft, play_line};

pub(crate) fn run(arguments: &Perft, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    arguments.place.game.start(Task { arguments, display, out })
}

struct Task<'a, W> {
    arguments: &'a Perft,
    display: Display,
    out: &'a mut W,
}

impl<W: Write> OnGame for Task<'_, W> {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, start: G) -> anyhow::Result<Ending> {
        let Perft { place, depth } = self.arguments;
        let line = play_line(start, &place.moves)?;
        // A finished game has one sequence of no moves and no longer ones.
        let over = line.status != Status::Open;
        let depth = u32::from(*depth);
        let depths = if self.display.json { depth..=depth } else { 0..=depth };
        for depth in depths {
            let started = Instant::now();
            let mut position = line.position.clone();
            let leaves = if over { u64::from(depth == 0) } else { perft(&mut position, depth) };
            let elapsed = started.elapsed().as_secs_f64();
            if self.display.json {
                let object = PerftLine {
                    game: place.game.to_string(),
                    moves: line.moves.join(" "),
                    depth,
                    leaves,
                    seconds: elapsed,
                };
                json::print(self.out, &object)?;
            } else {
                let elapsed = seconds(elapsed);
                writeln!(self.out, "{depth:>3}  {:>20}  {elapsed:>8} s", grouped(leaves))?;
                if leaves == 0 {
                    break;
                }
            }
        }
        Ok(Ending::Done)
    }
}
