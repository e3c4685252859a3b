//! `--metrics`: figures of a run for other programs, one JSON object per line, appended to a file.

use crate::json;
use anyhow::Context;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::SystemTime;
use yomikiri::{Event, Game, Report, view};

/// The file, and what every line says about the run.
pub(crate) struct Metrics {
    file: Mutex<File>,
    game: String,
    moves: Vec<String>,
    /// Whether a line was lost; the first is worth a warning.
    has_failed: AtomicBool,
}

impl Metrics {
    pub(crate) fn open(path: &Path, game: &Game, moves: &[String]) -> anyhow::Result<Self> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.with_context(|| format!("{}: metrics cannot be written", path.display()))?;
        Ok(Self {
            file: Mutex::new(file),
            game: game.to_string(),
            moves: moves.to_vec(),
            has_failed: AtomicBool::new(false),
        })
    }

    /// How far a search is.
    pub(crate) fn progress(&self, report: &Report, speed: f64) {
        if let Some(progress) = view::Progress::of(self.now(), report, speed) {
            self.write(progress);
        }
    }

    /// What happened on the way.
    pub(crate) fn event(&self, event: &Event) {
        if let Some(line) = view::Line::of_event(self.now(), event) {
            self.write(line);
        }
    }

    fn now(&self) -> view::Moment {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let time = since_1970.map_or(0.0, |time| time.as_secs_f64());
        view::Moment { time, game: self.game.clone(), moves: self.moves.clone() }
    }

    fn write(&self, line: impl Into<view::Line>) {
        let mut text = Vec::new();
        if let (Ok(()), Ok(mut file)) = (json::line(&mut text, line), self.file.lock()) {
            // In one piece, so that lines stay whole; and a disk that is full must not end a search of days.
            if let Err(error) = file.write_all(&text)
                && !self.has_failed.swap(true, Relaxed)
            {
                let _unheard = writeln!(std::io::stderr(), "warning: metrics are lost: {error}");
            }
        }
    }
}
