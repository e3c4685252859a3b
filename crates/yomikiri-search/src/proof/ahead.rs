//! Threads that go ahead of the one that writes a proof.
//!
//! Nearly all of the time goes into finding out which positions the checker can search by itself. That depends on the position alone.
//! So helping threads walk through the same strategy, each beginning with other replies, and note what they find. The thread that
//! writes the proof takes no notice of anything else that they do: it writes the same proof, sooner. (Unless the table has lost
//! something and a helper finds it again: then the writer may choose another move.)
//!
//! Rejected: dividing the strategy among the threads. Its parts overlap, which moves it prefers depends on what it has been
//! through, and the proof would be another one each time.

use crate::crowd::Finish;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};
use yomikiri_game::Key;

/// Whether the checker can search a position, as far as somebody has found out.
type Found = FxHashMap<Key, bool>;

/// What the threads tell each other.
#[derive(Default)]
pub(super) struct Notice {
    found: [Mutex<Found>; Self::PARTS],
    /// Whether the proof is complete, so that nobody need help any more.
    pub(super) finish: Finish,
}

impl Notice {
    /// Enough that two threads rarely want the same one.
    const PARTS: usize = 32;

    fn part(&self, key: Key) -> &Mutex<Found> {
        &self.found[(key.mixed() >> 64) as usize % Self::PARTS]
    }

    /// Whether the checker can search the position with this key, from what was found, or found out now.
    pub(super) fn or_find_out(&self, key: Key, find_out: impl FnOnce() -> bool) -> bool {
        let known = self.part(key).lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let answer = find_out();
            self.part(key).lock().unwrap_or_else(PoisonError::into_inner).insert(key, answer);
            answer
        })
    }
}

/// One of several threads that walk through a strategy.
#[derive(Clone, Copy)]
pub(super) struct Walker<'t> {
    pub(super) notice: &'t Notice,
    /// Its number; 0 writes the proof.
    pub(super) number: usize,
    pub(super) of: usize,
}

impl Walker<'_> {
    /// Whether it only helps, and there is nothing left to help with.
    pub(super) fn is_done(&self) -> bool {
        self.number > 0 && self.notice.finish.is_announced()
    }

    /// Lets it begin with other replies than the others.
    pub(super) fn turn<T>(&self, replies: &mut [T]) {
        let first = replies.len() * self.number / self.of;
        replies.rotate_left(first);
    }
}
