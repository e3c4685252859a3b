//! Building a database, layer by layer, so that it can be taken up again where it was left.
//!
//! What has been computed so far is a database like the finished one, only with fewer layers; it is kept beside
//! it as `FILE.partial`. Taking it up restores the games in their order, so that the finished file has the same bytes
//! as if it had been built in one go. It is written when the build is stopped, and now and then before; a build that fails
//! writes none.
//!
//! A file of that name that is something else is never touched. And one that looks right is not believed without a look:
//! a sample of its values is derived again from the values of their options.

use super::description::{Description, number};
use super::encoding::{encoded, walls_of};
use super::memory::Budget;
use super::reading::Decoder;
use super::{DatabaseError, memory};
use crate::endgames::{Endgame, Numbered, Subject};
use crate::task::Task;
use rustc_hash::FxHashMap;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yomikiri_cgt::tabulate::{Unfilled, Values};
use yomikiri_cgt::{Form, Forms, Intractable, Thermograph};
use yomikiri_game::{Catalogue, Duration, Instant, Progress};
use yomikiri_store::container::Container;
use yomikiri_store::graph::{self, Encoder};
use yomikiri_store::replace::replace;

/// How often the state is written down.
const KEEP_EVERY: Duration = Duration::from_secs(10);

/// Where to write a database, and what that may take.
#[derive(Clone, Debug)]
pub struct BuildPlan {
    /// The file.
    pub out: PathBuf,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The memory of the whole program, in bytes.
    pub memory: u64,
}

/// How a build ended.
#[derive(Clone, Debug)]
pub enum Built {
    /// The file is there.
    Whole {
        /// Its size.
        bytes: usize,
        /// The classes of boards in it.
        classes: u64,
        /// The different games.
        forms: usize,
        /// The time that this run took.
        elapsed: Duration,
    },
    /// It was stopped; the same build goes on from what there is.
    Stopped {
        /// Where that is.
        partial: PathBuf,
        /// Why it was stopped.
        by: StoppedBy,
    },
}

/// Why a build ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The task was stopped.
    Request,
    /// The memory was used up.
    Memory,
}

/// Why a build failed.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// It is not possible.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// It would take more memory than is allowed.
    #[error(
        "this build needs at least {} of memory, and {} are allowed; use fewer empty squares, amazons or threads",
        megabytes(*needed, true),
        megabytes(*allowed, false)
    )]
    Memory {
        /// What it needs at least, in bytes.
        needed: u64,
        /// What it may take.
        allowed: u64,
    },
    /// The file cannot be written.
    #[error("cannot write {file}: {error}")]
    Write {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// There is a file with the name of an unfinished build, but it is none of this one.
    #[error("cannot continue {file}: {why} (to begin again, move it away)")]
    Partial {
        /// The file.
        file: String,
        /// What it is.
        why: PartialError,
    },
}

/// Why a build cannot go on from a file.
#[derive(Debug, thiserror::Error)]
pub enum PartialError {
    /// It cannot be read.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// It is another build's.
    #[error("it is about other boards")]
    OtherBoards,
    /// It does not hold together.
    #[error("its tables are of another size")]
    Tables,
    /// It does not hold together.
    #[error("it has too many layers")]
    Layers,
    /// It is wrong.
    #[error("it has a wrong value for the board {0}")]
    Wrong(String),
}

impl From<yomikiri_store::container::ReadError> for PartialError {
    fn from(error: yomikiri_store::container::ReadError) -> Self {
        Self::Database(error.into())
    }
}

fn megabytes(bytes: u64, up: bool) -> String {
    format!("{} MB", if up { bytes.div_ceil(1 << 20) } else { bytes >> 20 })
}

/// The name under which an unfinished database lies.
#[must_use]
pub fn partial_name(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    out.with_file_name(name)
}

