//! Sizes and durations as people write them: `2G`, `90s`.

use std::fmt;
use std::str::FromStr;
use yomikiri_game::Duration;

/// What a limit on memory leaves for the program itself.
pub(crate) const PROGRAM_MEMORY: u64 = 12 << 20;

/// A number of bytes: `65536`, `512K`, `64M`, `2G`, `1T` (powers of 1024; `GiB` and `GB` mean the same).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

/// A time: `90` or `90s`, `250ms`, `10m`, `2h`, `3d`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span(pub Duration);

/// Why a text is no quantity.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// It is no number with a unit.
    #[error("expected a number and a unit ({units}), such as {example}")]
    Malformed {
        /// The units that there are.
        units: &'static str,
        /// One that is well formed.
        example: &'static str,
    },
    /// It is beyond all measure.
    #[error("the number is too large")]
    TooLarge,
}

/// Splits `10m` into 10 and `m`.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some((number, text[end..].trim_start()))
}

impl FromStr for Bytes {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, QuantityError> {
        let malformed = || QuantityError::Malformed { units: "K, M, G or T", example: "512M" };
        let (number, unit) = split(text).ok_or_else(malformed)?;
        let unit = unit.to_ascii_uppercase();
        let exponent = match unit.as_str() {
            "" | "B" => 0,
            "K" | "KB" | "KIB" => 1,
            "M" | "MB" | "MIB" => 2,
            "G" | "GB" | "GIB" => 3,
            "T" | "TB" | "TIB" => 4,
            _ => return Err(malformed()),
        };
        let bytes = number * 1024f64.powi(exponent);
        if bytes < 2f64.powi(63) { Ok(Self(bytes as u64)) } else { Err(QuantityError::TooLarge) }
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = [("T", 40), ("G", 30), ("M", 20), ("K", 10)]
            .into_iter()
            .find(|(_, bits)| self.0 >= 1 << bits && self.0.trailing_zeros() >= *bits);
        match unit {
            Some((name, bits)) => write!(f, "{}{name}", self.0 >> bits),
            None => write!(f, "{}", self.0),
        }
    }
}

impl FromStr for Span {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, QuantityError> {
        let malformed = || QuantityError::Malformed { units: "ms, s, m, h or d", example: "10m" };
        let (number, unit) = split(text).ok_or_else(malformed)?;
        let seconds = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return Err(malformed()),
        };
        Duration::try_from_secs_f64(number * seconds).map(Self).map_err(|_| QuantityError::TooLarge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("0", 0),
            ("65536", 65536),
            ("1K", 1024),
            ("1.5M", 3 << 19),
            ("2GiB", 2 << 30),
            ("1 tb", 1 << 40),
        ] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
        for text in ["", "G", "-1G", "1X", "1e3", "1..2M", "nan", "inf", "1GBB", "1IB"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
        assert_eq!("99999999999999T".parse::<Bytes>(), Err(QuantityError::TooLarge));
        assert_eq!(Bytes(3 << 19).to_string(), "1536K");
    }

    #[test]
    fn durations_are_read() {
        for (text, milliseconds) in
            [("90", 90_000), ("250ms", 250), ("1.5s", 1500), ("10m", 600_000), ("1d", 86_400_000)]
        {
            assert_eq!(text.parse(), Ok(Span(Duration::from_millis(milliseconds))), "{text}");
        }
        for text in ["", "s", "-1s", "10 y", "1e400"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
        assert_eq!("99999999999999999999d".parse::<Span>(), Err(QuantityError::TooLarge));
    }
}
