//! Solvers of others, as processes.
//!
//! A solver gets the name of a QDIMACS file and answers with its exit code: 10 for true, 20 for false. It is
//! looked for on the path, and where the Python package `pyqbf` puts its binaries.
//!
//! A solver is a stranger: it may start other processes, print without end, or leave something behind. So it runs in a process
//! group of its own, which is ended as a whole when its time is up; what it prints is read to the end but kept up to a limit;
//! and the formula is given to it in a file without a name.

use crate::formula::Formula;
use crate::qdimacs;
use std::fmt;
#[cfg(unix)]
use std::io::Seek;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::str::FromStr;
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};
use yomikiri_game::{Stop, presentable};

/// An external solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum External {
    /// One that is known by name.
    Known(&'static str),
    /// Any program.
    Program(PathBuf),
}

/// The solvers that are looked for.
const KNOWN: [&str; 5] = ["depqbf", "caqe", "rareqs", "qute", "qfun"];

impl External {
    /// All solvers that are known by name.
    pub fn known() -> impl Iterator<Item = Self> {
        KNOWN.into_iter().map(Self::Known)
    }
}

impl FromStr for External {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = KNOWN.into_iter().find(|known| *known == text);
        Ok(known.map_or_else(|| Self::Program(text.into()), Self::Known))
    }
}

impl fmt::Display for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(name) => f.pad(name),
            Self::Program(path) => f.pad(&path.display().to_string()),
        }
    }
}

/// Why an external program gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ExternalError {
    /// It is not there.
    #[error(
        "`{0}` was not found on the path. DepQBF: install the Debian package depqbf; DepQBF, CAQE, RAReQS, Qute and \
         QFUN: pip install pyqbf; or give the path of a program"
    )]
    Missing(String),
    /// It could not be started, or its files not be written.
    #[error("{0} cannot be run: {1}")]
    Io(String, io::Error),
    /// It ended in an unexpected way.
    #[error("{program} ended with {status} instead of 10 or 20{said}")]
    Failed {
        /// The program.
        program: String,
        /// Its exit status.
        status: String,
        /// What it printed on standard error, if anything.
        said: String,
    },
    /// It printed more than is kept.
    #[error("{program} printed more than {most} bytes")]
    TooMuch {
        /// The program.
        program: String,
        /// The limit.
        most: u64,
    },
    /// What it printed is no formula.
    #[error("{0} printed no formula: {1}")]
    Output(String, crate::ReadError),
}

/// How much an external program may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    /// The time.
    pub time: Option<Duration>,
    /// The memory in bytes.
    pub memory: Option<u64>,
}

/// A program that was found.
#[derive(Clone, Debug)]
pub struct Program {
    name: String,
    path: PathBuf,
}

/// Looks for a solver.
///
/// # Errors
/// If it is not there.
pub fn find(solver: &External) -> Result<Program, ExternalError> {
    match solver {
        External::Known(name) => find_program(name),
        External::Program(path) if path.components().count() > 1 => {
            let name = path.display().to_string();
            if path.is_file() {
                Ok(Program { name, path: path.clone() })
            } else {
                Err(ExternalError::Missing(name))
            }
        }
        External::Program(name) => find_program(&name.display().to_string()),
    }
}

/// Looks for the preprocessor bloqqer.
///
/// # Errors
/// If it is not there.
pub fn find_bloqqer() -> Result<Program, ExternalError> {
    find_program("bloqqer")
}

fn find_program(name: &str) -> Result<Program, ExternalError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    places.extend(std::env::var_os("VIRTUAL_ENV").map(|environment| PathBuf::from(environment).join("bin")));
    let plain = places.iter().map(|place| place.join(name));
    let binaries = places
        .iter()
        .flat_map(|place| python_binaries(place))
        .map(|place| place.join(format!("pyqbf_{name}")));
    // Scripts that start the binaries; only if those are elsewhere.
    let scripts = places.iter().map(|place| place.join(format!("pyqbf_{name}")));
    let found = plain.chain(binaries).chain(scripts).find(|path| path.is_file());
    found
        .map(|path| Program { name: name.to_owned(), path })
        .ok_or_else(|| ExternalError::Missing(name.to_owned()))
}

