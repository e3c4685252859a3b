use super::*;
use yomikiri_game::{Player, SplitMix64, Statistics};

fn header() -> Header {
    let cost = Statistics {
        nodes: 17_000_000_000,
        shallow_nodes: 3,
        ending_plays: 5,
        table_entries: 0,
        collections: 22,
        depth: 49,
        seconds: 1234.5678,
    };
    Header {
        game: "trax:7x7".to_owned(),
        moves: r"@0/ A0\".to_owned(),
        asked: Asked::Both,
        options: "method=dfpn epsilon=0.25".to_owned(),
        key_scheme: 0x0123_4567_89AB_CDEF,
        answered: vec![Answered { can_win: Player::First, answer: false, cost }],
        searching: Some((Player::Second, Statistics { seconds: 0.1, ..cost })),
        fingerprint_bits: 76,
    }
}

fn records(count: usize) -> Vec<Record> {
    let mut random = SplitMix64::new(7);
    let fingerprint = |random: &mut SplitMix64| {
        (u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())) >> (128 - 76)
    };
    let mut records: Vec<_> = (0..count)
        .map(|n| Record { fingerprint: fingerprint(&mut random), data: (1 + n as u64 % 1000) << 16 })
        .collect();
    records.sort_unstable();
    records
}

fn written(header: &Header, records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let count = write(&mut bytes, header, records.iter().copied()).expect("a vector has room");
    assert_eq!(count, records.len() as u64);
    bytes
}

fn read(bytes: &[u8]) -> Result<(Header, Vec<Record>), CheckpointError> {
    let mut records = Vec::new();
    let header = Checkpoint::open(bytes)?.records(|record| {
        records.push(record);
        Ok::<_, CheckpointError>(())
    })?;
    Ok((header, records))
}

#[test]
fn what_is_read_is_what_was_written() {
    for count in [0, 1, 2, 1000, 65_535, 65_536, 65_537, 140_000] {
        let records = records(count);
        let bytes = written(&header(), &records);
        let (header_again, records_again) = read(&bytes).expect("nothing is damaged");
        assert_eq!(header_again, header());
        assert_eq!(records_again, records);
        assert_eq!(written(&header_again, &records_again), bytes, "the same bytes again");
    }
}

#[test]
fn extreme_names_are_kept() {
    for fingerprint_bits in [64, 76, 120] {
        let header = Header { fingerprint_bits, searching: None, answered: Vec::new(), ..header() };
        let largest = u128::MAX >> (128 - fingerprint_bits);
        let fingerprints = [0, 1, 2, largest / 2, largest - 1, largest];
        let records = fingerprints.map(|fingerprint| Record { fingerprint, data: u64::MAX });
        assert_eq!(read(&written(&header, &records)).expect("nothing is damaged").1, records);
    }
}

#[test]
fn what_cannot_be_said_is_refused() {
    let record = |fingerprint| Record { fingerprint, data: 1 };
    let refused = |header: &Header, records: &[Record]| {
        let error = write(Vec::new(), header, records.iter().copied()).expect_err("refused");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    };
    refused(&header(), &[record(5), record(5)]);
    refused(&header(), &[record(5), record(4)]);
    refused(&header(), &[record(1 << 76)]);
    refused(&header(), &[Record { fingerprint: 5, data: 0 }]);
    refused(&Header { moves: "a\nb".to_owned(), ..header() }, &[]);
}

#[test]
fn every_damage_is_found() {
    let bytes = written(&header(), &records(40));
    for end in 0..bytes.len() {
        let error = read(&bytes[..end]).expect_err("cut short");
        assert!(matches!(error, CheckpointError::CutShort | CheckpointError::NoCheckpoint), "{end}: {error}");
    }
    for at in 0..bytes.len() {
        for flip in [1, 0x10, 0x80, 0xFF] {
            let mut bytes = bytes.clone();
            bytes[at] ^= flip;
            read(&bytes).expect_err("a byte is wrong");
        }
    }
    let more = [&bytes[..], b"\n"].concat();
    assert!(matches!(read(&more), Err(CheckpointError::Damaged(_))));
}

/// Damage with a checksum that fits must not be more than an error, or other records.
#[test]
fn damage_that_the_checksum_does_not_show_does_no_harm() {
    let bytes = written(&header(), &records(40));
    let body = bytes.len() - 4;
    let mut random = SplitMix64::new(8);
    for _ in 0..20_000 {
        let mut bytes = bytes[..body].to_vec();
        for _ in 0..=random.next_u64() % 3 {
            let at = random.next_u64() as usize % body;
            bytes[at] = random.next_u64() as u8;
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        if let Ok((header, records)) = read(&bytes) {
            assert_eq!(read(&written(&header, &records)).expect("written just now"), (header, records));
        }
    }
}

#[test]
fn other_files_are_refused() {
    assert!(matches!(read(b""), Err(CheckpointError::NoCheckpoint)));
    assert!(matches!(read(b"hello"), Err(CheckpointError::NoCheckpoint)));
    assert!(matches!(read(&[0; 100_000]), Err(CheckpointError::NoCheckpoint)));
    let error = read(b"yomikiri checkpoint 2\nwhatever").expect_err("another version");
    assert_eq!(error.to_string(), "the checkpoint has version 2, this program reads version 1");
    let endless = [b"yomikiri checkpoint 1\n".to_vec(), vec![b'x'; 1 << 21]].concat();
    assert!(matches!(read(&endless), Err(CheckpointError::CutShort)));
}
