//! `coordinate` and `work`: one coordinator and any number of workers.

use crate::Ending;
use crate::arguments::{Coordinate, Display, Work, registry};
use crate::commands::solve;
use crate::json;
use crate::running::{interrupts, shown};
use crate::warnings::show_warnings;
use anyhow::Context;
use std::io::Write;
use std::time::Duration;
use yomikiri::quantity::{Bytes, Span};
use yomikiri::view;
use yomikiri_cluster::campaign::Grain;
use yomikiri_cluster::exchange::Exchange;
use yomikiri_cluster::local::LocalExchange;
use yomikiri_cluster::message::Place;
use yomikiri_cluster::nats::{NatsDesk, NatsExchange};
use yomikiri_cluster::status::Shown;
use yomikiri_cluster::store::Store;
use yomikiri_cluster::tree::Settings;
use yomikiri_cluster::worker::{SharedTable, Worker, WorkerOptions};
use yomikiri_cluster::{Belief, Plan, coordinate, metrics};
use yomikiri_search::Asked;

pub(crate) fn run(arguments: &Coordinate, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    show_warnings();
    let plan = plan(arguments)?;
    let run = plan.run();
    let store = match &arguments.store {
        Some(file) => Store::open(file, &run).with_context(|| file.display().to_string())?,
        None => Store::in_memory(&run)?,
    };
    let status = Shown::default();
    if let Some(address) = arguments.metrics_bind {
        let bound = metrics::serve(address, status.clone());
        bound.with_context(|| format!("/metrics cannot be served at {address}"))?;
    }
    let solution = shown(display, None, |task| {
        let task = arguments.time.map_or_else(|| task.clone(), |Span(time)| task.within(time));
        match arguments.server.options() {
            Some(server) => {
                let mut exchange = NatsExchange::connect(&server, run.id(), status.clone())?;
                coordinate(&plan, &store, &mut exchange, &status, &task)
            }
            None => {
                let workers = arguments.workers.unwrap_or_else(cores);
                with_workers(workers, arguments.memory, |exchange| {
                    coordinate(&plan, &store, exchange, &status, &task)
                })
            }
        }
    })?;
    if !display.quiet {
        let _unheard = writeln!(std::io::stderr(), "{}", status.get().cost());
    }
    solve::report_proof(&solution, display);
    if display.json {
        json::line(out, view::Solution::from(&solution))?;
    } else {
        solve::print(&solution, out)?;
    }
    Ok(if solution.is_complete() { Ending::Done } else { Ending::Undecided })
}

fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32)
}

/// What to solve, and how.
fn plan(arguments: &Coordinate) -> anyhow::Result<Plan> {
    let (game, board) = arguments.place.board_until(interrupts())?;
    let is_remote = arguments.server.nats.is_some();
    let place = Place {
        game: game.name().to_string(),
        description: game.content().map(str::to_owned),
        from: arguments.place.spot.position.clone(),
        moves: board.history().to_vec(),
    };
    Ok(Plan {
        place,
        asked: arguments.can_win.map_or(Asked::Both, |player| Asked::About(player.into())),
        theorems: !arguments.no_theorems,
        registry: registry().clone(),
        // Strangers must prove what they say.
        search: (is_remote || arguments.proof.is_some()).then_some(arguments.proof_search),
        proof_time: arguments.proof_time.0,
        // Threads of this process do not lie.
        belief: if is_remote { arguments.believe.into() } else { Belief::Unchecked },
        grain: arguments.grain.map(Grain::of),
        settings: Settings::default(),
        // Whoever has answered gets what follows from the answer, and has the table for it.
        ahead: 0,
        lost_after: arguments.lost_after.0,
        proof: arguments.proof.clone(),
        memory: arguments.memory.0.min(256 << 20),
        game,
        board,
    })
}

/// Does something with an exchange that so many threads work for.
fn with_workers<T>(workers: u32, Bytes(memory): Bytes, coordinate: impl FnOnce(&mut dyn Exchange) -> T) -> T {
    let (mut exchange, desk) = LocalExchange::new(workers);
    let table = SharedTable::new(memory, workers);
    std::thread::scope(|scope| {
        for number in 1..=workers {
            let (desk, table) = (desk.clone(), table.clone());
            // Signs of life are for those who may be gone without anybody noticing.
            let options =
                WorkerOptions { memory, heartbeat: Duration::from_secs(3600), ..WorkerOptions::default() };
            let worker = Worker::new(format!("thread-{number}"), registry().clone(), options, table);
            scope.spawn(move || worker.run(&desk, interrupts()));
        }
        let done = coordinate(&mut exchange);
        // The workers end with it.
        drop(exchange);
        done
    })
}

pub(crate) fn work(arguments: &Work, display: Display) -> anyhow::Result<Ending> {
    show_warnings();
    let server = arguments.server.options().context("work needs a server: --nats URL, or NATS_URL")?;
    let Bytes(memory) = arguments.memory;
    let options = WorkerOptions { threads: arguments.threads, memory, ..WorkerOptions::default() };
    let name = arguments.name.clone().unwrap_or_else(own_name);
    let desk = NatsDesk::connect(&server)?;
    let worker = Worker::new(
        name.clone(),
        registry().clone(),
        options,
        SharedTable::sharing(memory, arguments.threads.get().into()),
    );
    let worker = match arguments.idle_exit {
        Some(Span(time)) => worker.ending_when_idle(time),
        None => worker,
    };
    if !display.quiet {
        let _unheard = writeln!(std::io::stderr(), "worker {name}");
    }
    worker.run(&desk, interrupts())?;
    Ok(Ending::Done)
}

/// A name that no other worker has.
fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
    let millis = since_1970.map_or(0, |time| time.as_millis());
    format!("{}-{}-{:x}", host.trim(), std::process::id(), millis & 0xFFFF_FFFF)
}
