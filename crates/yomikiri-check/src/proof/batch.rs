//! Lemmas as they are read from the content of a file, some at a time.

use super::envelope::Envelope;
use super::examiner::Lemma;
use super::failure::{Failure, Fault};
use super::lemmas::{Lemmas, NotAdded};
use super::number::{self, BadNumber};
use super::statement::Statement;
use std::io::{self, BufRead, BufReader, Read};

/// A tree may have this many bytes.
const LONGEST_TREE: u32 = 1 << 26;

/// A batch is complete when it has so many lemmas, or so many bytes.
const BATCH_LEMMAS: usize = 1 << 16;
const BATCH_BYTES: usize = 1 << 23;

/// The content of a file behind its envelope.
pub(super) type Content<'a> = BufReader<Envelope<&'a mut dyn Read>>;

/// Whether there may be more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    MoreToCome,
    LastLemma,
}

/// Lemmas that are read, listed and not examined yet.
#[derive(Default)]
pub(super) struct Batch {
    /// The number of the first.
    pub(super) first: u32,
    pub(super) lemmas: Vec<Outline>,
    /// Their positions and trees.
    bytes: Vec<u8>,
}

/// Where in a batch a lemma is.
pub(super) struct Outline {
    statement: Statement,
    start: usize,
    tree_start: usize,
    end: usize,
}

impl Batch {
    /// Reads the next lemmas. Those before a fault are in the batch.
    pub(super) fn fill(
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

    /// How many bytes of memory it takes.
    pub(super) fn memory(&self) -> u64 {
        (self.bytes.capacity() + self.lemmas.capacity() * size_of::<Outline>()) as u64
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

    pub(super) fn lemma(&self, index: usize) -> Lemma<'_> {
        let Outline { statement, start, tree_start, end } = self.lemmas[index];
        Lemma {
            number: self.first + index as u32,
            statement,
            position: &self.bytes[start..tree_start],
            tree: &self.bytes[tree_start..end],
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
