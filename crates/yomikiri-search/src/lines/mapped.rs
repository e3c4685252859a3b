//! Lines in a mapping of their own.
//!
//! A mapping instead of a vector for two reasons: memory that cannot be had is an error, not an abort; and
//! the system can be asked for huge pages. A table is hit at random, so with ordinary pages nearly every
//! access of a large one misses the translation buffer, and every first touch of a page is a fault.

use super::Line;
use memmap2::{MmapMut, MmapRaw};
use std::io;

/// Zeroed lines.
pub(crate) struct Lines {
    map: MmapRaw,
    count: usize,
}

impl Lines {
    /// That many lines, all zero. They cost nothing until they are touched.
    pub(crate) fn new(count: usize) -> io::Result<Self> {
        let bytes = count.checked_mul(size_of::<Line>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(bytes)?;
        #[cfg(all(target_os = "linux", not(miri)))]
        {
            // A wish: where the system does not grant it, the table is only slower.
            let _ungranted = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self { map: MmapRaw::from(map), count })
    }

    /// The lines.
    #[inline]
    #[expect(unsafe_code, reason = "a mapping is bytes; the table is atomic words")]
    pub(crate) fn get(&self) -> &[Line] {
        // SAFETY: The mapping is `count` lines long, aligned to pages, and lives as long as `self`. Any bytes
        // are valid words, and nobody accesses them but through these atomics: the raw mapping is private,
        // anonymous and never lent out otherwise.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<Line>(), self.count) }
    }
}
