//! A whole proof: header, lemmas in batches, claims.
//!
//! A batch of lemmas is read and put on the list, then its trees are examined by all threads at once; a tree may
//! lean on lemmas of its own batch, as long as they have lower numbers. So what is in memory is the list and one
//! batch, and a fault is found soon after the bytes that contain it.
//!
//! Whatever the threads do, it is the fault with the lowest number that is reported. A lemma that cannot even be read
//! therefore waits until those before it in the batch are examined.

use super::decompress::largest_window;
use super::envelope::Envelope;
use super::examiner::{Examiner, Lemma};
use super::failure::{Failure, Fault};
use super::header::{Claim, Header, Origin};
use super::lemmas::{Lemmas, NotAdded};
use super::monitor::{Counts, Monitor};
use super::number::{self, BadNumber};
use super::statement::Statement;
use crate::amazons::Amazons;
use crate::mnk::Mnk;
use crate::positional::Stones;
use crate::referee::{Played, Referee};
use crate::toss::Toss;
use crate::trax::Trax;
use std::io::{self, BufRead, BufReader, Read};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A tree may have this many bytes.
const LONGEST_TREE: u32 = 1 << 26;

/// A batch is complete when it has so many lemmas, or so many bytes.
const BATCH_LEMMAS: usize = 1 << 16;
const BATCH_BYTES: usize = 1 << 23;

/// What the program takes, whatever the file contains.
const PROGRAM: u64 = 12 << 20;

/// A thread takes so many lemmas of a batch at a time.
const PORTION: usize = 16;

/// A proof that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The usual name of the game.
    pub game: String,
    /// The text that describes the game, if its name does not.
    pub definition: Option<String>,
    /// The position that the moves of the claims begin at, if it is not the start of the game.
    pub from: Option<String>,
    /// What is proven.
    pub claims: Vec<Claim>,
    /// What it took.
    pub counts: Counts,
}

/// Checks a proof file, with so many threads. The games are those that this crate knows.
///
/// It may take any time, and memory for all positions of the file.
pub fn check(source: impl Read, threads: NonZeroUsize, monitor: &Monitor) -> Result<Proven, Failure> {
    Games::default().check(source, threads, monitor)
}

/// The games whose proofs can be checked, by the word before the colon of their names.
#[derive(Clone)]
pub struct Games(Vec<(String, CheckGame)>);

