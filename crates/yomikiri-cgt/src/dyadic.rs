//! Dyadic rationals: the numbers that short games can be.
//!
//! A numerator of 62 bits and a power of two up to 2⁶² below it, always in lowest terms, so that equal
//! numbers are equal bits. Arithmetic is checked: a result that does not fit is an error, never a wrong
//! number. A big-integer type was rejected: the values of real positions have denominators of a few bits.

use std::cmp::Ordering;
use std::fmt;

/// A number m/2ᵏ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

/// A number has grown beyond what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number is too large or too finely divided (the limits are 2^62 and 1/2^62)")]
pub struct TooLarge;

/// The greatest k of a denominator 2ᵏ.
const MOST_HALVINGS: u32 = 62;
/// What a numerator stays below.
const NUMERATOR_LIMIT: i128 = 1 << 62;

impl Dyadic {
    /// 0.
    pub const ZERO: Self = Self::integer(0);
    /// 1.
    pub const ONE: Self = Self::integer(1);
    /// −1, where thermographs begin.
    pub const MINUS_ONE: Self = Self::integer(-1);

    /// A whole number.
    #[must_use]
    pub const fn integer(n: i32) -> Self {
        Self { numerator: n as i64, exponent: 0 }
    }

    /// `numerator / 2^halvings`, in lowest terms.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn new(numerator: i128, halvings: u32) -> Result<Self, TooLarge> {
        let common = if numerator == 0 { halvings } else { numerator.trailing_zeros().min(halvings) };
        let (numerator, halvings) = (numerator >> common.min(127), halvings - common);
        if numerator.abs() >= NUMERATOR_LIMIT || halvings > MOST_HALVINGS {
            return Err(TooLarge);
        }
        Ok(Self { numerator: numerator as i64, exponent: halvings as u8 })
    }

    /// The numerator, in lowest terms.
    #[must_use]
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// k of the denominator 2ᵏ, in lowest terms.
    #[must_use]
    pub fn halvings(self) -> u32 {
        u32::from(self.exponent)
    }

    /// Whether it is a whole number.
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The numerator over 2^`halvings`, which must be at least its own.
    fn over(self, halvings: u32) -> i128 {
        i128::from(self.numerator) << (halvings - self.halvings())
    }

    /// The options of its canonical form, Left's and Right's: 3 is `{2|}`, 3/4 is `{1/2|1}`.
    ///
    /// # Errors
    /// If one does not fit.
    pub fn options(self) -> Result<[Option<Self>; 2], TooLarge> {
        let beside = |step: i128| Self::new(i128::from(self.numerator) + step, self.halvings()).map(Some);
        Ok(match (self.is_integer(), self.numerator) {
            (true, 0) => [None, None],
            (true, 1..) => [beside(-1)?, None],
            (true, _) => [None, beside(1)?],
            (false, _) => [beside(-1)?, beside(1)?],
        })
    }

    /// The sum.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn plus(self, other: Self) -> Result<Self, TooLarge> {
        let halvings = self.halvings().max(other.halvings());
        Self::new(self.over(halvings) + other.over(halvings), halvings)
    }

    /// The difference.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn minus(self, other: Self) -> Result<Self, TooLarge> {
        self.plus(-other)
    }

    /// Half of it.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn half(self) -> Result<Self, TooLarge> {
        Self::new(self.numerator.into(), self.halvings() + 1)
    }

    /// The greatest whole number that is not above it.
    #[must_use]
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The nearest floating-point number, for drawing.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / 2f64.powi(self.exponent.into())
    }

    /// The two numbers that a number that is no integer can be moved to: x − 1/2ᵏ and x + 1/2ᵏ.
    pub(crate) fn neighbours(self) -> Result<(Self, Self), TooLarge> {
        let halvings = self.halvings();
        let numerator = i128::from(self.numerator);
        Ok((Self::new(numerator - 1, halvings)?, Self::new(numerator + 1, halvings)?))
    }

    /// The simplest number between two ends (`None`: unbounded), each either part of the interval or not:
    /// the integer nearest 0 if there is one, else the number with the smallest denominator.
    ///
    /// `None` if there is no number in the interval.
    pub(crate) fn simplest(low: Option<End>, high: Option<End>) -> Result<Option<Self>, TooLarge> {
        if let (Some(low), Some(high)) = (low, high)
            && (low.at > high.at || low.at == high.at && !(low.included && high.included))
        {
            return Ok(None);
        }
        let above_low = |x: Self| low.is_none_or(|low| if low.included { x >= low.at } else { x > low.at });
        let below_high =
            |x: Self| high.is_none_or(|high| if high.included { x <= high.at } else { x < high.at });
        if above_low(Self::ZERO) && below_high(Self::ZERO) {
            return Ok(Some(Self::ZERO));
        }
        // The interval lies on one side of 0; look at it from 0 outwards.
        let (near, mirrored) = match (low, high) {
            (Some(low), _) if low.at >= Self::ZERO => (low, false),
            (_, Some(high)) => (End { at: -high.at, ..high }, true),
            _ => return Ok(Some(Self::ZERO)),
        };
        for halvings in 0..=MOST_HALVINGS {
            let own = near.at.halvings();
            // The least multiple of 1/2^halvings that is not below the near end.
            let numerator = if own <= halvings {
                near.at.over(halvings) + i128::from(!near.included)
            } else {
                (i128::from(near.at.numerator) >> (own - halvings)) + 1
            };
            let found = Self::new(numerator, halvings)?;
            let found = if mirrored { -found } else { found };
            if above_low(found) && below_high(found) {
                return Ok(Some(found));
            }
        }
        Err(TooLarge)
    }
}

