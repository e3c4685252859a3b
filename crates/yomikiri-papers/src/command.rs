//! Quantities as they are written on the command line.

use std::time::Duration;

/// A number of bytes: `65536`, `512K`, `2G`.
pub(crate) fn bytes(bytes: u64) -> String {
    let units = [("T", 40), ("G", 30), ("M", 20), ("K", 10)];
    let unit = units.into_iter().find(|(_, bits)| bytes > 0 && bytes.trailing_zeros() >= *bits);
    unit.map_or_else(|| bytes.to_string(), |(name, bits)| format!("{}{name}", bytes >> bits))
}

/// A time: `90s`, `250ms`. Less than a millisecond is not written.
pub(crate) fn time(time: Duration) -> String {
    match time.subsec_millis() {
        0 => format!("{}s", time.as_secs()),
        _ => format!("{}ms", time.as_millis()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_short() {
        for (number, text) in [(0, "0"), (1000, "1000"), (1 << 30, "1G"), (12 << 30, "12G"), (3 << 9, "1536")]
        {
            assert_eq!(bytes(number), text);
        }
        for (millis, text) in [(0, "0s"), (2000, "2s"), (90_000, "90s"), (250, "250ms"), (1500, "1500ms")] {
            assert_eq!(time(Duration::from_millis(millis)), text);
        }
    }
}
