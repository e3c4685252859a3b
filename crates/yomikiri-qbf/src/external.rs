//! Solvers of others, as processes.
//!
//! A solver gets the name of a QDIMACS file and answers with its exit code: 10 for true, 20 for false. It is
//! looked for on the path, and where the Python package `pyqbf` puts its binaries.

use crate::formula::Formula;
use crate::qdimacs;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

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

/// How a process ended: `None` if its time was up.
type Ended = Option<(std::process::ExitStatus, String, String)>;

impl Program {
    /// Asks whether a formula is true; `None` if the time is up.
    ///
    /// # Errors
    /// If the program cannot be run or does not answer.
    pub fn solve(&self, formula: &Formula, allowance: Allowance) -> Result<Option<bool>, ExternalError> {
        let Some((status, _, said)) = self.run(formula, allowance)? else {
            return Ok(None);
        };
        match status.code() {
            Some(10) => Ok(Some(true)),
            Some(20) => Ok(Some(false)),
            _ => Err(self.failed(status, &said)),
        }
    }

    /// Lets a preprocessor write a formula of the same value; `None` if the time is up.
    ///
    /// # Errors
    /// If the program cannot be run or prints no formula.
    pub fn preprocess(
        &self,
        formula: &Formula,
        allowance: Allowance,
    ) -> Result<Option<Formula>, ExternalError> {
        let Some((status, printed, said)) = self.run(formula, allowance)? else {
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

    fn failed(&self, status: std::process::ExitStatus, said: &str) -> ExternalError {
        let said = said.lines().next().map(|line| format!(": {line}")).unwrap_or_default();
        ExternalError::Failed { program: self.name.clone(), status: status.to_string(), said }
    }

    fn run(&self, formula: &Formula, allowance: Allowance) -> Result<Ended, ExternalError> {
        let wrap = |error| ExternalError::Io(self.name.clone(), error);
        let file = TemporaryFile::new(&qdimacs::write(formula, &[])).map_err(wrap)?;
        self.run_on(&file.0, allowance).map_err(wrap)
    }

    fn run_on(&self, file: &Path, allowance: Allowance) -> io::Result<Ended> {
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
        command.arg(file).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = command.spawn()?;
        let printed = child.stdout.take().map(listen);
        let said = child.stderr.take().map(listen);
        let text = |listener: Option<std::thread::JoinHandle<String>>| {
            listener.and_then(|listener| listener.join().ok()).unwrap_or_default()
        };
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some((status, text(printed), text(said))));
            }
            if allowance.time.is_some_and(|time| started.elapsed() >= time) {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

/// Reads what a process prints, so that it never has to wait.
fn listen(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is all there is.
        let _cut_short = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// A file that is gone when nobody needs it any more.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(content: &str) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let name = format!("yomikiri-{}-{number}.qdimacs", std::process::id());
        let file = Self(std::env::temp_dir().join(name));
        std::fs::write(&file.0, content)?;
        Ok(file)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _already_gone = std::fs::remove_file(&self.0);
    }
}
