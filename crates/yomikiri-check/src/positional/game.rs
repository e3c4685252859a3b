//! What stays the same during a positional game.

use crate::referee::Player;

/// No game has more cells than this.
pub(super) const MOST_CELLS: usize = 384;

/// No turn can be played in more ways than this.
pub(super) const MOST_WAYS: u64 = 100_000;

/// A turn: so many stones of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) player: Player,
    pub(super) stones: usize,
}

/// A positional game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    /// What people call it.
    pub(super) short_name: String,
    /// The names of the cells.
    pub(super) cells: Vec<String>,
    /// How many cells are written in a row.
    pub(super) columns: usize,
    /// The winning sets of both players, each ascending.
    pub(super) sets: [Vec<Vec<usize>>; 2],
    /// For each player and cell, the winning sets that contain it.
    pub(super) through: [Vec<Vec<usize>>; 2],
    /// The cells that each player owns at the start.
    pub(super) owned: [Vec<usize>; 2],
    pub(super) turns: Vec<Turn>,
    /// The cells of which the first turn must take one; empty if it may take any.
    pub(super) first: Vec<usize>,
    /// For each symmetry and each cell of the image, the cell that it comes from.
    pub(super) symmetries: Vec<Vec<usize>>,
}

impl Game {
    /// For each player and cell, the winning sets that contain it.
    pub(super) fn index(sets: &[Vec<Vec<usize>>; 2], cells: usize) -> [Vec<Vec<usize>>; 2] {
        sets.each_ref().map(|sets| {
            let mut through = vec![Vec::new(); cells];
            for (number, set) in sets.iter().enumerate() {
                for &cell in set {
                    through[cell].push(number);
                }
            }
            through
        })
    }
}

/// In how many ways `count` of `from` things can be chosen, or [`u64::MAX`] if that is too much to say.
pub(super) fn ways(from: u64, count: u64) -> u64 {
    if count > from {
        return 0;
    }
    let mut ways = 1_u64;
    for step in 0..count.min(from - count) {
        match ways.checked_mul(from - step) {
            Some(product) => ways = product / (step + 1),
            None => return u64::MAX,
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_counted() {
        for (from, count, expected) in
            [(0, 0, 1), (5, 0, 1), (5, 2, 10), (5, 5, 1), (5, 6, 0), (16, 2, 120), (384, 2, 73_536)]
        {
            assert_eq!(ways(from, count), expected);
        }
        assert_eq!(ways(384, 190), u64::MAX);
    }
}
