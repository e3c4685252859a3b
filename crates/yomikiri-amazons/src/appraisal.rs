//! How good a position looks: whose amazons are nearer.
//!
//! Every empty square is counted for the player who can reach it in fewer queen's moves; equal distances go by a little
//! to the player to move. On boards that have nearly fallen apart this is the balance of territory.
//!
//! # References
//! J. Lieberum: *An evaluation function for the game of Amazons*, Theoretical Computer Science 349, 2005.

use crate::board::{Board, squares};
use crate::position::Position;
use yomikiri_game::{Appraised, Game, Player};

/// A square that one player reaches first, in points.
const SQUARE: i32 = 8;

/// The empty squares that can be reached from a set of squares in one queen's move.
fn reached(board: &Board, from: u128) -> u128 {
    let (geometry, vacant) = (board.geometry(), board.vacant());
    squares(from).fold(0, |reached, square| {
        geometry.reach(square, vacant).fold(reached, |reached, square| reached | 1 << square)
    })
}

impl Appraised for Position {
    fn appraise(&self) -> i32 {
        let board = self.board();
        let players = [self.to_move(), !self.to_move()];
        let mut fresh = players.map(|player: Player| board.amazons(player));
        let mut seen = [0u128; 2];
        let mut score = 0;
        let mut open = board.vacant();
        while open != 0 && fresh.iter().any(|&set| set != 0) {
            for (seen, fresh) in seen.iter_mut().zip(&mut fresh) {
                *fresh = reached(board, *fresh) & !*seen;
                *seen |= *fresh;
            }
            let [mine, theirs] = seen.map(|set| set & open);
            score += SQUARE * (mine & !theirs).count_ones() as i32;
            score -= SQUARE * (theirs & !mine).count_ones() as i32;
            score += (mine & theirs).count_ones() as i32;
            open &= !(mine | theirs);
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn territory_counts() {
        let appraised = |text: &str| Position::new(text.parse().expect(text), Player::First).appraise();
        assert_eq!(appraised("x..#.o"), 2 * SQUARE - SQUARE);
        assert!(appraised("x....|....o") == appraised("o....|....x"), "even but for the move");
        assert!(appraised("x...|.##.|.#o#") > 0);
    }
}
