//! The board as stones on squares. Cells without a board lie in one row.

use crate::board::Surface;
use crate::cells::Cells;
use crate::position::Position;
use yomikiri_game::{Laid, Layout, Piece, Player, Square};

impl<const W: usize> Position<W> {
    fn square(&self, cell: u16) -> Square {
        let columns = self.arena.board.map_or(u16::MAX, |board| board.columns().into());
        Square { x: (cell % columns).into(), y: (cell / columns).into() }
    }
}

impl<const W: usize> Laid for Position<W> {
    fn layout(&self) -> Layout {
        let (columns, rows) = match self.arena.board {
            Some(board) => {
                let letter = |column| char::from(b'a' + column).to_string();
                let columns = (0..board.columns()).map(letter).collect();
                (columns, (1..=board.rows()).map(|row| row.to_string()).collect())
            }
            None => (self.arena.names.clone(), vec![String::new()]),
        };
        let stones = |player| {
            let stone = move |cell| (self.square(cell), Piece::Stone(player));
            self.stones[player as usize].iter().map(stone)
        };
        Layout {
            corner: Square { x: 0, y: 0 },
            columns,
            rows,
            floats: None,
            wraps: self.arena.board.is_some_and(|board| board.surface() == Surface::Torus),
            any_order: true,
            pieces: Player::BOTH.into_iter().flat_map(stones).collect(),
        }
    }

    fn squares(&self, cells: Cells<W>) -> Vec<Square> {
        cells.iter().map(|cell| self.square(cell)).collect()
    }

    fn winning(&self) -> Vec<(Square, Player)> {
        let Some(player) = self.winner() else {
            return Vec::new();
        };
        let (at, own) = (player as usize, self.stones[player as usize]);
        let won = self.arena.sets[at].iter().filter(|set| set.without(own).is_empty());
        let cells = won.fold(Cells::NONE, |cells, &set| cells | set);
        cells.iter().map(|cell| (self.square(cell), player)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Arena;
    use crate::rules::Rules;
    use yomikiri_game::{Notation, play_line};

    #[test]
    fn the_cells_that_won_are_known_and_squares_have_the_names_of_cells() {
        let rules: Rules = "gttt:3x3,animal=el".parse().expect("rules");
        let start = Position::<1>::new(Arena::of_rules(&rules));
        let line = play_line(start, "b2 a1 b1 c3 c2").expect("legal");
        let layout = line.position.layout();
        let names: Vec<String> = line
            .position
            .winning()
            .into_iter()
            .map(|(Square { x, y }, _)| format!("{}{}", layout.columns[x as usize], layout.rows[y as usize]))
            .collect();
        assert_eq!(names, ["b1", "b2", "c2"]);
        let c1 = line.position.parse_move("c1").expect("free");
        assert_eq!(line.position.squares(c1), [Square { x: 2, y: 0 }]);
    }
}
