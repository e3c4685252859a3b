//! Zeroed memory for a large table.
//!
//! A mapping instead of a vector for two reasons: memory that cannot be had is an error, not an abort; and
//! the system can be asked for huge pages. A table is hit at random, so with ordinary pages nearly every
//! access of a large one misses the translation buffer, and every first touch of a page is a fault.

use memmap2::MmapMut;
use std::io;
use zerocopy::{FromBytes, IntoBytes};

/// As many 64-bit words as fill a cache line.
pub(crate) const WORDS: usize = 8;

/// A line of the table.
pub(crate) type Line = [u64; WORDS];

/// Zeroed lines.
pub(crate) struct Lines {
    map: MmapMut,
    count: usize,
}

impl Lines {
    /// That many lines, all zero. They cost nothing until they are touched.
    pub(crate) fn new(count: usize) -> io::Result<Self> {
        let bytes = count.checked_mul(size_of::<Line>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(bytes)?;
        #[cfg(target_os = "linux")]
        {
            // A wish: where the system does not grant it, the table is only slower.
            let _ungranted = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self { map, count })
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub(crate) fn get(&self) -> &[Line] {
        <[Line]>::ref_from_bytes(self.map.as_bytes()).expect("mappings are aligned to pages")
    }

    #[inline]
    pub(crate) fn get_mut(&mut self) -> &mut [Line] {
        <[Line]>::mut_from_bytes(self.map.as_mut_bytes()).expect("mappings are aligned to pages")
    }
}
