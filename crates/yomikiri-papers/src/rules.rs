//! The figures of papers 000, 001 and 002 that explain the rules of Trax, drawn from the rules.

use yomikiri_draw::board_sheet;
use yomikiri_game::{Notation, PositionText, Sketch, play_line};
use yomikiri_trax::{Position, Rules};

/// The six ways a tile can lie, as diagrams.
const TILES: [&str; 6] = ["v", "h", "J", "r", "L", "7"];

fn start() -> Position {
    Position::new(Rules::square(4).expect("a board of the game"))
}

fn after(moves: &str) -> Position {
    play_line(start(), moves).expect("a game").position
}

/// A position after some moves, with the space of one more move pointed out.
fn before(moves: &str, next: &str) -> Sketch {
    let position = after(moves);
    let turn = position.parse_move(next).expect("a space of the board");
    position.sketch_with(&[turn])
}

fn captions(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

/// Figures 1 to 5 of papers 000 and 001: tiles, a move that is not allowed, forced tiles, a loop, a line.
pub(crate) fn of_trax() -> String {
    let mut boards: Vec<(Sketch, Vec<String>)> = TILES
        .iter()
        .map(|tile| {
            let position = start().parse_position(&format!("{tile} red")).expect("a tile");
            (position.sketch(), captions(&["Figure 1"]))
        })
        .collect();
    boards.extend([
        (before("@0/ B1+ C1+", r"B2\"), captions(&["Figure 3: B2\\"])),
        (after(r"@0/ B1+ C1+ B2\").sketch(), captions(&["and forces two more"])),
        (before(r"@0/ @1\ A0\ C2+ A0\ D3/ D2\ D1/", "B1/"), captions(&["Figures 2, 4: not B1/"])),
        (after(r"@0/ B1\ A2\").sketch(), captions(&["Figure 5: a red loop"])),
        (after("@0+ A0+ A0+ A0+").sketch(), captions(&["a white line on 4×4"])),
    ]);
    board_sheet(&boards, 6, &[])
}

/// Figures 1 to 3 of paper 002: a threat, and the loop that it threatens. (Its first figure shows the tiles once more.)
pub(crate) fn of_threats() -> String {
    let boards = [
        (before(r"@0/ B1+ C1\", "B2+"), captions(&["Figure 2: B2+ wins for Red"])),
        (after(r"@0/ B1+ C1\ B2+").sketch(), captions(&["Figure 3: the loop"])),
    ];
    board_sheet(&boards, 2, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::{Game, Played};

    /// The captions say what the rules say.
    #[test]
    fn the_figures_show_what_they_say() {
        let mut position = after(r"@0/ @1\ A0\ C2+ A0\ D3/ D2\ D1/");
        let turn = position.parse_move("B1/").expect("a space of the board");
        assert!(matches!(position.play(turn), Played::Illegal));
        assert_eq!(after(r"@0/ B1+ C1+ B2\").tile_count(), after("@0/ B1+ C1+").tile_count() + 3);
        for svg in [of_trax(), of_threats()] {
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        }
    }
}