/// Where a Python environment with programs in `place` keeps the binaries of its packages.
fn python_binaries(place: &Path) -> Vec<PathBuf> {
    let Some(libraries) = place.parent().map(|root| root.join("lib")).and_then(|lib| lib.read_dir().ok())
    else {
        return Vec::new();
    };
    let python =
        libraries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with("python3"));
    python
        .map(|entry| entry.path().join("site-packages/cmeel.prefix/bin"))
        .filter(|path| path.is_dir())
        .collect()
}

/// How a process ended, what it printed and what it said on standard error; `None` if its time was up.
type Ended = Option<(ExitStatus, String, String)>;

/// What is kept of an answer and of complaints; the rest is read and forgotten.
const MOST_SAID: u64 = 64 << 10;

/// What a preprocessor may print if nothing is said about memory.
const MOST_PRINTED: u64 = 256 << 20;

impl Program {
    /// Asks whether a formula is true; `None` if the time is up or the switch was thrown.
    ///
    /// # Errors
    /// If the program cannot be run or does not answer.
    pub fn solve(
        &self,
        formula: &Formula,
        allowance: Allowance,
        stop: &Stop,
    ) -> Result<Option<bool>, ExternalError> {
        let kept = Kept { most: MOST_SAID, whole: false };
        let Some((status, _, said)) = self.run(formula, allowance, kept, stop)? else {
            return Ok(None);
        };
        match status.code() {
            Some(10) => Ok(Some(true)),
            Some(20) => Ok(Some(false)),
            _ => Err(self.failed(status, &said)),
        }
    }

    /// Lets a preprocessor write a formula of the same value; `None` if the time is up or the switch was thrown.
    ///
    /// # Errors
    /// If the program cannot be run, or prints no formula or too much.
    pub fn preprocess(
        &self,
        formula: &Formula,
        allowance: Allowance,
        stop: &Stop,
    ) -> Result<Option<Formula>, ExternalError> {
        let kept = Kept { most: allowance.memory.unwrap_or(MOST_PRINTED).min(MOST_PRINTED), whole: true };
        let Some((status, printed, said)) = self.run(formula, allowance, kept, stop)? else {
            return Ok(None);
        };
        match status.code() {
            Some(0 | 10 | 20) => {
                let read =
                    qdimacs::read(&printed).map_err(|error| ExternalError::Output(self.name.clone(), error));
                read.map(Some)
            }
            _ => Err(self.failed(status, &said)),
        }
    }

    fn failed(&self, status: ExitStatus, said: &str) -> ExternalError {
        let said = said.lines().next().map(|line| format!(": {}", presentable(line))).unwrap_or_default();
        ExternalError::Failed { program: self.name.clone(), status: status.to_string(), said }
    }

    fn run(
        &self,
        formula: &Formula,
        allowance: Allowance,
        kept: Kept,
        stop: &Stop,
    ) -> Result<Ended, ExternalError> {
        let wrap = |error| ExternalError::Io(self.name.clone(), error);
        let mut command = match allowance.memory {
            None => Command::new(&self.path),
            Some(bytes) => {
                let mut shell = Command::new("sh");
                shell
                    .args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &(bytes / 1024).to_string()])
                    .arg(&self.path);
                shell
            }
        };
        let given = Given::new(&qdimacs::write(formula, &[])).map_err(wrap)?;
        given.give(&mut command).map_err(wrap)?;
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::start(command).map_err(wrap)?;
        let printed = Listener::new(group.child.stdout.take(), kept);
        let said = Listener::new(group.child.stderr.take(), Kept { most: MOST_SAID, whole: false });
        let started = Instant::now();
        let mut pause = Duration::from_micros(200);
        while !group.has_ended().map_err(wrap)? {
            if printed.is_too_much() {
                return Err(ExternalError::TooMuch { program: self.name.clone(), most: kept.most });
            }
            if stop.is_requested() || allowance.time.is_some_and(|time| started.elapsed() >= time) {
                return Ok(None);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        // What it has started and left behind would keep the pipes open.
        let status = group.end().map_err(wrap)?;
        let (printed, said) = (printed.finish(), said.finish());
        if kept.whole && printed.1 {
            return Err(ExternalError::TooMuch { program: self.name.clone(), most: kept.most });
        }
        Ok(Some((status, printed.0, said.0)))
    }
}

/// A process and everything that it starts. All of it is ended when this is dropped.
struct Group {
    child: Child,
    /// Its exit status, once it has been waited for.
    status: Option<ExitStatus>,
}