/// Builds a database, or continues a build.
///
/// # Errors
/// If there is no such database, it takes more memory than is allowed, or a file cannot be read or written. The file is
/// then as it was.
pub fn build<B: Endgame>(scope: &B::Scope, plan: &BuildPlan, task: &Task) -> Result<Built, BuildError> {
    let started = Instant::now();
    let BuildPlan { out, threads, memory } = plan;
    let (catalogues, extent, budget) = memory::plan::<B>(scope, *threads, *memory)?;
    let partial = partial_name(out);
    check_place(out)?;
    let mut builder = Builder::<B>::new(scope.clone(), catalogues, budget);
    let mut is_kept = partial.symlink_metadata().is_ok();
    if is_kept {
        let why = |why| BuildError::Partial { file: partial.display().to_string(), why };
        builder.resume(&partial).map_err(why)?;
    }
    let title = scope.to_string();
    let by = task.steps(&title, "boards", |progress| {
        progress.expect(extent.classes);
        builder.fill(*threads, progress, &partial, &mut is_kept)
    })?;
    let file = match by {
        None => builder.file()?,
        Some(by) => Err(by),
    };
    match file {
        Ok(bytes) => {
            write(out, &bytes)?;
            if is_kept {
                std::fs::remove_file(&partial).map_err(|error| failed(&partial, error))?;
            }
            let (bytes, classes, forms) = (bytes.len(), extent.classes, builder.forms.len());
            Ok(Built::Whole { bytes, classes, forms, elapsed: started.elapsed() })
        }
        Err(by) => {
            builder.keep(&partial)?;
            Ok(Built::Stopped { partial, by })
        }
    }
}

