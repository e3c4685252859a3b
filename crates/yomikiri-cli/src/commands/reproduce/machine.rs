//! What figures were measured on, and when.

use std::time::{SystemTime, UNIX_EPOCH};

/// A machine, as far as it tells.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    /// The processor's own name, if the system knows it.
    pub(super) processor: Option<String>,
    /// Threads that run at once.
    pub(super) threads: usize,
    pub(super) memory: Option<u64>,
    pub(super) system: &'static str,
    pub(super) architecture: &'static str,
}

impl Machine {
    /// The one this runs on. Where the system has no such files, less is known of it.
    pub(super) fn here() -> Self {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        Self {
            processor: field(&read("/proc/cpuinfo"), "model name"),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory: field(&read("/proc/meminfo"), "MemTotal").and_then(|size| kibibytes(&size)),
            system: std::env::consts::OS,
            architecture: std::env::consts::ARCH,
        }
    }

    /// The same in a few words.
    pub(super) fn describe(&self) -> String {
        let processor = self.processor.as_deref().unwrap_or(self.architecture);
        let memory = self
            .memory
            .map_or(String::new(), |bytes| format!(", {:.0} GiB", bytes as f64 / f64::from(1u32 << 30)));
        let threads =
            if self.threads == 1 { "1 thread".to_owned() } else { format!("{} threads", self.threads) };
        format!("{processor}, {threads}{memory}, {}", self.system)
    }
}

/// The first value of a name in lines of `name : value`.
fn field(text: &str, name: &str) -> Option<String> {
    let mut fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

fn kibibytes(size: &str) -> Option<u64> {
    size.strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// A moment in universal time, such as 2026-11-15T17:30:00Z.
pub(super) fn universal(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The date so many days after 1 January 1970.
fn date(days: u64) -> (u64, u64, u64) {
    const DAYS: [u64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 0;
    while left >= DAYS[month] + u64::from(month == 1 && is_leap(year)) {
        left -= DAYS[month] + u64::from(month == 1 && is_leap(year));
        month += 1;
    }
    (year, month as u64 + 1, left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(universal(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn what_the_system_tells_is_read() {
        let text = "processor\t: 0\nmodel name\t: A Processor: fast\nmodel name\t: another\n";
        assert_eq!(field(text, "model name").as_deref(), Some("A Processor: fast"));
        assert_eq!(field("", "model name"), None);
        assert_eq!(kibibytes("2048 kB"), Some(2 << 20));
        assert_eq!(kibibytes("many"), None);
    }
}
