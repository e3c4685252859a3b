//! Positions as text: the diagram and the player to move, `Jv|.h white`; `- white` for the empty board.
//!
//! What a text (or the exact bytes) must be to count as a position: tiles in a tight box within the limit, of which
//! colours match where two meet, that hang together, with no space that a tile is forced into, nothing won and
//! the board not full; White to move on an empty board and Red after the first tile. Whether play can lead there is
//! not asked: a player without a legal move may be to move.

use crate::diagram::{Diagram, tile_of_letter};
use crate::position::{Ending, Position};
use crate::rules::Rules;
use crate::tile::{Colour, Side, Tile};
use yomikiri_game::{Game, Player, PositionError, PositionText, fields};

/// What the players are called.
const NAMES: [&str; 2] = ["white", "red"];
/// A board without tiles.
const EMPTY: &str = "-";

impl PositionText for Position {
    fn position_text(&self) -> String {
        let board = if self.is_empty() { EMPTY.to_owned() } else { self.diagram().to_string() };
        format!("{board} {}", NAMES[self.to_move() as usize])
    }

    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        let [board, player] = fields(text, ["the board", "the player to move"])?;
        let player = player.player(NAMES)?;
        if board.text == EMPTY {
            return Self::assembled(*self.rules(), &Diagram::new(0, 0, Vec::new()), player);
        }
        let rows = board.board(None)?;
        let span = usize::from(self.rules().largest_span());
        if rows.len() > span || rows[0].len() > span {
            return Err(board.error(format!("the tiles may span {span} rows and columns at most")));
        }
        let (height, width) = (rows.len() as u16, rows[0].len() as u16);
        let mut cells = Vec::with_capacity(rows.len() * rows[0].len());
        for cell in rows.into_iter().flatten() {
            cells.push(match (cell.text, tile_of_letter(cell.text)) {
                (".", _) => 0,
                (_, Some(tile)) => tile.white(),
                (_, None) => return Err(cell.error("expected a tile (v h J r L 7) or . for none")),
            });
        }
        Self::assembled(*self.rules(), &Diagram::new(height, width, cells), player)
    }
}

impl Position {
    /// The position with these tiles and this player to move, if that is one.
    pub(crate) fn assembled(rules: Rules, diagram: &Diagram, to_move: Player) -> Result<Self, PositionError> {
        let whole = |reason: &str| Err(PositionError::whole(reason));
        let span = rules.largest_span();
        if diagram.height() > span || diagram.width() > span {
            return whole(&format!("the tiles may span {span} rows and columns at most"));
        }
        let tiles: Vec<_> = diagram.tiles().collect();
        match (tiles.len(), to_move) {
            (0, Player::Second) => return whole("on an empty board white is to move"),
            (1, Player::First) => return whole("after the first tile red is to move"),
            _ => {}
        }
        if !is_tight(diagram) {
            return whole("the first and last row and column of the board must have a tile");
        }
        for &(cell, tile) in &tiles {
            for side in [Side::East, Side::South] {
                let meets = neighbour(diagram, cell, side).map(|other| other.colour_at(side.opposite()));
                if meets.is_some_and(|colour| colour != tile.colour_at(side)) {
                    let across = if side == Side::East { "on its right" } else { "below" };
                    return whole(&format!("{}: the colours do not match {across}", place(cell)));
                }
            }
        }
        if let Some(cell) = forced_space(diagram) {
            return whole(&format!("{}: a tile is forced here, and missing", place(cell)));
        }
        if !hang_together(diagram, &tiles) {
            return whole("the tiles do not hang together");
        }
        let mut position = Self::from_diagram(rules, diagram, to_move);
        match (tiles.is_empty(), position.end_reason()) {
            (false, Some(Ending::Loop)) => whole("there is a loop: the game is over"),
            (false, Some(Ending::Line)) => whole("there is a line across the board: the game is over"),
            (false, Some(Ending::Full)) => whole("the board is full: the game is over"),
            _ => Ok(position),
        }
    }
}

type Cell = (u16, u16);

fn place((row, column): Cell) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// The tile across a side of a cell.
fn neighbour(diagram: &Diagram, (row, column): Cell, side: Side) -> Option<Tile> {
    let (row, column) = match side {
        Side::North => (row.checked_sub(1)?, column),
        Side::East => (row, column + 1),
        Side::South => (row + 1, column),
        Side::West => (row, column.checked_sub(1)?),
    };
    (row < diagram.height() && column < diagram.width()).then(|| diagram.tile(row, column)).flatten()
}