/// Makes sure, before anything is computed, that the file could be written.
fn check_place(out: &Path) -> Result<(), BuildError> {
    yomikiri_store::replace::check_writable(out).map_err(|error| failed(out, error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    replace(path, |file| file.write_all(bytes)).map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: io::Error) -> BuildError {
    BuildError::Write { file: path.display().to_string(), error }
}

/// A database under construction.
struct Builder<B: Endgame> {
    scope: B::Scope,
    catalogues: Vec<B::Catalogue>,
    forms: Forms,
    /// The forms of each table by place; those that are not known are 0.
    tables: Vec<Vec<Form>>,
    /// How many layers of each table are done.
    done: Vec<usize>,
    budget: Budget,
}

impl<B: Endgame> Builder<B> {
    fn new(scope: B::Scope, catalogues: Vec<B::Catalogue>, budget: Budget) -> Self {
        let tables = catalogues.iter().map(|catalogue| vec![Form::ZERO; catalogue.places()]).collect();
        let done = vec![0; catalogues.len()];
        Self { scope, catalogues, forms: Forms::within(budget.games), tables, done, budget }
    }

    /// Fills all layers that are not done; says why if it was stopped before.
    fn fill(
        &mut self,
        threads: NonZeroUsize,
        progress: &Progress,
        partial: &Path,
        is_kept: &mut bool,
    ) -> Result<Option<StoppedBy>, BuildError> {
        let mut kept = Instant::now();
        for at in 0..self.catalogues.len() {
            let catalogue = &self.catalogues[at];
            let mut values = Values::with_memos(catalogue, self.budget.memo);
            self.restore(at, &mut values, progress)
                .map_err(|why| BuildError::Partial { file: partial.display().to_string(), why })?;
            for layer in self.done[at]..self.catalogues[at].layers() {
                let filled =
                    values.fill_layer(&mut self.forms, &self.catalogues[at], layer, threads, progress);
                match filled {
                    Ok(found) => {
                        for (position, form) in found {
                            let place = self.catalogues[at].place(position);
                            self.tables[at][place] = form;
                        }
                    }
                    Err(Unfilled::Stopped) => return Ok(Some(StoppedBy::Request)),
                    Err(Unfilled::Value(Intractable::Memory { .. })) => return Ok(Some(StoppedBy::Memory)),
                    Err(Unfilled::Value(error)) => return Err(DatabaseError::Value(error).into()),
                }
                self.done[at] = layer + 1;
                if kept.elapsed() >= KEEP_EVERY {
                    self.keep(partial)?;
                    *is_kept = true;
                    kept = Instant::now();
                }
            }
        }
        Ok(None)
    }

    /// Enters the layers of a table that are done, and derives a sample of them again.
    fn restore(&self, at: usize, values: &mut Values, progress: &Progress) -> Result<(), PartialError> {
        /// One position of so many is derived again, and the last of every layer.
        const SAMPLED: usize = 61;
        let catalogue = &self.catalogues[at];
        for layer in 0..self.done[at] {
            let representatives = catalogue.representatives(layer);
            for &position in &representatives {
                values.set(&self.forms, catalogue, position, self.tables[at][catalogue.place(position)]);
            }
            for &position in representatives.iter().rev().step_by(SAMPLED) {
                let follows = values.follows(&self.forms, catalogue, position);
                if !follows.map_err(DatabaseError::from)? {
                    return Err(PartialError::Wrong(catalogue.board(position).to_string()));
                }
            }
            // A stop is noticed at the first layer that is filled.
            let _noticed_later = progress.advance(representatives.len() as u64);
        }
        Ok(())
    }

    /// Goes on from what was kept.
    fn resume(&mut self, partial: &Path) -> Result<(), PartialError> {
        let graph = graph::Database::new(Container::open(partial)?)?;
        let description = Description::new(graph.description()?);
        if description.needed("game")? != B::GAME || B::Scope::parse(&description)? != self.scope {
            return Err(PartialError::OtherBoards);
        }
        let done: Vec<usize> = description.all("done").map(number).collect::<Result<_, _>>()?;
        let lengths = (0..graph.tables()).map(|table| graph.table_length(table));
        if done.len() != self.done.len() || !lengths.eq(self.tables.iter().map(Vec::len)) {
            return Err(PartialError::Tables);
        }
        if done.iter().zip(&self.catalogues).any(|(&done, catalogue)| done > catalogue.layers()) {
            return Err(PartialError::Layers);
        }
        let mut decoder = Decoder::default();
        // All games in their order, whether or not a board has that value.
        for pair in 0..graph.games() as u32 {
            decoder.form(&graph, &mut self.forms, 2 * pair).map_err(DatabaseError::from)?;
        }
        for (number, table) in self.tables.iter_mut().enumerate() {
            for (place, form) in table.iter_mut().enumerate() {
                let code = graph.code(number, place);
                *form = decoder.form(&graph, &mut self.forms, code).map_err(DatabaseError::from)?;
            }
        }
        self.done = done;
        Ok(())
    }

    /// Writes down what there is.
    fn keep(&self, partial: &Path) -> Result<(), BuildError> {
        let (encoder, codes) = encoded(&self.forms);
        let done: String = self.done.iter().map(|done| format!("done={done}\n")).collect();
        write(partial, &self.finished(encoder, &codes, &done))
    }

    /// The finished file, unless the memory is used up.
    fn file(&mut self) -> Result<Result<Vec<u8>, StoppedBy>, BuildError> {
        const BETWEEN_LOOKS: u32 = 1 << 10;
        let (mut encoder, codes) = encoded(&self.forms);
        let mut numbers: FxHashMap<*const Thermograph, u32> = FxHashMap::default();
        for form in self.forms.all() {
            // Of a game and its negative, the one with the even code is written down.
            if codes[form.index() as usize] % 2 == 1 {
                continue;
            }
            let thermograph = self.forms.thermograph(form).map_err(DatabaseError::from)?;
            let next = numbers.len() as u32;
            // Equal thermographs of an arena are the same one.
            let number = *numbers.entry(Arc::as_ptr(&thermograph)).or_insert(next);
            if number == next {
                encoder.thermograph(&walls_of(&thermograph).map_err(DatabaseError::from)?);
            }
            encoder.heat(number);
            if form.index().is_multiple_of(BETWEEN_LOOKS) {
                let beside = 4 * codes.len() + 24 * numbers.capacity();
                let taken = self.forms.bytes() + 3 * encoder.bytes() + beside;
                if taken as u64 > self.budget.file {
                    return Ok(Err(StoppedBy::Memory));
                }
            }
        }
        Ok(Ok(self.finished(encoder, &codes, "")))
    }

    fn finished(&self, encoder: Encoder, codes: &[u32], more: &str) -> Vec<u8> {
        let lengths: Vec<usize> = self.tables.iter().map(Vec::len).collect();
        let description = format!("game={}\n{}{more}", B::GAME, self.scope.describe());
        encoder
            .finish(&description, &lengths, |table, place| codes[self.tables[table][place].index() as usize])
    }
}

#[cfg(test)]
mod tests;
