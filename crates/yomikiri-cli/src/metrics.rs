//! `--metrics`: figures of a run for other programs, one JSON object per line, appended to a file.

use crate::json::{self, MetricsEvent, MetricsLine, QuestionLine};
use anyhow::Context;
use std::fs::File;
use std::path::Path;
use std::sync::Mutex;
use std::time::SystemTime;
use yomikiri::{Event, Figures, Game, Report};
use yomikiri_game::Player;
use yomikiri_search::Snapshot;

/// The file, and what every line says about the run.
pub(crate) struct Metrics {
    file: Mutex<File>,
    game: String,
    moves: String,
}

impl Metrics {
    pub(crate) fn open(path: &Path, game: &Game, moves: &[String]) -> anyhow::Result<Self> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.with_context(|| format!("{}: metrics cannot be written", path.display()))?;
        Ok(Self { file: Mutex::new(file), game: game.to_string(), moves: moves.join(" ") })
    }

    /// How far a search is.
    pub(crate) fn progress(&self, report: &Report, speed: f64) {
        let Figures::Search { question: Some(question), snapshot, line } = &report.figures else {
            return;
        };
        let Snapshot {
            nodes,
            shallow_nodes,
            ending_plays,
            table_entries,
            table_capacity,
            collections,
            depth,
            proof,
            disproof,
        } = *snapshot;
        let event = MetricsEvent::Progress {
            seconds: report.elapsed.as_secs_f64(),
            nodes,
            shallow_nodes,
            ending_plays,
            nodes_per_second: speed as u64,
            table_entries,
            table_capacity,
            collections,
            depth,
            proof,
            disproof,
            line: line.join(" "),
        };
        self.write(*question, event);
    }

    /// What happened on the way.
    pub(crate) fn event(&self, event: &Event) {
        let (question, event) = match event {
            Event::Checkpoint { question, positions, bytes, elapsed } => {
                let seconds = elapsed.as_secs_f64();
                (*question, MetricsEvent::Checkpoint { positions: *positions, bytes: *bytes, seconds })
            }
            Event::CheckpointFailed { question, error } => {
                (*question, MetricsEvent::CheckpointFailed { error: error.clone() })
            }
            Event::Answered(report) => {
                (report.question.can_win, MetricsEvent::Answer(QuestionLine::from(report)))
            }
            // Metrics are about one search.
            Event::Part(_) => return,
        };
        self.write(question, event);
    }

    fn write(&self, can_win: Player, event: MetricsEvent) {
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
