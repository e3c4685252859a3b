//! What the shallow search has seen of positions, kept.
//!
//! Every visit of a node plays all its moves: to look ahead, and for the keys of its children. Most of these positions were
//! looked at before, from this node or from another one that leads to them. What was seen does not change, so it is kept by
//! the position as it lies, and a search that finds it here need not play the move. The counts stay the same: this saves
//! time, and no visit.
//!
//! All threads share it without locks: an entry is three words, of which the first is combined with the others, so that an entry of
//! which two threads have written parts matches no position. A later position replaces an earlier one.
//!
//! # References
//! - R. M. Hyatt and T. Mann, *A lockless transposition-table implementation for parallel search*, ICGA Journal 25(1), 2002.

use crate::lines::{Line, Lines, WORDS};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use yomikiri_game::Key;

/// What is kept of a position in which the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glance {
    pub(crate) key: Key,
    /// The answer, if the shallow search has it.
    pub(crate) known: Option<bool>,
}

/// The words of a slot: the name of the position, mixed with the key; the key; one that is not used, so that no slot lies on two lines.
/// All are 0 where nothing is.
const SLOT: usize = WORDS / 2;

pub(crate) struct Glances {
    lines: Lines,
}

/// The bits of the first word that tell what is known.
const CODE: u64 = 3;

impl Glances {
    /// Takes at most `bytes`, but one line at least, and only as much of it as is used. `None` if that cannot be had.
    pub(crate) fn new(bytes: u64) -> Option<Self> {
        let lines = usize::try_from(bytes / size_of::<Line>() as u64).ok()?.max(1);
        Some(Self { lines: Lines::new(lines).ok()? })
    }

    fn slot(&self, name: u64) -> [&AtomicU64; 3] {
        let lines = self.lines.get();
        let scattered = u128::from(name.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let slot = ((scattered * (lines.len() * WORDS / SLOT) as u128) >> u64::BITS) as usize;
        let (line, first) = (&lines[slot * SLOT / WORDS], slot * SLOT % WORDS);
        [&line[first], &line[first + 1], &line[first + 2]]
    }

    /// What was seen of the position with this [`quick_key`](yomikiri_game::Canonical::quick_key).
    pub(crate) fn get(&self, name: u64) -> Option<Glance> {
        let [mixed, high, low] = self.slot(name).map(|word| word.load(Relaxed));
        let first = mixed ^ high ^ low;
        let known = match first & CODE {
            1 => None,
            2 => Some(false),
            3 => Some(true),
            _ => return None,
        };
        let key = Key((u128::from(high) << 64) | u128::from(low));
        (first & !CODE == name & !CODE).then_some(Glance { key, known })
    }

    pub(crate) fn put(&self, name: u64, Glance { key: Key(key), known }: Glance) {
        let code = known.map_or(1, |answer| 2 + u64::from(answer));
        let (high, low) = ((key >> 64) as u64, key as u64);
        let words = [((name & !CODE) | code) ^ high ^ low, high, low];
        for (place, word) in self.slot(name).into_iter().zip(words) {
            place.store(word, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::SplitMix64;

    #[test]
    fn what_is_found_was_put() {
        let glances = Glances::new(32 << 8).expect("some memory");
        let mut random = SplitMix64::new(1);
        let all: Vec<(u64, Glance)> = (0..300)
            .map(|number| {
                let key = Key(u128::from(random.next_u64()) << 64 | u128::from(random.next_u64()));
                let known = [None, Some(false), Some(true)][number % 3];
                (random.next_u64(), Glance { key, known })
            })
            .collect();
        for &(name, glance) in &all {
            assert_eq!(glances.get(name), None);
            glances.put(name, glance);
            assert_eq!(glances.get(name), Some(glance));
        }
        let kept = all.iter().filter(|&&(name, glance)| {
            let found = glances.get(name);
            assert!(found.is_none_or(|found| found == glance));
            found.is_some()
        });
        let kept = kept.count();
        assert!((128..=256).contains(&kept), "{kept} of 300 positions in 256 slots");
    }

    #[test]
    fn there_is_room_for_one_position_at_least() {
        let glances = Glances::new(0).expect("some memory");
        glances.put(7, Glance { key: Key(0), known: None });
        assert_eq!(glances.get(7), Some(Glance { key: Key(0), known: None }));
        assert_eq!(glances.get(1 << 40), None);
    }
}
