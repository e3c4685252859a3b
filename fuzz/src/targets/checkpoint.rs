//! **Whatever bytes a checkpoint consists of, reading it ends with an error or with what can be written again.**
//!
//! The input is bytes of a file without its checksum, which is put in order so that the fuzzer gets past it.
//! What is read and written again reads the same, and going on from it does not panic either.

use yomikiri_search::{Census, Knowledge, MINIMUM_MEMORY};
use yomikiri_store::checkpoint::{self, Checkpoint, CheckpointError, Header};

fn read(bytes: &[u8]) -> Result<(Header, Vec<checkpoint::Record>), CheckpointError> {
    let mut records = Vec::new();
    let header = Checkpoint::open(bytes)?.records(|record| {
        records.push(record);
        Ok::<_, CheckpointError>(())
    })?;
    Ok((header, records))
}

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let sealed = [bytes, &crc32fast::hash(bytes).to_le_bytes()].concat();
    let Ok((header, records)) = read(&sealed) else {
        return true;
    };
    let mut again = Vec::new();
    checkpoint::write(&mut again, &header, records.iter().copied()).expect("it was read");
    assert_eq!(read(&again).expect("written just now"), (header.clone(), records.clone()));
    let mut census = Census::default();
    let records = || records.iter().copied();
    records().for_each(|record| census.count(record));
    let mut recollection = Knowledge::recalling(&census, header.fingerprint_bits, 0, MINIMUM_MEMORY)
        .expect("a sound length of names");
    let possible = records().filter(|&record| recollection.recall(record).is_ok()).count();
    assert!(recollection.finish().positions() <= possible as u64);
    true
}
