//! The program as a user starts it: in a process of its own, watched so that it cannot hang.

use crate::case::Finding;
use crate::demand;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Set in the environment of the processes that are to be the program under test.
const ROLE: &str = "YOMIKIRI_HOSTILE_PROGRAM";

/// So much of what a process prints is kept.
const KEPT: u64 = 1 << 20;

/// A process that has not ended by then never will, on a machine with nothing else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many times slower than alone a process may be here and now: the load of the machine for each core.
pub fn slowness() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0);
    let cores = std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64);
    (load / cores).max(1.0)
}

/// Whether this process is to be the program under test.
pub fn is_wanted() -> bool {
    std::env::var_os(ROLE).is_some()
}

/// What a process may not exceed, in the words of `ulimit`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// The size of a file it writes, in blocks of 512 bytes.
    pub file_blocks: Option<u32>,
}

/// The program with some arguments. It may use 8 GB of addresses, so that no mistake brings the machine down.
pub fn command<S: AsRef<str>>(arguments: &[S], bounds: Bounds) -> Command {
    let mut command = Command::new("/bin/sh");
    let file = bounds.file_blocks.map_or_else(String::new, |blocks| format!("ulimit -f {blocks}; "));
    command.args(["-c", &format!("ulimit -v 8000000; ulimit -c 0; {file}exec \"$@\""), "sh"]);
    as_program(&mut command, arguments);
    command
}

/// Ends a command that starts another one with the program and its arguments.
pub fn as_program<S: AsRef<str>>(command: &mut Command, arguments: &[S]) {
    command.arg(std::env::current_exe().expect("this program"));
    command.args(arguments.iter().map(AsRef::as_ref));
    command.env(ROLE, "1").env("NO_COLOR", "1").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
}

/// How a process ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    pub elapsed: Duration,
    /// It was killed because it did not end.
    pub hung: bool,
}

impl Ended {
    /// The object of `--json`, if that is what was printed last.
    pub fn json(&self) -> Option<serde_json::Value> {
        let text = std::str::from_utf8(&self.stdout).ok()?;
        serde_json::from_str(text.lines().last()?).ok()
    }

    /// The verdict of `solve --json`.
    pub fn verdict(&self) -> Option<String> {
        self.json()?.get("verdict")?.as_str().map(str::to_owned)
    }

    /// What holds however it was started: it ended by itself, with an exit code that has a meaning, without a panic.
    pub fn demand_order(&self, described: &str) -> Result<(), Finding> {
        demand!(!self.hung, "no end after {:?}: {described}", self.elapsed);
        demand!(!self.stderr.contains("panicked at"), "a panic: {described}\n{}", self.stderr);
        let is_known = matches!(self.code, Some(0 | 1 | 2 | 10 | 20));
        demand!(
            is_known,
            "exit code {:?}, signal {:?}: {described}\n{}",
            self.code,
            self.signal,
            self.stderr
        );
        Ok(())
    }
}

/// Runs the program to its end.
pub fn run<S: AsRef<str>>(arguments: &[S]) -> Ended {
    watch(&mut command(arguments, Bounds::default()), None)
}

/// Runs a command to its end, or kills it after a time.
pub fn watch(command: &mut Command, kill_after: Option<Duration>) -> Ended {
    let mut process = Process::start(command);
    let ended = process.ends_within(kill_after.unwrap_or_else(|| PATIENCE.mul_f64(slowness())));
    process.finish(!ended && kill_after.is_none())
}

/// Runs a command, does something to it after a time, and says how long it took to end after that.
pub fn signalled(
    command: &mut Command,
    after: Duration,
    signal: impl FnOnce(u32) -> bool,
) -> (Ended, Duration) {
    let mut process = Process::start(command);
    process.ends_within(after);
    let sent = Instant::now();
    let heard = signal(process.child.id());
    let ended = process.ends_within(PATIENCE.mul_f64(slowness()));
    (process.finish(heard && !ended), sent.elapsed())
}

/// A process whose output is collected.
struct Process {
    started: Instant,
    child: Child,
    stdout: JoinHandle<Vec<u8>>,
    stderr: JoinHandle<Vec<u8>>,
}

impl Process {
    fn start(command: &mut Command) -> Self {
        let started = Instant::now();
        let mut child = command.spawn().expect("a process");
        let (stdout, stderr) = (collect(child.stdout.take()), collect(child.stderr.take()));
        Self { started, child, stdout, stderr }
    }

    fn ends_within(&mut self, limit: Duration) -> bool {
        let started = Instant::now();
        loop {
            if self.child.try_wait().expect("a child").is_some() {
                return true;
            }
            let left = limit.saturating_sub(started.elapsed());
            if left.is_zero() {
                return false;
            }
            std::thread::sleep(left.min(Duration::from_millis(2)));
        }
    }

    /// Kills it if it still runs.
    fn finish(mut self, hung: bool) -> Ended {
        let _already_dead = self.child.kill();
        let status = self.child.wait().expect("a child");
        Ended {
            code: status.code(),
            signal: status.signal(),
            elapsed: self.started.elapsed(),
            stdout: self.stdout.join().unwrap_or_default(),
            stderr: String::from_utf8_lossy(&self.stderr.join().unwrap_or_default()).into_owned(),
            hung,
        }
    }
}

/// Reads all that a process prints, and keeps the beginning.
fn collect(from: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut from) = from {
            // A process that is killed breaks its pipe.
            let _broken = from.by_ref().take(KEPT).read_to_end(&mut kept);
            let _broken = std::io::copy(&mut from, &mut std::io::sink());
        }
        kept
    })
}
