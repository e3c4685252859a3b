//! Coordinator and workers over a real NATS server, as threads of this process. (As processes, with faults: the tests of
//! `yomikiri-cli`.) Where `nats-server` is not installed, the tests say so and do nothing.

#![cfg(feature = "nats")]

mod common;

use common::{Behaviour, free_port, misbehave, plan};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use yomikiri::{Registry, Task};
use yomikiri_cluster::campaign::Grain;
use yomikiri_cluster::nats::{NatsDesk, NatsExchange, NatsOptions, ask_status};
use yomikiri_cluster::status::Shown;
use yomikiri_cluster::store::Store;
use yomikiri_cluster::worker::{SharedTable, Worker, WorkerOptions};
use yomikiri_cluster::{Belief, coordinate};
use yomikiri_game::Stop;

/// A server that ends with the test.
struct Nats {
    process: Child,
    options: NatsOptions,
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _ended = self.process.wait();
    }
}

fn nats(folder: &Path) -> Option<Nats> {
    nats_with(folder, &[])
}

fn nats_with(folder: &Path, arguments: &[&str]) -> Option<Nats> {
    let port = free_port();
    let mut command = Command::new("nats-server");
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(process) = command.spawn() else {
        eprintln!("nats-server is not installed: this test did nothing");
        return None;
    };
    let options = NatsOptions {
        url: format!("nats://127.0.0.1:{port}"),
        credentials: None,
        authority: None,
        certificate: None,
        cluster: "test".to_owned(),
    };
    let nats = Nats { process, options };
    let until = Instant::now() + Duration::from_secs(30);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < until, "the server does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(nats)
}

/// Stops the workers when it goes.
struct End<'a>(&'a Stop);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// Solves 5×5 with two good workers, each with a table of its own, and perhaps a strange one.
fn solves(belief: Belief, strange: Option<Behaviour>) {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(nats) = nats(folder.path()) else {
        return;
    };
    let mut plan = plan("trax:5x5");
    plan.belief = belief;
    plan.grain = Some(Grain { nodes: 60, at_least: 3 });
    plan.ahead = 1;
    plan.lost_after = Duration::from_secs(5);
    let store = Store::in_memory(&plan.run()).expect("a store");
    let shown = Shown::default();
    let stop = Stop::new();
    std::thread::scope(|scope| {
        // The workers end, whatever happens here.
        let _end = End(&stop);
        for number in 0..2 {
            let (stop, options) = (&stop, &nats.options);
            scope.spawn(move || {
                let desk = NatsDesk::connect(options).expect("connects");
                let heartbeat = Duration::from_millis(200);
                let options = WorkerOptions { memory: 4 << 20, heartbeat, ..WorkerOptions::default() };
                let table = SharedTable::sharing(4 << 20, 1);
                let worker = Worker::new(format!("good-{number}"), Registry::standard(), options, table);
                worker.run(&desk, stop).expect("works");
            });
        }
        if let Some(behaviour) = strange {
            let options = nats.options.clone();
            // It has no end: it goes with the test.
            std::thread::spawn(move || {
                let desk = NatsDesk::connect(&options).expect("connects");
                let options = WorkerOptions { memory: 1 << 20, ..WorkerOptions::default() };
                let table = SharedTable::sharing(1 << 20, 1);
                let worker = Worker::new("strange".to_owned(), Registry::standard(), options, table);
                misbehave(&worker, behaviour, &desk);
            });
        }
        let mut exchange =
            NatsExchange::connect(&nats.options, plan.run().id(), shown.clone()).expect("connects");
        let found = coordinate(&plan, &store, &mut exchange, &shown, &Task::default()).expect("solved");
        assert_eq!(found.verdict().to_string(), "draw", "{strange:?}");
        assert!(found.proof.is_some(), "{strange:?}");
        let status = ask_status(&nats.options).expect("a status");
        assert!(status.jobs_done > 3 && status.messages > 10 && status.bytes > 1000, "{status:?}");
        assert!(status.workers.iter().any(|worker| worker.name == "good-0"), "{status:?}");
    });
}

#[test]
fn a_server_brings_jobs_and_answers() {
    solves(Belief::Sampled, None);
}

#[test]
fn liars_are_found_out_over_a_server() {
    solves(Belief::Checked, Some(Behaviour::ClaimsTheOpposite));
    solves(Belief::Unchecked, Some(Behaviour::ClaimsWithoutProof));
    solves(Belief::Sampled, Some(Behaviour::OtherBuild));
}

/// A user and a password, or a token, may stand in the address; who has the wrong one is told so at once.
#[test]
fn a_server_wants_to_know_who_comes() {
    for (arguments, good, bad) in [
        (
            &["--user", "reader", "--pass", "secret"][..],
            "reader:secret@",
            &["reader:wrong@", "secret@", ""][..],
        ),
        (&["--auth", "secret"][..], "secret@", &["wrong@", "reader:secret@", ""][..]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let Some(nats) = nats_with(folder.path(), arguments) else {
            return;
        };
        let with = |user: &str| {
            let url = nats.options.url.replace("nats://", &format!("nats://{user}"));
            NatsDesk::connect(&NatsOptions { url, ..nats.options.clone() })
        };
        assert!(with(good).is_ok(), "{good}");
        for user in bad {
            let error = with(user).err().unwrap_or_else(|| panic!("{user} is let in"));
            assert!(error.to_string().contains("does not let us in"), "{user}: {error}");
        }
    }
}
