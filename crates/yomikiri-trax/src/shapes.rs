//! The classic shapes: what players call the threats they see.
//!
//! They are named by what can be done with them, not by how they look, so they are found by doing it:
//!
//! - an *attack* wins with the next turn: a *loop attack* by closing a line whose ends face the same way, side by
//!   side (narrow) or with a space between (wide), a longer *chain* that closes a loop, or a *line* across the board;
//! - a *corner* is one line that a turn makes into a loop attack;
//! - a *pair* are two lines that a turn joins into one;
//! - an *L* is where one turn makes two attacks;
//! - an *edge* is where a turn makes an attack and an L.
//!
//! Everything is tried, so this is for showing, not for searching.
//!
//! # References
//! D. G. Bailey, *Trax Strategy for Beginners*, 2nd edition, 1997.

use crate::lines::End;
use crate::position::{Position, Turn};
use crate::threats::along;
use crate::tile::{Colour, Side};
use std::fmt;
use yomikiri_game::Player;

/// How a turn wins at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// It closes a line whose two ends face the same way, side by side.
    Narrow,
    /// The same with a space between them.
    Wide,
    /// A longer chain closes a loop.
    Chain,
    /// It completes a line across the board.
    Line,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Narrow => "narrow loop attack",
            Self::Wide => "wide loop attack",
            Self::Chain => "loop by a chain",
            Self::Line => "line",
        })
    }
}

/// What a turn makes that does not win at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Two attacks at once.
    L,
    /// An attack and an L.
    Edge,
    /// An attack out of two lines.
    Pair,
    /// An attack out of one line.
    Corner,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::L => "L",
            Self::Edge => "edge",
            Self::Pair => "pair",
            Self::Corner => "corner",
        })
    }
}

/// A line that can be closed because of its shape: its ends, the first one to the west or north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LoopAttack {
    ends: [End; 2],
    kind: Attack,
}

impl Position {
    /// Every turn that would win at once for a player if it were his turn, and how.
    #[must_use]
    pub fn attacks(&mut self, player: Player) -> Vec<(Turn, Attack)> {
        let colour = Colour::of(player);
        let by_shape = self.loop_attacks(colour);
        let turns = self.winning_turns(player);
        turns.into_iter().map(|turn| (turn, self.kind_of(turn, colour, &by_shape))).collect()
    }

    fn kind_of(&mut self, turn: Turn, colour: Colour, by_shape: &[LoopAttack]) -> Attack {
        if self.try_placement(turn).loops & colour.bit() == 0 {
            return Attack::Line;
        }
        let closes = |attack: &&LoopAttack| {
            let [a, b] = attack.ends.map(End::space);
            let between = self.grid.across(a, along(attack.ends[0].side()));
            [a, b, between].contains(&turn.cell())
        };
        by_shape.iter().find(closes).map_or(Attack::Chain, |attack| attack.kind)
    }

    /// The lines of a colour that can be closed because of their shape.
    fn loop_attacks(&mut self, colour: Colour) -> Vec<LoopAttack> {
        let mut found = Vec::new();
        self.find_space(|space, rim| {
            for side in Side::ALL.into_iter().filter(|side| rim.of(colour) & side.bit() != 0) {
                if let Some(turn) = self.closing_turn(space, side, colour) {
                    let kind = if turn.cell() == space { Attack::Narrow } else { Attack::Wide };
                    let ends = [End::new(space, side), self.lines.other(space, side)];
                    found.push((turn, LoopAttack { ends, kind }));
                }
            }
            None::<()>
        });
        found.retain(|&(turn, _)| self.wins_for(turn, colour));
        found.into_iter().map(|(_, attack)| attack).collect()
    }

