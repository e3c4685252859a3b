//! Solvers of others that misbehave: they are ended with everything that they started, may print what they like, and leave
//! nothing behind.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use yomikiri_game::Stop;
use yomikiri_qbf::external::{Allowance, External, ExternalError, Program, find};
use yomikiri_qbf::{Formula, qdimacs};

fn formula() -> Formula {
    qdimacs::read("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n").expect("well formed")
}

/// A solver that is this script, in a folder of its own.
fn solver(folder: &Path, script: &str) -> Program {
    let path = folder.join("solver");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("room");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    find(&External::Program(path)).expect("just written")
}

/// A folder, and the right to use it. One test at a time: a script that is being written while another test starts a process
/// is open in that process, too, and cannot be executed.
struct Folder(tempfile::TempDir, #[expect(dead_code, reason = "held, not used")] MutexGuard<'static, ()>);

impl Folder {
    fn path(&self) -> &Path {
        self.0.path()
    }
}

fn folder() -> Folder {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    Folder(tempfile::tempdir().expect("a temporary folder"), turn)
}

fn limited(milliseconds: u64) -> Allowance {
    Allowance { time: Some(Duration::from_millis(milliseconds)), memory: None }
}

/// Whether the process whose number is in the file comes to an end soon.
fn ends(file: PathBuf) -> bool {
    let number = fs::read_to_string(file).expect("the script wrote it");
    let process = PathBuf::from("/proc").join(number.trim());
    let ended = || {
        // It may be waiting for somebody to ask how it ended.
        let status = fs::read_to_string(process.join("status"));
        status.map_or(true, |status| status.contains("State:\tZ"))
    };
    (0..300).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        ended()
    })
}

#[test]
fn the_formula_is_a_file_without_a_name() {
    let folder = folder();
    let copy = folder.path().join("copy");
    // Twice, and with its size, as from any file.
    let script = format!("cat \"$1\" \"$1\" > {0}; test -f \"$1\" && exit 10", copy.display());
    let answer = solver(folder.path(), &script).solve(&formula(), Allowance::default(), &Stop::new());
    assert_eq!(answer.expect("an answer"), Some(true));
    let text = qdimacs::write(&formula(), &[]);
    assert_eq!(fs::read_to_string(copy).expect("the script wrote it"), text.clone() + &text);
    let answer = solver(folder.path(), "exit 20").solve(&formula(), Allowance::default(), &Stop::new());
    assert_eq!(answer.expect("an answer"), Some(false));
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_solver_started_ends_with_it() {
    let folder = folder();
    let number = folder.path().join("number");
    let script = format!("sleep 1000 & echo $! > {}; wait", number.display());
    let program = solver(folder.path(), &script);
    let started = Instant::now();
    assert_eq!(program.solve(&formula(), limited(500), &Stop::new()).expect("no answer"), None);
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(ends(number.clone()), "the grandchild survives the limit on time");

    let stop = Stop::new().within(Duration::from_millis(500));
    assert_eq!(program.solve(&formula(), Allowance::default(), &stop).expect("no answer"), None);
    assert!(ends(number.clone()), "the grandchild survives a stop");

    // A solver that ends and leaves a process behind, which holds its output open.
    let script = format!("sleep 1000 & echo $! > {}; exit 10", number.display());
    let program = solver(folder.path(), &script);
    let memory = Allowance { memory: Some(1 << 30), time: None };
    let started = Instant::now();
    assert_eq!(program.solve(&formula(), memory, &Stop::new()).expect("an answer"), Some(true));
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(ends(number), "what was left behind is still there");
}

/// The bytes of memory that this process ever had at most.
#[cfg(target_os = "linux")]
fn most_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("a Linux system");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a Linux system");
    line.split_whitespace().nth(1).expect("a number").parse::<u64>().expect("a number") << 10
}

#[test]
#[cfg(target_os = "linux")]
fn output_without_end_takes_little_memory() {
    let folder = folder();
    let before = most_memory();
    let much = "yes 'c a long line of nothing' | head -c 500000000";
    let program = solver(folder.path(), &format!("{much}; {much} >&2; exit 10"));
    assert_eq!(program.solve(&formula(), Allowance::default(), &Stop::new()).expect("an answer"), Some(true));
    let program = solver(folder.path(), "yes");
    let memory = Allowance { memory: Some(20 << 20), time: None };
    match program.preprocess(&formula(), memory, &Stop::new()) {
        Err(ExternalError::TooMuch { most, .. }) => assert_eq!(most, 20 << 20),
        other => panic!("{other:?}"),
    }
    let grew = (most_memory() - before) >> 20;
    assert!(grew < 100, "{grew} MiB");
}

#[test]
fn what_a_preprocessor_prints_is_read() {
    let folder = folder();
    let program = solver(folder.path(), "cat \"$1\"");
    let read = program.preprocess(&formula(), Allowance::default(), &Stop::new()).expect("a formula");
    assert_eq!(read, Some(formula()));
    let program = solver(folder.path(), "printf 'wrong\\033[31m\\n' >&2; exit 3");
    let error = program.solve(&formula(), Allowance::default(), &Stop::new()).expect_err("exit code 3");
    let text = error.to_string();
    assert!(text.contains("wrong") && !text.contains('\x1b'), "{text}");
}
