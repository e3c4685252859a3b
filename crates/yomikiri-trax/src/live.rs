//! Whether a colour can still win, once the tiles span the whole board.
//!
//! What is left to play then are the empty spaces. A line that will win runs through some of them: it enters an empty space where
//! an open line ends or from an empty neighbour, and leaves it in the same way. So think of the spaces as places, and of
//! neighbourhoods and open lines of a colour as ways between them. The colour can win only by a way round or by a way from a
//! border to the one across, on which a space with an open end of the colour uses that line. Where there is no such way, its
//! player cannot win any more, however both play.
//!
//! Ways are followed without asking whether all of their spaces can be filled as needed. So a way may be seen where there is
//! none, but not the other way round.

use crate::grid::{Cell, Extent};
use crate::position::Position;
use crate::rules::{Full, Stuck};
use crate::tile::{Colour, Side};
use yomikiri_game::Player;

/// The largest board whose cells are the bits of a word.
pub(crate) const LARGEST: u16 = 8;

/// A set of cells of a board: eight bits a row, from its upper left corner.
pub(crate) type Cells = u64;

const FIRST_COLUMN: Cells = 0x0101_0101_0101_0101;

/// The cells that have a cell of a set to their north, east, south, west.
#[inline]
fn beside(cells: Cells) -> [Cells; 4] {
    [cells << 8, cells >> 1 & !(FIRST_COLUMN << 7), cells >> 8, cells << 1 & !FIRST_COLUMN]
}

/// The cells in at least one of four sets.
#[inline]
fn in_one([a, b, c, d]: [Cells; 4]) -> Cells {
    a | b | c | d
}

/// The cells in at least two of four sets.
#[inline]
fn in_two([a, b, c, d]: [Cells; 4]) -> Cells {
    a & b | c & d | (a | b) & (c | d)
}

/// The numbers of the cells of a set.
pub(crate) fn each(mut cells: Cells) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (cell < u64::BITS).then_some(cell as u8)
    })
}

/// Where an open line leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Far {
    /// To an empty space.
    Space(u8),
    /// Off the board, across this border.
    Border(Side),
}

impl Far {
    const FIRST_BORDER: u8 = 64;

    #[inline]
    fn to_byte(self) -> u8 {
        match self {
            Self::Space(cell) => cell,
            Self::Border(side) => Self::FIRST_BORDER + side as u8,
        }
    }

    #[inline]
    fn from_byte(byte: u8) -> Self {
        if byte < Self::FIRST_BORDER {
            Self::Space(byte)
        } else {
            Self::Border(Side::ALL[usize::from(byte & 3)])
        }
    }
}

/// The empty spaces of a board that the tiles span in both directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spaces {
    pub(crate) empty: Cells,
    /// The cells along each border.
    borders: [Cells; 4],
}

/// The open lines of a colour.
pub(crate) struct Strands {
    /// The spaces that such a line enters. No space has two of them between turns.
    pub(crate) entered: Cells,
    /// For each of these, where the line leads: [`Far`] as a byte.
    far: [u8; 64],
}

impl Strands {
    #[inline]
    pub(crate) fn far(&self, cell: u8) -> Far {
        Far::from_byte(self.far[usize::from(cell & 63)])
    }
}

impl Position {
    /// The size of the board, if the tiles span it in both directions and it is not too large.
    #[inline]
    pub(crate) fn spanned_limit(&self) -> Option<u16> {
        let limit = self.rules.limit().filter(|&limit| limit <= LARGEST)?;
        (!self.is_empty() && self.extent.height() == limit && self.extent.width() == limit).then_some(limit)
    }

    /// The empty spaces, if the tiles span the board in both directions and it is not too large.
    pub(crate) fn spaces(&self) -> Option<Spaces> {
        let limit = self.spanned_limit()?;
        let Extent { top, left, .. } = self.extent;
        let row = (1 << limit) - 1;
        let mut empty = 0;
        for n in 0..limit {
            empty |= (self.empty_among_eight(self.grid.cell(top + n, left)) & row) << (8 * n);
        }
        let column = FIRST_COLUMN >> (8 * (LARGEST - limit));
        let borders = [row, column << (limit - 1), row << (8 * (limit - 1)), column];
        Some(Spaces { empty, borders })
    }

    /// The cell of the grid with a number.
    #[inline]
    pub(crate) fn cell_numbered(&self, number: u8) -> Cell {
        let number = u16::from(number);
        self.grid.cell(self.extent.top + number / 8, self.extent.left + number % 8)
    }

    /// The open lines of a colour at these spaces.
    pub(crate) fn strands(&self, spaces: &Spaces, colour: Colour) -> Strands {
        let Extent { top, bottom, left, right } = self.extent;
        let mut strands = Strands { entered: 0, far: [0; 64] };
        for number in each(spaces.empty) {
            let cell = self.cell_numbered(number);
            let sides = self.rim(cell).of(colour);
            if sides != 0 {
                let far = self.lines.other(cell, Side::ALL[sides.trailing_zeros() as usize % 4]).space();
                let (row, column) = (self.grid.row(far), self.grid.column(far));
                let far = if row < top {
                    Far::Border(Side::North)
                } else if row > bottom {
                    Far::Border(Side::South)
                } else if column < left {
                    Far::Border(Side::West)
                } else if column > right {
                    Far::Border(Side::East)
                } else {
                    Far::Space(((row - top) * 8 + (column - left)) as u8)
                };
                strands.entered |= 1 << number;
                strands.far[usize::from(number)] = far.to_byte();
            }
        }
        strands
    }

