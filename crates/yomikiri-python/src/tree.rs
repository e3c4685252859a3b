//! Positions as values: each is a leaf of a tree of moves, and all of a tree share one board.
//!
//! A board that is copied for every move would cost too much: that of Trax without a limit takes a megabyte. Here a position
//! is a link to the one before it and a move, some hundred bytes, and the board goes where it is needed: from position to
//! position by taking moves back and playing others. Whoever plays a game move by move, or tries the moves of one
//! position, finds the board one step away.
//!
//! Rejected: a copy of the board in every position (slow and large, see above), and replaying all moves at every
//! question (slow at the end of long games).

use crate::errors;
use crate::game::Loaded;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use yomikiri::Board;

/// One position: the move that led to it and the position before.
pub(crate) struct Node {
    pub(crate) parent: Option<Arc<Node>>,
    /// The move in its usual form; empty at the root.
    pub(crate) text: Box<str>,
    /// The number of moves since the root.
    pub(crate) depth: usize,
}

impl Node {
    pub(crate) fn root() -> Arc<Self> {
        Arc::new(Self { parent: None, text: Box::default(), depth: 0 })
    }

    /// The moves since the root.
    pub(crate) fn history(&self) -> Vec<&str> {
        let mut moves = Vec::with_capacity(self.depth);
        let mut at = self;
        while let Some(parent) = &at.parent {
            moves.push(&*at.text);
            at = parent;
        }
        moves.reverse();
        moves
    }
}

impl Drop for Node {
    /// Not by recursion: a game may be long.
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(mut node) = next.and_then(Arc::into_inner) {
            next = node.parent.take();
        }
    }
}

/// A starting position, and the board that goes from position to position.
pub(crate) struct Tree {
    /// The position that the moves begin at, if it is not the start of the game.
    pub(crate) from: Option<String>,
    pub(crate) root: Arc<Node>,
    /// The game of the board.
    pub(crate) loaded: Loaded,
    cursor: Mutex<Cursor>,
    /// The thread that has the board, by a number of its own; 0 for none.
    owner: AtomicU64,
}

struct Cursor {
    board: Box<dyn Board>,
    /// The nodes from the root to where the board is, the root left out.
    path: Vec<Arc<Node>>,
}

/// The number of this thread.
fn this_thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local!(static NUMBER: u64 = NEXT.fetch_add(1, Relaxed));
    NUMBER.with(|number| *number)
}

/// The board of a tree, lent to one thread.
pub(crate) struct Lent<'a> {
    cursor: MutexGuard<'a, Cursor>,
    owner: &'a AtomicU64,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.owner.store(0, Relaxed);
    }
}

impl Tree {
    pub(crate) fn new(board: Box<dyn Board>, from: Option<String>, loaded: Loaded) -> Arc<Self> {
        let cursor = Mutex::new(Cursor { board, path: Vec::new() });
        Arc::new(Self { from, root: Node::root(), loaded, cursor, owner: AtomicU64::new(0) })
    }

    /// The board, at a position of this tree.
    ///
    /// # Errors
    /// If this thread has the board already: a game written in Python asks about its own positions.
    pub(crate) fn at(&self, py: Python<'_>, node: &Arc<Node>) -> PyResult<Lent<'_>> {
        let this = this_thread();
        if self.owner.load(Relaxed) == this {
            return Err(errors::other("a game must not ask about the position that it is asked about"));
        }
        // A game written in Python lets other threads run while it has the board: who waits must not hold the interpreter.
        let cursor = self.cursor.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        self.owner.store(this, Relaxed);
        let mut lent = Lent { cursor, owner: &self.owner };
        lent.cursor.go_to(node)?;
        Ok(lent)
    }
}

impl Lent<'_> {
    pub(crate) fn board(&self) -> &dyn Board {
        &*self.cursor.board
    }

    /// Plays a move from where the board is.
    ///
    /// # Errors
    /// If the move cannot be played.
    pub(crate) fn play(&mut self, from: &Arc<Node>, text: &str) -> PyResult<Arc<Node>> {
        let text = self.cursor.board.play(text).map_err(errors::input)?.into_boxed_str();
        let node = Arc::new(Node { parent: Some(from.clone()), text, depth: from.depth + 1 });
        self.cursor.path.push(node.clone());
        Ok(node)
    }
}

impl Cursor {
    fn go_to(&mut self, node: &Arc<Node>) -> PyResult<()> {
        if self.is_at(node) {
            return Ok(());
        }
        // Up from the node until the board has been there, too.
        let mut missing = Vec::new();
        let mut at = node;
        while !self.has_passed(at) {
            missing.push(at);
            // Every root is passed by every board of its tree.
            at = at.parent.as_ref().unwrap_or(at);
        }
        while self.path.len() > at.depth {
            self.path.pop();
            self.board.undo();
        }
        for node in missing.into_iter().rev() {
            self.board.play(&node.text).map_err(errors::input)?;
            self.path.push(node.clone());
        }
        Ok(())
    }

    fn is_at(&self, node: &Arc<Node>) -> bool {
        self.path.len() == node.depth && self.has_passed(node)
    }

    fn has_passed(&self, node: &Arc<Node>) -> bool {
        node.depth == 0 || self.path.get(node.depth - 1).is_some_and(|passed| Arc::ptr_eq(passed, node))
    }
}
