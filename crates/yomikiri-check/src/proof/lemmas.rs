//! The lemmas read so far, to be found by statement and exact position.
//!
//! Positions lie one behind another in large chunks; an open-addressing index of eight bytes a slot leads to them.
//! The hash only says where to look: bytes are compared. It is keyed with random numbers, so that no file can be
//! made in which all lemmas collide.

use super::statement::Statement;
use std::hash::BuildHasher;
use std::hash::RandomState;

/// The lemmas of a proof, without their trees.
pub(super) struct Lemmas {
    /// For each lemma its statement and position. No lemma goes over the end of a chunk.
    chunks: Vec<Vec<u8>>,
    locations: Vec<Location>,
    /// Open addressing; a power of two, at most half full.
    slots: Vec<Slot>,
    hasher: RandomState,
}

/// Where a lemma is.
#[derive(Clone, Copy)]
struct Location {
    chunk: u32,
    start: u32,
}

/// A slot of the index: nothing, or a lemma's number and hash.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The number and 1; 0 for nothing.
    lemma: u32,
    hash: u32,
}

const CHUNK: usize = 1 << 22;
const FIRST_SLOTS: usize = 1 << 10;

/// What cannot be put on the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotAdded {
    /// An earlier lemma is the same.
    Repeated(u32),
    /// There is no number left.
    Full,
}

impl Lemmas {
    pub(super) fn new() -> Self {
        Self {
            chunks: Vec::new(),
            locations: Vec::new(),
            slots: vec![Slot::default(); FIRST_SLOTS],
            hasher: RandomState::new(),
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        self.locations.len() as u32
    }

    /// How many bytes of memory the list takes. While the index grows, the old one is there as well.
    pub(super) fn memory(&self) -> u64 {
        let chunks: usize = self.chunks.iter().map(Vec::capacity).sum();
        let locations = self.locations.capacity() * size_of::<Location>();
        // The next growth of a list is counted before it happens.
        let index = 3 * self.slots.len() * size_of::<Slot>();
        (chunks + 2 * locations + index) as u64
    }

    /// Whether the lemma with this number says this of this position.
    pub(super) fn says(&self, number: u32, statement: Statement, position: &[u8]) -> bool {
        let Location { chunk, start } = self.locations[number as usize];
        let chunk_end = self.chunks[chunk as usize].len();
        let end = match self.locations.get(number as usize + 1) {
            Some(next) if next.chunk == chunk => next.start as usize,
            _ => chunk_end,
        };
        let lemma = &self.chunks[chunk as usize][start as usize..end];
        lemma[0] == statement.number() && lemma[1..] == *position
    }

    /// The number of the lemma that says this of this position.
    pub(super) fn find(&self, statement: Statement, position: &[u8]) -> Option<u32> {
        let hash = self.hash(statement, position);
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            let number = slot.lemma.checked_sub(1)?;
            if slot.hash == hash && self.says(number, statement, position) {
                return Some(number);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Puts a lemma at the end of the list.
    pub(super) fn add(&mut self, statement: Statement, position: &[u8]) -> Result<u32, NotAdded> {
        if let Some(earlier) = self.find(statement, position) {
            return Err(NotAdded::Repeated(earlier));
        }
        let number = self.count();
        if number >= u32::MAX - 1 {
            return Err(NotAdded::Full);
        }
        let length = 1 + position.len();
        if self.chunks.last().is_none_or(|chunk| chunk.len() + length > CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK.max(length)));
        }
        let index = self.chunks.len() - 1;
        let chunk = &mut self.chunks[index];
        self.locations.push(Location { chunk: index as u32, start: chunk.len() as u32 });
        chunk.push(statement.number());
        chunk.extend_from_slice(position);
        if self.locations.len() * 2 > self.slots.len() {
            self.grow();
        }
        let slot = Slot { lemma: number + 1, hash: self.hash(statement, position) };
        self.put(slot);
        Ok(number)
    }

    fn hash(&self, statement: Statement, position: &[u8]) -> u32 {
        (self.hasher.hash_one((statement.number(), position)) >> 32) as u32
    }

    /// The slot where the search for a hash begins: the hash as a fraction of the index.
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize
    }

    fn put(&mut self, slot: Slot) {
        let mut at = self.home(slot.hash);
        while self.slots[at].lemma != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = slot;
    }

    fn grow(&mut self) {
        let twice = vec![Slot::default(); self.slots.len() * 2];
        let slots = std::mem::replace(&mut self.slots, twice);
        for slot in slots.into_iter().filter(|slot| slot.lemma != 0) {
            self.put(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lemmas_are_found_by_what_they_say() {
        let mut lemmas = Lemmas::new();
        let position = |number: u32| {
            let mut bytes = number.to_le_bytes().to_vec();
            // Different lengths, some large enough for many chunks.
            bytes.resize(4 + (number as usize * 7) % 900, 5);
            bytes
        };
        let statement = |number: u32| Statement::from_number((number % 4) as u8).expect("a statement");
        for number in 0..20_000 {
            assert_eq!(lemmas.find(statement(number), &position(number)), None);
            assert_eq!(lemmas.add(statement(number), &position(number)), Ok(number));
        }
        for number in 0..20_000 {
            let position = position(number);
            assert_eq!(lemmas.find(statement(number), &position), Some(number));
            assert_eq!(lemmas.find(statement(number + 1), &position), None);
            assert_eq!(lemmas.find(statement(number), &position[1..]), None);
            assert!(lemmas.says(number, statement(number), &position));
            assert_eq!(lemmas.add(statement(number), &position), Err(NotAdded::Repeated(number)));
        }
        assert_eq!(lemmas.count(), 20_000);
        assert!(lemmas.chunks.len() > 1);
    }
}
