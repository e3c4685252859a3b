//! Searches kept in files, and gone on with.
//!
//! A checkpoint is written while the search goes on: nobody stands still for it, since the table can be read
//! while it is used, and whatever is read is true. (Copying the table while all threads rest would need twice the
//! memory, or seconds of rest for every gigabyte.) The file is replaced when the new one is safe on the disk.

use crate::game::Game;
use crate::job::{Job, is_same_file, search_identity};
use crate::playable::Playable;
use crate::solving::SolveError;
use crate::solving::disk::{Lock, check_writable, replace};
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use yomikiri_game::{Duration, Instant};
use yomikiri_game::{Played, Player, SplitMix64, legal_moves};
use yomikiri_search::{
    Answer, Asked, Census, Knowledge, Priority, Question, RecallError, Report, Statistics, key_scheme,
};
use yomikiri_store::checkpoint::{self, Answered, Checkpoint, CheckpointError, Header};

/// The checkpoints of one run.
pub(super) struct Checkpoints {
    file: Option<PathBuf>,
    /// Nobody else writes the file as long as this is held.
    _lock: Option<Lock>,
    size: Option<u64>,
    /// What is searched, and what has been answered.
    header: Header,
}

/// What a run can go on from.
#[derive(Default)]
pub(super) struct Resumed {
    pub(super) answered: Vec<Report>,
    /// The question that was being searched, what it has cost and what is known.
    pub(super) searching: Option<(Question, Statistics, Knowledge)>,
}

/// A checkpoint that was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub(super) positions: u64,
    pub(super) bytes: u64,
    pub(super) elapsed: Duration,
}

/// Why a checkpoint cannot be gone on from.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// It cannot be opened.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a directory, a pipe or a device.
    #[error("not a regular file")]
    NoFile,
    /// It is damaged, or no checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Its records do not fit.
    #[error(transparent)]
    Recall(#[from] RecallError),
    /// It is about something else.
    #[error("this is a checkpoint {found}, not {wanted}")]
    OtherRun {
        /// What it is about.
        found: String,
        /// What is searched.
        wanted: String,
    },
    /// It was made by a version of this program that computes keys in another way.
    #[error("this checkpoint was made by a version of this program with another key scheme")]
    OtherKeys,
}

impl Checkpoints {
    /// The checkpoints that a job asks for. Whether they can be written must be known now.
    pub(super) fn new<G: Playable>(
        job: &Job,
        game: &Game,
        position: &G,
        from: Option<&str>,
        moves: &[String],
    ) -> Result<Self, SolveError> {
        // The search knows positions by the keys of the narrowed game.
        let narrowed_for = match job.asked {
            Asked::Both => Player::First,
            Asked::About(player) => player,
        };
        let lock = match &job.checkpoint {
            None => None,
            Some(plan) => {
                // Whoever comes second stops before it touches anything.
                let lock = Lock::acquire(&plan.file, &holder()).map_err(|error| SolveError::Locked {
                    file: plan.file.clone(),
                    error: error.to_string(),
                })?;
                check_writable(&plan.file).map_err(|error| SolveError::file(&plan.file, error))?;
                let is_resumed = job.resume.as_ref().is_some_and(|resumed| is_same_file(resumed, &plan.file));
                let has_content = fs::metadata(&plan.file).is_ok_and(|found| found.len() > 0);
                if has_content && !is_resumed && !plan.overwrite {
                    return Err(SolveError::WouldOverwrite { file: plan.file.clone() });
                }
                Some(lock)
            }
        };
        Ok(Self {
            _lock: lock,
            file: job.checkpoint.as_ref().map(|plan| plan.file.clone()),
            size: job.checkpoint.as_ref().and_then(|plan| plan.size),
            header: Header {
                game: game.identity(),
                moves: match from {
                    Some(from) => format!("from `{from}` {}", moves.join(" ")).trim_end().to_owned(),
                    None => moves.join(" "),
                },
                asked: match job.asked {
                    Asked::Both => checkpoint::Asked::Both,
                    Asked::About(player) => checkpoint::Asked::About(player),
                },
                options: search_identity(&job.options),
                key_scheme: key_scheme_of(&position.narrowed(narrowed_for)),
                answered: Vec::new(),
                searching: None,
                fingerprint_bits: checkpoint::SHORTEST_FINGERPRINT,
            },
        })
    }

    /// Reads a checkpoint of the same run, for a table of so many bytes.
    pub(super) fn resume(&mut self, file: &Path, memory: u64) -> Result<Resumed, SolveError> {
        let unusable = |error| SolveError::Resume { file: file.to_owned(), error };
        self.read(file, memory).map_err(unusable)
    }

