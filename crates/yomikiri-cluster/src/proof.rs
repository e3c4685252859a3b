//! The proof of the whole: the pieces' lemmas, and those of the coordinator's own tree above them.
//!
//! The tree says which positions are decided, and the pieces prove its leaves. What is between is proved here, by the same
//! writer as in `solve`: it knows the decided positions of the tree, leans on the pieces as lemmas, and searches the few
//! positions that a look at a node has left out because they are decided at a glance. Only pieces that are leaned on become
//! part of the proof. In the end all of it is checked.

use crate::coordinator::Plan;
use crate::lemmas::{About, NoLemmas, Packer, Union};
use crate::store::{Piece, Store, StoreError};
use crate::tree::Tree;
use rustc_hash::FxHashMap;
use std::num::NonZeroUsize;
use yomikiri::pieces::Proving;
use yomikiri::{Task, WrittenProof};
use yomikiri_check::proof::Monitor as CheckMonitor;
use yomikiri_game::Key;
use yomikiri_search::{Demands, Knowledge, Numbers, Options, Statement};

/// Why there is no proof.
pub(crate) enum Unfinished {
    /// It was stopped.
    Stopped,
    /// The store cannot be read.
    Store(StoreError),
    /// It does not hold.
    Failed(String),
}

impl From<StoreError> for Unfinished {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<NoLemmas> for Unfinished {
    fn from(error: NoLemmas) -> Self {
        Self::Failed(error.to_string())
    }
}

/// A statement about the position of the run, with the tree and the pieces that it follows from; without, it is a theorem.
pub(crate) type Claimed = (Statement, Option<(Tree, FxHashMap<Key, Piece>)>);

/// Puts the proof together, checks it, and writes it where it should go.
pub(crate) fn put_together(
    about: &About<'_>,
    plan: &Plan,
    claims: &[Claimed],
    store: &Store,
    memory: u64,
    task: &Task,
) -> Result<WrittenProof, Unfinished> {
    let failed = |error: std::io::Error| Unfinished::Failed(error.to_string());
    let mut union = Union::new(about).map_err(failed)?;
    for (statement, found) in claims {
        let nothing = FxHashMap::default();
        let (tree, pieces) = match found {
            Some((tree, pieces)) => (Some(tree), pieces),
            None => (None, &nothing),
        };
        add_claim(&mut union, about.search, plan, *statement, tree, pieces, store, memory, task)?;
        union.claim(*statement, &plan.place.moves);
    }
    let mut content = Vec::new();
    let written = union.write(&mut content).map_err(failed)?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let stop = task.stop().clone();
    let monitor = CheckMonitor::until(move || stop.is_requested());
    let checked = task.stage("checking the proof", monitor, |monitor| {
        plan.registry.referees().check(&content[..], threads, monitor)
    });
    if task.is_stopped() {
        return Err(Unfinished::Stopped);
    }
    checked.map_err(|failure| Unfinished::Failed(failure.to_string()))?;
    let lemmas = written.lemmas.into();
    let bytes = written.bytes;
    match &plan.proof {
        Some(path) => {
            yomikiri::files::write_whole(path, &content).map_err(failed)?;
            Ok(WrittenProof { file: Some(path.clone()), content: None, lemmas, bytes })
        }
        None => Ok(WrittenProof { file: None, content: Some(content), lemmas, bytes }),
    }
}

/// Adds the lemmas of one statement. The last of them is the statement itself.
#[expect(clippy::too_many_arguments, reason = "what a proof is made of")]
fn add_claim(
    union: &mut Union,
    search: u32,
    plan: &Plan,
    statement: Statement,
    tree: Option<&Tree>,
    pieces: &FxHashMap<Key, Piece>,
    store: &Store,
    memory: u64,
    task: &Task,
) -> Result<(), Unfinished> {
    if let Some(piece) = tree.and_then(|tree| pieces.get(&tree.root())) {
        add_piece(union, piece, store)?;
        return Ok(());
    }
    let knowledge = Knowledge::new(memory).map_err(|error| Unfinished::Failed(error.to_string()))?;
    for (key, answer) in tree.into_iter().flat_map(Tree::decided) {
        knowledge.learn(key, Numbers::decided(answer), pieces.get(&key).map_or(1, |piece| piece.nodes));
    }
    let matching = pieces.values().filter(|piece| piece.answer == statement.answer && piece.proof.is_some());
    let by_exact_key: FxHashMap<Key, &Piece> = matching.map(|piece| (Key(piece.exact_key), piece)).collect();
    let mut needed = Vec::new();
    let mut own = Packer::default();
    let options = Options { memory, ..Options::default() };
    let proved = task.search("writing the proof", |monitor| {
        plan.board.pieces().prove(Proving {
            statement,
            demands: Demands { search, theorems: plan.theorems },
            knowledge: &knowledge,
            options: &options,
            monitor,
            is_lemma: &mut |key| {
                let piece = by_exact_key.get(&key);
                needed.extend(piece);
                piece.is_some()
            },
            sink: &mut |lemma| {
                own.add(lemma.statement.number(), lemma.cells, lemma.tree);
                Ok(())
            },
        })
    });
    if task.is_stopped() {
        return Err(Unfinished::Stopped);
    }
    proved.map_err(|error| Unfinished::Failed(error.to_string()))?;
    for piece in needed {
        add_piece(union, piece, store)?;
    }
    let own = own.finish().map_err(|error| Unfinished::Failed(error.to_string()))?;
    union.add(&own)?;
    Ok(())
}

fn add_piece(union: &mut Union, piece: &Piece, store: &Store) -> Result<(), Unfinished> {
    let digest = piece.proof.ok_or_else(|| Unfinished::Failed("a piece has no proof".to_owned()))?;
    union.add(&store.lemmas(digest)?)?;
    Ok(())
}
