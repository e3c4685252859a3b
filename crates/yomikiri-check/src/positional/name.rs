//! The games that a name says everything about:
//! `gttt:4x4,animal=##./.##,p=1,q=1,win=either`, `torus:…` likewise, `gomoku:5x5,k=4,p=1,q=1,win=either`, and with a limit
//! `,turns=D` at the end.

use super::game::{Game, MOST_CELLS, MOST_WAYS, Turn, ways};
use crate::referee::Player;
use std::collections::BTreeSet;

/// The longest side of a board.
const LONGEST_SIDE: usize = 26;

/// A column and a row, perhaps outside of the board.
type Place = (i64, i64);

pub(super) fn parse(name: &str) -> Result<Game, String> {
    let expected = "expected gttt:CxR,animal=DRAWING,p=P,q=Q,win=either or win=first, and perhaps ,turns=D; \
                    torus likewise; gomoku has k=K instead of an animal";
    let read = || {
        let (kind, rest) = name.split_once(':')?;
        let options: Vec<&str> = rest.split(',').collect();
        let (&[size, goal, p, q, winner], limit) = options.split_at_checked(5)? else {
            return None;
        };
        let (columns, rows) = size.split_once('x')?;
        let goal = match kind {
            "gomoku" => Goal::Row(number(goal.strip_prefix("k=")?)?),
            "gttt" | "torus" => Goal::Animal(goal.strip_prefix("animal=")?),
            _ => return None,
        };
        let only_first_wins = match winner {
            "win=either" => false,
            "win=first" => true,
            _ => return None,
        };
        let limit = match limit {
            [] => None,
            [limit] => Some(number(limit.strip_prefix("turns=")?)?),
            _ => return None,
        };
        let (columns, rows) = (number(columns)?, number(rows)?);
        let (p, q) = (number(p.strip_prefix("p=")?)?, number(q.strip_prefix("q=")?)?);
        Some(Rules { torus: kind == "torus", columns, rows, goal, p, q, only_first_wins, limit })
    };
    let rules = read().ok_or(expected)?;
    rules.game(name)
}

struct Rules<'a> {
    torus: bool,
    columns: usize,
    rows: usize,
    goal: Goal<'a>,
    p: usize,
    q: usize,
    only_first_wins: bool,
    limit: Option<usize>,
}

enum Goal<'a> {
    Animal(&'a str),
    Row(usize),
}

