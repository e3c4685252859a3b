//! Boards full of tiles whose colours agree: the square ice that `docs/counting.md` speaks of.

use std::collections::HashMap;
use yomikiri_trax::census::Law;
use yomikiri_trax::census::configuration::{Configuration, STATES};

/// The colours of a tile's sides, north, east, south, west, a bit each: any two are white.
const TILES: [u32; 6] = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100];

/// The number of ways to fill an n×n board, cell by cell: what matters of those filled are the colours they show to the south,
/// and the last one to the east.
fn full_boards(size: u32) -> u128 {
    let mut ways = HashMap::from([((0u32, 0u32), 1u128)]);
    for cell in 0..size * size {
        let (row, column) = (cell / size, cell % size);
        let mut next = HashMap::new();
        for ((south, east), count) in ways {
            for tile in TILES {
                let [to_north, to_east, to_south, to_west] = [0, 1, 2, 3].map(|side| tile >> side & 1);
                let fits_north = row == 0 || south >> column & 1 == to_north;
                let fits_west = column == 0 || east == to_west;
                if fits_north && fits_west {
                    let south = south & !(1 << column) | to_south << column;
                    *next.entry((south, to_east)).or_insert(0) += count;
                }
            }
        }
        ways = next;
    }
    ways.into_values().sum()
}

/// The same by trying every tile in every cell.
fn enumerated(board: &mut Configuration, cell: usize) -> u128 {
    if cell == board.len() {
        return u128::from(board.weight(Law::Matching) == 1.0);
    }
    let mut sum = 0;
    for tile in 1..STATES {
        board.set(cell, tile);
        if board.matches_earlier(cell) {
            sum += enumerated(board, cell + 1);
        }
    }
    board.set(cell, 0);
    sum
}

#[test]
fn full_boards_are_few() {
    for size in 1..=4 {
        let mut board = Configuration::new(size, size);
        assert_eq!(full_boards(size as u32), enumerated(&mut board, 0), "{size}×{size}");
    }
    assert_eq!(full_boards(2), 82);
    assert_eq!(full_boards(8), 31_191_658_416_342_674);
}
