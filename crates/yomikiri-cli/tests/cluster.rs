//! Coordinator, server and workers as processes, with everything going wrong that can.
//!
//! The tests that need a NATS server start one of their own. Where `nats-server` is not installed they say so and do nothing.
//!
//! `YOMIKIRI_FAULT_RUNS=50 cargo test -p yomikiri-cli --test cluster faults -- --nocapture` makes 50 random runs instead of one,
//! `YOMIKIRI_FAULT_GAME=trax:6x6` makes them larger, `YOMIKIRI_FAULT_SECONDS=60` lets faults happen for longer, and
//! `YOMIKIRI_FAULT_SEED` begins with another seed.
//!
//! `YOMIKIRI_OVERHEAD_GAME=trax:6x6 YOMIKIRI_OVERHEAD_WORKERS=1,2,4,8,16 YOMIKIRI_OVERHEAD_RUNS=3 cargo test --release -p yomikiri-cli
//! --test cluster little_more -- --nocapture` measures what workers behind a server cost.

mod cluster_network;
#[path = "../../yomikiri-cluster/tests/common/mod.rs"]
mod common;

use cluster_network::{Namespace, Repeater, Way, publish_garbage};
use common::{Behaviour, free_port};
use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use yomikiri_cluster::nats::{NatsDesk, NatsOptions};
use yomikiri_cluster::worker::{SharedTable, Worker, WorkerOptions};
use yomikiri_game::SplitMix64;

const PROGRAM: &str = env!("CARGO_BIN_EXE_yomikiri");

fn has_nats() -> bool {
    let found = Command::new("nats-server").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("nats-server is not installed: this test did nothing");
    }
    found
}

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _ended = self.0.wait();
    }
}

impl Process {
    fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).spawn().expect("a process"))
    }

    fn kill(&mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("ended");
    }

    fn ended(&mut self) -> Option<i32> {
        self.0.try_wait().expect("a process").map(|status| status.code().unwrap_or(-1))
    }
}

/// A NATS server that keeps its files.
struct Nats {
    port: u16,
    folder: PathBuf,
    process: Option<Process>,
}

impl Nats {
    fn start(folder: &Path) -> Self {
        let mut nats = Self { port: free_port(), folder: folder.join("nats"), process: None };
        nats.restart();
        nats
    }

    fn restart(&mut self) {
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]).arg(&self.folder);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.process = Some(Process::start(&mut command));
        let until = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(Instant::now() < until, "the server does not start");
            sleep(Duration::from_millis(20));
        }
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

/// A cluster of processes.
struct Cluster {
    folder: tempfile::TempDir,
    game: String,
    /// Options of the coordinator.
    options: &'static [&'static str],
    nats: Nats,
    ways: Vec<Way>,
    workers: Vec<Process>,
    coordinator: Process,
    /// Whether its disk will soon be full.
    is_short_of_disk: bool,
    /// The checked pieces in the store when it was last looked at.
    checked: u64,
}

impl Cluster {
    fn start(game: &str, options: &'static [&'static str], namespaces: Vec<Option<Namespace>>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let nats = Nats::start(folder.path());
        let ways: Vec<Way> = namespaces.into_iter().map(|namespace| Way::new(nats.port, namespace)).collect();
        let workers = ways.len();
        let coordinator = Self::coordinator(game, options, folder.path(), &nats.url(), None);
        let mut cluster = Self {
            folder,
            game: game.to_owned(),
            options,
            nats,
            ways,
            workers: Vec::new(),
            coordinator,
            is_short_of_disk: false,
            checked: 0,
        };
        for number in 0..workers {
            let worker = cluster.worker(number);
            cluster.workers.push(worker);
        }
        cluster
    }

    fn log(folder: &Path, name: &str) -> fs::File {
        fs::OpenOptions::new().append(true).create(true).open(folder.join(name)).expect("a log")
    }

    /// A coordinator, perhaps with a disk that is full after so many blocks of 512 bytes.
    fn coordinator(game: &str, options: &[&str], folder: &Path, url: &str, disk: Option<u32>) -> Process {
        let mut command = match disk {
            None => Command::new(PROGRAM),
            Some(blocks) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\""), PROGRAM]);
                shell
            }
        };
        command.args(["coordinate", game, "--nats", url, "--json"]).args(options);
        command.arg("--store").arg(folder.join("run.store")).arg("--proof").arg(folder.join("run.proof"));
        command.stdout(Self::log(folder, "answers")).stderr(Self::log(folder, "coordinator.log"));
        Process::start(&mut command)
    }

    /// Starts the coordinator again, after it has ended. What its store had is still there.
    fn restart_coordinator(&mut self, disk: Option<u32>) {
        let store = self.folder.path().join("run.store");
        let shown =
            Command::new(PROGRAM).args(["cluster", "status", "--json", "--store"]).arg(store).output();
        let shown = shown.expect("a process").stdout;
        // A store that was never written has nothing to lose.
        let checked = serde_json::from_slice::<serde_json::Value>(&shown)
            .map_or(0, |status| status["checked"].as_u64().unwrap_or(0));
        assert!(checked >= self.checked, "{checked} checked pieces are left of {}", self.checked);
        self.checked = checked;
        self.is_short_of_disk = disk.is_some();
        self.coordinator =
            Self::coordinator(&self.game, self.options, self.folder.path(), &self.nats.url(), disk);
    }

    fn worker(&self, number: usize) -> Process {
        let way = &self.ways[number];
        let mut command = way.command(PROGRAM);
        command.args(["work", "--memory", "64M", "--nats", &way.url()]);
        command.stdout(Stdio::null()).stderr(Self::log(self.folder.path(), &format!("worker-{number}.log")));
        Process::start(&mut command)
    }

    fn shown_log(&self) -> String {
        fs::read_to_string(self.folder.path().join("coordinator.log")).unwrap_or_default()
    }

    /// Waits until the coordinator has ended well.
    fn wait(&mut self, longest: Duration) {
        let until = Instant::now() + longest;
        let code = loop {
            if let Some(code) = self.coordinator.ended() {
                break code;
            }
            assert!(Instant::now() < until, "it takes too long\n{}", self.shown_log());
            sleep(Duration::from_millis(20));
        };
        assert_eq!(code, 0, "{}", self.shown_log());
    }

    /// What was printed, after the coordinator has ended well.
    fn answer(&self) -> serde_json::Value {
        let answers = fs::read_to_string(self.folder.path().join("answers")).expect("answers");
        let last = answers.lines().last().unwrap_or_else(|| panic!("no answer\n{}", self.shown_log()));
        serde_json::from_str(last).expect("JSON")
    }

    /// The verdict that was printed; and the proof holds.
    fn verdict(&self) -> String {
        let checked = Command::new(PROGRAM).arg("check").arg(self.folder.path().join("run.proof")).output();
        let checked = checked.expect("a process");
        assert!(checked.status.success(), "the proof does not hold: {checked:?}");
        verdict_of(&self.answer())
    }
}

