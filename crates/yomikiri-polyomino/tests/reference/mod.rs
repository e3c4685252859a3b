//! The reference rules, speaking the kit's language.

use std::collections::BTreeSet;
use yomikiri_check::polyomino as reference;
use yomikiri_game::conformance::Reference;
use yomikiri_game::{Outcome, Player, Status};
use yomikiri_polyomino::{Goal, Position, Rules, Surface, Winner};

#[derive(Clone)]
pub struct Adapter {
    pub game: reference::Game,
    columns: i32,
    cells: usize,
}

impl Adapter {
    pub fn new(name: &str) -> Self {
        let rules: Rules = name.parse().expect(name);
        let Goal::Animal(animal) = rules.goal() else {
            panic!("the reference rules know animals only");
        };
        let board = rules.board();
        Self {
            columns: board.columns().into(),
            cells: board.cells(),
            game: reference::Game::new(reference::Rules {
                columns: board.columns().into(),
                rows: board.rows().into(),
                torus: board.surface() == Surface::Torus,
                animal: drawing(&animal.to_string()),
                p: rules.stones().into(),
                q: rules.first_stones().into(),
                turns: rules.turns().map(usize::from),
                only_first_wins: rules.winner() == Winner::First,
            }),
        }
    }
}

/// The animals of the tests, drawn once more.
fn drawing(name: &str) -> Vec<reference::Cell> {
    let rows: &[&str] = match name {
        "domino" => &["##"],
        "el" => &["##", "#."],
        "tic" => &["###"],
        "elly" => &["###", "#.."],
        "tippy" => &["##.", ".##"],
        "knobby" => &["###", ".#."],
        "fatty" => &["##", "##"],
        "skinny" => &["####"],
        _ => panic!("no drawing of {name}"),
    };
    let cell = |(y, row): (usize, &&str)| {
        let cells = row.chars().enumerate().filter(|(_, symbol)| *symbol == '#');
        cells.map(|(x, _)| (x as i32, y as i32)).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(cell).collect()
}

fn name((column, row): reference::Cell) -> String {
    format!("{}{row}", char::from(b'a' + (column - 1) as u8))
}

/// The text of a turn in the order of the board, row by row.
fn text(turn: &BTreeSet<reference::Cell>) -> String {
    let mut cells: Vec<_> = turn.iter().copied().collect();
    cells.sort_by_key(|&(column, row)| (row, column));
    cells.into_iter().map(name).collect::<Vec<_>>().join(",")
}

fn turn(text: &str) -> BTreeSet<reference::Cell> {
    let cell = |name: &str| {
        let (column, row) = name.split_at(1);
        (i32::from(column.as_bytes()[0] - b'a') + 1, row.parse().expect("a row"))
    };
    text.split(',').map(cell).collect()
}

fn player(side: reference::Side) -> Player {
    match side {
        reference::Side::First => Player::First,
        reference::Side::Second => Player::Second,
    }
}

impl<const W: usize> Reference<Position<W>> for Adapter {
    fn to_move(&self) -> Player {
        player(self.game.to_move())
    }

    fn legal_moves(&self) -> Vec<String> {
        self.game.legal_turns().iter().map(text).collect()
    }

    fn play(&mut self, text: &str) {
        assert!(self.game.play(&turn(text)), "{text} is legal by the fast rules");
    }

    fn status(&self) -> Status {
        match self.game.status() {
            reference::Status::Open => Status::Open,
            reference::Status::Won(side) => Status::Over(Outcome::Win(player(side))),
            reference::Status::Draw => Status::Over(Outcome::Draw),
        }
    }

    fn ending(&self) -> String {
        match self.game.status() {
            reference::Status::Won(_) => "set",
            _ if self.game.stones().len() == self.cells => "full",
            _ => "turns",
        }
        .to_owned()
    }

    fn compare(&self, position: &Position<W>) {
        for cell in 0..self.cells as u16 {
            let place = (i32::from(cell) % self.columns + 1, i32::from(cell) / self.columns + 1);
            let theirs = self.game.stones().get(&place).map(|&side| player(side));
            assert_eq!(position.owner(cell), theirs, "{}", name(place));
        }
    }
}
