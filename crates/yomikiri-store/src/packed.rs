//! Arrays of numbers of a few bits each.
//!
//! A byte for the width, then the numbers one after the other, the least significant bits first, and eight
//! bytes of nothing, so that a number is read as one word wherever it begins.

/// The bytes of an array.
#[must_use]
pub fn pack(numbers: &[u32]) -> Vec<u8> {
    pack_from(numbers.len(), |at| numbers[at])
}

/// The bytes of an array of so many numbers, which are asked for twice.
#[must_use]
pub fn pack_from(length: usize, number: impl Fn(usize) -> u32) -> Vec<u8> {
    let width = (0..length).map(|at| 32 - number(at).leading_zeros()).max().unwrap_or(0);
    let mut bytes = Vec::with_capacity(length / 8 * width as usize + 32);
    bytes.push(width as u8);
    let (mut pending, mut bits) = (0u64, 0);
    for number in (0..length).map(number) {
        pending |= u64::from(number) << bits;
        bits += width;
        while bits >= 8 {
            bytes.push(pending as u8);
            pending >>= 8;
            bits -= 8;
        }
    }
    bytes.push(pending as u8);
    bytes.extend_from_slice(&[0; 8]);
    bytes
}

/// An array that is read where it lies.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    width: u32,
    bytes: &'a [u8],
}

impl<'a> Packed<'a> {
    /// An array of `length` numbers; `None` if the bytes are too few.
    #[must_use]
    pub fn new(bytes: &'a [u8], length: usize) -> Option<Self> {
        let (&width, bytes) = bytes.split_first()?;
        // In 64 bits: an array in the memory of a machine of 32 bits may have more bits than that.
        let needed = (length as u64).checked_mul(width.into())?.div_ceil(8).checked_add(8)?;
        (width <= 32 && bytes.len() as u64 >= needed).then_some(Self { width: width.into(), bytes })
    }

    /// How many bits a number has.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// A number of the array.
    ///
    /// # Panics
    /// If it is far outside.
    #[must_use]
    pub fn get(&self, at: usize) -> u32 {
        let bit = at as u64 * u64::from(self.width);
        let bytes = &self.bytes[(bit / 8) as usize..][..8];
        let word = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        (word >> (bit % 8) & ((1 << self.width) - 1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for width in 0..=32u32 {
            let most = if width == 32 { u32::MAX } else { (1 << width) - 1 };
            let numbers: Vec<u32> =
                (0..100u32).map(|i| i.wrapping_mul(0x9E37_79B9) & most).chain([most]).collect();
            let bytes = pack(&numbers);
            let packed = Packed::new(&bytes, numbers.len()).expect("enough");
            assert!(
                numbers.iter().enumerate().all(|(at, &number)| packed.get(at) == number),
                "width {width}"
            );
            assert!(Packed::new(&bytes[..bytes.len() - 9], numbers.len()).is_none() || width == 0);
        }
        assert!(Packed::new(&[], 0).is_none());
        assert!(Packed::new(&[33], 0).is_none());
    }
}
