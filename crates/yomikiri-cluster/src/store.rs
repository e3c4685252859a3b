//! The truth of a coordinator: its tree, the pieces that are decided with their proofs, who answered what, and the effort.
//!
//! It is one file, written in transactions ([redb](https://www.redb.org)): whatever is committed survives a program that is
//! killed at any moment, and what is not committed was never acknowledged to anybody. A file belongs to one run: a position,
//! a question, a way to write proofs.
//!
//! Rejected: keeping the answers in the stream of the exchange and replaying them (a stream may be lost with its server, and
//! weeks of answers take long to replay).

use crate::lemmas::Lemmas;
use crate::message::{Build, Place, RunId};
use crate::tree::NodeRecord;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};
use std::path::Path;
use yomikiri_game::{Key, Player};
use yomikiri_search::Numbers;

const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
const NODES: TableDefinition<(u8, u128), &[u8]> = TableDefinition::new("nodes");
const PIECES: TableDefinition<(u8, u128), &[u8]> = TableDefinition::new("pieces");
const PROOFS: TableDefinition<[u8; 32], &[u8]> = TableDefinition::new("proofs");
const WORKERS: TableDefinition<&str, &[u8]> = TableDefinition::new("workers");

/// Names in the table of single values.
const RUN: &str = "run";
const FORMAT: &str = "format";
const NEXT_JOB: &str = "next job";
const SPENT: [&str; 2] = ["spent on first", "spent on second"];
/// The version of the file.
const VERSION: u8 = 1;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened, read or written.
    #[error("the store: {0}")]
    Database(#[from] Box<redb::Error>),
    /// What is in it cannot be read.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// It was made by another version of the program.
    #[error("the store has version {0}, and this program reads {VERSION}")]
    Version(u8),
    /// It is about something else.
    #[error("this is the store of {found}, not of {wanted}")]
    OtherRun {
        /// What it is about.
        found: String,
        /// What it should be about.
        wanted: String,
    },
    /// There is nothing in it.
    #[error("the store is empty")]
    Empty,
}

macro_rules! database_errors {
    ($($error:ty),*) => {
        $(impl From<$error> for StoreError {
            fn from(error: $error) -> Self {
                Self::Database(Box::new(error.into()))
            }
        })*
    };
}
database_errors!(
    redb::DatabaseError,
    redb::TransactionError,
    redb::TableError,
    redb::StorageError,
    redb::CommitError,
    redb::SetDurabilityError
);

/// What a run is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The position.
    pub place: Place,
    /// About whom it is asked: both players, the first, the second.
    pub asked: Option<bool>,
    /// The plays that a checker may be asked to search.
    pub search: u32,
    /// The key scheme of the game, as a number.
    pub keys: u64,
}

impl Run {
    /// Its name.
    #[must_use]
    pub fn id(&self) -> RunId {
        use sha2::{Digest, Sha256};
        let bytes = postcard::to_stdvec(self).unwrap_or_default();
        let digest = Sha256::digest(bytes);
        RunId(u64::from_be_bytes(std::array::from_fn(|at| digest[at])))
    }

    /// What it is about, in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        let Place { game, moves, from, .. } = &self.place;
        let from = from.as_ref().map_or(String::new(), |from| format!(" from {from}"));
        let after = if moves.is_empty() { String::new() } else { format!(" after {}", moves.join(" ")) };
        let asked = match self.asked {
            None => "who wins",
            Some(false) => "can the first player win",
            Some(true) => "can the second player win",
        };
        format!("{game}{from}{after}: {asked} (proofs with search {})", self.search)
    }
}

/// A position that a worker has decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The answer.
    pub answer: bool,
    /// The moves to it, from the position of the run.
    pub moves: Vec<String>,
    /// Its key in the game itself, apart from the question.
    pub exact_key: u128,
    /// Who decided it.
    pub worker: String,
    /// With which program.
    pub build: Build,
    /// The nodes that its jobs cost.
    pub nodes: u64,
    /// The digest of its lemmas; `None` if it has none.
    pub proof: Option<[u8; 32]>,
    /// Whether the proof was checked.
    pub checked: bool,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Jobs that it answered.
    pub jobs: u64,
    /// The nodes of its searches.
    pub nodes: u64,
    /// The nodes of its proofs.
    pub proof_nodes: u64,
    /// Nodes of jobs that did not matter any more.
    pub wasted: u64,
    /// The time it took, in microseconds.
    pub micros: u64,
    /// Claims of it that did not hold.
    pub lies: u64,
}

