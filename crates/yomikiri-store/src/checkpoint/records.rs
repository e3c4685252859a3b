//! The records of a checkpoint, in blocks.

use super::CheckpointError;
use std::io::{self, Read, Write};
use yomikiri_game::Record;

/// The shortest fingerprints, in bits.
pub const SHORTEST_FINGERPRINT: u32 = 64;
/// The longest fingerprints, in bits.
pub const LONGEST_FINGERPRINT: u32 = 120;

/// Records in a block. One with fewer is the last.
const BLOCK: usize = 1 << 16;

/// Checks that records come in order and have fingerprints of the right length; gives how far each is from the one before.
struct Order {
    fingerprint_bits: u32,
    least: u128,
}

impl Order {
    fn new(fingerprint_bits: u32) -> Self {
        Self { fingerprint_bits, least: 0 }
    }

    fn gap(&mut self, fingerprint: u128) -> Option<u128> {
        let gap = fingerprint.checked_sub(self.least)?;
        self.least = fingerprint + 1;
        (fingerprint >> self.fingerprint_bits == 0).then_some(gap)
    }

    fn fingerprint(&mut self, gap: u128) -> Option<u128> {
        let fingerprint = self.least.checked_add(gap)?;
        self.least = fingerprint.checked_add(1)?;
        (fingerprint >> self.fingerprint_bits == 0).then_some(fingerprint)
    }
}

/// Puts records into blocks.
pub(super) struct Collector {
    order: Order,
    gaps: Vec<u128>,
    data: Vec<u64>,
    count: u64,
}

impl Collector {
    pub(super) fn new(fingerprint_bits: u32) -> Self {
        Self { order: Order::new(fingerprint_bits), gaps: Vec::new(), data: Vec::new(), count: 0 }
    }

    pub(super) fn push(&mut self, record: Record, to: &mut impl Write) -> io::Result<()> {
        let gap = self.order.gap(record.fingerprint).filter(|_| record.data != 0);
        let invalid = || io::Error::new(io::ErrorKind::InvalidInput, "records out of order or malformed");
        self.gaps.push(gap.ok_or_else(invalid)?);
        self.data.push(record.data);
        self.count += 1;
        if self.gaps.len() == BLOCK { self.block(to) } else { Ok(()) }
    }

    pub(super) fn finish(mut self, to: &mut impl Write) -> io::Result<u64> {
        self.block(to)?;
        Ok(self.count)
    }

    fn block(&mut self, to: &mut impl Write) -> io::Result<()> {
        let widest = self.gaps.iter().copied().max().unwrap_or(0);
        let width = (u128::BITS - widest.leading_zeros()).div_ceil(8) as usize;
        to.write_all(&(self.gaps.len() as u32).to_le_bytes())?;
        to.write_all(&[width as u8])?;
        let mut plane = vec![0; self.gaps.len()];
        for byte in 0..width {
            for (to, gap) in plane.iter_mut().zip(&self.gaps) {
                *to = (gap >> (8 * byte)) as u8;
            }
            to.write_all(&plane)?;
        }
        for byte in 0..size_of::<u64>() {
            for (to, data) in plane.iter_mut().zip(&self.data) {
                *to = (data >> (8 * byte)) as u8;
            }
            to.write_all(&plane)?;
        }
        self.gaps.clear();
        self.data.clear();
        Ok(())
    }
}

/// Takes records out of blocks.
pub(super) struct Distributor {
    order: Order,
    finished: bool,
}

impl Distributor {
    pub(super) fn new(fingerprint_bits: u32) -> Self {
        Self { order: Order::new(fingerprint_bits), finished: false }
    }

    /// The next block; `None` at the end.
    pub(super) fn block(&mut self, from: &mut impl Read) -> Result<Option<Vec<Record>>, CheckpointError> {
        let undecodable = CheckpointError::undecodable;
        if self.finished {
            let end = from.read(&mut [0]).map_err(undecodable)?;
            return if end == 0 { Ok(None) } else { Err(CheckpointError::damaged("too many records")) };
        }
        let mut start = [0; 5];
        from.read_exact(&mut start).map_err(undecodable)?;
        let [a, b, c, d, width] = start;
        let count = u32::from_le_bytes([a, b, c, d]) as usize;
        if count > BLOCK || usize::from(width) > size_of::<u128>() {
            return Err(CheckpointError::damaged("a block has an impossible size"));
        }
        self.finished = count < BLOCK;
        let mut records = vec![Record { fingerprint: 0, data: 0 }; count];
        let mut plane = vec![0; count];
        for byte in 0..width {
            from.read_exact(&mut plane).map_err(undecodable)?;
            for (record, &part) in records.iter_mut().zip(&plane) {
                record.fingerprint |= u128::from(part) << (8 * byte);
            }
        }
        for byte in 0..size_of::<u64>() {
            from.read_exact(&mut plane).map_err(undecodable)?;
            for (record, &part) in records.iter_mut().zip(&plane) {
                record.data |= u64::from(part) << (8 * byte);
            }
        }
        for record in &mut records {
            let fingerprint = self.order.fingerprint(record.fingerprint).filter(|_| record.data != 0);
            record.fingerprint =
                fingerprint.ok_or_else(|| CheckpointError::damaged("an impossible record"))?;
        }
        Ok(Some(records))
    }
}