impl Group {
    fn start(mut command: Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Self { child: command.spawn()?, status: None })
    }

    /// Whether the process that was started has ended. It is not waited for: until then nobody else gets its number, which
    /// is that of the group, too.
    #[cfg(unix)]
    fn has_ended(&mut self) -> io::Result<bool> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let Some(process) = self.number() else {
            return Ok(true);
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(process), options)?.is_some())
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> io::Result<bool> {
        self.child.try_wait().map(|status| status.is_some())
    }

    #[cfg(unix)]
    fn number(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
    }

    /// Ends whatever is left of it.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        // What has ended already cannot be ended again.
        #[cfg(unix)]
        if let Some(group) = self.number() {
            let _already_gone = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _already_gone = self.child.kill();
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _nobody_to_tell = self.end();
    }
}

/// How much of what a process prints is kept.
#[derive(Clone, Copy)]
struct Kept {
    most: u64,
    /// Whether all of it is needed, so that more than `most` is a mistake.
    whole: bool,
}

/// Reads what a process prints, so that it never has to wait.
struct Listener {
    heard: Arc<Mutex<Heard>>,
    done: mpsc::Receiver<()>,
    kept: Kept,
}

#[derive(Default)]
struct Heard {
    bytes: Vec<u8>,
    /// Whether there was more than is kept.
    more: bool,
}

impl Listener {
    fn new(pipe: Option<impl Read + Send + 'static>, kept: Kept) -> Self {
        let heard = Arc::new(Mutex::new(Heard::default()));
        let (tell, done) = mpsc::channel();
        let shared = Arc::clone(&heard);
        std::thread::spawn(move || {
            if let Some(pipe) = pipe {
                listen(pipe, kept.most, &shared);
            }
            // Nobody may be waiting any more.
            let _unheard = tell.send(());
        });
        Self { heard, done, kept }
    }

    fn is_too_much(&self) -> bool {
        self.kept.whole && lock(&self.heard).more
    }

    /// What was printed, and whether there was more. A process that has left its group may keep the pipe open for ever, so
    /// this waits a moment only.
    fn finish(self) -> (String, bool) {
        let _too_late = self.done.recv_timeout(Duration::from_secs(1));
        let Heard { bytes, more } = std::mem::take(&mut *lock(&self.heard));
        let text = String::from_utf8(bytes);
        (text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()), more)
    }
}

fn lock(heard: &Mutex<Heard>) -> std::sync::MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn listen(mut pipe: impl Read, most: u64, heard: &Mutex<Heard>) {
    let mut piece = vec![0; 1 << 16];
    loop {
        match pipe.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // What was read before an error is all there is.
            Ok(0) | Err(_) => return,
            Ok(length) => {
                let mut heard = lock(heard);
                let room = most.saturating_sub(heard.bytes.len() as u64);
                let kept = length.min(usize::try_from(room).unwrap_or(usize::MAX));
                heard.bytes.extend_from_slice(&piece[..kept]);
                heard.more |= kept < length;
            }
        }
    }
}

/// A formula as a file for a process. Where there is `/dev/stdin`, the file has no name: whatever ends this program, nothing
/// is left. It is a file nevertheless, not a pipe, so that a solver may ask for its size or read it twice.
struct Given {
    #[cfg(unix)]
    file: std::fs::File,
    #[cfg(not(unix))]
    file: tempfile::NamedTempFile,
}

impl Given {
    #[cfg(unix)]
    fn new(content: &str) -> io::Result<Self> {
        let mut file = tempfile::tempfile()?;
        file.write_all(content.as_bytes())?;
        file.rewind()?;
        Ok(Self { file })
    }

    #[cfg(unix)]
    fn give(&self, command: &mut Command) -> io::Result<()> {
        command.arg("/dev/stdin").stdin(self.file.try_clone()?);
        Ok(())
    }

    #[cfg(not(unix))]
    fn new(content: &str) -> io::Result<Self> {
        let mut file = tempfile::Builder::new().suffix(".qdimacs").tempfile()?;
        file.write_all(content.as_bytes())?;
        file.flush()?;
        Ok(Self { file })
    }

    #[cfg(not(unix))]
    fn give(&self, command: &mut Command) -> io::Result<()> {
        command.arg(self.file.path()).stdin(Stdio::null());
        Ok(())
    }
}
