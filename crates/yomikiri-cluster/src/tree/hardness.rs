//! Which positions are likely to take more than one job.

use yomikiri_search::Numbers;

/// What jobs have cost, by the smaller number that their positions had, in powers of two.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hardness([Class; 32]);

#[derive(Clone, Copy, Debug, Default)]
struct Class {
    jobs: u64,
    /// The sum of the parts of their limits that they took.
    parts: f64,
}

impl Hardness {
    /// After so many jobs the earlier ones count half.
    const MOST: u64 = 256;
    /// A position is hard if such positions take this part of a job on average, or if there were none.
    const HARD: f64 = 0.5;

    fn class(numbers: Numbers) -> usize {
        numbers.proof.min(numbers.disproof).max(1).ilog2() as usize
    }

    /// A job at a position with these numbers took such a part of its limit.
    pub(super) fn learn(&mut self, numbers: Numbers, part: f64) {
        let class = &mut self.0[Self::class(numbers)];
        class.jobs += 1;
        class.parts += part;
        if class.jobs >= Self::MOST {
            *class = Class { jobs: class.jobs / 2, parts: class.parts / 2.0 };
        }
    }

    /// Whether such a position is hard, as far as is known.
    pub(super) fn is_hard(&self, numbers: Numbers) -> bool {
        let Class { jobs, parts } = self.0[Self::class(numbers)];
        parts >= Self::HARD * jobs as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_as_hard_as_similar_ones_were() {
        let (small, large) = (Numbers { proof: 900, disproof: 5 }, Numbers { proof: 700, disproof: 900 });
        let mut hardness = Hardness::default();
        assert!(hardness.is_hard(small), "nothing is known");
        hardness.learn(small, 0.25);
        hardness.learn(large, 1.0);
        assert!(!hardness.is_hard(Numbers { proof: 7, disproof: 7 }) && hardness.is_hard(large));
        for _ in 0..1000 {
            hardness.learn(large, 0.1);
        }
        assert!(!hardness.is_hard(large), "the first jobs are forgotten");
    }
}
