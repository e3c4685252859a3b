//! Nodes that were left a short while ago, with their children.
//!
//! df-pn leaves a node as soon as another one looks better, and comes back when that one looks worse: a third of all visits are
//! such returns. Finding the children again would take all of an expansion, but only their numbers can
//! have changed since, and those are in the table. So each thread keeps the children of the nodes that it left last.
//!
//! Moves belong to a position in its orientation: a rotated one has the same key, but not the same moves. So a node is
//! identified by its [`Tactics::exact_key`] too, and a game without such keys keeps nothing. A node has one slot, and a
//! later node replaces an earlier one.

use yomikiri_game::{Key, Tactics};

/// How many nodes are kept, a power of two. (On 7×7 Trax nine of ten returns find their children here; with a quarter of the
/// slots eight of ten.)
const SLOTS: usize = 1 << 15;

/// A position in its orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExactPosition {
    key: Key,
    exact_key: u64,
}

impl ExactPosition {
    pub(crate) fn of(game: &impl Tactics, key: Key) -> Option<Self> {
        game.exact_key().map(|exact_key| Self { key, exact_key })
    }
}

/// A node left open, with its children.
struct Entry<C> {
    exact: ExactPosition,
    children: Vec<C>,
}

/// Nodes left open, with their children of type `C`.
pub(crate) struct ChildCache<C> {
    slots: Box<[Option<Entry<C>>]>,
}

impl<C> ChildCache<C> {
    pub(crate) fn new() -> Self {
        Self::for_threads(1)
    }

    /// The part of one of so many threads that share the memory.
    pub(crate) fn for_threads(threads: usize) -> Self {
        let slots = (SLOTS / threads.next_power_of_two()).max(1);
        Self { slots: (0..slots).map(|_| None).collect() }
    }

    fn slot(&mut self, exact: ExactPosition) -> &mut Option<Entry<C>> {
        let scattered = u128::from(exact.exact_key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let slot = (scattered * self.slots.len() as u128) >> u64::BITS;
        &mut self.slots[slot as usize]
    }

    /// Puts the children of a node into `children`, which is empty, if they are here. Then they are here no more.
    pub(crate) fn take(&mut self, exact: ExactPosition, children: &mut Vec<C>) -> bool {
        let entry = self.slot(exact).take_if(|entry| entry.exact == exact);
        let found = entry.is_some();
        if let Some(entry) = entry {
            *children = entry.children;
        }
        found
    }

    /// Keeps the children of a node. Leaves an empty vector instead of them.
    pub(crate) fn put(&mut self, exact: ExactPosition, children: &mut Vec<C>) {
        let slot = self.slot(exact);
        let mut empty = slot.take().map_or_else(Vec::new, |entry| entry.children);
        empty.clear();
        *slot = Some(Entry { exact, children: std::mem::replace(children, empty) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_belong_to_an_orientation() {
        let mut cache = ChildCache::new();
        let exact = ExactPosition { key: Key(7), exact_key: 1 };
        let rotated = ExactPosition { exact_key: 2, ..exact };
        let mut children = vec![1, 2, 3];
        cache.put(exact, &mut children);
        assert!(children.is_empty());
        assert!(!cache.take(rotated, &mut children));
        assert!(cache.take(exact, &mut children));
        assert_eq!(children, [1, 2, 3]);
        assert!(!cache.take(exact, &mut Vec::new()), "taken already");
    }

    #[test]
    fn a_later_node_replaces_an_earlier_one() {
        let mut cache = ChildCache::new();
        // A key for each slot and one more: two of them share one.
        let exact = |n: usize| ExactPosition { key: Key(0), exact_key: n as u64 };
        for n in 0..=SLOTS {
            cache.put(exact(n), &mut vec![n]);
        }
        let found = (0..=SLOTS).filter(|&n| cache.take(exact(n), &mut Vec::new())).count();
        assert!(found <= SLOTS && found > SLOTS / 2);
        assert!(cache.slots.iter().all(Option::is_none));
    }
}