impl Rules<'_> {
    fn game(&self, name: &str) -> Result<Game, String> {
        let sides = 1..=LONGEST_SIDE;
        let count = self.columns.saturating_mul(self.rows);
        if !sides.contains(&self.columns) || !sides.contains(&self.rows) || count > MOST_CELLS {
            return Err(format!("no board has {}x{} cells", self.columns, self.rows));
        }
        if [self.p, self.q].iter().any(|&stones| stones == 0 || ways(count as u64, stones as u64) > MOST_WAYS)
        {
            return Err("p or q is 0, or can be placed in too many ways".to_owned());
        }
        let copies = match self.goal {
            Goal::Row(length) => self.rows_of(length)?,
            Goal::Animal(drawing) => self.copies_of(&places(drawing)?),
        };
        let sets: Vec<Vec<usize>> = copies.into_iter().map(|copy| copy.into_iter().collect()).collect();
        let sets = [sets.clone(), if self.only_first_wins { Vec::new() } else { sets }];
        let cell_name = |cell: usize| {
            let letter = char::from(b'a' + (cell % self.columns) as u8);
            format!("{letter}{}", cell / self.columns + 1)
        };
        Ok(Game {
            short_name: name.replace(",p=1,", ",").replace(",q=1,", ",").replace(",win=either", ""),
            cells: (0..count).map(cell_name).collect(),
            columns: self.columns,
            through: Game::index(&sets, count),
            sets,
            owned: [Vec::new(), Vec::new()],
            first: Vec::new(),
            turns: self.turns(),
            symmetries: self.symmetries(),
        })
    }

    /// The cell at a place: a torus goes on at the other side.
    fn cell(&self, (x, y): Place) -> Option<usize> {
        let (columns, rows) = (self.columns as i64, self.rows as i64);
        let (x, y) = if self.torus { (x.rem_euclid(columns), y.rem_euclid(rows)) } else { (x, y) };
        let on_board = (0..columns).contains(&x) && (0..rows).contains(&y);
        on_board.then_some((y * columns + x) as usize)
    }

    /// Every way to put the animal down, turned and flipped at will, with all its cells on different cells.
    fn copies_of(&self, animal: &[Place]) -> BTreeSet<BTreeSet<usize>> {
        let mut copies = BTreeSet::new();
        for (right_x, right_y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            for flip in [1, -1] {
                let turned: Vec<Place> = animal
                    .iter()
                    .map(|&(x, y)| (x * right_x - flip * y * right_y, x * right_y + flip * y * right_x))
                    .collect();
                // Some cell of the animal, the first one, must be on some cell of the board.
                let (x0, y0) = turned[0];
                for cell in 0..self.columns * self.rows {
                    let (x, y) = ((cell % self.columns) as i64, (cell / self.columns) as i64);
                    let shifted = turned.iter().map(|&(u, v)| self.cell((x + u - x0, y + v - y0)));
                    let copy: Option<BTreeSet<usize>> = shifted.collect();
                    copies.extend(copy.filter(|copy| copy.len() == animal.len()));
                }
            }
        }
        copies
    }

    /// Rows, columns and diagonals of so many cells.
    fn rows_of(&self, length: usize) -> Result<BTreeSet<BTreeSet<usize>>, String> {
        if !(1..=LONGEST_SIDE).contains(&length) {
            return Err(format!("k must be from 1 to {LONGEST_SIDE}"));
        }
        let mut rows = BTreeSet::new();
        for cell in 0..self.columns * self.rows {
            let (x, y) = ((cell % self.columns) as i64, (cell / self.columns) as i64);
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let along = (0..length as i64).map(|step| self.cell((x + step * right, y + step * down)));
                rows.extend(along.collect::<Option<BTreeSet<usize>>>());
            }
        }
        Ok(rows)
    }

    /// A turn needs all its stones.
    fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut free = self.columns * self.rows;
        while self.limit.is_none_or(|limit| turns.len() < limit) {
            let stones = if turns.is_empty() { self.q } else { self.p };
            if stones > free {
                break;
            }
            free -= stones;
            let player = if turns.len() % 2 == 0 { Player::First } else { Player::Second };
            turns.push(Turn { player, stones });
        }
        turns
    }

    /// Reflections, rotations of a square board, and translations of a torus.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let (columns, rows) = (self.columns as i64, self.rows as i64);
        let shifts = if self.torus { (columns, rows) } else { (1, 1) };
        let mut symmetries = BTreeSet::new();
        for turned in [false, true].into_iter().filter(|turned| !turned || columns == rows) {
            for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
                for (dx, dy) in (0..shifts.1).flat_map(|dy| (0..shifts.0).map(move |dx| (dx, dy))) {
                    let source = |cell: usize| {
                        let (mut x, mut y) = (cell as i64 % columns, cell as i64 / columns);
                        if flip_x {
                            x = columns - 1 - x;
                        }
                        if flip_y {
                            y = rows - 1 - y;
                        }
                        if turned {
                            (x, y) = (y, x);
                        }
                        ((y + dy) % rows * columns + (x + dx) % columns) as usize
                    };
                    symmetries.insert((0..self.columns * self.rows).map(source).collect());
                }
            }
        }
        symmetries.into_iter().collect()
    }
}

