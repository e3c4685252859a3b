//! The program as a test calls it.

#![allow(dead_code, reason = "every test uses some of it")]

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub fn yomikiri(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yomikiri")).args(arguments).output().expect("the program runs")
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

/// Runs a command that must succeed; gives its JSON lines.
pub fn json(arguments: &[&str]) -> Vec<Value> {
    let output = yomikiri(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    let lines = text(&output.stdout).lines();
    lines.map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Runs a command that must fail with exit code 2; gives its error.
pub fn error(arguments: &[&str]) -> String {
    let output = yomikiri(arguments);
    let error = text(&output.stderr).to_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed a result");
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// Runs a command; gives its exit code and the most memory that it had, in bytes.
#[cfg(target_os = "linux")]
pub fn peak_memory(arguments: &[&str]) -> (Option<i32>, u64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    let command = command.args(arguments).stdout(Stdio::null());
    let mut child = command.spawn().expect("the program runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        // The system keeps the peak itself; at the very end it is gone.
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = kilobytes.map_or(peak, |kilobytes| peak.max(kilobytes << 10));
        if let Some(status) = child.try_wait().expect("it is our child") {
            return (status.code(), peak);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// A folder for a test's files, gone at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("yomikiri-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain name").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _already_gone = std::fs::remove_dir_all(&self.0);
    }
}
