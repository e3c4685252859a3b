//! Compressed frames, written and read as they come.
//!
//! It is the reference implementation of Zstandard, which is in C, fast and strong. Where that cannot be compiled
//! (wasm), or where it is not wanted (feature `ruzstd`), it is one in Rust, which compresses less and holds a frame
//! in memory until it is complete. Each reads what the other has written.

#[cfg(not(any(all(feature = "ruzstd", not(test)), target_family = "wasm")))]
mod in_c;
#[cfg(any(feature = "ruzstd", target_family = "wasm"))]
mod in_rust;

#[cfg(not(any(feature = "ruzstd", target_family = "wasm")))]
pub(crate) use in_c::{Compressor, Decompressor};
#[cfg(any(feature = "ruzstd", target_family = "wasm"))]
pub(crate) use in_rust::{Compressor, Decompressor};

#[cfg(all(test, feature = "ruzstd", not(target_family = "wasm")))]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    fn content(length: u32) -> Vec<u8> {
        (0..length).map(|i| (i.wrapping_mul(i) >> 9) as u8).collect()
    }

    #[test]
    fn each_reads_what_the_other_has_written() {
        for length in [0, 1, 1000, 1 << 20] {
            let content = content(length);
            let mut in_c = in_c::Compressor::new(Vec::new(), 1)
                .and_then(in_c::Compressor::with_checksum)
                .expect("begun");
            let mut in_rust = Compressor::new(Vec::new(), 1).expect("a compressor");
            for piece in content.chunks(777) {
                in_c.write_all(piece).expect("written");
                in_rust.write_all(piece).expect("written");
            }
            for mut file in [in_c.finish().expect("finished"), in_rust.finish().expect("finished")] {
                file.extend(b"rest");
                let mut rest = &file[..];
                let mut read = Vec::new();
                in_c::Decompressor::new(&mut rest, 23).expect("begun").read_to_end(&mut read).expect("read");
                assert!(read == content && rest == b"rest");
                let mut rest = &file[..];
                let mut read = Vec::new();
                Decompressor::new(&mut rest, 23).expect("begun").read_to_end(&mut read).expect("read");
                assert!(read == content && rest == b"rest");
            }
        }
    }

    #[test]
    fn a_large_window_and_damage_are_refused() {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
        encoder.window_log(25).expect("known");
        encoder.write_all(&content(1000)).expect("written");
        let large = encoder.finish().expect("finished");
        let mut compressor = Compressor::new(Vec::new(), 1).expect("a compressor");
        compressor.write_all(&content(10_000)).expect("written");
        let file = compressor.finish().expect("finished");
        let read = |mut file: &[u8]| {
            let mut read = Vec::new();
            Decompressor::new(&mut file, 23).and_then(|mut frame| frame.read_to_end(&mut read)).map(|_| read)
        };
        assert!(read(&large).is_err());
        for length in 0..file.len() {
            assert!(read(&file[..length]).is_err(), "cut off at {length}");
        }
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 0x10;
            assert!(read(&changed).is_ok_and(|read| read == content(10_000)) || read(&changed).is_err());
        }
    }
}