    fn read(&mut self, file: &Path, memory: u64) -> Result<Resumed, ResumeError> {
        // A pipe would keep us waiting, and has no second time.
        if !fs::metadata(file)?.is_file() {
            return Err(ResumeError::NoFile);
        }
        let open = || -> Result<_, ResumeError> {
            Ok(Checkpoint::open(BufReader::with_capacity(1 << 18, File::open(file)?))?)
        };
        // Once through the whole file: is it sound, and how much is there?
        let mut census = Census::default();
        let found = open()?.records(|record| {
            census.count(record);
            Ok::<_, CheckpointError>(())
        })?;
        self.ensure_same_run(&found)?;
        let mut resumed = Resumed::default();
        for &Answered { can_win, answer, cost } in &found.answered {
            let answer = if answer { Answer::Yes } else { Answer::No };
            let report = Report { question: Question { can_win }, answer, statistics: cost };
            resumed.answered.push(report);
            self.note(&report);
        }
        if let Some((can_win, cost)) = found.searching {
            let mut recollection =
                Knowledge::recalling(&census, found.fingerprint_bits, cost.collections, memory)?;
            open()?.records(|record| recollection.recall(record).map_err(ResumeError::from))?;
            resumed.searching = Some((Question { can_win }, cost, recollection.finish()));
        }
        Ok(resumed)
    }

    fn ensure_same_run(&self, found: &Header) -> Result<(), ResumeError> {
        let ours = &self.header;
        let same = |found: String, wanted: String| {
            if found == wanted { Ok(()) } else { Err(ResumeError::OtherRun { found, wanted }) }
        };
        same(format!("of {}", found.game), format!("of {}", ours.game))?;
        let position = |moves: &str| match moves {
            "" => "of the start of the game".to_owned(),
            moves if moves.starts_with("from ") => format!("of the position {moves}"),
            moves => format!("of the position after `{moves}`"),
        };
        same(position(&found.moves), position(&ours.moves))?;
        let question = |asked| match asked {
            checkpoint::Asked::Both => "about who wins".to_owned(),
            checkpoint::Asked::About(player) => format!("about whether the {player} player can win"),
        };
        same(question(found.asked), question(ours.asked))?;
        same(format!("made with {}", found.options), format!("made with {}", ours.options))?;
        if found.key_scheme == ours.key_scheme { Ok(()) } else { Err(ResumeError::OtherKeys) }
    }

    /// Notes an answer for the checkpoints to come.
    pub(super) fn note(&mut self, report: &Report) {
        if let Some(answer) = report.answer.known() {
            let cost = report.statistics;
            self.header.answered.push(Answered { can_win: report.question.can_win, answer, cost });
        }
    }

    /// Writes a checkpoint, if the run has any: with what is known about the question that is being searched, or
    /// with the answers alone.
    pub(super) fn write(
        &self,
        searching: Option<(Question, &Statistics, &Knowledge)>,
    ) -> io::Result<Option<Written>> {
        let Some(file) = &self.file else {
            return Ok(None);
        };
        let started = Instant::now();
        let positions = match searching {
            None => replace(file, |to| checkpoint::write(Limited::new(to, self.size), &self.header, []))?,
            Some((question, statistics, knowledge)) => {
                let header = Header {
                    searching: Some((question.can_win, *statistics)),
                    fingerprint_bits: knowledge.fingerprint_bits(),
                    ..self.header.clone()
                };
                self.write_knowledge(file, &header, knowledge)?
            }
        };
        let bytes = fs::metadata(file)?.len();
        Ok(Some(Written { positions, bytes, elapsed: started.elapsed() }))
    }

    fn write_knowledge(&self, file: &Path, header: &Header, knowledge: &Knowledge) -> io::Result<u64> {
        let write = |least: Priority| {
            let records = knowledge.records(least);
            replace(file, |to| checkpoint::write(Limited::new(to, self.size), header, records))
        };
        let Some(size) = self.size else {
            return write(Priority::LOWEST);
        };
        let census = knowledge.census();
        // How well records can be compressed is seen when it is done.
        let mut bytes_per_record = 8.0;
        loop {
            let records = (size as f64 / bytes_per_record) as u64;
            match write(census.lowest_that_fits(records)) {
                Err(error) if error.kind() == io::ErrorKind::FileTooLarge && records > 0 => {
                    bytes_per_record *= 1.2;
                }
                result => return result,
            }
        }
    }
}

/// Who holds a lock, in a few words.
fn holder() -> String {
    if cfg!(target_family = "wasm") { String::new() } else { format!("process {}", std::process::id()) }
}

/// A number that changes when the program changes the keys that it gives to positions.
fn key_scheme_of<G: Playable>(start: &G) -> u64 {
    const MOVES: usize = 24;
    let mut game = start.clone();
    let mut random = SplitMix64::new(0);
    let mut keys = vec![game.key()];
    while keys.len() < MOVES {
        let moves = legal_moves(&mut game);
        let Some(&m) = moves.get(random.next_u64() as usize % moves.len().max(1)) else {
            break;
        };
        match game.play(m) {
            Played::Open(_) => keys.push(game.key()),
            Played::Illegal | Played::Over(..) => break,
        }
    }
    key_scheme(keys)
}

/// A writer that fails instead of writing more than so many bytes.
struct Limited<W> {
    inner: W,
    left: Option<u64>,
}

impl<W> Limited<W> {
    fn new(inner: W, left: Option<u64>) -> Self {
        Self { inner, left }
    }
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(bytes.len() as u64).ok_or(io::ErrorKind::FileTooLarge)?;
        }
        self.inner.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
