//! `ugi`: a player for graphical programs and tournament managers.
//!
//! One thread reads lines, this one answers them; a `stop` or `quit` that comes while it thinks throws the switch.
//! What was asked before the end of the input is answered.

use crate::Ending;
use crate::arguments::{Ugi, registry};
use crate::running::interrupts;
use std::io::{BufRead, Write};
use std::sync::mpsc::channel;
use yomikiri::Disk;
use yomikiri::play::Style;
use yomikiri::ugi::{Engine, Request};
use yomikiri_game::Stop;

/// Longer lines are cut: no position takes as much.
const LONGEST_LINE: u64 = 1 << 20;

pub(crate) fn run(arguments: &Ugi, out: &mut impl Write) -> anyhow::Result<Ending> {
    let game = arguments.game.load(&Disk)?;
    let style =
        Style { time: arguments.time.0, level: arguments.level, seed: arguments.seed, ..Style::default() };
    let mut engine = Engine::new(registry(), game, style);
    let (heard, lines) = channel::<(String, Stop)>();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        // What is being thought about now: a `stop` ends what was asked for before it.
        let mut switch = interrupts().child();
        loop {
            let mut bytes = Vec::new();
            let read = std::io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut bytes);
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            let is_end = !matches!(read, Ok(1..));
            match line.split_whitespace().next() {
                Some("stop" | "quit") => switch.request(),
                Some("go") => switch = interrupts().child(),
                _ => {}
            }
            if is_end || heard.send((line, switch.clone())).is_err() {
                return;
            }
        }
    });
    for (line, switch) in lines {
        match engine.receive(&line) {
            Request::Answer(answers) => answers.iter().try_for_each(|answer| writeln!(out, "{answer}"))?,
            Request::Go(going) => match engine.think(going, &switch) {
                Ok(answers) => answers.iter().try_for_each(|answer| writeln!(out, "{answer}"))?,
                Err(error) => writeln!(out, "info string error: {error}\nbestmove none")?,
            },
            Request::Stop => {}
            Request::Quit => return Ok(Ending::Done),
        }
        out.flush()?;
    }
    Ok(Ending::Done)
}
