//! Commands run one after another in a folder, as a reader would.

use crate::markdown::Command;
use crate::program::Folder;
use crate::rules::{How, Rule};
use std::fs::File;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A folder to type commands in.
pub struct Session {
    folder: Folder,
}

/// How long a command may run that is only started.
const A_MOMENT: Duration = Duration::from_secs(1);

impl Session {
    pub fn new(page: &str, root: &Path) -> Self {
        let folder = Folder::new(&page.replace('/', "-"));
        for name in ["suites", "proofs"] {
            std::os::unix::fs::symlink(root.join(name), folder.0.join(name)).expect("a link");
        }
        Self { folder }
    }

    /// Runs a command. Gives its output if it is to be compared with what is shown, or says how it failed.
    pub fn run(&self, command: &Command, rule: Option<&Rule>) -> Result<Option<String>, String> {
        let how = rule.map(|rule| &rule.how);
        if command.output.is_some() && !matches!(how, None | Some(How::Elsewhere)) {
            return Err(format!("`{}` has an output, but is not run as it is shown", command.text));
        }
        match how {
            None => self.finish(&command.text, command.exit).map(Some),
            Some(How::Shortened { replace, add, exit }) => {
                let mut text = command.text.clone();
                for (from, to) in *replace {
                    assert!(text.contains(from), "the rule for `{text}` replaces `{from}`");
                    text = text.replace(from, to);
                }
                self.finish(&format!("{text} {add}"), *exit).map(|_| None)
            }
            Some(How::Started) => self.start(&command.text).map(|()| None),
            Some(How::WithProgram(name)) => {
                let is_there = std::env::var_os("PATH").is_some_and(|path| {
                    std::env::split_paths(&path).any(|folder| folder.join(name).exists())
                });
                self.finish(&command.text, if is_there { command.exit } else { 2 }).map(|_| None)
            }
            Some(How::Elsewhere) => Ok(None),
        }
    }

    /// Runs a command to its end. Gives all that it prints, results and messages in the order they came.
    fn finish(&self, text: &str, exit: i32) -> Result<String, String> {
        let mut child = self.spawn(text)?;
        let status = child.wait().map_err(|error| format!("`{text}`: {error}"))?;
        let output = std::fs::read_to_string(self.folder.file(OUTPUT)).map_err(|error| error.to_string())?;
        if status.code() == Some(exit) {
            Ok(output)
        } else {
            Err(format!("`{text}` ended with {status}, not with exit code {exit}:\n{output}"))
        }
    }

    /// Starts a command and ends it after a moment, if it has not ended well before.
    fn start(&self, text: &str) -> Result<(), String> {
        let mut child = self.spawn(text)?;
        let started = Instant::now();
        while started.elapsed() < A_MOMENT {
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                return if status.success() { Ok(()) } else { Err(format!("`{text}` ended with {status}")) };
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn spawn(&self, text: &str) -> Result<Child, String> {
        let program = Path::new(env!("CARGO_BIN_EXE_yomikiri"));
        let mut path = program.parent().expect("a folder").as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let as_installed =
            text.replace("cargo run --release --", "yomikiri").replace("cargo run --release", "yomikiri");
        if !as_installed.split(' ').next().is_some_and(|first| PROGRAMS.contains(&first)) {
            return Err(format!("`{text}` is no command of ours, and there is no rule for it"));
        }
        let output = File::create(self.folder.0.join(OUTPUT)).map_err(|error| error.to_string())?;
        let messages = output.try_clone().map_err(|error| error.to_string())?;
        std::process::Command::new("sh")
            .args(["-c", &format!("exec {as_installed}")])
            .env("PATH", path)
            .env_remove("COLUMNS")
            .current_dir(&self.folder.0)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(messages)
            .spawn()
            .map_err(|error| format!("`{text}`: {error}"))
    }
}

/// What may be called without a rule: ours, and what every system has.
const PROGRAMS: [&str; 3] = ["yomikiri", "head", "tail"];

/// What the latest command printed.
const OUTPUT: &str = ".printed";