/// Changes that are written together.
#[derive(Default)]
pub struct Batch {
    /// Nodes of the tree.
    pub nodes: Vec<NodeRecord>,
    /// Pieces that are decided now, with their lemmas.
    pub pieces: Vec<(Key, Piece, Option<Lemmas>)>,
    /// Pieces that are not believed any more.
    pub revoked: Vec<Key>,
    /// What workers have done.
    pub workers: Vec<(String, Effort)>,
    /// The number of the next job.
    pub next_job: Option<u64>,
    /// The nodes that were spent on the question so far.
    pub spent: Option<u64>,
}

impl Batch {
    /// Whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.pieces.is_empty() && self.revoked.is_empty() && self.workers.is_empty()
    }
}

/// A node as bytes.
#[derive(Serialize, Deserialize)]
struct StoredNode {
    origin: Option<(u128, String)>,
    attacks: bool,
    own: (u32, u32),
    work: u64,
    proved: Option<bool>,
    children: Vec<u128>,
}

fn number(player: Player) -> u8 {
    player as u8
}

fn packed<T: Serialize>(value: &T) -> Vec<u8> {
    // What has no maps of unknown length can always be written.
    postcard::to_stdvec(value).unwrap_or_default()
}

fn unpacked<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, StoreError> {
    postcard::from_bytes(bytes).map_err(|error| StoreError::Damaged(error.to_string()))
}

/// A store.
pub struct Store {
    database: Database,
}

impl Store {
    /// Opens the store of a run, or makes one.
    ///
    /// # Errors
    /// If the file cannot be used or is about something else.
    pub fn open(path: &Path, run: &Run) -> Result<Self, StoreError> {
        let store = Self { database: Database::create(path)? };
        match store.run() {
            Ok(found) if found == *run => {}
            Ok(found) => {
                return Err(StoreError::OtherRun { found: found.describe(), wanted: run.describe() });
            }
            Err(StoreError::Empty) => store.begin(run)?,
            Err(error) => return Err(error),
        }
        Ok(store)
    }

