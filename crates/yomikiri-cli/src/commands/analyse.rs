//! `analyse`: a process that answers JSON queries, one a line.
//!
//! A thread reads, the engine's threads search, this one writes. A reader of the answers who is slow slows everything
//! down instead of making it grow.

use crate::Ending;
use crate::arguments::{Analyse, registry};
use crate::running::interrupts;
use std::io::{BufReader, Write};
use std::sync::mpsc::sync_channel;
use yomikiri::analysis::{Capacity, Engine, Lines};
use yomikiri::{Disk, Files, NoFiles, view};

/// Longer lines are refused: no query takes as much.
const LONGEST_LINE: usize = 1 << 20;
/// Answers that may wait to be written.
const UNWRITTEN: usize = 1000;

/// The files of this machine, or none.
struct Allowed(bool);

impl Files for Allowed {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        if self.0 { Disk.read(path) } else { NoFiles.read(path) }
    }
}

pub(crate) fn run(arguments: &Analyse, out: &mut impl Write) -> anyhow::Result<Ending> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let capacity = Capacity {
        threads: arguments.threads.map_or_else(cores, |threads| threads.get().into()),
        memory: arguments.memory.0,
        waiting: arguments.waiting,
        usual_time: arguments.time.0,
        most_time: arguments.max_time.0,
    };
    let (told, events) = sync_channel(UNWRITTEN);
    let files = Allowed(arguments.files);
    let books = arguments.shelf.open(interrupts())?;
    let engine = Engine::new(capacity, registry(), files, books, interrupts().clone(), move |event| {
        // Whoever closed the output does not want to know.
        let _unheard = told.send(event);
    });
    std::thread::spawn(move || {
        for line in Lines::new(BufReader::new(std::io::stdin()), LONGEST_LINE) {
            match line {
                Ok(line) => engine.receive(&line),
                Err(_) => break,
            }
        }
        engine.finish();
    });
    for event in events {
        writeln!(out, "{}", view::event_line(&event))?;
        out.flush()?;
    }
    Ok(Ending::Done)
}