/// An end of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) at: Dyadic,
    pub(crate) included: bool,
}

impl From<i32> for Dyadic {
    fn from(n: i32) -> Self {
        Self::integer(n)
    }
}

impl std::ops::Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let halvings = self.halvings().max(other.halvings());
        self.over(halvings).cmp(&other.over(halvings))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            f.pad_integral(self.numerator >= 0, "", &self.numerator.unsigned_abs().to_string())
        } else {
            f.pad(&format!("{}/{}", self.numerator, 1u64 << self.exponent))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(numerator: i128, halvings: u32) -> Dyadic {
        Dyadic::new(numerator, halvings).expect("small")
    }

    fn between(low: (i128, u32, bool), high: (i128, u32, bool)) -> Option<Dyadic> {
        let end = |(numerator, halvings, included)| Some(End { at: dyadic(numerator, halvings), included });
        Dyadic::simplest(end(low), end(high)).expect("small")
    }

    #[test]
    fn numbers_are_in_lowest_terms() {
        assert_eq!(dyadic(6, 3), dyadic(3, 2));
        assert_eq!(dyadic(0, 40), Dyadic::ZERO);
        assert_eq!(dyadic(-12, 2).to_string(), "-3");
        assert_eq!(dyadic(-3, 2).to_string(), "-3/4");
        assert!(dyadic(5, 3) < dyadic(3, 2));
        assert_eq!(dyadic(-3, 1).floor(), -2);
    }

    #[test]
    fn arithmetic_is_checked() {
        let large = dyadic((1 << 62) - 1, 0);
        assert_eq!(large.plus(Dyadic::ONE), Err(TooLarge));
        assert_eq!((-large).minus(Dyadic::ONE), Err(TooLarge));
        assert_eq!(dyadic(1, 62).half(), Err(TooLarge));
        assert_eq!(dyadic(3, 2).plus(dyadic(1, 2)), Ok(Dyadic::ONE));
        assert_eq!(large.plus(dyadic(1, 62)), Err(TooLarge));
    }

    #[test]
    fn the_simplest_number_is_found() {
        assert_eq!(between((0, 0, false), (1, 0, false)), Some(dyadic(1, 1)));
        assert_eq!(between((1, 1, false), (1, 0, false)), Some(dyadic(3, 2)));
        assert_eq!(between((-5, 0, false), (5, 0, false)), Some(Dyadic::ZERO));
        assert_eq!(between((-7, 1, false), (-1, 0, false)), Some(Dyadic::integer(-2)));
        assert_eq!(between((5, 2, true), (11, 3, true)), Some(dyadic(5, 2)));
        assert_eq!(between((5, 2, false), (11, 3, true)), Some(dyadic(11, 3)));
        assert_eq!(between((1, 0, false), (1, 0, true)), None);
        assert_eq!(between((1, 0, true), (1, 0, true)), Some(Dyadic::ONE));
        assert_eq!(Dyadic::simplest(None, None), Ok(Some(Dyadic::ZERO)));
        let low = Some(End { at: dyadic(7, 1), included: false });
        assert_eq!(Dyadic::simplest(low, None), Ok(Some(Dyadic::integer(4))));
    }
}
