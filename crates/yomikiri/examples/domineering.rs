//! Domineering, as an example of a whole game: `docs/adding-a-game.md` walks through this file.
//!
//! Two players put dominoes on a board, one only upright ones, the other only lying ones. Who cannot move loses.

use std::fmt::Write;
use yomikiri_cgt::Forms;
use yomikiri_cgt::evaluate::Evaluator;
use yomikiri_game::{
    Canonical, Drawn, Game, Ink, Key, Notation, Outcome, Partizan, Picture, Played, Player, Tactics, perft,
    reachable,
};
use yomikiri_search::{Method, Monitor, Options, solve};

/// Which squares of a board are covered, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Board {
    columns: u8,
    rows: u8,
    covered: u64,
}

impl Board {
    fn empty(columns: u8, rows: u8) -> Self {
        assert!(columns > 0 && rows > 0 && columns * rows <= 64, "{columns}x{rows} squares");
        Self { columns, rows, covered: 0 }
    }

    fn squares(self) -> u8 {
        self.columns * self.rows
    }

    fn is_free(self, square: u8) -> bool {
        self.covered >> square & 1 == 0
    }

    /// The two squares of the domino whose upper or left square is this one.
    fn domino(self, player: Player, square: u8) -> u64 {
        match player {
            Player::First => 1 << square | 1 << (square + self.columns),
            Player::Second => 1 << square | 1 << (square + 1),
        }
    }

    /// Where a player can put a domino.
    fn places(self, player: Player) -> impl Iterator<Item = u8> {
        let fits = move |square: u8| match player {
            Player::First => square + self.columns < self.squares(),
            Player::Second => square % self.columns + 1 < self.columns,
        };
        (0..self.squares())
            .filter(move |&square| fits(square) && self.covered & self.domino(player, square) == 0)
    }

    /// The board seen in one of eight ways: mirrored (1, 2), and turned by exchanging rows and columns (4).
    fn seen(self, way: u8) -> Self {
        let mut seen = Self { covered: 0, ..self };
        if way & 4 != 0 {
            (seen.columns, seen.rows) = (self.rows, self.columns);
        }
        for square in (0..self.squares()).filter(|&square| !self.is_free(square)) {
            let (mut x, mut y) = (square % self.columns, square / self.columns);
            if way & 1 != 0 {
                x = self.columns - 1 - x;
            }
            if way & 2 != 0 {
                y = self.rows - 1 - y;
            }
            if way & 4 != 0 {
                (x, y) = (y, x);
            }
            seen.covered |= 1 << (y * seen.columns + x);
        }
        seen
    }
}

/// A position: a board, and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Domineering {
    board: Board,
    to_move: Player,
}

impl Domineering {
    fn new(columns: u8, rows: u8) -> Self {
        Self { board: Board::empty(columns, rows), to_move: Player::First }
    }
}

impl Game for Domineering {
    type Move = u8;
    type Undo = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self, into: &mut Vec<u8>) {
        into.extend(self.board.places(self.to_move));
    }

    fn play(&mut self, square: u8) -> Played<u8> {
        let player = self.to_move;
        self.board.covered |= self.board.domino(player, square);
        self.to_move = !player;
        if self.board.places(!player).next().is_none() {
            Played::Over(Outcome::Win(player), square)
        } else {
            Played::Open(square)
        }
    }

    fn undo(&mut self, square: u8) {
        self.to_move = !self.to_move;
        self.board.covered &= !self.board.domino(self.to_move, square);
    }

    fn outcome_when_stuck(&self) -> Outcome {
        Outcome::Win(!self.to_move)
    }

    fn progress(&self) -> u32 {
        self.board.covered.count_ones() / 2
    }
}

impl Canonical for Domineering {
    fn key(&mut self) -> Key {
        let least = self.images().into_iter().map(|image| image.board.covered).min().unwrap_or(0);
        Key(u128::from(least) << 1 | self.to_move as u128)
    }

    fn images(&self) -> Vec<Self> {
        // A quarter turn would exchange the players, so only the mirrors are symmetries of the game.
        (0..4).map(|way| Self { board: self.board.seen(way), ..self.clone() }).collect()
    }
}

impl Tactics for Domineering {
    fn left(&self) -> Option<u32> {
        Some(u32::from(self.board.squares()) / 2 - self.progress())
    }
}

/// Why a text is no move.
#[derive(Debug, thiserror::Error)]
enum MoveError {
    #[error("expected a column letter and a row number, such as b2")]
    Malformed,
    #[error("no domino of the player to move has its upper or left square there")]
    NoPlace,
}

impl Notation for Domineering {
    type Error = MoveError;

    fn move_text(&self, square: u8) -> String {
        let column = char::from(b'a' + square % self.board.columns);
        format!("{column}{}", square / self.board.columns + 1)
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        let mut letters = text.chars();
        let column = letters.next().filter(char::is_ascii_lowercase).ok_or(MoveError::Malformed)?;
        let _row: u8 = letters.as_str().parse().map_err(|_| MoveError::Malformed)?;
        let named = |&place: &u8| self.move_text(place) == format!("{column}{}", letters.as_str());
        self.board.places(self.to_move).find(named).ok_or(MoveError::NoPlace)
    }

    fn why_illegal(&self, _: u8) -> String {
        unreachable!("every pseudo-legal move of Domineering is legal")
    }

    fn ending(&mut self) -> &'static str {
        "stuck"
    }
}

impl Drawn for Domineering {
    fn picture(&self) -> Picture {
        let Board { columns, rows, .. } = self.board;
        let mut picture = Picture::new(2 * usize::from(columns), rows.into());
        for square in 0..self.board.squares() {
            let symbol = if self.board.is_free(square) { '·' } else { '#' };
            let (row, column) = (square / columns, 2 * (square % columns));
            picture.put(row.into(), column.into(), symbol, Ink::Faint);
        }
        picture
    }

