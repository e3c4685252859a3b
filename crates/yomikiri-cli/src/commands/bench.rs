//! `bench`: speed, and the signature.
//!
//! The signature is the total number of nodes over fixed positions with fixed options. It is the same on
//! every machine; it changes exactly when the search does, and a commit that changes it says so.

use crate::Ending;
use crate::arguments::Display;
use crate::json::{self, BenchLine};
use crate::running::{interrupted, with_progress};
use std::io::Write;
use std::time::Instant;
use yomikiri::text::{Table, grouped, seconds};
use yomikiri_game::{perft, play_line};
use yomikiri_search::{Limits, Method, Options, Shallow, solve};
use yomikiri_trax::{Position, Rules};

/// What is solved: name, moves, method, shallow depth, limit on nodes per question.
const POSITIONS: &[(&str, &str, Method, Shallow, u64)] = &[
    ("trax:3x3", "", Method::Id, Shallow::Off, 100_000),
    ("trax:4x4", "", Method::IdTable, Shallow::Off, 200_000),
    ("trax:3x3", "", Method::Pns, Shallow::Two, 100_000),
    ("trax:4x4", "", Method::Dfpn, Shallow::Off, 100_000),
    ("trax:4x4", "", Method::Dfpn, Shallow::One, 100_000),
    ("trax:4x4", "", Method::Dfpn, Shallow::Two, 100_000),
    ("trax:5x5", "", Method::Dfpn, Shallow::Two, 200_000),
    ("trax:6x6", "@0+ @1+", Method::Dfpn, Shallow::Two, 20_000),
    ("trax:8x8", "@0/ @1/", Method::Dfpn, Shallow::Two, 20_000),
    ("trax", "@0+ B1+ C1/ @1+", Method::Dfpn, Shallow::Two, 10_000),
];

/// What the total is called. An interrupted run has none.
const SIGNATURE: &str = "signature";

/// Leaves of unlimited Trax at this depth are counted for the speed of playing.
const PERFT: (u32, u64) = (6, 7_209_480);

pub(crate) fn run(display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let mut lines = vec![bench_perft()?];
    let mut total = BenchLine { what: SIGNATURE.to_owned(), nodes: 0, seconds: 0.0 };
    let mut ending = Ending::Done;
    for &(game, moves, method, shallow, nodes) in POSITIONS {
        let rules: Rules = game.parse()?;
        let line = play_line(Position::new(rules), moves)?;
        let what = format!("{game} {moves:<16}{method:?} {shallow:?}");
        let options = Options {
            method,
            shallow,
            memory: 64 << 20,
            limits: Limits { nodes: Some(nodes), time: None },
            ..Options::default()
        };
        let solution = with_progress(display, &what, |monitor| solve(&line.position, &options, monitor))?;
        if interrupted() {
            ending = Ending::Undecided;
            break;
        }
        let statistics = || solution.answers.iter().map(|answered| answered.cost);
        lines.push(BenchLine {
            what,
            nodes: statistics().map(|s| s.nodes).sum(),
            seconds: statistics().map(|s| s.seconds).sum(),
        });
    }
    for line in &lines[1..] {
        total.nodes += line.nodes;
        total.seconds += line.seconds;
    }
    if ending == Ending::Done {
        lines.push(total);
    }
    if display.json {
        for line in &lines {
            json::print(out, line)?;
        }
    } else {
        print(&lines, out)?;
    }
    Ok(ending)
}

fn bench_perft() -> anyhow::Result<BenchLine> {
    let (depth, expected) = PERFT;
    let started = Instant::now();
    let leaves = perft(&mut Position::new(Rules::unlimited()), depth);
    anyhow::ensure!(leaves == expected, "perft {depth} counts {leaves} instead of {expected}");
    Ok(BenchLine {
        what: format!("perft of trax to depth {depth}"),
        nodes: leaves,
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn print(lines: &[BenchLine], out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = Table::new(["", "nodes", "seconds", "nodes/s"]);
    for line in lines {
        let speed = (line.nodes as f64 / line.seconds.max(1e-9)) as u64;
        table.row([line.what.clone(), grouped(line.nodes), seconds(line.seconds), grouped(speed)]);
    }
    write!(out, "{}", table)?;
    if let Some(total) = lines.last().filter(|line| line.what == SIGNATURE) {
        writeln!(out, "Bench: {}", total.nodes)?;
    }
    Ok(())
}
