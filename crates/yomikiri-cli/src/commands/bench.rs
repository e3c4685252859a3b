//! `bench`: speed, and the signature of the search.

use crate::Ending;
use crate::arguments::Display;
use crate::json;
use crate::running::shown;
use std::io::{self, Write};
use yomikiri::bench::Bench;
use yomikiri::text::{Table, grouped, seconds};
use yomikiri::{method_name, shallow_plies, view};

pub(crate) fn run(display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let bench = shown(display, None, Bench::run)?;
    if display.json {
        if let Some(perft) = bench.perft {
            json::line(out, view::Perft::from(perft))?;
        }
        for search in &bench.searches {
            json::line(out, view::BenchSearch::from(search))?;
        }
        if let Some(signature) = bench.signature() {
            json::line(out, view::Bench { signature, seconds: bench.seconds() })?;
        }
    } else {
        print(&bench, out)?;
    }
    Ok(if bench.is_complete { Ending::Done } else { Ending::Undecided })
}

fn print(bench: &Bench, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new(["", "nodes", "seconds", "nodes/s"]);
    let mut row = |what: String, nodes: u64, time: f64| {
        let speed = (nodes as f64 / time.max(1e-9)) as u64;
        table.row([what, grouped(nodes), seconds(time), grouped(speed)]);
    };
    if let Some(perft) = bench.perft {
        row(format!("perft of trax to depth {}", perft.depth), perft.leaves, perft.seconds);
    }
    for search in &bench.searches {
        let (moves, method) = (search.moves.join(" "), method_name(search.method));
        let shallow = shallow_plies(search.shallow);
        let what = format!("{} {moves:<16}{method}, shallow {shallow}", search.game);
        row(what, search.nodes, search.seconds);
    }
    if let Some(signature) = bench.signature() {
        row("signature".to_owned(), signature, bench.seconds());
    }
    write!(out, "{table}")?;
    if let Some(signature) = bench.signature() {
        writeln!(out, "Bench: {signature}")?;
    }
    Ok(())
}
