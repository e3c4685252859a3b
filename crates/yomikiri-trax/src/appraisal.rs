//! How good a position looks: whose lines are nearer to a loop or across the board.
//!
//! Every open line is judged by its two ends alone. What counts for a loop is the number of tiles on the shortest way
//! from one end to the other, as if nothing lay in between; ends that face the same way, side by side, are the attacks
//! and connectable pairs of the books, ends around a corner are the corners. What counts for a line across the board
//! is how many rows or columns it spans already.
//!
//! Nothing is looked up on the board but the table of ends, so an appraisal costs less than playing a move. What is
//! about to happen in the next moves is for a search to see.
//!
//! Rejected: ways around the tiles that lie there, which take a search over the board for every line.
//!
//! # References
//! D. G. Bailey, *Trax Strategy for Beginners*, 2nd edition, 1997 (attacks, corners, connectable pairs).

use crate::lines::End;
use crate::position::Position;
use crate::tile::{Colour, Side};
use yomikiri_game::{Appraised, Game};

/// What a line is worth whose ends face the same way, by the tiles on the way from one to the other: two or three are
/// an attack, four and five a pair that can be connected.
const FACING_ALIKE: [i32; 10] = [0, 0, 60, 54, 26, 15, 9, 5, 3, 1];
/// The same for other lines: three are a corner.
const OTHERS: [i32; 10] = [0, 0, 36, 30, 18, 11, 7, 4, 2, 1];
/// What a line is worth that spans so many rows or columns less than it must to win.
const SHORT_OF_A_LINE: [i32; 6] = [48, 36, 20, 10, 4, 1];
/// What it is worth to be on the move.
const TEMPO: i32 = 28;

impl Appraised for Position {
    fn appraise(&self) -> i32 {
        let mut worth = [0; 2];
        self.find_space(|space, rim| {
            for side in Side::ALL {
                if rim.sides() & side.bit() != 0 {
                    let (one, other) = (End::new(space, side), self.lines.other(space, side));
                    let colour = usize::from(rim.of(Colour::White) & side.bit() == 0);
                    // A line is counted at both of its ends, unless the board has no room beyond one of them.
                    worth[colour] += self.worth_of_line(one, other);
                }
            }
            None::<()>
        });
        let mover = Colour::of(self.to_move()) as usize;
        worth[mover] - worth[1 - mover] + TEMPO
    }
}

impl Position {
    fn worth_of_line(&self, one: End, other: End) -> i32 {
        let rows = i32::from(self.grid.row(other.space())) - i32::from(self.grid.row(one.space()));
        let columns = i32::from(self.grid.column(other.space())) - i32::from(self.grid.column(one.space()));
        let mut tiles = (rows.abs() + columns.abs() + 1) as usize;
        if rows == 0 || columns == 0 {
            // The ends of a straight line look away from each other: the way leads around it.
            let (first, second) = (one.side(), other.side());
            if first == second.opposite() && leads_away(one.side(), rows, columns) {
                tiles += 2;
            }
        }
        let table = if one.side() == other.side() { &FACING_ALIKE } else { &OTHERS };
        let for_loop = table.get(tiles).copied().unwrap_or(0);
        let for_line = self.rules.line().map_or(0, |needed| {
            let span = (rows.abs().max(columns.abs()) - 1).max(0);
            let short = (i32::from(needed) - span).max(0) as usize;
            SHORT_OF_A_LINE.get(short).copied().unwrap_or(0)
        });
        for_loop + for_line
    }
}

/// Whether the line that enters its space at this side would have to turn back to get so many rows and columns on.
fn leads_away(side: Side, rows: i32, columns: i32) -> bool {
    match side {
        Side::North => rows < 0,
        Side::South => rows > 0,
        Side::East => columns > 0,
        Side::West => columns < 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use yomikiri_game::{Canonical, SplitMix64, play_line, playout};

    fn appraised(moves: &str) -> i32 {
        play_line(Position::new(Rules::unlimited()), moves).expect(moves).position.appraise()
    }

    /// The appraisal knows no direction: symmetric positions look the same.
    #[test]
    fn symmetric_positions_look_the_same() {
        let start = Position::new(Rules::unlimited());
        for seed in 0..50 {
            let mut position = start.clone();
            for turn in playout(&start, &mut SplitMix64::new(seed), 12).moves {
                let yomikiri_game::Played::Open(_) = position.play(turn) else {
                    break;
                };
                for image in position.images() {
                    assert_eq!(image.appraise(), position.appraise(), "{position:?}");
                }
            }
        }
    }

    /// What is good for one is bad for the other, but for the move; and lines make a difference.
    #[test]
    fn the_players_have_opposite_views() {
        // One tile has a corner for either; the move is all there is.
        assert_eq!(appraised("@0/"), TEMPO);
        let mut differences = 0;
        for moves in [r"@0/ @1/ A0\", r"@0/ B1+ C1\", r"@0/ A2+ @2/ @2/", r"@0/ B1\ C1\ @1/ B2/"] {
            let position = play_line(Position::new(Rules::unlimited()), moves).expect(moves).position;
            let other = position.with_to_move(!position.to_move());
            assert_eq!(position.appraise() - TEMPO, TEMPO - other.appraise(), "{moves}");
            differences += u32::from(position.appraise() != TEMPO);
        }
        assert!(differences >= 2, "lines count for nothing");
    }
}
