//! Zeroed memory for a large table, shared by threads.
//!
//! | module | where |
//! |---|---|
//! | `mapped` | wherever memory can be mapped |
//! | `allocated` | on wasm, which has no mappings; in tests everywhere, which compare the two |
//!
//! Both give memory that costs nothing until it is touched, and both answer with an error when it cannot be had.

#[cfg(any(target_family = "wasm", test))]
mod allocated;
#[cfg(not(target_family = "wasm"))]
mod mapped;

#[cfg(target_family = "wasm")]
pub(crate) use allocated::Lines;
#[cfg(not(target_family = "wasm"))]
pub(crate) use mapped::Lines;

use std::sync::atomic::AtomicU64;

/// As many 64-bit words as fill a cache line.
pub(crate) const WORDS: usize = 8;

/// A line of the table.
pub(crate) type Line = [AtomicU64; WORDS];

/// Has the processor fetch a line that will be read soon.
#[inline]
#[expect(unsafe_code, reason = "an instruction of the processor")]
pub(crate) fn prefetch(line: &Line) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: Every x86-64 processor has the instruction, and it reads nothing that the program could see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast());
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    /// Writes to lines from several threads, and reads back what is there in the end.
    fn written(lines: &[Line]) -> Vec<u64> {
        assert!(lines.iter().flatten().all(|word| word.load(Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..3 {
                scope.spawn(move || {
                    for (number, word) in lines.iter().flatten().enumerate() {
                        word.fetch_add((number as u64) << thread, Relaxed);
                    }
                });
            }
        });
        lines.iter().flatten().map(|word| word.load(Relaxed)).collect()
    }

    #[test]
    fn mapped_and_allocated_lines_are_the_same() {
        // Miri takes a second for what a processor does in a microsecond.
        let large: &[usize] = if cfg!(miri) { &[20] } else { &[1000, 1 << 14] };
        for &count in [1, 2].iter().chain(large) {
            let mapped = Lines::new(count).expect("some memory");
            let allocated = allocated::Lines::new(count).expect("some memory");
            assert_eq!((mapped.get().len(), allocated.get().len()), (count, count));
            assert_eq!(written(mapped.get()), written(allocated.get()));
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        for count in [usize::MAX, usize::MAX / size_of::<Line>()] {
            assert!(Lines::new(count).is_err());
            assert!(allocated::Lines::new(count).is_err());
        }
    }
}
