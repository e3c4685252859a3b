//! One module per verb.

mod analyse;
mod annotate;
mod bench;
mod calculator;
mod check;
mod cluster;
mod coordinate;
mod count;
mod db;
mod man;
mod perft;
mod play;
mod puzzle;
pub(crate) mod qbf;
mod replay;
mod reproduce;
mod serve;
mod show;
mod showcase;
mod solve;
mod table;
mod threats;
pub(crate) mod toss;
mod ugi;
mod value;

use crate::Ending;
use crate::arguments::{Arguments, Command};
use anyhow::Context;
use clap::CommandFactory;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use yomikiri::files::{self, LARGEST_INPUT};
use yomikiri::view;

/// Does what the command line says.
pub(crate) fn run(arguments: Arguments, out: &mut impl Write) -> anyhow::Result<Ending> {
    let display = arguments.display;
    match arguments.command {
        None => showcase::run(display, out),
        Some(Command::Solve(solve)) => solve::run(&solve, display, out),
        Some(Command::Check(check)) => check::run(&check, display, out),
        Some(Command::Perft(perft)) => perft::run(&perft, display, out),
        Some(Command::Count(count)) => count::run(&count, display, out),
        Some(Command::Show(show)) => show::run(&show, display, out),
        Some(Command::Puzzle(puzzle)) => puzzle::run(&puzzle, display, out),
        Some(Command::Value(value)) => value::run(&value, display, out),
        Some(Command::Db(db)) => db::run(&db, display, out),
        Some(Command::Play(play)) => play::run(&play, display, out),
        Some(Command::Serve(serve)) => serve::run(serve, out),
        Some(Command::Coordinate(arguments)) => coordinate::run(&arguments, display, out),
        Some(Command::Work(arguments)) => coordinate::work(&arguments, display),
        Some(Command::Cluster(command)) => cluster::run(&command, display, out),
        Some(Command::Analyse(analyse)) => analyse::run(&analyse, out),
        Some(Command::Annotate(annotate)) => annotate::run(&annotate, display, out),
        Some(Command::Ugi(ugi)) => ugi::run(&ugi, out),
        Some(Command::Replay(replay)) => replay::run(&replay, display, out),
        Some(Command::Bench) => bench::run(display, out),
        Some(Command::Reproduce(reproduce)) => reproduce::run(&reproduce, display, out),
        Some(Command::Qbf(qbf)) => qbf::run(&qbf, display, out),
        Some(Command::Toss(toss)) => toss::run(&toss, display, out),
        Some(Command::Table(table)) => table::run(&table, display, out),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "yomikiri", &mut script);
            out.write_all(&script)?;
            Ok(Ending::Done)
        }
        Some(Command::Schema) => {
            writeln!(out, "{:#}", view::schema())?;
            Ok(Ending::Done)
        }
        Some(Command::Man(man)) => man::run(&man, out),
    }
}

/// Gives a file new content, or leaves it as it was.
fn save(file: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::write_whole(file, content.as_ref()).with_context(|| format!("cannot write {}", file.display()))
}

/// The content of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_within(path, LARGEST_INPUT)
}

/// The same, if it has no more bytes than a limit.
fn read_within(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        return files::read_within(io::stdin().lock(), limit);
    }
    files::read_within(File::open(path)?, limit)
}
