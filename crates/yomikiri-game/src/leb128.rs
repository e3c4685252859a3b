//! Numbers in base 128 (LEB128): seven bits a byte, the lowest first; the top bit of a byte says that more follow.
//!
//! Proofs and databases write small numbers so. The checker of proofs has a reader of its own, which shares no code with
//! this.

/// Appends a number, in as few bytes as possible.
pub fn write(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Takes a number from the beginning of `bytes`; `None` if they are cut short or it has more than 64 bits.
#[must_use]
pub fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let digit = u64::from(byte & 0x7F);
        if digit << shift >> shift != digit {
            return None;
        }
        number |= digit << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        let powers = (0..64).map(|bit| 1 << bit);
        for number in powers.flat_map(|power: u64| [power - 1, power, power + 1]).chain([u64::MAX]) {
            let mut bytes = Vec::new();
            write(number, &mut bytes);
            assert_eq!(bytes.len() as u32, (64 - number.leading_zeros()).div_ceil(7).max(1), "{number}");
            for length in 0..bytes.len() {
                assert_eq!(read(&mut &bytes[..length]), None, "{number} cut short");
            }
            bytes.push(5);
            let mut rest = &bytes[..];
            assert_eq!(read(&mut rest), Some(number));
            assert_eq!(rest, [5]);
        }
    }

    #[test]
    fn what_has_more_than_64_bits_is_refused() {
        let digits = |last: u8| [[0xFF; 9].as_slice(), &[last]].concat();
        assert_eq!(read(&mut &digits(1)[..]), Some(u64::MAX));
        for last in [2, 3, 0x7F, 0x80, 0x81] {
            assert_eq!(read(&mut &digits(last)[..]), None, "{last}");
        }
        assert_eq!(read(&mut &[0x80; 20][..]), None);
    }
}
