//! What a lemma or a claim says of a position.

use crate::referee::{Outcome, Player};
use std::fmt;

/// A statement: a player can, or cannot, win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    /// The player spoken of.
    pub player: Player,
    /// Whether he can win.
    pub can_win: bool,
}

impl Statement {
    /// The four statements, in the order of their numbers.
    pub const ALL: [Statement; 4] = [
        Statement { player: Player::First, can_win: true },
        Statement { player: Player::First, can_win: false },
        Statement { player: Player::Second, can_win: true },
        Statement { player: Player::Second, can_win: false },
    ];

    /// The statement with a number from 0 to 3.
    pub(super) fn from_number(number: u8) -> Option<Statement> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Its number.
    pub(super) fn number(self) -> u8 {
        let player = match self.player {
            Player::First => 0,
            Player::Second => 2,
        };
        player + u8::from(!self.can_win)
    }

    /// The player whose moves a tree for it gives.
    pub(super) fn prover(self) -> Player {
        if self.can_win { self.player } else { self.player.opponent() }
    }

    /// Whether the prover wants a game to end so.
    pub(super) fn wants(self, outcome: Outcome) -> bool {
        (outcome == Outcome::Win(self.player)) == self.can_win
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let can = if self.can_win { "can win" } else { "cannot win" };
        write!(f, "{} player {can}", self.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_statements() {
        use Outcome::{Draw, Win};
        use Player::{First, Second};
        let table: [(u8, Player, &[Outcome]); 4] = [
            (0, First, &[Win(First)]),
            (1, Second, &[Win(Second), Draw]),
            (2, Second, &[Win(Second)]),
            (3, First, &[Win(First), Draw]),
        ];
        for (number, prover, wanted) in table {
            let statement = Statement::from_number(number).expect("a statement");
            assert_eq!(statement.number(), number);
            assert_eq!(statement.prover(), prover);
            for outcome in [Win(First), Win(Second), Draw] {
                assert_eq!(statement.wants(outcome), wanted.contains(&outcome), "{number} {outcome:?}");
            }
        }
        assert_eq!(Statement::from_number(4), None);
        let text = Statement { player: Second, can_win: false }.to_string();
        assert_eq!(text, "second player cannot win");
    }
}
