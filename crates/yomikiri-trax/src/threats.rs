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
use yomikiri_game::{Game, Player, Status, Threats, try_move};

/// The directions in which the two ends of a line that leaves over a side may lie from each other, each of them
/// once: seen from one end, the other is to the east or to the south.
pub(crate) fn along(side: Side) -> Side {
    match side {
        Side::North | Side::South => Side::East,
        Side::East | Side::West => Side::South,
    }
}

impl Position {
    /// The placement that closes a line by its shape, if the line that enters `space` at `side` has that shape
    /// and its other end lies to the east or south. (It has to be judged before it is relied on: the box may
    /// have no room for it, or the chain may go wrong elsewhere.)
    pub(crate) fn closing_turn(&self, space: Cell, side: Side, colour: Colour) -> Option<Turn> {
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
    pub(crate) fn wins_for(&mut self, turn: Turn, colour: Colour) -> bool {
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
        turns.retain(|&turn| {
            let threatens = try_move(self, turn, |after, status| {
                status == Status::Open && after.winning_move(mover).is_some()
            });
            threatens == Some(true)
        });
        turns
    }

    /// All pseudo-legal placements; none on the empty board, where nothing wins.
    pub(crate) fn placements(&self) -> Vec<Turn> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::{Played, SplitMix64, playout};

    /// Calls `visit` with the positions of random games.
    fn positions(name: &str, games: u64, mut visit: impl FnMut(&mut Position)) {
        let start = Position::new(name.parse().expect(name));
        for seed in 0..games {
            let mut position = start.clone();
            for m in playout(&start, &mut SplitMix64::new(seed), 60).moves {
                let Played::Open(_) = position.play(m) else {
                    break;
                };
                visit(&mut position);
            }
        }
    }

    /// Whether a player would win by a turn, found by laying its tiles.
    fn wins_by_playing(position: &Position, turn: Turn, player: Player) -> bool {
        let mut played = position.clone();
        let won = match played.place_with_chain(turn) {
            Ok(won) => won.colours(),
            Err(_) => 0,
        };
        won & Colour::of(player).bit() != 0
    }

    #[test]
    fn trial_is_complete_and_shape_is_right() {
        for name in ["trax:4x4", "trax:8x8", "trax-loop:6x6"] {
            let (mut by_trial, mut by_shape) = (0, 0);
            positions(name, 60, |position| {
                for player in Player::BOTH {
                    let mut turns = Vec::new();
                    position.moves(&mut turns);
                    turns.retain(|&turn| wins_by_playing(position, turn, player));
                    let winning = position.winning_turns(player);
                    assert_eq!(winning, turns, "{position:?}");
                    assert_eq!(position.winning_move(player), winning.first().copied());
                    by_trial += u32::from(!winning.is_empty());
                    if let Some(turn) = position.evident_win(player) {
                        assert!(winning.contains(&turn), "{turn:?} at {position:?}");
                        assert!(position.would_win(turn, player));
                        by_shape += 1;
                    }
                }
            });
            assert!(by_shape > 20 && by_trial > by_shape, "{name}: {by_trial} by trial, {by_shape} by shape");
        }
    }

    /// Without a limit on the board the shape always wins: the chain closes the line.
    #[test]
    fn the_shape_wins_wherever_there_is_room() {
        let mut apart = [0; 3];
        positions("trax", 40, |position| {
            for colour in Colour::BOTH {
                let mut found = Vec::new();
                position.find_space(|space, rim| {
                    for side in Side::ALL.into_iter().filter(|side| rim.of(colour) & side.bit() != 0) {
                        found.extend(position.closing_turn(space, side, colour).map(|turn| (space, turn)));
                    }
                    None::<()>
                });
                for (space, turn) in found {
                    assert!(position.wins_for(turn, colour), "{turn:?} at {position:?}");
                    apart[if turn.cell() == space { 1 } else { 2 }] += 1;
                }
            }
        });
        assert!(apart[1] > 100 && apart[2] > 5, "{apart:?}");
    }
}
