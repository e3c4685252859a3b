//! `--metrics`: figures of a run for other programs, one JSON object per line, appended to a file.

use crate::json::{self, MetricsEvent, MetricsLine};
use anyhow::Context;
use std::fs::File;
use std::path::Path;
use std::sync::Mutex;
use std::time::SystemTime;
use yomikiri_game::Player;

/// The file, and what every line says about the run.
pub(crate) struct Metrics {
    file: Mutex<File>,
    game: String,
    moves: String,
}

impl Metrics {
    pub(crate) fn open(path: &Path, game: String, moves: String) -> anyhow::Result<Self> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.with_context(|| format!("{}: metrics cannot be written", path.display()))?;
        Ok(Self { file: Mutex::new(file), game, moves })
    }

    pub(crate) fn write(&self, can_win: Player, event: MetricsEvent) {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let line = MetricsLine {
            time: since_1970.map_or(0.0, |time| time.as_secs_f64()),
            game: &self.game,
            moves: &self.moves,
            question: can_win.to_string(),
            event,
        };
        let mut text = Vec::new();
        if let (Ok(()), Ok(mut file)) = (json::print(&mut text, &line), self.file.lock()) {
            // In one piece, so that lines stay whole; and a disk that is full must not end a search of days.
            let _unwritten = std::io::Write::write_all(&mut *file, &text);
        }
    }
}
