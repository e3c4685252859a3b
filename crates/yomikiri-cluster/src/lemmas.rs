//! The lemmas of pieces: packed for the way, checked one by one, united into one proof.
//!
//! A piece is proved by a list of lemmas, the last of which is the statement about its position. A worker sends them as they
//! stand in a proof file (`docs/proof-format.md`), compressed, and nothing else: the header, with the game, the position and
//! what is claimed, is written by whoever checks. So a worker can send a proof that does not hold, but not a proof of
//! something else.
//!
//! The union of proofs is a proof, if each lemma comes after those it refers to. So the proof of the whole is the lemmas of
//! the pieces that it needs, one after the other, without repetitions, and then those of the coordinator's own tree.

use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use yomikiri::pieces::Subject;
use yomikiri_check::proof::{Counts, Failure, Games, Monitor};
use yomikiri_game::leb128;
use yomikiri_search::Statement;
use yomikiri_store::proof::{ProofFile, Subject as FileSubject, Written};

/// How hard lemmas are compressed for the way. (The proof of the whole is compressed harder.)
const LEVEL: i32 = 3;
/// What the lemmas of one piece may have when they are unpacked.
const LARGEST_UNPACKED: u64 = 1 << 30;

/// Why the lemmas of a piece are not believed.
#[derive(Debug, thiserror::Error)]
pub enum NoLemmas {
    /// They cannot be unpacked.
    #[error("the lemmas cannot be unpacked: {0}")]
    Packed(io::Error),
    /// They are not lemmas.
    #[error("the lemmas are cut short")]
    CutShort,
    /// There are none.
    #[error("there are no lemmas")]
    Missing,
    /// They do not prove what they should.
    #[error("the proof does not hold: {0}")]
    Unproved(Failure),
}

/// Lemmas, packed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lemmas {
    packed: Vec<u8>,
}

/// Lemmas being put together.
#[derive(Default)]
pub struct Packer {
    bytes: Vec<u8>,
}

impl Packer {
    /// Adds a lemma.
    pub fn add(&mut self, statement: u8, cells: &[u8], tree: &[u8]) {
        self.bytes.push(statement);
        for part in [cells, tree] {
            leb128::write(part.len() as u64, &mut self.bytes);
            self.bytes.extend(part);
        }
    }

    /// The lemmas, packed.
    ///
    /// # Errors
    /// If they cannot be compressed.
    pub fn finish(self) -> io::Result<Lemmas> {
        Ok(Lemmas { packed: zstd::encode_all(&self.bytes[..], LEVEL)? })
    }
}

/// One lemma of many.
struct Lemma<'a> {
    statement: u8,
    cells: &'a [u8],
    tree: &'a [u8],
}

impl Lemmas {
    /// What somebody has packed.
    #[must_use]
    pub fn packed(packed: Vec<u8>) -> Self {
        Self { packed }
    }

    /// As they are sent and stored.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.packed
    }

    /// A name for them.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(&self.packed).into()
    }

    fn unpacked(&self) -> Result<Vec<u8>, NoLemmas> {
        let mut bytes = Vec::new();
        let decoder = zstd::Decoder::new(&self.packed[..]).map_err(NoLemmas::Packed)?;
        let read = decoder.take(LARGEST_UNPACKED + 1).read_to_end(&mut bytes).map_err(NoLemmas::Packed)?;
        if read as u64 > LARGEST_UNPACKED {
            return Err(NoLemmas::Packed(io::ErrorKind::FileTooLarge.into()));
        }
        Ok(bytes)
    }

    /// Whether they prove the statement about the position after these moves, by the checker's own rules. Gives what the
    /// check took.
    ///
    /// # Errors
    /// If they do not, or it was stopped.
    pub fn check(
        &self,
        about: &About<'_>,
        statement: Statement,
        moves: &[String],
        games: &Games,
        monitor: &Monitor,
    ) -> Result<Counts, NoLemmas> {
        let mut union = Union::passing(about).map_err(NoLemmas::Packed)?;
        if union.add(self)? == 0 {
            return Err(NoLemmas::Missing);
        }
        union.claim(statement, moves);
        let mut file = Vec::new();
        union.write(&mut file).map_err(NoLemmas::Packed)?;
        let proven = games.check(&file[..], NonZeroUsize::MIN, monitor).map_err(NoLemmas::Unproved)?;
        Ok(proven.counts)
    }
}

/// What proofs are about.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The game and the position that moves begin at.
    pub subject: &'a Subject,
    /// The plays that a checker may be asked to search.
    pub search: u32,
}

impl About<'_> {
    fn subject(&self) -> FileSubject<'_> {
        let Subject { game, definition, from } = self.subject;
        FileSubject { game, definition: definition.as_deref(), from }
    }
}

/// A proof put together from the lemmas of many pieces.
pub struct Union {
    file: ProofFile,
    listed: FxHashSet<[u8; 32]>,
}

impl Union {
    /// An empty proof.
    ///
    /// # Errors
    /// If the compression cannot be set up.
    pub fn new(about: &About<'_>) -> io::Result<Self> {
        Ok(Self { file: ProofFile::new(&about.subject(), about.search)?, listed: FxHashSet::default() })
    }

    /// One that is checked at once and thrown away.
    fn passing(about: &About<'_>) -> io::Result<Self> {
        Ok(Self { file: ProofFile::passing(&about.subject(), about.search)?, listed: FxHashSet::default() })
    }

    /// Adds lemmas, except those that are there already. Gives the number of those that were not.
    ///
    /// # Errors
    /// If they cannot be unpacked or are no lemmas.
    pub fn add(&mut self, lemmas: &Lemmas) -> Result<usize, NoLemmas> {
        let bytes = lemmas.unpacked()?;
        let mut rest = &bytes[..];
        let mut added = 0;
        while let Some((&statement, fields)) = rest.split_first() {
            rest = fields;
            let lemma = Lemma { statement, cells: part(&mut rest)?, tree: part(&mut rest)? };
            let name = Sha256::new().chain_update([statement]).chain_update(lemma.cells).finalize();
            // A digest instead of the position: should two ever share one, a lemma would be missing and the check fail.
            if self.listed.insert(name.into()) {
                self.file.lemma(lemma.statement, lemma.cells, lemma.tree).map_err(NoLemmas::Packed)?;
                added += 1;
            }
        }
        Ok(added)
    }

    /// Claims what the latest lemma says, of the position after these moves.
    pub fn claim(&mut self, statement: Statement, moves: &[String]) {
        self.file.claim(statement.number(), moves);
    }

    /// Writes the proof.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, into: impl io::Write) -> io::Result<Written> {
        self.file.write(into)
    }
}

fn part<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], NoLemmas> {
    let length =
        leb128::read(rest).and_then(|length| usize::try_from(length).ok()).ok_or(NoLemmas::CutShort)?;
    let (part, after) = rest.split_at_checked(length).ok_or(NoLemmas::CutShort)?;
    *rest = after;
    Ok(part)
}
