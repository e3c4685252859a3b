//! Arithmetic modulo the prime 2⁶¹ − 1, twice.
//!
//! A sum of two such numbers fits in a word, a product is one multiplication and a fold. One of them has too
//! few bits for a key, so an [`Element`] is a pair: the same computation with two independent sets of random
//! numbers. (Tried before: one number modulo 2¹²⁷ − 1, whose product is four multiplications and three folds.)

use yomikiri_game::SplitMix64;

const PRIME: u64 = (1 << 61) - 1;

/// A pair of numbers modulo 2⁶¹ − 1, computed with side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Element {
    pub(crate) first: u64,
    pub(crate) second: u64,
}

/// The number below the prime that is congruent to one below twice the prime.
#[inline]
fn reduced(number: u64) -> u64 {
    if number >= PRIME { number - PRIME } else { number }
}

/// The product of two numbers below the prime.
#[inline]
pub(crate) fn product(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    // 2^61 is 1: the upper part is added to the lower one.
    reduced((wide as u64 & PRIME) + (wide >> 61) as u64)
}

impl Element {
    pub(crate) const ONE: Self = Self { first: 1, second: 1 };

    pub(crate) fn random(random: &mut SplitMix64) -> Self {
        let mut number = || reduced(random.next_u64() & PRIME);
        Self { first: number(), second: number() }
    }

    #[inline]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { first: reduced(self.first + other.first), second: reduced(self.second + other.second) }
    }

    #[inline]
    pub(crate) fn times(self, other: Self) -> Self {
        Self { first: product(self.first, other.first), second: product(self.second, other.second) }
    }

    pub(crate) fn power(self, mut exponent: u64) -> Self {
        let (mut base, mut result) = (self, Self::ONE);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.times(base);
            }
            base = base.times(base);
            exponent >>= 1;
        }
        result
    }

    /// The inverse, by Fermat's little theorem.
    pub(crate) fn inverse(self) -> Self {
        self.power(PRIME - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_right() {
        let mut random = SplitMix64::new(1);
        let plain = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64;
        let extremes = [0, 1, 2, PRIME - 1, PRIME - 2, 1 << 60, 1 << 31, 1 << 30];
        for a in extremes {
            for b in extremes {
                assert_eq!(product(a, b), plain(a, b));
            }
        }
        for _ in 0..10_000 {
            let (a, b) = (Element::random(&mut random), Element::random(&mut random));
            let both = a.times(b);
            assert_eq!((both.first, both.second), (plain(a.first, b.first), plain(a.second, b.second)));
        }
        let a = Element::random(&mut random);
        assert_eq!(a.times(a.inverse()), Element::ONE);
    }
}