fn is_tight(diagram: &Diagram) -> bool {
    let (height, width) = (diagram.height(), diagram.width());
    let tile = |row, column| diagram.tile(row, column).is_some();
    let row = |row| (0..width).any(|column| tile(row, column));
    let column = |column| (0..height).any(|row| tile(row, column));
    height == 0 && width == 0
        || height > 0 && width > 0 && row(0) && row(height - 1) && column(0) && column(width - 1)
}

/// An empty cell that two lines of one colour enter. All such cells are in the box.
fn forced_space(diagram: &Diagram) -> Option<Cell> {
    let cells = (0..diagram.height()).flat_map(|row| (0..diagram.width()).map(move |column| (row, column)));
    let mut spaces = cells.filter(|&(row, column)| diagram.tile(row, column).is_none());
    spaces.find(|&cell| {
        let colour_from = |side: Side| Some(neighbour(diagram, cell, side)?.colour_at(side.opposite()));
        let entering: Vec<Colour> = Side::ALL.into_iter().filter_map(colour_from).collect();
        Colour::BOTH.into_iter().any(|colour| entering.iter().filter(|&&other| other == colour).count() > 1)
    })
}

fn hang_together(diagram: &Diagram, tiles: &[(Cell, Tile)]) -> bool {
    let width = usize::from(diagram.width());
    let mut seen = vec![false; usize::from(diagram.height()) * width];
    let mut waiting: Vec<Cell> = tiles.first().map(|&(cell, _)| cell).into_iter().collect();
    let mut count = 0;
    while let Some((row, column)) = waiting.pop() {
        if std::mem::replace(&mut seen[usize::from(row) * width + usize::from(column)], true) {
            continue;
        }
        count += 1;
        for side in Side::ALL {
            if neighbour(diagram, (row, column), side).is_some() {
                waiting.push(match side {
                    Side::North => (row - 1, column),
                    Side::East => (row, column + 1),
                    Side::South => (row + 1, column),
                    Side::West => (row, column - 1),
                });
            }
        }
    }
    count == tiles.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::Exact;

    fn read(rules: &str, text: &str) -> Result<Position, PositionError> {
        Position::new(rules.parse().expect(rules)).parse_position(text)
    }

    #[test]
    fn positions_read_as_they_are_written() {
        for text in ["- white", "J red", "v red", "h red", "JL white", "r7|v. red"] {
            assert_eq!(read("trax", text).map(|position| position.position_text()), Ok(text.to_owned()));
        }
        let same = read("trax", "  r7/v.   second ").map(|position| position.position_text());
        assert_eq!(same, Ok("r7|v. red".to_owned()));
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for (text, expected) in [
            ("", "expected 2 words"),
            ("J", "but found 1"),
            ("J red red", "`red` at place 7"),
            ("J black", "`black` at place 3: no player"),
            ("Jx red", "`x` at place 2: expected a tile"),
            ("J7|L red", "`L` at place 4: row 2 has 1 cells"),
            ("|J red", "row 2 has 1 cells instead of 0"),
            ("- red", "white is to move"),
            ("J white", "red is to move"),
            (".J red", "first and last row and column"),
            ("J.|.. red", "first and last row and column"),
            ("Jh red", "row 1, column 1: the colours do not match on its right"),
            ("J|v white", "row 1, column 1: the colours do not match below"),
            ("7.|.L white", "do not hang together"),
            ("r7|L. red", "row 2, column 2: a tile is forced here"),
            ("r7|LJ red", "there is a loop"),
            ("hhhhhhhh white", "there is a line across"),
            ("vvvvv|..... white", "first and last"),
        ] {
            let error = read("trax:8x8", text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let wide = read("trax:4x4", "JJJJJ white").expect_err("wide").to_string();
        assert!(wide.contains("span 4 rows"), "{wide}");
        let full = read("trax-loop:2x2", "vv|vv red").expect_err("full").to_string();
        assert!(full.contains("the board is full"), "{full}");
    }

    #[test]
    fn what_are_no_bytes_of_a_position_is_refused() {
        let start = Position::new("trax:4x4".parse().expect("rules"));
        for (bytes, expected) in [
            (&[][..], "0 bytes"),
            (&[0, 0, 2], "`2` at place 3"),
            (&[1, 2, 0, 9], "1 cells instead of 2"),
            (&[1, 1, 1, 7], "`7` at place 4"),
            (&[1, 5, 0, 5, 5, 5, 5, 5], "span 4"),
            (&[0, 3, 0], "first and last"),
        ] {
            let error = start.read_cells(bytes).expect_err(expected).to_string();
            assert!(error.contains(expected), "{bytes:?}: {error}");
        }
    }
}