    /// Whether it is plain that a player does not win from here, however both play.
    ///
    /// He may still win because somebody is stuck, but not if no empty spaces lie in a ring: a turn is illegal only where two of
    /// its tiles enter the same space, and they are connected by other tiles of the turn.
    pub(crate) fn is_lost_cause(&self, player: Player) -> bool {
        let Some(spaces) = self.spaces() else {
            return false;
        };
        if self.rules.full() != Full::Draw || self.rules.stuck() != Stuck::Draw && spaces.have_rings() {
            return false;
        }
        let strands = self.strands(&spaces, Colour::of(player));
        let lines_win = self.rules.line().zip(self.rules.limit()).is_some_and(|(line, limit)| line <= limit);
        let crosses = |side| spaces.have_way_across(&strands, side);
        !spaces.have_way_round(&strands) && !(lines_win && (crosses(Side::North) || crosses(Side::East)))
    }
}

impl Spaces {
    /// What is left of a set of spaces when those that do not belong are taken away, again and again.
    #[inline]
    fn core(&self, belong: impl Fn(Cells) -> Cells) -> Cells {
        let mut left = self.empty;
        loop {
            let next = left & belong(left);
            if next == left {
                return left;
            }
            left = next;
        }
    }

    fn have_rings(&self) -> bool {
        self.core(|left| in_two(beside(left))) != 0
    }

    /// Whether there may be a way round: spaces with two ways on each, those with an open end having that line and another way.
    fn have_way_round(&self, strands: &Strands) -> bool {
        let entered = strands.entered;
        let core = self.core(|left| {
            let neighbours = beside(left);
            let mut joined = 0;
            for cell in each(left & entered) {
                if let Far::Space(far) = strands.far(cell) {
                    joined |= (left >> far & 1) << cell;
                }
            }
            !entered & in_two(neighbours) | joined & in_one(neighbours)
        });
        core != 0
    }

    /// Whether there may be a way from a border to the one across.
    fn have_way_across(&self, strands: &Strands, from: Side) -> bool {
        let to = from.opposite();
        // The spaces that such a way enters from a side or by a line.
        let (mut by_side, mut by_line) = (0, 0);
        let (mut new_by_side, mut new_by_line) = (self.borders[from as usize] & self.empty, 0);
        for cell in each(strands.entered) {
            new_by_line |= u64::from(strands.far(cell) == Far::Border(from)) << cell;
        }
        while new_by_side | new_by_line != 0 {
            by_side |= new_by_side;
            by_line |= new_by_line;
            let leaving = new_by_line | new_by_side & !strands.entered;
            if leaving & self.borders[to as usize] != 0 {
                return true;
            }
            new_by_line = 0;
            for cell in each(new_by_side & strands.entered) {
                match strands.far(cell) {
                    Far::Space(far) => new_by_line |= 1 << far,
                    Far::Border(side) if side == to => return true,
                    Far::Border(_) => {}
                }
            }
            new_by_line &= !by_line;
            new_by_side = in_one(beside(leaving)) & self.empty & !by_side;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::{Game, Outcome, Played, SplitMix64, Status, playout, try_moves};

    /// Whether a player wins in some game that goes on from here, whoever plays well or badly.
    fn may_win(position: &mut Position, player: Player, plays: &mut u32) -> Option<bool> {
        let mut stuck = true;
        let won = try_moves(position, |position, _, status| {
            stuck = false;
            let wins = match status {
                _ if *plays == 0 => None,
                Status::Over(outcome) => Some(outcome == Outcome::Win(player)),
                Status::Open => {
                    *plays -= 1;
                    may_win(position, player, plays)
                }
            };
            if wins == Some(false) {
                std::ops::ControlFlow::Continue(())
            } else {
                std::ops::ControlFlow::Break(wins)
            }
        });
        match won {
            std::ops::ControlFlow::Break(wins) => wins,
            std::ops::ControlFlow::Continue(()) => {
                Some(stuck && position.outcome_when_stuck() == Outcome::Win(player))
            }
        }
    }

    /// Nobody wins a lost cause, even with the help of the opponent; and there are many of them.
    #[test]
    fn lost_causes_are_lost() {
        for name in [
            "trax:4x4",
            "trax:5x5",
            "trax:6x6",
            "trax:7x7,line=5",
            "trax-loop:6x6",
            "trax:8x8,stuck=draw",
            "trax:8x8,stuck=last-mover-loses",
        ] {
            let start = Position::new(name.parse().expect(name));
            let (mut lost, mut open) = (0, 0);
            for seed in 0..1000 {
                let mut position = start.clone();
                for m in playout(&start, &mut SplitMix64::new(seed), 100).moves {
                    let Played::Open(_) = position.play(m) else {
                        break;
                    };
                    for player in Player::BOTH {
                        if !position.is_lost_cause(player) {
                            open += 1;
                            continue;
                        }
                        let may_win = may_win(&mut position.clone(), player, &mut 5000);
                        assert_ne!(may_win, Some(true), "{player} may win {position:?}");
                        lost += u32::from(may_win == Some(false));
                    }
                }
            }
            assert!(lost > 100 && open > 100, "{name}: {lost} lost, {open} others");
        }
    }

    /// A full board that the last mover loses is no lost cause.
    #[test]
    fn a_full_board_may_be_won() {
        let start = Position::new("trax:4x4,full=last-mover-loses".parse().expect("a rule set"));
        for seed in 0..200 {
            let mut position = start.clone();
            for m in playout(&start, &mut SplitMix64::new(seed), 20).moves {
                let Played::Open(_) = position.play(m) else {
                    break;
                };
                assert!(Player::BOTH.into_iter().all(|player| !position.is_lost_cause(player)));
            }
        }
    }
}
