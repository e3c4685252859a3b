//! Numbers in base 128, least digit first, in as few bytes as possible, less than 2³².

use thiserror::Error;

/// Why some bytes are no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadNumber {
    /// It ends with a digit after which another must follow.
    #[error("a number is cut short")]
    CutShort,
    /// It is 2³² or more.
    #[error("a number is too large")]
    TooLarge,
    /// It ends with a nought that means nothing.
    #[error("a number is written with more bytes than it needs")]
    TooLong,
}

/// Reads a number from digits that are asked for one by one.
pub(super) fn read<E: From<BadNumber>>(mut digit: impl FnMut() -> Result<u8, E>) -> Result<u32, E> {
    let mut number = 0;
    for shift in [0, 7, 14, 21, 28] {
        let byte = digit()?;
        let worth = u32::from(byte & 0x7f);
        if shift == 28 && worth >= 1 << 4 {
            return Err(BadNumber::TooLarge.into());
        }
        number |= worth << shift;
        if byte & 0x80 == 0 {
            return if byte == 0 && shift > 0 { Err(BadNumber::TooLong.into()) } else { Ok(number) };
        }
    }
    Err(BadNumber::TooLarge.into())
}

/// Takes a number from the front of some bytes.
pub(super) fn take(bytes: &mut &[u8]) -> Result<u32, BadNumber> {
    read(|| bytes.split_off_first().copied().ok_or(BadNumber::CutShort))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_spelling() {
        for (bytes, number) in [
            (&[0][..], 0),
            (&[127], 127),
            (&[128, 1], 128),
            (&[255, 127], 16_383),
            (&[128, 128, 1], 16_384),
            (&[255, 255, 255, 255, 15], u32::MAX),
        ] {
            let mut rest = &[bytes, &[7]].concat()[..];
            assert_eq!(take(&mut rest), Ok(number));
            assert_eq!(rest, [7]);
        }
        for (bytes, error) in [
            (&[][..], BadNumber::CutShort),
            (&[128], BadNumber::CutShort),
            (&[255, 255, 255, 255], BadNumber::CutShort),
            (&[128, 0], BadNumber::TooLong),
            (&[255, 255, 255, 255, 0], BadNumber::TooLong),
            (&[255, 255, 255, 255, 16], BadNumber::TooLarge),
            (&[128, 128, 128, 128, 128, 1], BadNumber::TooLarge),
        ] {
            assert_eq!(take(&mut &*bytes), Err(error), "{bytes:?}");
        }
    }
}
