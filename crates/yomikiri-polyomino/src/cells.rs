//! Sets of cells as bits.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of at most 64 × `W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    pub(crate) const NONE: Self = Self([0; W]);

    pub(crate) fn one(cell: u16) -> Self {
        let mut set = Self::NONE;
        set.0[usize::from(cell >> 6)] = 1 << (cell & 63);
        set
    }

    pub(crate) fn contains(self, cell: u16) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 == 1
    }

    #[inline]
    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        // Comparing arrays would call memcmp, which takes twice as long as all the rest of a play on a large board.
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(crate) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    pub(crate) fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The cells in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = u16> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let low = (word != 0).then(|| word.trailing_zeros() as u16)?;
                word &= word - 1;
                Some(at as u16 * 64 + low)
            })
        })
    }

    /// The first so many cells.
    pub(crate) fn first(self, count: u32) -> Self {
        self.iter().take(count as usize).collect()
    }
}

impl<const W: usize> FromIterator<u16> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = u16>>(cells: I) -> Self {
        cells.into_iter().fold(Self::NONE, |set, cell| set | Self::one(cell))
    }
}

macro_rules! wordwise {
    ($($operation:ident $method:ident;)+) => {$(
        impl<const W: usize> $operation for Cells<W> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|at| self.0[at].$method(other.0[at])))
            }
        }
    )+};
}

wordwise! {
    BitAnd bitand;
    BitOr bitor;
    BitXor bitxor;
}

impl<const W: usize> Not for Cells<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}