type CheckGame = fn(Header, &mut Content<'_>, NonZeroUsize, &Monitor) -> Result<Proven, Failure>;

impl Default for Games {
    /// Those that this crate knows.
    fn default() -> Self {
        let stones = ["gttt", "torus", "gomoku", "pg"];
        let games = Self(Vec::new()).with::<Trax>("trax").with::<Trax>("trax-loop").with::<Mnk>("mnk");
        let games = stones.into_iter().fold(games, Games::with::<Stones>);
        games.with::<Amazons>("amazons").with::<Toss>("toss")
    }
}

impl Games {
    /// The same with another game.
    #[must_use]
    pub fn with<G: Referee>(mut self, word: &str) -> Self {
        self.0.retain(|(known, _)| known != word);
        self.0.push((word.to_owned(), check_game::<G>));
        self
    }

    /// Like [`check`].
    pub fn check(
        &self,
        source: impl Read,
        threads: NonZeroUsize,
        monitor: &Monitor,
    ) -> Result<Proven, Failure> {
        let mut source = source;
        let source: &mut dyn Read = &mut source;
        let mut content = BufReader::new(Envelope::new(source, largest_window(monitor.memory()))?);
        let checked = self.check_content(&mut content, threads, monitor);
        let seal = match checked {
            // Nothing that the rest of the file can say would matter.
            Err(Failure::Read(_) | Failure::Stopped | Failure::Memory) => Ok(()),
            _ => content.into_inner().open_seal(monitor),
        };
        seal.and(checked)
    }

    fn check_content(
        &self,
        content: &mut Content<'_>,
        threads: NonZeroUsize,
        monitor: &Monitor,
    ) -> Result<Proven, Failure> {
        let version = content.get_ref().version();
        let header = Header::read(content, version, Envelope::<&mut dyn Read>::failure)?;
        let word = header.game.split(':').next().unwrap_or_default();
        match self.0.iter().find(|(known, _)| known == word) {
            Some((_, check_game)) => check_game(header, content, threads, monitor),
            None => Err(Failure::Header { line: 1, why: format!("no game is called `{}`", header.game) }),
        }
    }
}

type Content<'a> = BufReader<Envelope<&'a mut dyn Read>>;

fn check_game<G: Referee>(
    header: Header,
    content: &mut Content<'_>,
    threads: NonZeroUsize,
    monitor: &Monitor,
) -> Result<Proven, Failure> {
    let wrong = |line, why| Failure::Header { line, why };
    let mut start = G::start(&header.game, header.definition.as_deref()).map_err(|why| wrong(1, why))?;
    let mut from = None;
    if let Some(Origin { position, line }) = &header.from {
        let mut usual = Vec::new();
        start.position(&mut usual);
        if usual != *position {
            let no_position =
                |why| wrong(*line, format!("it is not a position of a game that goes on: {why}"));
            start.set_position(position).map_err(no_position)?;
            from = Some(start.position_text());
        }
    }
    let claimed = claimed_positions(&start, &header.claims, header.first_claim)?;
    let version = content.get_ref().version();
    let examiners = (0..threads.get()).map(|_| Examiner::new(start.clone(), version, header.search, monitor));
    let mut examiners: Vec<_> = examiners.collect();
    let mut lemmas = Lemmas::new();
    let mut batch = Batch::default();
    // The window of the decompressor is there twice, with what it gives out.
    let allowed = monitor.memory().map(|memory| memory.saturating_sub(PROGRAM + memory / 4));
    loop {
        let read = batch.fill(content, &mut lemmas, start.longest_position(), allowed);
        batch.examine(&lemmas, &mut examiners)?;
        if read? == Filled::LastLemma {
            break;
        }
        if monitor.is_stopped() {
            return Err(Failure::Stopped);
        }
    }
    for (index, (claim, position)) in header.claims.iter().zip(claimed).enumerate() {
        let fails = |why: &str| Failure::Claim { number: index + 1, why: why.to_owned() };
        if claim.lemma >= lemmas.count() {
            return Err(fails(&format!("there is no lemma {}", claim.lemma)));
        }
        if !lemmas.says(claim.lemma, claim.statement, &position) {
            return Err(fails(&format!("lemma {} says something else", claim.lemma)));
        }
    }
    let Header { definition, claims, .. } = header;
    Ok(Proven { game: start.short_name(), definition, from, claims, counts: monitor.counts() })
}

/// The canonical positions that claims speak of.
fn claimed_positions<G: Referee>(
    start: &G,
    claims: &[Claim],
    first_claim: usize,
) -> Result<Vec<Vec<u8>>, Failure> {
    let mut positions = Vec::new();
    for (index, claim) in claims.iter().enumerate() {
        let mut board = start.clone();
        for (index_of_move, text) in claim.moves.iter().enumerate() {
            let wrong = |why: &str| Failure::Header {
                line: first_claim + index,
                why: format!("move {} (`{text}`): {why}", index_of_move + 1),
            };
            let code = board.parse_move(text).map_err(|why| wrong(&why))?;
            match board.play(code) {
                Played::Open => {}
                Played::Illegal => return Err(wrong("it is illegal")),
                Played::Over(_) => return Err(wrong("it ends the game, which leaves nothing to prove")),
            }
        }
        let mut position = Vec::new();
        board.canonical(&mut position);
        positions.push(position);
    }
    Ok(positions)
}

/// Whether there may be more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filled {
    MoreToCome,
    LastLemma,
}

/// Lemmas that are read, listed and not examined yet.
#[derive(Default)]
struct Batch {
    /// The number of the first.
    first: u32,
    lemmas: Vec<Outline>,
    /// Their positions and trees.
    bytes: Vec<u8>,
}

/// Where in a batch a lemma is.
struct Outline {
    statement: Statement,
    start: usize,
    tree_start: usize,
    end: usize,
}

impl Batch {
    /// Reads the next lemmas. Those before a fault are in the batch.
    fn fill(
        &mut self,
        content: &mut Content<'_>,
        lemmas: &mut Lemmas,
        longest_position: usize,
        allowed: Option<u64>,
    ) -> Result<Filled, Failure> {
        self.first = lemmas.count();
        self.lemmas.clear();
        self.bytes.clear();
        // A small part of the memory, as most of it is for the list.
        let most_bytes = allowed.map_or(BATCH_BYTES, |allowed| BATCH_BYTES.min((allowed / 8) as usize));
        while self.lemmas.len() < BATCH_LEMMAS && self.bytes.len() < most_bytes.max(1) {
            let number = lemmas.count();
            let fails = |fault| Failure::Lemma { number, path: Vec::new(), fault };
            let room = allowed.map_or(u64::MAX, |allowed| allowed.saturating_sub(lemmas.memory()));
            let outline = self.read(content, longest_position, room).map_err(|unread| match unread {
                Unread::Fault(fault) => fails(fault),
                Unread::Memory => Failure::Memory,
                Unread::Content(error) => Envelope::<&mut dyn Read>::failure(error),
            })?;
            let Some(outline) = outline else {
                return Ok(Filled::LastLemma);
            };
            let position = &self.bytes[outline.start..outline.tree_start];
            lemmas.add(outline.statement, position).map_err(|not_added| match not_added {
                NotAdded::Repeated(earlier) => fails(Fault::Repeated(earlier)),
                NotAdded::Full => fails(Fault::TooMany),
            })?;
            self.lemmas.push(outline);
        }
        Ok(Filled::MoreToCome)
    }

