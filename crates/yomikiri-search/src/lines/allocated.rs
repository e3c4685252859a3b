//! Lines from the allocator.

use super::Line;
use std::io;
use zerocopy::FromZeros;

/// Zeroed lines.
pub(crate) struct Lines(Vec<Line>);

impl Lines {
    /// That many lines, all zero. Fresh memory of wasm is zero already and is not touched here.
    pub(crate) fn new(count: usize) -> io::Result<Self> {
        Line::new_vec_zeroed(count).map(Self).map_err(|_| io::ErrorKind::OutOfMemory.into())
    }

    /// The lines.
    #[inline]
    pub(crate) fn get(&self) -> &[Line] {
        &self.0
    }
}