    /// Every turn of a player, as if it were his, that ends nothing but makes one of the classic shapes into more;
    /// each under its greatest name.
    #[must_use]
    pub fn shapes(&mut self, player: Player) -> Vec<(Turn, Shape)> {
        let colour = Colour::of(player);
        let before = self.loop_attacks(colour);
        let ls_before = self.makes_of_two(colour, &before);
        let lines_before = self.lines.clone();
        let mut shapes = Vec::new();
        for turn in self.placements() {
            let shape = self.after(turn, |position| {
                let now = position.loop_attacks(colour);
                let new: Vec<_> = now.iter().filter(|attack| !before.contains(attack)).collect();
                match new[..] {
                    [] => None,
                    [attack] => {
                        let ls_now = position.makes_of_two(colour, &now);
                        if ls_now.iter().any(|turn| !ls_before.contains(turn)) {
                            return Some(Shape::Edge);
                        }
                        let [a, b] = attack.ends;
                        // Both ends were there before, but not of one line: the turn has joined two.
                        let were =
                            |end: End, other: End| lines_before.other(end.space(), end.side()) != other;
                        let old = |end: End| position.entered_before(end, turn);
                        Some(if old(a) && old(b) && were(a, b) { Shape::Pair } else { Shape::Corner })
                    }
                    _ => Some(Shape::L),
                }
            });
            shapes.extend(shape.flatten().map(|shape| (turn, shape)));
        }
        shapes.sort_by_key(|&(_, shape)| shape);
        shapes
    }

    /// The turns that make two loop attacks or more beside those there are.
    fn makes_of_two(&mut self, colour: Colour, before: &[LoopAttack]) -> Vec<Turn> {
        let mut turns = self.placements();
        turns.retain(|&turn| {
            let new = self.after(turn, |position| {
                position.loop_attacks(colour).iter().filter(|attack| !before.contains(attack)).count()
            });
            new.is_some_and(|new| new >= 2)
        });
        turns
    }

    /// What `look` says after a turn that is legal and wins for nobody; the turn is taken back.
    fn after<T>(&mut self, turn: Turn, look: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (tiles, extent) = (self.journal.len(), self.extent);
        let won = self.place_with_chain(turn).ok()?;
        let seen = (won.colours() == 0).then(|| look(self));
        self.unplace_down_to(tiles);
        self.extent = extent;
        seen
    }

    /// Whether the tile that a line leaves at this end lay there before the latest turn, which was this one.
    fn entered_before(&self, end: End, turn: Turn) -> bool {
        let from = self.grid.across(end.space(), end.side());
        let latest = self.journal.iter().rposition(|placed| placed.cell == turn.cell());
        !latest.is_some_and(|first| self.journal[first..].iter().any(|placed| placed.cell == from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use yomikiri_game::{Notation, play_line};

    fn position(moves: &str) -> Position {
        play_line(Position::new(Rules::unlimited()), moves).expect(moves).position
    }

    fn attacks(moves: &str, player: Player) -> Vec<String> {
        let mut position = position(moves);
        let attacks = position.attacks(player);
        attacks.into_iter().map(|(turn, attack)| format!("{} {attack}", position.move_text(turn))).collect()
    }

    #[test]
    fn attacks_are_named() {
        assert_eq!(attacks(r"@0/ @1\", Player::First), ["A0/ narrow loop attack", "B0\\ narrow loop attack"]);
        assert_eq!(attacks(r"@0/ B1+ C1\", Player::Second), ["B2+ wide loop attack"]);
        assert!(attacks("@0+ B1+ C1+ D1+ E1+ F1+ G1+", Player::Second).contains(&"H1+ line".to_owned()));
        assert_eq!(attacks(r"@0/ @1\", Player::Second), [""; 0]);
        assert_eq!(attacks("", Player::First), [""; 0]);
    }

    #[test]
    fn a_single_curve_is_a_corner() {
        let mut position = position("@0/");
        let shapes = position.shapes(Player::First);
        assert!(!shapes.is_empty());
        assert!(shapes.iter().all(|&(_, shape)| shape == Shape::Corner), "{shapes:?}");
    }

    #[test]
    fn a_turn_that_makes_two_attacks_is_an_l() {
        // The solution of a starter puzzle: after it White has two ways to win.
        let mut position = position("@0/ A2+ @2/ @2/");
        let shapes = position.shapes(Player::First);
        let named: Vec<_> =
            shapes.iter().map(|&(turn, shape)| format!("{} {shape}", position.move_text(turn))).collect();
        assert!(named.contains(&r"A1\ L".to_owned()), "{named:?}");
    }
}
