//! Proof files, as `docs/proof-format.md` defines them: the writing side. (Reading one is left to the checker,
//! which trusts nobody's code but its own.)
//!
//! The claims come first in the file, but are known last, so the lemmas are compressed in memory as they come.

use crate::compression::Compressor;
use std::fmt::Write as _;
use std::io::{self, Write};
use yomikiri_game::leb128;

/// The first line of a proof file.
const FIRST_LINE: &[u8] = b"yomikiri-proof 3\n";
/// How hard to compress: proofs are written once and kept for long.
const LEVEL: i32 = 12;

/// What a proof is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The name of the game with all its rules spelt out.
    pub game: &'a str,
    /// The text that describes the game, if its name does not.
    pub definition: Option<&'a str>,
    /// The exact position at which the moves of claims begin.
    pub from: &'a [u8],
}

/// A proof in the making.
pub struct ProofFile {
    /// The header so far.
    header: String,
    /// How many lemmas there are.
    lemmas: u32,
    body: Compressor<Vec<u8>>,
    /// How hard it is compressed.
    level: i32,
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of lemmas.
    pub lemmas: u32,
    /// The size of the file.
    pub bytes: u64,
}

fn compressor(level: i32) -> io::Result<Compressor<Vec<u8>>> {
    Compressor::new(Vec::new(), level)?.with_checksum()
}

impl ProofFile {
    /// An empty proof whose checker may be asked for searches of so many plays.
    ///
    /// # Errors
    /// If the compression cannot be set up.
    pub fn new(subject: &Subject<'_>, search: u32) -> io::Result<Self> {
        Self::compressed(subject, search, LEVEL)
    }

    /// The same for a proof that is checked at once and thrown away: it is not made small.
    ///
    /// # Errors
    /// If the compression cannot be set up.
    pub fn passing(subject: &Subject<'_>, search: u32) -> io::Result<Self> {
        Self::compressed(subject, search, 1)
    }

    fn compressed(subject: &Subject<'_>, search: u32, level: i32) -> io::Result<Self> {
        let Subject { game, definition, from } = *subject;
        let mut header = format!("game {game}\n");
        for line in definition.iter().flat_map(|text| text.split('\n')) {
            header.push('|');
            if !line.is_empty() {
                header.push(' ');
                header.push_str(line);
            }
            header.push('\n');
        }
        header.push_str("from ");
        for byte in from {
            // Writing to a string cannot fail.
            let _infallible = write!(header, "{byte:02x}");
        }
        let _infallible = write!(header, "\nsearch {search}\n");
        Ok(Self { header, lemmas: 0, body: compressor(level)?, level })
    }

    /// Adds a lemma.
    ///
    /// # Errors
    /// If it cannot be compressed, or is longer than any lemma may be.
    pub fn lemma(&mut self, statement: u8, cells: &[u8], tree: &[u8]) -> io::Result<()> {
        let mut record = vec![statement];
        for part in [cells, tree] {
            let length = u32::try_from(part.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
            leb128::write(length.into(), &mut record);
            record.extend(part);
        }
        self.body.write_all(&record)?;
        self.lemmas += 1;
        Ok(())
    }

    /// Claims what the latest lemma says, of the position after these moves.
    pub fn claim(&mut self, statement: u8, moves: &[String]) {
        // Writing to a string cannot fail.
        let _infallible = write!(self.header, "claim {statement} {}", self.lemmas.saturating_sub(1));
        for m in moves {
            self.header.push(' ');
            self.header.push_str(m);
        }
        self.header.push('\n');
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, mut into: impl Write) -> io::Result<Written> {
        let Self { header, lemmas, body, level } = self;
        let mut head = compressor(level)?;
        head.write_all(header.as_bytes())?;
        head.write_all(b"\n")?;
        let mut checksum = crc32fast::Hasher::new();
        let mut bytes = 0;
        for part in [FIRST_LINE, &head.finish()?, &body.finish()?] {
            checksum.update(part);
            into.write_all(part)?;
            bytes += part.len() as u64;
        }
        into.write_all(&checksum.finalize().to_le_bytes())?;
        Ok(Written { lemmas, bytes: bytes + 4 })
    }
}