fn verdict_of(answer: &serde_json::Value) -> String {
    answer["verdict"].as_str().expect("a verdict").to_owned()
}

fn nodes_of(answer: &serde_json::Value) -> u64 {
    answer["cost"]["nodes"].as_u64().expect("nodes")
}

/// What `solve` with one thread prints.
fn solved(game: &str) -> serde_json::Value {
    let output = Command::new(PROGRAM).args(["solve", game, "--json"]).output().expect("a process");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn three_commands_solve_a_game() {
    if !has_nats() {
        return;
    }
    let mut cluster = Cluster::start("trax:4x4", &["--grain", "30"], vec![None, None]);
    cluster.wait(Duration::from_secs(120));
    assert_eq!(cluster.verdict(), "draw");
}

#[test]
fn many_workers_behind_a_server_do_little_more_than_one_thread() {
    if !has_nats() {
        return;
    }
    let game: String = variable("YOMIKIRI_OVERHEAD_GAME").unwrap_or_else(|| "trax:5x5".to_owned());
    let workers: String = variable("YOMIKIRI_OVERHEAD_WORKERS").unwrap_or_else(|| "2".to_owned());
    let runs: usize = variable("YOMIKIRI_OVERHEAD_RUNS").unwrap_or(1);
    let alone = solved(&game);
    eprintln!("{game}: {} nodes with one thread", nodes_of(&alone));
    for workers in workers.split(',').map(|number| number.parse().expect("a number of workers")) {
        for _ in 0..runs {
            let mut cluster = Cluster::start(&game, &[], (0..workers).map(|_| None).collect());
            cluster.wait(Duration::from_secs(600));
            assert_eq!(cluster.verdict(), verdict_of(&alone));
            let nodes = nodes_of(&cluster.answer());
            let share = nodes as f64 / nodes_of(&alone) as f64;
            let log = cluster.shown_log();
            let cost = log.lines().find(|line| line.contains("coordinator:")).expect("what it cost");
            eprintln!("{workers} workers: {nodes} nodes, {share:.2} times as many; {cost}");
            // Few workers have hardly found their places when a game as small as 5×5 is over.
            assert!(share < 4.0, "{workers} workers: {share:.2} times the nodes");
        }
    }
}

/// A worker in this process that is not what it seems.
fn strange_worker(nats: &Nats, behaviour: Behaviour) {
    let options = NatsOptions {
        url: nats.url(),
        credentials: None,
        authority: None,
        certificate: None,
        cluster: "yomikiri".to_owned(),
    };
    std::thread::spawn(move || {
        let desk = NatsDesk::connect(&options).expect("connects");
        let name = format!("strange-{behaviour:?}-{}", std::process::id());
        let options = WorkerOptions { memory: 1 << 20, ..WorkerOptions::default() };
        let worker =
            Worker::new(name, yomikiri::Registry::standard(), options, SharedTable::sharing(1 << 20, 1));
        common::misbehave(&worker, behaviour, &desk);
    });
}

fn variable<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

/// One run in which everything goes wrong. The verdict is right, the proof holds, and it comes to an end.
fn faulty_run(game: &str, verdict: &str, seed: u64, faults: Duration, namespaces: Vec<Option<Namespace>>) {
    let mut random = SplitMix64::new(seed);
    let mut cluster = Cluster::start(game, &["--grain", "60", "--lost-after", "4s"], namespaces);
    let liars = [
        Behaviour::ClaimsWithoutProof,
        Behaviour::ClaimsTheOpposite,
        Behaviour::SendsProofsOfOthers,
        Behaviour::AnswersGarbage,
        Behaviour::OtherBuild,
        Behaviour::AnswersTwice,
        Behaviour::NeverAnswers,
        Behaviour::ClaimsAnything,
        Behaviour::NeverProves,
    ];
    strange_worker(&cluster.nats, liars[(seed % liars.len() as u64) as usize]);
    let repeater = Repeater::start(cluster.nats.port, seed);
    let started = Instant::now();
    let mut events = Vec::new();
    let code = loop {
        assert!(
            started.elapsed() < Duration::from_secs(600),
            "seed {seed} stalls after {events:?}\n{}",
            cluster.shown_log()
        );
        if let Some(code) = cluster.coordinator.ended() {
            // A full disk ends a coordinator; somebody makes room and starts it again.
            if code == 2 && cluster.is_short_of_disk {
                cluster.restart_coordinator(None);
                events.push("room again");
                continue;
            }
            break code;
        }
        sleep(Duration::from_millis(100 + random.next_u64() % 400));
        // After a while the cluster is left alone, so that every run comes to an end.
        if started.elapsed() > faults {
            repeater.rest();
            cluster.ways.iter().for_each(|way| {
                way.set_cut(false);
                way.set_delay_ms(0);
            });
            continue;
        }
        let number = (random.next_u64() % cluster.workers.len() as u64) as usize;
        let event = match random.next_u64() % 12 {
            0..3 => {
                cluster.workers[number].kill();
                cluster.workers[number] = cluster.worker(number);
                "killed worker"
            }
            3 | 4 => {
                cluster.coordinator.kill();
                cluster.restart_coordinator(None);
                "killed coordinator"
            }
            5 => {
                if let Some(process) = &mut cluster.nats.process {
                    process.kill();
                }
                cluster.nats.restart();
                "killed server"
            }
            6 => {
                cluster.coordinator.kill();
                let size =
                    fs::metadata(cluster.folder.path().join("run.store")).map_or(0, |found| found.len());
                cluster.restart_coordinator(Some((size / 512 + 8) as u32));
                "full disk"
            }
            7 | 8 => {
                let was = cluster.ways[number].is_cut();
                cluster.ways[number].set_cut(!was);
                if was { "mended way" } else { "cut way" }
            }
            9 => {
                cluster.ways[number].set_delay_ms(random.next_u64() % 30);
                "slow way"
            }
            _ => {
                publish_garbage(cluster.nats.port, &mut random);
                "garbage"
            }
        };
        events.push(event);
    };
    assert_eq!(code, 0, "seed {seed} after {events:?}\n{}", cluster.shown_log());
    assert_eq!(cluster.verdict(), verdict, "seed {seed} after {events:?}");
    eprintln!(
        "seed {seed}: {verdict} in {:.1?} after {} events and {} repeated messages",
        started.elapsed(),
        events.len(),
        repeater.repeated()
    );
}

const WORKERS: usize = 3;

#[test]
fn faults_change_nothing() {
    if !has_nats() {
        return;
    }
    let game: String = variable("YOMIKIRI_FAULT_GAME").unwrap_or_else(|| "trax:5x5".to_owned());
    let runs: u64 = variable("YOMIKIRI_FAULT_RUNS").unwrap_or(1);
    let faults = Duration::from_secs(variable("YOMIKIRI_FAULT_SECONDS").unwrap_or(8));
    let seed: u64 = variable("YOMIKIRI_FAULT_SEED").unwrap_or(1);
    let verdict = verdict_of(&solved(&game));
    for seed in seed..seed + runs {
        let nowhere = (0..WORKERS).map(|_| None).collect();
        faulty_run(&game, &verdict, seed, faults, nowhere);
    }
}

/// The same with workers in network namespaces, where packets are lost when a worker is cut off.
#[test]
fn workers_in_namespaces_are_cut_off() {
    if !has_nats() {
        return;
    }
    let game = "trax:5x5";
    let verdict = verdict_of(&solved(game));
    let namespaces: Vec<Option<Namespace>> = (0..WORKERS).map(Namespace::new).collect();
    if namespaces.iter().any(Option::is_none) {
        eprintln!("there are no rights to make network namespaces: this test did nothing");
        return;
    }
    let seed = variable("YOMIKIRI_FAULT_SEED").unwrap_or(1);
    faulty_run(game, &verdict, seed, Duration::from_secs(8), namespaces);
}