    /// A store that is not kept.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn in_memory(run: &Run) -> Result<Self, StoreError> {
        let database = Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?;
        let store = Self { database };
        store.begin(run)?;
        Ok(store)
    }

    /// Opens a store that is there.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn existing(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { database: Database::open(path)? })
    }

    fn begin(&self, run: &Run) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
        {
            let mut meta = transaction.open_table(META)?;
            meta.insert(FORMAT, &[VERSION][..])?;
            meta.insert(RUN, &packed(run)[..])?;
            meta.insert(NEXT_JOB, &packed(&1u64)[..])?;
            transaction.open_table(NODES)?;
            transaction.open_table(PIECES)?;
            transaction.open_table(PROOFS)?;
            transaction.open_table(WORKERS)?;
        }
        transaction.commit()?;
        Ok(())
    }

    fn meta(&self, name: &str) -> Result<Vec<u8>, StoreError> {
        let transaction = self.database.begin_read()?;
        let table = match transaction.open_table(META) {
            Err(redb::TableError::TableDoesNotExist(_)) => return Err(StoreError::Empty),
            table => table?,
        };
        Ok(table.get(name)?.ok_or(StoreError::Empty)?.value().to_vec())
    }

    /// What it is about.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn run(&self) -> Result<Run, StoreError> {
        match self.meta(FORMAT)?[..] {
            [VERSION] => unpacked(&self.meta(RUN)?),
            [other] => Err(StoreError::Version(other)),
            _ => Err(StoreError::Damaged("no version".to_owned())),
        }
    }

    /// The number of the next job.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn next_job(&self) -> Result<u64, StoreError> {
        unpacked(&self.meta(NEXT_JOB)?)
    }

    /// The nodes that were spent on a question so far.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn spent(&self, about: Player) -> Result<u64, StoreError> {
        match self.meta(SPENT[usize::from(number(about))]) {
            Ok(bytes) => unpacked(&bytes),
            Err(StoreError::Empty) => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// The tree of a question.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn nodes(&self, about: Player) -> Result<Vec<NodeRecord>, StoreError> {
        let transaction = self.database.begin_read()?;
        let table = transaction.open_table(NODES)?;
        let mut nodes = Vec::new();
        for entry in table.range((number(about), 0)..=(number(about), u128::MAX))? {
            let (key, value) = entry?;
            let StoredNode { origin, attacks, own: (proof, disproof), work, proved, children } =
                unpacked(value.value())?;
            let own = Numbers { proof, disproof };
            if !own.is_possible() {
                return Err(StoreError::Damaged("impossible numbers".to_owned()));
            }
            nodes.push(NodeRecord {
                key: Key(key.value().1),
                origin: origin.map(|(key, m)| (Key(key), m)),
                attacks,
                own,
                work,
                proved,
                children: children.into_iter().map(Key).collect(),
            });
        }
        Ok(nodes)
    }

    /// The pieces of a question.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn pieces(&self, about: Player) -> Result<Vec<(Key, Piece)>, StoreError> {
        let transaction = self.database.begin_read()?;
        let table = transaction.open_table(PIECES)?;
        let mut pieces = Vec::new();
        for entry in table.range((number(about), 0)..=(number(about), u128::MAX))? {
            let (key, value) = entry?;
            pieces.push((Key(key.value().1), unpacked(value.value())?));
        }
        Ok(pieces)
    }

    /// The lemmas with this digest.
    ///
    /// # Errors
    /// If they are not there.
    pub fn lemmas(&self, digest: [u8; 32]) -> Result<Lemmas, StoreError> {
        let transaction = self.database.begin_read()?;
        let table = transaction.open_table(PROOFS)?;
        let found = table.get(digest)?.ok_or_else(|| StoreError::Damaged("a proof is missing".to_owned()))?;
        Ok(Lemmas::packed(found.value().to_vec()))
    }

    /// What workers have done.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn workers(&self) -> Result<Vec<(String, Effort)>, StoreError> {
        let transaction = self.database.begin_read()?;
        let table = transaction.open_table(WORKERS)?;
        let mut workers = Vec::new();
        for entry in table.iter()? {
            let (name, value) = entry?;
            workers.push((name.value().to_owned(), unpacked(value.value())?));
        }
        Ok(workers)
    }

    /// Writes changes about a question. When this returns, they are safe.
    ///
    /// # Errors
    /// If they cannot be written. Then none of them is.
    pub fn commit(&self, about: Player, batch: &Batch) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
        {
            let mut nodes = transaction.open_table(NODES)?;
            for node in &batch.nodes {
                let stored = StoredNode {
                    origin: node.origin.as_ref().map(|(key, m)| (key.0, m.clone())),
                    attacks: node.attacks,
                    own: (node.own.proof, node.own.disproof),
                    work: node.work,
                    proved: node.proved,
                    children: node.children.iter().map(|key| key.0).collect(),
                };
                nodes.insert((number(about), node.key.0), &packed(&stored)[..])?;
            }
            let (mut pieces, mut proofs) = (transaction.open_table(PIECES)?, transaction.open_table(PROOFS)?);
            for key in &batch.revoked {
                pieces.remove((number(about), key.0))?;
            }
            for (key, piece, lemmas) in &batch.pieces {
                let before = pieces.insert((number(about), key.0), &packed(piece)[..])?;
                let before = before.map(|bytes| unpacked::<Piece>(bytes.value())).transpose()?;
                if let Some(digest) = before.and_then(|before| before.proof)
                    && piece.proof != Some(digest)
                {
                    proofs.remove(digest)?;
                }
                if let (Some(digest), Some(lemmas)) = (piece.proof, lemmas) {
                    proofs.insert(digest, lemmas.as_bytes())?;
                }
            }
            let mut workers = transaction.open_table(WORKERS)?;
            for (name, effort) in &batch.workers {
                workers.insert(&name[..], &packed(effort)[..])?;
            }
            let mut meta = transaction.open_table(META)?;
            if let Some(next_job) = batch.next_job {
                meta.insert(NEXT_JOB, &packed(&next_job)[..])?;
            }
            if let Some(spent) = batch.spent {
                meta.insert(SPENT[usize::from(number(about))], &packed(&spent)[..])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }
}
