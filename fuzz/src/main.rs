//! Runs targets on their kept inputs and on mutations of those, for some seconds each.
//!
//! An input that breaks an invariant, or takes too long, is written to `artifacts/`, and the exit code is 1. The same seed
//! gives the same inputs in the same order.

use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use yomikiri_fuzz::mutation::Mutator;
use yomikiri_fuzz::targets::{TARGETS, Target};

/// What one input may take; far more than any does on a busy machine.
const MOST_TIME: Duration = Duration::from_secs(60);

const USAGE: &str = "usage: yomikiri-fuzz [--seconds N] [--seed N] [TARGET...] [FILE...]";

fn main() -> ExitCode {
    let (mut seconds, mut seed) = (5, 1);
    let (mut targets, mut files) = (Vec::new(), Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
        match argument.as_str() {
            "--seconds" | "--seed" => {
                let Some(number) = number() else {
                    eprintln!("{USAGE}");
                    return ExitCode::from(2);
                };
                *(if argument == "--seed" { &mut seed } else { &mut seconds }) = number;
            }
            name => match TARGETS.iter().find(|target| target.name == name) {
                Some(target) => targets.push(target),
                None if Path::new(name).is_file() => files.push(PathBuf::from(name)),
                None => {
                    let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
                    eprintln!("no target and no file is called {name} (targets: {})", names.join(" "));
                    return ExitCode::from(2);
                }
            },
        }
    }
    if targets.is_empty() {
        targets = TARGETS.iter().collect();
    }
    if !files.is_empty() {
        // Inputs to be seen again, with the panic as it is.
        for (target, file) in targets.iter().flat_map(|target| files.iter().map(move |file| (target, file))) {
            println!("{} {}", target.name, file.display());
            (target.run)(&std::fs::read(file).expect("a file"));
        }
        return ExitCode::SUCCESS;
    }
    let mut holds = true;
    for target in targets {
        holds &= campaign(target, seed, Duration::from_secs(seconds));
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a target; `false` if an input broke its invariant.
fn campaign(target: &'static Target, seed: u64, time: Duration) -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut kept = Vec::new();
    let mut names: Vec<_> =
        folder.join("seeds").join(target.name).read_dir().into_iter().flatten().flatten().collect();
    names.sort_by_key(std::fs::DirEntry::path);
    for name in names {
        kept.push(std::fs::read(name.path()).expect("a kept input"));
    }
    let judge = Judge::new(target, folder.join("artifacts").join(target.name));
    let mut mutator = Mutator::new(seed, kept.clone(), target.longest);
    let (started, mut count) = (Instant::now(), 0_u64);
    for input in &kept {
        if judge.judge(input).is_none() {
            return false;
        }
    }
    while started.elapsed() < time {
        let input = mutator.next_input();
        count += 1;
        match judge.judge(&input) {
            None => return false,
            Some(true) => mutator.keep(input),
            Some(false) => {}
        }
    }
    println!("{}: {} kept inputs and {count} made of them, seed {seed}", target.name, kept.len());
    true
}

/// A thread that runs a target, so that an input that never ends can be told.
struct Judge {
    target: &'static Target,
    artifacts: PathBuf,
    inputs: mpsc::SyncSender<Vec<u8>>,
    results: mpsc::Receiver<Option<bool>>,
}

impl Judge {
    fn new(target: &'static Target, artifacts: PathBuf) -> Self {
        let (inputs, received) = mpsc::sync_channel::<Vec<u8>>(1);
        let (answers, results) = mpsc::sync_channel(1);
        // The stack of a main thread, as libFuzzer has it.
        let judge = std::thread::Builder::new().stack_size(8 << 20).spawn(move || {
            while let Ok(input) = received.recv() {
                let result = panic::catch_unwind(|| (target.run)(&input)).ok();
                if answers.send(result).is_err() {
                    return;
                }
            }
        });
        judge.expect("a thread");
        Self { target, artifacts, inputs, results }
    }

    /// Whether an input is of use; `None` if it breaks the invariant.
    fn judge(&self, input: &[u8]) -> Option<bool> {
        self.inputs.send(input.to_vec()).expect("the thread waits");
        let what = match self.results.recv_timeout(MOST_TIME) {
            Ok(Some(is_of_use)) => return Some(is_of_use),
            Ok(None) => "breaks the invariant",
            Err(RecvTimeoutError::Timeout) => "takes too long",
            Err(RecvTimeoutError::Disconnected) => "ended its thread",
        };
        std::fs::create_dir_all(&self.artifacts).expect("a folder for what was found");
        let path = self.artifacts.join(format!("crash-{:08x}", crc32fast::hash(input)));
        std::fs::write(&path, input).expect("room for what was found");
        eprintln!("{}: an input {what}: {}", self.target.name, path.display());
        None
    }
}
