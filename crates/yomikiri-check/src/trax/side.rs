//! The two players, who are also the two colours of line.

use std::fmt;

/// A player, and the colour of that player's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first player.
    White,
    /// The second player.
    Red,
}

impl Side {
    /// Both sides, the first player first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Red];

    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Side {
        match self {
            Side::White => Side::Red,
            Side::Red => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "white",
            Side::Red => "red",
        })
    }
}
