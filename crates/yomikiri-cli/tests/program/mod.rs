//! The program as a test calls it.

#![allow(dead_code, reason = "every test uses some of it")]

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

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
