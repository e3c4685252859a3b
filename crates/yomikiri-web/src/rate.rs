//! How many questions may come in a time: a token bucket.

use std::time::Instant;

pub(crate) struct Rate {
    per_second: f64,
    most: f64,
    left: f64,
    at: Instant,
}

impl Rate {
    /// So many a second on average, and so many at once.
    pub(crate) fn new(per_second: f64, most: f64) -> Self {
        Self { per_second, most, left: most, at: Instant::now() }
    }

    /// Whether one more may come now.
    pub(crate) fn admits(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f64() * self.per_second).min(self.most);
        self.at = now;
        let is_admitted = self.left >= 1.0;
        if is_admitted {
            self.left -= 1.0;
        }
        is_admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_admitted_and_a_flood_is_not() {
        let mut rate = Rate::new(100.0, 400.0);
        let admitted = (0..10_000).filter(|_| rate.admits()).count();
        assert!((400..1000).contains(&admitted), "{admitted}");
    }
}
