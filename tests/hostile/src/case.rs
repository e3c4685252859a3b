//! One random case, and what is counted over all of them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;
use yomikiri_game::SplitMix64;

/// A kind of attack.
pub struct Campaign {
    /// Its name.
    pub name: &'static str,
    /// Runs one case.
    pub run: fn(&mut Case<'_>) -> Result<(), Finding>,
    /// The number of cases of a short run.
    pub short: u64,
    /// Its share of the time of a long run.
    pub share: u32,
}

/// Something that must not be.
#[derive(Debug)]
pub struct Finding(pub String);

/// Fails with a finding unless a condition holds.
#[macro_export]
macro_rules! demand {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err($crate::case::Finding(format!($($message)*)));
        }
    };
}

/// A random case with a folder for its files.
pub struct Case<'a> {
    /// What it is determined by.
    pub random: SplitMix64,
    campaign: &'static str,
    tally: &'a mut Tally,
    folder: TempDir,
}

impl<'a> Case<'a> {
    pub fn new(campaign: &Campaign, seed: u64, number: u64, tally: &'a mut Tally) -> Self {
        let name = campaign.name.bytes().fold(seed, |sum, byte| sum.wrapping_mul(257) + u64::from(byte));
        let random = SplitMix64::new(name.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number << 20));
        // Thousands of checkpoints are made safe on the disk: in memory that is free.
        let shared_memory = Path::new("/dev/shm");
        let base = if shared_memory.is_dir() { shared_memory.to_owned() } else { std::env::temp_dir() };
        let folder = tempfile::Builder::new().prefix("yomikiri-hostile-").tempdir_in(base);
        let folder = folder.expect("a temporary folder");
        tally.add(campaign.name, "cases", 1);
        Self { random, campaign: campaign.name, tally, folder }
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    /// Whether one of so many comes up.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.random.below(many) == 0
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())].clone()
    }

    /// Counts what was tried.
    pub fn count(&mut self, what: &'static str) {
        self.tally.add(self.campaign, what, 1);
    }

    pub fn count_many(&mut self, what: &'static str, many: u64) {
        self.tally.add(self.campaign, what, many);
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A path in the folder of the case.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The same as text.
    pub fn file(&self, name: &str) -> String {
        self.path(name).to_string_lossy().into_owned()
    }
}

/// What was tried, and how often.
#[derive(Default)]
pub struct Tally {
    counts: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    spent: BTreeMap<&'static str, Duration>,
}

impl Tally {
    pub fn add(&mut self, campaign: &'static str, what: &'static str, many: u64) {
        *self.counts.entry(campaign).or_default().entry(what).or_default() += many;
    }

    pub fn spend(&mut self, campaign: &'static str, time: Duration) {
        *self.spent.entry(campaign).or_default() += time;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<10} {:<48} {:>12}", "campaign", "tried", "times")?;
        for (campaign, counts) in &self.counts {
            let cases = counts.get("cases").copied().unwrap_or_default();
            let seconds = self.spent.get(campaign).map_or(0.0, Duration::as_secs_f64);
            writeln!(f, "{campaign:<10} {:<48} {cases:>12}", format!("cases, in {seconds:.0} s"))?;
            for (what, many) in counts.iter().filter(|(what, _)| **what != "cases") {
                writeln!(f, "{:<10} {what:<48} {many:>12}", "")?;
            }
        }
        Ok(())
    }
}
