//! Estimates with intervals.

/// A number that was estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// The ends of an interval that should contain the true value 99 times in 100.
    pub interval: (f64, f64),
}

/// The point of the normal distribution that 1 in 200 exceeds: for intervals that hold 99 times in 100.
const NORMAL: f64 = 2.575_829_303_548_901;

impl Estimate {
    /// A proportion, after `hits` in `samples`: the score interval, which is sensible for few hits and for none.
    ///
    /// # References
    /// E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, Journal of the American
    /// Statistical Association 22, 1927.
    #[must_use]
    pub fn of_proportion(hits: u64, samples: u64) -> Self {
        let (hits, samples) = (hits as f64, samples as f64);
        let squared = NORMAL * NORMAL;
        let centre = hits + squared / 2.0;
        let spread = NORMAL * (hits * (1.0 - hits / samples) + squared / 4.0).sqrt();
        let at = |count: f64| (count / (samples + squared)).max(0.0);
        Self { value: hits / samples, interval: (at(centre - spread), at(centre + spread)) }
    }

    /// The mean of independent values of one distribution, by Student's distribution.
    ///
    /// # Panics
    /// With fewer than two values nothing can be said about how much they vary.
    #[must_use]
    pub fn of_mean(values: &[f64]) -> Self {
        assert!(values.len() > 1, "a mean needs two values at least");
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Self::around(mean, student(count - 1.0) * (variance / count).sqrt())
    }

    /// The mean of so many values of which only the sum and the sum of the squares are known.
    #[must_use]
    pub fn of_sums(count: u64, sum: f64, squares: f64) -> Self {
        let count = count as f64;
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0) * count / (count - 1.0).max(1.0);
        Self::around(mean, student((count - 1.0).max(1.0)) * (variance / count).sqrt())
    }

    fn around(mean: f64, half: f64) -> Self {
        Self { value: mean, interval: ((mean - half).max(0.0), mean + half) }
    }

    /// The same times a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let (low, high) = self.interval;
        Self { value: self.value * factor, interval: (low * factor, high * factor) }
    }

    /// Whether the interval contains a value.
    #[must_use]
    pub fn covers(&self, value: f64) -> bool {
        self.interval.0 <= value && value <= self.interval.1
    }
}

/// The point of Student's distribution that 1 in 200 exceeds, by the expansion around the normal distribution (good to a
/// per cent from 5 degrees of freedom on).
///
/// # References
/// M. Abramowitz and I. Stegun, *Handbook of Mathematical Functions*, 26.7.5.
fn student(freedom: f64) -> f64 {
    let z = NORMAL;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_points_are_those_of_the_tables() {
        for (freedom, point) in [(10.0, 3.169), (31.0, 2.744), (60.0, 2.660)] {
            assert!((student(freedom) - point).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn no_hits_still_give_an_upper_end() {
        let none = Estimate::of_proportion(0, 1000);
        assert_eq!((none.value, none.interval.0), (0.0, 0.0));
        assert!((0.004..0.008).contains(&none.interval.1));
    }

    #[test]
    fn a_mean_and_its_sums_agree() {
        let values = [1.0, 2.0, 4.0, 8.0, 9.0, 3.0];
        let (sum, squares) = values.iter().fold((0.0, 0.0), |(s, q), v| (s + v, q + v * v));
        let (a, b) = (Estimate::of_mean(&values), Estimate::of_sums(6, sum, squares));
        assert!((a.interval.1 - b.interval.1).abs() < 1e-9);
    }
}