/// The cells of a drawing such as `##./.##`.
fn places(drawing: &str) -> Result<Vec<Place>, String> {
    let mut places = Vec::new();
    for (y, row) in drawing.split('/').enumerate() {
        for (x, symbol) in row.chars().enumerate() {
            match symbol {
                '#' if x < LONGEST_SIDE && y < LONGEST_SIDE => places.push((x as i64, y as i64)),
                '.' => {}
                _ => return Err(format!("`{symbol}` in the drawing of the animal")),
            }
        }
    }
    if places.is_empty() { Err("the animal has no cells".to_owned()) } else { Ok(places) }
}

/// A number in the one way in which it is written.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str) -> Game {
        parse(name).expect(name)
    }

    #[test]
    fn winning_sets_are_counted() {
        for (name, sets, symmetries, turns) in [
            ("gttt:4x4,animal=##./.##,p=1,q=1,win=either", 24, 8, 16),
            ("torus:4x4,animal=##./.##,p=1,q=1,win=either", 64, 128, 16),
            ("gttt:4x4,animal=####,p=2,q=1,win=either", 8, 8, 8),
            ("torus:4x4,animal=####,p=2,q=2,win=either", 8, 128, 8),
            ("torus:3x3,animal=####,p=1,q=1,win=either", 0, 72, 9),
            ("torus:2x2,animal=##,p=1,q=1,win=either", 4, 8, 4),
            ("gttt:3x2,animal=####./...##,p=1,q=1,win=either", 0, 4, 6),
            ("gttt:2x2,animal=#./##,p=1,q=5,win=either", 4, 8, 0),
            ("gomoku:3x3,k=3,p=1,q=1,win=either", 8, 8, 9),
            ("gomoku:3x3,k=1,p=1,q=1,win=either", 9, 8, 9),
            ("gomoku:4x3,k=3,p=1,q=1,win=first,turns=5", 14, 4, 5),
        ] {
            let game = game(name);
            assert_eq!(
                (game.sets[0].len(), game.symmetries.len(), game.turns.len()),
                (sets, symmetries, turns),
                "{name}"
            );
            assert_eq!(game.sets[1].is_empty(), name.contains("win=first") || sets == 0);
        }
        assert_eq!(game("gomoku:3x3,k=3,p=1,q=1,win=either").short_name, "gomoku:3x3,k=3");
        assert_eq!(
            game("gttt:3x3,animal=#./##,p=2,q=1,win=either,turns=4").short_name,
            "gttt:3x3,animal=#./##,p=2,turns=4"
        );
        assert_eq!(
            game("gttt:3x3,animal=#./##,p=12,q=1,win=first").short_name,
            "gttt:3x3,animal=#./##,p=12,win=first"
        );
    }

    #[test]
    fn names_are_read_in_one_spelling() {
        for name in [
            "gttt",
            "gttt:4x4,animal=##./.##",
            "gttt:4x4,animal=tippy,p=1,q=1,win=either",
            "gttt:4x4,animal=...,p=1,q=1,win=either",
            "gttt:4x4,k=3,p=1,q=1,win=either",
            "gttt:04x4,animal=##,p=1,q=1,win=either",
            "gttt:27x4,animal=##,p=1,q=1,win=either",
            "gttt:20x20,animal=##,p=1,q=1,win=either",
            "gttt:4x4,animal=##,p=0,q=1,win=either",
            "gttt:16x16,animal=##,p=3,q=1,win=either",
            "gttt:4x4,animal=##,q=1,p=1,win=either",
            "gttt:4x4,animal=##,p=1,q=1,win=second",
            "gttt:4x4,animal=##,p=1,q=1,win=either,turns=",
            "gttt:4x4,animal=##,p=1,q=1,win=either,turns=3,",
            "gomoku:4x4,animal=##,p=1,q=1,win=either",
            "gomoku:4x4,k=0,p=1,q=1,win=either",
            "pg:4x4,k=3,p=1,q=1,win=either",
        ] {
            assert!(parse(name).is_err(), "{name}");
        }
    }
}
