//! Stores as text: what a computation of months has found, to be published, passed on and continued by others.
//!
//! ```text
//! yomikiri-cluster 1
//! game trax:6x6
//! asked both
//! search 100
//! keys 8a1c3f0e5d7b9246
//! piece first no 1873 5f2d…e1 @0/ B1\
//! ```
//!
//! After the run (with `|` lines for a game that is described in a file, and `from` and `moves` if it does not begin at the
//! start), one line for each decided piece: about whom, the answer, the nodes that it cost, the SHA-256 digest of its packed
//! lemmas, and the moves. The lemmas themselves are in files beside it, named after their digest. Whoever merges such a text
//! believes only what comes with lemmas that hold: they are checked one by one.

use crate::campaign::{Look, Looked};
use crate::lemmas::{About, Lemmas};
use crate::message::{Build, Place};
use crate::rules::Rules;
use crate::store::{Batch, Piece, Run, Store, StoreError};
use crate::tree::{Settings, Tree};
use crate::worker::{board_at, load};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Write as _};
use std::path::Path;
use std::str::FromStr;
use yomikiri::Registry;
use yomikiri_check::proof::Monitor;
use yomikiri_game::{Key, Player};
use yomikiri_search::{Question, SetupError, Statement};

const FIRST_LINE: &str = "yomikiri-cluster 1";

/// Why a text cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// A line is not what it should be.
    #[error("line {line}: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The game or the position cannot be loaded.
    #[error("{0}")]
    Game(String),
    /// The memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}

fn digest_of(text: &str) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(digest)
}

/// What a text says: a run, and its decided pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The run.
    pub run: Run,
    /// Its pieces.
    pub pieces: Vec<Line>,
}

/// A line about a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// About whom.
    pub about: Player,
    /// Whether he can win.
    pub answer: bool,
    /// The nodes that it cost.
    pub nodes: u64,
    /// The digest of its lemmas.
    pub digest: [u8; 32],
    /// The moves to it.
    pub moves: Vec<String>,
}

impl Exported {
    /// What a store knows.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn of(store: &Store) -> Result<Self, ExportError> {
        let mut pieces = Vec::new();
        for about in Player::BOTH {
            for (_, Piece { answer, nodes, proof, moves, .. }) in store.pieces(about)? {
                pieces.extend(proof.map(|digest| Line { about, answer, nodes, digest, moves }));
            }
        }
        Ok(Self { run: store.run()?, pieces })
    }
}

impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { place, asked, search, keys } = &self.run;
        writeln!(f, "{FIRST_LINE}\ngame {}", place.game)?;
        for line in place.description.iter().flat_map(|description| description.split('\n')) {
            writeln!(f, "| {line}")?;
        }
        if let Some(from) = &place.from {
            writeln!(f, "from {from}")?;
        }
        if !place.moves.is_empty() {
            writeln!(f, "moves {}", place.moves.join(" "))?;
        }
        let asked = match asked {
            None => "both",
            Some(false) => "first",
            Some(true) => "second",
        };
        writeln!(f, "asked {asked}\nsearch {search}\nkeys {keys:016x}")?;
        for Line { about, answer, nodes, digest, moves } in &self.pieces {
            let answer = if *answer { "yes" } else { "no" };
            write!(f, "piece {about} {answer} {nodes} {}", hex(digest))?;
            moves.iter().try_for_each(|m| write!(f, " {m}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

fn proof_file(digest: &[u8; 32]) -> String {
    format!("{}.lemmas", hex(digest))
}

/// Writes the lemmas of all pieces into a folder; gives their number.
///
/// # Errors
/// If one cannot be read or written.
pub fn export_proofs(store: &Store, folder: &Path) -> Result<usize, ExportError> {
    std::fs::create_dir_all(folder)?;
    let mut written = 0;
    for about in Player::BOTH {
        for digest in store.pieces(about)?.iter().filter_map(|(_, piece)| piece.proof) {
            let lemmas = store.lemmas(digest)?;
            yomikiri::files::write_whole(&folder.join(proof_file(&digest)), lemmas.as_bytes())?;
            written += 1;
        }
    }
    Ok(written)
}

impl FromStr for Exported {
    type Err = ExportError;

    fn from_str(text: &str) -> Result<Self, ExportError> {
        let wrong = |line: usize, why: &str| ExportError::Line { line: line + 1, why: why.to_owned() };
        // Not `lines`, which would take a carriage return away that belongs to a description.
        let mut lines = text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate();
        if lines.next().map(|(_, line)| line) != Some(FIRST_LINE) {
            return Err(wrong(0, "this is not a text of `cluster export`"));
        }
        let mut place = Place { game: String::new(), description: None, from: None, moves: Vec::new() };
        let (mut asked, mut search, mut keys) = (None, None, None);
        let mut pieces = Vec::new();
        for (at, line) in lines {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "game" => place.game = rest.to_owned(),
                "|" => {
                    place.description = Some(
                        place.description.map_or_else(|| rest.to_owned(), |before| before + "\n" + rest),
                    );
                }
                "from" => place.from = Some(rest.to_owned()),
                "moves" => place.moves = rest.split(' ').map(str::to_owned).collect(),
                "asked" => {
                    asked = Some(match rest {
                        "both" => None,
                        "first" => Some(false),
                        "second" => Some(true),
                        _ => return Err(wrong(at, "expected both, first or second")),
                    });
                }
                "search" => search = Some(rest.parse().map_err(|_| wrong(at, "expected a number of plays"))?),
                "keys" => {
                    keys = Some(u64::from_str_radix(rest, 16).map_err(|_| wrong(at, "expected 16 digits"))?);
                }
                "piece" => pieces.push(
                    read_piece(rest)
                        .ok_or_else(|| wrong(at, "expected `piece PLAYER ANSWER NODES DIGEST MOVES`"))?,
                ),
                _ => return Err(wrong(at, "expected game, asked, search, keys or piece")),
            }
        }
        match (asked, search, keys) {
            (Some(asked), Some(search), Some(keys)) => {
                Ok(Self { run: Run { place, asked, search, keys }, pieces })
            }
            _ => Err(wrong(0, "it does not say what it is about: asked, search and keys")),
        }
    }
}

fn read_piece(text: &str) -> Option<Line> {
    let mut words = text.split(' ');
    let about = match words.next()? {
        "first" => Player::First,
        "second" => Player::Second,
        _ => return None,
    };
    let answer = match words.next()? {
        "yes" => true,
        "no" => false,
        _ => return None,
    };
    let nodes = words.next()?.parse().ok()?;
    let digest = digest_of(words.next()?)?;
    Some(Line { about, answer, nodes, digest, moves: words.map(str::to_owned).collect() })
}

/// What was merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Pieces that were taken.
    pub taken: u64,
    /// Pieces that were known already.
    pub known: u64,
    /// Pieces without a proof that holds.
    pub refused: u64,
}

/// Takes the pieces of a text, with the lemmas in a folder, into a store of the same run, which is made if it is not there.
///
/// # Errors
/// If the text cannot be read, or the store is about something else.
pub fn merge(store: &Path, text: &str, folder: &Path, registry: &Registry) -> Result<Merged, ExportError> {
    let Exported { run, pieces: lines } = text.parse()?;
    let game = load(&run.place, registry).map_err(ExportError::Game)?;
    let board = board_at(&game, &run.place).map_err(ExportError::Game)?;
    let subject = board.pieces().subject();
    let subject =
        subject.ok_or_else(|| ExportError::Game("the checker has no rules for this game".to_owned()))?;
    let store = Store::open(store, &run)?;
    let about = About { subject: &subject, search: run.search };
    let mut merged = Merged::default();
    for player in Player::BOTH {
        let question = Question { can_win: player };
        let root = board.pieces().asked_key(question);
        let records = store.nodes(player)?;
        let settings = Settings::default();
        let mut tree = match records.is_empty() {
            true => Tree::new(root, board.to_move() == player, settings, 0),
            false => Tree::restored(root, &records, settings, 0)
                .map_err(|error| StoreError::Damaged(error.to_string()))?,
        };
        let mut rules = Rules::new(&*board, question)?;
        let known: FxHashMap<Key, Piece> = store.pieces(player)?.into_iter().collect();
        let mut batch = Batch::default();
        let mut changed = FxHashSet::default();
        for line in lines.iter().filter(|line| line.about == player) {
            let Some((key, exact_key)) =
                reached(&mut tree, &mut rules, &*board, question, &line.moves, &mut changed)
            else {
                merged.refused += 1;
                continue;
            };
            if known.contains_key(&key) {
                merged.known += 1;
                continue;
            }
            let lemmas = std::fs::read(folder.join(proof_file(&line.digest))).map(Lemmas::packed);
            let statement = Statement { question, answer: line.answer };
            let moves: Vec<String> = run.place.moves.iter().chain(&line.moves).cloned().collect();
            let held = lemmas.ok().filter(|lemmas| lemmas.digest() == line.digest).filter(|lemmas| {
                lemmas.check(&about, statement, &moves, registry.referees(), &Monitor::default()).is_ok()
            });
            let Some(lemmas) = held else {
                merged.refused += 1;
                continue;
            };
            merged.taken += 1;
            tree.prove(key, line.answer);
            changed.insert(key);
            let piece = Piece {
                answer: line.answer,
                moves: line.moves.clone(),
                exact_key: exact_key.0,
                worker: "merged".to_owned(),
                build: Build { version: env!("CARGO_PKG_VERSION").to_owned(), keys: run.keys },
                nodes: line.nodes,
                proof: Some(line.digest),
                checked: true,
            };
            batch.pieces.push((key, piece, Some(lemmas)));
        }
        batch.nodes = changed.into_iter().filter_map(|key| tree.record(key)).collect();
        store.commit(player, &batch)?;
    }
    Ok(merged)
}

/// Makes the tree reach the position after these moves. Gives its keys, for the question and in the game itself.
fn reached(
    tree: &mut Tree,
    rules: &mut Rules<'_>,
    board: &dyn yomikiri::Board,
    question: Question,
    moves: &[String],
    changed: &mut FxHashSet<Key>,
) -> Option<(Key, Key)> {
    let mut board = board.boxed();
    let mut key = tree.root();
    changed.insert(key);
    for (number, m) in moves.iter().enumerate() {
        if tree.leaf_work(key).is_some() {
            let Looked::Open(children) = rules.look(&moves[..number]) else {
                return None;
            };
            tree.expand(key, &children);
            changed.extend(tree.family(key));
        }
        board.play(m).ok()?;
        key = board.pieces().asked_key(question);
        tree.numbers_of(key)?;
    }
    Some((key, board.key()))
}
