//! Regions of one colour: how many moves are left in them.
//!
//! Such a region is an integer, the length of the longest series of moves of its owner. Nearly always that
//! is the number of empty squares, one arrow each, but some regions cannot be filled. The search tries to
//! fill the region and stops as soon as a series is as long as the empty squares in reach allow.

use crate::board::Board;
use rustc_hash::FxHashMap;
use yomikiri_game::Player;

/// A search beyond this is given up; the region is then evaluated like any other.
const MOST_STEPS: u32 = 200_000;

/// The number of moves that the only player with amazons here has left; `None` if that takes too long.
pub(crate) fn free_moves(board: &Board, owner: Player) -> Option<u32> {
    let mut search = LongestSeries { owner, known: FxHashMap::default(), steps: 0 };
    search.longest(board)
}

struct LongestSeries {
    owner: Player,
    known: FxHashMap<Board, u32>,
    steps: u32,
}

impl LongestSeries {
    fn longest(&mut self, board: &Board) -> Option<u32> {
        let bound = self.reachable(board).count_ones();
        if bound == 0 {
            return Some(0);
        }
        if let Some(&known) = self.known.get(board) {
            return Some(known);
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let mut best = 0;
        // Moves that keep the most squares in reach come first: they are the most likely to fill all.
        let mut next: Vec<_> = board.moves(self.owner).map(|m| board.after(self.owner, m)).collect();
        let mut bounds: Vec<_> = next.iter().map(|after| self.reachable(after).count_ones()).collect();
        while let Some(at) = (0..next.len()).max_by_key(|&at| (bounds[at], std::cmp::Reverse(at))) {
            let (after, reach) = (next.swap_remove(at), bounds.swap_remove(at));
            if reach < best {
                break;
            }
            best = best.max(1 + self.longest(&after)?);
            if best == bound {
                break;
            }
        }
        self.known.insert(*board, best);
        Some(best)
    }

    /// The empty squares that the owner's amazons are connected with.
    fn reachable(&self, board: &Board) -> u128 {
        board.connected(board.amazons(self.owner)) & board.vacant()
    }
}
