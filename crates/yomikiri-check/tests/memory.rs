//! A check keeps to its memory, or says that it cannot.
//!
//! In a file of its own, because the process is measured.

#![cfg(target_os = "linux")]

mod proof_writer;

use proof_writer::{Writer, seal};
use std::num::NonZeroUsize;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::proof::{Failure, Monitor, Proven, check};

fn check_within(file: &[u8], memory: u64) -> Result<Proven, Failure> {
    check(file, NonZeroUsize::MIN, &Monitor::default().with_memory(memory))
}

/// The most memory that the process ever had, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a Linux system");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

#[test]
fn a_check_keeps_to_its_memory() {
    // A lemma with a tree of 60 MB that is all zeros, in a file of a few kilobytes.
    let mut content = b"game mnk:3x3,k=3\nsearch 0\nclaim 1 0\n\n".to_vec();
    // Its statement, and its position of nothing.
    content.extend([0, 0]);
    let length: u32 = 60 << 20;
    let mut rest = length;
    while rest >= 128 {
        content.push((rest & 127) as u8 | 128);
        rest >>= 7;
    }
    content.push(rest as u8);
    content.resize(content.len() + length as usize, 0);
    let bomb = seal(&content);
    drop(content);
    assert!(bomb.len() < 1 << 16, "{} bytes", bomb.len());

    // The peak is that of making the file; what the check adds to what is there now cannot be told from it. So the
    // check has to say that it would need more.
    let before = peak();
    for memory in [0, 1 << 20, 32 << 20, 64 << 20] {
        assert!(matches!(check_within(&bomb, memory), Err(Failure::Memory)), "{memory} bytes");
    }
    assert!(peak() <= before.max(100 << 20));
    assert!(matches!(check_within(&bomb, 1 << 30), Err(Failure::Lemma { .. })));

    // A sound proof of many lemmas.
    let mut writer = Writer::<Mnk>::new("mnk:4x3,k=3", 0, 1);
    writer.claim_all("");
    let file = writer.finish().to_file();
    assert!(matches!(check_within(&file, 16 << 20), Err(Failure::Memory)));
    let proven = check_within(&file, 64 << 20).expect("enough memory");
    assert!(proven.counts.lemmas > 1000, "{}", proven.counts.lemmas);
}
