//! What has been compared before, and came out how.
//!
//! A table of fixed size that forgets: a new entry takes the place of the old one in its slot. The rejected
//! alternative, a map that keeps everything, took gigabytes for the full 4×4 database and was slower, since
//! nearly every look-up missed the cache.

use crate::forms::Form;

/// Results of comparisons `a ≤ b`, for [`crate::Forms::le_with`].
#[derive(Clone, Debug)]
pub struct Memo {
    slots: Vec<u64>,
    mask: usize,
}

/// Two identifiers of 31 bits, the result, and a bit that tells an entry from an empty slot.
fn entry(a: Form, b: Form, result: bool) -> u64 {
    u64::from(a.index()) << 33 | u64::from(b.index()) << 2 | u64::from(result) << 1 | 1
}

impl Memo {
    /// A table of 2^`bits` slots of 8 bytes.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        Self { slots: vec![0; 1 << bits], mask: (1 << bits) - 1 }
    }

    fn slot(&self, a: Form, b: Form) -> usize {
        let pair = u64::from(a.index()) << 32 | u64::from(b.index());
        (pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 29) as usize & self.mask
    }

    pub(crate) fn get(&self, a: Form, b: Form) -> Option<bool> {
        let found = self.slots[self.slot(a, b)];
        (found & !2 == entry(a, b, false)).then_some(found & 2 != 0)
    }

    pub(crate) fn set(&mut self, a: Form, b: Form, result: bool) {
        let slot = self.slot(a, b);
        self.slots[slot] = entry(a, b, result);
    }
}
