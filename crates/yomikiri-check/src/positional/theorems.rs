//! Who cannot win any more, by two theorems.
//!
//! **Strategy stealing.** If both players have the same winning sets, nobody owns anything, and they take turns of one
//! stone each, then the second player cannot force a win: an extra stone does no harm, so the first player could place one
//! anywhere and win as the second would. A limit on turns changes nothing: a win within it is a win without it.
//!
//! **Breaking all sets.** A set is alive for a player if the opponent owns none of its cells and he has stones enough left
//! to complete it. Let him have at most a stones in each of the turns that are left, the opponent at least b, and let them
//! take turns. If the sum of (1 + b)^(−k/a) over all living sets, k being the cells that he lacks, is less than 1 (less than
//! 1/(1 + b) if he is to move), then the opponent can take a cell of every one of them.
//!
//! The sum is computed in whole numbers, rounded up, so that it can only be too large.
//!
//! # References
//! - P. Erdős, J. L. Selfridge, *On a combinatorial game*, Journal of Combinatorial Theory A 14, 1973.
//! - J. Beck, *Remarks on positional games*, Acta Mathematica Academiae Scientiarum Hungaricae 40, 1982.

use super::game::{Game, Turn};
use crate::referee::Player;

/// Whether nothing but who begins distinguishes the players, so that the second cannot win from the start.
pub(super) fn can_be_stolen(game: &Game) -> bool {
    let one_by_one = game.turns.iter().enumerate().all(|(number, turn)| {
        let player = if number % 2 == 0 { Player::First } else { Player::Second };
        *turn == Turn { player, stones: 1 }
    });
    one_by_one
        && game.first.is_empty()
        && game.sets[0] == game.sets[1]
        && game.owned.iter().all(Vec::is_empty)
}

/// 1, in the numbers of the sum.
///
/// Small enough that products fit: a factor may be as large as the stones of a turn.
const ONE: u128 = 1 << 56;

/// What sets count for when so many turns are played, by the number of cells that the player lacks; a total of [`ONE`] or
/// more proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    by_lacking: Vec<u128>,
}

impl Weights {
    /// The weights for a player, in the game with these turns left.
    pub(super) fn new(turns: &[Turn], player: Player) -> Self {
        let stones = |of: Player| turns.iter().filter(move |turn| turn.player == of).map(|turn| turn.stones);
        let most_left = stones(player).sum::<usize>();
        let a = stones(player).max().unwrap_or(1);
        let take_turns = turns.windows(2).all(|pair| pair[0].player != pair[1].player);
        // Without an opponent's turn, or if turns do not alternate, the theorem says nothing: every set counts in full.
        let b = stones(player.opponent()).min().filter(|_| take_turns).unwrap_or(0) as u128;
        let to_move = turns.first().is_some_and(|turn| turn.player == player);
        let root = root_of_inverse(1 + b, a);
        let mut by_lacking = vec![if to_move { (1 + b) * ONE } else { ONE }];
        for lacking in 1..=most_left {
            let weight = product_up(by_lacking[lacking - 1], root);
            by_lacking.push(weight);
        }
        Self { by_lacking }
    }

    /// Whether the opponent can break all of the sets of which the player lacks so many cells each. Sets that he cannot
    /// complete any more do not count.
    pub(super) fn can_be_broken(&self, lacking: impl Iterator<Item = usize>) -> bool {
        let mut sum = 0;
        for lacking in lacking {
            sum += self.by_lacking.get(lacking).copied().unwrap_or(0);
            if sum >= ONE {
                return false;
            }
        }
        true
    }
}

/// The product, rounded down. One factor may be more than 1.
fn product_down(x: u128, y: u128) -> u128 {
    (x * y) / ONE
}

/// The product, rounded up.
fn product_up(x: u128, y: u128) -> u128 {
    (x * y).div_ceil(ONE)
}

/// The least number that is certainly at least (1 / n)^(1 / a).
fn root_of_inverse(n: u128, a: usize) -> u128 {
    let is_enough = |root: u128| (0..a).fold(ONE, |power, _| product_down(power, root)) * n >= ONE;
    let (mut too_little, mut enough) = (0, ONE);
    while enough - too_little > 1 {
        let middle = (too_little + enough) / 2;
        if is_enough(middle) {
            enough = middle;
        } else {
            too_little = middle;
        }
    }
    enough
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(stones: &[(Player, usize)]) -> Vec<Turn> {
        stones.iter().map(|&(player, stones)| Turn { player, stones }).collect()
    }

    #[test]
    fn weights_are_powers() {
        use Player::{First, Second};
        let alternate: Vec<_> = (0..20).map(|n| (if n % 2 == 0 { First } else { Second }, 1)).collect();
        let first = Weights::new(&turns(&alternate), First);
        let second = Weights::new(&turns(&alternate), Second);
        for lacking in 0..=10 {
            assert_eq!(first.by_lacking[lacking], (2 * ONE) >> lacking);
            assert_eq!(second.by_lacking[lacking], ONE >> lacking);
        }
        // Two sets of two, and it is his turn: 4/4 is not less than 1. Seven of four: 7/8 is.
        assert!(!first.can_be_broken([2, 2].into_iter()));
        assert!(first.can_be_broken([4; 7].into_iter()));
        assert!(!first.can_be_broken([4; 8].into_iter()));
        assert!(first.can_be_broken([11; 1000].into_iter()), "he has ten stones left");
        // Two stones against one: 2^(-k/2), rounded up but not by much.
        let two_to_one = Weights::new(&turns(&[(Second, 1), (First, 2), (Second, 1), (First, 2)]), First);
        for lacking in 0..=4 {
            let exact = 2_f64.powf(-(lacking as f64) / 2.0);
            let found = two_to_one.by_lacking[lacking] as f64 / ONE as f64;
            assert!((found - exact).abs() < 1e-12, "{lacking}: {found}");
        }
        assert!(product_up(two_to_one.by_lacking[1], two_to_one.by_lacking[1]) * 2 >= ONE);
        // Turns that do not alternate: only no set at all can be broken.
        let twice = Weights::new(&turns(&[(First, 1), (First, 1), (Second, 3)]), First);
        assert!(!twice.can_be_broken([2].into_iter()));
        assert!(twice.can_be_broken([].into_iter()));
        assert!(twice.can_be_broken([3].into_iter()));
        let alone = Weights::new(&turns(&[(First, 5)]), First);
        assert!(!alone.can_be_broken([5].into_iter()));
    }
}
