//! Threats ("reach"): what a player would win by if it were his turn.
//!
//! Three ways to find out, from the paper on mate problems:
//!
//! - **By shape** (its method 1): if both ends of a line leave in the same direction into one row or column, and
//!   the stretch from one to the other is two or three empty spaces, a tile there closes the line: what it does
//!   not do itself, the chain does. Fast, but blind to longer chains and to lines across the board.
//! - **By trial** (method 2): every placement is judged, as cheaply as `trial.rs` can.
//! - **By memory**: one placement that has won elsewhere is judged.
//!
//! A fourth way, the look that `tactics.rs` takes at all moves of a node at once, tries only the placements that
//! a move meets. It is complete, too, and what the solver uses unless told otherwise.
//!
//! # References
//! T. Fujimoto, H. Kuroda, *Development and evaluation of a solver for mate problems in Trax*, section 3.

use crate::grid::Cell;
use crate::position::{Position, Turn};
use crate::tile::{Colour, Rim, Side, Tile};
use yomikiri_game::{Game, Played, Player, Threats};

/// How many spaces the ends of a line may be apart for the chain to close it.
const FARTHEST: usize = 2;

/// The directions in which the two ends of a line that leaves over a side may lie from each other, each of them
/// once: seen from one end, the other is to the east or to the south.
fn along(side: Side) -> Side {
    match side {
        Side::North | Side::South => Side::East,
        Side::East | Side::West => Side::South,
    }
}

impl Position {
    /// The placement that closes a line by its shape, if the line that enters `space` at `side` has that shape
    /// and its other end lies to the east or south. (It has to be judged before it is relied on: the box may
    /// have no room for it, or the chain may go wrong elsewhere.)
    fn closing_turn(&self, space: Cell, side: Side, colour: Colour) -> Option<Turn> {
        let towards = along(side);
        let other = self.lines.other(space, side);
        if other.side() != side {
            return None;
        }
        let next = self.grid.across(space, towards);
        let beyond = self.grid.across(next, towards);
        // Between the ends there may be one space; the tile goes there, and both ends are forced.
        let (at, joins) = if other.space() == next {
            (space, side.bit() | towards.bit())
        } else if other.space() == beyond && self.tile(next).is_none() {
            (next, towards.bit() | towards.opposite().bit())
        } else {
            return None;
        };
        let white = if colour == Colour::White { joins } else { joins ^ 15 };
        Tile::from_white(white).map(|tile| Turn::new(at, tile))
    }

    /// Whether a placement is possible and wins for a colour.
    fn wins_for(&mut self, turn: Turn, colour: Colour) -> bool {
        let rim = self.rim(turn.cell());
        rim != Rim::default()
            && rim.admits(turn.tile())
            && self.extent_with(turn.cell()).fits(self.rules.largest_span())
            && self.winners_by(turn) & colour.bit() != 0
    }

    /// All placements that would win for a player if it were his turn, row by row.
    #[must_use]
    pub fn winning_turns(&mut self, player: Player) -> Vec<Turn> {
        let mut turns = self.placements();
        turns.retain(|&turn| self.winners_by(turn) & Colour::of(player).bit() != 0);
        turns
    }

    /// The legal turns of the player to move that end nothing but threaten to win with the next one.
    #[must_use]
    pub fn threatening_turns(&mut self) -> Vec<Turn> {
        let mover = self.to_move();
        let mut turns = self.placements();
        turns.retain(|&turn| match self.play(turn) {
            Played::Illegal => false,
            Played::Over(_, token) => {
                self.undo(token);
                false
            }
            Played::Open(token) => {
                let threatens = self.winning_move(mover).is_some();
                self.undo(token);
                threatens
            }
        });
        turns
    }

    /// All pseudo-legal placements; none on the empty board, where nothing wins.
    fn placements(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.find_space(|cell, rim| {
            turns.extend(rim.choices().iter().map(|&tile| Turn::new(cell, tile)));
            None::<()>
        });
        turns
    }
}

impl Threats for Position {
    fn winning_move(&mut self, player: Player) -> Option<Turn> {
        let winner = Colour::of(player).bit();
        self.placements().into_iter().find(|&turn| self.winners_by(turn) & winner != 0)
    }

    fn evident_win(&mut self, player: Player) -> Option<Turn> {
        const _: () = assert!(FARTHEST == 2, "closing_turn knows two distances");
        let colour = Colour::of(player);
        let mut candidates = Vec::new();
        self.find_space(|space, rim| {
            for side in Side::ALL {
                if rim.of(colour) & side.bit() != 0 {
                    candidates.extend(self.closing_turn(space, side, colour));
                }
            }
            None::<()>
        });
        candidates.into_iter().find(|&turn| self.wins_for(turn, colour))
    }

    fn would_win(&mut self, turn: Turn, player: Player) -> bool {
        self.wins_for(turn, Colour::of(player))
    }

    /// A player can be without a move only where the box can no longer grow: above the leftmost tile of its
    /// topmost row a tile always fits that starts no chain, since the space to the left of it has no neighbour,
    /// and the one to the right may dictate one colour at most.
    fn may_get_stuck(&self) -> bool {
        let span = self.rules.largest_span();
        self.extent.height() + self.extent.width() + 1 >= 2 * span
    }
}
