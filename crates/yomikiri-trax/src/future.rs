//! Keys of what the rest of the game depends on.
//!
//! How a game goes on follows from the empty spaces, the lines that enter them and which of their ends belong together. What the
//! tiles look like that these lines run through does not matter. Once the tiles span the board,
//! an end off the board matters only for the border it is at, and not at all if lines do not win. So a search gives the same key
//! to all positions with the same future.
//!
//! The key is a sum over the open lines of products of a random word for each end, least over the eight images. The empty
//! spaces need not be added: each region of them has a space that some line enters, and the sides of a space that no line
//! enters lead to other empty spaces or off the board.
//!
//! Rejected: leaving out which ends belong together where a line cannot win any more (`live.rs`). That saves 2 to 5 % more of
//! the nodes, and the key takes twice as long.

use crate::diagram::SYMMETRIES;
use crate::grid::Extent;
use crate::lines::End;
use crate::live::LARGEST;
use crate::position::Position;
use crate::tile::{Colour, Side};
use std::sync::LazyLock;
use yomikiri_game::SplitMix64;

/// The words of the eight images of an end, side by side.
type Words = [u64; 8];

/// Ends in the cells of a board, by cell, colour and side.
const IN_CELLS: usize = 64 * 8;
/// Then the four borders,
const BORDERS: usize = IN_CELLS;
/// and what stands for all of them if lines do not win.
const NOWHERE: usize = BORDERS + 4;

/// The words for a board of each size.
static WORDS: [LazyLock<Vec<Words>>; LARGEST as usize] = [
    LazyLock::new(|| words(1)),
    LazyLock::new(|| words(2)),
    LazyLock::new(|| words(3)),
    LazyLock::new(|| words(4)),
    LazyLock::new(|| words(5)),
    LazyLock::new(|| words(6)),
    LazyLock::new(|| words(7)),
    LazyLock::new(|| words(8)),
];

fn code(cell: usize, colour: Colour, side: Side) -> usize {
    8 * cell + 4 * colour as usize + side as usize
}

fn words(limit: i32) -> Vec<Words> {
    let mut random = SplitMix64::new(0x6675_7475_7265);
    let word: Vec<u64> = (0..=NOWHERE).map(|_| random.next_u64()).collect();
    let mut words = vec![[word[NOWHERE]; 8]; NOWHERE + 1];
    for (image, symmetry) in SYMMETRIES.into_iter().enumerate() {
        let side_image = |side: Side| {
            let (row, column) = match side {
                Side::North => (-1, 0),
                Side::East => (0, 1),
                Side::South => (1, 0),
                Side::West => (0, -1),
            };
            match symmetry.point(row, column) {
                (-1, _) => Side::North,
                (1, _) => Side::South,
                (_, 1) => Side::East,
                _ => Side::West,
            }
        };
        for side in Side::ALL {
            words[BORDERS + side as usize][image] = word[BORDERS + side_image(side) as usize];
            for (row, column) in (0..limit).flat_map(|row| (0..limit).map(move |column| (row, column))) {
                // Twice the way from the middle of the board.
                let (down, right) = symmetry.point(2 * row - (limit - 1), 2 * column - (limit - 1));
                let to = (down + limit - 1) / 2 * 8 + (right + limit - 1) / 2;
                for colour in Colour::BOTH {
                    let from = code((8 * row + column) as usize, colour, side);
                    words[from][image] = word[code(to as usize, colour, side_image(side))];
                }
            }
        }
    }
    words
}

impl Position {
    /// A key of the rest of the game, but for the player to move; `None` where the tiles do not span the board.
    pub(crate) fn future_key(&self) -> Option<u128> {
        let limit = self.spanned_limit()?;
        let words = &**WORDS[usize::from(limit) - 1];
        let lines_win = self.rules.line().is_some_and(|line| line <= limit);
        let Extent { top, bottom, left, right } = self.extent;
        // The other end of a line, with its colour.
        let far = |end: End, colour: Colour| {
            let (row, column) = (self.grid.row(end.space()), self.grid.column(end.space()));
            let border = if row < top {
                Side::North
            } else if row > bottom {
                Side::South
            } else if column < left {
                Side::West
            } else if column > right {
                Side::East
            } else {
                return code(usize::from((row - top) * 8 + column - left), colour, end.side());
            };
            if lines_win { BORDERS + border as usize } else { NOWHERE }
        };
        let (mut lines, mut count) = ([(0u16, 0u16); IN_CELLS / 4], 0);
        let mut sums = [0u64; 8];
        for row in 0..limit {
            let first = self.grid.cell(top + row, left);
            let mut rims = self.eight_rims(first) & u64::MAX >> (8 * (LARGEST - limit));
            while rims != 0 {
                let column = rims.trailing_zeros() / 8;
                let mut rim = rims >> (8 * column) & 0xFF;
                rims ^= rim << (8 * column);
                let (cell, number) = (first + column, usize::from(8 * row) + column as usize);
                while rim != 0 {
                    let bit = rim.trailing_zeros() as usize;
                    rim &= rim - 1;
                    let (colour, side) = (Colour::BOTH[bit / 4], Side::ALL[bit % 4]);
                    let (a, b) = (code(number, colour, side), far(self.lines.other(cell, side), colour));
                    // A line with two ends on the board counts once.
                    if a < b {
                        for (sum, (&a, &b)) in sums.iter_mut().zip(words[a].iter().zip(&words[b])) {
                            *sum = sum.wrapping_add(a.wrapping_mul(b));
                        }
                        lines[count] = (a as u16, b as u16);
                        count += 1;
                    }
                }
            }
        }
        let (image, &least) = sums.iter().enumerate().min_by_key(|&(_, &sum)| sum)?;
        let mut second = 0u64;
        for &(a, b) in &lines[..count] {
            let product = u128::from(words[usize::from(a)][image]) * u128::from(words[usize::from(b)][image]);
            second = second.wrapping_add((product >> 64) as u64);
        }
        Some(u128::from(least) << 64 | u128::from(second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use yomikiri_game::{Canonical, Game, Played, Player, SplitMix64, Tactics, legal_moves, playout};

    /// All images of a position have its key, and positions that share a key have the same moves up to symmetry, by number, and
    /// as many that win for each player; some of them are different positions.
    #[test]
    fn positions_with_the_same_future_share_a_key() {
        for name in ["trax:4x4", "trax:5x5", "trax-loop:5x5", "trax:6x6,line=5"] {
            let start = Position::new(name.parse().expect(name));
            let mut known: HashMap<_, (_, _)> = HashMap::new();
            let mut shared = 0;
            for seed in 0..3000 {
                let mut position = start.narrowed(Player::First);
                for m in playout(&start, &mut SplitMix64::new(seed), 60).moves {
                    let Played::Open(_) = position.play(m) else {
                        break;
                    };
                    let key = position.key();
                    if seed < 100 {
                        for image in position.images() {
                            assert_eq!(image.narrowed(Player::First).key(), key, "{position:?}");
                        }
                    }
                    let turns = legal_moves(&mut position);
                    let mut winners = [0; 4];
                    for &turn in &turns {
                        winners[usize::from(position.winners_by(turn))] += 1;
                    }
                    let seen = (position.left(), turns.len(), winners, position.to_move());
                    position.is_narrowed = false;
                    let exact = position.key();
                    position.is_narrowed = true;
                    let (first, first_exact) = *known.entry(key).or_insert((seen, exact));
                    assert_eq!(first, seen, "{position:?}");
                    shared += u32::from(first_exact != exact);
                }
            }
            assert!(shared > 100, "{name}: only {shared}");
        }
    }
}
