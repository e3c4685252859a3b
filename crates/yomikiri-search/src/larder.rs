//! Nodes that were left a short while ago, with their children.
//!
//! df-pn leaves a node as soon as another one looks better, and comes back when that one looks worse: a third of all visits are
//! such returns. Finding the children again would take all of an expansion, but only their numbers can
//! have changed since, and those are in the table. So each thread keeps the children of the nodes that it left last.
//!
//! Moves belong to a position as it lies: a rotated one has the same key, but not the same moves. So a node is named by its
//! [`Tactics::exact_key`] too, and a game that has none keeps nothing. A node has one place, and whoever comes
//! later takes it.

use yomikiri_game::{Key, Tactics};

/// How many nodes are kept, a power of two. (On 7×7 Trax nine of ten returns find their children here; with a quarter of the
/// places eight of ten.)
const PLACES: usize = 1 << 15;

/// A position as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lie {
    key: Key,
    exact_key: u64,
}

impl Lie {
    pub(crate) fn of(game: &impl Tactics, key: Key) -> Option<Self> {
        game.exact_key().map(|exact_key| Self { key, exact_key })
    }
}

/// A node left open, with its children.
struct Kept<C> {
    lie: Lie,
    children: Vec<C>,
}

/// Nodes left open, with their children of type `C`.
pub(crate) struct Larder<C> {
    places: Box<[Option<Kept<C>>]>,
}

impl<C> Larder<C> {
    pub(crate) fn new() -> Self {
        Self { places: (0..PLACES).map(|_| None).collect() }
    }

    fn place(&mut self, lie: Lie) -> &mut Option<Kept<C>> {
        let scattered = lie.exact_key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &mut self.places[(scattered >> (u64::BITS - PLACES.trailing_zeros())) as usize]
    }

    /// Puts the children of a node into `children`, which is empty, if they are here. Then they are here no more.
    pub(crate) fn take(&mut self, lie: Lie, children: &mut Vec<C>) -> bool {
        let kept = self.place(lie).take_if(|kept| kept.lie == lie);
        let found = kept.is_some();
        if let Some(kept) = kept {
            *children = kept.children;
        }
        found
    }

    /// Keeps the children of a node. Leaves an empty vector instead of them.
    pub(crate) fn put(&mut self, lie: Lie, children: &mut Vec<C>) {
        let place = self.place(lie);
        let mut empty = place.take().map_or_else(Vec::new, |kept| kept.children);
        empty.clear();
        *place = Some(Kept { lie, children: std::mem::replace(children, empty) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_belong_to_a_position_as_it_lies() {
        let mut larder = Larder::new();
        let lie = Lie { key: Key(7), exact_key: 1 };
        let rotated = Lie { exact_key: 2, ..lie };
        let mut children = vec![1, 2, 3];
        larder.put(lie, &mut children);
        assert!(children.is_empty());
        assert!(!larder.take(rotated, &mut children));
        assert!(larder.take(lie, &mut children));
        assert_eq!(children, [1, 2, 3]);
        assert!(!larder.take(lie, &mut Vec::new()), "taken already");
    }

    #[test]
    fn who_comes_later_takes_the_place() {
        let mut larder = Larder::new();
        // A key for each place and one more: two of them share one.
        let lie = |n: usize| Lie { key: Key(0), exact_key: n as u64 };
        for n in 0..=PLACES {
            larder.put(lie(n), &mut vec![n]);
        }
        let kept = (0..=PLACES).filter(|&n| larder.take(lie(n), &mut Vec::new())).count();
        assert!(kept <= PLACES && kept > PLACES / 2);
        assert!(larder.places.iter().all(Option::is_none));
    }
}
