//! The content of a file, decompressed as it is read.
//!
//! It is the reference implementation of Zstandard, which is in C and fast. Where that cannot be compiled (wasm),
//! or where it is not wanted (feature `ruzstd`), it is one in Rust. Both give the same content or refuse it; the
//! tests of this crate pass with either.

#[cfg(not(any(all(feature = "ruzstd", not(test)), target_family = "wasm")))]
mod in_c;
#[cfg(any(feature = "ruzstd", target_family = "wasm"))]
mod in_rust;

#[cfg(not(any(feature = "ruzstd", target_family = "wasm")))]
pub(super) use in_c::Decompressor;
#[cfg(any(feature = "ruzstd", target_family = "wasm"))]
pub(super) use in_rust::Decompressor;

use std::io;

/// Frames with a window of more than 128 MiB (a power of two) are refused, as they would need as much memory.
const LARGEST_WINDOW: u32 = 27;

/// The largest window, as a power of two, that a decompressor with so much memory may use: an eighth of it.
pub(super) fn largest_window(memory: Option<u64>) -> u32 {
    memory.map_or(LARGEST_WINDOW, |memory| (memory / 8).max(1 << 10).ilog2().min(LARGEST_WINDOW))
}

/// A frame needs a larger window than it may have.
#[derive(Debug, thiserror::Error)]
#[error("it needs too much memory")]
pub(super) struct WindowTooLarge {
    /// Whether a limit on memory is the reason. Else it is larger than that of any file that is sound.
    pub(super) is_limited: bool,
}

impl WindowTooLarge {
    fn error(largest_window: u32) -> io::Error {
        io::Error::new(io::ErrorKind::OutOfMemory, Self { is_limited: largest_window < LARGEST_WINDOW })
    }
}

#[cfg(all(test, feature = "ruzstd", not(target_family = "wasm")))]
mod tests {
    use super::*;
    use std::io::Read;

    fn by_both(file: &[u8]) -> [Option<Vec<u8>>; 2] {
        let read = |decompressor: &mut dyn Read| {
            let mut content = Vec::new();
            decompressor.read_to_end(&mut content).ok().map(|_| content)
        };
        let mut in_c = in_c::Decompressor::new(file, LARGEST_WINDOW).expect("a decompressor");
        let mut in_rust = Decompressor::new(file, LARGEST_WINDOW).expect("a decompressor");
        let contents = [read(&mut in_c), read(&mut in_rust)];
        for (content, rest) in contents.iter().zip([in_c.into_inner(), in_rust.into_inner()]) {
            assert!(content.is_none() || rest.is_empty());
        }
        contents
    }

    fn random(length: usize, spread: u64, seed: u64) -> Vec<u8> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            state >> 33
        };
        (0..length).map(|_| (next() % spread) as u8).collect()
    }

    /// A frame with a checksum, as proof files have them.
    fn frame(content: &[u8], level: i32) -> Vec<u8> {
        use std::io::Write;
        let mut encoder = zstd::Encoder::new(Vec::new(), level).expect("an encoder");
        encoder.include_checksum(true).expect("known");
        encoder.write_all(content).expect("compressed");
        encoder.finish().expect("compressed")
    }

    #[test]
    fn both_give_the_same_content() {
        for length in [0, 1, 1000, 300_000, 3_000_000] {
            for spread in [2, 16, 256] {
                let content = random(length, spread, length as u64);
                for level in [1, 12] {
                    let mut file = frame(&content, level);
                    // A frame to be skipped, and another one of data.
                    file.extend(0x184D_2A53u32.to_le_bytes());
                    file.extend(5u32.to_le_bytes());
                    file.extend(b"12345");
                    file.extend(frame(b"the end", level));
                    let expected = [&content[..], b"the end"].concat();
                    let [in_c, in_rust] = by_both(&file);
                    assert_eq!(in_c.as_ref(), Some(&expected));
                    assert_eq!(in_rust, in_c);
                }
            }
        }
    }

    #[test]
    fn both_refuse_what_is_damaged() {
        let content = random(3000, 8, 7);
        let file = frame(&content, 3);
        for length in 1..file.len() {
            assert_eq!(by_both(&file[..length]), [None, None], "cut off at {length}");
        }
        for place in 0..file.len() {
            for bit in 0..8 {
                let mut changed = file.clone();
                changed[place] ^= 1 << bit;
                for read in by_both(&changed).into_iter().flatten() {
                    assert_eq!(read, content, "bit {bit} of byte {place}");
                }
            }
        }
    }
}
