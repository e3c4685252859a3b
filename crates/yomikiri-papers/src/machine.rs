//! What figures were measured on, and when.

use yomikiri::text::counted;
use yomikiri::view::papers::Machine;

/// The machine that this runs on. Where the system has no such files, less is known of it.
pub(crate) fn here() -> Machine {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    Machine {
        processor: field(&read("/proc/cpuinfo"), "model name"),
        threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        memory_bytes: field(&read("/proc/meminfo"), "MemTotal").and_then(|size| kibibytes(&size)),
        system: std::env::consts::OS,
        architecture: std::env::consts::ARCH,
    }
}

/// A machine in a few words.
pub(crate) fn described(machine: &Machine) -> String {
    let processor = machine.processor.as_deref().unwrap_or(machine.architecture);
    let memory = machine
        .memory_bytes
        .map_or(String::new(), |bytes| format!(", {:.0} GiB", bytes as f64 / f64::from(1u32 << 30)));
    format!("{processor}, {}{memory}, {}", counted(machine.threads as u64, "thread"), machine.system)
}

/// The first value of a name in lines of `name : value`.
fn field(text: &str, name: &str) -> Option<String> {
    let mut fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

fn kibibytes(size: &str) -> Option<u64> {
    size.strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Now, in universal time and to the second, such as 2026-11-15T17:30:00Z.
pub(crate) fn now() -> String {
    universal(jiff::Timestamp::now())
}

fn universal(moment: jiff::Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(universal(jiff::Timestamp::from_second(seconds).expect("in range")), text);
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