    fn small_picture(&self) -> Picture {
        self.picture()
    }
}

impl Partizan for Board {
    fn parts(&self) -> Vec<Self> {
        let full = u64::MAX >> (64 - self.squares());
        let mut left = full & !self.covered;
        let mut parts = Vec::new();
        while left != 0 {
            let mut region = 1 << left.trailing_zeros();
            loop {
                let grown = region | self.beside(region) & left;
                if grown == region {
                    break;
                }
                region = grown;
            }
            left &= !region;
            // Nobody can move in a single square.
            if region.count_ones() > 1 {
                parts.push(Self { covered: full & !region, ..*self });
            }
        }
        parts
    }

    fn options(&self, player: Player) -> Vec<Self> {
        let after = |place| Self { covered: self.covered | self.domino(player, place), ..*self };
        self.places(player).map(after).collect()
    }

    fn normal(&self) -> (Self, bool) {
        // A quarter turn exchanges the players: the value of what is seen then is the negative.
        let seen = (0..8).map(|way| (self.seen(way).trimmed(), way & 4 != 0));
        seen.min().unwrap_or((*self, false))
    }
}

impl Board {
    /// The squares beside those of a set.
    fn beside(self, squares: u64) -> u64 {
        let column = |at: u8| (0..self.rows).map(|row| 1u64 << (row * self.columns + at)).sum::<u64>();
        let (west, east) = (column(0), column(self.columns - 1));
        squares << self.columns | squares >> self.columns | (squares & !east) << 1 | (squares & !west) >> 1
    }

    /// The smallest board that holds all free squares.
    fn trimmed(self) -> Self {
        let free = || (0..self.squares()).filter(|&square| self.is_free(square));
        let bounds = |of: fn(u8, u8) -> u8| {
            let along = || free().map(|square| of(square, self.columns));
            along().min().zip(along().max())
        };
        let (Some((left, right)), Some((top, bottom))) =
            (bounds(|at, width| at % width), bounds(|at, width| at / width))
        else {
            return self;
        };
        let mut trimmed = Self::empty(right - left + 1, bottom - top + 1);
        for square in 0..trimmed.squares() {
            let (x, y) = (square % trimmed.columns + left, square / trimmed.columns + top);
            trimmed.covered |= (self.covered >> (y * self.columns + x) & 1) << square;
        }
        trimmed
    }
}

/// What the program finds out about the game, a line each.
fn report() -> Result<String, Box<dyn std::error::Error>> {
    let mut text = String::new();
    let mut start = Domineering::new(4, 4);
    writeln!(text, "4×4, move sequences of 4 moves: {}", perft(&mut start, 4))?;
    if let Some(found) = reachable(&mut start, None, &mut |_| true) {
        writeln!(text, "4×4, positions up to symmetry: {}", found.total)?;
    }
    let winner = |size, method| {
        let options = Options { method, ..Options::default() };
        solve(&Domineering::new(size, size), &options, &Monitor::default()).map(|solution| solution.verdict)
    };
    for method in [Method::Dfs, Method::Id, Method::IdTable, Method::Pns, Method::Dfpn] {
        writeln!(text, "4×4 by {method:?}: {}", winner(4, method)?)?;
    }
    for size in [5, 6] {
        writeln!(text, "{size}×{size} by Dfpn: {}", winner(size, Method::Dfpn)?)?;
    }
    let mut evaluator = Evaluator::new(Forms::new(), 1_000_000);
    for (columns, rows) in [(1, 4), (2, 2), (3, 2), (3, 3), (4, 4)] {
        let value = evaluator.value(&Board::empty(columns, rows))?;
        let class = evaluator.forms.outcome(value);
        writeln!(text, "{columns}×{rows} is worth {}, outcome {class}", evaluator.forms.text(value))?;
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", report()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_search::Verdict;

    /// Who wins when this player begins, by search.
    fn winner(columns: u8, rows: u8, to_move: Player) -> Verdict {
        let start = Domineering { to_move, ..Domineering::new(columns, rows) };
        let options = Options { memory: 1 << 24, ..Options::default() };
        solve(&start, &options, &Monitor::default()).expect("16 MiB").verdict
    }

    /// D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, *Solving 8 × 8 Domineering*, 2000: whoever begins
    /// wins on all these square boards but 5×5.
    #[test]
    fn square_boards_are_worth_what_is_known() {
        for size in 2..=6 {
            let expected = if size == 5 { Player::Second } else { Player::First };
            assert_eq!(winner(size, size, Player::First), Verdict::Wins(expected), "{size}×{size}");
        }
    }

    #[test]
    fn values_agree_with_search() {
        let mut evaluator = Evaluator::new(Forms::new(), 1_000_000);
        for columns in 1..=5 {
            for rows in 1..=4 {
                let value = evaluator.value(&Board::empty(columns, rows)).expect("a small board");
                let (left, right) = evaluator.forms.outcome(value).beginner_wins();
                for (player, wins) in Player::BOTH.into_iter().zip([left, right]) {
                    let found = winner(columns, rows, player) == Verdict::Wins(player);
                    assert_eq!(found, wins, "{columns}×{rows}, {player} begins");
                }
            }
        }
    }

    #[test]
    fn the_walk_through_shows_what_is_printed() {
        let page = include_str!("../../../docs/adding-a-game.md");
        let report = report().expect("small boards");
        assert!(page.contains(&report), "docs/adding-a-game.md does not show:\n{report}");
    }

    yomikiri_game::conformance! {
        three_by_three: Domineering = Domineering::new(3, 3), games 100;
        five_by_four: Domineering = Domineering::new(5, 4), games 100;
    }
}
