//! Threats: what a player would win by if it were his turn.
//!
//! [`Tactics`](crate::Tactics) looks ahead from the player to move. A search that follows threats alone also asks
//! about the other player, and the methods of the papers ask again and again about one position, each in its own
//! way: by shape, by trying every move, or by trying moves that have won elsewhere.

use crate::{Game, Player};

/// The capability of seeing immediate wins of either player, whoever's turn it is.
///
/// A win here is one by the rules that end a game before the board is full; a player is said to *threaten* if he
/// has such a win while it is his opponent's turn.
pub trait Threats: Game {
    /// A move with which `player` would win at once if it were his turn. Complete: `None` means that there is
    /// none.
    fn winning_move(&mut self, player: Player) -> Option<Self::Move>;

    /// The same by what can be seen at a glance, without trying every move. It may overlook wins, but what it
    /// gives is one.
    fn evident_win(&mut self, player: Player) -> Option<Self::Move>;

    /// Whether `m`, which may have come from another position, is possible here and would win for `player` if
    /// it were his turn.
    fn would_win(&mut self, m: Self::Move, player: Player) -> bool;

    /// Whether there may be a move after which the opponent has no legal reply. `false` must be right.
    fn may_get_stuck(&self) -> bool {
        true
    }
}
