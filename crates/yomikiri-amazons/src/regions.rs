//! The parts that a board has fallen into.
//!
//! Squares that have not been shot, amazons on them or not, hang together in eight directions. No move
//! leads out of such a region, so that regions are independent games: a board is their sum.

use crate::board::Board;
use crate::moves::Move;
use crate::territory::free_moves;
use yomikiri_game::{Partizan, Player};

impl Board {
    /// The open squares that hang together with the squares of `seed`, those included.
    pub(crate) fn connected(&self, seed: u128) -> u128 {
        let (mut found, mut fresh) = (seed, seed);
        let near = &self.geometry().neighbours;
        while fresh != 0 {
            let square = fresh.trailing_zeros();
            fresh &= fresh - 1;
            let new = near[square as usize] & self.open() & !found;
            found |= new;
            fresh |= new;
        }
        found
    }

    /// The regions, as sets of squares, by their first squares.
    pub(crate) fn region_sets(&self) -> Vec<u128> {
        let mut left = self.open();
        let mut sets = Vec::new();
        while left != 0 {
            let set = self.connected(left & left.wrapping_neg());
            sets.push(set);
            left &= !set;
        }
        sets
    }

    /// The regions in which somebody has an amazon and there is an empty square, each on a board of this size
    /// with everything else shot.
    #[must_use]
    pub fn regions(&self) -> Vec<Self> {
        let alive =
            |board: &Self| board.empty_squares() > 0 && Player::BOTH.iter().any(|&p| board.amazons(p) != 0);
        self.region_sets().into_iter().map(|set| self.only(set)).filter(alive).collect()
    }

    fn only(&self, set: u128) -> Self {
        let amazons = Player::BOTH.map(|player| self.amazons(player) & set);
        Self::from_sets(self.width(), self.height(), set, amazons)
    }

    /// The board without the rows and columns around it in which every square is shot.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        self.cropped(self.open())
    }

    /// The owner of a board on which only one player has amazons.
    #[must_use]
    pub fn owner(&self) -> Option<Player> {
        match Player::BOTH.map(|player| self.amazons(player) != 0) {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        }
    }

    /// The moves of a player with the boards they lead to.
    pub fn continuations(&self, player: Player) -> impl Iterator<Item = (Move, Self)> + use<> {
        let board = *self;
        self.moves(player).map(move |m| (m, board.after(player, m)))
    }
}

impl Partizan for Board {
    fn parts(&self) -> Vec<Self> {
        self.regions().iter().map(Self::trimmed).collect()
    }

    fn options(&self, player: Player) -> Vec<Self> {
        self.continuations(player).map(|(_, board)| board).collect()
    }

    fn normal(&self) -> (Self, bool) {
        let images = self.images().into_iter().chain(self.swapped().images());
        let (at, least) = images.enumerate().min_by_key(|&(_, image)| image).unwrap_or((0, *self));
        (least, at >= 8)
    }

    fn integer(&self) -> Option<i32> {
        if self.empty_squares() == 0 {
            return Some(0);
        }
        let owner = self.owner()?;
        let moves = free_moves(self, owner)? as i32;
        Some(if owner == Player::First { moves } else { -moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let board: Board = text.parse().expect(text);
        board.parts().iter().map(Board::to_string).collect()
    }

    #[test]
    fn boards_fall_apart() {
        assert_eq!(parts("x.#.o|..#.."), ["x.|..", ".o|.."]);
        // Corners touch.
        assert_eq!(parts("x.#|##.|..o"), ["x.#|##.|..o"]);
        // Regions without an amazon or without a square to go to are nobody's.
        assert!(parts("x#.|##.|o#.").is_empty());
        assert_eq!(parts("####|#x.#|####"), ["x."]);
    }

    #[test]
    fn territories_are_counted() {
        for (text, value) in [("x....", 4), ("..|o.", -3), ("x.x", 1), ("x", 0), ("...|.x.|...", 8)] {
            assert_eq!(text.parse::<Board>().expect(text).integer(), Some(value), "{text}");
        }
        assert_eq!("x.o".parse::<Board>().expect("a board").integer(), None);
    }

    #[test]
    fn territories_are_as_long_as_plain_search_says() {
        fn longest(board: &Board) -> i32 {
            board.options(Player::First).iter().map(|after| 1 + longest(after)).max().unwrap_or(0)
        }
        let mut defective = 0;
        for arrows in 0..1u32 << 9 {
            for amazon in (0..9).filter(|amazon| arrows >> amazon & 1 == 0 && arrows.count_ones() >= 3) {
                let board = Board::from_sets(3, 3, u128::from(!arrows & 0o777), [1 << amazon, 0]);
                let sum = |parts: Vec<Board>| parts.iter().filter_map(Board::integer).sum::<i32>();
                let moves = longest(&board);
                assert_eq!(sum(board.parts()), moves, "{board}");
                let squares = board.parts().iter().map(Board::empty_squares).sum::<u32>();
                defective += u32::from(squares as i32 > moves);
            }
        }
        assert_eq!(defective, 56, "some regions cannot be filled");
    }

    #[test]
    fn a_normal_form_is_the_same_for_all_images() {
        let board: Board = "x..#|....|.#.o".parse().expect("a board");
        for image in board.images() {
            assert_eq!(image.normal(), board.normal());
            let (swapped, exchanged) = image.swapped().normal();
            assert_eq!((swapped, exchanged), (board.normal().0, !board.normal().1));
        }
    }
}