    /// Reads a lemma; `None` at the end. The batch may take so many bytes in all.
    fn read(
        &mut self,
        content: &mut impl BufRead,
        longest_position: usize,
        room: u64,
    ) -> Result<Option<Outline>, Unread> {
        if content.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let statement = byte(content)?;
        let statement = Statement::from_number(statement).ok_or(Fault::Statement(statement))?;
        let start = self.bytes.len();
        let length = number::read(|| byte(content))?;
        if length as usize > longest_position {
            return Err(Fault::LongPosition(length).into());
        }
        self.append(content, length)?;
        let tree_start = self.bytes.len();
        let length = number::read(|| byte(content))?;
        if length > LONGEST_TREE {
            return Err(Fault::LongTree(length).into());
        }
        if self.memory_with(length) > room {
            return Err(Unread::Memory);
        }
        self.append(content, length)?;
        Ok(Some(Outline { statement, start, tree_start, end: self.bytes.len() }))
    }

    /// An upper bound of the memory that it takes with so many bytes more: lists double when they grow.
    fn memory_with(&self, length: u32) -> u64 {
        let bytes = 2 * (self.bytes.len() + length as usize);
        let outlines = 2 * (self.lemmas.len() + 1) * size_of::<Outline>();
        (bytes.max(self.bytes.capacity()) + outlines.max(self.lemmas.capacity() * size_of::<Outline>()))
            as u64
    }

    /// Appends bytes of the content. Memory grows with what is really there.
    fn append(&mut self, content: &mut impl BufRead, length: u32) -> Result<(), Unread> {
        let got = content.take(u64::from(length)).read_to_end(&mut self.bytes)?;
        if got < length as usize { Err(Fault::CutShort.into()) } else { Ok(()) }
    }

    fn lemma(&self, index: usize) -> Lemma<'_> {
        let Outline { statement, start, tree_start, end } = self.lemmas[index];
        Lemma {
            number: self.first + index as u32,
            statement,
            position: &self.bytes[start..tree_start],
            tree: &self.bytes[tree_start..end],
        }
    }

    /// Examines all lemmas, each thread taking some at a time.
    fn examine<G: Referee>(&self, lemmas: &Lemmas, examiners: &mut [Examiner<G>]) -> Result<(), Failure> {
        let next = AtomicUsize::new(0);
        // The first lemma known to fail; those behind it do not matter any more.
        let failing = AtomicUsize::new(usize::MAX);
        let failure = Mutex::new(None);
        let work = |examiner: &mut Examiner<G>| {
            loop {
                let from = next.fetch_add(PORTION, Relaxed);
                for index in from..(from + PORTION).min(self.lemmas.len()) {
                    if index >= failing.load(Relaxed) {
                        break;
                    }
                    let lemma = self.lemma(index);
                    if let Err(failed) = examiner.examine(lemma, lemmas)
                        && failing.fetch_min(index, Relaxed) > index
                    {
                        let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                        // Another one may have come between.
                        if failure.as_ref().is_none_or(|&(other, _)| index < other) {
                            *failure = Some((index, failed));
                        }
                    }
                }
                examiner.report();
                if from + PORTION >= self.lemmas.len().min(failing.load(Relaxed)) {
                    break;
                }
            }
        };
        let [own, others @ ..] = examiners else {
            return Ok(());
        };
        std::thread::scope(|scope| {
            for examiner in others {
                // If there are no more threads to be had, fewer do the same.
                let spawned = std::thread::Builder::new().spawn_scoped(scope, || work(examiner));
                if spawned.is_err() {
                    break;
                }
            }
            work(own);
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some((index, mut failed)) => {
                if failed.fault == Fault::Stopped {
                    return Err(Failure::Stopped);
                }
                failed.path.reverse();
                let number = self.first + index as u32;
                Err(Failure::Lemma { number, path: failed.path, fault: failed.fault })
            }
        }
    }
}

/// Why a lemma could not be read.
enum Unread {
    Fault(Fault),
    /// It is too large for the memory.
    Memory,
    /// The content cannot be read at all.
    Content(io::Error),
}

impl From<Fault> for Unread {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<BadNumber> for Unread {
    fn from(bad: BadNumber) -> Self {
        Self::Fault(bad.into())
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Content(error)
    }
}

fn byte(content: &mut impl BufRead) -> Result<u8, Unread> {
    let first = content.fill_buf()?.first().copied();
    let byte = first.ok_or(Fault::CutShort)?;
    content.consume(1);
    Ok(byte)
}
